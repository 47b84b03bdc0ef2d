#pragma once
// The checks that can make a run fail, as `plumbline list --checks` prints them.

#include "conformance/runner/runner.hpp"

#include <set>
#include <string>

namespace plumbline::app {

/// Returns a line for each check: its type, its positions in suites or the code of its findings,
/// and the requirements that it names itself, separated by tabs. Types: `criterion` (of a step),
/// `event rule` (for events of a stream; the positions of the rule and of its criteria),
/// `stream rule` (for a stream as a whole), `automatic` (checks of all responses).
[[nodiscard]] std::set<std::string> check_lines(const runner::Suites& suites);

}  // namespace plumbline::app
