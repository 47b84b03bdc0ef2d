#include "reports/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace plumbline::reports {
namespace {

// In the order of the enumerators, which is also the order of the summary line.
constexpr std::array<std::string_view, kVerdictCount> kVerdicts{
    "passed", "failed", "warned", "deviated", "fixed", "observed", "skipped", "not_run"};

constexpr std::size_t kMaxNoteBytes = 1000;

}  // namespace

std::string_view to_text(Verdict verdict) {
    return kVerdicts[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> parse_verdict(std::string_view text) {
    for (std::size_t i = 0; i < kVerdictCount; ++i) {
        if (kVerdicts[i] == text) return static_cast<Verdict>(i);
    }
    return std::nullopt;
}

bool fails_run(Verdict verdict) {
    return verdict == Verdict::kFailed || verdict == Verdict::kFixed || verdict == Verdict::kNotRun;
}

bool fails_run(const ScenarioResult& scenario) {
    return fails_run(scenario.verdict) && !scenario.known;
}

void add_note(Finding& finding, std::string_view note) {
    if (finding.note.size() + note.size() > kMaxNoteBytes) return;
    if (!finding.note.empty()) finding.note += "; ";
    finding.note += note;
}

void VerdictCounts::add(const ScenarioResult& scenario) {
    const auto i = static_cast<std::size_t>(scenario.verdict);
    ++counts[i];
    if (scenario.known) ++known[i];
}

int VerdictCounts::total_known() const {
    return std::accumulate(known.begin(), known.end(), 0);
}

void add_transitions(std::vector<MachineTransitions>& sums,
                     const std::vector<MachineTransitions>& more) {
    for (const MachineTransitions& machine : more) {
        auto known = std::ranges::lower_bound(
            sums, machine.machine, {}, [](const auto& one) { return one.machine; });
        if (known == sums.end() || known->machine != machine.machine)
            known = sums.insert(known, {machine.machine, {}});
        for (const TransitionCoverage& one : machine.transitions) {
            const auto same = std::ranges::find_if(known->transitions, [&](const auto& other) {
                return other.from == one.from && other.to == one.to && other.cause == one.cause;
            });
            if (same == known->transitions.end()) {
                known->transitions.push_back(one);
            } else {
                same->taken += one.taken;
            }
        }
    }
}

VerdictCounts RunResult::verdict_counts() const {
    VerdictCounts tally;
    for (const ScenarioResult& scenario : scenarios) tally.add(scenario);
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

const std::vector<RequirementOutcome>& requirement_outcomes() {
    static const std::vector<RequirementOutcome> kOutcomes{
        {"verified",
         "verified",
         "verified",
         "a check of it was made and holds",
         &CoverageCounts::verified},
        {"failed", "failed", "failed", "a check fails the run", &CoverageCounts::failed},
        {"deviated",
         "deviated",
         "deviated",
         "it is violated only as the known deviations list",
         &CoverageCounts::deviated},
        {"warned",
         "warned",
         "warned",
         "an assumption of Plumbline is violated",
         &CoverageCounts::warned},
        {"observed",
         "observed",
         "observed",
         "it is open: what the target does was recorded, nothing was judged",
         &CoverageCounts::observed},
        {"not_exercised",
         "not exercised",
         "unexercised",
         "no scenario of this run made a check of it",
         &CoverageCounts::not_exercised},
        {"not_checkable",
         "not checkable",
         "uncheckable",
         "no client of the API can check it; not part of the coverage",
         nullptr}};
    return kOutcomes;
}

CoverageCounts RunResult::coverage_counts() const {
    CoverageCounts counts;
    for (const RequirementResult& requirement : requirements) {
        for (const RequirementOutcome& one : requirement_outcomes()) {
            if (one.count == nullptr || requirement.outcome != one.name) continue;
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
    if (interrupted) return kInterruptedExit;
    const bool conforms = std::none_of(
        scenarios.begin(), scenarios.end(), [](const auto& each) { return fails_run(each); });
    const bool has_stale_entry =
        std::any_of(deviations.begin(), deviations.end(), [](const DeviationResult& each) {
            return fails_run(each.status);
        });
    if (!conforms || has_stale_entry) return 1;
    if (!shard && verified_nothing()) return 2;
    const bool are_met =
        std::all_of(gates.begin(), gates.end(), [](const auto& each) { return each.met; });
    return are_met ? 0 : 1;
}

void drop_details_of_passed(RunResult& result) {
    std::vector<std::string> kept;
    for (const DeviationResult& one : result.deviations) {
        if (one.status == DeviationStatus::kUndecided)
            kept.insert(kept.end(), one.scenarios.begin(), one.scenarios.end());
    }
    for (ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict != Verdict::kPassed) continue;
        if (std::ranges::find(kept, scenario.name) != kept.end()) continue;
        for (StepResult& step : scenario.steps) {
            for (ExchangeRecord& exchange : step.exchanges) {
                exchange.curl.clear();
                exchange.response_excerpt.clear();
            }
        }
    }
}

std::string summary_line(const VerdictCounts& tally) {
    constexpr std::size_t kAlwaysCounted = 3;  // passed, failed, warned
    std::string line;
    for (std::size_t i = 0; i < kVerdictCount; ++i) {
        if (i >= kAlwaysCounted && tally.counts[i] == 0) continue;
        line += fmt::format("{}{} {}", i == 0 ? "" : ", ", tally.counts[i], kVerdicts[i]);
        if (tally.known[i] > 0)
            line += fmt::format(" ({} known from the baseline)", tally.known[i]);
    }
    return line;
}

std::string_view base_name(std::string_view scenario) {
    return scenario.substr(0, scenario.find('@'));
}

}  // namespace plumbline::reports
