#pragma once
// A file that the build embeds in the program.

#include <cstdint>
#include <span>
#include <string_view>

namespace plumbline {

/// One embedded file. All texts live as long as the program.
struct EmbeddedFile {
    std::string_view name;       ///< its path in the repository, `spec/documents/ledger.yaml`
    std::string_view json;       ///< YAML and JSON files as compact JSON; others unchanged
    std::string_view positions;  ///< source positions in the format of positions_text; "" for files
                                 ///< that are not documents
    std::uint64_t fingerprint = 0;  ///< fingerprint of the file's text in the repository
};

}  // namespace plumbline
