// A target that uses other names than the contract: what is sent, what is judged, what is recorded.

#include "conformance/runner/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kTwoSteps = R"(
  - workflowId: life
    steps:
      - stepId: create
        operationId: createThing
        requestBody: { contentType: application/json, payload: { name: one } }
        successCriteria: [ { condition: $statusCode == 201 } ]
        outputs: { id: $response.body#/id }
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: $steps.create.outputs.id } ]
        successCriteria: [ { condition: $response.body#/status == 'NEW' } ]
)";

Target target_with(const char* vocabulary) {
    Target target = things_target();
    auto document = parse_yaml(kThingsApi, "things.openapi.yaml");
    auto contract = std::make_shared<Contract>();
    contract->documents.push_back(ApiDocument::load("things", std::move(*document)).value());
    auto names = parse_yaml(vocabulary, "names.yaml");
    auto naming = Naming::make(std::move(*names), contract);
    EXPECT_THAT(naming, IsOk());
    target.vocabulary = *naming;
    return target;
}

constexpr const char* kNames =
    "{ fields: { id: key, status: phase }, values: { status: { NEW: FRESH } }, paths: { /things: "
    "/items } }";

FakeTarget target_of_other_names() {
    FakeTarget fake;
    fake.on("POST /items", {{201, R"({"key":"a"})"}});
    fake.on("GET /items/a", {{200, R"({"key":"a","phase":"FRESH"})"}});
    return fake;
}

TEST(TargetOfOtherNames, IsJudgedInOurs) {
    FakeTarget fake = target_of_other_names();
    const auto result = play(kTwoSteps, fake, {}, {}, target_with(kNames));
    EXPECT_THAT(fake.calls(), ElementsAre("POST /items", "GET /items/a"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
}

TEST(TargetOfOtherNames, IsRecordedInItsOwn) {
    FakeTarget fake = target_of_other_names();
    const auto result = play(kTwoSteps, fake, {}, {}, target_with(kNames));
    const auto& exchange = result.scenarios[0].steps[1].exchanges[0];
    EXPECT_EQ(exchange.url, "http://127.0.0.1:1/items/a");
    EXPECT_THAT(exchange.curl, HasSubstr("/items/a"));
    EXPECT_THAT(exchange.response_excerpt, HasSubstr("FRESH"));
}

TEST(TargetOfOtherNames, FailsWhereItUsesOurs) {
    FakeTarget fake = target_of_other_names();
    fake.on("GET /items/a", {{200, R"({"id":"a","status":"NEW"})"}});
    const auto result = play(kTwoSteps, fake, {}, {}, target_with(kNames));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("read/schema", "read/criterion"));
}

}  // namespace
}  // namespace plumbline::runner
