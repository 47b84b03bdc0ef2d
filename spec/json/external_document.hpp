#pragma once
// Documents written by others for other programs.

#include "spec/json/document.hpp"

#include <string>
#include <string_view>

namespace plumbline {

/// Like parse_document, and also reads YAML 1.1 merge keys (`<<: *base`), which such documents use:
/// explicit members take precedence over merged ones, earlier mappings over later ones. An anchor
/// in the value of a merge key is refused. Errors: as parse_document. Source: YAML 1.1, "Merge Key
/// Language-Independent Type".
[[nodiscard]] Result<Document> parse_external_document(std::string_view text,
                                                       std::string_view file);

/// Reads and parses a file in the same way. Errors: as above, kIo.
[[nodiscard]] Result<Document> load_external_document(const std::string& path);

}  // namespace plumbline
