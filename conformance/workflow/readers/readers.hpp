#pragma once
// The functions that read the parts of a suite, and their shared context.

#include "conformance/expressions/expressions.hpp"
#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems/problems.hpp"
#include "conformance/workflow/suite.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::workflow {

/// What the readers know of the document besides its nodes. Borrowed; valid during one load.
struct ReadingContext {
    const std::vector<Source>& sources;
    SchemaCompiler& input_schemas;  ///< of one document: see compiler_of_inputs
    LoadOptions options;
};

/// A keyword of a document and what it means.
template <typename Value>
struct DocumentKeyword {
    std::string_view name;
    Value value;
};

/// Returns the row of a table of keywords, or null.
template <typename Table>
[[nodiscard]] const auto* find_keyword(const Table& table, std::string_view name) {
    const auto found = std::find_if(
        std::begin(table), std::end(table), [&](const auto& row) { return row.name == name; });
    return found == std::end(table) ? nullptr : &*found;
}

/// Reports an unknown keyword, unless the structure check reports that it is not a string.
void report_unknown_keyword(const DocumentNode& node,
                            std::string_view noun,
                            const std::vector<std::string>& known);

/// Returns what a keyword means; reports an unknown one as `unknown NOUN: ...`.
template <typename Value, std::size_t kSize>
[[nodiscard]] std::optional<Value> read_keyword(const DocumentNode& node,
                                                const DocumentKeyword<Value> (&table)[kSize],
                                                std::string_view noun) {
    if (const auto* const row = find_keyword(table, node.text())) return row->value;
    report_unknown_keyword(node, noun, names_of(table, &DocumentKeyword<Value>::name));
    return {};
}

/// Reads an integer from `least` to `most` and reports one that is out of range. The structure
/// check reports other types.
[[nodiscard]] std::optional<std::int64_t> read_integer(const DocumentNode& node,
                                                       std::int64_t least,
                                                       std::int64_t most);

/// The longest time that a suite can give.
inline constexpr std::int64_t kLongestWaitInMs = 24LL * 60 * 60 * 1000;
/// Reads a time in milliseconds, from 1 to kLongestWaitInMs, in the same way.
[[nodiscard]] std::optional<std::chrono::milliseconds> read_duration(const DocumentNode& node);
/// Reads a number of events in the same way.
[[nodiscard]] std::optional<std::uint64_t> read_event_count(const DocumentNode& node,
                                                            std::int64_t least = 0);

/// An entry of a list that may be a Reusable Object.
struct ReusableEntry {
    DocumentNode node;                  ///< the object itself, or the component referred to
    std::optional<DocumentNode> value;  ///< the Reusable Object's own `value`
};

/// Resolves `reference: $components.SECTION.NAME`. Reports a problem and returns nothing if the
/// component does not exist.
[[nodiscard]] std::optional<ReusableEntry> resolve_reusable(const DocumentNode& entry,
                                                            std::string_view section);

/// Parses the expressions in a value; reports an invalid expression and returns null in its place.
[[nodiscard]] expressions::Template read_template(const DocumentNode& node);

/// Reads a Criterion Object; reports an invalid one.
[[nodiscard]] std::optional<expressions::Criterion> read_criterion(const ReadingContext& reading,
                                                                   const DocumentNode& node);
/// Reads a list of criteria without the invalid ones.
[[nodiscard]] std::vector<expressions::Criterion> read_criteria(const ReadingContext& reading,
                                                                const DocumentNode& list);

/// Reads a list of preconditions (x-ct-needs, needs) without the invalid ones. `has_stream`: the
/// step receives a stream.
[[nodiscard]] std::vector<Precondition> read_preconditions(const ReadingContext& reading,
                                                           const DocumentNode& list,
                                                           bool has_stream);
/// Reports preconditions in steps that cannot have them, or that other rules of the step
/// contradict.
void check_preconditions(const DocumentNode& step_node, const Step& step);

/// Reads `outputs` of a step or workflow.
[[nodiscard]] std::vector<OutputDefinition> read_outputs(const DocumentNode& outputs);

/// Reads the parameters of a workflow or step as they are written.
[[nodiscard]] std::vector<ParameterValue> read_parameters(const DocumentNode& list);
/// Converts parameters to inputs of a workflow. Inputs have no location: a location is reported
/// with `severity`. `caller` names the step or action that passes them: `step s`.
void convert_to_inputs(ProblemCollector& problems,
                       std::vector<ParameterValue>& parameters,
                       std::string_view caller,
                       ProblemSeverity severity);
/// Reports parameters without a location in a step that does not call a workflow.
void check_parameter_locations(ProblemCollector& problems, const Step& step);
/// Appends the inherited parameters that the step does not override to its own and compares them
/// with the declarations of its operation. Problems are reported at `step_node`.
void merge_parameters(const DocumentNode& step_node,
                      Step& step,
                      const std::vector<ParameterValue>& inherited);

/// Reads `requestBody` of a step that calls an operation.
[[nodiscard]] std::optional<StepBody> read_body(const DocumentNode& node,
                                                const Operation* operation);
/// Reads the body of a step without a known operation, which is never sent: one about messages, or
/// one with an unavailable source.
[[nodiscard]] std::optional<StepBody> read_message_body(const DocumentNode& node);

/// Reads `x-security` of a step or workflow. `api` is the document of the step's operation, null
/// for a workflow.
[[nodiscard]] std::vector<StepCredential> read_security(const ReadingContext& reading,
                                                        const DocumentNode& list,
                                                        const ApiDocument* api);
/// Reads the credentials of a step and appends the inherited ones for other locations. A parameter
/// takes precedence over both.
void merge_security(const ReadingContext& reading,
                    const DocumentNode& step_node,
                    Step& step,
                    const std::vector<StepCredential>& inherited);

/// Reads a list of actions (onSuccess, failureActions, ...).
[[nodiscard]] std::vector<Action> read_actions(const ReadingContext& reading,
                                               const DocumentNode& list);
/// Returns a step's actions followed by the inherited ones with other names.
[[nodiscard]] std::vector<Action> merge_actions(std::vector<Action> own,
                                                const std::vector<Action>& inherited);

/// Reads `x-ct-sse` and `x-ct-background` of a step; returns nothing if it has none.
[[nodiscard]] std::optional<StreamRules> read_stream_rules(const ReadingContext& reading,
                                                           const DocumentNode& node);
[[nodiscard]] std::optional<BackgroundOptions> read_background(const DocumentNode& node);
/// Reports these keys in steps that cannot have them.
void check_stream_keys(const DocumentNode& step_node, const Step& step);

/// Returns the compiler of the schemas that the workflows of a document declare under `inputs`.
[[nodiscard]] SchemaCompiler compiler_of_inputs(const DocumentNode& root);
/// Reads `inputs` into the workflow: names, defaults and the schema that validates them.
void read_inputs(const ReadingContext& reading, const DocumentNode& schema, Workflow& workflow);

/// The parts that a workflow passes to every step.
struct WorkflowDefaults {
    std::vector<ParameterValue> parameters;
    std::vector<Action> on_success;
    std::vector<Action> on_failure;
    std::vector<StepCredential> credentials;
};
/// Reads a step; `inherited` are the defaults of its workflow.
[[nodiscard]] Step read_step(const ReadingContext& reading,
                             const DocumentNode& node,
                             const WorkflowDefaults& inherited);
[[nodiscard]] Workflow read_workflow(const ReadingContext& reading, const DocumentNode& node);

/// Returns the name of a workflow in this document or in a source of type arazzo; "" if there is no
/// such source, which is reported. A later check finds out whether the workflow exists.
[[nodiscard]] std::string read_workflow_name(const ReadingContext& reading,
                                             const DocumentNode& node);

/// Returns the id of the step that an entry of a step's `dependsOn` names: `$steps.ID`, as in the
/// published schema, or the id alone, as in the text of the standard.
[[nodiscard]] std::string parse_step_dependency(const std::string& written);

/// Returns the step of another workflow that such an entry names: `$workflows.W.steps.ID` or
/// `$sourceDescriptions.NAME.W.steps.ID`; nothing if it names none.
/// Source: Arazzo 1.1, "Step Object".
[[nodiscard]] std::optional<ExternalStep> parse_external_step(std::string_view written);

}  // namespace plumbline::workflow
