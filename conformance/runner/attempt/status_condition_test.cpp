#include "conformance/runner/attempt/status_condition.hpp"

#include <gtest/gtest.h>

namespace plumbline::runner {
namespace {

StatusCondition simple(std::string condition) {
    expressions::CriterionText text;
    text.condition = std::move(condition);
    return StatusCondition(text);
}

StatusCondition pattern(std::string context, std::string condition) {
    expressions::CriterionText text;
    text.context = std::move(context);
    text.condition = std::move(condition);
    text.type = expressions::CriterionType::kRegex;
    return StatusCondition(text);
}

TEST(StatusCondition, ReadsTheStatusInItsConditionOrInItsContext) {
    EXPECT_TRUE(simple("$statusCode < 300").reads_status());
    EXPECT_TRUE(pattern("$statusCode", "^20[01]$").reads_status());
    EXPECT_FALSE(simple("$response.body#/status == 1").reads_status());
}

TEST(StatusCondition, ReadsOnlyTheStatusIfItReadsNoOtherPartOfTheResponse) {
    EXPECT_TRUE(simple("$statusCode == 200 || $statusCode == 204").reads_only_status());
    EXPECT_FALSE(simple("$statusCode == 200 && $response.body != null").reads_only_status());
    EXPECT_FALSE(simple("$response.body != null").reads_only_status());
}

TEST(StatusCondition, RequiresASuccessIfItNamesOneOnly) {
    EXPECT_TRUE(simple("$statusCode == 201").requires_success());
    EXPECT_TRUE(simple(" $statusCode == 201 ").requires_success());
    EXPECT_FALSE(simple("$statusCode == 404").requires_success());
    EXPECT_FALSE(simple("$statusCode == 201 || $statusCode == 200").requires_success());
    EXPECT_FALSE(simple("$statusCode < 300").requires_success());
}

TEST(StatusCondition, NamesANumberThatIsWrittenWhole) {
    EXPECT_TRUE(simple("$statusCode == 429").names(429));
    EXPECT_TRUE(pattern("$statusCode", "^(429|503)$").names(503));
    EXPECT_FALSE(simple("$statusCode >= 400").names(429));
    EXPECT_FALSE(simple("$statusCode == 4290").names(429));
    EXPECT_FALSE(simple("$response.body#/code == 429").names(429));
}

}  // namespace
}  // namespace plumbline::runner
