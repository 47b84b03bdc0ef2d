// Which ways the machines of a mock went in a run.

#include "reports/text_parts.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::reports {
namespace {

std::size_t count_taken(const MachineTransitions& machine) {
    const auto count = std::count_if(machine.transitions.begin(),
                                     machine.transitions.end(),
                                     [](const Transition& one) { return one.taken > 0; });
    return static_cast<std::size_t>(count);
}

}  // namespace

// A machine that went nowhere belongs to what the run did not play.
std::string render_transitions(const std::vector<MachineTransitions>& machines) {
    std::vector<std::string> counts;
    std::string left;
    for (const MachineTransitions& machine : machines) {
        const std::size_t taken = count_taken(machine);
        if (taken == 0) continue;
        counts.push_back(fmt::format(
            "{} {} of {}", one_line(machine.machine), taken, machine.transitions.size()));
        std::vector<std::string> others;
        for (const Transition& one : machine.transitions) {
            if (one.taken > 0) continue;
            others.push_back(fmt::format(
                "{} to {} ({})", one_line(one.from), one_line(one.to), one_line(one.cause)));
        }
        if (!others.empty())
            left +=
                fmt::format("not taken: {} {}\n", one_line(machine.machine), join(others, ", "));
    }
    return counts.empty() ? "" : fmt::format("transitions: {}\n{}", join(counts, ", "), left);
}

}  // namespace plumbline::reports
