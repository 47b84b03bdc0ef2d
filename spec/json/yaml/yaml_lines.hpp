#pragma once
// Lines that YAML parsers read differently.

#include "spec/base/error.hpp"

#include <optional>
#include <string_view>

namespace plumbline {

/// Returns an error for a line of a YAML text that parsers read differently: one that begins with
/// `%`, a directive (`%YAML` at the top is harmless), or one that ends with anything but a line
/// feed, optionally after a carriage return. YAML 1.1 has five line ends, 1.2 three.
[[nodiscard]] std::optional<Error> find_line_error(std::string_view text, std::string_view file);

}  // namespace plumbline
