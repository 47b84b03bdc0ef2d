#pragma once
// A file that the build put into the program.

#include <cstdint>
#include <span>
#include <string_view>

namespace plumbline {

/// One embedded file. All texts live as long as the program.
struct EmbeddedFile {
    std::string_view name;          ///< its path in the repository, `spec/documents/ledger.yaml`
    std::string_view json;          ///< YAML and JSON files as compact JSON; others as they are
    std::string_view positions;     ///< as positions_text writes them; "" for other files
    std::uint64_t fingerprint = 0;  ///< of the text as it stands in the repository
};

}  // namespace plumbline
