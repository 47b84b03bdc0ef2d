#include "mock_server/engine/make_engine.hpp"

#include "mock_server/engine/testing.hpp"
#include "mock_server/engine/world_records.hpp"
#include "mock_server/store/testing.hpp"

namespace plumbline::mock {
namespace {

constexpr const char* kWorldMembers =
    R"("summary":"s","hosting":"cloud","start":"2026-01-05T09:00:00Z","tenants":["main","other"])";

Result<std::unique_ptr<Engine>> make_engine_with_world(const std::string& members) {
    static const ManualClock clock;
    const FixtureFolder folder;
    folder.write("worlds/mine.json",
                 std::string("{\"world\":\"mine\",") + kWorldMembers + members + "}");
    EngineOptions options;
    options.fixtures = folder.path();
    options.world = "mine";
    return make_test_engine(options, clock);
}

TEST(MakeEngine, LoadsAWorldFromAFolder) {
    const auto engine = make_engine_with_world("");
    ASSERT_THAT(engine, IsOk());
    EXPECT_EQ((*engine)->config().registry->find("default")->world().name, "mine");
}

TEST(MakeEngine, RejectsWorldsThatUseUnknownNames) {
    EXPECT_THAT(make_engine_with_world(R"(,"disabled_rules":["immutable:/nam"])"),
                FailsWith("did you mean \"immutable:/name\""));
    EXPECT_THAT(make_engine_with_world(R"(,"timings":{"revision":{"BUILT":"PT1S"}})"),
                FailsWith("\"revision/BUILT\""));
    EXPECT_THAT(make_engine_with_world(R"(,"records":[{"collection":"boats","body":{"id":"1"}}])"),
                FailsWith("\"boats\""));
    EXPECT_THAT(
        make_engine_with_world(
            R"(,"history":[{"collection":"revisions","parent":"d","id":"r","ago":"PT1H"}])"),
        FailsWith("names the earlier record of the history \"d\", which does not exist"));
    EXPECT_THAT(
        make_engine_with_world(
            R"(,"history":[{"collection":"bulk_exports","id":"e","ago":"PT1H","event":"cancel"}])"),
        FailsWith("names the earlier record of the history \"e\", which does not exist"));
    EXPECT_THAT(make_engine_with_world(R"(,"color":"red")"), FailsWith("mine.json:1:"));
}

TEST(MakeEngine, RejectsRecordsThatWouldBeInvalidResponses) {
    EXPECT_THAT(
        make_engine_with_world(
            R"(,"records":[{"collection":"deployments","body":{"id":"d","name":"n"}}])"),
        FailsWith("the world \"mine\" has the Deployment d, of which getDeployment would be "
                  "an invalid response"));
    EXPECT_THAT(
        make_engine_with_world(
            R"(,"history":[{"collection":"deployments","id":"d","ago":"PT1H","body":{"name":5}}])"),
        FailsWith("mine.json:1:"));
}

TEST(World, OfTheProgramHasRecordsThatAreValidResponses) {
    const ManualClock clock;
    const auto engine = make_test_engine({}, clock);
    ASSERT_THAT(engine, IsOk());
    EXPECT_THAT(check_world_records(*(*engine)->config().operations, *(*engine)->config().registry),
                IsOk());
}

TEST(MakeEngine, RejectsUnknownWorldsFaultsAndFolders) {
    const ManualClock clock;
    EngineOptions options;
    options.world = "moon";
    EXPECT_THAT(make_test_engine(options, clock),
                FailsWith("the worlds are cloud, command_line_client, self_hosted"));
    options = {};
    options.faults = {"create-answer-200"};
    EXPECT_THAT(make_test_engine(options, clock), FailsWith("did you mean \"create-answers-200\""));
    options = {};
    options.fixtures = "/no/such/folder";
    EXPECT_THAT(make_test_engine(options, clock), IsErrorCode(ErrorCode::kNotFound));
    options = {};
    options.documents = "/no/such/folder";
    EXPECT_FALSE(make_test_engine(options, clock));
}

TEST(MakeEngine, RejectsOperationsWithoutThePushEvent) {
    const ManualClock clock;
    const auto operations = load_document("fixtures/operations.json");
    ASSERT_THAT(operations, IsOk());
    Json without = *operations->root;
    without.erase("events");
    const FixtureFolder folder;
    folder.write("operations.json", without.dump());
    EngineOptions options;
    options.fixtures = folder.path();
    EXPECT_THAT(make_test_engine(options, clock), FailsWith("the event \"push\" is missing"));
}

TEST(World, CanAcceptATenantIdWithoutKey) {
    const FixtureFolder folder;
    folder.write(
        "worlds/open.json",
        std::string("{\"world\":\"open\",") + kWorldMembers + R"(,"tenant_id_alone":true})");
    EngineOptions options;
    options.fixtures = folder.path();
    TestWorkspace setup(Json{{"world", "open"}}, options);
    const TestClient tenant = setup.api.without("X-Api-Key");
    EXPECT_THAT(tenant.get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(tenant.without("X-Tenant-Id").get("/v2/deployments"), HasStatus(401));
    EXPECT_THAT(
        tenant.with("X-Tenant-Id", "7d444840-9dc0-41d1-b245-5ffdce74fad2").get("/v2/deployments"),
        HasStatus(401));
}

TEST(World, CanDisableARule) {
    const FixtureFolder folder;
    folder.write(
        "worlds/lenient.json",
        std::string("{\"world\":\"lenient\",") + kWorldMembers +
            R"(,"disabled_rules":["required_for_sources:/source_revision_config/graph_config_path",
                                           "only_for_sources:/source_config/deployment_type"]})");
    EngineOptions options;
    options.fixtures = folder.path();
    TestWorkspace setup(Json{{"world", "lenient"}}, options);
    const Json body{{"name", "agent"},
                    {"source", "internal_source"},
                    {"source_config", {{"deployment_type", "dev"}}},
                    {"source_revision_config", Json::object()},
                    {"secrets", Json::array()}};
    EXPECT_THAT(setup.api.post("/v2/deployments", body), HasStatus(201));
}

TEST(World, CanWaiveARuleForSomeSources) {
    TestWorkspace setup(Json{{"world", "command_line_client"}});
    const auto created = [&](const char* source, const Json& config) {
        return setup.api.post("/v2/deployments",
                              {{"name", "agent"},
                               {"source", source},
                               {"source_config", config},
                               {"source_revision_config", Json::object()},
                               {"secrets", Json::array()}});
    };
    EXPECT_THAT(created("internal_source", {{"deployment_type", "dev"}}), HasStatus(201));
    EXPECT_THAT(created("git_host", Json::object()),
                HasProblemAt(R"(["body","source_revision_config","graph_config_path"])"));
    EXPECT_THAT(created("internal_container", {{"deployment_type", "dev"}}),
                HasProblemAt(R"(["body","source_config","deployment_type"])"));
}

TEST(World, CanWaiveOnlyExistingRules) {
    const ManualClock clock;
    const FixtureFolder folder;
    folder.write("worlds/lenient.json",
                 std::string("{\"world\":\"lenient\",") + kWorldMembers +
                     R"(,"waived_rules":{"immutable:/source_config/repo":["git_host"]}})");
    EngineOptions options;
    options.fixtures = folder.path();
    EXPECT_THAT(make_test_engine(options, clock),
                FailsWith("did you mean \"immutable:/source_config/repo_url\""));
}

TEST(World, NeedsNoEntryForGeneratedValues) {
    const FixtureFolder folder;
    folder.write("worlds/bare.json", std::string("{\"world\":\"bare\",") + kWorldMembers + "}");
    EngineOptions options;
    options.fixtures = folder.path();
    for (const char* world : {"bare", "self_hosted", "command_line_client"}) {
        const TestWorkspace setup(Json{{"world", world}}, options);
        const Json id = setup.api.get("/v1/integrations/git_host/install").body["integration_id"];
        EXPECT_TRUE(is_uuid(id.get<std::string>())) << world << ' ' << id;
        EXPECT_EQ(setup.api.get("/v1/integrations/git_host/install").body["integration_id"], id);
    }
}

TEST(World, CanLimitItsRecords) {
    const FixtureFolder folder;
    folder.write("worlds/small.json",
                 std::string("{\"world\":\"small\",") + kWorldMembers +
                     R"(,"limits":{"records":2,"issued":1}})");
    EngineOptions options;
    options.fixtures = folder.path();
    TestWorkspace setup(Json{{"world", "small"}}, options);
    const Json body{{"name", "agent"},
                    {"source", "internal_container"},
                    {"source_config", Json::object()},
                    {"source_revision_config", Json::object()},
                    {"secrets", Json::array()}};
    const TestResponse made = setup.api.post("/v2/deployments", body);
    ASSERT_THAT(made, HasStatus(201));
    const TestResponse refused = setup.api.post("/v2/deployments", body);
    EXPECT_THAT(refused, HasDetail(429, "2 records"));
    EXPECT_TRUE(refused.headers.has("Retry-After"));
    const std::string path = "/v2/deployments/" + made.id() + "/upload-url";
    EXPECT_THAT(setup.api.send("POST", path), HasStatus(201));
    EXPECT_THAT(setup.api.send("POST", path), HasStatus(429));
}

}  // namespace
}  // namespace plumbline::mock
