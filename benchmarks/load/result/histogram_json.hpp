#pragma once
// A histogram as JSON: figures for people and tools, and the buckets, from which it is read back.

#include "benchmarks/load/result/metric.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <string_view>

namespace plumbline::load {

/// Gives the JSON form a hold on a histogram's buckets.
struct HistogramText {
    /// Returns `unit`, `digits`, `count`, `sum`, `min`, `max`, `mean`, percentiles (null where
    /// fewer than Histogram::kBeyond values lie beyond), `clipped`, and `counts`: bucket and count
    /// in turns, each bucket as its distance from the one before.
    [[nodiscard]] static Json to_json(const Histogram& histogram, Unit unit);
    /// Reads it back from `counts`, `min`, `max`, `sum` and `clipped`; the other figures follow
    /// from them. Errors: kInvalid (another unit, buckets that do not fit the figures; says where).
    [[nodiscard]] static Result<Histogram> read(const Json& json,
                                                std::string_view pointer,
                                                Unit unit);
};

/// Says that something in a result is not of its form.
[[nodiscard]] Error misfit(const Json& found, std::string_view pointer, std::string_view expected);
/// Reads a number from 0 on, however its sign is stored. Errors: kInvalid, at `pointer`.
[[nodiscard]] Result<std::uint64_t> count_from_json(const Json& json, std::string_view pointer);

}  // namespace plumbline::load
