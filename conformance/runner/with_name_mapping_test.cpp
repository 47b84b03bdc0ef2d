// A target that uses other names than the contract: what is sent, checked and recorded.

#include "conformance/runner/call_wrappers.hpp"
#include "conformance/runner/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

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

/// `area` is the contract's name for the API that the suites call `things`.
Target target_with(const char* vocabulary, const char* area = "things") {
    Target target = things_target();
    auto document = parse_yaml(kThingsApi, "things.openapi.yaml");
    auto contract = std::make_shared<Contract>();
    contract->documents.push_back(ApiDocument::load(area, std::move(*document)).value());
    auto names = parse_yaml(vocabulary, "names.yaml");
    auto naming = NameMapping::make(std::move(*names), contract);
    EXPECT_THAT(naming, IsOk());
    target.name_mapping = *naming;
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

TEST(TargetWithOtherNames, IsCheckedInTheContractsNames) {
    FakeTarget fake = target_of_other_names();
    const auto result = play(kTwoSteps, fake, {}, {}, target_with(kNames));
    EXPECT_THAT(fake.calls(), ElementsAre("POST /items", "GET /items/a"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
}

TEST(TargetWithOtherNames, IsRecordedInItsOwnNames) {
    FakeTarget fake = target_of_other_names();
    const auto result = play(kTwoSteps, fake, {}, {}, target_with(kNames));
    const auto& exchange = result.scenarios[0].steps[1].exchanges[0];
    EXPECT_EQ(exchange.url, "http://127.0.0.1:1/items/a");
    EXPECT_THAT(exchange.curl, HasSubstr("/items/a"));
    EXPECT_THAT(exchange.response_excerpt, HasSubstr("FRESH"));
}

TEST(TargetWithOtherNames, KeepsAnotherApiWithTheSamePaths) {
    FakeTarget fake;
    fake.on("POST /things", {{201, R"({"id":"a"})"}});
    fake.on("GET /things/a", {{200, R"({"id":"a","status":"NEW"})"}});
    const auto result = play(kTwoSteps, fake, {}, {}, target_with(kNames, "others"));
    EXPECT_THAT(fake.calls(), ElementsAre("POST /things", "GET /things/a"));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kPassed);
}

constexpr const char* kOneStep = R"(
  - workflowId: key
    steps:
      - stepId: read
        operationId: getThing
        parameters:
          - { name: id, in: path, value: a }
          - { name: X-Api-Key, in: header, value: secret }
        successCriteria: [ { condition: $statusCode == 200 } ]
)";

TEST(TargetWithOtherNames, MasksTheKeyInItsOwnHeader) {
    FakeTarget fake = target_of_other_names();
    Target target = target_with("headers: { X-Api-Key: X-Other-Key }");
    target.credentials = {Secret("secret"), "", "MY_KEY"};
    const auto result = play(kOneStep, fake, {}, {}, target);
    EXPECT_THAT(fake.sent[0].request.headers.all(), Contains(Pair("X-Other-Key", "secret")));
    const auto& exchange = result.scenarios[0].steps[0].exchanges[0];
    EXPECT_THAT(exchange.curl, HasSubstr(R"(-H "X-Other-Key: $MY_KEY")"));
}

TEST(WithNameMapping, RenamesOnlyTheHeadersForAnUnknownPath) {
    FakeTarget fake;
    fake.on("GET /things/a/b", {{200, R"({"key":"a"})"}});
    const Send send = with_name_mapping(
        fake.send(),
        target_with("{ fields: { id: key }, headers: { X-Api-Key: X-Other-Key } }").name_mapping);
    client::HttpCall call{.url = "http://127.0.0.1:1/things/a/b",
                          .request = {"GET", "", {{"Accept", "*/*"}, {"X-Api-Key", "k"}}, ""},
                          .base_url = "http://127.0.0.1:1",
                          .area = "things"};
    const client::Exchange exchange = send(call);
    EXPECT_THAT(fake.sent[0].request.headers.all(),
                ElementsAre(Pair("Accept", "*/*"), Pair("X-Other-Key", "k")));
    EXPECT_EQ(exchange.call.request, call.request);
    EXPECT_EQ(exchange.wire_exchange().call.request, fake.sent[0].request);
    EXPECT_EQ(exchange.response->body, R"({"key":"a"})");
    call.area = "others";
    (void)send(call);
    EXPECT_EQ(fake.sent[1].request, call.request);
}

TEST(TargetWithOtherNames, FailsIfItUsesTheContractsNames) {
    FakeTarget fake = target_of_other_names();
    fake.on("GET /items/a", {{200, R"({"id":"a","status":"NEW"})"}});
    const auto result = play(kTwoSteps, fake, {}, {}, target_with(kNames));
    EXPECT_EQ(result.scenarios[0].verdict, Verdict::kFailed);
    EXPECT_THAT(finding_codes(result.scenarios[0]), ElementsAre("read/schema", "read/criterion"));
}

}  // namespace
}  // namespace plumbline::runner
