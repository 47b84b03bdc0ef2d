// revision_source: a revision with another source than its deployment.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

/// A workspace with one deployment of a source, and its revisions.
struct RevisionSourceWorkspace : TestWorkspace {
    RevisionSourceWorkspace(const char* source, const Json& config, const char* world = "cloud")
        : TestWorkspace(Json{{"world", world}}),
          first(api.post("/v2/deployments",
                         {{"name", "agent"},
                          {"source", source},
                          {"source_config", Json::object()},
                          {"source_revision_config", config},
                          {"secrets", Json::array()}})),
          path("/v2/deployments/" + first.id()) {}

    [[nodiscard]] TestResponse patch(const char* source, const Json& config) const {
        return api.patch(path, {{"revision_source", source}, {"source_revision_config", config}});
    }
    [[nodiscard]] TestResponse next() const {
        return api.patch(path, {{"secrets", Json::array()}});
    }
    [[nodiscard]] std::string revision_path() const {
        return path + "/revisions/" + api.get(path).body["latest_revision_id"].get<std::string>();
    }
    /// Polls the latest revision to its final status and returns all its statuses.
    [[nodiscard]] std::vector<std::string> statuses_of_latest() const {
        const std::string revision = revision_path();
        std::vector<std::string> statuses;
        do {
            statuses.push_back(api.get(revision).body["status"].get<std::string>());
        } while (!is_final(statuses.back()) && statuses.size() < 10);
        return statuses;
    }
    static bool is_final(const std::string& status) {
        return status == "DEPLOYED" || status.find("FAILED") != std::string::npos;
    }

    TestResponse first;
    std::string path;
};

const Json kFailing{{"graph_config_path", "broken-build.json"}};
const Json kImage{{"image_uri", "registry.example/team/agent:2"}};

TEST(RevisionSource, OfAnImageSkipsTheBuild) {
    const RevisionSourceWorkspace one("internal_source", kFailing);
    ASSERT_THAT(one.patch("internal_container", kImage), HasStatus(200));
    EXPECT_THAT(one.statuses_of_latest(),
                testing::ElementsAre("QUEUED", "AWAITING_DEPLOY", "DEPLOYING", "DEPLOYED"));
}

TEST(RevisionSource, OfSourceCodeIsBuiltAndCanFail) {
    const RevisionSourceWorkspace one("internal_container", kImage);
    ASSERT_THAT(one.patch("internal_source", kFailing), HasStatus(200));
    EXPECT_THAT(one.statuses_of_latest(),
                testing::ElementsAre("QUEUED", "AWAITING_BUILD", "BUILDING", "BUILD_FAILED"));
}

TEST(RevisionSource, OfSourceCodeDoesNotFailBecauseOfTheDeploymentsImage) {
    const RevisionSourceWorkspace one(
        "external_container", {{"image_uri", "registry.example/team/agent:broken"}}, "self_hosted");
    ASSERT_THAT(one.patch("internal_source", {{"graph_config_path", "g.json"}}), HasStatus(200));
    EXPECT_EQ(one.statuses_of_latest().back(), "DEPLOYED");
    ASSERT_THAT(one.next(), HasStatus(200));
    EXPECT_EQ(one.statuses_of_latest().back(), "DEPLOY_FAILED");
}

TEST(RevisionSource, AppliesToOneRevisionOnly) {
    const RevisionSourceWorkspace one("internal_source", kFailing);
    const TestResponse image = one.patch("internal_container", kImage);
    EXPECT_EQ(image.body["source"], "internal_source");
    const TestResponse after = one.next();
    EXPECT_EQ(after.body["source_revision_config"], one.first.body["source_revision_config"]);
    EXPECT_EQ(one.statuses_of_latest().back(), "BUILD_FAILED");
}

TEST(RevisionSource, DropsItsValuesAfterTheRevision) {
    const RevisionSourceWorkspace one("git_host",
                                      {{"repo_ref", "main"}, {"graph_config_path", "own.json"}});
    const TestResponse other = one.patch("internal_source", {{"graph_config_path", "other.json"}});
    EXPECT_EQ(other.body["source_revision_config"]["graph_config_path"], "other.json");
    EXPECT_EQ(one.next().body["source_revision_config"]["graph_config_path"], "own.json");
}

TEST(RevisionSource, EqualToTheDeploymentsSourceOverridesNothing) {
    const RevisionSourceWorkspace one("internal_source", {{"graph_config_path", "own.json"}});
    (void)one.patch("internal_source", {{"graph_config_path", "new.json"}});
    EXPECT_EQ(one.next().body["source_revision_config"]["graph_config_path"], "new.json");
}

TEST(RevisionSource, OfAnImageHidesRepositoryValues) {
    const RevisionSourceWorkspace one("git_host",
                                      {{"repo_ref", "main"}, {"graph_config_path", "own.json"}});
    EXPECT_TRUE(one.first.body["source_revision_config"]["repo_commit_sha"].is_string());
    const TestResponse image = one.patch("internal_container", kImage);
    const Json expected = *parse_json(
        R"({"repo_ref":null,"graph_config_path":null,"source_tarball_path":null,"repo_commit_sha":null,
            "image_uri":"registry.example/team/agent:2"})");
    EXPECT_EQ(image.body["source_revision_config"], expected);
    EXPECT_EQ(one.api.get(one.path).body["source_revision_config"], expected);
    EXPECT_EQ(one.api.get(one.revision_path()).body["source_revision_config"], expected);
}

TEST(RevisionSource, OfARepositoryResolvesACommit) {
    const RevisionSourceWorkspace one("internal_container", kImage);
    const TestResponse git =
        one.patch("git_host", {{"repo_ref", "main"}, {"graph_config_path", "g.json"}});
    ASSERT_THAT(git, HasStatus(200));
    EXPECT_TRUE(git.body["source_revision_config"]["repo_commit_sha"].is_string());
    EXPECT_TRUE(git.body["source_revision_config"]["image_uri"].is_null());
}

TEST(RevisionSource, DoesNotKeepItsTarballForLaterRevisions) {
    const RevisionSourceWorkspace one("git_host",
                                      {{"repo_ref", "main"}, {"graph_config_path", "own.json"}});
    const Json setup = one.api.send("POST", one.path + "/upload-url").body["object_path"];
    const TestResponse upload = one.patch("internal_source", {{"source_tarball_path", setup}});
    EXPECT_EQ(upload.body["source_revision_config"]["source_tarball_path"], setup);
    EXPECT_TRUE(upload.body["source_revision_config"]["repo_ref"].is_null());
    const TestResponse after = one.next();
    EXPECT_TRUE(after.body["source_revision_config"]["source_tarball_path"].is_null());
    EXPECT_EQ(after.body["source_revision_config"]["repo_ref"], "main");
}

TEST(RevisionSource, DoesNotAllowBuildOnPushOfATagLater) {
    const RevisionSourceWorkspace one(
        "git_host", {{"repo_ref", "refs/tags/v1"}, {"graph_config_path", "own.json"}});
    ASSERT_THAT(one.patch("internal_container", kImage), HasStatus(200));
    EXPECT_THAT(one.api.patch(one.path, {{"source_config", {{"build_on_push", true}}}}),
                HasStatus(422));
}

TEST(RevisionSource, DoesNotApplyToTheNextPush) {
    const TestWorkspace setup;
    Json body = git_host_body(setup.workspace);
    body["source_config"]["build_on_push"] = true;
    const std::string path = "/v2/deployments/" + setup.api.post("/v2/deployments", body).id();
    ASSERT_THAT(
        setup.api.patch(
            path, {{"revision_source", "internal_container"}, {"source_revision_config", kImage}}),
        HasStatus(200));
    const TestResponse pushed = setup.mock.control().post(
        "/workspaces/" + setup.workspace["id"].get<std::string>() + "/pushes",
        {{"repo_url", body["source_config"]["repo_url"]}, {"ref", "main"}});
    ASSERT_EQ(pushed.body["deployments"].size(), 1U);
    const Json config = setup.api.get(path).body["source_revision_config"];
    EXPECT_EQ(config["repo_ref"], "main");
    EXPECT_TRUE(config["repo_commit_sha"].is_string());
    EXPECT_TRUE(config["image_uri"].is_null());
}

TEST(RevisionSource, OfAPatchWithoutARevisionChangesNothing) {
    const RevisionSourceWorkspace one("git_host",
                                      {{"repo_ref", "main"}, {"graph_config_path", "own.json"}});
    ASSERT_THAT(one.patch("internal_container", kImage), HasStatus(200));
    const TestResponse commands = one.api.patch(
        one.path,
        {{"revision_source", "internal_source"}, {"source_config", {{"build_command", "make"}}}});
    ASSERT_THAT(commands, HasStatus(200));
    EXPECT_EQ(commands.body["source_revision_config"]["image_uri"], kImage["image_uri"]);
    EXPECT_EQ(one.next().body["source_revision_config"]["repo_ref"], "main");
}

TEST(RevisionSource, IsNeitherReturnedNorStored) {
    const RevisionSourceWorkspace one("internal_source", kFailing);
    (void)one.patch("internal_container", kImage);
    const std::string responses = one.api.get(one.path).text +
                                  one.api.get(one.revision_path()).text +
                                  one.api.get("/v2/deployments").text + one.state().dump();
    EXPECT_THAT(responses, testing::Not(testing::HasSubstr("\"_")));
    EXPECT_THAT(responses, testing::Not(testing::HasSubstr("revision_source\"")));
}

TEST(RevisionSource, OfARepositoryNeedsCloudHosting) {
    const RevisionSourceWorkspace one("internal_source", kFailing, "self_hosted");
    EXPECT_THAT(one.patch("git_host", {{"repo_ref", "main"}}),
                HasProblemAt(R"(["body","revision_source"])"));
    EXPECT_THAT(one.patch("internal_container", kImage), HasStatus(200));
}

}  // namespace
}  // namespace plumbline::mock
