#include "conformance/app/selection.hpp"

#include "conformance/app/load_suites.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// Our own suites.
class Selection : public ::testing::Test {
  protected:
    void SetUp() override {
        auto contract = load_contract();
        ASSERT_THAT(contract, IsOk());
        suites_ = load_suites({}, *contract).suites;
        ledger_.requirements.push_back(
            {"X-1", "other_area", "s", "text", Basis::kStated, Checkable::kBlackBox, "", {}});
    }

    runner::Suites suites_;
    Ledger ledger_;
};

TEST_F(Selection, KnowsTheAreasOfScenariosAndRequirements) {
    EXPECT_THAT(check_areas({}, suites_, ledger_), IsOk());
    EXPECT_THAT(check_areas({"control_plane", "other_area"}, suites_, ledger_), IsOk());
}

TEST_F(Selection, RefusesAnAreaAndNamesThoseThereAre) {
    const auto refused = check_areas({"control_plane", "control_plan"}, suites_, ledger_);
    EXPECT_THAT(refused, IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(refused,
                FailsWith("--area control_plan: there is no such area, expected one of "
                          "agent_streaming, bulk_export, control_plane, other_area; did you mean "
                          "control_plane?"));
    EXPECT_THAT(check_areas({"moon"}, suites_, ledger_).error().message,
                Not(HasSubstr("did you mean")));
}

TEST_F(Selection, TakesAGlobThatFitsAScenario) {
    EXPECT_THAT(check_globs("--only", {"*", "lifecycle/*"}, suites_), IsOk());
}

TEST_F(Selection, RefusesAGlobThatFitsNoneAndSaysWhatIsNear) {
    EXPECT_THAT(check_globs("--only", {"lifecycle/create-deploy-patch-deletes"}, suites_),
                FailsWith("did you mean lifecycle/create-deploy-patch-delete?"));
    EXPECT_THAT(check_globs("--only", {"Create-Deploy*"}, suites_),
                FailsWith("near it are lifecycle/create-deploy-patch-delete"));
    EXPECT_THAT(check_globs("--only", {"*", "x*"}, suites_),
                FailsWith("--only 'x*': no scenario has such a name; there are access/*, "));
}

TEST_F(Selection, RefusesAnInputThatNoScenarioDeclares) {
    const auto given = [](const char* json) { return std::make_shared<const Json>(json_of(json)); };
    EXPECT_THAT(check_inputs(nullptr, suites_, {}), IsOk());
    EXPECT_THAT(check_inputs(given(R"({"repo_url":"http://r"})"), suites_, {}), IsOk());
    const auto refused = check_inputs(given(R"({"repo_ulr":"http://r"})"), suites_, {});
    EXPECT_THAT(refused, IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(refused,
                FailsWith("--input repo_ulr: no scenario of this run declares such an "
                          "input; did you mean repo_url?"));
    EXPECT_THAT(check_inputs(given(R"({"nothing_like_it":1})"), suites_, {}),
                FailsWith("they declare api_key, "));
    runner::RunOptions options;
    options.only = {"access/no-credentials"};
    EXPECT_THAT(check_inputs(given(R"({"repo_url":"http://r"})"), suites_, options),
                IsErrorCode(ErrorCode::kUsage));
}

}  // namespace
}  // namespace plumbline::app
