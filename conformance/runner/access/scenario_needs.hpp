#pragma once
// What scenarios need that a target without control interface does not offer yet.

#include "conformance/runner/run.hpp"

#include <string>
#include <vector>

namespace plumbline::runner {

/// The needs of one scenario, those of the scenarios that it depends on included.
struct ScenarioNeeds {
    std::string name;
    std::string area;
    bool control = false;             ///< the control interface of a mock
    bool writes = false;              ///< permission to write
    std::string base_url;             ///< see missing_base_url, "" if all are known
    std::string other;                ///< a reason that no setting changes, "" if there is none
    std::vector<std::string> inputs;  ///< required inputs without value, without duplicates

    /// Returns whether a run plays the scenario.
    [[nodiscard]] bool are_met() const {
        return !control && !writes && base_url.empty() && other.empty() && inputs.empty();
    }
};

/// Returns the needs of the selected scenarios, in the order of the suites. Sends nothing.
[[nodiscard]] std::vector<ScenarioNeeds> scenario_needs(const Suites& suites,
                                                        const RunOptions& options,
                                                        const Target& target);

}  // namespace plumbline::runner
