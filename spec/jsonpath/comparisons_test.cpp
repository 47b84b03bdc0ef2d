// Comparisons of values. Source: RFC 9535, section 2.3.5.2.2.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

#include <limits>

namespace plumbline {
namespace {

class Comparisons : public testing::TestWithParam<FilterCase> {};

TEST_P(Comparisons, FollowTheTable) {
    const Json document = json_of(R"({"obj": {"x": "y"}, "arr": [2, 3]})");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Rfc,
                         Comparisons,
                         testing::Values(FilterCase{"$.absent1 == $.absent2", true},
                                         FilterCase{"$.absent1 <= $.absent2", true},
                                         FilterCase{"$.absent == 'g'", false},
                                         FilterCase{"$.absent1 != $.absent2", false},
                                         FilterCase{"$.absent != 'g'", true},
                                         FilterCase{"1 <= 2", true},
                                         FilterCase{"1 > 2", false},
                                         FilterCase{"13 == '13'", false},
                                         FilterCase{"'a' <= 'b'", true},
                                         FilterCase{"'a' > 'b'", false},
                                         FilterCase{"$.obj == $.arr", false},
                                         FilterCase{"$.obj != $.arr", true},
                                         FilterCase{"$.obj == $.obj", true},
                                         FilterCase{"$.obj != $.obj", false},
                                         FilterCase{"$.arr == $.arr", true},
                                         FilterCase{"$.arr != $.arr", false},
                                         FilterCase{"$.obj == 17", false},
                                         FilterCase{"$.obj != 17", true},
                                         FilterCase{"$.obj <= $.arr", false},
                                         FilterCase{"$.obj < $.arr", false},
                                         FilterCase{"$.obj <= $.obj", true},
                                         FilterCase{"$.arr <= $.arr", true},
                                         FilterCase{"1 <= $.arr", false},
                                         FilterCase{"1 >= $.arr", false},
                                         FilterCase{"1 > $.arr", false},
                                         FilterCase{"1 < $.arr", false},
                                         FilterCase{"true <= true", true},
                                         FilterCase{"true > true", false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Nothing,
                         Comparisons,
                         testing::Values(FilterCase{"$.absent1 >= $.absent2", true},
                                         FilterCase{"$.absent1 < $.absent2", false},
                                         FilterCase{"$.absent1 > $.absent2", false},
                                         FilterCase{"$.absent == null", false},
                                         FilterCase{"$.absent != null", true},
                                         FilterCase{"$.absent < 1", false},
                                         FilterCase{"$.absent <= 1", false},
                                         FilterCase{"$.absent > 1", false},
                                         FilterCase{"$.absent >= 1", false},
                                         FilterCase{"1 >= $.absent", false},
                                         FilterCase{"$.absent == length(1)", true},
                                         FilterCase{"value($..x) == 'y'", true},
                                         FilterCase{"value($..nope) == $.absent", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Kinds,
                         Comparisons,
                         testing::Values(FilterCase{"null == null", true},
                                         FilterCase{"null < null", false},
                                         FilterCase{"null >= null", true},
                                         FilterCase{"null == false", false},
                                         FilterCase{"null == 0", false},
                                         FilterCase{"false == 0", false},
                                         FilterCase{"true == 1", false},
                                         FilterCase{"true == 'true'", false},
                                         FilterCase{"true == false", false},
                                         FilterCase{"false < true", false},
                                         FilterCase{"false <= true", false},
                                         FilterCase{"true != false", true},
                                         FilterCase{"'' == false", false},
                                         FilterCase{"'1' < 2", false},
                                         FilterCase{"1 < '2'", false},
                                         FilterCase{"1 >= '1'", false},
                                         FilterCase{"$.obj < 'z'", false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Texts,
                         Comparisons,
                         testing::Values(FilterCase{"'' < 'a'", true},
                                         FilterCase{"'' < ''", false},
                                         FilterCase{"'' == \"\"", true},
                                         FilterCase{"'a' < 'ab'", true},
                                         FilterCase{"'ab' < 'b'", true},
                                         FilterCase{"'B' < 'a'", true},
                                         FilterCase{"'a' == 'A'", false},
                                         FilterCase{"'10' < '9'", true},
                                         FilterCase{"'z' < 'é'", true},
                                         FilterCase{"'\\uffff' < '\\ud800\\udc00'", true},
                                         FilterCase{"'\\ue000' > '\\ud83d\\ude00'", false},
                                         FilterCase{"'\\u00e9' == 'é'", true},
                                         FilterCase{"'e\\u0301' == '\\u00e9'", false},
                                         FilterCase{"'a\\u0000' > 'a'", true},
                                         FilterCase{"'it\\'s' == \"it's\"", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Numbers,
    Comparisons,
    testing::Values(FilterCase{"1 == 1.0", true},
                    FilterCase{"1.0 == 1", true},
                    FilterCase{"0 == -0", true},
                    FilterCase{"0 == -0.0", true},
                    FilterCase{"0 < -0.0", false},
                    FilterCase{"100 == 1e2", true},
                    FilterCase{"100 == 1E+2", true},
                    FilterCase{"0.01 == 1e-02", true},
                    FilterCase{"110 == 1.1e2", true},
                    FilterCase{"1.10 == 1.1", true},
                    FilterCase{"1 < 1.5", true},
                    FilterCase{"2 > 1.5", true},
                    FilterCase{"-1 < 0.5", true},
                    FilterCase{"-1 > -1.5", true},
                    FilterCase{"-2 < -1.5", true},
                    FilterCase{"-1 == 18446744073709551615", false},
                    FilterCase{"-1 < 18446744073709551615", true},
                    FilterCase{"9007199254740993 == 9007199254740992", false},
                    FilterCase{"9007199254740993 == 9007199254740992.0", false},
                    FilterCase{"9007199254740993 > 9007199254740992.0", true},
                    FilterCase{"9223372036854775807 < 9223372036854775808", true},
                    FilterCase{"9223372036854775807 == 9223372036854775808.0", false},
                    FilterCase{"-9223372036854775808 == -9223372036854775808.0", true},
                    FilterCase{"18446744073709551615 < 18446744073709551616", true},
                    FilterCase{"18446744073709551615 < 1e20", true},
                    FilterCase{"-9223372036854775808 > -1e19", true},
                    FilterCase{"-9223372036854775809 <= -9223372036854775808", true}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(HugeNumbers,
                         Comparisons,
                         testing::Values(FilterCase{"1e400 > 1e308", true},
                                         FilterCase{"1e400 > 18446744073709551615", true},
                                         FilterCase{"-1e400 < -1e308", true},
                                         FilterCase{"-1e400 < -9223372036854775808", true},
                                         FilterCase{"1e400 == 1e400", true},
                                         FilterCase{"1e400 == -1e400", false},
                                         FilterCase{"1e400 == 1", false},
                                         FilterCase{"1e400 < 1", false},
                                         FilterCase{"1e-400 < 1e-300", true},
                                         FilterCase{"1e-400 == 1", false},
                                         FilterCase{"5e-324 > 0", true},
                                         FilterCase{"0e400 == 0", true},
                                         FilterCase{"-0e99999999999999999999 == 0", true},
                                         FilterCase{"0.0e400 == 0", true},
                                         FilterCase{"1e99999999999999999999 > 1e308", true},
                                         FilterCase{"1e-99999999999999999999 < 1e-300", true},
                                         FilterCase{"0.00000001e310 > 1e301", true},
                                         FilterCase{"1000000000e-330 < 1e-300", true},
                                         FilterCase{"123456789e301 > 1e308", true}),
                         RowName{});

class DeepComparisons : public testing::TestWithParam<FilterCase> {};

TEST_P(DeepComparisons, CompareEveryPart) {
    const Json document = json_of(R"({
        "a": [1, {"x": [null, "t"]}], "b": [1.0, {"x": [null, "t"]}], "c": [1, {"x": [null, "T"]}],
        "longer": [1, {"x": [null, "t"]}, 2], "turned": [{"x": [null, "t"]}, 1],
        "o": {"p": 1, "q": 2}, "same": {"q": 2.0, "p": 1}, "less": {"p": 1}, "other": {"p": 1, "r": 2},
        "value": {"p": 1, "q": 3}, "none": {}, "empty": [],
        "big": 9007199254740993, "rounded": 9007199254740992.0, "all": 18446744073709551615, "minus": -1})");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Table,
                         DeepComparisons,
                         testing::Values(FilterCase{"$.a == $.b", true},
                                         FilterCase{"$.a == $.c", false},
                                         FilterCase{"$.a == $.longer", false},
                                         FilterCase{"$.a == $.turned", false},
                                         FilterCase{"$.a[1] == $.turned[0]", true},
                                         FilterCase{"$.o == $.same", true},
                                         FilterCase{"$.o >= $.same", true},
                                         FilterCase{"$.o == $.less", false},
                                         FilterCase{"$.o == $.other", false},
                                         FilterCase{"$.o == $.value", false},
                                         FilterCase{"$.o < $.value", false},
                                         FilterCase{"$.none == $.empty", false},
                                         FilterCase{"$.none == $.none", true},
                                         FilterCase{"$.empty == $.empty", true},
                                         FilterCase{"$ == $", true},
                                         FilterCase{"$ != $.o", true},
                                         FilterCase{"$.big == $.rounded", false},
                                         FilterCase{"$.big > $.rounded", true},
                                         FilterCase{"$.all == $.minus", false},
                                         FilterCase{"$.all > $.minus", true},
                                         FilterCase{"$.big == 9007199254740993", true}),
                         RowName{});

TEST(Comparisons, SupportBothIntegerTypesOfTheLibrary) {
    const Json document = Json::array({1, 1U, 1.0, -1, 2U});
    EXPECT_EQ(nodes_of("$[?@ == $[0]]", document),
              (std::vector<std::string>{"$[0] 1", "$[1] 1", "$[2] 1.0"}));
    EXPECT_EQ(nodes_of("$[?@ < $[1]]", document), (std::vector<std::string>{"$[3] -1"}));
}

TEST(Comparisons, SupportNumbersOfAnyLength) {
    const std::string zeros(400, '0');
    EXPECT_TRUE(holds("0." + zeros + "1e5 < 1e-300"));
    EXPECT_TRUE(holds("1" + zeros + "e-5 > 1e308"));
    EXPECT_TRUE(holds("-1" + zeros + " < -1e308"));
    EXPECT_TRUE(holds("1" + zeros + "e-400 == 1"));
    EXPECT_TRUE(holds("0." + zeros + "1e401 == 1"));
}

TEST(Comparisons, FindNothingEqualToNan) {
    const Json document = Json::array({std::numeric_limits<double>::quiet_NaN(), 1, 1.5});
    EXPECT_EQ(nodes_of("$[?@ == $[0] || @ < $[0] || @ > $[0]]", document),
              std::vector<std::string>{});
}

}  // namespace
}  // namespace plumbline
