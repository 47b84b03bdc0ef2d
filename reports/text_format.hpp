#pragma once
// Text formatting for several report formats.

#include "reports/causes.hpp"
#include "reports/render.hpp"
#include "spec/base/error.hpp"
#include "spec/base/wrapped_text.hpp"

#include <string>
#include <string_view>

namespace plumbline::reports {

/// The most bytes of a reason or note that are shown: only texts of a target may be longer.
inline constexpr std::size_t kMaxReason = 2'000;

/// Returns `TITLE: ID, ID, ... and N more` in wrapped lines.
[[nodiscard]] std::string ids_lines(std::string_view title, std::vector<std::string> ids);
/// Returns the name of the verdict, padded to a fixed width, and coloured if the style has colours.
[[nodiscard]] std::string verdict_label(Verdict verdict, const TextStyle& style);
/// Returns `31 ms` or `12.3 s`. Units: milliseconds.
[[nodiscard]] std::string duration_text(double took_ms);
/// Returns the text on one line, truncated at a character boundary to `max_bytes`. Escapes what
/// printable_lines() escapes, and line breaks.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t max_bytes = 240);
/// Returns the text with escapes in place of bytes that are not UTF-8 and of characters with which
/// a target could control the terminal or reorder what is shown: control characters except line
/// breaks, and the controls of bidirectional text. With `keeps_colors`, colours remain.
[[nodiscard]] std::string printable_lines(std::string_view text, bool keeps_colors = false);
/// Returns what a finding got on one line: in full if it says why there was no response, because
/// its end is the remedy.
[[nodiscard]] std::string got_text(const Finding& finding);
/// Returns `FILE:LINE:COLUMN: MESSAGE` after `first`, then each note, in lines of at most 80
/// columns. Notes that are a command, or an excerpt with a caret below it, are not wrapped.
[[nodiscard]] std::string error_lines(std::string_view first, const Error& error);
/// Returns `transitions: MACHINE 6 of 8, ...` and a line with the transitions that were not taken;
/// "" if none was taken.
[[nodiscard]] std::string render_transitions(const std::vector<MachineTransitions>& machines);
/// Returns how many requirements of each area have each outcome; "" for a run without requirements.
[[nodiscard]] std::string render_outcomes(const RunResult& result);
/// Returns the lines before the counts of scenarios: how many of the checkable requirements were
/// verified, and the coverage gates that are not met; "" for a run without requirements.
[[nodiscard]] std::string render_coverage_verdict(const RunResult& result);
/// Returns the reasons why scenarios were skipped, the most important first, with what each
/// prevents. Without verbosity only the first ones; else all, with the names of the scenarios.
[[nodiscard]] std::string render_skipped(const RunResult& result, const TextStyle& style);
/// Returns the reason of an entry with what is known of its end: `REASON, owner O, until D, URL`.
[[nodiscard]] std::string reason_text(const DeviationEntry& entry);
/// Returns what an entry covers: `CP-PATCH-1, code criterion, scenario deployments/*`.
[[nodiscard]] std::string coverage_text(const DeviationEntry& entry);
/// Returns the counts of known deviations by status and the entries that fail the run, or all of
/// them; "" if none are given.
[[nodiscard]] std::string render_deviations(const std::vector<DeviationResult>& deviations,
                                            bool shows_all);
/// Renders the first scenario of a cause as render_scenario does, with the number of the others, or
/// their names.
[[nodiscard]] std::string render_cause(const FailureCause& cause,
                                       const std::vector<RequirementResult>& requirements,
                                       const TextStyle& style);
/// Renders a cause by its first scenario and its requirement or reason, wrapped.
[[nodiscard]] std::string render_cause_line(const FailureCause& cause, const TextStyle& style);
/// Returns whether the text is UTF-8 in which one_line() would escape nothing.
[[nodiscard]] bool is_plain_line(std::string_view text);

}  // namespace plumbline::reports
