#pragma once
// The number of requests in flight during a window.

#include "spec/base/clock.hpp"

#include <algorithm>
#include <cstdint>

namespace plumbline::load {

class InFlightCounter {
  public:
    InFlightCounter(Instant begin, Instant end) : begin_(begin), end_(end), last_(begin) {}

    /// Sets the number of requests in flight from `at` on.
    void set_count(Instant at, std::uint64_t count) {
        advance(at);
        count_ = count;
        if (at >= begin_ && at < end_) peak_ = std::max(peak_, count);
    }
    /// Returns the mean over the part of the window before `at`.
    [[nodiscard]] double mean(Instant at) {
        advance(at);
        const double elapsed = std::chrono::duration<double>(last_ - begin_).count();
        return elapsed > 0 ? area_ / elapsed : 0;
    }
    [[nodiscard]] std::uint64_t peak() const { return peak_; }

  private:
    void advance(Instant at) {
        const Instant until = std::clamp(at, begin_, end_);
        if (until <= last_) return;
        peak_ = std::max(peak_, count_);
        area_ += static_cast<double>(count_) * std::chrono::duration<double>(until - last_).count();
        last_ = until;
    }

    Instant begin_;
    Instant end_;
    Instant last_;
    std::uint64_t count_ = 0;
    std::uint64_t peak_ = 0;
    double area_ = 0;  ///< requests times seconds
};

}  // namespace plumbline::load
