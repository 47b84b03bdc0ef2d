#pragma once
// The values of the `format` keyword that we judge. A format says nothing of other types.

#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One format: its name, its test, and what a message says was expected.
struct Format {
    std::string_view name;
    bool (*fits)(const Json& value);
    std::string_view expected;
};

/// Returns the format of that name, or null.
[[nodiscard]] const Format* find_format(std::string_view name);
/// Returns every name, for suggestions.
[[nodiscard]] std::vector<std::string> format_names();

}  // namespace plumbline
