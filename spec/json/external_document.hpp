#pragma once
// Documents written by others for other programs.

#include "spec/json/document.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline {

/// Like parse_document, but reads plain YAML scalars by the core schema of YAML 1.2: `yes`, a date
/// and a time are texts, no text is null, an integer of more than 64 bits is a double. Also reads
/// YAML 1.1 merge keys (`<<: *base`): explicit members take precedence over merged ones, earlier
/// mappings over later ones. An anchor in the value of a merge key is refused. A byte order mark
/// and tags other than !!str are ignored. Errors: as parse_document. Source: YAML 1.2.2,
/// section 10.3; YAML 1.1, "Merge Key Language-Independent Type".
[[nodiscard]] Result<Document> parse_external_document(std::string_view text,
                                                       std::string_view file);

/// The same; what strict YAML would refuse is a departure of the document, at most
/// kMaxDepartures of them. YAML may have kMaxNotedValues values.
[[nodiscard]] Result<Document> parse_noted_document(std::string_view text, std::string_view file);
inline constexpr std::size_t kMaxDepartures = 100;
inline constexpr std::size_t kMaxNotedValues = 120'000;

/// Reads and parses a file in the same ways. Errors: as above, kIo; kLimit for a noted document of
/// more than kMaxNotedBytes.
[[nodiscard]] Result<Document> load_external_document(const std::string& path);
[[nodiscard]] Result<Document> load_noted_document(const std::string& path);
inline constexpr std::size_t kMaxNotedBytes = std::size_t{4} * 1024U * 1024U;

}  // namespace plumbline
