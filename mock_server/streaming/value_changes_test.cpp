#include "mock_server/streaming/run_faults.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>

namespace plumbline::mock {
namespace {

struct ChangedValue {
    const char* name;
    Json before;
    Json after;
};

void PrintTo(const ChangedValue& one, std::ostream* out) {
    *out << one.name;
}

class ValueChanges : public testing::TestWithParam<ChangedValue> {};

TEST_P(ValueChanges, ChangeValuesAtAnyDepth) {
    const auto change = find_value_change(GetParam().name);
    ASSERT_TRUE(change);
    Json value(GetParam().before);
    (*change)(value);
    EXPECT_EQ(value, GetParam().after);
}

INSTANTIATE_TEST_SUITE_P(
    Names,
    ValueChanges,
    testing::Values(
        ChangedValue{"drops_empty",
                     {{"a", {{"n", nullptr}, {"z", 0}, {"f", false}, {"t", ""}, {"k", 1}}}},
                     {{"a", {{"k", 1}}}}},
        ChangedValue{"cuts_lists",
                     {{"a", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}},
                     {{"a", {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}}}},
        ChangedValue{"cuts_texts", {{"a", std::string(300, 'x')}}, {{"a", std::string(255, 'x')}}},
        ChangedValue{"trims_texts", {{"a", " x "}}, {{"a", "x"}}},
        ChangedValue{"collapses_blanks", {{"a", "x   y"}}, {{"a", "x y"}}},
        ChangedValue{"joins_lines", {{"a", "x\ny"}}, {{"a", "x y"}}},
        ChangedValue{"removes_non_ascii", {{"a", "x\u00fcy"}}, {{"a", "xy"}}},
        ChangedValue{"escapes_html", {{"a", "<b>&"}}, {{"a", "&lt;b&gt;&amp;"}}},
        ChangedValue{"rounds_integers", {{"a", 9007199254740993}}, {{"a", 9007199254740992}}},
        ChangedValue{"encodes_twice", {{"a", 1}}, R"({"a":1})"},
        ChangedValue{"makes_empty", {{"a", 1}}, Json::object()}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(ValueChange, HasNoOtherNames) {
    EXPECT_FALSE(find_value_change("loses_everything"));
}

}  // namespace
}  // namespace plumbline::mock
