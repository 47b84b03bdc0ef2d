#pragma once
// The values of the `format` keyword that we check. A format accepts values of other types.

#include "spec/json/json_fwd.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// One format: its name, its predicate, and the expectation for messages.
struct Format {
    std::string_view name;
    bool (*fits)(const Json& value);
    std::string_view expected;
};

/// Returns the format of that name, or null.
[[nodiscard]] const Format* find_format(std::string_view name);
/// Returns whether two texts of a format denote the same value: the same instant (date-time, in any
/// zone and precision) or the same UUID in either case. In other formats the texts must be equal.
[[nodiscard]] bool is_same_in_format(std::string_view format,
                                     std::string_view a,
                                     std::string_view b);
/// Returns every name, for suggestions.
[[nodiscard]] std::vector<std::string> format_names();

}  // namespace plumbline
