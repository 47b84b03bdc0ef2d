#include "conformance/app/generated_scenarios.hpp"

#include "conformance/app/usage_error.hpp"
#include "conformance/runner/runner.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace plumbline::app {
namespace {

/// Returns the inputs that a run without a control interface has: the profile's sources, overridden
/// by the inputs given to the target. None with a control interface, as the mock creates a
/// workspace for each scenario.
std::optional<generate::TargetInputs> inputs_of(const runner::Target& target) {
    if (target.has_control()) return std::nullopt;
    Json inputs = target.sources ? *target.sources : Json::object();
    if (target.inputs.values) inputs.update(*target.inputs.values);
    return generate::TargetInputs{target.hosting, std::make_shared<const Json>(std::move(inputs))};
}

/// Returns whether a glob can match the name of a generated scenario: the text before its first
/// wildcard is a prefix of such names.
bool may_match_generated(const std::string& glob) {
    const std::string start = glob.substr(0, glob.find_first_of("*?"));
    constexpr std::size_t kEnoughPrefix =
        3;  // a short prefix match is enough, so that a misspelt name gets a suggestion
    const std::size_t shared = std::min(start.size(), kEnoughPrefix);
    return start.compare(0, shared, generate::kGeneratedFolder.substr(0, shared)) == 0;
}

bool may_select_generated(const RunCommand& command) {
    return command.only.empty() || std::ranges::any_of(command.only, may_match_generated);
}

std::string mode_of(const RunCommand& command, const runner::Target& target) {
    if (!command.generated.empty()) return command.generated;
    return command.files.empty() && target.has_control() ? "all" : "none";
}

/// Counts the create steps of workflows, including those of called workflows.
class CreateCounter {
  public:
    int count(const workflow::Workflow& workflow) {
        const auto [known, is_new] = counts_.emplace(&workflow, 0);  // a cycle counts once
        if (!is_new) return known->second;
        int creates = 0;
        for (const workflow::Step& step : workflow.steps) {
            if (step.operation && step.operation->kind == "create") ++creates;
            if (const auto* called = workflow.find_workflow(step.workflow))
                creates += count(*called);
        }
        return known->second = creates;
    }

  private:
    std::map<const workflow::Workflow*, int> counts_;
};

/// Returns the name of a scenario in the suites that was generated and written to a file; "" if
/// there is none.
std::string find_generated_scenario(const runner::Suites& suites) {
    for (const auto& suite : suites) {
        for (const workflow::Workflow& workflow : suite->workflows)
            if (workflow.name.starts_with(generate::kGeneratedFolder)) return workflow.name;
    }
    return "";
}

}  // namespace

Result<void> add_generated_for(const RunCommand& command,
                               const runner::Target& target,
                               const std::shared_ptr<const Contract>& contract,
                               LoadedSuites& loaded) {
    const std::string mode = mode_of(command, target);
    if (mode == "none" || !may_select_generated(command)) return {};
    if (mode == "all" && command.read_only) {
        return usage_error("--generated all creates deployments, --read-only forbids it",
                           "omit one of them");
    }
    if (mode == "all" && !target.has_control() &&
        (!target.allows_writes() || !command.max_creates)) {
        return usage_error(
            "--generated all creates deployments at a target without a control interface: "
            "it needs --allow-writes and --max-creates N",
            "--generated patch needs only one deployment for each source");
    }
    if (const std::string known = find_generated_scenario(loaded.suites); !known.empty()) {
        return usage_error("--generated " + mode +
                               " adds scenarios that the files contain already, such as " + known,
                           "omit --generated, or those files");
    }
    generate::GenerateOptions selection;
    selection.areas = command.areas;
    selection.target = inputs_of(target);
    if (mode == "patch") selection.kinds = {"patch"};
    const bool is_lenient = command.generated.empty() && !command.contract.documents.empty();
    workflow::Diagnostics& diagnosis = loaded.diagnosis;
    const std::size_t before = diagnosis.errors.size();
    auto added = add_generated(
        selection, contract, is_lenient ? OmissionLevel::kWarning : OmissionLevel::kError, loaded);
    if (added && diagnosis.errors.size() > before && !command.generated.empty()) {
        diagnosis.errors.push_back(
            {ErrorCode::kInvalid,
             "--generated " + command.generated + ": not all generated scenarios can be built",
             {},
             {"without that option, a run includes those that can"}});
    }
    return added;
}

Result<void> check_creates(const RunCommand& command,
                           const runner::Target& target,
                           const runner::Suites& suites,
                           const runner::RunOptions& options) {
    if (!command.max_creates || target.has_control()) return {};
    int creates = 0;
    CreateCounter count;
    for (const runner::ScenarioGroup& group : runner::scenario_groups(suites, options)) {
        for (const runner::ScheduledScenario& item : group) creates += count.count(*item.workflow);
    }
    if (creates <= *command.max_creates) return {};
    return usage_error(
        "the selected scenarios may create " + std::to_string(creates) +
            " deployments, --max-creates allows " + std::to_string(*command.max_creates),
        "raise the limit, or select fewer with --only; each deployment is deleted again");
}

}  // namespace plumbline::app
