#pragma once
// Histograms as JSON: statistics for people and tools, and the buckets, from which they are read
// back.

#include "benchmarks/load/result/model/latency_counts.hpp"
#include "reports/json_members.hpp"

namespace plumbline::load {

/// Writes and reads the buckets of a histogram.
struct HistogramJson {
    /// Writes `unit`, `digits`, `count`, `sum`, `min`, `max`, `mean`, percentiles (null if fewer
    /// than Histogram::kMinBeyond values lie beyond them), `clipped`, and `counts`: alternating
    /// bucket and count, each bucket as its distance from the previous one.
    static void write(reports::JsonWriter& out, const Histogram& histogram, MetricUnit unit);
    /// Reads it back from `counts`, `min`, `max`, `sum` and `clipped`; the other statistics are
    /// derived from them. Problems: a different unit, or buckets that contradict the statistics.
    static void read(reports::JsonReader& in, Histogram& histogram, MetricUnit unit);
};

/// Writes and reads `counts`, in the same form, and `not_ended`.
void write_form(reports::JsonWriter& out, const LatencyCounts& latencies);
void read_form(reports::JsonReader& in, LatencyCounts& latencies);

}  // namespace plumbline::load
