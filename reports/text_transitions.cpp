// Renders the transitions that the state machines of a mock took in a run.

#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

std::size_t count_taken(const MachineTransitions& machine) {
    const auto count = std::count_if(machine.transitions.begin(),
                                     machine.transitions.end(),
                                     [](const TransitionCoverage& one) { return one.taken > 0; });
    return static_cast<std::size_t>(count);
}

}  // namespace

// A machine without taken transitions is not part of the selected scenarios.
std::string render_transitions(const std::vector<MachineTransitions>& machines) {
    std::vector<std::string> counts;
    std::string not_taken;
    for (const MachineTransitions& machine : machines) {
        const std::size_t taken = count_taken(machine);
        if (taken == 0) continue;
        counts.push_back(fmt::format(
            "{} {} of {}", one_line(machine.machine), taken, machine.transitions.size()));
        std::vector<std::string> others;
        for (const TransitionCoverage& one : machine.transitions) {
            if (one.taken > 0) continue;
            others.push_back(fmt::format(
                "{} to {} ({})", one_line(one.from), one_line(one.to), one_line(one.cause)));
        }
        if (!others.empty())
            not_taken +=
                fmt::format("not taken: {} {}\n", one_line(machine.machine), join(others, ", "));
    }
    return counts.empty() ? "" : fmt::format("transitions: {}\n{}", join(counts, ", "), not_taken);
}

}  // namespace plumbline::reports
