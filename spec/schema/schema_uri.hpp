#pragma once
// References between schemas as URIs.

#include <string>
#include <string_view>

namespace plumbline {

/// Returns the decoded fragment (after `#`) of a reference into its own document.
[[nodiscard]] std::string reference_pointer(std::string_view reference);

/// Returns the URI that a reference denotes relative to a base, both without fragment. Source: RFC
/// 3986, section 5.2.
[[nodiscard]] std::string resolve_uri(std::string_view base, std::string_view reference);

}  // namespace plumbline
