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
/// Says whether two texts of a format stand for the same: one instant (date-time, in any zone and
/// precision), one uuid in either case; of other formats only equal texts do.
[[nodiscard]] bool is_same_in_format(std::string_view format,
                                     std::string_view a,
                                     std::string_view b);
/// Returns every name, for suggestions.
[[nodiscard]] std::vector<std::string> format_names();

}  // namespace plumbline
