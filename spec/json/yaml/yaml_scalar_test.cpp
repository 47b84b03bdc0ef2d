#include "spec/json/yaml/yaml_scalar.hpp"

#include "spec/base/row_name.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

class PlainNumber : public testing::TestWithParam<std::string_view> {};
TEST_P(PlainNumber, IsANumber) {
    EXPECT_EQ(classify_plain(GetParam()), PlainScalar::kNumber);
}
INSTANTIATE_TEST_SUITE_P(
    Table,
    PlainNumber,
    testing::Values("0", "-0", "7", "-12", "1.5", "0.5", "-0.25", "1e3", "1E-3", "1.5e+3", "0e0"),
    RowName());

class PlainText : public testing::TestWithParam<std::string_view> {};
TEST_P(PlainText, IsText) {
    EXPECT_EQ(classify_plain(GetParam()), PlainScalar::kString);
}
INSTANTIATE_TEST_SUITE_P(Table,
                         PlainText,
                         testing::Values("abc",
                                         "3.1.0",
                                         "127.0.0.1",
                                         "v1",
                                         "1.0-beta",
                                         "12 apples",
                                         "30s",
                                         "1e",
                                         "1.5e",
                                         "0x",
                                         "0xG1",
                                         "-",
                                         "--1",
                                         "+",
                                         ".",
                                         "..",
                                         "_",
                                         "_1",
                                         "-_1",
                                         "1,000",
                                         "12:",
                                         "12:345",
                                         "12:x",
                                         ":30",
                                         "a:b",
                                         "yes please",
                                         "nothing",
                                         "nullable",
                                         "truest",
                                         ".infinity",
                                         "nan",
                                         "2026-01",
                                         "2026-01-02x",
                                         "2026-011-02",
                                         "2026-01-",
                                         "26-01-02",
                                         "/v2/deployments",
                                         "$request.body",
                                         "<<<",
                                         "==",
                                         "PT30S",
                                         "0b4b1ce8-5f7e-4c1b-9a44-2f6f8a7c9d10"),
                         RowName());

class PlainAmbiguous : public testing::TestWithParam<std::string_view> {};
TEST_P(PlainAmbiguous, MustBeQuoted) {
    EXPECT_EQ(classify_plain(GetParam()), PlainScalar::kAmbiguous);
}
INSTANTIATE_TEST_SUITE_P(Words,
                         PlainAmbiguous,
                         testing::Values("y",
                                         "Y",
                                         "n",
                                         "N",
                                         "yes",
                                         "Yes",
                                         "no",
                                         "NO",
                                         "on",
                                         "On",
                                         "off",
                                         "OFF",
                                         "True",
                                         "TRUE",
                                         "False",
                                         "FALSE",
                                         "~",
                                         "Null",
                                         "<<",
                                         "="),
                         RowName());
INSTANTIATE_TEST_SUITE_P(Numbers,
                         PlainAmbiguous,
                         testing::Values("0x1F",
                                         "-0xff",
                                         "0o17",
                                         "0b10",
                                         "017",
                                         "-017",
                                         "00",
                                         "089",
                                         "1_000",
                                         "1__0",
                                         "+1",
                                         "+0",
                                         ".5",
                                         "-.5",
                                         "5.",
                                         "+.5e3",
                                         "1.e5",
                                         "01e5",
                                         "1_0.5e3",
                                         "12:30",
                                         "1:2:3",
                                         "190:20:30.15",
                                         "-12:30",
                                         ".inf",
                                         "-.INF",
                                         "+.Inf",
                                         ".NaN",
                                         ".nan"),
                         RowName());
INSTANTIATE_TEST_SUITE_P(Dates,
                         PlainAmbiguous,
                         testing::Values("2026-01-02",
                                         "2026-1-2",
                                         "2026-01-02T03:04:05Z",
                                         "2026-01-02t03:04",
                                         "2026-01-02 03:04"),
                         RowName());

TEST(ClassifyPlain, RecognisesEmptyAndNull) {
    EXPECT_EQ(classify_plain(""), PlainScalar::kEmpty);
    EXPECT_EQ(classify_plain("null"), PlainScalar::kNull);
}

TEST(ClassifyPlain, RecognisesBooleans) {
    EXPECT_EQ(classify_plain("true"), PlainScalar::kTrue);
    EXPECT_EQ(classify_plain("false"), PlainScalar::kFalse);
}

}  // namespace
}  // namespace plumbline
