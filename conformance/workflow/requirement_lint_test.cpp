#include "conformance/workflow/requirement_lint.hpp"

#include "conformance/workflow/testing.hpp"

#include <gmock/gmock.h>

#include <filesystem>

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;

std::vector<Error> problems_of(const Document& document) {
    std::vector<Error> errors;
    for (const SuiteProblem& problem : check_step_requirements(document)) {
        EXPECT_EQ(problem.severity, ProblemSeverity::kWarning);
        errors.push_back(problem.error);
    }
    return errors;
}

std::vector<Error> problems_in(const std::string& members) {
    return problems_of(*parse_yaml(suite_with_call(members), "test.arazzo.yaml"));
}

const std::string kTwoClaims = "        x-ct-verifies: [A, B]\n";

class UnclearRequirement : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnclearRequirement, IsReported) {
    EXPECT_THAT(problems_in(GetParam().yaml), HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Steps,
    UnclearRequirement,
    testing::Values(
        InvalidSuite{"Criterion",
                     kTwoClaims +
                         "        successCriteria:\n"
                         "          - {condition: $statusCode == 200, x-ct-verifies: [A]}\n"
                         "          - {condition: $response.body#/a == 1}\n",
                     "12:13",
                     "criterion does not say which of the step's 2 requirements it verifies",
                     "give it x-ct-verifies"},
        InvalidSuite{"EventRule",
                     kTwoClaims + "        x-ct-sse:\n          events:\n"
                                  "            - {select: some, criteria: [{condition: "
                                  "$message.payload#/a == 1}]}\n",
                     "12:15",
                     "event rule does not say",
                     "give it verifies"},
        InvalidSuite{"MinEvents",
                     kTwoClaims + "        x-ct-sse: {minEvents: 2}\n",
                     "10:20",
                     "minEvents does not say",
                     "name them in x-ct-sse, verifies, minEvents"},
        InvalidSuite{"FirstEventWithin",
                     kTwoClaims + "        x-ct-sse: {firstEventWithin: 2, verifies: {minEvents: "
                                  "[A]}}\n",
                     "10:20",
                     "firstEventWithin does not say",
                     ""},
        InvalidSuite{"RequirementOfNoCriterion",
                     kTwoClaims + "        successCriteria: [{condition: $statusCode == 200, "
                                  "x-ct-verifies: [A]}]\n",
                     "9:9",
                     "no criterion of the step verifies B",
                     "name them at the criterion"},
        InvalidSuite{"RequirementOfNoEventRule",
                     "        x-ct-verifies: [A]\n        x-ct-sse: {minEvents: 1, verifies: "
                     "{minEvents: [B]}}\n",
                     "9:9",
                     "no criterion of the step verifies A",
                     ""}),
    InvalidSuiteName());

TEST(RequirementLint, AcceptsCriteriaAndRulesThatNameTheirOwn) {
    EXPECT_THAT(
        problems_in(
            kTwoClaims +
            "        successCriteria: [{condition: $statusCode == 200, x-ct-verifies: [A]}]\n"
            "        x-ct-sse:\n"
            "          minEvents: 2\n"
            "          verifies: {minEvents: [B], end: [A]}\n"
            "          events: [{select: some, verifies: [B], criteria: [{condition: "
            "$message.payload#/a == 1}]}]\n"),
        IsEmpty());
}

TEST(RequirementLint, AcceptsStepsWithOneRequirementAndCalls) {
    EXPECT_THAT(problems_in("        x-ct-verifies: [A]\n        x-ct-sse: {minEvents: 2}\n"
                            "        successCriteria: [{condition: $statusCode == 200}]\n"),
                IsEmpty());
    EXPECT_THAT(problems_in("        successCriteria: [{condition: $statusCode == 200}]\n"),
                IsEmpty());
    EXPECT_THAT(problems_of(*parse_yaml(
                    suite_with_step("        workflowId: v\n        x-ct-verifies: [A, B]\n"),
                    "test.arazzo.yaml")),
                IsEmpty());
}

TEST(RequirementLint, FindsNothingInOurSuites) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("conformance/suites")) {
        if (entry.path().extension() != ".yaml") continue;
        const auto document = load_document(entry.path().string());
        ASSERT_THAT(document, IsOk());
        EXPECT_THAT(problems_of(*document), IsEmpty());
        ++count;
    }
    EXPECT_GT(count, 40);
}

}  // namespace
}  // namespace plumbline::workflow
