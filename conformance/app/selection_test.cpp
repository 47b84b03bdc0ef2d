#include "conformance/app/selection.hpp"

#include "conformance/app/load_suites.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// The built-in suites.
class SelectionOptions : public ::testing::Test {
  protected:
    void SetUp() override {
        auto contract = load_contract();
        ASSERT_THAT(contract, IsOk());
        suites_ = load_suites({}, *contract).suites;
        ledger_.requirements.push_back(
            {"X-1", "other_area", "s", "text", Basis::kStated, Checkability::kBlackBox, "", {}});
    }

    runner::Suites suites_;
    Ledger ledger_;
};

TEST_F(SelectionOptions, AcceptsAreasOfScenariosAndRequirements) {
    EXPECT_THAT(check_areas({}, suites_, ledger_), IsOk());
    EXPECT_THAT(check_areas({"control_plane", "other_area"}, suites_, ledger_), IsOk());
}

TEST_F(SelectionOptions, RejectsAnUnknownAreaAndListsTheKnownOnes) {
    const auto refused = check_areas({"control_plane", "control_plan"}, suites_, ledger_);
    EXPECT_THAT(refused, IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(refused,
                FailsWith("--area control_plan: unknown area, expected one of agent_streaming, "
                          "bulk_export, control_plane, other_area; did you mean control_plane?"));
    EXPECT_THAT(check_areas({"moon"}, suites_, ledger_).error().message,
                Not(HasSubstr("did you mean")));
}

TEST_F(SelectionOptions, AcceptsAGlobThatMatchesAScenario) {
    EXPECT_THAT(check_globs("--only", {"*", "lifecycle/*"}, scenario_names(suites_)), IsOk());
}

TEST_F(SelectionOptions, RejectsAGlobThatMatchesNothingAndSuggestsNames) {
    EXPECT_THAT(
        check_globs("--only", {"lifecycle/create-deploy-patch-deletes"}, scenario_names(suites_)),
        FailsWith("did you mean lifecycle/create-deploy-patch-delete?"));
    EXPECT_THAT(check_globs("--only", {"Create-Deploy*"}, scenario_names(suites_)),
                FailsWith("similar names are lifecycle/create-deploy-patch-delete"));
    EXPECT_THAT(check_globs("--only", {"*", "x*"}, scenario_names(suites_)),
                FailsWith("--only 'x*': no scenario matches; the suites are access/*, "));
}

TEST_F(SelectionOptions, RejectsAnInputThatNoScenarioDeclares) {
    const auto given = [](const char* json) { return std::make_shared<const Json>(json_of(json)); };
    EXPECT_THAT(check_inputs("--input", nullptr, suites_, {}), IsOk());
    EXPECT_THAT(check_inputs("--input", given(R"({"repo_url":"http://r"})"), suites_, {}), IsOk());
    const auto refused = check_inputs("--input", given(R"({"repo_ulr":"http://r"})"), suites_, {});
    EXPECT_THAT(refused, IsErrorCode(ErrorCode::kUsage));
    EXPECT_THAT(refused,
                FailsWith("--input repo_ulr: no scenario of this run declares this input; did you "
                          "mean repo_url?"));
    EXPECT_THAT(check_inputs("--input", given(R"({"nothing_like_it":1})"), suites_, {}),
                FailsWith("they declare api_key, "));
    runner::RunOptions options;
    options.only = {"access/no-credentials"};
    EXPECT_THAT(check_inputs("--input", given(R"({"repo_url":"http://r"})"), suites_, options),
                IsErrorCode(ErrorCode::kUsage));
}

}  // namespace
}  // namespace plumbline::app
