// Renders how much of the contract a run verified, and the transitions that the state machines of a
// mock took.

#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace plumbline::reports {
namespace {

constexpr std::size_t kShownGates = 4;

/// Why scenarios were skipped, and what that prevents.
struct SkipReason {
    std::string reason;
    std::vector<std::string> scenarios;
    std::vector<std::string> requirements;
};

/// Returns the reasons that a profile or an option may remove; not those of a selection.
std::vector<SkipReason> skip_reasons(const RunResult& result) {
    std::vector<SkipReason> reasons;
    const auto entry_of = [&](const std::string& reason) -> SkipReason& {
        const auto found =
            std::ranges::find_if(reasons, [&](const auto& one) { return one.reason == reason; });
        return found == reasons.end() ? reasons.emplace_back(SkipReason{reason, {}, {}}) : *found;
    };
    for (const ScenarioResult& scenario : result.scenarios) {
        if (scenario.verdict == Verdict::kSkipped)
            entry_of(scenario.reason).scenarios.push_back(one_line(scenario.name));
    }
    for (const RequirementResult& one : result.requirements) {
        if (one.outcome == "not_exercised" && !one.missing.empty())
            entry_of(one.missing).requirements.push_back(one.id);
    }
    std::ranges::stable_sort(reasons, [](const SkipReason& a, const SkipReason& b) {
        return std::pair(a.requirements.size(), a.scenarios.size()) >
               std::pair(b.requirements.size(), b.scenarios.size());
    });
    return reasons;
}

std::string counted(std::size_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string prevented_text(const SkipReason& one) {
    std::vector<std::string> parts;
    if (!one.scenarios.empty()) parts.push_back(counted(one.scenarios.size(), "scenario"));
    if (!one.requirements.empty()) parts.push_back(counted(one.requirements.size(), "requirement"));
    return join(parts, ", ");
}

std::string outcome_row(const RunResult& result, std::string_view area) {
    std::string row = fmt::format("{:<15}", area);
    for (const RequirementOutcome& one : requirement_outcomes()) {
        const auto count = std::ranges::count_if(result.requirements, [&](const auto& each) {
            return each.area == area && each.outcome == one.name;
        });
        row += fmt::format(" {:>{}}", count, one.column.size());
    }
    return row + '\n';
}

}  // namespace

std::string render_skipped(const RunResult& result, const TextStyle& style) {
    constexpr std::size_t kShownReasons = 5;
    constexpr std::size_t kIndent = 4;
    const std::vector<SkipReason> reasons = skip_reasons(result);
    const std::size_t shown =
        style.verbosity > 0 ? reasons.size() : std::min(kShownReasons, reasons.size());
    std::string lines;
    for (std::size_t i = 0; i < shown; ++i) {
        const SkipReason& one = reasons[i];
        const std::string label = verdict_label(Verdict::kSkipped, style) + ' ';
        lines +=
            wrapped(label,
                    fmt::format("{}: {}", prevented_text(one), one_line(one.reason, kMaxReason)),
                    kIndent);
        if (style.verbosity == 0) continue;
        const std::string indent(kIndent, ' ');
        if (!one.scenarios.empty()) lines += wrapped(indent, join(one.scenarios, ", "), kIndent);
        if (!one.requirements.empty())
            lines += wrapped(indent + "requirements: ", join(one.requirements, ", "), kIndent);
    }
    if (shown < reasons.size())
        lines += fmt::format("    and {}: -v shows them\n",
                             counted(reasons.size() - shown, "more reason"));
    return lines;
}

std::string render_outcomes(const RunResult& result) {
    if (result.requirements.empty()) return "";
    std::string text = fmt::format("{:<15}", "requirements");
    for (const RequirementOutcome& one : requirement_outcomes())
        text += fmt::format(" {}", one.column);
    text += '\n';
    std::vector<std::string> areas;
    for (const RequirementResult& one : result.requirements) {
        if (std::ranges::find(areas, one.area) != areas.end()) continue;
        areas.push_back(one.area);
        text += outcome_row(result, one.area);
    }
    for (const std::string_view outcome : {"warned", "deviated", "failed"}) {
        std::vector<std::string> ids;
        for (const RequirementResult& one : result.requirements) {
            if (one.outcome == outcome) ids.push_back(one.id);
        }
        if (!ids.empty()) text += ids_lines(outcome, std::move(ids));
    }
    return text;
}

std::string render_coverage_verdict(const RunResult& result) {
    if (result.requirements.empty()) return "";
    const CoverageCounts counts = result.coverage_counts();
    std::string text = fmt::format("{} of {} checkable requirements verified ({} %)",
                                   counts.verified,
                                   counts.checkable,
                                   counts.verified_percent());
    for (const RequirementOutcome& one : requirement_outcomes()) {
        if (one.count == nullptr || one.count == &CoverageCounts::verified) continue;
        const int count = counts.*one.count;
        if (count > 0) text += fmt::format(", {} {}", count, one.title);
    }
    if (counts.not_exercised > 0) text += " (plumbline list --requirements)";
    std::string lines = wrapped("coverage: ", text, 4);
    std::size_t unmet = 0;
    for (const CoverageGate& gate : result.gates) {
        if (gate.met || ++unmet > kShownGates) continue;
        lines += wrapped("coverage gate not met: ", gate.gate + ": " + one_line(gate.got), 4);
    }
    if (unmet > kShownGates)
        lines += fmt::format("    and {} more, in result.json\n", unmet - kShownGates);
    return lines;
}

// A machine without taken transitions is not part of the selected scenarios.
std::string render_transitions(const std::vector<MachineTransitions>& machines) {
    std::vector<std::string> counts;
    std::string not_taken;
    for (const MachineTransitions& machine : machines) {
        std::vector<std::string> others;
        for (const TransitionCoverage& one : machine.transitions) {
            if (one.taken > 0) continue;
            others.push_back(fmt::format(
                "{} to {} ({})", one_line(one.from), one_line(one.to), one_line(one.cause)));
        }
        const std::size_t taken = machine.transitions.size() - others.size();
        if (taken == 0) continue;
        counts.push_back(fmt::format(
            "{} {} of {}", one_line(machine.machine), taken, machine.transitions.size()));
        if (!others.empty())
            not_taken +=
                wrapped("not taken: ", one_line(machine.machine) + ' ' + join(others, ", "), 4);
    }
    return counts.empty() ? "" : wrapped("transitions: ", join(counts, ", "), 4) + not_taken;
}

}  // namespace plumbline::reports
