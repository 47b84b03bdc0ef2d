#include "conformance/suites/embedded_suites.hpp"

#include "spec/embedded/embedded.hpp"

#include <span>

namespace plumbline {

std::span<const EmbeddedFile> embedded_suite_files();  // made by plumbline_embed

std::vector<Result<Document>> embedded_suites() {
    std::vector<Result<Document>> suites;
    for (const EmbeddedFile& file : embedded_suite_files()) suites.push_back(to_document(file));
    return suites;
}

}  // namespace plumbline
