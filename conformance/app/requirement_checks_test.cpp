#include "conformance/app/requirement_checks.hpp"

#include "conformance/app/load_suites.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class RequirementChecksTest : public ::testing::Test {
  protected:
    void SetUp() override {
        const auto contract = load_contract();
        ASSERT_THAT(contract, IsOk());
        const auto suites = load_suites({}, *contract).suites;
        checks_ = requirement_checks(suites, **contract);
        needs_ = requirement_needs(suites);
    }

    RequirementChecks checks_;
    std::map<std::string, RequirementNeed> needs_;
};

TEST_F(RequirementChecksTest, ListsScenariosResponsesLocationsAndRules) {
    EXPECT_THAT(checks_["CP-SC-REPO-IMM"],
                AllOf(Contains(StartsWith("patch_errors/")),
                      Contains("rule: immutable:/source_config/repo_url (patchDeployment)")));
    EXPECT_THAT(checks_["CP-SC-REPO"],
                Contains("contract: createDeployment /source_config/repo_url"));
    EXPECT_THAT(checks_["CP-PATH-ID"], Contains("contract: getDeployment {deployment_id}"));
    EXPECT_THAT(checks_["CP-GEN-CONTENT-TYPE"], Contains("every createDeployment"));
    EXPECT_THAT(checks_["CP-DEP-ID"], Contains("every getDeployment 200"));
    EXPECT_THAT(checks_["CP-AUTH-TENANT-ALONE"], Contains(HasSubstr("(observes)")));
}

TEST_F(RequirementChecksTest, ShortensLongListsOfLocations) {
    EXPECT_THAT(checks_["CP-OBJ-MOUNT"], Contains(HasSubstr(" more")));
}

TEST_F(RequirementChecksTest, NameTheLeastNeed) {
    EXPECT_EQ(needs_["CP-DEP-STATUS"], RequirementNeed::kNothing);
    EXPECT_EQ(needs_["CP-REV-SECRETS"], RequirementNeed::kWrites);
    EXPECT_EQ(needs_["CP-GET-SAME"], RequirementNeed::kWrites) << "it compares with a write";
    EXPECT_EQ(needs_["AS-UPDATES-EACH"], RequirementNeed::kGraph);
    EXPECT_EQ(needs_["BE-LIM-RETRY-DELAY"], RequirementNeed::kControl);
    EXPECT_FALSE(needs_.contains("CP-RS-SCALE-MEANING")) << "it cannot be checked";
}

}  // namespace
}  // namespace plumbline::app
