#pragma once
// Documents that others wrote for other programs.

#include "spec/json/document.hpp"

#include <string>
#include <string_view>

namespace plumbline {

/// As parse_document, and reads the merge keys (`<<: *base`) of YAML 1.1, which such documents
/// have: explicit members go before merged ones, earlier mappings before later ones. An anchor in
/// the value of a merge key is refused. Errors: as parse_document. Source: YAML 1.1, "Merge Key
/// Language-Independent Type".
[[nodiscard]] Result<Document> parse_foreign_document(std::string_view text, std::string_view file);

/// Reads a file in the same way. Errors: as above, kIo.
[[nodiscard]] Result<Document> load_foreign_document(const std::string& path);

}  // namespace plumbline
