#include "conformance/runner/attempt/expected_statuses.hpp"

#include "conformance/runner/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<int> expected_by(const std::string& members) {
    const auto suite = suite_of(
        "  - workflowId: one\n    steps:\n      - stepId: list\n        operationId: listThings\n" +
        members);
    return expected_statuses(suite->workflows.at(0).steps.at(0));
}

TEST(ExpectedStatuses, AreThoseThatACriterionNames) {
    EXPECT_THAT(expected_by("        successCriteria: [ { condition: $statusCode == 429 } ]\n"),
                ElementsAre(429));
    EXPECT_THAT(expected_by("        successCriteria: [ { condition: '^(429|503)$', context: "
                            "$statusCode, type: regex } ]\n"),
                ElementsAre(429, 503));
    EXPECT_THAT(expected_by("        onFailure: [ { name: busy, type: end, criteria: [ { "
                            "condition: $statusCode == 503 } ] } ]\n"),
                ElementsAre(503));
    EXPECT_THAT(expected_by("        successCriteria: [ { condition: '^(502|504|520|530)$', "
                            "context: $statusCode, type: regex } ]\n"),
                ElementsAre(502, 504, 520, 530));
    EXPECT_THAT(expected_by("        x-ct-observe: [ { question: limits, condition: $statusCode == "
                            "429 } ]\n"),
                ElementsAre(429));
}

TEST(ExpectedStatuses, AreNotThoseThatACriterionOnlyAllows) {
    EXPECT_THAT(expected_by("        successCriteria: [ { condition: $statusCode >= 400 } ]\n"),
                IsEmpty());
    EXPECT_THAT(expected_by("        successCriteria: [ { condition: $statusCode == 4290 } ]\n"),
                IsEmpty());
    EXPECT_THAT(
        expected_by("        successCriteria: [ { condition: $response.body#/size == 503 } ]\n"),
        IsEmpty());
    EXPECT_THAT(expected_by("        onFailure: [ { name: again, type: retry, retryAfter: 1 } ]\n"),
                IsEmpty());
}

TEST(ExpectedStatuses, AreThoseThatAreDeclaredAndRetriedByTheStep) {
    Operation operation;
    operation.responses.emplace_back();
    operation.responses.back().status = "503";
    workflow::Step step;
    step.operation = &operation;
    EXPECT_THAT(expected_statuses(step), IsEmpty());
    step.on_failure.emplace_back();
    step.on_failure.back().type = workflow::ActionType::kRetry;
    EXPECT_THAT(expected_statuses(step), ElementsAre(503));
}

}  // namespace
}  // namespace plumbline::runner
