// POST, and the deployment it creates.

#include "mock_server/engine/testing.hpp"
#include "spec/base/ids.hpp"

namespace plumbline::mock {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(CreateDeployment, ReturnsTheDeploymentWithAllItsFields) {
    TestWorkspace setup;
    const TestResponse made = setup.api.post("/v2/deployments", git_host_body(setup.workspace));

    ASSERT_THAT(made, HasStatus(201));
    EXPECT_TRUE(is_uuid(made.id()));
    EXPECT_EQ(made.body["tenant_id"], setup.workspace["tenant_id"]);
    EXPECT_EQ(made.body["status"], "AWAITING_DATABASE");
    EXPECT_EQ(made.body["created_at"], made.body["updated_at"]);
    EXPECT_TRUE(made.body["active_revision_id"].is_null());
    EXPECT_TRUE(made.body["image_version"].is_null());
    EXPECT_EQ(made.body["secrets"][0]["name"], "TOKEN");
    EXPECT_EQ(made.body["source_revision_config"]["repo_ref"], "main");
}

TEST(CreateDeployment, CreatesTheFirstRevision) {
    TestWorkspace setup;
    const TestResponse made = setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    const TestResponse revisions = setup.api.get("/v2/deployments/" + made.id() + "/revisions");

    ASSERT_EQ(revisions.body["resources"].size(), 1U);
    EXPECT_EQ(revisions.body["resources"][0]["id"], made.body["latest_revision_id"]);
    EXPECT_EQ(revisions.body["resources"][0]["source_revision_config"],
              made.body["source_revision_config"]);
}

TEST(CreateDeployment, SetsUrlAndCommitForGitHost) {
    TestWorkspace setup;
    Json body = git_host_body(setup.workspace);
    body["source_revision_config"]["repo_commit_sha"] = "mine";
    const TestResponse made = setup.api.post("/v2/deployments", body);

    EXPECT_THAT(made.body["source_config"]["custom_url"].get<std::string>(), HasSubstr(made.id()));
    EXPECT_EQ(made.body["source_revision_config"]["repo_commit_sha"].get<std::string>().size(),
              40U);
}

TEST(CreateDeployment, IgnoresUndeclaredFields) {
    TestWorkspace setup;
    Json body = git_host_body(setup.workspace);
    body["color"] = "red";
    body["source_config"]["color"] = "red";
    body["id"] = "mine";
    const TestResponse made = setup.api.post("/v2/deployments", body);

    ASSERT_THAT(made, HasStatus(201));
    EXPECT_THAT(made.text, testing::Not(HasSubstr("color")));
    EXPECT_NE(made.id(), "mine");
}

TEST(CreateDeployment, FillsInDefaultsOfResourceSpec) {
    TestWorkspace setup(Json{{"world", "self_hosted"}});
    Json body = external_body(setup.workspace);
    body["source_config"]["resource_spec"] = {
        {"cpu", 0.25}, {"memory_mb", 512}, {"labels", {{"team", "a"}}}};
    const TestResponse made = setup.api.post("/v2/deployments", body);

    ASSERT_THAT(made, HasStatus(201));
    const Json& spec = made.body["source_config"]["resource_spec"];
    EXPECT_EQ(spec["cpu"], 0.3);
    EXPECT_EQ(spec["cpu_limit"], 0.6);
    EXPECT_EQ(spec["queue_cpu_limit"], 0.6);
    EXPECT_EQ(spec["memory_limit_mb"], 1024);
    EXPECT_EQ(spec["labels"]["team"], "a");
}

TEST(CreateDeployment, ListsEveryViolationOfTheSchema) {
    TestWorkspace setup;
    const TestResponse refused =
        setup.api.post("/v2/deployments?limit=0",
                       {{"name", 7}, {"source", "floppy"}, {"secrets", {{{"name", "A"}}}}});
    EXPECT_THAT(refused,
                AllOf(HasProblemAt(R"(["body","name"])"), HasProblemAt(R"(["body","source"])")));
    EXPECT_THAT(refused,
                AllOf(HasProblemAt(R"(["body","secrets",0])"), HasProblemAt(R"(["body"])")));
}

TEST(CreateDeployment, ListsEveryBrokenRule) {
    TestWorkspace setup;
    Json body = git_host_body(setup.workspace);
    body["source"] = "internal_source";
    body["source_revision_config"] = {{"source_tarball_path", "any/path.tar.gz"}};
    const TestResponse refused = setup.api.post("/v2/deployments", body);

    EXPECT_THAT(refused, HasProblemAt(R"(["body","source_config","repo_url"])"));
    EXPECT_THAT(refused, HasProblemAt(R"(["body","source_revision_config","graph_config_path"])"));
    EXPECT_THAT(refused,
                HasProblemAt(R"(["body","source_revision_config","source_tarball_path"])"));
}

TEST(CreateDeployment, IsRefusedOnTheWrongHosting) {
    TestWorkspace cloud;
    TestWorkspace own(Json{{"world", "self_hosted"}});
    EXPECT_THAT(cloud.api.post("/v2/deployments", external_body(own.workspace)),
                HasProblemAt(R"(["body","source"])"));
    EXPECT_THAT(own.api.post("/v2/deployments", git_host_body(cloud.workspace)),
                HasProblemAt(R"(["body","source"])"));
}

TEST(CreateDeployment, CreatesNothingWhenRefused) {
    TestWorkspace setup;
    EXPECT_THAT(setup.api.post("/v2/deployments", Json::object()), HasStatus(422));
    EXPECT_EQ(new_records(setup.state()["collections"]["deployments"]).size(), 0U);
}

TEST(CreateDeployment, UsesTheComputeKindOfTheListener) {
    TestWorkspace setup(Json{{"world", "self_hosted"}});
    Json body = external_body(setup.workspace);
    body["source_config"]["listener_config"] = {{"cluster_namespace", "agents"}};
    EXPECT_THAT(setup.api.post("/v2/deployments", body), HasStatus(201));

    body["source_config"]["listener_id"] =
        setup.workspace["sources"]["external_container"]["other_listener_id"];
    EXPECT_THAT(setup.api.post("/v2/deployments", body),
                HasProblemAt(R"(["body","source_config","listener_config","cluster_namespace"])"));
}

TEST(UploadUrl, ReturnsAPathThatADeploymentCanUse) {
    TestWorkspace setup;
    const Json source{{"name", "agent"},
                      {"source", "internal_source"},
                      {"source_config", Json::object()},
                      {"source_revision_config", {{"graph_config_path", "graphs.json"}}},
                      {"secrets", Json::array()}};
    const std::string id = setup.api.post("/v2/deployments", source).id();
    const TestResponse issued = setup.api.send("POST", "/v2/deployments/" + id + "/upload-url");
    const TestResponse other = setup.api.send("POST", "/deployments/" + id + "/upload-url");
    ASSERT_THAT(issued, HasStatus(201));

    const Json patch{
        {"source_revision_config", {{"source_tarball_path", issued.body["object_path"]}}}};
    EXPECT_THAT(setup.api.patch("/v2/deployments/" + id, patch), HasStatus(200));
    EXPECT_NE(issued.body["object_path"], other.body["object_path"]);
}

TEST(UploadUrl, ReturnsAPathForItsOwnTenantOnly) {
    TestWorkspace setup;
    const TestClient other = setup.mock.client(setup.workspace, setup.workspace["other_tenant"]);
    const std::string id = setup.api.post("/v2/deployments", git_host_body(setup.workspace)).id();
    const Json source{
        {"name", "agent"},
        {"source", "internal_source"},
        {"source_config", Json::object()},
        {"source_revision_config",
         {{"graph_config_path", "graphs.json"},
          {"source_tarball_path",
           setup.api.send("POST", "/v2/deployments/" + id + "/upload-url").body["object_path"]}}},
        {"secrets", Json::array()}};
    EXPECT_THAT(setup.api.post("/v2/deployments", source), HasStatus(201));
    EXPECT_THAT(other.post("/v2/deployments", source),
                HasProblemAt(R"(["body","source_revision_config","source_tarball_path"])"));
}

TEST(UploadUrl, AcceptsTheUploadWithoutCredentials) {
    TestWorkspace setup;
    const std::string id = setup.api.post("/v2/deployments", git_host_body(setup.workspace)).id();
    const TestResponse issued = setup.api.send("POST", "/v2/deployments/" + id + "/upload-url");
    const std::string url = issued.body["upload_url"].get<std::string>();
    const std::string host = "http://mock.test";
    ASSERT_EQ(url.substr(0, host.size()), host);

    const TestClient anonymous(setup.mock.engine(), "", {});
    EXPECT_THAT(anonymous.send("PUT", url.substr(host.size())), HasStatus(200));
    EXPECT_THAT(anonymous.send("PUT", url.substr(host.size()) + "x"), HasStatus(404));
}

TEST(InstallIntegration, ReturnsTheSameIntegrationEachTime) {
    TestWorkspace setup;
    const TestResponse first = setup.api.get("/v1/integrations/git_host/install");
    EXPECT_EQ(first.body["integration_id"],
              setup.workspace["sources"]["git_host"]["integration_id"]);
    EXPECT_EQ(first.text, setup.api.get("/v1/integrations/git_host/install").text);
}

TEST(Listeners, AreDefinedByTheWorld) {
    TestWorkspace setup(Json{{"world", "self_hosted"}});
    const TestResponse listed = setup.api.get("/v2/listeners");
    ASSERT_EQ(listed.body["resources"].size(), 2U);
    EXPECT_EQ(listed.body["resources"][0]["compute_type"], "cluster");
}

}  // namespace
}  // namespace plumbline::mock
