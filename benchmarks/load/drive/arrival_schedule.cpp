#include "benchmarks/load/drive/arrival_schedule.hpp"

#include "spec/base/check.hpp"

#include <cmath>

namespace plumbline::load {
namespace {

constexpr double kSecondInNs = 1e9;

}  // namespace

ArrivalSchedule::ArrivalSchedule(ArrivalProcess arrival,
                                 double per_second,
                                 std::uint64_t seed,
                                 std::uint64_t shard,
                                 std::uint64_t shards)
    : arrival_(arrival),
      gap_ns_(kSecondInNs / per_second),
      first_ns_(gap_ns_ * static_cast<double>(shard) / static_cast<double>(shards)),
      random_(seed + shard) {
    PLUMBLINE_CHECK(per_second > 0, "a rate is above 0");
    PLUMBLINE_CHECK(shard < shards, "shards are counted from 0");
}

Duration ArrivalSchedule::next() {
    if (arrival_ == ArrivalProcess::kConstant) {
        // Computed from the count: repeated addition would accumulate rounding errors.
        at_ns_ = first_ns_ + static_cast<double>(count_++) * gap_ns_;
    } else {
        // Not std::exponential_distribution, whose sequence differs between standard libraries.
        constexpr double kSteps = 9007199254740992.0;  // 2^53
        const double uniform = (static_cast<double>(random_() >> 11U) + 0.5) / kSteps;
        at_ns_ -= std::log(uniform) * gap_ns_;
    }
    return Duration(std::llround(at_ns_));
}

}  // namespace plumbline::load
