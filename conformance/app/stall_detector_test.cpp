#include "conformance/app/stall_detector.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

namespace plumbline::app {
namespace {

/// Counts how often its time is read. Thread: any.
class CountingClock final : public Clock {
  public:
    [[nodiscard]] Instant now() const override {
        const std::lock_guard lock(mutex_);
        ++asked_;
        changed_.notify_all();
        return {};
    }
    [[nodiscard]] Instant at(std::chrono::steady_clock::time_point) const override { return {}; }
    void wait(Duration) override {}

    [[nodiscard]] bool is_asked(int times) const {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(30), [&] { return asked_ >= times; });
    }

  private:
    mutable std::mutex mutex_;
    mutable std::condition_variable changed_;
    mutable int asked_ = 0;
};

TEST(StallDetector, RecordsTicksUntilItEnds) {
    const CountingClock clock;
    {
        const StallDetector detector(clock);
        EXPECT_TRUE(clock.is_asked(4));
        EXPECT_EQ(detector.history().longest_stall_since({}), Duration::zero());
    }
    SUCCEED() << "its thread has ended, or the test would not get here";
}

}  // namespace
}  // namespace plumbline::app
