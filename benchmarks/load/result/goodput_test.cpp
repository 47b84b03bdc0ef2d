#include "benchmarks/load/result/goodput.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Optional;

TEST(Goodput, IsAListOfLimitsOfOneAnswer) {
    EXPECT_THAT(parse_goodput("ttft <= 300ms, stall <= 50ms"),
                Optional(ElementsAre(AnswerLimit{Metric::kTtft, 300'000'000},
                                     AnswerLimit{Metric::kStall, 50'000'000})));
}

TEST(Goodput, KnowsEveryUnitOfTime) {
    EXPECT_THAT(parse_goodput("ttfb<=9ns,ttfc <= 1.5us ,duration<= 2 s, token_time <= 0"),
                Optional(ElementsAre(AnswerLimit{Metric::kTtfb, 9},
                                     AnswerLimit{Metric::kTtfc, 1500},
                                     AnswerLimit{Metric::kDuration, 2'000'000'000},
                                     AnswerLimit{Metric::kTokenTime, 0})));
}

TEST(Goodput, OfNoTextHasNoLimits) {
    EXPECT_THAT(parse_goodput(""), Optional(IsEmpty()));
    EXPECT_THAT(parse_goodput("  "), Optional(IsEmpty()));
}

struct BadGoodput {
    std::string_view text;
    std::string_view message;
};
void PrintTo(const BadGoodput& c, std::ostream* out) {
    *out << c.text;
}
class BrokenGoodput : public testing::TestWithParam<BadGoodput> {};

TEST_P(BrokenGoodput, SaysWhereAndWhatWasExpected) {
    const auto limits = parse_goodput(GetParam().text);
    EXPECT_THAT(limits, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(limits, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    BrokenGoodput,
    testing::Values(BadGoodput{"tttf <= 1s",
                               "column 1: found tttf, expected a figure of one answer: ttfb, ttfc, "
                               "ttft, duration, stall, token_time; did you mean"},
                    BadGoodput{"gap <= 1s", "found gap, expected a figure of one answer"},
                    BadGoodput{"ttft_p99 <= 1s", "found ttft_p99"},
                    BadGoodput{"<= 1s", "found nothing, expected a figure"},
                    BadGoodput{"ttft < 1s", "column 6: expected <=, as in ttft <= 300ms"},
                    BadGoodput{"ttft 1s", "column 6: expected <="},
                    BadGoodput{"ttft <= ", "column 9: found the end, expected a number"},
                    BadGoodput{"ttft <= 5", "column 10: found a number without a unit"},
                    BadGoodput{"ttft <= 5%", "column 10: found unit `%`"},
                    BadGoodput{"ttft <= 2e9s", "expected at most an hour"},
                    BadGoodput{"ttft <= 1s stall <= 1s", "column 12: expected one comma"},
                    BadGoodput{"ttft <= 1s,", "column 11: expected one comma and a further limit"},
                    BadGoodput{"ttft <= 1s,, stall <= 1s", "column 11: expected one comma"},
                    BadGoodput{"ttft <= 1s, ttft <= 2s", "column 13: a second limit for ttft"}),
    RowName());

}  // namespace
}  // namespace plumbline::load
