#pragma once
// Bytes as text of 64 characters.

#include <string>
#include <string_view>

namespace plumbline {

/// Returns bytes in base64, padded. Source: RFC 4648, section 4.
[[nodiscard]] std::string to_base64(std::string_view bytes);

}  // namespace plumbline
