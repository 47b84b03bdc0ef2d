#pragma once
// The quick way to read a JSON text that nothing is wrong with.

#include "spec/json/json_fwd.hpp"

#include <optional>
#include <string_view>

namespace plumbline {

/// Returns the value that parse_json's careful reader would return, several times as fast; nothing
/// where there is any doubt about the text. Then the careful reader decides, and says what is wrong
/// where. `max_depth`: levels of nesting.
[[nodiscard]] std::optional<Json> quick_parse(std::string_view text, int max_depth);

}  // namespace plumbline
