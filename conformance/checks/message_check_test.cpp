#include "conformance/checks/message_check.hpp"

#include <gmock/gmock.h>

namespace plumbline::checks {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Operation operation() {
    Operation operation;
    operation.message_requirements = {"T-HTTP"};
    return operation;
}

client::Exchange exchange_with(std::vector<http::MessageViolation> violations) {
    client::Exchange exchange;
    exchange.response = http::Response{200, {{"Content-Type", "application/json"}}, "{}"};
    exchange.violations = std::move(violations);
    return exchange;
}

TEST(MessageCheck, VerifiesTheRequirementsOfValidBytes) {
    const CheckResult result = check_message(operation(), exchange_with({}), {});
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, ElementsAre("T-HTTP"));
}

TEST(MessageCheck, ReportsEachViolation) {
    const CheckResult result =
        check_message(operation(), exchange_with({{"this", "that"}, {"a", "b"}}), {"f", 1, 2});
    ASSERT_EQ(result.findings.size(), 2U);
    const reports::Finding& finding = result.findings.front().finding;
    EXPECT_EQ(finding.code, "http");
    EXPECT_EQ(finding.expected, "this");
    EXPECT_EQ(finding.got, "that");
    EXPECT_THAT(finding.requirements, ElementsAre("T-HTTP"));
    EXPECT_EQ(finding.where.file, "f");
    EXPECT_THAT(result.verified, IsEmpty());
}

TEST(MessageCheck, JudgesWhatWasReceivedNotWhatWasTranslated) {
    client::Exchange translated = exchange_with({});
    translated.wire = std::make_shared<const client::Exchange>(exchange_with({{"this", "that"}}));
    EXPECT_EQ(check_message(operation(), translated, {}).findings.size(), 1U);
}

TEST(MessageCheck, ReportsTheBytesOfAFailureAndVerifiesNothing) {
    client::Exchange failed = exchange_with({{"this", "that"}});
    failed.response.reset();
    failed.failure = Error{ErrorCode::kIo, "x", {}, {}};
    EXPECT_EQ(check_message(operation(), failed, {}).findings.size(), 1U);
    failed.violations.clear();
    EXPECT_THAT(check_message(operation(), failed, {}).verified, IsEmpty());
}

TEST(MessageCheck, VerifiesNothingByAStreamThatWasJudgedAsOne) {
    client::Exchange stream = exchange_with({});
    stream.response->headers.set("Content-Type", "text/event-stream");
    stream.stream_end = client::StreamEnd::kComplete;
    EXPECT_THAT(check_message(operation(), stream, {}).verified, IsEmpty());
}

TEST(MessageCheck, VerifiesNothingByAResponseThatWasNotReadToItsEnd) {
    client::Exchange exchange = exchange_with({});
    exchange.stream_end = client::StreamEnd::kDeadline;
    EXPECT_THAT(check_message(operation(), exchange, {}).verified, IsEmpty());
    exchange.stream_end = client::StreamEnd::kComplete;
    EXPECT_THAT(check_message(operation(), exchange, {}).verified, ElementsAre("T-HTTP"));
}

TEST(MessageCheck, DoesNotJudgeAGateway) {
    client::Exchange given_up = exchange_with({{"this", "that"}});
    given_up.response->status = 502;
    given_up.wire = std::make_shared<const client::Exchange>(given_up);
    given_up.response.reset();
    given_up.failure = Error{ErrorCode::kUnreachable, "x", {}, {}};
    EXPECT_THAT(check_message(operation(), given_up, {}).findings, IsEmpty());
}

}  // namespace
}  // namespace plumbline::checks
