#include "spec/embedded/embedded.hpp"

#include "spec/base/name_hint.hpp"
#include "spec/json/parse.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {
namespace {

tl::unexpected<Error> unknown_file(std::span<const EmbeddedFile> files, std::string_view name) {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : files) names.emplace_back(file.name);
    return fail(
        ErrorCode::kNotFound,
        fmt::format(
            "no file \"{}\" is built into this program{}", name, quoted_name_hint(name, names)));
}

}  // namespace

Result<Document> embedded_document(std::string_view name) {
    return embedded_document(embedded_documents(), name);
}

Result<Document> embedded_document(std::span<const EmbeddedFile> files, std::string_view name) {
    const auto found = std::find_if(
        files.begin(), files.end(), [&](const EmbeddedFile& file) { return file.name == name; });
    return found == files.end() ? unknown_file(files, name) : to_document(*found);
}

Result<Document> to_document(const EmbeddedFile& file) {
    auto root = parse_json(file.json, file.name);
    if (!root) return fail(std::move(root.error()));
    auto positions = parse_positions(file.positions);
    if (!positions) return fail(std::move(positions.error()));
    return Document{std::string(file.name),
                    std::make_shared<const Json>(std::move(*root)),
                    std::move(*positions),
                    file.fingerprint};
}

}  // namespace plumbline
