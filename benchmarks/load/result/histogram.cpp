#include "benchmarks/load/result/histogram.hpp"

#include "benchmarks/load/result/buckets.hpp"
#include "benchmarks/load/result/saturating.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace plumbline::load {
namespace {

/// Returns the rank of a percentile: how many of `count` values it must not be below.
std::uint64_t rank_of(double percent, std::uint64_t count) {
    // 99.9 percent of 1,000 is 999.0000000000001 in doubles, and must not become 1,000.
    constexpr double kRounding = 1 - 1e-12;
    const double share = std::clamp(percent, 0.0, 100.0) / 100;
    const double rank = std::ceil(share * static_cast<double>(count) * kRounding);
    if (rank >= static_cast<double>(count)) return count;
    return std::max<std::uint64_t>(static_cast<std::uint64_t>(rank), 1);
}

}  // namespace

void Histogram::record(std::int64_t value, std::uint64_t times) {
    if (times == 0) return;
    if (value > kHighest) {
        value = kHighest;
        clipped_ += times;
    }
    value = std::max<std::int64_t>(value, 0);
    const std::size_t bucket = bucket_of(value);
    if (bucket >= counts_.size()) counts_.resize(bucket + 1);
    counts_[bucket] += times;
    count_ += times;
    min_ = std::min(min_, value);
    max_ = std::max(max_, value);
    sum_ = full_sum(sum_, full_product(static_cast<std::uint64_t>(value), times));
}

void Histogram::add(const Histogram& other) {
    if (other.counts_.size() > counts_.size()) counts_.resize(other.counts_.size());
    for (std::size_t i = 0; i < other.counts_.size(); ++i) counts_[i] += other.counts_[i];
    count_ += other.count_;
    clipped_ += other.clipped_;
    min_ = std::min(min_, other.min_);
    max_ = std::max(max_, other.max_);
    sum_ = full_sum(sum_, other.sum_);
}

double Histogram::mean() const {
    return count_ == 0 ? 0 : static_cast<double>(sum_) / static_cast<double>(count_);
}

std::int64_t Histogram::percentile(double percent) const {
    return at_rank(rank_of(percent, count_));
}

std::optional<std::int64_t> Histogram::settled_percentile(double percent) const {
    const std::uint64_t rank = rank_of(percent, count_);
    if (count_ - std::min(rank, count_) < kBeyond) return std::nullopt;
    return at_rank(rank);
}

std::int64_t Histogram::at_rank(std::uint64_t rank) const {
    if (count_ == 0) return 0;
    std::uint64_t seen = 0;
    for (std::size_t i = bucket_of(min_); i < counts_.size(); ++i) {
        seen += counts_[i];
        if (seen >= rank) return std::min(last_of_bucket(i), max_);
    }
    return max_;
}

std::uint64_t Histogram::count_up_to(std::int64_t value) const {
    if (count_ == 0 || value < min_) return 0;
    if (value >= max_) return count_;
    const std::uint64_t* const counts = counts_.data();
    return std::accumulate(
        counts + bucket_of(min_), counts + bucket_of(value) + 1, std::uint64_t{0});
}

}  // namespace plumbline::load
