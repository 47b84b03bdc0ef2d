// Comparisons of values. Source: RFC 9535, section 2.3.5.2.2.

#include "spec/base/row_name.hpp"
#include "spec/jsonpath/testing.hpp"

#include <limits>

namespace plumbline {
namespace {

class Comparisons : public testing::TestWithParam<Truth> {};

TEST_P(Comparisons, FollowTheTable) {
    const Json document = json_of(R"({"obj": {"x": "y"}, "arr": [2, 3]})");
    EXPECT_EQ(holds(GetParam().condition, document), GetParam().holds);
}

INSTANTIATE_TEST_SUITE_P(Rfc,
                         Comparisons,
                         testing::Values(Truth{"$.absent1 == $.absent2", true},
                                         Truth{"$.absent1 <= $.absent2", true},
                                         Truth{"$.absent == 'g'", false},
                                         Truth{"$.absent1 != $.absent2", false},
                                         Truth{"$.absent != 'g'", true},
                                         Truth{"1 <= 2", true},
                                         Truth{"1 > 2", false},
                                         Truth{"13 == '13'", false},
                                         Truth{"'a' <= 'b'", true},
                                         Truth{"'a' > 'b'", false},
                                         Truth{"$.obj == $.arr", false},
                                         Truth{"$.obj != $.arr", true},
                                         Truth{"$.obj == $.obj", true},
                                         Truth{"$.obj != $.obj", false},
                                         Truth{"$.arr == $.arr", true},
                                         Truth{"$.arr != $.arr", false},
                                         Truth{"$.obj == 17", false},
                                         Truth{"$.obj != 17", true},
                                         Truth{"$.obj <= $.arr", false},
                                         Truth{"$.obj < $.arr", false},
                                         Truth{"$.obj <= $.obj", true},
                                         Truth{"$.arr <= $.arr", true},
                                         Truth{"1 <= $.arr", false},
                                         Truth{"1 >= $.arr", false},
                                         Truth{"1 > $.arr", false},
                                         Truth{"1 < $.arr", false},
                                         Truth{"true <= true", true},
                                         Truth{"true > true", false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Nothing,
                         Comparisons,
                         testing::Values(Truth{"$.absent1 >= $.absent2", true},
                                         Truth{"$.absent1 < $.absent2", false},
                                         Truth{"$.absent1 > $.absent2", false},
                                         Truth{"$.absent == null", false},
                                         Truth{"$.absent != null", true},
                                         Truth{"$.absent < 1", false},
                                         Truth{"$.absent <= 1", false},
                                         Truth{"$.absent > 1", false},
                                         Truth{"$.absent >= 1", false},
                                         Truth{"1 >= $.absent", false},
                                         Truth{"$.absent == length(1)", true},
                                         Truth{"value($..x) == 'y'", true},
                                         Truth{"value($..nope) == $.absent", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Kinds,
                         Comparisons,
                         testing::Values(Truth{"null == null", true},
                                         Truth{"null < null", false},
                                         Truth{"null >= null", true},
                                         Truth{"null == false", false},
                                         Truth{"null == 0", false},
                                         Truth{"false == 0", false},
                                         Truth{"true == 1", false},
                                         Truth{"true == 'true'", false},
                                         Truth{"true == false", false},
                                         Truth{"false < true", false},
                                         Truth{"false <= true", false},
                                         Truth{"true != false", true},
                                         Truth{"'' == false", false},
                                         Truth{"'1' < 2", false},
                                         Truth{"1 < '2'", false},
                                         Truth{"1 >= '1'", false},
                                         Truth{"$.obj < 'z'", false}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(Texts,
                         Comparisons,
                         testing::Values(Truth{"'' < 'a'", true},
                                         Truth{"'' < ''", false},
                                         Truth{"'' == \"\"", true},
                                         Truth{"'a' < 'ab'", true},
                                         Truth{"'ab' < 'b'", true},
                                         Truth{"'B' < 'a'", true},
                                         Truth{"'a' == 'A'", false},
                                         Truth{"'10' < '9'", true},
                                         Truth{"'z' < 'é'", true},
                                         Truth{"'\\uffff' < '\\ud800\\udc00'", true},
                                         Truth{"'\\ue000' > '\\ud83d\\ude00'", false},
                                         Truth{"'\\u00e9' == 'é'", true},
                                         Truth{"'e\\u0301' == '\\u00e9'", false},
                                         Truth{"'a\\u0000' > 'a'", true},
                                         Truth{"'it\\'s' == \"it's\"", true}),
                         RowName{});

INSTANTIATE_TEST_SUITE_P(
    Numbers,
    Comparisons,
    testing::Values(Truth{"1 == 1.0", true},
                    Truth{"1.0 == 1", true},
                    Truth{"0 == -0", true},
                    Truth{"0 == -0.0", true},
                    Truth{"0 < -0.0", false},
                    Truth{"100 == 1e2", true},
                    Truth{"100 == 1E+2", true},
                    Truth{"0.01 == 1e-02", true},
                    Truth{"110 == 1.1e2", true},
                    Truth{"1.10 == 1.1", true},
                    Truth{"1 < 1.5", true},
                    Truth{"2 > 1.5", true},
                    Truth{"-1 < 0.5", true},
                    Truth{"-1 > -1.5", true},
                    Truth{"-2 < -1.5", true},
                    Truth{"-1 == 18446744073709551615", false},
                    Truth{"-1 < 18446744073709551615", true},
                    Truth{"9007199254740993 == 9007199254740992", false},
                    Truth{"9007199254740993 == 9007199254740992.0", false},
                    Truth{"9007199254740993 > 9007199254740992.0", true},
                    Truth{"9223372036854775807 < 9223372036854775808", true},
                    Truth{"9223372036854775807 == 9223372036854775808.0", false},
                    Truth{"-9223372036854775808 == -9223372036854775808.0", true},
                    Truth{"18446744073709551615 < 18446744073709551616", true},
                    Truth{"18446744073709551615 < 1e20", true},
                    Truth{"-9223372036854775808 > -1e19", true},
                    Truth{"-9223372036854775809 <= -9223372036854775808", true}),
    RowName{});

INSTANTIATE_TEST_SUITE_P(HugeNumbers,
                         Comparisons,
                         testing::Values(Truth{"1e400 > 1e308", true},
                                         Truth{"1e400 > 18446744073709551615", true},
                                         Truth{"-1e400 < -1e308", true},
                                         Truth{"-1e400 < -9223372036854775808", true},
                                         Truth{"1e400 == 1e400", true},
                                         Truth{"1e400 == -1e400", false},
                                         Truth{"1e400 == 1", false},
                                         Truth{"1e400 < 1", false},
                                         Truth{"1e-400 < 1e-300", true},
                                         Truth{"1e-400 == 1", false},
                                         Truth{"5e-324 > 0", true},
                                         Truth{"0e400 == 0", true},
                                         Truth{"-0e99999999999999999999 == 0", true},
                                         Truth{"0.0e400 == 0", true},
                                         Truth{"1e99999999999999999999 > 1e308", true},
                                         Truth{"1e-99999999999999999999 < 1e-300", true},
                                         Truth{"0.00000001e310 > 1e301", true},
                                         Truth{"1000000000e-330 < 1e-300", true},
                                         Truth{"123456789e301 > 1e308", true}),
                         RowName{});

class DeepComparisons : public testing::TestWithParam<Truth> {};

TEST_P(DeepComparisons, LookAtEveryPart) {
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
                         testing::Values(Truth{"$.a == $.b", true},
                                         Truth{"$.a == $.c", false},
                                         Truth{"$.a == $.longer", false},
                                         Truth{"$.a == $.turned", false},
                                         Truth{"$.a[1] == $.turned[0]", true},
                                         Truth{"$.o == $.same", true},
                                         Truth{"$.o >= $.same", true},
                                         Truth{"$.o == $.less", false},
                                         Truth{"$.o == $.other", false},
                                         Truth{"$.o == $.value", false},
                                         Truth{"$.o < $.value", false},
                                         Truth{"$.none == $.empty", false},
                                         Truth{"$.none == $.none", true},
                                         Truth{"$.empty == $.empty", true},
                                         Truth{"$ == $", true},
                                         Truth{"$ != $.o", true},
                                         Truth{"$.big == $.rounded", false},
                                         Truth{"$.big > $.rounded", true},
                                         Truth{"$.all == $.minus", false},
                                         Truth{"$.all > $.minus", true},
                                         Truth{"$.big == 9007199254740993", true}),
                         RowName{});

TEST(Comparisons, TakeNumbersOfEitherTypeThatTheLibraryHas) {
    const Json document = Json::array({1, 1U, 1.0, -1, 2U});
    EXPECT_EQ(nodes_of("$[?@ == $[0]]", document),
              (std::vector<std::string>{"$[0] 1", "$[1] 1", "$[2] 1.0"}));
    EXPECT_EQ(nodes_of("$[?@ < $[1]]", document), (std::vector<std::string>{"$[3] -1"}));
}

TEST(Comparisons, TakeNumbersOfAnyLength) {
    const std::string zeros(400, '0');
    EXPECT_TRUE(holds("0." + zeros + "1e5 < 1e-300"));
    EXPECT_TRUE(holds("1" + zeros + "e-5 > 1e308"));
    EXPECT_TRUE(holds("-1" + zeros + " < -1e308"));
    EXPECT_TRUE(holds("1" + zeros + "e-400 == 1"));
    EXPECT_TRUE(holds("0." + zeros + "1e401 == 1"));
}

TEST(Comparisons, FindNothingEqualToWhatIsNoNumber) {
    const Json document = Json::array({std::numeric_limits<double>::quiet_NaN(), 1, 1.5});
    EXPECT_EQ(nodes_of("$[?@ == $[0] || @ < $[0] || @ > $[0]]", document),
              std::vector<std::string>{});
}

}  // namespace
}  // namespace plumbline
