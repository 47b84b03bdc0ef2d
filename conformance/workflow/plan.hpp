#pragma once
// The plan: a suite ready to be played. The runner knows this and no Arazzo.

#include "conformance/expressions/criterion.hpp"
#include "conformance/expressions/expression.hpp"
#include "conformance/expressions/query.hpp"
#include "conformance/expressions/xpath.hpp"
#include "conformance/workflow/credentials.hpp"
#include "conformance/workflow/field_encoding.hpp"
#include "conformance/workflow/stream_rules.hpp"
#include "spec/contract/contract.hpp"
#include "spec/schema/schema.hpp"

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// A criterion of a step and the requirements it verifies.
struct Check {
    expressions::Criterion criterion;
    std::vector<std::string> verifies;  ///< its own x-ct-verifies; empty: the step's
};

/// Something that is recorded and never fails: the answer to an open question, or a value that
/// tells which way a target goes where the description contradicts itself. It has one of the two.
struct Observation {
    std::string question;  ///< ledger id or free text
    std::string note;
    std::optional<expressions::Criterion> criterion;
    std::optional<expressions::Template> value;
    SourceRef where;
};

/// A parameter of a step. Without a place it is an input of the called workflow.
struct ParameterValue {
    std::string name;
    std::optional<ParameterPlace> place;
    expressions::Template value;
    SourceRef where;
    bool handed_down = false;  ///< the workflow's: every step gets it, whether it has a use for it
};

/// A change made to the payload after its expressions are replaced.
struct Replacement {
    std::string target;  ///< JSON pointer, unless there is a query
    expressions::Template value;
    SourceRef where;
    std::optional<expressions::Query> query = std::nullopt;      ///< all that it selects is changed
    std::optional<expressions::XPathText> xpath = std::nullopt;  ///< unsupported
};

struct Body {
    std::string content_type;  ///< "": the operation's
    expressions::Template payload;
    /// The payload was written as a string: when its value is a string that goes out verbatim, not
    /// as JSON (so malformed JSON can be sent); any other value goes out as JSON.
    bool is_text = false;
    std::vector<Replacement> replacements;
    SourceRef where;
    FieldEncodings encodings{};  ///< of the fields, where it is a form
};

enum class ActionKind { kEnd, kGoto, kRetry };

/// A retry of so many tries waits for something to become true: it polls, and a target's own
/// polling takes the place of its numbers. A smaller limit is meant as it stands.
inline constexpr int kLeastPollLimit = 10;

/// What follows a step. Exactly one of `step`, `workflow` or neither is set.
struct Action {
    std::string name;
    ActionKind kind = ActionKind::kEnd;
    std::string step;
    std::string workflow;
    std::string skip_reason;  ///< x-ct-skip: why what ends here has shown nothing
    std::chrono::milliseconds retry_after{0};
    int retry_limit = 1;
    std::vector<ParameterValue> parameters;  ///< inputs of `workflow`
    std::vector<expressions::Criterion> criteria;
    SourceRef where;

    [[nodiscard]] bool is_poll() const {
        return kind == ActionKind::kRetry && retry_limit >= kLeastPollLimit;
    }
};

/// A named value kept from a step or workflow.
struct Output {
    std::string name;
    expressions::Template value;
    SourceRef where;
};

/// A step of another workflow that a step waits for.
struct StepElsewhere {
    std::string workflow;  ///< see Suite::find_workflow
    std::string step;
    SourceRef where;
};

struct Step {
    std::string id;
    std::string description;
    const Operation* operation = nullptr;     ///< one of operation and workflow is set, or neither
    std::shared_ptr<const ApiDocument> api;   ///< owner of the operation
    std::string source;                       ///< source description it was named through
    std::string server_url;                   ///< that source's x-serverUrl
    std::string workflow;                     ///< the called workflow, see Suite::find_workflow
    std::vector<ParameterValue> parameters;   ///< workflow's and step's, merged
    std::vector<StepCredential> credentials;  ///< x-security, the workflow's behind the step's
    std::optional<Body> body;
    std::optional<std::chrono::milliseconds> timeout;
    std::vector<Check> success_criteria;
    std::vector<Action> on_success;  ///< step's, then the inherited of other names
    std::vector<Action> on_failure;
    std::vector<Output> outputs;
    std::vector<std::string> verifies;      ///< x-ct-verifies
    std::vector<Observation> observations;  ///< x-ct-observe
    bool finally = false;                   ///< x-ct-finally
    std::vector<std::string> depends_on;    ///< earlier steps that must have ended
    std::vector<StepElsewhere> waits_for;   ///< unsupported
    std::optional<StreamRules> sse;         ///< x-ct-sse
    std::optional<Background> background;   ///< x-ct-background
    /// What it uses that is not supported: then it is not played, and says so. Of a step without
    /// operation and workflow there is something.
    std::vector<Error> unsupported;
    SourceRef where;
};

/// An input a workflow declares (a property of its `inputs` schema).
struct Input {
    std::string name;
    bool required = false;
    bool secret = false;       ///< format: password
    SharedJson default_value;  ///< null pointer: none
};

struct Suite;

/// An entry of a workflow's dependsOn.
struct Dependency {
    std::string workflow;  ///< as it is named there: see Workflow::other
    SourceRef where;
};

struct Workflow {
    /// The suite that it is defined in: what its expressions see is that one's. Set once the suite
    /// stays where it is, and lives as long.
    const Suite* suite = nullptr;
    std::string id;
    std::string name;  ///< the scenario's: x-ct-name, or `<suite>/<workflowId>`
    std::string summary;
    std::string area;  ///< of the first operation's document
    std::vector<Input> inputs;
    bool open_inputs = false;  ///< the schema speaks of inputs that it does not name
    std::optional<Schema>
        inputs_schema;  ///< what given inputs must fit; none if nothing is declared
    std::vector<Dependency> depends_on;
    std::vector<Step> steps;
    std::vector<Output> outputs;
    std::vector<std::string> needs;  ///< capabilities: `control` if a step uses the control source
    bool callable_only =
        false;  ///< only reached through workflowId steps or goto; not run by itself
    SourceRef where;

    /// Returns the ids of the requirements that its steps, criteria and observations name, sorted.
    [[nodiscard]] std::vector<std::string> named_requirements() const;
    /// Returns the index of the step, or nothing.
    [[nodiscard]] std::optional<std::size_t> find_step(std::string_view step_id) const;
    /// Returns the workflow that this one calls, goes to or depends on by such a name, or nothing.
    [[nodiscard]] const Workflow* other(std::string_view named) const;
};

/// An entry of sourceDescriptions.
struct Source {
    std::string name;
    std::string url;                         ///< as written
    std::string type;                        ///< openapi, arazzo or asyncapi
    std::shared_ptr<const ApiDocument> api;  ///< null unless it is of type openapi
    const Suite* suite = nullptr;            ///< of type arazzo, once used; lives with its user
    std::string server_url;                  ///< x-serverUrl, "" if not given
    SourceRef where;
};

/// A workflow of another document: `$sourceDescriptions.NAME.ID`.
struct ForeignWorkflow {
    std::string source;
    std::string id;
};

/// Takes such a name apart; nothing if it is the id of a workflow of the same document.
[[nodiscard]] std::optional<ForeignWorkflow> foreign_workflow(std::string_view named);

/// One loaded suite file. A pointer to it keeps the suites of its sources as well. Thread:
/// immutable.
struct Suite {
    std::string name;  ///< file name without `.arazzo.yaml`
    std::string file;
    std::string title;
    std::string self;       ///< $self, "" if not given
    SharedJson components;  ///< $components; never null
    std::vector<Source> sources;
    std::vector<Workflow> workflows;
    std::vector<Error> warnings;  ///< what the strict lint refuses and a run tolerates

    /// Returns the workflow of this id, or that of a source named `$sourceDescriptions.NAME.ID`.
    [[nodiscard]] const Workflow* find_workflow(std::string_view wanted) const;
    [[nodiscard]] const Source* find_source(std::string_view wanted) const;
    /// Returns this suite and all that its sources lead to, each once.
    [[nodiscard]] std::vector<const Suite*> with_sources() const;
};

}  // namespace plumbline::workflow
