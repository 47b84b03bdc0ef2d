#include "reports/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace plumbline::reports {
namespace {

// In the order of the enumerators, which is also the order of the summary line.
constexpr std::array<std::string_view, kVerdictCount> kVerdictNames = {
    "passed", "failed", "warned", "deviated", "fixed", "observed", "skipped", "not_run"};

constexpr std::size_t kMaxNoteBytes = 1000;

}  // namespace

std::string_view to_text(Verdict verdict) {
    return kVerdictNames[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> parse_verdict(std::string_view text) {
    for (std::size_t i = 0; i < kVerdictNames.size(); ++i) {
        if (kVerdictNames[i] == text) return static_cast<Verdict>(i);
    }
    return std::nullopt;
}

bool fails_run(Verdict verdict) {
    return verdict == Verdict::kFailed || verdict == Verdict::kFixed || verdict == Verdict::kNotRun;
}

void add_note(Finding& finding, std::string_view note) {
    if (finding.note.size() + note.size() > kMaxNoteBytes) return;
    if (!finding.note.empty()) finding.note += "; ";
    finding.note += note;
}

int VerdictCounts::total() const {
    return std::accumulate(counts.begin(), counts.end(), 0);
}

VerdictCounts RunResult::verdict_counts() const {
    VerdictCounts tally;
    for (const ScenarioResult& scenario : scenarios) tally.add(scenario.verdict);
    return tally;
}

bool RunResult::verified_nothing() const {
    const auto holds = [](const StepResult& step) {
        return !step.cleanup && (step.verdict == Verdict::kPassed ||
                                 step.verdict == Verdict::kObserved || !step.verified.empty());
    };
    return std::none_of(scenarios.begin(), scenarios.end(), [&](const ScenarioResult& scenario) {
        return scenario.verdict == Verdict::kPassed || scenario.verdict == Verdict::kObserved ||
               std::any_of(scenario.steps.begin(), scenario.steps.end(), holds);
    });
}

CoverageCounts RunResult::coverage_counts() const {
    struct CountedOutcome {
        std::string_view outcome;
        int CoverageCounts::*count;
    };
    constexpr std::array kOutcomes{CountedOutcome{"verified", &CoverageCounts::verified},
                                   CountedOutcome{"failed", &CoverageCounts::failed},
                                   CountedOutcome{"warned", &CoverageCounts::warned},
                                   CountedOutcome{"deviated", &CoverageCounts::deviated},
                                   CountedOutcome{"observed", &CoverageCounts::observed},
                                   CountedOutcome{"not_exercised", &CoverageCounts::not_exercised}};
    CoverageCounts counts;
    for (const RequirementResult& requirement : requirements) {
        for (const CountedOutcome& one : kOutcomes) {
            if (requirement.outcome != one.outcome) continue;
            ++(counts.*one.count);
            ++counts.checkable;
        }
    }
    return counts;
}

std::vector<MissingCoverage> RunResult::missing_coverage() const {
    std::vector<MissingCoverage> all;
    for (const RequirementResult& requirement : requirements) {
        if (requirement.outcome != "not_exercised") continue;
        const std::string& reason =
            requirement.missing.empty() ? requirement.reason : requirement.missing;
        auto found = std::find_if(
            all.begin(), all.end(), [&](const auto& one) { return one.reason == reason; });
        if (found == all.end()) found = all.insert(found, {reason, {}, 0});
        found->requirements.push_back(requirement.id);
    }
    for (MissingCoverage& one : all) {
        one.scenarios = static_cast<int>(
            std::count_if(scenarios.begin(), scenarios.end(), [&](const auto& scenario) {
                return scenario.reason == one.reason;
            }));
    }
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.requirements.size() > b.requirements.size();
    });
    return all;
}

int RunResult::exit_code() const {
    if (target_unreachable) return 3;
    const bool conforms = std::none_of(scenarios.begin(), scenarios.end(), [](const auto& each) {
        return fails_run(each.verdict);
    });
    const bool has_stale_entry =
        std::any_of(deviations.begin(), deviations.end(), [](const DeviationResult& each) {
            return fails_run(each.status);
        });
    if (!conforms || has_stale_entry) return 1;
    if (verified_nothing()) return 2;
    const bool are_met =
        std::all_of(gates.begin(), gates.end(), [](const auto& each) { return each.met; });
    return are_met ? 0 : 1;
}

std::string summary_line(const VerdictCounts& tally) {
    std::string line;
    for (std::size_t i = 0; i < kVerdictNames.size(); ++i) {
        line += fmt::format("{}{} {}", i == 0 ? "" : ", ", tally.counts[i], kVerdictNames[i]);
    }
    return line;
}

std::string_view base_name(std::string_view scenario) {
    return scenario.substr(0, scenario.find('@'));
}

}  // namespace plumbline::reports
