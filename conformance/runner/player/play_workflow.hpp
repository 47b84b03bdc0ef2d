#pragma once
// Plays one workflow of a scenario: its steps in order, with retries, jumps, clean-up and called
// workflows.

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

/// The state that the workflows of one scenario share while it is played.
struct ScenarioContext {
    const RunContext& run;
    Environment& environment;  ///< collects the secrets of called workflows
    const Send& send;
    Send cleanup_send;           ///< sends for clean-up steps, see with_retry_after_interrupt
    WorkflowOutcomes& outcomes;  ///< dependencies and called workflows
    std::string name;            ///< of the scenario
    int steps_left = 0;
    std::size_t output_bytes = 0;         ///< of the outputs of its steps, in memory
    std::optional<Instant> last_write{};  ///< when the last call that may have written ended
    std::vector<reports::StepResult> steps{};
    /// {name: {"name", "type", "url", ID: ID}} of each suite's sources, where ID are the ids of
    /// their operations or workflows; `url` is the target's base URL if it has one. Source: Arazzo
    /// 1.1, "Runtime Expressions".
    std::map<const workflow::Suite*, SharedJson> sources{};
    /// Reason of the action or step that ended the scenario; empty if there is none.
    std::string skip_reason{};
};

/// How a workflow was called; empty for the scenario's own workflow.
struct CallFrame {
    std::string prefix;                 ///< prefix of the ids of its steps, e.g. `calling-step/`
    int depth = 0;                      ///< nesting of workflow calls
    std::vector<std::string> verifies;  ///< the calling step's requirements
    bool may_lack_inputs = false;       ///< the caller lacks values because of a known deviation
};

/// Plays `workflow`, and adds its steps and its outcome to the scenario's context. Never throws,
/// never waits longer than the deadlines of its steps.
WorkflowOutcome play_workflow(ScenarioContext& scenario,
                              const workflow::Workflow& workflow,
                              SharedJson inputs,
                              CallFrame call);

}  // namespace plumbline::runner
