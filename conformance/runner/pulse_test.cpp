#include "conformance/runner/pulse.hpp"

#include <gtest/gtest.h>

namespace plumbline::runner {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class PulseTest : public ::testing::Test {
  protected:
    void pass(Duration time) {
        clock_.wait(time);
        pulse_.beat();
    }

    ManualClock clock_;
    Pulse pulse_{clock_};
};

TEST_F(PulseTest, KnowsOfNoPauseWhileItBeats) {
    for (int i = 0; i < 100; ++i) pass(kNotedPause - milliseconds(1));
    EXPECT_EQ(pulse_.longest_pause_since({}), Duration::zero());
}

TEST_F(PulseTest, KnowsTheLongestPause) {
    pass(seconds(1));
    pass(seconds(3));
    pass(seconds(2));
    EXPECT_EQ(pulse_.longest_pause_since({}), seconds(3));
}

TEST_F(PulseTest, ForgetsPausesThatEndedBefore) {
    pass(seconds(3));
    const Instant since = clock_.now();
    EXPECT_EQ(pulse_.longest_pause_since(since), Duration::zero());
    pass(seconds(1));
    EXPECT_EQ(pulse_.longest_pause_since(since), seconds(1));
}

TEST_F(PulseTest, CountsAPauseThatIsNotOverYet) {
    clock_.wait(seconds(5));
    EXPECT_EQ(pulse_.longest_pause_since(clock_.now()), seconds(5));
}

TEST_F(PulseTest, StaysSmallOnAMachineThatPausesAllTheTime) {
    pass(seconds(9));
    for (int i = 0; i < 1000; ++i) pass(seconds(1));
    EXPECT_EQ(pulse_.longest_pause_since({}), seconds(1));
}

}  // namespace
}  // namespace plumbline::runner
