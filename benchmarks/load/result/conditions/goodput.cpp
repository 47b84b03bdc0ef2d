#include "benchmarks/load/result/goodput.hpp"

#include "benchmarks/load/result/conditions/condition_scanner.hpp"
#include "benchmarks/load/result/conditions/scale.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

namespace plumbline::load {
namespace {

constexpr std::array kResponseMetrics = {Metric::kTtfb,
                                         Metric::kTtfc,
                                         Metric::kTtft,
                                         Metric::kDuration,
                                         Metric::kStall,
                                         Metric::kTokenTime};

std::vector<std::string> response_metric_names() {
    std::vector<std::string> names;
    names.reserve(kResponseMetrics.size());
    for (const Metric metric : kResponseMetrics) names.emplace_back(row_of(metric).name);
    return names;
}

Result<Metric> parse_response_metric(ConditionScanner& text) {
    const std::size_t offset = text.offset();
    const std::string name(text.take_word());
    const auto metric = parse_metric(name);
    const bool is_there =
        metric && std::find(kResponseMetrics.begin(), kResponseMetrics.end(), *metric) !=
                      kResponseMetrics.end();
    if (is_there) return *metric;
    const std::string hint = name_hint(name, response_metric_names());
    return fail(text.error_at(offset,
                              fmt::format("found {}, expected a figure of one response: {}{}",
                                          name.empty() ? "nothing" : name,
                                          join(response_metric_names(), ", "),
                                          hint)));
}

Result<ResponseLimit> parse_response_limit(ConditionScanner& text) {
    const auto metric = parse_response_metric(text);
    if (!metric) return fail(metric.error());
    const std::size_t offset = text.offset();
    if (text.take_chars_of("<>=!") != "<=") {
        return fail(text.error_at(offset, "expected <=, as in ttft <= 300ms"));
    }
    const auto quantity = text.take_quantity();
    if (!quantity) return fail(quantity.error());
    const auto max = to_scale(*quantity, FigureScale::kTime, text);
    if (!max) return fail(max.error());
    if (*max > static_cast<double>(Histogram::kMaxValue)) {
        return fail(text.error_at(quantity->unit_offset, "expected at most an hour"));
    }
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
            return fail(text.error_at(offset,
                                      fmt::format("a second limit for {}, expected one for each",
                                                  row_of(limit->metric).name)));
        }
        limits.push_back(*limit);
        const std::size_t comma = text.offset();
        const bool is_last = text.is_at_end();
        const std::string_view separator = text.take_chars_of(",");
        if (is_last) break;
        if (separator != "," || text.is_at_end()) {
            return fail(text.error_at(comma, "expected one comma and a further limit, or the end"));
        }
    }
    return limits;
}

}  // namespace plumbline::load
