// Invalid conditions and the locations of their errors.

#include "benchmarks/load/result/gate.hpp"
#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

using testing::ElementsAre;

struct InvalidGateCase {
    std::string_view condition;
    std::string_view message;
};
void PrintTo(const InvalidGateCase& c, std::ostream* out) {
    *out << c.condition;
}

class InvalidGate : public testing::TestWithParam<InvalidGateCase> {};

TEST_P(InvalidGate, IsReportedWithColumnAndExpectation) {
    const auto condition = parse_gate(GetParam().condition);
    EXPECT_THAT(condition, IsErrorCode(ErrorCode::kSyntax));
    EXPECT_THAT(condition, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    InvalidGate,
    testing::Values(
        InvalidGateCase{"", "column 1: found nothing, expected client_bound or a figure"},
        InvalidGateCase{"  > 5", "column 3: found nothing, expected client_bound or a figure"},
        InvalidGateCase{
            "ttfc_p9x > 5ms",
            "column 1: found ttfc_p9x, expected client_bound or a figure; did you mean ttfc_p"},
        InvalidGateCase{"faild > 0", "did you mean failed?"},
        InvalidGateCase{"ttfc > 5ms", "found ttfc, expected"},
        InvalidGateCase{"ttfc_p100 > 5ms", "found ttfc_p100"},
        InvalidGateCase{"ttfc_p0 > 5ms", "found ttfc_p0"},
        InvalidGateCase{"ttfc_p1e1 > 5ms", "found ttfc_p1e1"},
        InvalidGateCase{"ttfc_p > 5ms", "found ttfc_p,"},
        InvalidGateCase{"gap_p999 > 5ms", "did you mean gap_p99.9?"},
        InvalidGateCase{"failed_what > 0", "found failed_what"},
        InvalidGateCase{"client_bount", "did you mean client_bound?"},
        InvalidGateCase{"failed", "column 7: found the end, expected <, <=, > or >="},
        InvalidGateCase{"failed 0", "column 8: found `0`, expected <, <=, > or >="},
        InvalidGateCase{"failed == 0", "column 8: found `==`, expected <, <=, > or >="},
        InvalidGateCase{"failed >", "column 9: found the end, expected a number"},
        InvalidGateCase{"failed > x", "column 10: found `x`, expected a number"},
        InvalidGateCase{"failed > -1", "column 10: found `-`, expected a number"},
        InvalidGateCase{"failed > inf", "column 10: found `i`, expected a number"},
        InvalidGateCase{"failed > 1e999", "column 10: found `1`, expected a number"},
        InvalidGateCase{"failed > 5ms", "column 11: found unit `ms`, expected a plain number"},
        InvalidGateCase{"failed > 5%", "column 11: found unit `%`, expected a plain number"},
        InvalidGateCase{
            "ttfc_p50 > 5",
            "column 13: found a number without a unit, expected a time in ns, us, ms, s, m "
            "or h"},
        InvalidGateCase{"ttfc_p50 > 5d", "column 13: found unit `d`, expected a time in"},
        InvalidGateCase{"ttfc_p50 > 61m", "column 12: found 61m, expected at most 3600 s"},
        InvalidGateCase{"failed_share > 5",
                        "column 16: found 5, which means 500%, expected at most 1, which means "
                        "100%; write 5% for a share in percent"},
        InvalidGateCase{"goodput < 95 at 400", "column 11: found 95, which means 9500%"},
        InvalidGateCase{"waited > 1.5", "write 1.5% for a share in percent"},
        InvalidGateCase{"incomplete_share > 500", "column 20: found 500, expected at most 100%"},
        InvalidGateCase{"zero_gap_share > 101%", "column 18: found 101%, expected at most 100%"},
        InvalidGateCase{"failed_share > 100%",
                        "column 14: no result meets this condition: failed_share is at most 100%"},
        InvalidGateCase{"goodput <= 1",
                        "column 9: every result meets this condition: goodput is at most 100%"},
        InvalidGateCase{"failed < 0",
                        "column 8: no result meets this condition: failed is at least 0; write "
                        "another limit"},
        InvalidGateCase{"ttfc_p50 >= 0", "every result meets this condition: ttfc_p50 is at "},
        InvalidGateCase{"failed_share > 5/s", "expected a share, as in 0.1% or 0.001"},
        InvalidGateCase{"achieved < 5%", "expected a rate, as in 480/s, 30/m or 480"},
        InvalidGateCase{"cpu > 5s", "expected cores, as in 0.9 or 90%"},
        InvalidGateCase{"failed > 5 and", "column 12: found unit `and`"},
        InvalidGateCase{"failed_share > 5% or",
                        "column 19: expected the end, or the level as in `at 400`"},
        InvalidGateCase{"client_bound > 0", "column 14: expected the end, or the level"},
        InvalidGateCase{"failed > 5 at", "column 14: found the end, expected a number"},
        InvalidGateCase{"failed > 5 at 40ms", "column 17: found unit `ms`, expected a rate"},
        InvalidGateCase{"failed > 5 at 40 x", "column 18: found unit `x`, expected a rate"},
        InvalidGateCase{"failed > 5 at 40/s x", "column 20: expected the end"},
        InvalidGateCase{"failed > \xC3\xA4", "column 10: found a character beyond ASCII"}),
    RowName());

TEST(ParseGate, ShowsTheTextWithACaret) {
    const auto condition = parse_gate("failed > many");
    ASSERT_FALSE(condition);
    EXPECT_THAT(condition.error().notes, ElementsAre("failed > many", "         ^"));
}

TEST(ParseGate, ListsTheKnownFigures) {
    EXPECT_THAT(parse_gate("x > 0"), FailsWith("figures: attempted, carried_in"));
    EXPECT_THAT(parse_gate("x > 0"), FailsWith("CLASS one of: connect, status"));
    EXPECT_THAT(parse_gate("x > 0"), FailsWith("METRIC one of: ttfb, ttfc, ttft"));
}

}  // namespace
}  // namespace plumbline::load
