// Steps that limits of the request rate delay until the run that they join may have ended.

#include "conformance/runner/player/request_delays.hpp"

#include "conformance/runner/stream/stream_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using reports::Verdict;
using std::chrono::milliseconds;
using std::chrono::seconds;
using streaming::chunk;
using streaming::kStart;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::SizeIs;

constexpr const char* kJoinsSoon = R"(  - workflowId: joins
    steps:
      - { stepId: before, operationId: listThings }
      - { stepId: run, operationId: createThing, successCriteria: [ { condition: $statusCode == 201 } ] }
      - stepId: join
        operationId: getThing
        x-ct-soon-after: { step: run, provide: a longer run }
        x-ct-verifies: [T-JOIN]
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { condition: $response.body#/status == 'NEW' } ]
)";

/// Plays kJoinsSoon against a target with a limited rate.
class LateStep : public testing::Test {
  protected:
    void SetUp() override {
        fake_.clock = &clock_;
        fake_.on("GET /things", {{200, "[]"}});
        fake_.on("POST /things", {{201, R"({"id":"a"})"}});
        fake_.on("GET /things/a", {{200, R"({"id":"a","status":"DONE"})"}});
    }

    /// `delays` are for requests by `METHOD path`.
    reports::ScenarioResult play_delayed(const std::map<std::string, Duration>& delays) {
        const auto make_send = [&] {
            return [&, send = fake_.send()](const client::HttpCall& call) {
                const auto delay =
                    delays.find(call.request.method + call.url.substr(call.url.find('/', 8)));
                if (delay != delays.end()) clock_.wait(delay->second);
                return send(call);
            };
        };
        return run_suites(things_target(), {suite_of(kJoinsSoon)}, {}, {}, make_send, clock_, {})
            .scenarios.front();
    }

    ManualClock clock_;
    FakeTarget fake_;
};

TEST_F(LateStep, IsNotJudgedIfItFailsOnceMore) {
    const auto scenario = play_delayed({{"GET/things/a", milliseconds(1200)}});
    EXPECT_EQ(scenario.verdict, Verdict::kNotRun);
    EXPECT_EQ(scenario.reason,
              "step join: needs to be sent soon after step run, saw delays of 1.2 s by limits of "
              "the request rate; give a longer run");
    EXPECT_EQ(scenario.replayed,
              "limits of the request rate delayed requests when it was first played");
    EXPECT_THAT(finding_codes(scenario), ElementsAre("join/precondition"));
    EXPECT_THAT(scenario.steps.back().findings.back().requirements, ElementsAre("T-JOIN"));
    EXPECT_THAT(scenario.steps.back().verified, Not(Contains("T-JOIN")));
    EXPECT_THAT(fake_.sent, SizeIs(6)) << "it is played once more";
}

TEST_F(LateStep, IsJudgedByTheSecondPlay) {
    fake_.on("GET /things/a",
             {{200, R"({"id":"a","status":"DONE"})"}, {200, R"({"id":"a","status":"NEW"})"}});
    const auto scenario = play_delayed({{"GET/things/a", milliseconds(1200)}});
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(scenario.replayed, HasSubstr("delayed requests"));
    EXPECT_THAT(scenario.steps.back().verified, Contains("T-JOIN"));
}

TEST_F(LateStep, FailsWithoutADelayThatCanBeTheReason) {
    for (const std::map<std::string, Duration>& delays :
         {std::map<std::string, Duration>{},
          {{"GET/things/a", milliseconds(200)}},
          {{"GET/things", seconds(9)}, {"POST/things", seconds(9)}}}) {
        const auto scenario = play_delayed(delays);
        EXPECT_EQ(scenario.verdict, Verdict::kFailed);
        EXPECT_EQ(scenario.replayed, "");
        EXPECT_THAT(finding_codes(scenario), ElementsAre("join/criterion"));
    }
}

TEST_F(LateStep, PassesIfItsCriteriaHold) {
    fake_.on("GET /things/a", {{200, R"({"id":"a","status":"NEW"})"}});
    const auto scenario = play_delayed({{"GET/things/a", seconds(9)}});
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(scenario.replayed, "");
    EXPECT_THAT(scenario.steps.back().verified, Contains("T-JOIN"));
}

TEST_F(LateStep, FailsIfItViolatesTheContract) {
    fake_.on("GET /things/a", {{200, R"({"id":7})"}});
    const auto scenario = play_delayed({{"GET/things/a", seconds(9)}});
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(scenario), Contains("join/schema"));
    EXPECT_THAT(finding_codes(scenario), Contains("join/precondition"));
}

TEST_F(LateStep, DoesNotHideAnEarlierFailure) {
    fake_.on("POST /things", {{201, R"({"id":"a","status":"UNHEARD"})"}});
    const auto scenario = play_delayed({{"GET/things/a", seconds(9)}});
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(scenario), ElementsAre("run/schema", "join/precondition"));
}

TEST(RequestDelays, AreAddedUpAfterAStep) {
    RequestDelays delays;
    delays.add("a", seconds(5));
    delays.add("b", milliseconds(100));
    delays.add("c", milliseconds(200));
    EXPECT_EQ(delays.since("a"), milliseconds(300));
    EXPECT_EQ(delays.since("c"), Duration::zero());
    EXPECT_EQ(delays.since("never"), Duration::zero());
    delays.add("a", seconds(1));
    EXPECT_EQ(delays.since("a"), Duration::zero());
    EXPECT_EQ(delays.since("b"), milliseconds(1200));
}

/// A clock on which time can pass at once, while a request waits for its turn.
class SkippingClock final : public Clock {
  public:
    [[nodiscard]] Instant now() const override { return clock_.now() + skipped_.load(); }
    [[nodiscard]] Instant at(std::chrono::steady_clock::time_point steady) const override {
        return clock_.at(steady) + skipped_.load();
    }
    void wait(Duration time) override { skipped_ = skipped_.load() + time; }

  private:
    SystemClock clock_;
    std::atomic<Duration> skipped_{Duration::zero()};
};

/// Returns the result of a background run that is joined by a background step, which gets too few
/// events; the join waits for its turn.
reports::ScenarioResult play_late_join(Duration delay, const std::string& of_run) {
    const std::string steps =
        stream_step(of_run,
                    "        x-ct-background: { releaseAfterEvents: 1 }\n"
                    "        outputs: { run: $message.payload#/run_id }\n") +
        "      - stepId: join\n        operationId: joinIt\n"
        "        x-ct-soon-after: { step: s, provide: a longer run }\n"
        "        parameters: [{name: run_id, in: path, value: $steps.s.outputs.run}]\n"
        "        x-ct-sse: { minEvents: 2 }\n        x-ct-background: { releaseAfterEvents: 0 }\n";
    ScriptedServer server({stream_script({{chunk(kStart)}, {values(1)}, {kEnd}}),
                           stream_script({{values(1)}, {kEnd}},
                                         ScriptedServer::AfterScript::kHoldOpen,
                                         "GET /runs/r-1/stream")});
    SkippingClock clock;
    Target target;
    target.base_urls["runs"] = server.origin();
    target.allow_writes = true;
    const auto make_send = [&] {
        auto client = std::make_shared<client::Client>(client::ClientOptions{}, clock);
        return [&, client](const client::HttpCall& call) {
            if (call.request.method == "GET") clock.wait(delay);
            return client->perform(call);
        };
    };
    return run_suites(target, {stream_suite(steps)}, {}, {}, make_send, clock, {})
        .scenarios.front();
}

TEST(LateBackgroundStep, IsNotJudged) {
    const auto scenario = play_late_join(seconds(1), "minEvents: 2");
    EXPECT_EQ(scenario.verdict, Verdict::kNotRun);
    EXPECT_THAT(scenario.reason, HasSubstr("step join: needs to be sent soon after step s, saw "));
    EXPECT_EQ(play_late_join({}, "minEvents: 2").verdict, Verdict::kFailed);
}

TEST(LateBackgroundStep, DoesNotExcuseTheRunThatItJoins) {
    const auto scenario = play_late_join(seconds(1), "minEvents: 9");
    EXPECT_EQ(scenario.verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(scenario), Contains("s/criterion"));
    EXPECT_THAT(finding_codes(scenario), Contains("join/precondition"));
}

}  // namespace
}  // namespace plumbline::runner
