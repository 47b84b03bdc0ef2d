#include "benchmarks/load/result/gate.hpp"

#include "benchmarks/load/result/condition_text.hpp"
#include "benchmarks/load/result/level_figures.hpp"
#include "benchmarks/load/result/units.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

namespace plumbline::load {
namespace {

constexpr std::string_view kClientBound = "client_bound";

std::string_view sign_of(GateComparison comparison) {
    switch (comparison) {
        case GateComparison::kLess:
            return "<";
        case GateComparison::kAtMost:
            return "<=";
        case GateComparison::kMore:
            return ">";
        case GateComparison::kAtLeast:
            break;
    }
    return ">=";
}

std::optional<GateComparison> comparison_of(std::string_view sign) {
    for (const GateComparison each : {GateComparison::kLess,
                                      GateComparison::kAtMost,
                                      GateComparison::kMore,
                                      GateComparison::kAtLeast}) {
        if (sign_of(each) == sign) return each;
    }
    return std::nullopt;
}

bool holds(double value, GateComparison comparison, double limit) {
    switch (comparison) {
        case GateComparison::kLess:
            return value < limit;
        case GateComparison::kAtMost:
            return value <= limit;
        case GateComparison::kMore:
            return value > limit;
        case GateComparison::kAtLeast:
            break;
    }
    return value >= limit;
}

Error unknown_figure(const ConditionText& text, std::size_t offset, std::string_view name) {
    std::vector<std::string> names = figure_names();
    names.emplace_back(kClientBound);
    const std::string near = nearest_name(name, names);
    const std::string hint = near.empty() ? "" : fmt::format("; did you mean {}?", near);
    const std::string_view what = name.empty() ? "nothing" : name;
    Error error = text.error_at(
        offset, fmt::format("found {}, expected client_bound or a figure{}", what, hint));
    for (std::string& line : figure_help()) error.notes.push_back(std::move(line));
    return error;
}

/// Reads the comparison and the limit behind a figure.
Result<void> read_limit(ConditionText& text, GateCondition& condition) {
    const std::size_t sign_offset = text.offset();
    const std::string found = text.found_here();
    const std::string sign(text.take_any_of("<>=!"));
    const auto comparison = comparison_of(sign);
    if (!comparison) {
        return fail(text.error_at(sign_offset,
                                  fmt::format("found {}, expected <, <=, > or >=",
                                              sign.empty() ? found : fmt::format("`{}`", sign))));
    }
    condition.comparison = *comparison;
    const auto quantity = text.take_quantity();
    if (!quantity) return fail(quantity.error());
    const auto limit = limit_of(*quantity, condition.figure->scale, text);
    if (!limit) return fail(limit.error());
    condition.limit = *limit;
    return {};
}

/// Reads `at TARGET`, if anything is left.
Result<void> read_target(ConditionText& text, GateCondition& condition) {
    if (text.is_at_end()) return {};
    const std::size_t offset = text.offset();
    if (text.take_word() != "at") {
        return fail(text.error_at(offset, "expected the end, or the level as in `at 400`"));
    }
    const auto quantity = text.take_quantity();
    if (!quantity) return fail(quantity.error());
    const auto target = limit_of(*quantity, Scale::kRate, text);
    if (!target) return fail(target.error());
    if (!text.is_at_end()) return fail(text.error_at(text.offset(), "expected the end"));
    condition.target = *target;
    return {};
}

GateFinding judge_bound(const GateCondition& condition, const Level& level) {
    if (!level.client.bound) {
        return {.outcome = GateOutcome::kPassed,
                .text = fmt::format("{}: the client kept up", condition.text)};
    }
    return {.outcome = GateOutcome::kViolated,
            .text = fmt::format(
                "{}: violated: {}",
                condition.text,
                level.client.why.empty() ? "the client did not keep up" : level.client.why)};
}

GateFinding judge_figure(const GateCondition& condition, const Level& level) {
    const Reading reading = condition.figure->read(level);
    if (!reading.value) {
        return {.outcome = GateOutcome::kUnknown,
                .text = fmt::format("{}: cannot be told, which counts as violated: {}",
                                    condition.text,
                                    reading.missing)};
    }
    const Scale scale = condition.figure->scale;
    const bool is_violated = holds(*reading.value, condition.comparison, condition.limit);
    return {.outcome = is_violated ? GateOutcome::kViolated : GateOutcome::kPassed,
            .value = reading.value,
            .text = fmt::format("{}: {}: {} is {}, the limit {}",
                                condition.text,
                                is_violated ? "violated" : "passed",
                                condition.figure->name,
                                scaled_text(*reading.value, scale),
                                scaled_text(condition.limit, scale))};
}

}  // namespace

Result<GateCondition> parse_gate(std::string_view written) {
    ConditionText text(written);
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

std::vector<GateFinding> judge_gate(const GateCondition& condition, const LoadResult& result) {
    std::vector<GateFinding> findings;
    for (std::size_t i = 0; i < result.levels.size(); ++i) {
        const Level& level = result.levels[i];
        if (condition.target && !is_same_target(*condition.target, level.target)) continue;
        GateFinding finding =
            condition.figure ? judge_figure(condition, level) : judge_bound(condition, level);
        finding.level = i;
        finding.text = fmt::format("{}: {}", level_name(result, i), finding.text);
        findings.push_back(std::move(finding));
    }
    if (findings.empty()) {
        findings.push_back(
            {.outcome = GateOutcome::kUnknown,
             .text =
                 fmt::format("{}: cannot be told, which counts as violated: there is no such level",
                             condition.text)});
    }
    return findings;
}

}  // namespace plumbline::load
