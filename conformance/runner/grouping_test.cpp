#include "conformance/runner/grouping.hpp"

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

/// What a run is about where its suites describe a service of their own.
class AreasOfARun : public testing::Test {
  protected:
    AreasOfARun() {
        Requirement requirement;
        requirement.id = "T-1";
        requirement.area = "things";
        ledger_.requirements.push_back(requirement);
    }

    Ledger ledger_;
};

TEST_F(AreasOfARun, AreThoseOfItsDocuments) {
    EXPECT_THAT(areas_of({suite_of(kPlain)}, {}, {}), ElementsAre("things"));
}

TEST_F(AreasOfARun, AreNoneForOtherServices) {
    EXPECT_THAT(areas_of({suite_of(kPlain, SchemaStrictness::kTolerant)}, ledger_, {}), IsEmpty());
}

TEST_F(AreasOfARun, AreThoseOfRequirementsThatAreNamed) {
    EXPECT_THAT(areas_of({suite_of(kNaming, SchemaStrictness::kTolerant)}, ledger_, {}),
                ElementsAre("things"));
}

TEST_F(AreasOfARun, AreThoseThatAreAskedFor) {
    RunOptions options;
    options.areas = {"others"};
    EXPECT_THAT(areas_of({suite_of(kPlain)}, ledger_, options), ElementsAre("others"));
}

}  // namespace
}  // namespace plumbline::runner
