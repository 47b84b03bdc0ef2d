#pragma once
// Other encodings than UTF-8, for faults and variants of streams.

#include <optional>
#include <string>
#include <string_view>

namespace plumbline::mock {

/// Encodes a UTF-8 text.
using TextEncoding = std::string (*)(std::string_view text);

/// Returns the encoding with that name.
[[nodiscard]] std::optional<TextEncoding> find_text_encoding(std::string_view name);

}  // namespace plumbline::mock
