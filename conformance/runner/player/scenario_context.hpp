#pragma once
// The state that the workflows of one scenario share while it is played.

#include "conformance/runner/access/environment.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/workflow/suite.hpp"
#include "reports/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

struct ScenarioContext {
    const RunContext& run;
    Environment& environment;  ///< collects the secrets of called workflows
    const Send& send;
    Send cleanup_send;           ///< sends for clean-up steps, see with_retry_after_interrupt
    WorkflowOutcomes& outcomes;  ///< dependencies and called workflows
    std::vector<reports::StepResult> steps;
    int steps_left = 0;
    std::optional<Instant> last_write;  ///< when the last call that may have written ended
    std::map<const workflow::Suite*, SharedJson> sources{};  ///< see source_values
    std::string skip_reason{};  ///< reason of the action or step that ended the scenario; empty if
                                ///< there is none
    std::string scenario{};     ///< its name
};

/// How a workflow was called; empty for the scenario's own workflow.
struct CallFrame {
    std::string prefix;                 ///< prefix of the ids of its steps, e.g. `calling-step/`
    int depth = 0;                      ///< nesting of workflow calls
    std::vector<std::string> verifies;  ///< the calling step's requirements
    bool may_lack_inputs = false;       ///< the caller lacks values because of a known deviation
};

/// Returns the step with its requirements; without its own, those of the calling step. So a table
/// of cases names a requirement per case, and the called workflow checks the response.
[[nodiscard]] workflow::Step with_inherited_requirements(workflow::Step step,
                                                         const CallFrame& call);

/// Returns a shared, immutable copy.
[[nodiscard]] SharedJson make_shared_json(Json value);

/// Returns {name: {"name", "type", "url", ID: ID}} of the suite's sources, where ID are the ids of
/// their operations or workflows; `url` is the target's base URL if it has one. Source: Arazzo 1.1,
/// "Runtime Expressions".
[[nodiscard]] SharedJson source_values(const workflow::Suite& suite,
                                       const Environment& environment);

/// Returns {id: {"inputs": {}, "outputs": {}}} of the suite's workflows played so far. Workflows of
/// other documents may have the same ids, and no expression can name them.
[[nodiscard]] SharedJson workflow_values(const ScenarioContext& context,
                                         const workflow::Suite& suite);

/// Returns the name of an action for the report: `retry notYet`, `goto toCleanup -> cleanup`.
[[nodiscard]] std::string describe(const workflow::Action& action);

}  // namespace plumbline::runner
