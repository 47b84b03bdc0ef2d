#include "conformance/runner/shared_calls.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kMakeThing = R"(  - workflowId: make
    inputs: { type: object, required: [unset], properties: { unset: {} } }
    steps:
      - stepId: new
        operationId: createThing
        successCriteria: [ { condition: $statusCode == 201 } ]
        outputs: { id: $response.body#/id }
    outputs: { id: $steps.new.outputs.id }
)";

/// A scenario that reads a thing and deletes it.
std::string reading(const std::string& id, const std::string& share = "things") {
    return "  - workflowId: " + id + R"(
    failureActions: [ { name: toCleanup, type: goto, stepId: cleanup } ]
    steps:
      - stepId: create
        workflowId: make
        x-ct-shared: )" +
           share + R"(
        parameters: [ { name: unset, value: 1 } ]
        outputs: { id: $outputs.id }
      - stepId: get
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.create.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
      - stepId: cleanup
        operationId: deleteThing
        x-ct-finally: true
        parameters: [ { name: id, in: path, value: $steps.create.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 204 } ]
)";
}

class SharedCallsTest : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("POST /things", {{201, R"({"id":"a"})"}, {201, R"({"id":"b"})"}});
        for (const std::string id : {"a", "b"}) {
            fake_.on("GET /things/" + id, {{200, R"({"id":")" + id + "\"}"}});
            fake_.on("DELETE /things/" + id, {{204, "", {}}});
        }
    }

    /// Plays the scenarios and returns their verdicts.
    std::vector<Verdict> verdicts_of(const std::string& scenarios,
                                     const RunOptions& options = {},
                                     const Target& target = things_target()) {
        result_ = play(scenarios + kMakeThing, fake_, options, {}, target);
        std::vector<Verdict> verdicts;
        for (const auto& scenario : result_.scenarios) verdicts.push_back(scenario.verdict);
        return verdicts;
    }

    /// The calls if two things are created: each is read so many times and deleted.
    static std::vector<std::string> calls_of_two(int reads_of_a, int reads_of_b) {
        std::vector<std::string> calls;
        for (const auto& [id, reads] : {std::pair("a", reads_of_a), std::pair("b", reads_of_b)}) {
            calls.emplace_back("POST /things");
            calls.insert(
                calls.end(), static_cast<std::size_t>(reads), std::string("GET /things/") + id);
            calls.push_back(std::string("DELETE /things/") + id);
        }
        return calls;
    }

    FakeTarget fake_;
    reports::RunResult result_;
};

TEST_F(SharedCallsTest, ArePlayedOnceAndTheLastScenarioCleansUp) {
    EXPECT_THAT(verdicts_of(reading("one") + reading("two")),
                ElementsAre(Verdict::kPassed, Verdict::kPassed));
    EXPECT_THAT(fake_.calls(),
                ElementsAre("POST /things", "GET /things/a", "GET /things/a", "DELETE /things/a"));
    EXPECT_THAT(step_ids(result_.scenarios[0]), ElementsAre("create/new", "create", "get"));
    EXPECT_THAT(step_ids(result_.scenarios[1]), ElementsAre("create", "get", "cleanup"));
    EXPECT_EQ(result_.scenarios[1].steps[0].action, "uses what things/one has created");
}

TEST_F(SharedCallsTest, KeepTheOrderOfTheScenariosInTheResult) {
    RunOptions options;
    options.jobs = 1;
    (void)verdicts_of(reading("one") + reading("other", "others") + reading("two"), options);
    std::vector<std::string> names;
    for (const auto& scenario : result_.scenarios) names.push_back(scenario.name);
    EXPECT_THAT(names, ElementsAre("things/one", "things/other", "things/two"));
    EXPECT_EQ(fake_.calls(), calls_of_two(2, 1));
}

TEST_F(SharedCallsTest, OfGroupsThatAThirdGroupJoinsArePlayedOnce) {
    std::string last = reading("four", "others");
    last.insert(last.find('\n'), "\n    dependsOn: [three]");
    EXPECT_THAT(
        verdicts_of(reading("one") + reading("two", "others") + reading("three") + last),
        ElementsAre(Verdict::kPassed, Verdict::kPassed, Verdict::kPassed, Verdict::kPassed));
    EXPECT_EQ(std::ranges::count(fake_.calls(), "POST /things"), 2);
}

TEST_F(SharedCallsTest, ArePlayedAgainAfterAScenarioThatDidNotPass) {
    fake_.on("GET /things/a", {{404, "{}"}});
    EXPECT_THAT(verdicts_of(reading("one") + reading("two") + reading("three")),
                ElementsAre(Verdict::kFailed, Verdict::kPassed, Verdict::kPassed));
    EXPECT_EQ(fake_.calls(), calls_of_two(1, 2));
}

TEST_F(SharedCallsTest, ArePlayedAgainAfterAKnownDeviation) {
    fake_.on("GET /things/a", {{404, "{}"}});
    reports::DeviationEntry entry;
    entry.code = "criterion";
    entry.reason = "the first thing cannot be read";
    RunOptions options;
    options.deviations = {entry};
    EXPECT_THAT(verdicts_of(reading("one") + reading("two"), options),
                ElementsAre(Verdict::kDeviated, Verdict::kPassed));
    EXPECT_EQ(fake_.calls(), calls_of_two(1, 1));
}

TEST_F(SharedCallsTest, FailEveryScenarioThatNeedsThem) {
    fake_.on("POST /things", {{422, "{}"}});
    EXPECT_THAT(verdicts_of(reading("one") + reading("two")),
                ElementsAre(Verdict::kFailed, Verdict::kFailed));
    EXPECT_THAT(fake_.calls(), ElementsAre("POST /things", "POST /things"));
}

TEST_F(SharedCallsTest, ArePlayedAgainIfAnOutputHasNoValue) {
    fake_.on("POST /things", {{201, "{}"}});
    const std::string listing = R"(    steps:
      - { stepId: create, workflowId: make, x-ct-shared: things, parameters: [ { name: unset, value: 1 } ] }
)";
    (void)verdicts_of("  - workflowId: one\n" + listing + "  - workflowId: two\n" + listing);
    EXPECT_THAT(fake_.calls(), ElementsAre("POST /things", "POST /things"));
}

TEST_F(SharedCallsTest, ArePlayedOnlyForTheSelectedScenarios) {
    RunOptions options;
    options.only = {"things/two"};
    EXPECT_THAT(verdicts_of(reading("one") + reading("two"), options),
                ElementsAre(Verdict::kPassed));
    EXPECT_THAT(fake_.calls(), ElementsAre("POST /things", "GET /things/a", "DELETE /things/a"));
}

TEST_F(SharedCallsTest, AreNotUsedAfterAScenarioThatDeletes) {
    std::string deleting = reading("one");
    deleting.replace(deleting.find("        x-ct-finally: true\n"), 27, "");
    EXPECT_THAT(verdicts_of(deleting + reading("two")),
                ElementsAre(Verdict::kPassed, Verdict::kPassed));
    EXPECT_EQ(fake_.calls(), calls_of_two(1, 1));
}

TEST_F(SharedCallsTest, AreLeftToTheRunnersCleanUpIfTheLastScenarioIsSkipped) {
    std::string lacking = reading("two");
    lacking.insert(
        lacking.find("    failureActions"),
        "    inputs: { type: object, required: [unheard], properties: { unheard: {} } }\n");
    EXPECT_THAT(verdicts_of(reading("one") + lacking),
                ElementsAre(Verdict::kPassed, Verdict::kSkipped));
    EXPECT_THAT(fake_.calls(), ElementsAre("POST /things", "GET /things/a"));
}

}  // namespace
}  // namespace plumbline::runner
