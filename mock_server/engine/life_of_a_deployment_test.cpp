// What time does: statuses on the way, failures, deletion, paging.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;

std::string make(const Place& place, const Json& body) {
    return place.api.post("/v2/deployments", body).id();
}

std::string first_revision(const Place& place, const std::string& id) {
    return "/v2/deployments/" + id + "/revisions/" +
           place.api.get("/v2/deployments/" + id).body["latest_revision_id"].get<std::string>();
}

std::vector<std::string> statuses(const Place& place, const std::string& path, int polls) {
    std::vector<std::string> seen;
    for (int i = 0; i < polls; ++i) seen.push_back(place.api.get(path).body["status"]);
    return seen;
}

TEST(Revision, IsDeployedAfterAFewPolls) {
    Place place;
    const Answer made = place.api.post("/v2/deployments", git_host_body(place.workspace));
    const std::string path = "/v2/deployments/" + made.id() + "/revisions/" +
                             made.body["latest_revision_id"].get<std::string>();
    EXPECT_THAT(statuses(place, path, 7),
                ElementsAre("QUEUED",
                            "AWAITING_BUILD",
                            "BUILDING",
                            "AWAITING_DEPLOY",
                            "DEPLOYING",
                            "DEPLOYED",
                            "DEPLOYED"));
    EXPECT_EQ(place.api.get("/v2/deployments/" + made.id()).body["active_revision_id"],
              made.body["latest_revision_id"]);
}

TEST(Revision, KeepsItsStateUntilSomebodyIsShownIt) {
    Place place;
    const std::string nowhere = "/v2/deployments/00000000-0000-4000-8000-000000000000/revisions";
    const std::string deployment = "/v2/deployments/" + make(place, git_host_body(place.workspace));
    const Caller other = place.mock.caller(place.workspace, place.workspace["other_tenant"]);
    const std::string path =
        deployment + "/revisions/" +
        place.api.get(deployment).body["latest_revision_id"].get<std::string>();
    for (int i = 0; i < 2; ++i) {
        EXPECT_THAT(other.get(path), HasStatus(404));
        EXPECT_THAT(place.api.get(nowhere), HasStatus(404));
        EXPECT_EQ(
            place.api.get(deployment + "/revisions?limit=1&offset=5").body["resources"].size(), 0U);
    }
    EXPECT_THAT(statuses(place, path, 2), ElementsAre("QUEUED", "AWAITING_BUILD"));
}

TEST(Revision, OfAContainerIsNotBuilt) {
    Place place(Json{{"world", "self_hosted"}});
    const Answer made = place.api.post("/v2/deployments", external_body(place.workspace));
    const std::string path = "/v2/deployments/" + made.id() + "/revisions/" +
                             made.body["latest_revision_id"].get<std::string>();
    EXPECT_THAT(statuses(place, path, 4),
                ElementsAre("QUEUED", "AWAITING_DEPLOY", "DEPLOYING", "DEPLOYED"));
}

TEST(Revision, FailsWhereTheWorldSaysSoAndIsNotActivated) {
    Place place;
    Json body = git_host_body(place.workspace);
    body["source_revision_config"]["repo_ref"] =
        place.workspace["sources"]["git_host"]["failing_ref"];
    const std::string id = make(place, body);
    const std::string path = first_revision(place, id);
    EXPECT_EQ(statuses(place, path, 8).back(), "BUILD_FAILED");
    EXPECT_TRUE(place.api.get("/v2/deployments/" + id).body["active_revision_id"].is_null());
}

TEST(Revision, MayFailOnDeployAfterAGoodBuild) {
    Place place;
    Json body = git_host_body(place.workspace);
    body["source_revision_config"]["repo_ref"] =
        place.workspace["sources"]["git_host"]["failing_deploy_ref"];
    const std::string path = first_revision(place, make(place, body));
    EXPECT_EQ(statuses(place, path, 8).back(), "DEPLOY_FAILED");
}

TEST(Revision, ThatFailsLeavesTheEarlierOneActive) {
    Place place;
    const std::string id = make(place, git_host_body(place.workspace));
    const std::string first = first_revision(place, id);
    EXPECT_EQ(statuses(place, first, 7).back(), "DEPLOYED");
    const Json bad{{"source_revision_config", {{"repo_ref", "broken-build"}}}};
    EXPECT_THAT(place.api.patch("/v2/deployments/" + id, bad), HasStatus(200));
    EXPECT_EQ(statuses(place, first_revision(place, id), 8).back(), "BUILD_FAILED");
    EXPECT_EQ(
        "/v2/deployments/" + id + "/revisions/" +
            place.api.get("/v2/deployments/" + id).body["active_revision_id"].get<std::string>(),
        first);
}

TEST(Deployment, BecomesReady) {
    Place place;
    const std::string path = "/v2/deployments/" + make(place, git_host_body(place.workspace));
    EXPECT_THAT(statuses(place, path, 3), ElementsAre("AWAITING_DATABASE", "READY", "READY"));
}

TEST(Deployment, AwaitsItsDeletionOnOneGetAndIsThenGone) {
    Place place;
    (void)make(place, git_host_body(place.workspace));
    const std::string id = make(place, git_host_body(place.workspace));
    const std::string revision = first_revision(place, id);
    EXPECT_EQ(place.api.remove("/v2/deployments/" + id).text, "");
    EXPECT_EQ(place.api.get("/v2/deployments/" + id).body["status"], "AWAITING_DELETE");
    EXPECT_THAT(place.api.get("/v2/deployments/" + id), HasDetail(404, id));
    EXPECT_THAT(place.api.get(revision), HasStatus(404));
    EXPECT_EQ(place.api.get("/v2/deployments").body["resources"].size(), 1U);
}

TEST(Deployment, AwaitsDeletionWhileTheClockIsFrozen) {
    Place place;
    const std::string path = "/v2/deployments/" + make(place, git_host_body(place.workspace));
    EXPECT_THAT(place.clock({{"frozen", true}}), HasStatus(200));
    EXPECT_THAT(place.api.remove(path), HasStatus(204));
    EXPECT_EQ(place.api.get(path).body["status"], "AWAITING_DELETE");
    EXPECT_THAT(place.api.remove(path), HasStatus(204));
    EXPECT_THAT(place.clock({{"advance", "PT1S"}}), HasStatus(200));
    EXPECT_THAT(place.api.get(path), HasStatus(404));
}

TEST(RealClock, FollowsTheMachineAtItsScale) {
    Place place(Json{{"clock", {{"mode", "real"}, {"time_scale", 60}}}});
    const std::string path = first_revision(place, make(place, git_host_body(place.workspace)));
    EXPECT_EQ(statuses(place, path, 2).back(), "QUEUED");
    place.mock.machine.wait(std::chrono::seconds(2));
    EXPECT_EQ(place.api.get(path).body["status"], "DEPLOYED");
}

TEST(Lists, ArePagedNewestFirst) {
    Place place;
    for (const char* name : {"one", "two", "three"}) {
        Json body = git_host_body(place.workspace);
        body["name"] = name;
        (void)make(place, body);
    }
    const Answer page = place.api.get("/v2/deployments?limit=1&offset=1");
    ASSERT_EQ(page.body["resources"].size(), 1U);
    EXPECT_EQ(page.body["resources"][0]["name"], "two");
    EXPECT_EQ(page.body["offset"], 1);
    EXPECT_EQ(place.api.get("/v2/deployments?offset=3").body["resources"].size(), 0U);
    EXPECT_EQ(place.api.get("/v2/deployments?name_contains=t").body["resources"].size(), 2U);
    EXPECT_EQ(place.api.get("/v2/deployments?name_contains=t&limit=1&offset=1")
                  .body["resources"][0]["name"],
              "two");
}

TEST(Lists, RefuseBadPages) {
    Place place;
    EXPECT_THAT(place.api.get("/v2/deployments?limit=0"), HasProblemAt(R"(["query","limit"])"));
    EXPECT_THAT(place.api.get("/v2/deployments?limit=many&offset=-1"),
                testing::AllOf(HasProblemAt(R"(["query","limit"])"),
                               HasProblemAt(R"(["query","offset"])")));
}

TEST(Lists, OfRevisionsArePagedToo) {
    Place place;
    const std::string path = "/v2/deployments/" + make(place, git_host_body(place.workspace));
    const Answer patched = place.api.patch(path, {{"secrets", Json::array()}});
    const Answer page = place.api.get(path + "/revisions?limit=1");
    ASSERT_EQ(page.body["resources"].size(), 1U);
    EXPECT_EQ(page.body["resources"][0]["id"], patched.body["latest_revision_id"]);
}

}  // namespace
}  // namespace plumbline::mock
