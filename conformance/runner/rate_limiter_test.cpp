#include "conformance/runner/rate_limiter.hpp"

#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;

/// Returns the times at which turns are granted if `busy` passes after each.
std::vector<long> turns(RateLimiter& limiter,
                        ManualClock& clock,
                        const std::vector<milliseconds>& busy) {
    std::vector<long> at;
    for (const milliseconds time : busy) {
        EXPECT_TRUE(limiter.wait_for_turn());
        at.push_back(
            std::chrono::duration_cast<milliseconds>(clock.now().time_since_epoch()).count());
        clock.wait(time);
    }
    return at;
}

TEST(RateLimiter, KeepsTurnsApart) {
    ManualClock clock;
    RateLimiter limiter(10, clock);
    EXPECT_THAT(turns(limiter, clock, std::vector<milliseconds>(4)), ElementsAre(0, 100, 200, 300));
}

TEST(RateLimiter, KeepsItsScheduleWhateverACallTakes) {
    ManualClock clock;
    RateLimiter limiter(10, clock);
    EXPECT_THAT(turns(limiter, clock, {milliseconds(90), milliseconds(10), milliseconds(0)}),
                ElementsAre(0, 100, 200));
}

TEST(RateLimiter, AccumulatesNothingInAPause) {
    ManualClock clock;
    RateLimiter limiter(10, clock);
    EXPECT_THAT(turns(limiter, clock, {milliseconds(5'000), milliseconds(0), milliseconds(0)}),
                ElementsAre(0, 5'000, 5'100));
}

TEST(RateLimiter, HalvesTheRateOnceForRequestsThatWereSentTogether) {
    ManualClock clock;
    RateLimiter limiter(10, clock);
    EXPECT_EQ(limiter.lowest_rate(), 0);
    clock.wait(milliseconds(50));
    limiter.slow_down(Instant(milliseconds(40)), {});
    limiter.slow_down(Instant(milliseconds(45)), {});
    EXPECT_DOUBLE_EQ(limiter.lowest_rate(), 5);
    EXPECT_THAT(turns(limiter, clock, std::vector<milliseconds>(3)), ElementsAre(50, 250, 450));
    limiter.slow_down(Instant(milliseconds(450)), {});
    EXPECT_DOUBLE_EQ(limiter.lowest_rate(), 5);
    limiter.slow_down(Instant(milliseconds(1'050)), {});
    EXPECT_DOUBLE_EQ(limiter.lowest_rate(), 2.5);
}

TEST(RateLimiter, GrantsNoTurnDuringAPause) {
    ManualClock clock;
    RateLimiter limiter(10, clock);
    limiter.slow_down(clock.now(), std::chrono::seconds(7));
    EXPECT_THAT(turns(limiter, clock, std::vector<milliseconds>(2)), ElementsAre(7'000, 7'200));
}

TEST(RateLimiter, LimitsTheRateOnlyAfterARefusal) {
    ManualClock clock;
    RateLimiter limiter(0, clock);
    EXPECT_THAT(turns(limiter, clock, std::vector<milliseconds>(3)), ElementsAre(0, 0, 0));
    limiter.slow_down(clock.now(), {});
    EXPECT_THAT(turns(limiter, clock, std::vector<milliseconds>(3)), ElementsAre(0, 100, 200));
}

TEST(RateLimiter, RisesSlowlyToItsRateAgain) {
    ManualClock clock;
    RateLimiter limiter(10, clock);
    limiter.slow_down(clock.now(), {});
    const auto interval_after = [&](std::chrono::seconds pause) {
        clock.wait(pause);
        const auto two = turns(limiter, clock, std::vector<milliseconds>(2));
        return two[1] - two[0];
    };
    EXPECT_EQ(interval_after(std::chrono::seconds(10)), 200);
    EXPECT_EQ(interval_after(std::chrono::seconds(10)), 160);
    EXPECT_EQ(interval_after(std::chrono::seconds(10)), 160);
    EXPECT_EQ(interval_after(std::chrono::seconds(10)), 128);
    EXPECT_EQ(interval_after(std::chrono::seconds(20)), 102);
    EXPECT_EQ(interval_after(std::chrono::seconds(20)), 100);
    EXPECT_DOUBLE_EQ(limiter.lowest_rate(), 5);
}

TEST(RateLimiter, KeepsARateThatIsLowerThanAnyRefusalAsksFor) {
    ManualClock clock;
    RateLimiter limiter(0.01, clock);
    limiter.slow_down(clock.now(), {});
    EXPECT_DOUBLE_EQ(limiter.lowest_rate(), 0.01);
}

TEST(RateLimiter, EndsAWaitThatIsInterrupted) {
    InterruptingClock clock;
    RateLimiter limiter(0.1, clock, &clock.interrupted);
    EXPECT_TRUE(limiter.wait_for_turn());
    EXPECT_FALSE(limiter.wait_for_turn());
    EXPECT_LT(clock.now().time_since_epoch(), milliseconds(100));
}

TEST(RateLimiter, MakesCleanUpWaitForItsTurnAfterAnInterrupt) {
    InterruptingClock clock;
    RateLimiter limiter(2, clock, &clock.interrupted);
    EXPECT_TRUE(limiter.wait_for_turn());
    EXPECT_FALSE(limiter.wait_for_turn());
    EXPECT_TRUE(limiter.wait_for_turn());
    // The turn of the interrupted call is not lost.
    EXPECT_EQ(clock.now().time_since_epoch(), milliseconds(500));
}

TEST(RateLimiter, DelaysCleanUpOnlyBriefly) {
    InterruptingClock clock;
    RateLimiter limiter(0.001, clock, &clock.interrupted);
    EXPECT_TRUE(limiter.wait_for_turn());
    EXPECT_FALSE(limiter.wait_for_turn());
    const Instant interrupted = clock.now();
    EXPECT_TRUE(limiter.wait_for_turn());
    EXPECT_TRUE(limiter.wait_for_turn());
    EXPECT_EQ(clock.now() - interrupted, milliseconds(2'000));
}

TEST(RateLimiter, DoesNotSendAnInterruptedCall) {
    InterruptingClock clock;
    FakeTarget fake;
    const Send send =
        with_rate_limit(fake.send(), std::make_shared<RateLimiter>(0.1, clock, &clock.interrupted));
    client::HttpCall call;
    call.url = "http://127.0.0.1:1/things";
    (void)send(call);
    const client::Exchange unsent = send(call);
    EXPECT_EQ(fake.sent.size(), 1U);
    EXPECT_EQ(unsent.call.url, call.url);
    EXPECT_EQ(unsent.failure.value_or(Error{}).code, ErrorCode::kUsage);
}

TEST(RateLimiter, SendsAnInterruptedCleanUpCall) {
    InterruptingClock clock;
    FakeTarget fake;
    fake.on("GET /things", {{200, "[]"}});
    const Send send = with_retry_after_interrupt(
        with_rate_limit(fake.send(), std::make_shared<RateLimiter>(0.1, clock, &clock.interrupted)),
        &clock.interrupted);
    client::HttpCall call;
    call.url = "http://127.0.0.1:1/things";
    call.request.method = "GET";
    EXPECT_TRUE(send(call).response);
    EXPECT_TRUE(send(call).response);
    EXPECT_EQ(fake.sent.size(), 2U);
    // The interrupt comes at 50 ms, and a late call waits for at most a second.
    EXPECT_LE(clock.now().time_since_epoch(), milliseconds(1'050));
}

TEST(RateLimiter, RetriesOnlyCallsThatAnInterruptHeldBack) {
    std::atomic<bool> stop{false};
    int calls = 0;
    bool stops = false;
    const Send send = with_retry_after_interrupt(
        [&](const client::HttpCall& call) {
            ++calls;
            if (stops) stop = true;
            const ErrorCode code = stops ? ErrorCode::kTimeout : ErrorCode::kUsage;
            return client::unsent_exchange(call, {code, "another failure", {}, {}});
        },
        &stop);
    (void)send({});
    EXPECT_EQ(calls, 1);
    stops = true;
    (void)send({});
    EXPECT_EQ(calls, 2);
}

/// Plays at a target with a rate limit; the first call that waits for its turn is interrupted.
std::vector<std::string> calls_when_interrupted(const std::string& suite, Target target) {
    FakeTarget fake;
    fake.on("POST /things", {{201, R"({"id":"a"})"}});
    fake.on("POST /_plumbline/workspaces",
            {{201, R"({"id":"w","prefix":"","hosting":"cloud","tenant_id":"t","api_key":"k"})"}});
    target.max_rate = 0.1;
    InterruptingClock clock;
    RunOptions options;
    options.stop = &clock.interrupted;
    options.jobs = 1;
    (void)run_suites(
        target, {suite_of(suite)}, {}, options, [&] { return fake.send(); }, clock, {});
    return fake.calls();
}

TEST(RateLimiter, LosesNoCleanUpStep) {
    EXPECT_THAT(calls_when_interrupted(R"(  - workflowId: life
    steps:
      - stepId: make
        operationId: createThing
        outputs: { id: $response.body#/id }
      - stepId: remove
        operationId: deleteThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: $steps.make.outputs.id } ]
)",
                                       things_target()),
                ElementsAre("POST /things", "DELETE /things/a"));
}

TEST(RateLimiter, LosesNoWorkspace) {
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    EXPECT_THAT(calls_when_interrupted(R"(  - workflowId: needy
    inputs: { type: object, required: [key], properties: { key: { type: string } } }
    steps: [ { stepId: list, operationId: listThings } ]
)",
                                       target),
                ElementsAre("POST /_plumbline/workspaces", "DELETE /_plumbline/workspaces/w"));
}

TEST(RateLimiter, LimitsAllScenariosOfARunTogether) {
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
    options.jobs = 1;  // a ManualClock supports only one thread
    const auto result = play(suite, fake, options, {}, target);
    EXPECT_EQ(fake.sent.size(), 3U);
    EXPECT_EQ(result.took_ms, 1000);
}

}  // namespace
}  // namespace plumbline::runner
