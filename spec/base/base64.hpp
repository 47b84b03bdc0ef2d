#pragma once
// Base64 encoding.

#include <string>
#include <string_view>

namespace plumbline {

/// Returns `bytes` in base64 with padding. Source: RFC 4648, section 4.
[[nodiscard]] std::string to_base64(std::string_view bytes);

}  // namespace plumbline
