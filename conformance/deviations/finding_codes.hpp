#pragma once
// The codes of findings that an entry of the known deviations can cover.

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::deviations {

/// Returns the codes of all findings that a target can cause: those of contract checks, criteria,
/// monitors, streams and the clean-up.
[[nodiscard]] const std::vector<std::string>& finding_codes();

/// Returns whether only streams have findings with this code.
[[nodiscard]] bool is_stream_code(std::string_view code);

/// Returns whether findings with this code exist, but never make a run fail by what the target
/// does: observations, and what prevents a check, such as a request without a response.
[[nodiscard]] bool is_uncovered_code(std::string_view code);

}  // namespace plumbline::deviations
