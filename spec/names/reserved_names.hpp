#pragma once
// Names that a vocabulary must not use, because other software interprets them.

#include <string_view>

namespace plumbline {

/// Returns why a header must not have this name (in any case), "" if it is allowed.
[[nodiscard]] std::string_view reserved_header_reason(std::string_view name);

/// Returns why a path must not begin with `path`, "" if it is allowed.
[[nodiscard]] std::string_view reserved_path_reason(std::string_view path);

}  // namespace plumbline
