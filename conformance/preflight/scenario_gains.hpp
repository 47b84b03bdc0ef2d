#pragma once
// Which scenarios a run would play, and which settings would add most.

#include "conformance/runner/runner.hpp"

#include <string>
#include <vector>

namespace plumbline::preflight {

/// A setting that makes more scenarios playable.
struct ScenarioGain {
    std::vector<std::string> lines;  ///< lines of a profile (YAML), or an option
    int scenarios = 0;               ///< how many more are played than without it
};

/// Numbers of scenarios at a target, and what would raise them.
struct ScenarioGains {
    int total = 0;
    int now = 0;            ///< played as the target is set up
    int with_writes = 0;    ///< played with --allow-writes in addition; `now` if it is given
    int needs_control = 0;  ///< need the control interface of a mock, so never at a real service
    std::vector<ScenarioGain> gains;  ///< largest first; each in addition to those before it
};

/// Computes the numbers from the needs of all scenarios.
[[nodiscard]] ScenarioGains scenario_gains(const std::vector<runner::ScenarioNeeds>& needs,
                                           const runner::Target& target);

}  // namespace plumbline::preflight
