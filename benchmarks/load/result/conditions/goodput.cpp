#include "benchmarks/load/result/goodput.hpp"

#include "benchmarks/load/result/conditions/condition_scanner.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace plumbline::load {
namespace {

constexpr std::array kResponseMetrics = {Metric::kTtfb,
                                         Metric::kTtfc,
                                         Metric::kTtft,
                                         Metric::kDuration,
                                         Metric::kStall,
                                         Metric::kTokenTime};

Result<Metric> parse_response_metric(ConditionScanner& text) {
    const std::size_t offset = text.offset();
    const std::string name(text.take_word());
    std::vector<std::string> known;
    for (const Metric metric : kResponseMetrics) {
        if (row_of(metric).name == name) return metric;
        known.emplace_back(row_of(metric).name);
    }
    return text.fail_at(offset,
                        fmt::format("found {}, expected a figure of one response: {}{}",
                                    name.empty() ? "nothing" : name,
                                    join(known, ", "),
                                    name_hint(name, known)));
}

Result<ResponseLimit> parse_response_limit(ConditionScanner& text) {
    const auto metric = parse_response_metric(text);
    if (!metric) return fail(metric.error());
    const std::size_t offset = text.offset();
    if (text.take_chars_of("<>=!") != "<=")
        return text.fail_at(offset, "expected <=, as in ttft <= 300ms");
    const auto max = text.take_quantity(FigureScale::kTime);
    if (!max) return fail(max.error());
    return ResponseLimit{*metric, static_cast<std::int64_t>(std::llround(*max))};
}

}  // namespace

Result<std::vector<ResponseLimit>> parse_goodput(std::string_view written) {
    ConditionScanner text(written);
    std::vector<ResponseLimit> limits;
    while (!text.is_at_end()) {
        const std::size_t offset = text.offset();
        const auto limit = parse_response_limit(text);
        if (!limit) return fail(limit.error());
        const auto is_known = [&](const ResponseLimit& each) {
            return each.metric == limit->metric;
        };
        if (std::any_of(limits.begin(), limits.end(), is_known)) {
            return text.fail_at(offset,
                                fmt::format("a second limit for {}, expected one for each",
                                            row_of(limit->metric).name));
        }
        limits.push_back(*limit);
        const std::size_t comma = text.offset();
        const bool is_last = text.is_at_end();
        const std::string_view separator = text.take_chars_of(",");
        if (is_last) break;
        if (separator != "," || text.is_at_end()) {
            return text.fail_at(comma, "expected one comma and a further limit, or the end");
        }
    }
    return limits;
}

}  // namespace plumbline::load
