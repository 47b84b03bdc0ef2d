#include "conformance/runner/scenario_groups.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kPlain =
    "  - { workflowId: w, steps: [ { stepId: s, operationId: listThings } ] }\n";
constexpr const char* kNaming =
    "  - { workflowId: w, steps: [ { stepId: s, operationId: listThings, x-ct-verifies: [T-1] } ] "
    "}\n";

/// The tested areas of a run whose suites use a separate service.
class TestedAreas : public testing::Test {
  protected:
    TestedAreas() {
        Requirement requirement;
        requirement.id = "T-1";
        requirement.area = "things";
        ledger_.requirements.push_back(requirement);
    }

    Ledger ledger_;
};

TEST_F(TestedAreas, AreThoseOfItsDocuments) {
    EXPECT_THAT(tested_areas({suite_of(kPlain)}, {}, {}), ElementsAre("things"));
}

TEST_F(TestedAreas, AreEmptyForOtherServices) {
    EXPECT_THAT(tested_areas({suite_of(kPlain, SchemaStrictness::kTolerant)}, ledger_, {}),
                IsEmpty());
}

TEST_F(TestedAreas, IncludeThoseOfNamedRequirements) {
    EXPECT_THAT(tested_areas({suite_of(kNaming, SchemaStrictness::kTolerant)}, ledger_, {}),
                ElementsAre("things"));
}

TEST_F(TestedAreas, AreTheRequestedOnes) {
    RunOptions options;
    options.areas = {"others"};
    EXPECT_THAT(tested_areas({suite_of(kPlain)}, ledger_, options), ElementsAre("others"));
}

}  // namespace
}  // namespace plumbline::runner
