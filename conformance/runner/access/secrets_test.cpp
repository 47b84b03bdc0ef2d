// Secrets from every source must not appear in a result.

#include "conformance/runner/access/secrets.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::AllOf;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::Not;

/// A workflow that sends its input `pw` to the target and outputs it to its dependents.
const std::string kLogin = R"(  - workflowId: login
    inputs: { type: object, properties: { pw: { format: password, default: hidden-one } } }
    steps:
      - stepId: say
        operationId: listThings
        parameters: [ { name: q, in: query, value: $inputs.pw } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)";

class RunSecrets : public ::testing::Test {
  protected:
    void SetUp() override {
        fake_.on("GET /things?q=hidden-one", {{200, R"(["hidden-one"])"}});
        fake_.on("GET /things?q=48151623", {{200, "[48151623]"}});
    }

    /// Plays scenarios that pass, and returns the report.
    std::string report_of(const std::string& workflows, const RunOptions& options = {}) {
        const auto result = play(workflows, fake_, options);
        for (const auto& scenario : result.scenarios)
            EXPECT_EQ(scenario.verdict, Verdict::kPassed) << scenario.name;
        return reports::json_text(result);
    }

    FakeTarget fake_;
};

TEST_F(RunSecrets, MayBeNumbers) {
    RunOptions options;
    options.inputs = std::make_shared<const Json>(Json{{"pw", 48'151'623}});
    const std::string report = report_of(kLogin, options);
    EXPECT_THAT(fake_.calls(), Each("GET /things?q=48151623"));
    EXPECT_THAT(report, AllOf(HasSubstr("q=***"), Not(HasSubstr("48151623"))));
}

TEST_F(RunSecrets, MayBeInputsOfACalledWorkflow) {
    const std::string report = report_of(R"(  - workflowId: first
    steps:
      - stepId: call
        workflowId: login
        parameters: [ { name: pw, value: hidden-one } ]
)" + kLogin);
    EXPECT_THAT(report, AllOf(HasSubstr("q=***"), Not(HasSubstr("hidden-one"))));
}

TEST_F(RunSecrets, AreMaskedInDependentScenarios) {
    const std::string report = report_of(kLogin + R"(  - workflowId: second
    dependsOn: [login]
    steps:
      - stepId: repeat
        operationId: listThings
        parameters: [ { name: q, in: query, value: $workflows.login.inputs.pw } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)");
    EXPECT_EQ(fake_.sent.size(), 2U);
    EXPECT_THAT(report, AllOf(HasSubstr("q=***"), Not(HasSubstr("hidden-one"))));
}

TEST(Mask, OmitsTheBytesOfAStreamWithASecret) {
    const auto hex_after = [](std::string_view bytes) {
        reports::ExchangeRecord exchange;
        reports::StreamRecord stream;
        stream.arrivals = {{1, "hidden-one", "", 1}};
        stream.excerpts = {{"C1", 1, 1, 1, 0, reports::hex_of(bytes)}};
        exchange.streams = {stream};
        reports::StepResult step;
        step.exchanges = {exchange};
        reports::ScenarioResult result;
        result.steps = {step};
        mask(result, OutputMask({"hidden-one"}));
        const auto& masked = result.steps[0].exchanges[0].streams[0];
        EXPECT_EQ(masked.arrivals[0].type, "***");
        return masked.excerpts[0].hex;
    };
    EXPECT_EQ(hex_after("a hidden-one b"), "");
    EXPECT_EQ(hex_after("its beginning: hidden"), "");
    EXPECT_EQ(hex_after("a\n"), "610a");
}

TEST_F(RunSecrets, IncludeHeadersOfSecuritySchemes) {
    fake_.on("GET /things", {{200, "[]"}});
    const std::string report = report_of(R"(  - workflowId: first
    steps:
      - stepId: list
        operationId: listThings
        parameters:
          - { name: x-own-token, in: header, value: SECRET123 }
          - { name: X-Tenant-Id, in: header, value: tenant-7 }
)");
    EXPECT_EQ(fake_.sent.at(0).request.headers.joined("X-Own-Token"), "SECRET123");
    EXPECT_THAT(report,
                AllOf(HasSubstr("x-own-token: $PLUMBLINE_SECRET_1"), Not(HasSubstr("SECRET123"))));
    EXPECT_THAT(report, HasSubstr("X-Tenant-Id: tenant-7"));
}

}  // namespace
}  // namespace plumbline::runner
