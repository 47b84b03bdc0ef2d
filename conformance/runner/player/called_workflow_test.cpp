#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Suites of several documents `NAME.yaml` that use the API `things`.
class OtherDocuments : public testing::Test {
  protected:
    void SetUp() override {
        const FakeTarget::FakeResponse thing{200, R"({"id": "t1", "status": "DONE"})"};
        fake_.on("GET /things", {{200, "[]"}});
        fake_.on("GET /things/t1", {thing});
        fake_.on("GET /things/lost", {{404, "{}"}});
        auto api = parse_yaml(kThingsApi, "things.openapi.yaml");
        ASSERT_THAT(api, IsOk());
        auto loaded = ApiDocument::load("things", *api);
        ASSERT_THAT(loaded, IsOk());
        api_ = *loaded;
    }

    void write(const std::string& name, const std::string& other, const std::string& rest) {
        auto document = parse_yaml(
            "arazzo: 1.1.0\ninfo: { title: t, version: '1' }\nsourceDescriptions:\n"
            "  - { name: things, type: openapi, url: things.openapi.yaml }\n"
            "  - { name: " +
                other + ", type: arazzo, url: " + other + ".yaml }\n" + rest,
            name + ".yaml");
        ASSERT_THAT(document, IsOk());
        files_[name + ".yaml"] = std::make_shared<const Document>(std::move(*document));
    }

    reports::RunResult play(const std::vector<std::string>& names = {"main"},
                            const Target& target = things_target()) {
        std::vector<workflow::SharedDocument> given;
        for (const std::string& name : names) given.push_back(files_.at(name + ".yaml"));
        const workflow::Loaders loaders{
            [this](const auto&, const auto&, const auto&) { return api_; },
            [this](const auto&, const std::string& url, const auto&) { return files_.at(url); }};
        const auto loaded = workflow::load_all(given, loaders);
        for (const Error& error : loaded.diagnostics.errors) ADD_FAILURE() << to_text(error);
        ManualClock clock;
        return run_suites(
            target, loaded.suites, {}, {}, [this] { return fake_.send(); }, clock, {});
    }

    FakeTarget fake_;
    std::shared_ptr<const ApiDocument> api_;
    std::map<std::string, workflow::SharedDocument> files_;
};

/// A workflow that reads a thing, named by an input, with values that only its own document has.
constexpr const char* kShared = R"($self: https://suites.example/shared
components:
  parameters: { thing: { name: id, in: path, value: $inputs.id } }
workflows:
  - workflowId: read
    inputs: { type: object, properties: { id: {} }, required: [id] }
    steps:
      - stepId: get
        operationId: getThing
        parameters: [ { reference: $components.parameters.thing } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
        outputs: { status: $response.body#/status, home: $self, key: $components.parameters.thing.name }
    outputs:
      status: $steps.get.outputs.status
      home: $steps.get.outputs.home
      key: $steps.get.outputs.key
)";

std::string reading_of(const std::string& id) {
    return R"($self: https://suites.example/main
components:
  parameters: { thing: { name: other, in: path, value: none } }
workflows:
  - workflowId: use
    steps:
      - stepId: call
        workflowId: $sourceDescriptions.shared.read
        parameters: [ { name: id, value: )" +
           id + R"( } ]
        successCriteria:
          - condition: $outputs.status == 'DONE'
          - condition: $outputs.home == 'https://suites.example/shared'
          - condition: $outputs.key == 'id'
          - condition: $sourceDescriptions.shared.read == 'read'
          - condition: $self == 'https://suites.example/main'
)";
}

TEST_F(OtherDocuments, PassInputsAndOutputsAndKeepTheirOwnContext) {
    write("main", "shared", reading_of("t1"));
    write("shared", "main", kShared);
    const auto result = play();
    ASSERT_THAT(result.scenarios, testing::SizeIs(1));
    const reports::ScenarioResult& scenario = result.scenarios.front();
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_THAT(finding_codes(scenario), IsEmpty());
    EXPECT_THAT(step_ids(scenario), ElementsAre("call/get", "call"));
    EXPECT_EQ(scenario.steps.front().where.file, "shared.yaml");
    EXPECT_EQ(scenario.steps.back().where.file, "main.yaml");
}

TEST_F(OtherDocuments, FailTheScenarioThatCallsThem) {
    write("main", "shared", reading_of("lost"));
    write("shared", "main", kShared);
    const auto result = play();
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kFailed);
    EXPECT_EQ(result.scenarios.front().steps.front().where.file, "shared.yaml");
}

constexpr const char* kWaiting = R"(workflows:
  - workflowId: later
    dependsOn: [ $sourceDescriptions.shared.first ]
    steps: [ { stepId: get, operationId: getThing, parameters: [ { name: id, in: path, value: t1 } ] } ]
)";

std::string first(const std::string& status) {
    return R"(workflows:
  - workflowId: first
    steps:
      - { stepId: list, operationId: listThings, successCriteria: [ { condition: $statusCode == )" +
           status + " } ] }\n";
}

TEST_F(OtherDocuments, ArePlayedOnceBeforeTheirDependents) {
    write("main", "shared", kWaiting);
    write("more", "shared", kWaiting);
    write("shared", "main", first("200"));
    const auto result = play({"main", "more", "shared"});
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things", "GET /things/t1", "GET /things/t1"));
    std::vector<std::string> names;
    for (const auto& scenario : result.scenarios) names.push_back(scenario.name);
    EXPECT_THAT(names, ElementsAre("shared/first", "main/later", "more/later"));
}

TEST_F(OtherDocuments, ArePlayedForDependentsEvenIfNotGiven) {
    write("main", "shared", kWaiting);
    write("shared", "main", first("200"));
    EXPECT_THAT(play().scenarios, testing::SizeIs(2));
    EXPECT_THAT(fake_.calls(), ElementsAre("GET /things", "GET /things/t1"));
}

TEST_F(OtherDocuments, BlockTheirDependentsIfTheyFail) {
    write("main", "shared", kWaiting);
    write("shared", "main", first("201"));
    const auto result = play();
    EXPECT_EQ(result.scenarios.back().verdict, Verdict::kSkipped);
    EXPECT_THAT(result.scenarios.back().reason, HasSubstr("shared.first, which did not pass"));
}

TEST_F(OtherDocuments, ArePlayedByActions) {
    write("main", "shared", R"(workflows:
  - workflowId: use
    steps:
      - stepId: list
        operationId: listThings
        onSuccess: [ { name: onward, type: goto, workflowId: $sourceDescriptions.shared.last } ]
)");
    write("shared", "main", R"(workflows:
  - workflowId: last
    steps: [ { stepId: get, operationId: getThing, parameters: [ { name: id, in: path, value: t1 } ] } ]
)");
    EXPECT_THAT(step_ids(play().scenarios.front()), ElementsAre("list", "onward/get"));
}

TEST_F(OtherDocuments, WriteOnlyWithPermission) {
    write("main",
          "shared",
          "workflows:\n  - workflowId: use\n    steps:\n"
          "      - { stepId: call, workflowId: $sourceDescriptions.shared.make }\n");
    write("shared",
          "main",
          "workflows:\n  - workflowId: make\n    steps:\n"
          "      - { stepId: new, operationId: createThing, requestBody: { payload: {} } }\n");
    Target target = things_target();
    target.allow_writes = false;
    const auto result = play({"main"}, target);
    EXPECT_EQ(result.scenarios.front().verdict, Verdict::kSkipped);
    EXPECT_THAT(result.scenarios.front().reason, HasSubstr("would write"));
    EXPECT_THAT(fake_.calls(), IsEmpty());
}

}  // namespace
}  // namespace plumbline::runner
