#include "conformance/runner/scenario_groups.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kPlain =
    "  - { workflowId: w, steps: [ { stepId: s, operationId: listThings } ] }\n";
constexpr const char* kNaming =
    "  - { workflowId: w, steps: [ { stepId: s, operationId: listThings, x-ct-verifies: [T-1] } ] "
    "}\n";

/// The tested areas of a run whose suites use a separate service.
class TestedAreas : public testing::Test {
  protected:
    TestedAreas() {
        Requirement requirement;
        requirement.id = "T-1";
        requirement.area = "things";
        ledger_.requirements.push_back(requirement);
    }

    Ledger ledger_;
};

TEST_F(TestedAreas, AreThoseOfItsDocuments) {
    EXPECT_THAT(tested_areas({suite_of(kPlain)}, {}, {}), ElementsAre("things"));
}

TEST_F(TestedAreas, AreEmptyForOtherServices) {
    EXPECT_THAT(tested_areas({suite_of(kPlain, SchemaStrictness::kTolerant)}, ledger_, {}),
                IsEmpty());
}

TEST_F(TestedAreas, IncludeThoseOfNamedRequirements) {
    EXPECT_THAT(tested_areas({suite_of(kNaming, SchemaStrictness::kTolerant)}, ledger_, {}),
                ElementsAre("things"));
}

TEST_F(TestedAreas, AreAllOfALedgerThatIsForTheTarget) {
    RunOptions options;
    options.covers_whole_ledger = true;
    EXPECT_THAT(tested_areas({suite_of(kPlain, SchemaStrictness::kTolerant)}, ledger_, options),
                ElementsAre("things"));
}

TEST_F(TestedAreas, AreTheRequestedOnes) {
    RunOptions options;
    options.areas = {"others"};
    EXPECT_THAT(tested_areas({suite_of(kPlain)}, ledger_, options), ElementsAre("others"));
}

constexpr const char* kStreaming = R"(  - workflowId: any
    inputs: { type: object, required: [assistant_id], properties: { assistant_id: { type: string }, input: {} } }
    parameters: [ { name: X-Assistant, in: header, value: $inputs.assistant_id } ]
    steps: [ { stepId: s, operationId: listThings } ]
  - workflowId: slow
    inputs: { type: object, properties: { assistant_id: { default: a }, slow_input: { default: a } } }
    steps: [ { stepId: s, operationId: listThings } ]
  - { workflowId: other, steps: [ { stepId: s, operationId: listThings } ] }
)";

RunOptions with_assistants(const std::vector<std::string>& names) {
    RunOptions options;
    for (const std::string& name : names) {
        options.assistants.push_back(
            std::make_shared<const Json>(Json{{"assistant_id", name}, {"input", name}}));
    }
    return options;
}

TEST(SeveralAssistants, PlayScenariosOfAnyAssistantOnceForEach) {
    EXPECT_THAT(
        selected_scenarios({suite_of(kStreaming)}, with_assistants({"a", "b", "a"})),
        ElementsAre(
            "things/any@a", "things/any@b", "things/any@a#2", "things/slow", "things/other"));
}

TEST(SeveralAssistants, ChangeNoNameOfOneAssistant) {
    EXPECT_THAT(selected_scenarios({suite_of(kStreaming)}, with_assistants({"a"})),
                ElementsAre("things/any", "things/slow", "things/other"));
}

TEST(SeveralAssistants, YieldToTheInputOfTheUser) {
    RunOptions options = with_assistants({"a", "b"});
    options.inputs = std::make_shared<const Json>(Json{{"assistant_id", "c"}});
    EXPECT_THAT(selected_scenarios({suite_of(kStreaming)}, options),
                ElementsAre("things/any", "things/slow", "things/other"));
}

TEST(SeveralAssistants, AreSelectedByTheNameOfTheScenario) {
    RunOptions options = with_assistants({"a", "b"});
    options.only = {"things/any"};
    EXPECT_THAT(selected_scenarios({suite_of(kStreaming)}, options),
                ElementsAre("things/any@a", "things/any@b"));
}

TEST(SeveralAssistants, AreInTheRequestsAndTheResult) {
    FakeTarget fake;
    fake.on("GET /things", {{200, "[]"}});
    RunOptions options = with_assistants({"a", "b"});
    options.only = {"things/any"};
    options.jobs = 1;
    const auto result = play(kStreaming, fake, options, {}, things_target());
    ASSERT_EQ(fake.sent.size(), 2U);
    EXPECT_EQ(*fake.sent[0].request.headers.find("X-Assistant"), "a");
    EXPECT_EQ(*fake.sent[1].request.headers.find("X-Assistant"), "b");
    EXPECT_EQ(result.scenarios.at(1).name, "things/any@b");
}

}  // namespace
}  // namespace plumbline::runner
