#include "conformance/runner/attempt/excused_attempt.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

TEST(MissingValues, ExplainMessagesAboutTheirExpressions) {
    MissingValues missing;
    EXPECT_TRUE(missing.empty());
    missing.add_step("create");
    missing.add_workflow("first");
    EXPECT_FALSE(missing.empty());
    EXPECT_TRUE(missing.explain("unresolved: $steps.create.outputs.id: nothing at `.id`"));
    EXPECT_TRUE(missing.explain("unresolved: $steps.create.outputs#/id: nothing"));
    EXPECT_TRUE(missing.explain("unresolved: $workflows.first.outputs.id: nothing"));
    EXPECT_FALSE(missing.explain("unresolved: $steps.create2.outputs.id: nothing"));
    EXPECT_FALSE(missing.explain("unresolved: $response.body#/id: nothing"));
    EXPECT_FALSE(missing.explain("$steps.create.outputs.id is \"a\""));
    EXPECT_FALSE(missing.explain("unresolved: $inputs.id: nothing"));
}

TEST(MissingValues, CoverTheOutputsOfOneCall) {
    MissingValues missing;
    missing.set_outputs(true);
    missing.add_inputs();
    EXPECT_TRUE(missing.explain("unresolved: $outputs.id: nothing"));
    EXPECT_TRUE(missing.explain("unresolved: $inputs.id: nothing"));
    missing.set_outputs(false);
    EXPECT_FALSE(missing.explain("unresolved: $outputs.id: nothing"));
}

TEST(MissingValues, CoverPartsOfTheResponse) {
    MissingValues missing;
    missing.add_body_position("/0");
    EXPECT_TRUE(missing.explain("unresolved: $response.body#/0/rows: nothing at `/0/rows`"));
    EXPECT_TRUE(missing.explain("unresolved: $response.body#/0: nothing at `/0`"));
    EXPECT_FALSE(missing.explain("unresolved: $response.body#/01: nothing at `/01`"));
    EXPECT_FALSE(missing.explain("unresolved: $response.body#/1/rows: nothing at `/1`"));
    missing.add_body_position("");
    EXPECT_TRUE(missing.explain("unresolved: $response.body#/1/rows: nothing at `/1`"));
}

}  // namespace
}  // namespace plumbline::runner
