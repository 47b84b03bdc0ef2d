// The control interface, through the engine.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

TEST(Control, SaysThatTheMockIsUp) {
    Assembly assembly;
    assembly.version = "1.2.3";
    const Mock mock(assembly);
    const Answer health = mock.control().get("/health");
    EXPECT_EQ(health.body["status"], "ok");
    EXPECT_EQ(health.body["version"], "1.2.3");
}

TEST(Workspace, HasEverythingAClientNeeds) {
    Place place;
    EXPECT_EQ(place.workspace["prefix"], "/w/" + place.workspace["id"].get<std::string>());
    EXPECT_EQ(place.workspace["hosting"], "cloud");
    EXPECT_EQ(place.workspace["now"], "2026-01-05T09:00:00.000000Z");
    EXPECT_NE(place.workspace["tenant_id"], place.workspace["other_tenant"]["tenant_id"]);
    EXPECT_TRUE(place.workspace["sources"].contains("git_host"));
}

TEST(Workspace, MayComeFromAnotherWorldAndNeedsNoBody) {
    const Mock mock;
    EXPECT_EQ(mock.make({{"world", "self_hosted"}})["hosting"], "self_hosted");
    EXPECT_THAT(mock.control().send("POST", "/workspaces"), HasStatus(201));
}

TEST(Workspace, MayBeAskedForByItsHosting) {
    const Mock mock;
    EXPECT_EQ(mock.make({{"hosting", "cloud"}})["world"], "cloud");
    EXPECT_EQ(mock.make({{"hosting", "self_hosted"}})["world"], "self_hosted");
    EXPECT_EQ(mock.make({{"hosting", "self_hosted"}, {"world", "self_hosted"}})["world"],
              "self_hosted");
    const Answer refused =
        mock.control().post("/workspaces", {{"hosting", "cloud"}, {"world", "self_hosted"}});
    EXPECT_THAT(refused, HasProblemAt(R"(["body","hosting"])"));
    EXPECT_THAT(refused.text, testing::HasSubstr("is self_hosted, not cloud"));
    EXPECT_THAT(mock.control().post("/workspaces", {{"hosting", "moon"}}), HasStatus(422));
}

TEST(Workspace, IsServedUnderThePathOfItsHostingAsWell) {
    const Mock mock;
    const Json self_hosted = mock.make({{"hosting", "self_hosted"}});
    EXPECT_EQ(self_hosted["base_path"], "/api-host");
    EXPECT_THAT(mock.caller(self_hosted).get("/api-host/v2/deployments"), HasStatus(200));
    EXPECT_THAT(mock.caller(self_hosted).get("/v2/deployments"), HasStatus(200));
    const Json cloud = mock.make();
    EXPECT_FALSE(cloud.contains("base_path"));
    EXPECT_THAT(mock.caller(cloud).get("/api-host/v2/deployments"), HasStatus(404));
}

TEST(Workspace, IsRefusedWithUnknownWorldFaultOrMember) {
    const Mock mock;
    EXPECT_THAT(mock.control().post("/workspaces", {{"world", "moon"}}),
                HasProblemAt(R"(["body","world"])"));
    const Answer refused = mock.control().post("/workspaces", {{"faults", {"create-answer-200"}}});
    EXPECT_THAT(refused, HasProblemAt(R"(["body","faults"])"));
    EXPECT_THAT(refused.text, testing::HasSubstr("did you mean \\\"create-answers-200\\\"?"));
    EXPECT_THAT(mock.control().post("/workspaces", {{"faults", {"zzz"}}}).text,
                testing::HasSubstr("--list-faults prints them all"));
    EXPECT_THAT(mock.control().post("/workspaces", {{"word", "cloud"}}), HasStatus(422));
}

TEST(Workspace, IsIsolated) {
    const Mock mock;
    const Json one = mock.make();
    const Json two = mock.make();
    const Answer made = mock.caller(one).post("/v2/deployments", git_host_body(one));
    EXPECT_EQ(mock.caller(two).get("/v2/deployments").body["resources"].size(), 0U);
    EXPECT_THAT(mock.caller(two).get("/v2/deployments/" + made.id()), HasStatus(404));
    EXPECT_THAT(mock.caller(two, one).get("/v2/deployments"), HasStatus(401));
}

TEST(Workspace, OfOneSeedIsTheSameEveryTime) {
    const Mock mock;
    const Json one = mock.make({{"seed", 7}});
    const Json two = mock.make({{"seed", 7}});
    const Answer first = mock.caller(one).post("/v2/deployments", git_host_body(one));
    const Answer second = mock.caller(two).post("/v2/deployments", git_host_body(two));
    EXPECT_EQ(first.text, second.text);
    EXPECT_NE(one["id"], two["id"]);
    EXPECT_NE(mock.make({{"seed", 8}})["tenant_id"], one["tenant_id"]);
}

TEST(Workspace, IsTheSameInEveryRunOfOneServerSeed) {
    EXPECT_EQ(Mock().make(), Mock().make());
    Assembly other;
    other.seed = 2;
    EXPECT_NE(Mock(other).make(), Mock().make());
}

TEST(Workspace, CanBeReadAndRemoved) {
    Place place;
    const std::string path = "/workspaces/" + place.workspace["id"].get<std::string>();
    EXPECT_EQ(place.mock.control().get(path).body, place.workspace);
    EXPECT_THAT(place.mock.control().remove(path), HasStatus(204));
    EXPECT_THAT(place.mock.control().remove(path), HasDetail(404, "Workspace"));
    EXPECT_THAT(place.mock.control().get(path + "/state"), HasStatus(404));
    EXPECT_THAT(place.mock.control().send("POST", path + "/reset"), HasStatus(404));
    EXPECT_THAT(place.mock.control().post(path + "/clock", Json::object()), HasStatus(404));
    EXPECT_THAT(place.api.get("/v2/deployments"), HasDetail(404, "Workspace"));
}

TEST(Workspace, ThatIsThereFromTheStartStays) {
    const Mock mock;
    EXPECT_THAT(mock.control().remove("/workspaces/default"), HasDetail(409, "reset"));
    EXPECT_EQ(mock.control().get("/workspaces/default").body["api_key"], "plumbline-dev-key");
}

TEST(Workspace, StartsAnewOnReset) {
    Place place;
    const Json body = git_host_body(place.workspace);
    const Answer first = place.api.post("/v2/deployments", body);
    (void)place.clock({{"advance", "PT1H"}});
    const Answer reset = place.mock.control().send(
        "POST", "/workspaces/" + place.workspace["id"].get<std::string>() + "/reset");
    EXPECT_EQ(reset.body, place.workspace);
    EXPECT_THAT(place.api.get("/v2/deployments/" + first.id()), HasStatus(404));
    EXPECT_EQ(place.api.post("/v2/deployments", body).text, first.text);
}

TEST(WorkspaceState, ShowsRecordsAndTimersAndMovesNothing) {
    Place place;
    const Answer made = place.api.post("/v2/deployments", git_host_body(place.workspace));
    const Json state = place.state();
    EXPECT_EQ(state["collections"]["deployments"][0], made.body);
    EXPECT_EQ(state["collections"]["revisions"][0]["status"], "QUEUED");
    ASSERT_EQ(state["timers"].size(), 2U);
    EXPECT_EQ(state["timers"][0]["to"], "AWAITING_BUILD");
    EXPECT_EQ(place.state(), state);
}

TEST(Clock, AdvancesAndSaysHowManyTimersFired) {
    Place place;
    (void)place.api.post("/v2/deployments", git_host_body(place.workspace));
    const Answer moved = place.clock({{"advance", "PT3S"}});
    ASSERT_THAT(moved, HasStatus(200));
    EXPECT_EQ(moved.body["fired"], 1);
    EXPECT_EQ(moved.body["now"], "2026-01-05T09:00:03.001000Z");
    EXPECT_EQ(place.state()["collections"]["revisions"][0]["status"], "AWAITING_BUILD");
}

TEST(Clock, StandsStillWithoutAutoAdvance) {
    Place place;
    const Answer made = place.api.post("/v2/deployments", git_host_body(place.workspace));
    (void)place.clock({{"auto_advance", false}});
    EXPECT_EQ(place.api.get("/v2/deployments/" + made.id()).body["status"], "AWAITING_DATABASE");
    (void)place.clock({{"auto_advance", true}});
    EXPECT_EQ(place.api.get("/v2/deployments/" + made.id()).body["status"], "READY");
}

TEST(Clock, RefusesWhatIsNoDurationOrTooFar) {
    Place place;
    EXPECT_THAT(place.clock({{"advance", "1 hour"}}), HasProblemAt(R"(["body","advance"])"));
    EXPECT_THAT(place.clock({{"advance", ""}}), HasProblemAt(R"(["body","advance"])"));
    EXPECT_THAT(place.clock({{"advance", "P30000D"}}), HasStatus(200));
    EXPECT_THAT(place.clock({{"advance", "P36000D"}}), HasProblemAt(R"(["body","advance"])"));
}

TEST(ControlToken, IsAskedForOnceSet) {
    Assembly assembly;
    assembly.settings.control_token = Secret("open sesame");
    const Mock mock(assembly);
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

TEST(Control, IsClosedWhereItIsNotServed) {
    Assembly assembly;
    assembly.settings.serves_control = false;
    const Mock mock(assembly);
    EXPECT_THAT(mock.control().get("/workspaces/default"), HasDetail(403, "--control-token"));
    EXPECT_THAT(mock.anyone().get("/v2/deployments"), HasStatus(200));
}

TEST(Workspaces, AreLimitedAndTheIdleOneGivesWay) {
    Assembly assembly;
    assembly.max_workspaces = 2;
    Mock mock(assembly);
    const Json one = mock.make();
    const Json two = mock.make();
    const Answer refused = mock.control().post("/workspaces", Json::object());
    EXPECT_THAT(refused, HasDetail(429, "--max-workspaces"));
    EXPECT_TRUE(refused.headers.has("Retry-After"));

    mock.machine.wait(std::chrono::minutes(6));
    (void)mock.caller(one).get("/v2/deployments");
    (void)mock.make();
    EXPECT_THAT(mock.caller(one).get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(mock.caller(two).get("/v2/deployments"), HasStatus(404));
}

}  // namespace
}  // namespace plumbline::mock
