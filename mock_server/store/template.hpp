#pragma once
// Templates of JSON values, as used in fixtures: "{now}", "https://{body:/id}.example".

#include "spec/json/json_fwd.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Returns the value of a placeholder, nothing if its name is unknown.
using PlaceholderLookup = std::function<std::optional<Json>(std::string_view name)>;

/// Returns `json` with every placeholder filled in. A text that is exactly one placeholder becomes
/// the value itself, of any type; within a longer text the value is inserted as text. Unknown
/// placeholders are left unchanged.
[[nodiscard]] Json fill_template(const Json& json, const PlaceholderLookup& lookup);

/// Returns the names of all placeholders of `json`, in order.
[[nodiscard]] std::vector<std::string> placeholders(const Json& json);

}  // namespace plumbline::mock
