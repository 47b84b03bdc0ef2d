#pragma once
// The bucket of a value in a histogram. Integers only: the functions run for every event.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace plumbline::load {

/// 2,048 buckets of one value each; above, 1,024 for each further bit, as wide as the dropped bits
/// allow. 1,024 per bit keep a bucket narrower than a thousandth of its values.
inline constexpr unsigned kBucketBits = 11;
inline constexpr std::size_t kBucketsPerBit = std::size_t{1} << (kBucketBits - 1);

/// Returns the index of a value's bucket. `value` is not negative. With fewer `kBits` the buckets
/// are as many powers of two wider.
template <unsigned kBits = kBucketBits>
[[nodiscard]] inline std::size_t bucket_index(std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    const auto width = static_cast<unsigned>(std::bit_width(bits));
    const unsigned dropped = width > kBits ? width - kBits : 0;
    return (std::size_t{dropped} << (kBits - 1)) + (bits >> dropped);
}

/// Returns the lower bound of a bucket; unsigned, because it is 2^63 after the last bucket.
[[nodiscard]] inline std::uint64_t bucket_lower_bound(std::size_t bucket) {
    if (bucket < 2 * kBucketsPerBit) return bucket;
    constexpr std::size_t kMostDropped = 64 - kBucketBits;
    const std::size_t dropped = std::min(bucket / kBucketsPerBit - 1, kMostDropped);
    return (bucket - dropped * kBucketsPerBit) << dropped;
}

/// Returns the smallest value of a bucket.
[[nodiscard]] inline std::int64_t bucket_min(std::size_t bucket) {
    return static_cast<std::int64_t>(bucket_lower_bound(bucket));
}

/// Returns the largest value of a bucket.
[[nodiscard]] inline std::int64_t bucket_max(std::size_t bucket) {
    return static_cast<std::int64_t>(bucket_lower_bound(bucket + 1) - 1);
}

}  // namespace plumbline::load
