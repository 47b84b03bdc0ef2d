#pragma once
// Which values share a bucket of a histogram. Whole numbers only: it is asked for every event.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plumbline::load {

/// 2,048 buckets of one value each; beyond, 1,024 for each further bit, as wide as the bits that
/// are dropped. Half of 2,048 is what makes a bucket less than a thousandth of its values.
inline constexpr unsigned kBucketBits = 11;
inline constexpr std::size_t kBucketsPerBit = std::size_t{1} << (kBucketBits - 1);

/// Returns the index of a value's bucket. `value` is not negative.
[[nodiscard]] inline std::size_t bucket_of(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    const auto width = static_cast<unsigned>(std::bit_width(bits));
    const unsigned dropped = width > kBucketBits ? width - kBucketBits : 0;
    return dropped * kBucketsPerBit + (bits >> dropped);
}

/// Returns the least value that is in this bucket or a later one; unsigned, as it is 2^63 behind
/// the last.
[[nodiscard]] inline std::uint64_t bound_of_bucket(std::size_t bucket) {
    if (bucket < 2 * kBucketsPerBit) return bucket;
    constexpr std::size_t kMostDropped = 64 - kBucketBits;
    const std::size_t dropped = std::min(bucket / kBucketsPerBit - 1, kMostDropped);
    return (bucket - dropped * kBucketsPerBit) << dropped;
}

/// Returns the least value of a bucket.
[[nodiscard]] inline std::int64_t first_of_bucket(std::size_t bucket) {
    return static_cast<std::int64_t>(bound_of_bucket(bucket));
}

/// Returns the largest value of a bucket.
[[nodiscard]] inline std::int64_t last_of_bucket(std::size_t bucket) {
    return static_cast<std::int64_t>(bound_of_bucket(bucket + 1) - 1);
}

}  // namespace plumbline::load
