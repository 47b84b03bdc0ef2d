#include "conformance/app/check_list.hpp"

#include "conformance/app/load_suites.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using ::testing::Contains;
using ::testing::ContainsRegex;
using ::testing::Not;

TEST(CheckList, HasChecksOfSuitesAndOfAllResponses) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    const std::set<std::string> lines = check_lines(load_suites({}, *contract).suites);
    const std::string position = "conformance/suites/[a-z_]+\\.arazzo\\.yaml:[0-9]+:[0-9]+";
    EXPECT_THAT(lines, Contains(ContainsRegex("^criterion\t" + position + "\tCP-CREATE-201")));
    EXPECT_THAT(lines, Contains(ContainsRegex("^event rule\t" + position + " " + position)));
    EXPECT_THAT(lines, Contains(ContainsRegex("^stream rule\t" + position + "\t$")));
    EXPECT_THAT(lines, Contains("automatic\thistory-sorted\t"));
    EXPECT_THAT(lines, Contains("automatic\tJ1-json\t"));
    // Criteria have positions.
    EXPECT_THAT(lines, Not(Contains("automatic\tcriterion\t")));
}

}  // namespace
}  // namespace plumbline::app
