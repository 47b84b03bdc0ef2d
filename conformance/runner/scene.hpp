#pragma once
// What the workflows of one scenario share while it is played.

#include "conformance/runner/environment.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/workflow/plan.hpp"
#include "reports/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

struct Scene {
    const Stage& stage;
    Environment& environment;  ///< learns the secrets of workflows that are called
    const Send& send;
    Send clean_up;            ///< sends for steps that clean up, see insisting
    PlayedWorkflows& played;  ///< dependencies and called workflows
    std::vector<reports::StepResult> steps;
    int steps_left = 0;
    std::optional<Instant> last_write;  ///< when the last call that may have written ended
    std::map<const workflow::Suite*, SharedJson> sources{};  ///< see source_values
    std::string skip_reason{};  ///< of the action or step that ended the scenario so; "": none did
};

/// How a workflow came to be played; empty for a scenario's own.
struct Call {
    std::string prefix;                 ///< of its steps' ids, e.g. `calling-step/`
    int depth = 0;                      ///< of workflows calling workflows
    std::vector<std::string> verifies;  ///< the calling step's requirements
};

/// Returns the step with the requirements it counts for: without its own, the calling step's. So a
/// table of cases names a requirement per case, and the called workflow judges the answer.
[[nodiscard]] workflow::Step counted(workflow::Step step, const Call& call);

/// Makes a value shared.
[[nodiscard]] SharedJson share(Json value);

/// Returns {name: {"name", "type", "url", ID: ID}} of the suite's sources, ID those of its
/// operations or workflows; `url` is the target's address where it has one. Source: Arazzo 1.1,
/// "Runtime Expressions".
[[nodiscard]] SharedJson source_values(const workflow::Suite& suite,
                                       const Environment& environment);

/// Returns {id: {"inputs": {}, "outputs": {}}} of the suite's workflows played so far. Those of
/// another document may have the same ids, and no expression can name them.
[[nodiscard]] SharedJson workflow_values(const Scene& scene, const workflow::Suite& suite);

/// Names an action for the report: `retry notYet`, `goto toCleanup -> cleanup`.
[[nodiscard]] std::string describe(const workflow::Action& action);

}  // namespace plumbline::runner
