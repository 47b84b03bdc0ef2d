#include "benchmarks/load/result/gate.hpp"

#include "benchmarks/load/result/conditions/condition_scanner.hpp"
#include "benchmarks/load/result/level_figures.hpp"
#include "benchmarks/load/result/units.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace plumbline::load {
namespace {

constexpr std::string_view kClientBound = "client_bound";

struct ComparisonRow {
    std::string_view sign;
    bool (*holds)(double value, double limit);
};
constexpr ComparisonRow kComparisons[] = {
    {"<", [](double value, double limit) { return value < limit; }},
    {"<=", [](double value, double limit) { return value <= limit; }},
    {">", [](double value, double limit) { return value > limit; }},
    {">=", [](double value, double limit) { return value >= limit; }},
};

Error unknown_figure(const ConditionScanner& text, std::size_t offset, std::string_view name) {
    std::vector<std::string> names = figure_names();
    names.emplace_back(kClientBound);
    const std::string hint = name_hint(name, names);
    const std::string_view what = name.empty() ? "nothing" : name;
    Error error = text.error_at(
        offset, fmt::format("found {}, expected client_bound or a figure{}", what, hint));
    for (std::string& line : figure_help()) error.notes.push_back(std::move(line));
    return error;
}

/// Returns why a comparison with this limit tells nothing; "" if it does. Figures are at least 0.
std::string no_condition_text(std::string_view sign, double limit, const Figure& figure) {
    const double max = max_of(figure.scale);
    const bool is_at_begin = limit == 0 && (sign == "<" || sign == ">=");
    const bool is_at_end = limit == max && (sign == ">" || sign == "<=");
    if (!is_at_begin && !is_at_end) return "";
    const bool is_never_met = sign == "<" || sign == ">";
    return fmt::format("{} result meets this condition: {} is at {} {}; write another limit",
                       is_never_met ? "no" : "every",
                       figure.name,
                       is_at_begin ? "least" : "most",
                       is_at_begin ? "0" : scaled_text(max, figure.scale));
}

/// Reads the comparison and the limit after a figure.
Result<void> read_limit(ConditionScanner& text, GateCondition& condition) {
    const std::size_t sign_offset = text.offset();
    const std::string found = text.next_char_text();
    const std::string sign(text.take_chars_of("<>=!"));
    const auto* const comparison = std::find_if(std::begin(kComparisons),
                                                std::end(kComparisons),
                                                [&](const auto& row) { return row.sign == sign; });
    if (comparison == std::end(kComparisons)) {
        return text.fail_at(sign_offset,
                            fmt::format("found {}, expected <, <=, > or >=",
                                        sign.empty() ? found : fmt::format("`{}`", sign)));
    }
    condition.holds = comparison->holds;
    const auto limit = text.take_quantity(condition.figure->scale);
    if (!limit) return fail(limit.error());
    condition.limit = *limit;
    const std::string problem = no_condition_text(sign, *limit, *condition.figure);
    if (!problem.empty()) return text.fail_at(sign_offset, problem);
    return {};
}

/// Reads `at TARGET`, if anything is left.
Result<void> read_target(ConditionScanner& text, GateCondition& condition) {
    if (text.is_at_end()) return {};
    const std::size_t offset = text.offset();
    if (text.take_word() != "at")
        return text.fail_at(offset, "expected the end, or the level as in `at 400`");
    const auto target = text.take_quantity(FigureScale::kRate);
    if (!target) return fail(target.error());
    if (!text.is_at_end()) return text.fail_at(text.offset(), "expected the end");
    condition.target = *target;
    return {};
}

GateFinding check_client_bound(const GateCondition& condition, const Level& level) {
    const ClientHealth& client = level.client;
    if (!client.bound) return {.text = fmt::format("{}: the client kept up", condition.text)};
    // Of a literal and a string the conditional operator would make a temporary string.
    const std::string_view reason = client.bound_reason.empty()
                                        ? std::string_view("the client did not keep up")
                                        : client.bound_reason;
    return {.outcome = GateOutcome::kViolated,
            .text = fmt::format("{}: violated: {}", condition.text, reason)};
}

GateFinding check_figure(const GateCondition& condition, const Level& level) {
    const FigureValue reading = condition.figure->read(level);
    if (!reading.value) {
        return {.outcome = GateOutcome::kUnknown,
                .text = fmt::format("{}: unknown, which counts as violated: {}",
                                    condition.text,
                                    reading.missing_reason)};
    }
    const FigureScale scale = condition.figure->scale;
    const bool is_violated = condition.holds(*reading.value, condition.limit);
    return {.outcome = is_violated ? GateOutcome::kViolated : GateOutcome::kPassed,
            .value = reading.value,
            .text = fmt::format("{}: {}: {} is {}, the limit {}",
                                condition.text,
                                is_violated ? "violated" : "passed",
                                condition.figure->name,
                                scaled_text(*reading.value, scale),
                                scaled_text(condition.limit, scale))};
}

std::string no_success_text(const LevelCounts& counts) {
    if (counts.attempted == 0)
        return "no request was due in the window; give a longer --duration or more load";
    return fmt::format("none of {} requests succeeded, {}",
                       counts.attempted,
                       counts.failures() > 0 ? fmt::format("{} failed", counts.failures())
                                             : "and none was in progress");
}

}  // namespace

Result<GateCondition> parse_gate(std::string_view written) {
    ConditionScanner text(written);
    GateCondition condition;
    condition.text = trimmed(written);
    const std::size_t offset = text.offset();
    const std::string name(text.take_word());
    if (name != kClientBound) {
        condition.figure = find_figure(name);
        if (!condition.figure) return fail(unknown_figure(text, offset, name));
        if (auto read = read_limit(text, condition); !read) return fail(read.error());
    }
    if (auto read = read_target(text, condition); !read) return fail(read.error());
    return condition;
}

std::vector<GateFinding> unconditional_failures(const LoadResult& result) {
    std::vector<GateFinding> findings;
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const Level& level = result.levels[i];
        const auto add = [&](GateOutcome outcome, std::string_view text) {
            findings.push_back({.outcome = outcome,
                                .level = i,
                                .text = fmt::format("{}: {}", level_name(result, i), text)});
        };
        const bool must_succeed = i == 0 || !result.saturation;
        const LevelCounts& counts = level.counts;
        // Streams that are all longer than the drain are no failures while they go on.
        const bool none_succeeded = counts.successes() == 0 && counts.failures() > 0;
        const bool is_stuck = level.is_stuck() && !level.is_aborted();
        if (must_succeed && (none_succeeded || is_stuck))
            add(GateOutcome::kViolated, no_success_text(counts));
        if (level.verdict == kUndercounted)
            add(GateOutcome::kUnknown,
                fmt::format(
                    "undercounted: requests were in flight for {} s, those counted for {} s",
                    digits_text(level.in_flight_mean * level.seconds),
                    digits_text(level.request_seconds)));
    }
    return findings;
}

std::vector<GateFinding> check_gate(const GateCondition& condition, const LoadResult& result) {
    std::vector<GateFinding> findings;
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const Level& level = result.levels[i];
        if (condition.target && !is_same_target(*condition.target, level.target)) continue;
        GateFinding finding = condition.figure ? check_figure(condition, level)
                                               : check_client_bound(condition, level);
        finding.level = i;
        finding.text = fmt::format("{}: {}", level_name(result, i), finding.text);
        findings.push_back(std::move(finding));
    }
    if (findings.empty()) {
        findings.push_back(
            {.outcome = GateOutcome::kUnknown,
             .text = fmt::format("{}: unknown, which counts as violated: there is no such level",
                                 condition.text)});
    }
    return findings;
}

}  // namespace plumbline::load
