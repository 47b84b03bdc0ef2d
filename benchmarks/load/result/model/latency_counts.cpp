#include "benchmarks/load/result/model/latency_counts.hpp"

#include "benchmarks/load/result/model/buckets.hpp"

#include <algorithm>

namespace plumbline::load {

void LatencyCounts::record(std::int64_t latency) {
    const std::size_t bucket =
        bucket_index<kBits>(std::clamp<std::int64_t>(latency, 0, Histogram::kMaxValue));
    if (bucket >= counts.size()) counts.resize(bucket + 1);
    ++counts[bucket];
}

void LatencyCounts::add(const LatencyCounts& other) {
    if (other.counts.size() > counts.size()) counts.resize(other.counts.size());
    for (std::size_t i = 0; i < other.counts.size(); ++i) counts[i] += other.counts[i];
    not_ended += other.not_ended;
}

}  // namespace plumbline::load
