#pragma once
// Lines that YAML readers take for different things.

#include "spec/base/error.hpp"

#include <optional>
#include <string_view>

namespace plumbline {

/// Says which line of a YAML text readers differ on: one that begins with `%`, a directive (`%YAML`
/// at the top is harmless), and one that is ended by other than a line feed, with a carriage return
/// before it or not. YAML 1.1 has five ways to end a line, 1.2 three.
[[nodiscard]] std::optional<Error> line_problem(std::string_view text, std::string_view file);

}  // namespace plumbline
