#include "reports/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace plumbline::reports {
namespace {

// In the order of the enumerators: the order of the summary line as well.
constexpr std::array<std::string_view, kVerdictCount> kNames = {
    "passed", "failed", "warned", "deviated", "fixed", "observed", "skipped", "not_run"};

constexpr std::size_t kMaxNoteBytes = 1000;

}  // namespace

std::string_view to_text(Verdict verdict) {
    return kNames[static_cast<std::size_t>(verdict)];
}

std::optional<Verdict> parse_verdict(std::string_view text) {
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == text) return static_cast<Verdict>(i);
    }
    return std::nullopt;
}

bool is_against(Verdict verdict) {
    return verdict == Verdict::kFailed || verdict == Verdict::kFixed || verdict == Verdict::kNotRun;
}

void add_note(Finding& finding, std::string_view note) {
    if (finding.note.size() + note.size() > kMaxNoteBytes) return;
    if (!finding.note.empty()) finding.note += "; ";
    finding.note += note;
}

int Tally::total() const {
    return std::accumulate(counts.begin(), counts.end(), 0);
}

Tally RunResult::tally() const {
    Tally tally;
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

int RunResult::exit_code() const {
    if (nothing_answered) return 3;
    const bool conforms = std::none_of(scenarios.begin(), scenarios.end(), [](const auto& each) {
        return is_against(each.verdict);
    });
    if (!conforms) return 1;
    return verified_nothing() ? 2 : 0;
}

std::string summary_line(const Tally& tally) {
    std::string line;
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        line += fmt::format("{}{} {}", i == 0 ? "" : ", ", tally.counts[i], kNames[i]);
    }
    return line;
}

}  // namespace plumbline::reports
