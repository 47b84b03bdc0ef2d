#pragma once
// The content codings of whole bodies.

#include "spec/base/result.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace plumbline::client {

/// The value of Accept-Encoding that asks for what decode_content can undo.
inline constexpr const char* kAcceptedCodings = "gzip, deflate";
/// The value of Accept-Encoding that asks for no coding.
inline constexpr const char* kNoCoding = "identity";

/// Undoes the codings that a Content-Encoding names, the last one first. `deflate` is read with and
/// without the zlib header, as many servers omit it. Errors: kUnsupported (another coding), kSyntax
/// (bytes that are not in the coding, or end too early), kLimit (more than `max_size` bytes).
/// Source: RFC 9110, section 8.4.1; RFC 1950 to 1952.
[[nodiscard]] Result<std::string> decode_content(std::string_view codings,
                                                 std::string body,
                                                 std::size_t max_size);

}  // namespace plumbline::client
