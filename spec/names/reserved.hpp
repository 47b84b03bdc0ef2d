#pragma once
// Names that a vocabulary cannot give, since somebody else reads them already.

#include <string_view>

namespace plumbline {

/// Returns why a header cannot be called `name` (any case), "" if it can.
[[nodiscard]] std::string_view why_reserved_header(std::string_view name);

/// Returns why a path cannot begin with `path`, "" if it can.
[[nodiscard]] std::string_view why_reserved_path(std::string_view path);

}  // namespace plumbline
