#include "conformance/deviations/finding_codes.hpp"

#include "conformance/streaming/rules.hpp"
#include "spec/contract/contract.hpp"

#include <gmock/gmock.h>

#include <set>

namespace plumbline::deviations {
namespace {

using testing::Contains;
using testing::Not;

TEST(FindingCodes, ContainTheRulesOfStreams) {
    for (int i = 0; i <= static_cast<int>(streaming::StreamRuleId::kArrival); ++i) {
        const auto& row = streaming::row_of(static_cast<streaming::StreamRuleId>(i));
        EXPECT_THAT(finding_codes(), Contains(std::string(row.code)));
        EXPECT_TRUE(is_stream_code(row.code)) << row.code;
    }
    EXPECT_FALSE(is_stream_code("status"));
}

TEST(FindingCodes, ContainTheKindsOfHistoryRules) {
    for (const char* code : {"history-constant", "history-matches_read", "history-replaced"})
        EXPECT_THAT(finding_codes(), Contains(code));
    EXPECT_THAT(finding_codes(), Not(Contains("history-")));
}

TEST(FindingCodes, AreUnique) {
    const std::set<std::string> unique(finding_codes().begin(), finding_codes().end());
    EXPECT_EQ(unique.size(), finding_codes().size());
}

TEST(FindingCodes, ContainNoneThatCannotBeCovered) {
    for (const char* code : {"transport", "request", "precondition", "steps", "max-observed"}) {
        EXPECT_TRUE(is_uncovered_code(code)) << code;
        EXPECT_THAT(finding_codes(), Not(Contains(code)));
    }
}

}  // namespace
}  // namespace plumbline::deviations
