#include "conformance/runner/stall_history.hpp"

#include <gtest/gtest.h>

namespace plumbline::runner {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class StallHistoryTest : public ::testing::Test {
  protected:
    void pass(Duration time) {
        clock_.wait(time);
        history_.tick();
    }

    ManualClock clock_;
    StallHistory history_{clock_};
};

TEST_F(StallHistoryTest, RecordsNoStallBetweenRegularTicks) {
    for (int i = 0; i < 100; ++i) pass(kMinStall - milliseconds(1));
    EXPECT_EQ(history_.longest_stall_since({}), Duration::zero());
}

TEST_F(StallHistoryTest, ReturnsTheLongestStall) {
    pass(seconds(1));
    pass(seconds(3));
    pass(seconds(2));
    EXPECT_EQ(history_.longest_stall_since({}), seconds(3));
}

TEST_F(StallHistoryTest, IgnoresStallsThatEndedBefore) {
    pass(seconds(3));
    const Instant since = clock_.now();
    EXPECT_EQ(history_.longest_stall_since(since), Duration::zero());
    pass(seconds(1));
    EXPECT_EQ(history_.longest_stall_since(since), seconds(1));
}

TEST_F(StallHistoryTest, IncludesTheCurrentStall) {
    clock_.wait(seconds(5));
    EXPECT_EQ(history_.longest_stall_since(clock_.now()), seconds(5));
}

TEST_F(StallHistoryTest, StaysSmallOnAMachineThatAlwaysStalls) {
    pass(seconds(9));
    for (int i = 0; i < 1000; ++i) pass(seconds(1));
    EXPECT_EQ(history_.longest_stall_since({}), seconds(1));
}

}  // namespace
}  // namespace plumbline::runner
