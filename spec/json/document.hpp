#pragma once
// A JSON or YAML file as a value that remembers where each part stood.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"
#include "spec/json/source_map.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace plumbline {

/// A loaded file. `root` is never null.
struct Document {
    std::string file;
    SharedJson root;
    SourceMap positions;
    /// Of the file's text; 0 where that is not known. Two documents with the same one are the same.
    std::uint64_t fingerprint = 0;

    /// Returns where the value at `pointer` stood; for a pointer that is not there, its nearest
    /// ancestor that is.
    [[nodiscard]] SourceRef where(std::string_view pointer) const;
};

/// Reads strict YAML into JSON (notes in docs/decisions/0003): one document, string keys, no
/// duplicates, no tags but !!str; a plain scalar that YAML readers type differently must be quoted.
/// Errors: kSyntax, kInvalid, kLimit; each with file:line:column and the mend.
[[nodiscard]] Result<Document> parse_yaml(std::string_view text, std::string_view file);

/// Reads JSON text into a Document with positions. Same guards as parse_json.
[[nodiscard]] Result<Document> parse_json_document(std::string_view text, std::string_view file);

/// Reads the text of a file as YAML or JSON, by the file's ending (.json is JSON, all else YAML).
/// Errors: as above.
[[nodiscard]] Result<Document> parse_document(std::string_view text, std::string_view file);

/// Reads a file in the same way. Errors: as above, kIo.
[[nodiscard]] Result<Document> load_document(const std::string& path);

}  // namespace plumbline
