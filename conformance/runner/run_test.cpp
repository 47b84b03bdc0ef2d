#include "conformance/runner/run.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string one(const std::string& id, const std::string& extra = "") {
    return "  - workflowId: " + id + "\n" + extra +
           "    steps:\n      - { stepId: make, operationId: createThing, successCriteria: [ { "
           "condition: "
           "$statusCode == 201 } ] }\n";
}

const std::string kRead =
    "  - workflowId: look\n    steps:\n      - stepId: read\n        operationId: getThing\n       "
    " parameters: [ { "
    "name: id, in: path, value: a } ]\n        successCriteria: [ { condition: $statusCode == 200 "
    "} ]\n";

std::vector<std::string> verdicts_of(const reports::RunResult& result) {
    std::vector<std::string> texts;
    for (const auto& scenario : result.scenarios) {
        texts.push_back(scenario.name + ' ' + std::string(reports::to_text(scenario.verdict)));
    }
    return texts;
}

class RunTest : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("POST /things", {{201, R"({"id":"a"})"}});
        fake_.on("GET /things/a", {{200, R"({"id":"a"})"}});
    }
    FakeTarget fake_;
};

TEST_F(RunTest, KeepsTheOrderOfTheSuites) {
    EXPECT_THAT(verdicts_of(play(one("b") + one("a"), fake_)),
                ElementsAre("things/b passed", "things/a passed"));
}

TEST_F(RunTest, PlaysADependencyOnceAndBeforeItsDependents) {
    const auto result = play(one("second", "    dependsOn: [first]\n") + one("first") +
                                 one("third", "    dependsOn: [first]\n"),
                             fake_);
    EXPECT_THAT(verdicts_of(result),
                ElementsAre("things/first passed", "things/second passed", "things/third passed"));
}

TEST_F(RunTest, SkipsDependentsOfAFailedScenario) {
    fake_.on("POST /things", {{422, "{}"}});
    const auto result = play(one("first") + one("second", "    dependsOn: [first]\n"), fake_);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/first failed", "things/second skipped"));
    EXPECT_THAT(result.scenarios[1].reason, HasSubstr("depends on first"));
}

TEST_F(RunTest, ReportsAMissingInputBeforeAFailedDependency) {
    const std::string lacking =
        "    inputs: { type: object, required: [unheard], properties: { unheard: { type: string } "
        "} }\n";
    const auto result =
        play(one("first", lacking) + one("second", lacking + "    dependsOn: [first]\n"), fake_);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/first skipped", "things/second skipped"));
    EXPECT_THAT(result.scenarios[1].reason, HasSubstr("needs the input \"unheard\""));
}

TEST_F(RunTest, SelectsByGlob) {
    RunOptions options;
    options.only = {"things/*"};
    options.skip = {"*/b"};
    EXPECT_THAT(verdicts_of(play(one("a") + one("b"), fake_, options)),
                ElementsAre("things/a passed"));
}

TEST_F(RunTest, WritesNothingWithoutPermission) {
    Target target = things_target();
    target.allow_writes = false;
    const auto result = play(one("make") + kRead, fake_, {}, {}, target);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/make skipped", "things/look passed"));
    EXPECT_THAT(result.scenarios[0].reason, HasSubstr("--allow-writes"));
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things/a"));
}

TEST_F(RunTest, OnlyReadsIfReadOnlyWhateverElseIsAllowed) {
    Target target = things_target();
    target.read_only = true;
    target.control_url = "http://127.0.0.1:1";
    const auto result = play(one("make") + kRead, fake_, {}, {}, target);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/make skipped", "things/look passed"));
    EXPECT_THAT(result.scenarios[0].reason, HasSubstr("--read-only"));
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things/a"));
}

TEST_F(RunTest, WritesNothingThroughAnAction) {
    const std::string indirect = R"(  - workflowId: indirect
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { condition: $statusCode == 299 } ]
        onFailure: [ { name: away, type: goto, workflowId: make } ]
)";
    Target target = things_target();
    target.allow_writes = false;
    const auto result = play(indirect + one("make"), fake_, {}, {}, target);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/indirect skipped", "things/make skipped"));
    EXPECT_THAT(fake_.calls(), IsEmpty());
}

TEST_F(RunTest, SkipsAScenarioWithoutItsInput) {
    const auto result = play(one("with-key",
                                 "    inputs: { type: object, required: [key], properties: { key: "
                                 "{ type: string } } }\n"),
                             fake_);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/with-key skipped"));
    EXPECT_THAT(result.scenarios[0].reason, HasSubstr("needs the input \"key\""));
    EXPECT_EQ(result.exit_code(), 2);
}

TEST_F(RunTest, DoesNotRunAScenarioWithAnInvalidInput) {
    RunOptions options;
    options.inputs = std::make_shared<const Json>(Json{{"count", "many"}});
    const auto result = play(
        one("counted", "    inputs: { type: object, properties: { count: { type: integer } } }\n"),
        fake_,
        options);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/counted not_run"));
    EXPECT_THAT(result.scenarios[0].reason, HasSubstr("the input count: "));
}

TEST_F(RunTest, SkipsAScenarioForAnotherHosting) {
    const auto result =
        play(one("elsewhere",
                 "    inputs: { type: object, properties: { hosting: { type: string, enum: "
                 "[self_hosted] } } }\n"),
             fake_);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/elsewhere skipped"));
    EXPECT_THAT(result.scenarios[0].reason, HasSubstr("not for this target: the input hosting"));
}

TEST_F(RunTest, CreatesAWorkspacePerScenarioAndDeletesIt) {
    fake_.on(
        "POST /_plumbline/workspaces",
        {{201, R"({"id":"w1","prefix":"/w/w1","hosting":"cloud","tenant_id":"t","api_key":"k"})"}});
    fake_.on("POST /w/w1/things", {{201, R"({"id":"a"})"}});
    fake_.on("DELETE /_plumbline/workspaces/w1", {{204, ""}});
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    const auto result = play(one("make"), fake_, {}, {}, target);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/make passed"));
    EXPECT_THAT(fake_.calls(),
                ElementsAre("POST /_plumbline/workspaces",
                            "POST /w/w1/things",
                            "DELETE /_plumbline/workspaces/w1"));
}

TEST_F(RunTest, ReportsAUrlThatIsNotAControlInterface) {
    fake_.on("POST /_plumbline/workspaces", {{404, "{}"}});
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    const auto result = play(one("make"), fake_, {}, {}, target);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/make not_run"));
    EXPECT_THAT(result.scenarios[0].reason, HasSubstr("answered 404 where 201 was expected"));
}

TEST_F(RunTest, CleansUpWhenItIsInterrupted) {
    const std::string workflows = R"(  - workflowId: first
    steps:
      - stepId: make
        operationId: createThing
        successCriteria: [ { condition: $statusCode == 201 } ]
        outputs: { id: $response.body#/id }
      - stepId: poll
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.make.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 299 } ]
        onFailure: [ { name: again, type: retry, retryAfter: 1, retryLimit: 1000 } ]
      - stepId: cleanup
        operationId: deleteThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: $steps.make.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 204 } ]
)";
    fake_.on("DELETE /things/a", {{204, "", {}}});
    std::atomic<bool> stop{false};
    RunOptions options;
    options.jobs = 1;
    options.stop = &stop;
    ManualClock clock;
    const auto stops_at_the_third_poll = [&] {
        return [&, send = fake_.send()](const client::HttpCall& call) {
            auto exchange = send(call);
            if (fake_.sent.size() == 4) stop = true;
            return exchange;
        };
    };
    const auto result = run_suites(things_target(),
                                   {suite_of(workflows + one("second"))},
                                   {},
                                   options,
                                   stops_at_the_third_poll,
                                   clock,
                                   {});
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/first not_run", "things/second not_run"));
    EXPECT_EQ(result.scenarios[0].reason, "interrupted");
    EXPECT_EQ(fake_.calls().back(), "DELETE /things/a");
    EXPECT_EQ(result.exit_code(), 130);
}

/// Plays a scenario while the runner stalls during its first call.
class RunWithStall : public RunTest {
  protected:
    reports::RunResult play_paused(Duration pause, const std::string& workflows) {
        stall_history_.tick();
        RunOptions options;
        options.jobs = 1;
        options.stalls = &stall_history_;
        const auto stands_still_at_first = [&] {
            return [&, pause, send = fake_.send()](const client::HttpCall& call) {
                if (fake_.sent.empty()) clock_.wait(pause);
                stall_history_.tick();
                return send(call);
            };
        };
        return run_suites(
            things_target(), {suite_of(workflows)}, {}, options, stands_still_at_first, clock_, {});
    }

    ManualClock clock_;
    StallHistory stall_history_{clock_};
};

TEST_F(RunWithStall, PlaysAFailedScenarioOnceMore) {
    fake_.on("POST /things", {{503, "{}"}, {201, R"({"id":"a"})"}});
    const auto result = play_paused(std::chrono::milliseconds(2500), one("late"));
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/late passed"));
    EXPECT_THAT(result.scenarios[0].replayed, HasSubstr("the runner itself stalled for 2.5 s"));
    EXPECT_THAT(fake_.calls(), ElementsAre("POST /things", "POST /things"));
}

TEST_F(RunWithStall, ReportsAScenarioThatFailsTwice) {
    fake_.on("POST /things", {{503, "{}"}});
    const auto result = play_paused(std::chrono::seconds(2), one("broken"));
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/broken failed"));
    EXPECT_EQ(fake_.calls().size(), 2U);
}

TEST_F(RunWithStall, AlsoReplaysDependents) {
    fake_.on("POST /things", {{503, "{}"}, {201, R"({"id":"a"})"}});
    const auto result = play_paused(std::chrono::seconds(2),
                                    one("first") + one("second", "    dependsOn: [first]\n"));
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/first passed", "things/second passed"));
}

TEST_F(RunWithStall, ReplaysAfterAllOtherScenarios) {
    fake_.on("POST /things", {{503, "{}"}, {201, R"({"id":"a"})"}});
    const auto result = play_paused(std::chrono::seconds(2), one("late") + kRead);
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/late passed", "things/look passed"));
    EXPECT_THAT(fake_.calls(), ElementsAre("POST /things", "GET /things/a", "POST /things"));
}

TEST_F(RunWithStall, PlaysAPassedScenarioOnce) {
    const auto result = play_paused(std::chrono::seconds(2), one("fine"));
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/fine passed"));
    EXPECT_EQ(result.scenarios[0].replayed, "");
    EXPECT_EQ(fake_.calls().size(), 1U);
}

TEST_F(RunWithStall, IgnoresAShortStall) {
    fake_.on("POST /things", {{503, "{}"}, {201, R"({"id":"a"})"}});
    const auto result = play_paused(std::chrono::milliseconds(200), one("slow"));
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/slow failed"));
    EXPECT_EQ(fake_.calls().size(), 1U);
}

TEST_F(RunTest, ReportsNothingAsRunIfTheTargetIsUnreachable) {
    const auto suite = suite_of(one("first") + one("second", "    dependsOn: [first]\n") + kRead);
    RunOptions options;
    options.skip = {"*/look"};
    const auto result = unreachable_result(things_target(),
                                           {suite},
                                           {},
                                           options,
                                           {ErrorCode::kUnreachable, "no connection", {}, {}},
                                           ManualClock());
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/first not_run", "things/second not_run"));
    EXPECT_EQ(result.scenarios[0].reason, "no connection");
    EXPECT_EQ(result.exit_code(), 3);
    EXPECT_EQ(result.target, "fake");
}

TEST_F(RunTest, RetriesNothingAfterAnInterrupt) {
    const std::string polls = R"(  - workflowId: polls
    steps:
      - stepId: poll
        operationId: getThing
        parameters: [ { name: id, in: path, value: a } ]
        successCriteria: [ { condition: $statusCode == 299 } ]
        onFailure: [ { name: again, type: retry, retryAfter: 1, retryLimit: 1000 } ]
)";
    InterruptingClock clock;
    RunOptions options;
    options.stop = &clock.interrupted;
    const auto result = run_suites(
        things_target(), {suite_of(polls)}, {}, options, [&] { return fake_.send(); }, clock, {});
    EXPECT_THAT(verdicts_of(result), ElementsAre("things/polls not_run"));
    EXPECT_EQ(fake_.sent.size(), 1U);
}

TEST_F(RunTest, KeepsSecretsOutOfTheResult) {
    fake_.on(
        "POST /_plumbline/workspaces",
        {{201,
          R"({"id":"w1","prefix":"","hosting":"cloud","tenant_id":"t","api_key":"top-secret"})"}});
    fake_.on("DELETE /_plumbline/workspaces/w1", {{204, ""}});
    fake_.on("POST /things", {{422, R"({"detail":"top-secret"})"}});
    Target target = things_target();
    target.control_url = "http://127.0.0.1:1";
    const std::string workflows =
        "  - workflowId: leak\n    inputs: { type: object, properties: { api_key: { type: string, "
        "format: password } } "
        "}\n    steps:\n      - stepId: make\n        operationId: createThing\n        "
        "parameters: [ { name: "
        "X-Api-Key, in: header, value: $inputs.api_key } ]\n        successCriteria: [ { "
        "condition: "
        "$response.body#/detail == 'x' } ]\n";
    const auto result = play(workflows, fake_, {}, {}, target);
    EXPECT_EQ(*fake_.sent[1].request.headers.find("X-Api-Key"), "top-secret");
    EXPECT_THAT(reports::json_text(result), ::testing::Not(HasSubstr("top-secret")));
    EXPECT_THAT(result.scenarios[0].steps[0].findings.at(0).got, HasSubstr("***"));
}

TEST_F(RunTest, KeepsGivenSecretsOutOfTheResult) {
    fake_.on("POST /things", {{422, R"({"detail":"a \"quoted\" key"})"}});
    RunOptions options;
    options.inputs = std::make_shared<const Json>(Json{{"api_key", "a \"quoted\" key"}});
    const std::string workflows =
        "  - workflowId: leak\n    inputs: { type: object, properties: { api_key: { type: string } "
        "} }\n    steps:\n      "
        "- stepId: make\n        operationId: createThing\n        parameters: [ { name: q, in: "
        "query, value: "
        "$inputs.api_key } ]\n        successCriteria: [ { condition: $response.body#/detail == "
        "'x' } ]\n";
    fake_.on("POST /things?q=a%20%22quoted%22%20key", {{422, R"({"detail":"a \"quoted\" key"})"}});
    const auto result = play(workflows, fake_, options);
    EXPECT_THAT(reports::json_text(result), ::testing::Not(HasSubstr("quoted")));
}

}  // namespace
}  // namespace plumbline::runner
