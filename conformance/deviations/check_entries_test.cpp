#include "conformance/deviations/check_entries.hpp"

#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::deviations {
namespace {

Ledger two_requirements() {
    Ledger ledger;
    for (const char* id : {"T-CREATE-1", "T-READ-1"}) ledger.requirements.emplace_back().id = id;
    return ledger;
}

Result<void> check(const std::string& members, const ScenarioNames& names) {
    const auto entries = parse_entries("- reason: r\n" + members, "d.yaml");
    EXPECT_THAT(entries, IsOk());
    return check_entries(*entries, two_requirements(), names);
}

const ScenarioNames kNames{{"create/one", "create/two", "read/one"}};

TEST(CheckEntries, AcceptsWhatExists) {
    EXPECT_THAT(
        check("  requirement: T-READ-1\n  scenario: '*/one'\n  code: history-final\n", kNames),
        IsOk());
}

struct UnknownName {
    std::string_view name;
    std::string_view member;
    std::string_view message;
};
void PrintTo(const UnknownName& row, std::ostream* out) {
    *out << row.name;
}
class UnknownNames : public testing::TestWithParam<UnknownName> {};

TEST_P(UnknownNames, AreErrorsWithPositionAndTheNearestName) {
    const auto checked = check(std::string(GetParam().member), kNames);
    EXPECT_THAT(checked, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Each,
    UnknownNames,
    testing::Values(
        UnknownName{
            "requirement",
            "  requirement: T-CREAT-1\n",
            "d.yaml:2:3: the ledger has no requirement T-CREAT-1; did you mean T-CREATE-1?"},
        UnknownName{"scenario",
                    "  scenario: create/tow\n",
                    "d.yaml:2:3: no scenario matches 'create/tow'; did you mean create/two?"},
        UnknownName{"code",
                    "  code: criterium\n",
                    "d.yaml:2:3: no finding has the code criterium; did you mean criterion?"},
        UnknownName{
            "strange_code", "  code: x\n", "no finding has the code x; the codes are criterion, "},
        UnknownName{"transport",
                    "  code: transport\n",
                    "d.yaml:2:3: findings with the code transport are no deviations: "}),
    RowName());

TEST(CheckEntries, AsksForFurtherScenariosOnlyIfItMust) {
    int asked = 0;
    ScenarioNames names = kNames;
    names.others = [&]() -> Result<std::vector<std::string>> {
        ++asked;
        return std::vector<std::string>{"other/one"};
    };
    EXPECT_THAT(check("  scenario: create/*\n", names), IsOk());
    EXPECT_EQ(asked, 0);
    EXPECT_THAT(check("  scenario: other/*\n- {reason: r, scenario: other/one}\n", names), IsOk());
    EXPECT_EQ(asked, 1);
    EXPECT_THAT(check("  scenario: othre/one\n", names), FailsWith("did you mean other/one?"));
}

}  // namespace
}  // namespace plumbline::deviations
