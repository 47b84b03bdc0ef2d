#pragma once
// What the YAML parser reads over without a word.

#include "spec/base/error.hpp"

#include <optional>
#include <string_view>

namespace plumbline {

/// Says which line of a YAML text would be lost or misread: one that begins with `%`, which the
/// parser drops wherever it stands (`%YAML` at the top is harmless), and one that ends in a
/// carriage return alone, which the parser does not take for the end of a line.
[[nodiscard]] std::optional<Error> line_problem(std::string_view text, std::string_view file);

}  // namespace plumbline
