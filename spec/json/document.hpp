#pragma once
// A JSON or YAML file as a value that remembers where each part stood.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// A line and column, from 1.
struct Position {
    int line = 0;
    int column = 0;

    bool operator==(const Position&) const = default;
};

/// Where each value of a document stood: JSON pointer text → position. A member stands where its
/// key does, an item where it begins. What an alias brought in stands, as a whole, where the alias
/// does. Thread: immutable once loaded, safe from any thread.
struct SourceMap {
    std::map<std::string, Position, std::less<>> values;
};

/// A loaded file. `root` is never null.
struct Document {
    std::string file;
    SharedJson root;
    SourceMap positions;

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

/// Reads a file as YAML or JSON, by its ending (.json is JSON, all else YAML). Errors: as above,
/// kIo.
[[nodiscard]] Result<Document> load_document(const std::string& path);

/// Returns the positions as compact text and back: the form in which documents are embedded.
[[nodiscard]] std::string positions_text(const SourceMap& positions);
[[nodiscard]] Result<SourceMap> parse_positions(std::string_view text);

}  // namespace plumbline
