#include "conformance/app/requirement_page.hpp"

#include "conformance/app/requirement_faults.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

#include <sstream>

namespace plumbline::app {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class RequirementPage : public ::testing::Test {
  protected:
    void SetUp() override {
        for (const char* id : {"T-ONE", "T-TWO", "T-NEVER"}) {
            Requirement& row = ledger_.requirements.emplace_back();
            row.id = id;
            row.area = "things";
            row.section = "Reading";
            row.statement = "a|b";
        }
        ledger_.requirements[2].checkable = Checkability::kNo;
        ledger_.requirements[2].reason = "it is not visible";
    }

    [[nodiscard]] RequirementSources sources() const { return {ledger_, checks_, needs_, faults_}; }
    [[nodiscard]] std::string page(const std::vector<std::string>& areas = {}) const {
        std::ostringstream out;
        write_requirement_page(sources(), areas, out);
        return out.str();
    }

    Ledger ledger_;
    RequirementChecks checks_{{"T-TWO", {"rule: immutable:/name (patchThing)"}}};
    std::map<std::string, RequirementNeed> needs_{{"T-ONE", RequirementNeed::kWrites}};
    std::map<std::string, std::vector<std::string>> faults_{{"T-ONE", {"a", "b", "c", "d", "e"}}};
};

TEST_F(RequirementPage, HasARowForEachRequirement) {
    EXPECT_THAT(page(), HasSubstr("## things: Reading\n"));
    EXPECT_THAT(page(),
                HasSubstr("| T-ONE | a\\|b | stated | writes | a, b, c and 2 more |\n"
                          "| T-TWO | a\\|b | stated | nothing | generated cases |\n"
                          "| T-NEVER | a\\|b | stated | not checkable: it is not visible |  |\n"));
    EXPECT_THAT(page({"others"}), Not(HasSubstr("T-ONE")));
}

TEST(RequirementFaults, AreThoseOfTheMock) {
    const auto faults = requirement_faults();
    ASSERT_THAT(faults, IsOk());
    EXPECT_THAT(faults->at("CP-CREATE-201"), Contains("create-answers-200"));
}

}  // namespace
}  // namespace plumbline::app
