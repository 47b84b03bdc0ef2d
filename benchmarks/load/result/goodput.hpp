#pragma once
// The limits that a good response meets: the conditions of `--goodput`.

#include "benchmarks/load/result/model/metric.hpp"
#include "spec/base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// A limit for one figure of a response.
struct ResponseLimit {
    Metric metric = Metric::kTtfb;
    std::int64_t max = 0;  ///< ns, inclusive

    bool operator==(const ResponseLimit&) const = default;
};

/// Parses e.g. `ttft <= 300ms, stall <= 50ms`: figures of one response (ttfb, ttfc, ttft, duration,
/// stall, token_time), each at most once, with a time in ns, us, ms or s. An empty text means no
/// limits. Errors: kSyntax, with the column and the known figures.
[[nodiscard]] Result<std::vector<ResponseLimit>> parse_goodput(std::string_view written);

}  // namespace plumbline::load
