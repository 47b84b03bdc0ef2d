#pragma once
// What the readers of a suite's parts share.

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/expression.hpp"
#include "conformance/workflow/input_schemas.hpp"
#include "conformance/workflow/load.hpp"
#include "conformance/workflow/plan.hpp"
#include "conformance/workflow/problems.hpp"
#include "conformance/workflow/sources.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// The document being read. Borrowed; lives as long as one load.
struct Reading {
    Node root;
    const Sources& sources;
    InputSchemas& input_schemas;
    Problems& problems;
    LoadOptions options;

    [[nodiscard]] SourceRef where(const Node& node) const;
};

/// An entry of a list that may be a Reusable Object.
struct Resolved {
    Node node;                  ///< the object itself, or the component referred to
    std::optional<Node> value;  ///< the Reusable Object's own `value`
};

/// Follows `reference: $components.SECTION.NAME`. Notes a problem and returns nothing if it leads
/// nowhere.
[[nodiscard]] std::optional<Resolved> resolve(const Reading& reading,
                                              const Node& entry,
                                              std::string_view section);

/// Parses the expressions in a value; a bad one is noted and null returned in its stead.
[[nodiscard]] expressions::Template read_template(const Reading& reading, const Node& node);

/// Reads a Criterion Object; notes why it cannot be used.
[[nodiscard]] std::optional<expressions::Criterion> read_criterion(const Reading& reading,
                                                                   const Node& node);
/// Reads the criteria under `key`, leaving out the unusable.
[[nodiscard]] std::vector<expressions::Criterion> read_criteria(const Reading& reading,
                                                                const Node& node,
                                                                std::string_view key);

/// Reads `outputs` of a step or workflow.
[[nodiscard]] std::vector<Output> read_outputs(const Reading& reading, const Node& owner);

/// Reads a list of parameters, those of the workflow or a step, as written.
[[nodiscard]] std::vector<ParameterValue> read_parameters(const Reading& reading,
                                                          const Node& owner);
/// Makes them what a workflow takes, inputs: they have no place there, and one that is given is
/// noted with this severity. `giver` is who hands them over: `step s`.
void take_as_inputs(const Reading& reading,
                    std::vector<ParameterValue>& parameters,
                    std::string_view giver,
                    Severity severity);
/// Notes parameters without a place, which a step that calls no workflow must give.
void check_places(const Reading& reading, const Step& step);
/// Puts the inherited parameters that the step does not override behind its own and compares them
/// with what its operation declares. `step_node` is where problems are noted.
void merge_parameters(const Reading& reading,
                      Step& step,
                      const std::vector<ParameterValue>& inherited,
                      const Node& step_node);

/// Reads `requestBody` of a step that calls an operation.
[[nodiscard]] std::optional<Body> read_body(const Reading& reading,
                                            const Node& step_node,
                                            const Operation* operation);

/// Reads `x-security` of a step or workflow. `api` is the document of the step's operation, null of
/// a workflow.
[[nodiscard]] std::vector<StepCredential> read_security(const Reading& reading,
                                                        const Node& owner,
                                                        const ApiDocument* api);
/// Reads those of a step, and puts the inherited ones of other places behind them. A parameter goes
/// before both.
void merge_security(const Reading& reading,
                    const Node& step_node,
                    Step& step,
                    const std::vector<StepCredential>& inherited);

/// Reads the replacements of a request body, leaving out the unusable.
[[nodiscard]] std::vector<Replacement> read_replacements(const Reading& reading, const Node& body);

/// Reads the body of a step that calls no known operation, so that it is never sent: one about
/// messages, or of a source that is not there.
[[nodiscard]] std::optional<Body> read_message(const Reading& reading, const Node& step_node);
/// Notes where `action` and `correlationId` are not as steps about messages have them, or other
/// steps do.
void check_message_keys(const Reading& reading, const Node& step_node, const Step& step);

/// Reads actions under `key` (onSuccess, failureActions, ...).
[[nodiscard]] std::vector<Action> read_actions(const Reading& reading,
                                               const Node& owner,
                                               std::string_view key);
/// Returns a step's actions followed by the inherited ones of other names.
[[nodiscard]] std::vector<Action> merge_actions(std::vector<Action> own,
                                                const std::vector<Action>& inherited);

/// Reads `x-ct-sse` and `x-ct-background` of a step, nothing if it has none.
[[nodiscard]] std::optional<StreamRules> read_stream_rules(const Reading& reading,
                                                           const Node& step_node);
[[nodiscard]] std::optional<Background> read_background(const Reading& reading,
                                                        const Node& step_node);
/// Notes where a step that has been read cannot have them.
void check_stream_keys(const Reading& reading, const Node& step_node, const Step& step);

/// Reads `inputs` into the workflow: names, defaults and the schema that given inputs must fit.
void read_inputs(const Reading& reading, const Node& workflow_node, Workflow& workflow);

/// Reads a step. `inherited` gives what its workflow hands down.
struct Inherited {
    std::vector<ParameterValue> parameters;
    std::vector<Action> on_success;
    std::vector<Action> on_failure;
    std::vector<StepCredential> credentials;
};
[[nodiscard]] Step read_step(const Reading& reading, const Node& node, const Inherited& inherited);
[[nodiscard]] Workflow read_workflow(const Reading& reading, const Node& node);

/// Returns the name of a workflow of this document, or of one of a source of type arazzo; "" where
/// there is no such source, which is noted. Whether the workflow is there is seen later.
[[nodiscard]] std::string workflow_name(const Reading& reading, const Node& node);

/// Returns the id of the step that an entry of a step's `dependsOn` names: `$steps.ID`, as the
/// published schema has it, or the id alone, as its text does.
[[nodiscard]] std::string step_depended_on(const std::string& written);

/// Returns the step of another workflow that such an entry names: `$workflows.W.steps.ID` or
/// `$sourceDescriptions.NAME.W.steps.ID`; nothing if it names none. Source: Arazzo 1.1, "Step
/// Object".
[[nodiscard]] std::optional<StepElsewhere> step_elsewhere(std::string_view written);

}  // namespace plumbline::workflow
