// Renders how much of the contract a run verified, and the transitions that the state machines of a
// mock took.

#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <utility>

namespace plumbline::reports {

std::string render_coverage_verdict(const RunResult& result) {
    if (result.requirements.empty()) return "";
    const CoverageCounts counts = result.coverage_counts();
    std::string lines = fmt::format("coverage: {} of {} checkable requirements verified ({} %)",
                                    counts.verified,
                                    counts.checkable,
                                    counts.verified_percent());
    for (const auto& [count, name] : {std::pair(counts.failed, "failed"),
                                      std::pair(counts.warned, "warned"),
                                      std::pair(counts.deviated, "deviated"),
                                      std::pair(counts.observed, "observed"),
                                      std::pair(counts.not_exercised, "not exercised")}) {
        if (count > 0) lines += fmt::format(", {} {}", count, name);
    }
    lines += '\n';
    for (const CoverageGate& gate : result.gates) {
        if (!gate.met)
            lines += fmt::format("gate not met: {}: {}\n", gate.gate, one_line(gate.got));
    }
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
                fmt::format("not taken: {} {}\n", one_line(machine.machine), join(others, ", "));
    }
    return counts.empty() ? "" : fmt::format("transitions: {}\n{}", join(counts, ", "), not_taken);
}

}  // namespace plumbline::reports
