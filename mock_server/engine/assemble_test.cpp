#include "mock_server/engine/assemble.hpp"

#include "mock_server/engine/testing.hpp"
#include "mock_server/store/testing.hpp"

namespace plumbline::mock {
namespace {

constexpr const char* kHead =
    R"("summary":"s","hosting":"cloud","start":"2026-01-05T09:00:00Z","tenants":["main","other"])";

Result<std::unique_ptr<Engine>> with_world(const std::string& members) {
    static const ManualClock clock;
    const FixtureFolder folder;
    folder.write("worlds/mine.json", std::string("{\"world\":\"mine\",") + kHead + members + "}");
    Assembly assembly;
    assembly.fixtures = folder.path();
    assembly.world = "mine";
    return assemble(assembly, clock);
}

TEST(Assemble, TakesAWorldFromAFolder) {
    const auto engine = with_world("");
    ASSERT_THAT(engine, IsOk());
    EXPECT_EQ((*engine)->parts().registry->find("default")->world().name, "mine");
}

TEST(Assemble, RefusesWorldsThatNameWhatIsNotThere) {
    EXPECT_THAT(with_world(R"(,"disabled_rules":["immutable:/nam"])"),
                FailsWith("did you mean \"immutable:/name\""));
    EXPECT_THAT(with_world(R"(,"timings":{"revision":{"BUILT":"PT1S"}})"),
                FailsWith("\"revision/BUILT\""));
    EXPECT_THAT(with_world(R"(,"records":[{"collection":"boats","body":{"id":"1"}}])"),
                FailsWith("\"boats\""));
    EXPECT_THAT(with_world(R"(,"color":"red")"), FailsWith("mine.json:1:"));
}

TEST(Assemble, RefusesUnknownWorldsFaultsAndFolders) {
    const ManualClock clock;
    Assembly assembly;
    assembly.world = "moon";
    EXPECT_THAT(assemble(assembly, clock),
                FailsWith("there are cloud, command_line_client, self_hosted"));
    assembly = {};
    assembly.faults = {"create-answer-200"};
    EXPECT_THAT(assemble(assembly, clock), FailsWith("did you mean \"create-answers-200\""));
    assembly = {};
    assembly.fixtures = "/no/such/folder";
    EXPECT_THAT(assemble(assembly, clock), IsErrorCode(ErrorCode::kNotFound));
    assembly = {};
    assembly.documents = "/no/such/folder";
    EXPECT_FALSE(assemble(assembly, clock));
}

TEST(Assemble, RefusesOperationsWithoutTheEventThatControlPlays) {
    const ManualClock clock;
    const auto operations = load_document("fixtures/operations.json");
    ASSERT_THAT(operations, IsOk());
    Json without = *operations->root;
    without.erase("events");
    const FixtureFolder folder;
    folder.write("operations.json", without.dump());
    Assembly assembly;
    assembly.fixtures = folder.path();
    EXPECT_THAT(assemble(assembly, clock), FailsWith("needs the event \"push\""));
}

TEST(World, MayLetInATenantIdAlone) {
    const FixtureFolder folder;
    folder.write("worlds/open.json",
                 std::string("{\"world\":\"open\",") + kHead + R"(,"tenant_id_alone":true})");
    Assembly assembly;
    assembly.fixtures = folder.path();
    Place place(Json{{"world", "open"}}, assembly);
    const Caller tenant = place.api.without("X-Api-Key");
    EXPECT_THAT(tenant.get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(tenant.without("X-Tenant-Id").get("/v2/deployments"), HasStatus(401));
    EXPECT_THAT(
        tenant.with("X-Tenant-Id", "7d444840-9dc0-41d1-b245-5ffdce74fad2").get("/v2/deployments"),
        HasStatus(401));
}

TEST(World, MaySwitchARuleOff) {
    const FixtureFolder folder;
    folder.write(
        "worlds/lenient.json",
        std::string("{\"world\":\"lenient\",") + kHead +
            R"(,"disabled_rules":["required_for_sources:/source_revision_config/graph_config_path",
                                           "only_for_sources:/source_config/deployment_type"]})");
    Assembly assembly;
    assembly.fixtures = folder.path();
    Place place(Json{{"world", "lenient"}}, assembly);
    const Json body{{"name", "agent"},
                    {"source", "internal_source"},
                    {"source_config", {{"deployment_type", "dev"}}},
                    {"source_revision_config", Json::object()},
                    {"secrets", Json::array()}};
    EXPECT_THAT(place.api.post("/v2/deployments", body), HasStatus(201));
}

TEST(World, MayLiftARuleForSomeSources) {
    Place place(Json{{"world", "command_line_client"}});
    const auto created = [&](const char* source, const Json& config) {
        return place.api.post("/v2/deployments",
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

TEST(World, LiftsOnlyRulesThatThereAre) {
    const ManualClock clock;
    const FixtureFolder folder;
    folder.write("worlds/lenient.json",
                 std::string("{\"world\":\"lenient\",") + kHead +
                     R"(,"lifted_rules":{"immutable:/source_config/repo":["git_host"]}})");
    Assembly assembly;
    assembly.fixtures = folder.path();
    EXPECT_THAT(assemble(assembly, clock),
                FailsWith("did you mean \"immutable:/source_config/repo_url\""));
}

TEST(World, NeedNotNameWhatOperationsDo) {
    const FixtureFolder folder;
    folder.write("worlds/bare.json", std::string("{\"world\":\"bare\",") + kHead + "}");
    Assembly assembly;
    assembly.fixtures = folder.path();
    for (const char* world : {"bare", "self_hosted", "command_line_client"}) {
        const Place place(Json{{"world", world}}, assembly);
        const Json id = place.api.get("/v1/integrations/git_host/install").body["integration_id"];
        EXPECT_TRUE(is_uuid(id.get<std::string>())) << world << ' ' << id;
        EXPECT_EQ(place.api.get("/v1/integrations/git_host/install").body["integration_id"], id);
    }
}

TEST(World, MayLimitItsRecords) {
    const FixtureFolder folder;
    folder.write(
        "worlds/small.json",
        std::string("{\"world\":\"small\",") + kHead + R"(,"limits":{"records":2,"issued":1}})");
    Assembly assembly;
    assembly.fixtures = folder.path();
    Place place(Json{{"world", "small"}}, assembly);
    const Json body{{"name", "agent"},
                    {"source", "internal_container"},
                    {"source_config", Json::object()},
                    {"source_revision_config", Json::object()},
                    {"secrets", Json::array()}};
    const Answer made = place.api.post("/v2/deployments", body);
    ASSERT_THAT(made, HasStatus(201));
    const Answer refused = place.api.post("/v2/deployments", body);
    EXPECT_THAT(refused, HasDetail(429, "2 records"));
    EXPECT_TRUE(refused.headers.has("Retry-After"));
    const std::string path = "/v2/deployments/" + made.id() + "/upload-url";
    EXPECT_THAT(place.api.send("POST", path), HasStatus(201));
    EXPECT_THAT(place.api.send("POST", path), HasStatus(429));
}

}  // namespace
}  // namespace plumbline::mock
