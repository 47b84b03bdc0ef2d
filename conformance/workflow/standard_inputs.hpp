#pragma once
// The inputs a run gives to every workflow that declares them.

#include "conformance/workflow/plan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// One input the runner fills, for the guide and for lint.
struct StandardInput {
    std::string_view name;
    std::string_view meaning;
};

/// Returns all of them. Members of a source's base data (`integration_id`, `repo_url`, ...) are
/// taken from the default source of the target; the objects `git_host` ... hold those of each
/// source.
[[nodiscard]] const std::vector<StandardInput>& standard_inputs();
[[nodiscard]] bool is_standard_input(std::string_view name);

/// Returns the inputs of a workflow that no run fills: only a step that calls it can.
[[nodiscard]] std::vector<std::string> inputs_of_caller(const Workflow& workflow);

}  // namespace plumbline::workflow
