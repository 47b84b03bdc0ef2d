#include "benchmarks/load/result/goodput.hpp"

#include "benchmarks/load/result/condition_text.hpp"
#include "benchmarks/load/result/scale.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace plumbline::load {
namespace {

constexpr std::array kOfOneAnswer = {Metric::kTtfb,
                                     Metric::kTtfc,
                                     Metric::kTtft,
                                     Metric::kDuration,
                                     Metric::kStall,
                                     Metric::kTokenTime};

std::vector<std::string> answer_figures() {
    std::vector<std::string> names;
    names.reserve(kOfOneAnswer.size());
    for (const Metric metric : kOfOneAnswer) names.emplace_back(row_of(metric).name);
    return names;
}

Result<Metric> take_answer_figure(ConditionText& text) {
    const std::size_t offset = text.offset();
    const std::string name(text.take_word());
    const auto metric = parse_metric(name);
    const bool is_there = metric && std::find(kOfOneAnswer.begin(), kOfOneAnswer.end(), *metric) !=
                                        kOfOneAnswer.end();
    if (is_there) return *metric;
    const std::string near = nearest_name(name, answer_figures());
    const std::string hint = near.empty() ? "" : fmt::format("; did you mean {}?", near);
    return fail(text.error_at(offset,
                              fmt::format("found {}, expected a figure of one answer: {}{}",
                                          name.empty() ? "nothing" : name,
                                          join(answer_figures(), ", "),
                                          hint)));
}

Result<AnswerLimit> take_answer_limit(ConditionText& text) {
    const auto metric = take_answer_figure(text);
    if (!metric) return fail(metric.error());
    const std::size_t offset = text.offset();
    if (text.take_any_of("<>=!") != "<=") {
        return fail(text.error_at(offset, "expected <=, as in ttft <= 300ms"));
    }
    const auto quantity = text.take_quantity();
    if (!quantity) return fail(quantity.error());
    const auto max = limit_of(*quantity, Scale::kTime, text);
    if (!max) return fail(max.error());
    if (*max > static_cast<double>(Histogram::kHighest)) {
        return fail(text.error_at(quantity->unit_offset, "expected at most an hour"));
    }
    return AnswerLimit{*metric, static_cast<std::int64_t>(std::llround(*max))};
}

}  // namespace

Result<std::vector<AnswerLimit>> parse_goodput(std::string_view written) {
    ConditionText text(written);
    std::vector<AnswerLimit> limits;
    while (!text.is_at_end()) {
        const std::size_t offset = text.offset();
        const auto limit = take_answer_limit(text);
        if (!limit) return fail(limit.error());
        const auto is_known = [&](const AnswerLimit& each) { return each.metric == limit->metric; };
        if (std::any_of(limits.begin(), limits.end(), is_known)) {
            return fail(text.error_at(offset,
                                      fmt::format("a second limit for {}, expected one for each",
                                                  row_of(limit->metric).name)));
        }
        limits.push_back(*limit);
        const std::size_t comma = text.offset();
        const bool is_last = text.is_at_end();
        const std::string_view separator = text.take_any_of(",");
        if (is_last) break;
        if (separator != "," || text.is_at_end()) {
            return fail(text.error_at(comma, "expected one comma and a further limit, or the end"));
        }
    }
    return limits;
}

}  // namespace plumbline::load
