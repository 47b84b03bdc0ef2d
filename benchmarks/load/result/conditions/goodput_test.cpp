#include "benchmarks/load/result/goodput.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

TEST(Goodput, IsAListOfLimitsForOneResponse) {
    EXPECT_THAT(parse_goodput("ttft <= 300ms, stall <= 50ms"),
                Optional(ElementsAre(ResponseLimit{Metric::kTtft, 300'000'000},
                                     ResponseLimit{Metric::kStall, 50'000'000})));
}

TEST(Goodput, AcceptsEveryUnitOfTime) {
    EXPECT_THAT(parse_goodput("ttfb<=9ns,ttfc <= 1.5us ,duration<= 2 s, token_time <= 0"),
                Optional(ElementsAre(ResponseLimit{Metric::kTtfb, 9},
                                     ResponseLimit{Metric::kTtfc, 1500},
                                     ResponseLimit{Metric::kDuration, 2'000'000'000},
                                     ResponseLimit{Metric::kTokenTime, 0})));
}

TEST(Goodput, HasNoLimitsForAnEmptyText) {
    EXPECT_THAT(parse_goodput(""), Optional(IsEmpty()));
    EXPECT_THAT(parse_goodput("  "), Optional(IsEmpty()));
}

struct InvalidGoodputCase {
    std::string_view text;
    std::string_view message;
};
void PrintTo(const InvalidGoodputCase& c, std::ostream* out) {
    *out << c.text;
}
class InvalidGoodput : public testing::TestWithParam<InvalidGoodputCase> {};

TEST_P(InvalidGoodput, IsReportedWithColumnAndExpectation) {
    const auto limits = parse_goodput(GetParam().text);
    EXPECT_THAT(limits, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(limits, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    InvalidGoodput,
    testing::Values(
        InvalidGoodputCase{"tttf <= 1s",
                           "column 1: found tttf, expected a figure of one response: ttfb, ttfc, "
                           "ttft, duration, stall, token_time; did you mean"},
        InvalidGoodputCase{"gap <= 1s", "found gap, expected a figure of one response"},
        InvalidGoodputCase{"ttft_p99 <= 1s", "found ttft_p99"},
        InvalidGoodputCase{"<= 1s", "found nothing, expected a figure"},
        InvalidGoodputCase{"ttft < 1s", "column 6: expected <=, as in ttft <= 300ms"},
        InvalidGoodputCase{"ttft 1s", "column 6: expected <="},
        InvalidGoodputCase{"ttft <= ", "column 9: found the end, expected a number"},
        InvalidGoodputCase{"ttft <= 5", "column 10: found a number without a unit"},
        InvalidGoodputCase{"ttft <= 5%", "column 10: found unit `%`"},
        InvalidGoodputCase{"ttft <= 2e9s", "column 9: found 2000000000s, expected at most 3600 s"},
        InvalidGoodputCase{"ttft <= 1s stall <= 1s", "column 12: expected one comma"},
        InvalidGoodputCase{"ttft <= 1s,", "column 11: expected one comma and a further limit"},
        InvalidGoodputCase{"ttft <= 1s,, stall <= 1s", "column 11: expected one comma"},
        InvalidGoodputCase{"ttft <= 1s, ttft <= 2s", "column 13: a second limit for ttft"}),
    RowName());

}  // namespace
}  // namespace plumbline::load
