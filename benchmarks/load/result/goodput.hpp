#pragma once
// What an answer must meet to be good: the conditions of `--goodput`.

#include "benchmarks/load/result/metric.hpp"
#include "spec/base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// A bound on one figure of one answer.
struct AnswerLimit {
    Metric metric = Metric::kTtfb;
    std::int64_t max = 0;  ///< ns, itself still good

    bool operator==(const AnswerLimit&) const = default;
};

/// Reads e.g. `ttft <= 300ms, stall <= 50ms`: figures of one answer (ttfb, ttfc, ttft, duration,
/// stall, token_time), each at most once, with a time in ns, us, ms or s. No text means no limits.
/// Errors: kSyntax; says in which column, and which figures there are.
[[nodiscard]] Result<std::vector<AnswerLimit>> parse_goodput(std::string_view written);

}  // namespace plumbline::load
