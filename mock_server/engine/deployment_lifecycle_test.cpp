// What happens over time: statuses, failures, deletion, paging.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;

std::string create_deployment(const TestWorkspace& setup, const Json& body) {
    return setup.api.post("/v2/deployments", body).id();
}

std::string revision_path(const TestWorkspace& setup, const std::string& id) {
    return "/v2/deployments/" + id + "/revisions/" +
           setup.api.get("/v2/deployments/" + id).body["latest_revision_id"].get<std::string>();
}

std::vector<std::string> poll_statuses(const TestWorkspace& setup,
                                       const std::string& path,
                                       int polls) {
    std::vector<std::string> seen;
    for (int i = 0; i < polls; ++i)
        seen.push_back(setup.api.get(path).body["status"].get<std::string>());
    return seen;
}

TEST(Revision, IsDeployedAfterAFewPolls) {
    TestWorkspace setup;
    const TestResponse made = setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    const std::string path = "/v2/deployments/" + made.id() + "/revisions/" +
                             made.body["latest_revision_id"].get<std::string>();
    EXPECT_THAT(poll_statuses(setup, path, 7),
                ElementsAre("QUEUED",
                            "AWAITING_BUILD",
                            "BUILDING",
                            "AWAITING_DEPLOY",
                            "DEPLOYING",
                            "DEPLOYED",
                            "DEPLOYED"));
    EXPECT_EQ(setup.api.get("/v2/deployments/" + made.id()).body["active_revision_id"],
              made.body["latest_revision_id"]);
}

TEST(Revision, KeepsItsStateUntilAClientReceivesIt) {
    TestWorkspace setup;
    const std::string nowhere = "/v2/deployments/00000000-0000-4000-8000-000000000000/revisions";
    const std::string deployment =
        "/v2/deployments/" + create_deployment(setup, git_host_body(setup.workspace));
    const TestClient other = setup.mock.client(setup.workspace, setup.workspace["other_tenant"]);
    const std::string path =
        deployment + "/revisions/" +
        setup.api.get(deployment).body["latest_revision_id"].get<std::string>();
    for (int i = 0; i < 2; ++i) {
        EXPECT_THAT(other.get(path), HasStatus(404));
        EXPECT_THAT(setup.api.get(nowhere), HasStatus(404));
        EXPECT_EQ(
            setup.api.get(deployment + "/revisions?limit=1&offset=5").body["resources"].size(), 0U);
    }
    EXPECT_THAT(poll_statuses(setup, path, 2), ElementsAre("QUEUED", "AWAITING_BUILD"));
}

TEST(Revision, OfAContainerIsNotBuilt) {
    TestWorkspace setup(Json{{"world", "self_hosted"}});
    const TestResponse made = setup.api.post("/v2/deployments", external_body(setup.workspace));
    const std::string path = "/v2/deployments/" + made.id() + "/revisions/" +
                             made.body["latest_revision_id"].get<std::string>();
    EXPECT_THAT(poll_statuses(setup, path, 4),
                ElementsAre("QUEUED", "AWAITING_DEPLOY", "DEPLOYING", "DEPLOYED"));
}

TEST(Revision, FailsIfTheWorldRequiresItAndIsNotActivated) {
    TestWorkspace setup;
    Json body = git_host_body(setup.workspace);
    body["source_revision_config"]["repo_ref"] =
        setup.workspace["sources"]["git_host"]["failing_ref"];
    const std::string id = create_deployment(setup, body);
    const std::string path = revision_path(setup, id);
    EXPECT_EQ(poll_statuses(setup, path, 8).back(), "BUILD_FAILED");
    EXPECT_TRUE(setup.api.get("/v2/deployments/" + id).body["active_revision_id"].is_null());
}

TEST(Revision, CanFailToDeployAfterASuccessfulBuild) {
    TestWorkspace setup;
    Json body = git_host_body(setup.workspace);
    body["source_revision_config"]["repo_ref"] =
        setup.workspace["sources"]["git_host"]["failing_deploy_ref"];
    const std::string path = revision_path(setup, create_deployment(setup, body));
    EXPECT_EQ(poll_statuses(setup, path, 8).back(), "DEPLOY_FAILED");
}

TEST(Revision, ThatFailsLeavesThePreviousOneActive) {
    TestWorkspace setup;
    const std::string id = create_deployment(setup, git_host_body(setup.workspace));
    const std::string first = revision_path(setup, id);
    EXPECT_EQ(poll_statuses(setup, first, 7).back(), "DEPLOYED");
    const Json bad{{"source_revision_config", {{"repo_ref", "broken-build"}}}};
    EXPECT_THAT(setup.api.patch("/v2/deployments/" + id, bad), HasStatus(200));
    EXPECT_EQ(poll_statuses(setup, revision_path(setup, id), 8).back(), "BUILD_FAILED");
    EXPECT_EQ(
        "/v2/deployments/" + id + "/revisions/" +
            setup.api.get("/v2/deployments/" + id).body["active_revision_id"].get<std::string>(),
        first);
}

TEST(Deployment, BecomesReady) {
    TestWorkspace setup;
    const std::string path =
        "/v2/deployments/" + create_deployment(setup, git_host_body(setup.workspace));
    EXPECT_THAT(poll_statuses(setup, path, 3), ElementsAre("AWAITING_DATABASE", "READY", "READY"));
}

TEST(Deployment, AwaitsDeletionInOneGetAndIsThenDeleted) {
    TestWorkspace setup;
    (void)create_deployment(setup, git_host_body(setup.workspace));
    const std::string id = create_deployment(setup, git_host_body(setup.workspace));
    const std::string revision = revision_path(setup, id);
    EXPECT_EQ(setup.api.remove("/v2/deployments/" + id).text, "");
    EXPECT_EQ(setup.api.get("/v2/deployments/" + id).body["status"], "AWAITING_DELETE");
    EXPECT_THAT(setup.api.get("/v2/deployments/" + id), HasDetail(404, id));
    EXPECT_THAT(setup.api.get(revision), HasStatus(404));
    EXPECT_EQ(new_records(setup.api.get("/v2/deployments").body["resources"]).size(), 1U);
}

TEST(Deployment, AwaitsDeletionWhileTheClockIsFrozen) {
    TestWorkspace setup;
    const std::string path =
        "/v2/deployments/" + create_deployment(setup, git_host_body(setup.workspace));
    EXPECT_THAT(setup.set_clock({{"frozen", true}}), HasStatus(200));
    EXPECT_THAT(setup.api.remove(path), HasStatus(204));
    EXPECT_EQ(setup.api.get(path).body["status"], "AWAITING_DELETE");
    EXPECT_THAT(setup.api.remove(path), HasStatus(204));
    EXPECT_THAT(setup.set_clock({{"advance", "PT1S"}}), HasStatus(200));
    EXPECT_THAT(setup.api.get(path), HasStatus(404));
}

TEST(RealClock, FollowsTheHostAtItsScale) {
    TestWorkspace setup(Json{{"clock", {{"mode", "real"}, {"time_scale", 60}}}});
    const std::string path =
        revision_path(setup, create_deployment(setup, git_host_body(setup.workspace)));
    EXPECT_EQ(poll_statuses(setup, path, 2).back(), "QUEUED");
    setup.mock.host_clock.wait(std::chrono::seconds(2));
    EXPECT_EQ(setup.api.get(path).body["status"], "DEPLOYED");
}

TEST(Lists, ArePagedNewestFirst) {
    TestWorkspace setup;
    for (const char* name : {"ONE", "TWO", "THREE"}) {
        Json body = git_host_body(setup.workspace);
        body["name"] = name;
        (void)create_deployment(setup, body);
    }
    const TestResponse page = setup.api.get("/v2/deployments?limit=1&offset=1");
    ASSERT_EQ(page.body["resources"].size(), 1U);
    EXPECT_EQ(page.body["resources"][0]["name"], "TWO");
    EXPECT_EQ(page.body["offset"], 1);
    EXPECT_EQ(setup.api.get("/v2/deployments?offset=8").body["resources"].size(), 0U);
    EXPECT_EQ(setup.api.get("/v2/deployments?name_contains=T").body["resources"].size(), 2U);
    EXPECT_EQ(setup.api.get("/v2/deployments?name_contains=T&limit=1&offset=1")
                  .body["resources"][0]["name"],
              "TWO");
}

TEST(Lists, RefuseInvalidPages) {
    TestWorkspace setup;
    EXPECT_THAT(setup.api.get("/v2/deployments?limit=0"), HasProblemAt(R"(["query","limit"])"));
    EXPECT_THAT(setup.api.get("/v2/deployments?limit=many&offset=-1"),
                testing::AllOf(HasProblemAt(R"(["query","limit"])"),
                               HasProblemAt(R"(["query","offset"])")));
}

TEST(Lists, OfRevisionsArePaged) {
    TestWorkspace setup;
    const std::string path =
        "/v2/deployments/" + create_deployment(setup, git_host_body(setup.workspace));
    const TestResponse patched = setup.api.patch(path, {{"secrets", Json::array()}});
    const TestResponse page = setup.api.get(path + "/revisions?limit=1");
    ASSERT_EQ(page.body["resources"].size(), 1U);
    EXPECT_EQ(page.body["resources"][0]["id"], patched.body["latest_revision_id"]);
}

}  // namespace
}  // namespace plumbline::mock
