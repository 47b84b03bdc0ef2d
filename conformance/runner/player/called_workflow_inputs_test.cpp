// The inputs of called workflows: from the caller, the user, the environment, their defaults.

#include "conformance/runner/cleanup_tracker.hpp"
#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using ::testing::HasSubstr;

/// A workflow that a step or an action calls, which sends its input.
const std::string kCalled = R"(  - workflowId: called
    inputs: { type: object, properties: { assistant_id: { type: string, default: by-default }, name: {} } }
    steps:
      - stepId: make
        operationId: createThing
        requestBody: { payload: { name: $inputs.name, graph: $inputs.assistant_id } }
)";

/// Returns two workflows: the first calls the second, with these parameters.
std::string called_by_step(const std::string& parameters) {
    return "  - workflowId: first\n    steps:\n      - stepId: call\n        workflowId: called\n"
           "        parameters: [" +
           parameters + "]\n" + kCalled;
}

std::string called_by_action(const std::string& parameters) {
    return "  - workflowId: first\n    steps:\n      - stepId: list\n"
           "        operationId: listThings\n        onSuccess:\n"
           "          - { name: onwards, type: goto, workflowId: called, parameters: [" +
           parameters + "] }\n" + kCalled;
}

class CalledWorkflowInputs : public ::testing::TestWithParam<std::string (*)(const std::string&)> {
  protected:
    void SetUp() override {
        fake_.on("POST /things", {{201, R"({"id":"1"})"}});
        fake_.on("GET /things", {{200, "[]"}});
        options_.only = {"things/first"};
    }

    void give_input(const std::string& value) {
        options_.inputs = std::make_shared<const Json>(Json{{"assistant_id", value}});
    }
    void give_in_profile(const std::string& value) {
        target_.streaming = std::make_shared<const Json>(Json{{"assistant_id", value}});
    }

    /// Plays the calling workflow, and returns the body that the called one sends.
    std::string sent_body(const std::string& parameters = "") {
        const auto result = play(GetParam()(parameters), fake_, options_, {}, target_);
        EXPECT_EQ(result.scenarios.at(0).verdict, reports::Verdict::kPassed);
        return fake_.sent.back().request.body;
    }

    FakeTarget fake_;
    RunOptions options_;
    Target target_ = things_target();
};

TEST_P(CalledWorkflowInputs, AreTheirDefaultsIfNothingElseIsGiven) {
    EXPECT_THAT(sent_body(), HasSubstr(R"("graph":"by-default")"));
}

TEST_P(CalledWorkflowInputs, AreThoseOfTheProfile) {
    give_in_profile("of-profile");
    EXPECT_THAT(sent_body(), HasSubstr(R"("graph":"of-profile")"));
}

TEST_P(CalledWorkflowInputs, AreThoseOfTheUserBeforeTheProfile) {
    give_in_profile("of-profile");
    give_input("of-user");
    EXPECT_THAT(sent_body(), HasSubstr(R"("graph":"of-user")"));
}

TEST_P(CalledWorkflowInputs, AreThoseOfTheCallerBeforeTheUser) {
    give_in_profile("of-profile");
    give_input("of-user");
    EXPECT_THAT(sent_body("{ name: assistant_id, value: of-caller }"),
                HasSubstr(R"("graph":"of-caller")"));
}

TEST_P(CalledWorkflowInputs, IncludeTheNameOfTheScenariosResources) {
    EXPECT_THAT(sent_body(),
                HasSubstr(R"("name":")" + record_name(options_, "things/first") + '"'));
}

INSTANTIATE_TEST_SUITE_P(Callers,
                         CalledWorkflowInputs,
                         ::testing::Values(&called_by_step, &called_by_action),
                         [](const auto& given) {
                             return given.param == &called_by_step ? "Step" : "Action";
                         });

}  // namespace
}  // namespace plumbline::runner
