#include "benchmarks/load/result/model/histogram.hpp"

#include "benchmarks/load/result/model/buckets.hpp"
#include "benchmarks/load/result/model/saturating.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::load {
namespace {

/// Returns the rank of a percentile: the number of values, of `count`, that must not exceed it.
std::uint64_t rank_of(double percent, std::uint64_t count) {
    // 99.9 % of 1,000 is 999.0000000000001 in doubles, and must not be rounded up to 1,000.
    constexpr double kRounding = 1 - 1e-12;
    const double share = std::clamp(percent, 0.0, 100.0) / 100;
    const double rank = std::ceil(share * static_cast<double>(count) * kRounding);
    if (rank >= static_cast<double>(count)) return count;
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(rank), 1);
}

}  // namespace

void Histogram::record(std::int64_t value, std::uint64_t times) {
    if (times == 0) return;
    if (value > kMaxValue) {
        value = kMaxValue;
        clipped_ += times;
    }
    value = std::max<std::int64_t>(value, 0);
    const std::size_t bucket = bucket_index(value);
    if (bucket >= counts_.size()) counts_.resize(bucket + 1);
    counts_[bucket] += times;
    count_ += times;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
    sum_ = saturating_sum(sum_, saturating_product(static_cast<std::uint64_t>(value), times));
}

void Histogram::add(const Histogram& other) {
    if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size());
    for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
    count_ += other.count_;
    clipped_ += other.clipped_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
    sum_ = saturating_sum(sum_, other.sum_);
}

double Histogram::mean() const {
    return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

std::int64_t Histogram::percentile(double percent) const {
    return value_at_rank(rank_of(percent, count_));
}

std::optional<std::int64_t> Histogram::reliable_percentile(double percent) const {
    const std::uint64_t rank = rank_of(percent, count_);
    if (count_ - std::min(rank, count_) < kMinBeyond) return std::nullopt;
    return value_at_rank(rank);
}

std::int64_t Histogram::value_at_rank(std::uint64_t rank) const {
    if (count_ == 0) return 0;
    std::uint64_t seen = 0;
    for (std::size_t i = bucket_index(min_); i < counts_.size(); ++i) {
        seen += counts_[i];
        if (seen >= rank) return std::min(bucket_max(i), max_);
    }
    return max_;
}

}  // namespace plumbline::load
