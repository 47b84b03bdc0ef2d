#pragma once
// Text formatting for several report formats.

#include "reports/render.hpp"

#include <string>
#include <string_view>

namespace plumbline::reports {

/// Returns whether a scenario is only listed at the end, grouped by its reason: if none of its
/// steps was played. One missing capability skips many scenarios; an interrupt or an unreachable
/// target prevents all.
[[nodiscard]] bool is_grouped_by_reason(const ScenarioResult& scenario);
/// Returns the name of the verdict, padded to a fixed width, and coloured if the style has colours.
[[nodiscard]] std::string verdict_label(Verdict verdict, const TextStyle& style);
/// Returns `31 ms` or `12.3 s`. Units: milliseconds.
[[nodiscard]] std::string duration_text(double took_ms);
/// Returns the text on one line, truncated at a character boundary to `max_bytes`. Escapes bytes
/// that are not UTF-8, and control characters, with which a target could control the terminal.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t max_bytes = 240);
/// Returns `transitions: MACHINE 6 of 8, ...` and a line with the transitions that were not taken;
/// "" if none was taken.
[[nodiscard]] std::string render_transitions(const std::vector<MachineTransitions>& machines);
/// Returns the last lines before the counts: how many of the checkable requirements were verified,
/// and the gates that are not met; "" for a run without requirements.
[[nodiscard]] std::string render_coverage_verdict(const RunResult& result);
/// Returns the reason of an entry with what is known of its end: `REASON, owner O, until D, URL`.
[[nodiscard]] std::string reason_text(const DeviationEntry& entry);
/// Returns what an entry covers: `CP-PATCH-1, code criterion, scenario deployments/*`.
[[nodiscard]] std::string coverage_text(const DeviationEntry& entry);
/// Returns the counts of known deviations by status and a line per entry, those that fail the run
/// last; "" if none are given.
[[nodiscard]] std::string render_deviations(const std::vector<DeviationResult>& deviations);
/// Returns whether the text is UTF-8 without control characters and line breaks.
[[nodiscard]] bool is_plain_line(std::string_view text);

}  // namespace plumbline::reports
