// PATCH: merging, revisions, refusals.

#include "mock_server/engine/testing.hpp"
#include "spec/base/ids.hpp"

namespace plumbline::mock {
namespace {

constexpr const char* kUnknownId = "7d444840-9dc0-41d1-b245-5ffdce74fad2";

/// A workspace with one deployment.
struct PatchWorkspace : TestWorkspace {
    explicit PatchWorkspace(const Json& order = Json::object())
        : TestWorkspace(order),
          first(api.post("/v2/deployments",
                         workspace["hosting"] == "cloud" ? git_host_body(workspace)
                                                         : external_body(workspace))),
          path("/v2/deployments/" + first.id()) {}

    [[nodiscard]] std::size_t revisions() const {
        return api.get(path + "/revisions").body["resources"].size();
    }

    TestResponse first;
    std::string path;
};

TEST(PatchDeployment, MergesMembersOfTheConfigurations) {
    PatchWorkspace one;
    const TestResponse patched =
        one.api.patch(one.path, {{"source_config", {{"build_command", "make"}}}});
    ASSERT_THAT(patched, HasStatus(200));
    EXPECT_EQ(patched.body["source_config"]["build_command"], "make");
    EXPECT_EQ(patched.body["source_config"]["repo_url"],
              one.first.body["source_config"]["repo_url"]);
    EXPECT_EQ(one.api.get(one.path).body["source_config"], patched.body["source_config"]);
}

TEST(PatchDeployment, ReplacesSecretsAsAWhole) {
    PatchWorkspace one;
    const TestResponse patched =
        one.api.patch(one.path, {{"secrets", {{{"name", "NEW"}, {"value", "n"}}}}});
    EXPECT_THAT(patched.body["secrets"], EqualsJson(R"([{"name":"NEW","value":"n"}])"));
}

TEST(PatchDeployment, TreatsNullAsNotSupplied) {
    PatchWorkspace one;
    const Json nothing{{"secrets", nullptr},
                       {"source_config", nullptr},
                       {"source_revision_config", {{"repo_ref", nullptr}}},
                       {"revision_source", nullptr}};
    const TestResponse patched = one.api.patch(one.path, nothing);
    ASSERT_THAT(patched, HasStatus(200));
    EXPECT_EQ(patched.body["secrets"], one.first.body["secrets"]);
    EXPECT_EQ(patched.body["source_revision_config"], one.first.body["source_revision_config"]);
    EXPECT_EQ(one.revisions(), 1U);
}

TEST(PatchDeployment, IgnoresNameAndSource) {
    PatchWorkspace one;
    const TestResponse patched =
        one.api.patch(one.path, {{"name", "other"}, {"source", "internal_source"}});
    EXPECT_EQ(patched.body["name"], "agent");
    EXPECT_EQ(patched.body["source"], "git_host");
}

struct RevisionCase {
    std::string name;
    Json patch;
    std::size_t revisions;
    const char* world = "cloud";
};

void PrintTo(const RevisionCase& one, std::ostream* out) {
    *out << one.name;
}

class PatchMakesRevisions : public testing::TestWithParam<RevisionCase> {};

TEST_P(PatchMakesRevisions, AsTheTableStates) {
    PatchWorkspace one(Json{{"world", GetParam().world}});
    EXPECT_THAT(one.api.patch(one.path, GetParam().patch), HasStatus(200));
    EXPECT_EQ(one.revisions(), GetParam().revisions);
}

INSTANTIATE_TEST_SUITE_P(
    Patch,
    PatchMakesRevisions,
    testing::Values(
        RevisionCase{"empty", Json::object(), 1},
        RevisionCase{"build_on_push", {{"source_config", {{"build_on_push", true}}}}, 1},
        RevisionCase{"secrets", {{"secrets", {{{"name", "A"}, {"value", "a"}}}}}, 2},
        RevisionCase{"empty_secrets", {{"secrets", Json::array()}}, 2},
        RevisionCase{"equal_ref", {{"source_revision_config", {{"repo_ref", "main"}}}}, 2},
        RevisionCase{"path", {{"source_revision_config", {{"graph_config_path", "g.json"}}}}, 2},
        RevisionCase{
            "several_at_once",
            {{"secrets", Json::array()}, {"source_revision_config", {{"repo_ref", "dev"}}}},
            2},
        RevisionCase{
            "commands", {{"source_config", {{"install_command", "i"}, {"build_command", "b"}}}}, 1},
        RevisionCase{"null_secrets", {{"secrets", nullptr}}, 1},
        RevisionCase{"revision_source_alone", {{"revision_source", "internal_source"}}, 1},
        RevisionCase{
            "image", {{"source_revision_config", {{"image_uri", "i:2"}}}}, 2, "self_hosted"},
        RevisionCase{"resource_spec",
                     {{"source_config", {{"resource_spec", {{"cpu", 1}}}}}},
                     2,
                     "self_hosted"},
        RevisionCase{"empty_resource_spec",
                     {{"source_config", {{"resource_spec", Json::object()}}}},
                     2,
                     "self_hosted"},
        RevisionCase{"null_resource_spec",
                     {{"source_config", {{"resource_spec", nullptr}}}},
                     1,
                     "self_hosted"},
        RevisionCase{"custom_url",
                     {{"source_config", {{"custom_url", "https://a.example"}}}},
                     1,
                     "self_hosted"},
        RevisionCase{
            "secret_references",
            {{"secret_references", {{{"name", "A"}, {"secret_name", "s"}, {"secret_key", "k"}}}}},
            1,
            "self_hosted"}),
    [](const auto& tested) { return tested.param.name; });

TEST(PatchDeployment, CreatesARevisionFromAnUploadedTarball) {
    PatchWorkspace one;
    const std::string tarball =
        one.api.send("POST", one.path + "/upload-url").body["object_path"].get<std::string>();
    EXPECT_THAT(one.api.patch(one.path,
                              {{"revision_source", "internal_source"},
                               {"source_revision_config", {{"source_tarball_path", tarball}}}}),
                HasStatus(200));
    EXPECT_EQ(one.revisions(), 2U);
}

TEST(PatchDeployment, ReturnsTheValuesOfTheLatestRevisionAndKeepsEarlierRevisions) {
    PatchWorkspace one;
    const TestResponse patched =
        one.api.patch(one.path, {{"source_revision_config", {{"repo_ref", "dev"}}}});
    const Json revisions = one.api.get(one.path + "/revisions").body["resources"];

    EXPECT_EQ(patched.body["latest_revision_id"], revisions[0]["id"]);
    EXPECT_EQ(patched.body["source_revision_config"]["repo_ref"], "dev");
    EXPECT_EQ(revisions[0]["source_revision_config"]["repo_ref"], "dev");
    EXPECT_EQ(revisions[1]["source_revision_config"]["repo_ref"], "main");
    EXPECT_GT(revisions[0]["created_at"], revisions[1]["created_at"]);
}

TEST(PatchDeployment, ReplacesResourceSpecAsAWhole) {
    PatchWorkspace one(Json{{"world", "self_hosted"}});
    (void)one.api.patch(one.path,
                        {{"source_config", {{"resource_spec", {{"cpu", 2}, {"db_cpu", 1}}}}}});
    const TestResponse patched =
        one.api.patch(one.path, {{"source_config", {{"resource_spec", {{"cpu", 4}}}}}});
    EXPECT_EQ(patched.body["source_config"]["resource_spec"]["cpu_limit"], 8);
    EXPECT_TRUE(patched.body["source_config"]["resource_spec"]["db_cpu"].is_null());
    EXPECT_EQ(one.revisions(), 3U);
}

TEST(PatchDeployment, RefusesAChangeOfAnImmutableValueWith400) {
    PatchWorkspace one;
    const Json change{{"source_config", {{"repo_url", "https://git.example/other"}}}};
    EXPECT_THAT(one.api.patch(one.path, change), HasDetail(400, "repo_url"));
    EXPECT_THAT(one.api.patch(one.path,
                              {{"source_config",
                                {{"repo_url", one.first.body["source_config"]["repo_url"]}}}}),
                HasStatus(200));
    EXPECT_EQ(one.revisions(), 1U);
}

TEST(PatchDeployment, RefusesEveryOtherViolationWith422) {
    PatchWorkspace one;
    EXPECT_THAT(one.api.patch(one.path, {{"source_config", {{"resource_spec", Json::object()}}}}),
                HasProblemAt(R"(["body","source_config","resource_spec"])"));
    EXPECT_THAT(one.api.patch(one.path, {{"secrets", {{{"name", 1}, {"value", "x"}}}}}),
                HasProblemAt(R"(["body","secrets",0,"name"])"));
}

TEST(PatchDeployment, ListsEveryBrokenRuleIfOneRequires422) {
    PatchWorkspace one;
    const Json mixed{
        {"source_config", {{"repo_url", "https://x"}, {"resource_spec", Json::object()}}}};
    const TestResponse refused = one.api.patch(one.path, mixed);
    EXPECT_THAT(refused, HasProblemAt(R"(["body","source_config","repo_url"])"));
    EXPECT_THAT(refused, HasProblemAt(R"(["body","source_config","resource_spec"])"));
}

TEST(PatchDeployment, RefusesBuildOnPushWithATag) {
    PatchWorkspace one;
    EXPECT_THAT(
        one.api.patch(one.path, {{"source_revision_config", {{"repo_ref", "refs/tags/v1"}}}}),
        HasStatus(200));
    EXPECT_THAT(one.api.patch(one.path, {{"source_config", {{"build_on_push", true}}}}),
                HasStatus(422));
}

TEST(PatchDeployment, RefusesACustomUrlForGitHost) {
    PatchWorkspace one;
    EXPECT_THAT(one.api.patch(one.path, {{"source_config", {{"custom_url", "https://mine"}}}}),
                HasProblemAt(R"(["body","source_config","custom_url"])"));
    EXPECT_EQ(one.api.get(one.path).body["source_config"]["custom_url"],
              one.first.body["source_config"]["custom_url"]);
}

TEST(PatchDeployment, SetsTheUrlOfAnExternalContainer) {
    PatchWorkspace one(Json{{"world", "self_hosted"}});
    EXPECT_TRUE(one.first.body["source_config"]["custom_url"].is_null());
    const TestResponse patched =
        one.api.patch(one.path, {{"source_config", {{"custom_url", "https://mine.example"}}}});
    EXPECT_EQ(patched.body["source_config"]["custom_url"], "https://mine.example");
}

TEST(PatchDeployment, IgnoresACommitId) {
    PatchWorkspace one;
    const TestResponse patched =
        one.api.patch(one.path, {{"source_revision_config", {{"repo_commit_sha", "mine"}}}});
    ASSERT_THAT(patched, HasStatus(200));
    EXPECT_EQ(patched.body["source_revision_config"], one.first.body["source_revision_config"]);
    EXPECT_EQ(one.revisions(), 1U);
}

TEST(PatchDeployment, ReplacesSecretReferencesAsAWhole) {
    PatchWorkspace one(Json{{"world", "self_hosted"}});
    const auto references = [](const char* name) {
        return Json{
            {"secret_references", {{{"name", name}, {"secret_name", "s"}, {"secret_key", "k"}}}}};
    };
    (void)one.api.patch(one.path, references("FIRST"));
    const TestResponse patched = one.api.patch(one.path, references("SECOND"));
    EXPECT_EQ(patched.body["secret_references"], references("SECOND")["secret_references"]);
}

TEST(PatchDeployment, ReplacesMapsInResourceSpecAsAWhole) {
    PatchWorkspace one(Json{{"world", "self_hosted"}});
    const auto labelled = [](const char* name) {
        return Json{{"source_config", {{"resource_spec", {{"labels", {{name, "x"}}}}}}}};
    };
    (void)one.api.patch(one.path, labelled("team"));
    const TestResponse patched = one.api.patch(one.path, labelled("stage"));
    EXPECT_THAT(patched.body["source_config"]["resource_spec"]["labels"],
                EqualsJson(R"({"stage":"x"})"));
}

TEST(PatchDeployment, ValidatesRevisionFieldsByRevisionSource) {
    PatchWorkspace one;
    const std::string path =
        one.api.send("POST", one.path + "/upload-url").body["object_path"].get<std::string>();
    const Json tarball{{"source_revision_config", {{"source_tarball_path", path}}}};
    Json overridden = tarball;
    overridden["revision_source"] = "internal_source";
    EXPECT_THAT(one.api.patch(one.path, tarball), HasStatus(422));
    const TestResponse patched = one.api.patch(one.path, overridden);
    ASSERT_THAT(patched, HasStatus(200));
    EXPECT_EQ(patched.body["source"], "git_host");
}

TEST(PatchDeployment, RefusesAnUnknownIdWith404) {
    PatchWorkspace one;
    const std::string path = std::string("/v2/deployments/") + kUnknownId;
    EXPECT_THAT(one.api.patch(path, Json::object()),
                HasDetail(404, std::string("Deployment ") + kUnknownId + " not found"));
}

TEST(PatchDeployment, NeedsABody) {
    PatchWorkspace one;
    EXPECT_THAT(one.api.send("PATCH", one.path), HasProblemAt(R"(["body"])"));
    EXPECT_THAT(one.api.send("PATCH", one.path, "{\"a\":"), HasDetail(400, "not JSON"));
    EXPECT_THAT(one.api.send("PATCH", one.path, "[]"), HasProblemAt(R"(["body"])"));
}

TEST(PatchDeployment, IsRefusedWhileTheDeploymentIsBeingDeleted) {
    PatchWorkspace one;
    EXPECT_THAT(one.api.remove(one.path), HasStatus(204));
    EXPECT_THAT(one.api.patch(one.path, Json::object()), HasDetail(400, "being deleted"));
    // An invalid patch is refused before the state of the deployment is checked ...
    EXPECT_THAT(one.api.patch(one.path, {{"secrets", 3}}), HasProblemAt(R"(["body","secrets"])"));
    // ... and one that breaks a rule, after it.
    EXPECT_THAT(one.api.patch(one.path, {{"source_config", {{"resource_spec", Json::object()}}}}),
                HasDetail(400, "being deleted"));
}

TEST(PatchDeployment, AcceptsItsOwnIdInUpperCaseAndKeepsItUnchanged) {
    PatchWorkspace one;
    const std::string id = one.first.body["source_config"]["integration_id"].get<std::string>();
    std::string upper = id;
    std::transform(upper.begin(), upper.end(), upper.begin(), [](char c) {
        return static_cast<char>(std::toupper(c));
    });
    const TestResponse patched =
        one.api.patch(one.path, {{"source_config", {{"integration_id", upper}}}});
    ASSERT_THAT(patched, HasStatus(200));
    EXPECT_EQ(patched.body["source_config"]["integration_id"], id);
}

}  // namespace
}  // namespace plumbline::mock
