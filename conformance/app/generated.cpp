#include "conformance/app/generated.hpp"

#include "conformance/app/target_of.hpp"
#include "conformance/runner/grouping.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace plumbline::app {
namespace {

/// Returns what a run without control interface finds at its target: the profile's sources, and the
/// user's inputs before them. None where a mock makes a world of its own for each scenario.
std::optional<generate::TargetInputs> inputs_of(const RunCommand& command,
                                                const runner::Target& target) {
    if (target.has_control()) return std::nullopt;
    Json inputs = target.sources ? *target.sources : Json::object();
    if (const auto given = read_inputs(command.inputs)) inputs.update(**given);
    return generate::TargetInputs{target.hosting, std::make_shared<const Json>(std::move(inputs))};
}

/// Says whether a glob could fit a generated name: what it says before its first wildcard is what
/// such names begin with.
bool may_be_generated(const std::string& glob) {
    const std::string start = glob.substr(0, glob.find_first_of("*?"));
    constexpr std::size_t kTelling = 3;  // a misspelt one is to be told what is near
    const std::size_t shared = std::min(start.size(), kTelling);
    return start.compare(0, shared, generate::kFolder.substr(0, shared)) == 0;
}

bool may_be_selected(const RunCommand& command) {
    return command.only.empty() ||
           std::any_of(command.only.begin(), command.only.end(), may_be_generated);
}

std::string mode_of(const RunCommand& command, const runner::Target& target) {
    if (!command.generated.empty()) return command.generated;
    return command.files.empty() && target.has_control() ? "all" : "none";
}

/// Counts the creates of workflows, those of the workflows that they call included.
class Creates {
  public:
    int of(const workflow::Workflow& workflow) {
        const auto [known, is_new] = counts_.emplace(&workflow, 0);  // a circle counts once
        if (!is_new) return known->second;
        int creates = 0;
        for (const workflow::Step& step : workflow.steps) {
            if (step.operation && step.operation->kind == "create") ++creates;
            if (const auto* called = workflow.other(step.workflow)) creates += of(*called);
        }
        return known->second = creates;
    }

  private:
    std::map<const workflow::Workflow*, int> counts_;
};

/// Returns a scenario in the suites that is a generated one, written to a file; "" if none is.
std::string written_before(const runner::Suites& suites) {
    for (const auto& suite : suites) {
        for (const workflow::Workflow& workflow : suite->workflows)
            if (workflow.name.starts_with(generate::kFolder)) return workflow.name;
    }
    return "";
}

}  // namespace

Result<void> add_generated_for(const RunCommand& command,
                               const runner::Target& target,
                               const std::shared_ptr<const Contract>& contract,
                               LoadedSuites& loaded) {
    const std::string mode = mode_of(command, target);
    if (mode == "none" || !may_be_selected(command)) return {};
    if (mode == "all" && command.read_only) {
        return fail(ErrorCode::kUsage,
                    "--generated all creates deployments, --read-only forbids it",
                    {},
                    {"leave out one of them"});
    }
    if (mode == "all" && !target.has_control() &&
        (!target.may_be_written() || !command.max_creates)) {
        return fail(ErrorCode::kUsage,
                    "--generated all creates deployments at a target without control interface: it "
                    "needs --allow-writes and --max-creates N",
                    {},
                    {"--generated patch needs one deployment for each source only"});
    }
    if (const std::string known = written_before(loaded.suites); !known.empty()) {
        return fail(ErrorCode::kUsage,
                    "--generated " + mode + " adds what the files hold already, such as " + known,
                    {},
                    {"leave out --generated, or those files"});
    }
    generate::Selection selection;
    selection.areas = command.areas;
    selection.target = inputs_of(command, target);
    if (mode == "patch") selection.kinds = {"patch"};
    const bool is_lenient = command.generated.empty() && !command.documents.empty();
    workflow::Diagnosis& diagnosis = loaded.diagnosis;
    const std::size_t before = diagnosis.errors.size();
    auto added = add_generated(
        selection, contract, is_lenient ? LeftOut::kWarning : LeftOut::kError, loaded);
    if (added && diagnosis.errors.size() > before && !command.generated.empty()) {
        diagnosis.errors.push_back(
            {ErrorCode::kInvalid,
             "--generated " + command.generated + ": not all generated scenarios can be made",
             {},
             {"without that option a run plays those that can"}});
    }
    return added;
}

Result<void> check_creates(const RunCommand& command,
                           const runner::Target& target,
                           const runner::Suites& suites,
                           const runner::RunOptions& options) {
    if (!command.max_creates || target.has_control()) return {};
    int creates = 0;
    Creates count;
    for (const runner::Group& group : runner::groups_of(suites, options)) {
        for (const runner::Item& item : group) creates += count.of(*item.workflow);
    }
    if (creates <= *command.max_creates) return {};
    return fail(ErrorCode::kUsage,
                "the selected scenarios may create " + std::to_string(creates) +
                    " deployments, --max-creates allows " + std::to_string(*command.max_creates),
                {},
                {"allow more, or choose fewer with --only; each is deleted again"});
}

}  // namespace plumbline::app
