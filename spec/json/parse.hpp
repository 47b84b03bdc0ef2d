#pragma once
// Text to JSON, guarded: what is refused here never reaches the rest.

#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstddef>
#include <string_view>

namespace plumbline {

/// Bounds on a JSON text. Units: bytes; levels of nesting.
struct JsonLimits {
    std::size_t max_bytes = std::size_t{64} * 1024U * 1024U;
    int max_depth = 64;
};

/// Reads one JSON value. Refuses what JSON readers disagree on: duplicate keys, invalid UTF-8, a
/// byte order mark, numbers a double or 64-bit integer cannot hold, anything after the value.
/// `name` is the file named in errors. Errors: kSyntax, kLimit; each with line and column.
[[nodiscard]] Result<Json> parse_json(std::string_view text,
                                      std::string_view name = "",
                                      const JsonLimits& limits = {});

}  // namespace plumbline
