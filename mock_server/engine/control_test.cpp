// The control interface, called through the engine.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

TEST(Control, ReportsItsHealth) {
    EngineOptions options;
    options.version = "1.2.3";
    const TestMock mock(options);
    const TestResponse health = mock.control().get("/health");
    EXPECT_EQ(health.body["status"], "ok");
    EXPECT_EQ(health.body["version"], "1.2.3");
}

TEST(Workspace, DescribesEverythingAClientNeeds) {
    TestWorkspace setup;
    EXPECT_EQ(setup.workspace["prefix"], "/w/" + setup.workspace["id"].get<std::string>());
    EXPECT_EQ(setup.workspace["hosting"], "cloud");
    EXPECT_EQ(setup.workspace["now"], "2026-01-05T09:00:00.000000Z");
    EXPECT_NE(setup.workspace["tenant_id"], setup.workspace["other_tenant"]["tenant_id"]);
    EXPECT_TRUE(setup.workspace["sources"].contains("git_host"));
}

TEST(Workspace, CanUseAnotherWorldAndNeedsNoBody) {
    const TestMock mock;
    EXPECT_EQ(mock.make_workspace({{"world", "self_hosted"}})["hosting"], "self_hosted");
    EXPECT_THAT(mock.control().send("POST", "/workspaces"), HasStatus(201));
}

TEST(Workspace, CanBeRequestedByItsHosting) {
    const TestMock mock;
    EXPECT_EQ(mock.make_workspace({{"hosting", "cloud"}})["world"], "cloud");
    EXPECT_EQ(mock.make_workspace({{"hosting", "self_hosted"}})["world"], "self_hosted");
    EXPECT_EQ(mock.make_workspace({{"hosting", "self_hosted"}, {"world", "self_hosted"}})["world"],
              "self_hosted");
    const TestResponse refused =
        mock.control().post("/workspaces", {{"hosting", "cloud"}, {"world", "self_hosted"}});
    EXPECT_THAT(refused, HasProblemAt(R"(["body","hosting"])"));
    EXPECT_THAT(refused.text, testing::HasSubstr("is self_hosted, not cloud"));
    EXPECT_THAT(mock.control().post("/workspaces", {{"hosting", "moon"}}), HasStatus(422));
}

TEST(Workspace, IsAlsoServedUnderTheBasePathOfItsHosting) {
    const TestMock mock;
    const Json self_hosted = mock.make_workspace({{"hosting", "self_hosted"}});
    EXPECT_EQ(self_hosted["base_path"], "/api-host");
    EXPECT_THAT(mock.client(self_hosted).get("/api-host/v2/deployments"), HasStatus(200));
    EXPECT_THAT(mock.client(self_hosted).get("/v2/deployments"), HasStatus(200));
    const Json cloud = mock.make_workspace();
    EXPECT_FALSE(cloud.contains("base_path"));
    EXPECT_THAT(mock.client(cloud).get("/api-host/v2/deployments"), HasStatus(404));
}

TEST(Workspace, IsRefusedWithUnknownWorldFaultOrMember) {
    const TestMock mock;
    EXPECT_THAT(mock.control().post("/workspaces", {{"world", "moon"}}),
                HasProblemAt(R"(["body","world"])"));
    const TestResponse refused =
        mock.control().post("/workspaces", {{"faults", {"create-answer-200"}}});
    EXPECT_THAT(refused, HasProblemAt(R"(["body","faults"])"));
    EXPECT_THAT(refused.text, testing::HasSubstr("did you mean \\\"create-answers-200\\\"?"));
    EXPECT_THAT(mock.control().post("/workspaces", {{"faults", {"zzz"}}}).text,
                testing::HasSubstr("--list-faults prints them all"));
    EXPECT_THAT(mock.control().post("/workspaces", {{"word", "cloud"}}), HasStatus(422));
}

TEST(Workspace, IsIsolated) {
    const TestMock mock;
    const Json one = mock.make_workspace();
    const Json two = mock.make_workspace();
    const TestResponse made = mock.client(one).post("/v2/deployments", git_host_body(one));
    EXPECT_EQ(new_records(mock.client(two).get("/v2/deployments").body["resources"]).size(), 0U);
    EXPECT_THAT(mock.client(two).get("/v2/deployments/" + made.id()), HasStatus(404));
    EXPECT_THAT(mock.client(two, one).get("/v2/deployments"), HasStatus(401));
}

TEST(Workspace, WithTheSameSeedIsTheSameEveryTime) {
    const TestMock mock;
    const Json one = mock.make_workspace({{"seed", 7}});
    const Json two = mock.make_workspace({{"seed", 7}});
    const TestResponse first = mock.client(one).post("/v2/deployments", git_host_body(one));
    const TestResponse second = mock.client(two).post("/v2/deployments", git_host_body(two));
    EXPECT_EQ(first.text, second.text);
    EXPECT_NE(one["id"], two["id"]);
    EXPECT_NE(mock.make_workspace({{"seed", 8}})["tenant_id"], one["tenant_id"]);
}

TEST(Workspace, IsTheSameForTheSameServerSeed) {
    EXPECT_EQ(TestMock().make_workspace(), TestMock().make_workspace());
    EngineOptions other;
    other.seed = 2;
    EXPECT_NE(TestMock(other).make_workspace(), TestMock().make_workspace());
}

TEST(Workspace, CanBeReadAndRemoved) {
    TestWorkspace setup;
    const std::string path = "/workspaces/" + setup.workspace["id"].get<std::string>();
    EXPECT_EQ(setup.mock.control().get(path).body, setup.workspace);
    EXPECT_THAT(setup.mock.control().remove(path), HasStatus(204));
    EXPECT_THAT(setup.mock.control().remove(path), HasDetail(404, "Workspace"));
    EXPECT_THAT(setup.mock.control().get(path + "/state"), HasStatus(404));
    EXPECT_THAT(setup.mock.control().send("POST", path + "/reset"), HasStatus(404));
    EXPECT_THAT(setup.mock.control().post(path + "/clock", Json::object()), HasStatus(404));
    EXPECT_THAT(setup.api.get("/v2/deployments"), HasDetail(404, "Workspace"));
}

TEST(Workspace, ThatIsTheDefaultCannotBeRemoved) {
    const TestMock mock;
    EXPECT_THAT(mock.control().remove("/workspaces/default"), HasDetail(409, "reset"));
    EXPECT_EQ(mock.control().get("/workspaces/default").body["api_key"], "plumbline-dev-key");
}

TEST(Workspace, RestartsOnReset) {
    TestWorkspace setup;
    const Json body = git_host_body(setup.workspace);
    const TestResponse first = setup.api.post("/v2/deployments", body);
    (void)setup.set_clock({{"advance", "PT1H"}});
    const TestResponse reset = setup.mock.control().send(
        "POST", "/workspaces/" + setup.workspace["id"].get<std::string>() + "/reset");
    EXPECT_EQ(reset.body, setup.workspace);
    EXPECT_THAT(setup.api.get("/v2/deployments/" + first.id()), HasStatus(404));
    EXPECT_EQ(setup.api.post("/v2/deployments", body).text, first.text);
}

TEST(WorkspaceState, ListsRecordsAndTimersWithoutAdvancingTime) {
    TestWorkspace setup;
    const TestResponse made = setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    const Json state = setup.state();
    EXPECT_EQ(new_records(state["collections"]["deployments"])[0], made.body);
    EXPECT_EQ(new_records(state["collections"]["revisions"])[0]["status"], "QUEUED");
    ASSERT_EQ(state["timers"].size(), 2U);
    EXPECT_EQ(state["timers"][0]["to"], "AWAITING_BUILD");
    EXPECT_EQ(setup.state(), state);
}

TEST(Clock, AdvancesAndReturnsHowManyTimersFired) {
    TestWorkspace setup;
    (void)setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    const TestResponse moved = setup.set_clock({{"advance", "PT3S"}});
    ASSERT_THAT(moved, HasStatus(200));
    EXPECT_EQ(moved.body["fired"], 1);
    EXPECT_EQ(moved.body["now"], "2026-01-05T09:00:03.001000Z");
    EXPECT_EQ(new_records(setup.state()["collections"]["revisions"])[0]["status"],
              "AWAITING_BUILD");
}

TEST(Clock, StopsWithoutAutoAdvance) {
    TestWorkspace setup;
    const TestResponse made = setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    (void)setup.set_clock({{"auto_advance", false}});
    EXPECT_EQ(setup.api.get("/v2/deployments/" + made.id()).body["status"], "AWAITING_DATABASE");
    (void)setup.set_clock({{"auto_advance", true}});
    EXPECT_EQ(setup.api.get("/v2/deployments/" + made.id()).body["status"], "READY");
}

TEST(Clock, RefusesInvalidAndTooLongDurations) {
    TestWorkspace setup;
    EXPECT_THAT(setup.set_clock({{"advance", "1 hour"}}), HasProblemAt(R"(["body","advance"])"));
    EXPECT_THAT(setup.set_clock({{"advance", ""}}), HasProblemAt(R"(["body","advance"])"));
    EXPECT_THAT(setup.set_clock({{"advance", "P30000D"}}), HasStatus(200));
    EXPECT_THAT(setup.set_clock({{"advance", "P36000D"}}), HasProblemAt(R"(["body","advance"])"));
}

TEST(ControlToken, IsRequiredOnceSet) {
    EngineOptions options;
    options.access.control_token = Secret("open sesame");
    const TestMock mock(options);
    EXPECT_THAT(mock.control().get("/health"), HasStatus(200));
    EXPECT_THAT(mock.control().get("/workspaces/default"), HasDetail(401, "X-Plumbline-Token"));
    EXPECT_THAT(mock.control().with("X-Plumbline-Token", "wrong").get("/workspaces/default"),
                HasStatus(401));
    EXPECT_THAT(mock.control().with("X-Plumbline-Token", "open sesame").get("/workspaces/default"),
                HasStatus(200));
    EXPECT_THAT(
        mock.control().with("Authorization", "Bearer open sesame").get("/workspaces/default"),
        HasStatus(200));
}

/// Returns the status of a reset for a page.
int reset_status(const AccessSettings& access,
                 const std::string& host,
                 const std::string& origin = "") {
    EngineOptions options;
    options.access = access;
    const TestMock mock(options);
    http::Request request{"POST", "/_plumbline/workspaces/default/reset", {{"Host", host}}, ""};
    if (!origin.empty()) request.headers.set("Origin", origin);
    const int status = mock.engine().handle(request).status;
    request.method = "GET";
    request.target = "/_plumbline/workspaces/default";
    const bool is_other_host = access.checks_control_host && status == 403;
    EXPECT_EQ(mock.engine().handle(request).status, is_other_host ? 403 : 200) << host;
    request.headers = {{"Host", "127.0.0.1"}, {"User-Agent", "plumbline-mock"}};
    EXPECT_EQ(mock.engine().handle(request).status, 403) << "a callback";
    return status;
}

TEST(Control, IsChangedOnlyByPagesOfItsOwnOriginAndOfNamedOnes) {
    AccessSettings access;
    EXPECT_EQ(reset_status(access, "127.0.0.1:80", "http://127.0.0.1:80"), 200);
    EXPECT_EQ(reset_status(access, "127.0.0.1:80", "http://evil.example"), 403);
    EXPECT_EQ(reset_status(access, "127.0.0.1:80", "null"), 403);
    access.control_origins = {"*"};
    EXPECT_EQ(reset_status(access, "127.0.0.1:80", "http://evil.example"), 403);
    access.control_origins = {"http://localhost:3000"};
    EXPECT_EQ(reset_status(access, "127.0.0.1:80", "http://localhost:3000"), 200);
}

TEST(Control, IsChangedOnlyByTheNameOfItsMachine) {
    AccessSettings access;
    EXPECT_EQ(reset_status(access, "evil.example"), 200);
    access.checks_control_host = true;
    for (const char* host : {"evil.example", "evil.example:80", "127.0.0.1.evil.example"})
        EXPECT_EQ(reset_status(access, host, std::string("http://") + host), 403) << host;
    for (const char* host :
         {"localhost:80", "LOCALHOST", "mock.localhost", "127.0.0.1:80", "[::1]:80"})
        EXPECT_EQ(reset_status(access, host), 200) << host;
}

TEST(Control, IsRefusedIfItIsNotServed) {
    EngineOptions options;
    options.access.serves_control = false;
    const TestMock mock(options);
    EXPECT_THAT(mock.control().get("/workspaces/default"), HasDetail(403, "--control-token"));
    EXPECT_THAT(mock.default_client().get("/v2/deployments"), HasStatus(200));
}

TEST(Workspaces, AreLimitedAndAnIdleOneIsReplaced) {
    EngineOptions options;
    options.max_workspaces = 2;
    TestMock mock(options);
    const Json one = mock.make_workspace();
    const Json two = mock.make_workspace();
    const TestResponse refused = mock.control().post("/workspaces", Json::object());
    EXPECT_THAT(refused, HasDetail(429, "--max-workspaces"));
    EXPECT_TRUE(refused.headers.has("Retry-After"));

    mock.host_clock.wait(std::chrono::minutes(6));
    (void)mock.client(one).get("/v2/deployments");
    (void)mock.make_workspace();
    EXPECT_THAT(mock.client(one).get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(mock.client(two).get("/v2/deployments"), HasStatus(404));
}

}  // namespace
}  // namespace plumbline::mock
