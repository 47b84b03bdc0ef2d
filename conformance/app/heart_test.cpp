#include "conformance/app/heart.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

namespace plumbline::app {
namespace {

/// Counts how often it is asked. Thread: any.
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

TEST(HeartTest, BeatsUntilItEnds) {
    const CountingClock clock;
    {
        const Heart heart(clock);
        EXPECT_TRUE(clock.is_asked(4));
        EXPECT_EQ(heart.pulse().longest_pause_since({}), Duration::zero());
    }
    SUCCEED() << "its thread has ended, or this would not be reached";
}

}  // namespace
}  // namespace plumbline::app
