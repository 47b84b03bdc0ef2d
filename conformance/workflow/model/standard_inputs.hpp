#pragma once
// The inputs that a run passes to every workflow that declares them.

#include "conformance/workflow/suite.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// One input that the runner fills, for the documentation and for lint.
struct StandardInput {
    std::string_view name;
    std::string_view meaning;
};

/// Returns all of them. Members of a source's base data (`integration_id`, `repo_url`, ...) are
/// taken from the default source of the target; the objects `git_host` ... contain those of each
/// source.
[[nodiscard]] const std::vector<StandardInput>& standard_inputs();
[[nodiscard]] bool is_standard_input(std::string_view name);

/// Returns the required inputs of a workflow that a run does not fill: only a calling step can pass
/// them.
[[nodiscard]] std::vector<std::string> caller_inputs(const Workflow& workflow);

}  // namespace plumbline::workflow
