#include "reports/failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace plumbline::reports {
namespace {

bool is_failure(Verdict verdict) {
    return verdict == Verdict::kFailed || verdict == Verdict::kNotRun;
}

std::string place_of(const StepResult& step, const Finding& finding) {
    if (finding.where.file != step.where.file) return step.id;
    return fmt::format("{}+{}", step.id, finding.where.line - step.where.line);
}

std::vector<FailureKey> keys_of(const ScenarioResult& scenario,
                                const StepResult& step,
                                const Finding& finding) {
    FailureKey key{scenario.name, "", finding.code, place_of(step, finding)};
    if (finding.requirements.empty()) return {key};
    std::vector<FailureKey> keys;
    for (const std::string& id : finding.requirements) {
        key.requirement = id;
        keys.push_back(key);
    }
    return keys;
}

FailureKey key_of_not_run(const ScenarioResult& scenario) {
    return {scenario.name, "", std::string(to_text(Verdict::kNotRun)), ""};
}

/// Calls `visit` with each finding that is a failure, and its step.
template <typename Scenario, typename Visit>
void visit_failures(Scenario& scenario, const Visit& visit) {
    for (auto& step : scenario.steps) {
        for (auto& finding : step.findings) {
            if (is_failure(finding.verdict)) visit(step, finding);
        }
    }
}

}  // namespace

std::vector<Failure> failures_of(const RunResult& result) {
    std::vector<Failure> failures;
    for (const ScenarioResult& scenario : result.scenarios) {
        const std::size_t before = failures.size();
        visit_failures(scenario, [&](const StepResult& step, const Finding& finding) {
            for (FailureKey& key : keys_of(scenario, step, finding))
                failures.push_back(
                    {std::move(key),
                     fmt::format("expected {}, got {}", finding.expected, finding.got)});
        });
        if (failures.size() == before && scenario.verdict == Verdict::kNotRun)
            failures.push_back({key_of_not_run(scenario), scenario.reason});
    }
    return failures;
}

Result<void> check_comparable(const RunResult& result) {
    std::string found;
    std::string fix = "use the result of a run that ended";
    if (result.interrupted) found = "an interrupted run";
    if (result.target_unreachable) found = "a run without a response from the target";
    if (result.shard) {
        found = fmt::format("shard {} of {}", result.shard->number, result.shard->count);
        fix = "merge all shards first (plumbline report merge)";
    }
    if (found.empty()) return {};
    return fail(ErrorCode::kInvalid,
                fmt::format("found the result of {}, expected that of a whole run", found),
                {},
                {fix});
}

void mark_known(const RunResult& former, const std::string& file, RunResult& result) {
    std::set<FailureKey> known;
    for (Failure& one : failures_of(former)) known.insert(std::move(one.key));
    const auto is_known = [&](const FailureKey& key) { return known.contains(key); };
    for (ScenarioResult& scenario : result.scenarios) {
        bool has_failure = false;
        bool has_new = false;
        visit_failures(scenario, [&](const StepResult& step, Finding& finding) {
            finding.known = std::ranges::all_of(keys_of(scenario, step, finding), is_known);
            has_failure = true;
            has_new = has_new || !finding.known;
        });
        if (!is_failure(scenario.verdict)) continue;
        scenario.known = has_failure ? !has_new : is_known(key_of_not_run(scenario));
    }
    result.baseline = file;
}

}  // namespace plumbline::reports
