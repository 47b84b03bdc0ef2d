#include "conformance/runner/pacer.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

/// The times at which turns come, when `busy` passes after each.
std::vector<long> turns(Pacer& pacer, ManualClock& clock, const std::vector<milliseconds>& busy) {
    std::vector<long> at;
    for (const milliseconds time : busy) {
        EXPECT_TRUE(pacer.wait_for_turn());
        at.push_back(
            std::chrono::duration_cast<milliseconds>(clock.now().time_since_epoch()).count());
        clock.wait(time);
    }
    return at;
}

TEST(Pacer, KeepsTurnsApart) {
    ManualClock clock;
    Pacer pacer(10, clock);
    EXPECT_THAT(turns(pacer, clock, std::vector<milliseconds>(4)), ElementsAre(0, 100, 200, 300));
}

TEST(Pacer, KeepsItsScheduleWhateverACallTakes) {
    ManualClock clock;
    Pacer pacer(10, clock);
    EXPECT_THAT(turns(pacer, clock, {milliseconds(90), milliseconds(10), milliseconds(0)}),
                ElementsAre(0, 100, 200));
}

TEST(Pacer, SavesUpNothingInAPause) {
    ManualClock clock;
    Pacer pacer(10, clock);
    EXPECT_THAT(turns(pacer, clock, {milliseconds(5'000), milliseconds(0), milliseconds(0)}),
                ElementsAre(0, 5'000, 5'100));
}

TEST(Pacer, EndsAWaitThatIsInterrupted) {
    InterruptingClock clock;
    Pacer pacer(0.1, clock, &clock.interrupted);
    EXPECT_TRUE(pacer.wait_for_turn());
    EXPECT_FALSE(pacer.wait_for_turn());
    EXPECT_LT(clock.now().time_since_epoch(), milliseconds(100));
}

TEST(Pacer, LetsCleanUpWaitItsTurnAfterAnInterrupt) {
    InterruptingClock clock;
    Pacer pacer(2, clock, &clock.interrupted);
    EXPECT_TRUE(pacer.wait_for_turn());
    EXPECT_FALSE(pacer.wait_for_turn());
    EXPECT_TRUE(pacer.wait_for_turn());
    // The turn of the call that gave up is not lost.
    EXPECT_EQ(clock.now().time_since_epoch(), milliseconds(500));
}

TEST(Pacer, DoesNotHoldUpCleanUpForLong) {
    InterruptingClock clock;
    Pacer pacer(0.001, clock, &clock.interrupted);
    EXPECT_TRUE(pacer.wait_for_turn());
    EXPECT_FALSE(pacer.wait_for_turn());
    const Instant interrupted = clock.now();
    EXPECT_TRUE(pacer.wait_for_turn());
    EXPECT_TRUE(pacer.wait_for_turn());
    EXPECT_EQ(clock.now() - interrupted, milliseconds(2'000));
}

TEST(Pacer, DoesNotSendWhatIsInterrupted) {
    InterruptingClock clock;
    FakeTarget fake;
    const Send send = paced(fake.send(), std::make_shared<Pacer>(0.1, clock, &clock.interrupted));
    client::Call call;
    call.url = "http://127.0.0.1:1/things";
    (void)send(call);
    const client::Exchange unsent = send(call);
    EXPECT_EQ(fake.sent.size(), 1U);
    EXPECT_EQ(unsent.call.url, call.url);
    EXPECT_EQ(unsent.failure.value_or(Error{}).code, ErrorCode::kUsage);
}

TEST(Pacer, HoldsForAllScenariosOfARunTogether) {
    FakeTarget fake;
    fake.on("GET /things/a", {{200, R"({"id":"a"})"}});
    std::string suite;
    for (const char* id : {"one", "two", "three"}) {
        suite += std::string("  - workflowId: ") + id +
                 "\n    steps:\n      - { stepId: read, operationId: getThing, parameters: [ { "
                 "name: id, in: path, value: a } ] }\n";
    }
    Target target = things_target();
    target.max_rate = 2;
    RunOptions options;
    options.jobs = 1;  // a ManualClock is for one thread
    const auto result = play(suite, fake, options, {}, target);
    EXPECT_EQ(fake.sent.size(), 3U);
    EXPECT_EQ(result.took_ms, 1000);
}

}  // namespace
}  // namespace plumbline::runner
