#pragma once
// Formats of addresses, host names, pointers and templates.

#include <string_view>

namespace plumbline {

/// Source: RFC 5321, section 4.1.2 (Mailbox).
[[nodiscard]] bool is_email(std::string_view text);
/// Source: RFC 6531, section 3.3. Of the domain only the structure is checked.
[[nodiscard]] bool is_internationalized_email(std::string_view text);
/// Source: RFC 2673, section 3.2 (dotted-quad).
[[nodiscard]] bool is_ipv4(std::string_view text);
/// Source: RFC 4291, section 2.2.
[[nodiscard]] bool is_ipv6(std::string_view text);
/// Source: RFC 1123, section 2.1; labels that begin with `xn--`: RFC 5890, section 2.3.2.1.
[[nodiscard]] bool is_hostname(std::string_view text);
/// Source: RFC 5890, section 2.3.2.3.
[[nodiscard]] bool is_internationalized_hostname(std::string_view text);
/// Source: RFC 3339, appendix A.
[[nodiscard]] bool is_duration(std::string_view text);
/// Base64 with padding. Source: RFC 4648, section 4.
[[nodiscard]] bool is_base64(std::string_view text);
/// Source: RFC 6570, section 2.
[[nodiscard]] bool is_uri_template(std::string_view text);
/// Source: RFC 6901, section 3.
[[nodiscard]] bool is_json_pointer(std::string_view text);
/// Source: Relative JSON Pointer (draft-bhutton-relative-json-pointer-00), section 3.
[[nodiscard]] bool is_relative_json_pointer(std::string_view text);

}  // namespace plumbline
