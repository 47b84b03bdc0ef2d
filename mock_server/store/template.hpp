#pragma once
// Values with placeholders, as fixtures write them: "{now}", "https://{body:/id}.example".

#include "spec/json/json_fwd.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::mock {

/// Returns the value of a placeholder, nothing if nothing has that name.
using Lookup = std::function<std::optional<Json>(std::string_view name)>;

/// Returns `form` with every placeholder filled. A text that is one placeholder becomes the value
/// itself, of whatever type; within longer text the value stands as text. Unknown ones stay as they
/// are.
[[nodiscard]] Json fill_template(const Json& form, const Lookup& lookup);

/// Returns the name of the placeholder that `form` is and nothing else; nothing if it is more.
[[nodiscard]] std::optional<std::string> whole_placeholder(const Json& form);

/// Returns the names of all placeholders of `form`, in order.
[[nodiscard]] std::vector<std::string> placeholders(const Json& form);

}  // namespace plumbline::mock
