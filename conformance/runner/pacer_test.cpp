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

TEST(Pacer, SendsCleanUpThatIsInterruptedAllTheSame) {
    InterruptingClock clock;
    FakeTarget fake;
    fake.on("GET /things", {{200, "[]"}});
    const Send send =
        insisting(paced(fake.send(), std::make_shared<Pacer>(0.1, clock, &clock.interrupted)),
                  &clock.interrupted);
    client::Call call;
    call.url = "http://127.0.0.1:1/things";
    call.request.method = "GET";
    EXPECT_TRUE(send(call).response);
    EXPECT_TRUE(send(call).response);
    EXPECT_EQ(fake.sent.size(), 2U);
    // The interrupt comes at 50 ms, and what is late waits for a second.
    EXPECT_LE(clock.now().time_since_epoch(), milliseconds(1'050));
}

TEST(Pacer, InsistsOnNothingThatAnInterruptDidNotHoldBack) {
    std::atomic<bool> stop{false};
    int calls = 0;
    bool stops = false;
    const Send send = insisting(
        [&](const client::Call& call) {
            ++calls;
            if (stops) stop = true;
            const ErrorCode code = stops ? ErrorCode::kTimeout : ErrorCode::kUsage;
            return client::not_sent(call, {code, "no luck", {}, {}});
        },
        &stop);
    (void)send({});
    EXPECT_EQ(calls, 1);
    stops = true;
    (void)send({});
    EXPECT_EQ(calls, 2);
}

/// Plays at a target with a cap; the first call that waits for its turn is interrupted.
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

TEST(Pacer, LosesNoStepThatCleansUp) {
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

TEST(Pacer, LosesNoWorkspace) {
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    EXPECT_THAT(calls_when_interrupted(R"(  - workflowId: needy
    inputs: { type: object, required: [key], properties: { key: { type: string } } }
    steps: [ { stepId: list, operationId: listThings } ]
)",
                                       target),
                ElementsAre("POST /_plumbline/workspaces", "DELETE /_plumbline/workspaces/w"));
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
