#pragma once
// Strict JSON parsing: text that is refused here never reaches the rest of the program.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <string_view>

namespace plumbline {

/// What becomes of a number that neither a double nor a 64-bit integer represents.
enum class InexactNumbers {
    kRefuse,
    kNearest,  ///< becomes the nearest double: JSON has numbers of any length (RFC 8259, section 6)
};

/// Limits on a JSON text. Units: bytes; levels of nesting.
struct JsonLimits {
    std::size_t max_bytes = std::size_t{64} * 1024U * 1024U;
    int max_depth = 64;
    InexactNumbers inexact_numbers = InexactNumbers::kRefuse;
};

/// For JSON of others, messages and documents: it need not be as strict as our own files.
inline constexpr JsonLimits kForeignJsonLimits{.max_depth = 128,
                                               .inexact_numbers = InexactNumbers::kNearest};

/// Parses one JSON value. Refuses input that JSON parsers treat differently: duplicate keys,
/// invalid UTF-8, a byte order mark, inexact numbers (unless `limits` allow them), anything after
/// the value. `name` is the file named in errors. Errors: kSyntax, kLimit; each with line and
/// column.
[[nodiscard]] Result<Json> parse_json(std::string_view text,
                                      std::string_view name = "",
                                      const JsonLimits& limits = {});

/// Returns whether a text begins like an object or array of JSON, or has the characters of numbers
/// only.
[[nodiscard]] bool begins_like_json(std::string_view text);
/// Returns whether reading a JSON text takes more than `limit` bytes of memory, the text included:
/// an estimate from its characters, before it is parsed. The time to read it is proportional.
[[nodiscard]] bool takes_more_memory(std::string_view text, std::size_t limit);

/// Parses one JSON value of a message or document of others, within `kForeignJsonLimits`.
[[nodiscard]] Result<Json> parse_foreign_json(std::string_view text, std::string_view name = "");

}  // namespace plumbline
