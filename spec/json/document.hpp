#pragma once
// A JSON or YAML file as a value with the source position of each part.

#include "spec/base/result.hpp"
#include "spec/json/document/source_map.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/parse.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// A loaded file. `root` is never null.
struct Document {
    std::string file;
    SharedJson root;
    SourceMap positions;
    /// Of the file's text; 0 if unknown. Two documents with the same fingerprint are equal.
    std::uint64_t fingerprint = 0;
    /// What strict YAML refuses, with position, meaning and fix: see load_noted_document.
    std::vector<Error> departures{};

    /// Returns the position of the value at `pointer`, or of its nearest existing ancestor.
    [[nodiscard]] SourceRef where(std::string_view pointer) const;
};

/// Parses strict YAML into JSON (see docs/decisions/0003): one document, string keys, no
/// duplicates, no tags except !!str; a plain scalar that YAML parsers type differently must be
/// quoted. Errors: kSyntax, kInvalid, kLimit; each with file:line:column and the fix.
[[nodiscard]] Result<Document> parse_yaml(std::string_view text, std::string_view file);

/// Parses JSON text into a Document with positions. Same checks as parse_json.
[[nodiscard]] Result<Document> parse_json_document(std::string_view text,
                                                   std::string_view file,
                                                   const JsonLimits& limits = {});

/// Parses the text of a file as YAML or JSON, by the file's extension (.json is JSON, everything
/// else YAML). Errors: as above.
[[nodiscard]] Result<Document> parse_document(std::string_view text, std::string_view file);

/// The most bytes that are read of a document.
inline constexpr std::size_t kMaxDocumentBytes = std::size_t{64} * 1024U * 1024U;

/// Reads and parses a file of at most `max_bytes` in the same way. Errors: as above, kIo, kLimit.
[[nodiscard]] Result<Document> load_document(const std::string& path,
                                             std::size_t max_bytes = kMaxDocumentBytes);

}  // namespace plumbline
