#pragma once
// Small pieces of text that several report forms put together.

#include "reports/render.hpp"

#include <string>
#include <string_view>

namespace plumbline::reports {

/// Says whether a scenario is told with others of its reason, at the end only: one of which no step
/// was played. One missing capability skips many; an interrupt or a silent target keeps all from
/// being run.
[[nodiscard]] bool comes_by_reason(const ScenarioResult& scenario);
/// Returns the verdict's name padded to one width, coloured if the style asks for it.
[[nodiscard]] std::string verdict_label(Verdict verdict, const TextStyle& style);
/// Returns `31 ms` or `12.3 s`. Units: milliseconds.
[[nodiscard]] std::string took_text(double took_ms);
/// Returns the text on one line, cut at a character edge after `max_bytes`. Control characters (a
/// target could steer the terminal with them) and bytes that are no UTF-8 are escaped.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t max_bytes = 240);
/// Returns `transitions: MACHINE 6 of 8, ...` and a line with those that were not taken; ""
/// if no machine went anywhere.
[[nodiscard]] std::string render_transitions(const std::vector<MachineTransitions>& machines);
/// Says whether the text is UTF-8 and holds no control character, line breaks included.
[[nodiscard]] bool is_plain_line(std::string_view text);

}  // namespace plumbline::reports
