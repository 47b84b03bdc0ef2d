#pragma once
// A loaded suite, ready to run. The runner uses only these types: the Arazzo document has been
// read.

#include "conformance/expressions/expressions.hpp"
#include "conformance/workflow/body_format.hpp"
#include "conformance/workflow/field_encoding.hpp"
#include "conformance/workflow/model/precondition.hpp"
#include "conformance/workflow/model/step_credential.hpp"
#include "conformance/workflow/model/stream_rules.hpp"
#include "spec/contract/contract.hpp"
#include "spec/schema/schema.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// A criterion of a step and the requirements that it verifies.
struct SuccessCriterion {
    expressions::Criterion criterion;
    std::vector<std::string> verifies;  ///< its own x-ct-verifies; if empty, the step's
    std::vector<Precondition> needs{};  ///< x-ct-needs: if one is not met, the
                                        ///< criterion is skipped
};

/// An observation, which is recorded and never fails: it shows what a target does where the
/// description leaves a question open or has two contradicting statements. It has either a
/// criterion or a value.
struct StepObservation {
    std::string question;  ///< ledger id or free text
    std::string note;
    std::optional<expressions::Criterion> criterion;
    std::optional<expressions::Template> value;
    SourceRef where;
};

/// A parameter of a step. Without a location it is an input of the called workflow.
struct ParameterValue {
    std::string name;
    std::optional<ParameterLocation> location;
    expressions::Template value;
    SourceRef where;
    bool is_inherited = false;  ///< inherited from the workflow, which passes it to every step
};

/// A change of the payload after its expressions are replaced.
struct PayloadReplacement {
    std::string target;  ///< JSON pointer, unless there is a query
    expressions::Template value;
    SourceRef where;
    std::optional<expressions::JsonPathTemplate> query =
        std::nullopt;  ///< all selected nodes are changed
    std::optional<expressions::XPathTemplate> xpath = std::nullopt;  ///< unsupported
};

struct StepBody {
    std::string content_type;  ///< if empty, the first content type of the operation
    expressions::Template payload;
    /// The payload was written as a string: a string value is sent verbatim, not as JSON (so
    /// malformed JSON can be sent); any other value is sent as JSON.
    bool is_text = false;
    std::vector<PayloadReplacement> replacements;
    SourceRef where;
    FieldEncodings encodings{};  ///< encodings of the fields of a form
};

enum class ActionType { kEnd, kGoto, kRetry };

/// A retry action with a retryLimit of at least this is a poll: the polling settings of the target
/// replace its retryAfter and retryLimit. A smaller limit repeats a failed attempt, as written.
inline constexpr int kMinPollLimit = 10;

/// An action after a step. At most one of `step` and `workflow` is set.
struct Action {
    std::string name;
    ActionType type = ActionType::kEnd;
    std::string step;
    std::string workflow;
    std::string skip_reason;  ///< x-ct-skip: why a workflow that ends here counts as skipped
    std::chrono::milliseconds retry_after{0};
    int retry_limit = 1;
    std::vector<ParameterValue> parameters;  ///< inputs of `workflow`
    std::vector<expressions::Criterion> criteria;
    SourceRef where;

    [[nodiscard]] bool is_poll() const {
        return type == ActionType::kRetry && retry_limit >= kMinPollLimit;
    }
};

/// A named value of a step or workflow.
struct OutputDefinition {
    std::string name;
    expressions::Template value;
    SourceRef where;
};

/// A step of another workflow that a step waits for.
struct ExternalStep {
    std::string workflow;  ///< see Suite::find_workflow
    std::string step;
    SourceRef where;
};

struct Step {
    std::string id;
    std::string description;
    const Operation* operation = nullptr;     ///< not set if it calls a workflow; see unsupported
    std::shared_ptr<const ApiDocument> api;   ///< owner of the operation
    std::string source;                       ///< source description that names it
    std::string server_url;                   ///< that source's x-serverUrl
    std::string workflow;                     ///< the called workflow, see Suite::find_workflow
    std::vector<ParameterValue> parameters;   ///< merged from the workflow and the step
    std::vector<StepCredential> credentials;  ///< x-security: the step's, then the workflow's
    std::optional<StepBody> body;
    std::optional<std::chrono::milliseconds> timeout;
    std::vector<SuccessCriterion> success_criteria;
    std::vector<Action> on_success;  ///< the step's, then the inherited ones with other names
    std::vector<Action> on_failure;
    std::vector<OutputDefinition> outputs;
    std::vector<std::string> verifies;            ///< x-ct-verifies
    std::vector<StepObservation> observations;    ///< x-ct-observe
    std::vector<Precondition> needs{};            ///< x-ct-needs
    bool finally = false;                         ///< x-ct-finally
    std::vector<std::string> depends_on;          ///< earlier steps that must have ended
    std::vector<ExternalStep> waits_for;          ///< unsupported
    std::optional<StreamRules> sse;               ///< x-ct-sse
    std::optional<BackgroundOptions> background;  ///< x-ct-background: runs beside later steps
    std::optional<SoonAfter> soon_after;  ///< x-ct-soon-after: has to be sent soon after a step
    std::string shared;  ///< x-ct-shared: scenarios with this text share the created resource
    /// The unsupported features that it uses: then it is not run and reports them. A step has
    /// neither operation nor workflow only if it has such a feature.
    std::vector<Error> unsupported;
    SourceRef where;

    /// Returns the ids of the requirements that the step, its criteria and its stream rules name,
    /// sorted.
    [[nodiscard]] std::vector<std::string> named_requirements() const;
};

/// An input that a workflow declares (a property of its `inputs` schema).
struct WorkflowInput {
    std::string name;
    bool required = false;
    bool secret = false;       ///< format: password
    SharedJson default_value;  ///< null if there is none
    /// Names of members of format password, at any depth of its value.
    std::vector<std::string> secret_members{};
    bool takes_text = true;  ///< its schema has no type, or one that texts have
};

struct Suite;

/// The indexes of a list's elements by their ids; of several with one id, the first.
using IndexById = std::map<std::string, std::size_t, std::less<>>;

/// An entry of a workflow's dependsOn.
struct WorkflowDependency {
    std::string workflow;  ///< name of the workflow as written: see Workflow::find_workflow
    SourceRef where;
};

struct Workflow {
    /// The suite that defines it and whose names its expressions use. Borrowed: the suite owns this
    /// workflow.
    const Suite* suite = nullptr;
    std::string id;
    std::string name;  ///< name of the scenario: x-ct-name, or `<suite>/<workflowId>`
    std::string summary;
    std::string area;  ///< name of the first operation's document
    std::vector<WorkflowInput> inputs;
    bool open_inputs = false;  ///< the schema allows inputs that it does not name
    std::optional<Schema>
        inputs_schema;  ///< validates given inputs; none if no inputs are declared
    std::vector<WorkflowDependency> depends_on;
    std::vector<Step> steps;
    IndexById step_index;
    std::vector<OutputDefinition> outputs;
    std::vector<std::string> needs;  ///< `control` if a step calls the control interface
    bool callable_only = false;      ///< run only through workflowId steps or goto
    SourceRef where;

    /// Returns the ids of the requirements that its steps, criteria and observations name, sorted.
    [[nodiscard]] std::vector<std::string> named_requirements() const;
    /// Appends a step.
    void add_step(Step step);
    /// Returns the index of the step, or nothing.
    [[nodiscard]] std::optional<std::size_t> find_step(std::string_view step_id) const;
    /// Returns the workflow that this one calls, goes to or depends on by this name, or null.
    [[nodiscard]] const Workflow* find_workflow(std::string_view workflow_name) const;
    /// Returns the names of the workflows that its steps call and its actions go to, as in the
    /// document.
    [[nodiscard]] std::vector<std::string> next_workflows() const;
    /// Returns this workflow and all that its steps and actions can lead to, each once.
    [[nodiscard]] std::vector<const Workflow*> with_called() const;
};

/// An entry of sourceDescriptions.
struct Source {
    std::string name;
    std::string url;                         ///< URL as written
    std::string type;                        ///< openapi, arazzo or asyncapi
    std::shared_ptr<const ApiDocument> api;  ///< null unless it is of type openapi
    const Suite* suite = nullptr;  ///< suite of a source of type arazzo, if used; lives as long as
                                   ///< the suite that uses it
    std::string server_url;        ///< x-serverUrl, "" if not given
    bool failed = false;           ///< its error is reported; steps that use it add no other
    SourceRef where;
};

/// A workflow of another document: `$sourceDescriptions.NAME.ID`.
struct ForeignWorkflow {
    std::string source;
    std::string id;
};

/// Parses such a name; nothing if it is the id of a workflow of the same document.
[[nodiscard]] std::optional<ForeignWorkflow> parse_foreign_workflow(std::string_view workflow_name);

/// One loaded suite file. A shared pointer to it also keeps the suites of its sources alive.
/// Thread-safe: immutable.
struct Suite {
    std::string name;  ///< file name without `.arazzo.yaml`
    std::string file;
    std::string title;
    std::string self;       ///< $self, "" if not given
    SharedJson components;  ///< $components; never null
    std::vector<Source> sources;
    std::vector<Workflow> workflows;
    IndexById workflow_index;
    std::vector<Error> warnings;  ///< what lint reports as errors and a run accepts

    /// Appends a workflow.
    void add_workflow(Workflow workflow);
    /// Returns the workflow with this id, or that of a source named `$sourceDescriptions.NAME.ID`.
    [[nodiscard]] const Workflow* find_workflow(std::string_view workflow_name) const;
    [[nodiscard]] const Source* find_source(std::string_view source_name) const;
    /// Returns this suite and all that are reachable through its sources, without duplicates.
    [[nodiscard]] std::vector<const Suite*> with_sources() const;
};

/// Returns the parts of the schemas of a suite's operations that cannot be judged, each once, with
/// its position and the reason. The contract's own documents have none. A schema that cannot be
/// used at all is one part.
[[nodiscard]] std::vector<Error> unjudged_parts(const Suite& suite);

}  // namespace plumbline::workflow
