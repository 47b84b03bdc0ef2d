// A push to a repository, simulated through the control interface.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

constexpr const char* kOtherRepository = "https://git.example/team/other";

/// A workspace with one git_host deployment.
struct PushWorkspace : TestWorkspace {
    explicit PushWorkspace(bool build_on_push, const Json& order = Json::object())
        : TestWorkspace(order),
          first(create(build_on_push)),
          path("/v2/deployments/" + first.id()) {}

    [[nodiscard]] TestResponse create(bool build_on_push) const {
        Json body = git_host_body(workspace);
        body["source_config"]["build_on_push"] = build_on_push;
        return api.post("/v2/deployments", body);
    }
    [[nodiscard]] TestResponse push(const Json& request) const {
        return mock.control().post("/workspaces/" + workspace.value("id", "") + "/pushes", request);
    }
    [[nodiscard]] TestResponse push() const { return push(to("main")); }
    [[nodiscard]] Json to(const char* ref) const {
        return {{"repo_url", workspace["sources"]["git_host"]["repo_url"]}, {"ref", ref}};
    }
    [[nodiscard]] std::size_t revisions() const {
        return api.get(path + "/revisions").body["resources"].size();
    }

    TestResponse first;
    std::string path;
};

TEST(Push, CreatesARevisionWithBuildOnPush) {
    PushWorkspace one(true);
    const TestResponse pushed = one.push();
    ASSERT_THAT(pushed, HasStatus(200));
    EXPECT_EQ(pushed.body["deployments"], Json::array({one.first.id()}));

    const Json deployment = one.api.get(one.path).body;
    const Json revisions = one.api.get(one.path + "/revisions").body["resources"];
    ASSERT_EQ(revisions.size(), 2U);
    EXPECT_EQ(deployment["latest_revision_id"], revisions[0]["id"]);
    EXPECT_EQ(revisions[1]["id"], one.first.body["latest_revision_id"]);
    EXPECT_EQ(revisions[0]["status"], "QUEUED");
    EXPECT_GT(revisions[0]["created_at"], revisions[1]["created_at"]);
    EXPECT_GT(deployment["updated_at"], one.first.body["updated_at"]);
    EXPECT_EQ(revisions[0]["source_revision_config"]["repo_ref"], "main");
    EXPECT_NE(revisions[0]["source_revision_config"]["repo_commit_sha"],
              revisions[1]["source_revision_config"]["repo_commit_sha"]);
}

TEST(Push, DoesNothingWithoutBuildOnPush) {
    PushWorkspace one(false);
    EXPECT_EQ(one.push().body["deployments"], Json::array());
    EXPECT_EQ(one.revisions(), 1U);
    EXPECT_EQ(one.api.get(one.path).body["updated_at"], one.first.body["updated_at"]);
}

TEST(Push, ToAnotherBranchOrRepositoryCreatesNoRevision) {
    PushWorkspace one(true);
    Json elsewhere = one.to("main");
    elsewhere["repo_url"] = kOtherRepository;
    EXPECT_EQ(one.push(elsewhere).body["deployments"], Json::array());
    EXPECT_EQ(one.push(one.to("dev")).body["deployments"], Json::array());
    EXPECT_EQ(one.push(one.to("refs/tags/v1")).body["deployments"], Json::array());
    EXPECT_EQ(one.revisions(), 1U);
}

TEST(Push, FollowsPatchesOfTheDeployment) {
    PushWorkspace one(false);
    (void)one.api.patch(one.path, {{"source_config", {{"build_on_push", true}}}});
    EXPECT_EQ(one.push().body["deployments"].size(), 1U);
    (void)one.api.patch(one.path, {{"source_revision_config", {{"repo_ref", "dev"}}}});
    EXPECT_EQ(one.push().body["deployments"].size(), 0U);
    EXPECT_EQ(one.push(one.to("dev")).body["deployments"].size(), 1U);
    (void)one.api.patch(one.path, {{"source_config", {{"build_on_push", false}}}});
    EXPECT_EQ(one.push(one.to("dev")).body["deployments"].size(), 0U);
}

TEST(Push, AffectsEveryDeploymentOfTheBranchInEveryTenant) {
    PushWorkspace one(true);
    const TestResponse second = one.create(true);
    const TestClient other = one.mock.client(one.workspace, one.workspace["other_tenant"]);
    Json body = git_host_body(one.workspace);
    body["source_config"]["build_on_push"] = true;
    const TestResponse third = other.post("/v2/deployments", body);
    EXPECT_EQ(one.push().body["deployments"],
              Json::array({one.first.id(), second.id(), third.id()}));
}

TEST(Push, CreatesNoRevisionOfADeploymentBeingDeleted) {
    PushWorkspace one(true);
    EXPECT_THAT(one.api.remove(one.path), HasStatus(204));
    EXPECT_EQ(one.push().body["deployments"], Json::array());
}

TEST(Push, ToABranchWhoseBuildFailsCreatesAFailingRevision) {
    PushWorkspace one(true);
    (void)one.api.patch(one.path, {{"source_revision_config", {{"repo_ref", "broken-build"}}}});
    (void)one.push(one.to("broken-build"));
    (void)one.set_clock({{"advance", "PT1H"}});
    EXPECT_EQ(one.api.get(one.path + "/revisions").body["resources"][0]["status"], "BUILD_FAILED");
}

TEST(Push, IsRefusedWithoutRepositoryOrWorkspace) {
    PushWorkspace one(true);
    EXPECT_THAT(one.push({{"ref", "main"}}), HasProblemAt(R"(["body"])"));
    EXPECT_THAT(one.push({{"repo_url", ""}, {"ref", "main"}}),
                HasProblemAt(R"(["body","repo_url"])"));
    EXPECT_THAT(one.push({{"repo_url", "r"}, {"ref", "main"}, {"branch", "main"}}), HasStatus(422));
    EXPECT_THAT(one.mock.control().post("/workspaces/unknown/pushes", one.to("main")),
                HasDetail(404, "unknown"));
}

TEST(PushFault, CreatesNoRevision) {
    PushWorkspace one(true, {{"faults", {"push-builds-nothing"}}});
    EXPECT_THAT(one.push(), HasStatus(200));
    EXPECT_EQ(one.revisions(), 1U);
}

TEST(PushFault, CreatesARevisionWithoutBuildOnPush) {
    PushWorkspace one(false, {{"faults", {"push-builds-unasked"}}});
    EXPECT_THAT(one.push(one.to("dev")), HasStatus(200));
    EXPECT_EQ(one.revisions(), 1U);
    EXPECT_THAT(one.push(), HasStatus(200));
    EXPECT_EQ(one.revisions(), 2U);
}

TEST(PushFault, CreatesARevisionForAnotherBranchOrRepository) {
    PushWorkspace branch(true, {{"faults", {"push-to-any-branch-builds"}}});
    EXPECT_EQ(branch.push(branch.to("dev")).body["deployments"].size(), 1U);
    PushWorkspace repository(true, {{"faults", {"push-to-any-repository-builds"}}});
    Json elsewhere = repository.to("main");
    elsewhere["repo_url"] = kOtherRepository;
    EXPECT_EQ(repository.push(elsewhere).body["deployments"].size(), 1U);
}

}  // namespace
}  // namespace plumbline::mock
