// The catalogue of faults at work in the engine.

#include "mock_server/engine/testing.hpp"
#include "spec/contract/ledger.hpp"

namespace plumbline::mock {
namespace {

Json with_fault(const char* fault, const char* world = "cloud") {
    return {{"world", world}, {"faults", Json::array({fault})}};
}

/// A workspace with one fault and one deployment.
struct Faulty : Place {
    explicit Faulty(const char* fault, const char* world = "cloud")
        : Place(with_fault(fault, world)),
          first(api.post("/v2/deployments",
                         workspace["hosting"] == "cloud" ? git_host_body(workspace)
                                                         : external_body(workspace))),
          path("/v2/deployments/" + first.id()) {}

    Answer first;
    std::string path;
};

std::string latest(const Faulty& faulty) {
    return faulty.api.get(faulty.path).body["latest_revision_id"];
}

std::vector<Fault> faults_of(const Mock& mock) {
    const auto catalogue = mock.engine().parts().registry->parts().faults->get();
    EXPECT_THAT(catalogue, IsOk());
    return catalogue ? (*catalogue)->faults() : std::vector<Fault>();
}

TEST(FaultCatalogue, NamesRowsOfTheLedgerOnly) {
    const auto ledger = load_ledger();
    ASSERT_THAT(ledger, IsOk());
    const Mock mock;
    std::vector<std::string> unknown;
    for (const Fault& fault : faults_of(mock)) {
        for (const std::string& id : fault.breaks) {
            if (!ledger->find(id)) unknown.push_back(fault.id + " breaks " + id);
        }
    }
    EXPECT_THAT(unknown, testing::IsEmpty());
}

TEST(Fault, ChangesAStatus) {
    EXPECT_THAT(Faulty("create-answers-200").first, HasStatus(200));
}

TEST(Fault, ChangesAnErrorBody) {
    Faulty faulty("patch-422-without-loc");
    const Answer refused = faulty.api.patch(faulty.path, {{"secrets", 1}});
    ASSERT_THAT(refused, HasStatus(422));
    EXPECT_FALSE(refused.body["detail"][0].contains("loc"));
    EXPECT_TRUE(refused.body["detail"][0].contains("msg"));
}

TEST(Fault, ChangesEveryItemOfAList) {
    Faulty faulty("list-leaves-out-ids");
    EXPECT_FALSE(faulty.api.get("/v2/deployments").body["resources"][0].contains("id"));
}

TEST(Fault, ChangesAHeader) {
    EXPECT_EQ(Faulty("create-answers-text").first.headers.joined("Content-Type"), "text/plain");
}

TEST(Fault, LeavesOutAnEffect) {
    EXPECT_TRUE(Faulty("create-makes-no-revision").first.body["latest_revision_id"].is_null());
}

TEST(Fault, ForcesAnEffect) {
    Faulty faulty("patch-null-makes-revision");
    (void)faulty.api.patch(faulty.path, Json::object());
    EXPECT_NE(latest(faulty), faulty.first.body["latest_revision_id"]);
}

TEST(Fault, AddsAnEffect) {
    Faulty faulty("patch-name-changes");
    EXPECT_NE(faulty.api.patch(faulty.path, Json::object()).body["name"], "agent");
}

TEST(Fault, FreezesAMachine) {
    Faulty faulty("revision-never-deployed");
    (void)faulty.clock({{"advance", "P1D"}});
    EXPECT_EQ(faulty.api.get(faulty.path + "/revisions").body["resources"][0]["status"], "QUEUED");
}

TEST(Fault, SwitchesOffARuleThatRefuses) {
    Faulty faulty("patch-repo-url");
    const Answer patched =
        faulty.api.patch(faulty.path, {{"source_config", {{"repo_url", "https://git.example/o"}}}});
    EXPECT_EQ(patched.body["source_config"]["repo_url"], "https://git.example/o");
}

TEST(Fault, SwitchesOffARuleThatMakesRevisions) {
    Faulty faulty("patch-secrets-no-revision");
    (void)faulty.api.patch(faulty.path, {{"secrets", Json::array()}});
    EXPECT_EQ(latest(faulty), faulty.first.body["latest_revision_id"]);
}

TEST(Fault, SwitchesOffReplacing) {
    Faulty faulty("patch-merges-resource-spec", "self_hosted");
    (void)faulty.api.patch(faulty.path,
                           {{"source_config", {{"resource_spec", {{"db_storage_gi", 9}}}}}});
    const Answer patched =
        faulty.api.patch(faulty.path, {{"source_config", {{"resource_spec", {{"cpu", 1}}}}}});
    EXPECT_EQ(patched.body["source_config"]["resource_spec"]["db_storage_gi"], 9);
}

TEST(Fault, ToleratesAValueThatTheSchemaRefuses) {
    Faulty faulty("cpu-without-bounds", "self_hosted");
    const auto spec = [](Json values) {
        return Json{{"source_config", {{"resource_spec", std::move(values)}}}};
    };
    EXPECT_THAT(faulty.api.patch(faulty.path, spec({{"cpu", 99}})), HasStatus(200));
    EXPECT_THAT(faulty.api.patch(faulty.path, spec({{"queue_cpu", 99}})), HasStatus(422));
}

TEST(Fault, MayLetInAnybodyButKeepsTenantsApart) {
    Faulty faulty("no-credentials-needed");
    const Caller nobody = faulty.api.without("X-Api-Key").without("X-Tenant-Id");
    EXPECT_THAT(nobody.get(faulty.path), HasStatus(200));
    const Caller other = faulty.mock.caller(faulty.workspace, faulty.workspace["other_tenant"]);
    EXPECT_THAT(other.get(faulty.path), HasStatus(404));
}

TEST(Fault, MayShowForeignDeployments) {
    Faulty faulty("foreign-deployments-shown");
    const Caller other = faulty.mock.caller(faulty.workspace, faulty.workspace["other_tenant"]);
    EXPECT_THAT(other.get(faulty.path), HasStatus(200));
}

TEST(Fault, MayCarryOutWhatItRefuses) {
    Faulty faulty("foreign-delete-in-secret");
    const Caller other = faulty.mock.caller(faulty.workspace, faulty.workspace["other_tenant"]);
    EXPECT_THAT(other.get(faulty.path), HasStatus(404));
    EXPECT_EQ(faulty.api.get(faulty.path).body["status"], "AWAITING_DATABASE");
    EXPECT_THAT(other.remove(faulty.path), HasStatus(404));
    EXPECT_EQ(faulty.api.get(faulty.path).body["status"], "AWAITING_DELETE");
}

TEST(Fault, MayCarryOutWhatItRefusesWithoutCredentials) {
    Faulty faulty("delete-without-credentials-in-secret");
    const Caller nobody = faulty.api.without("X-Api-Key").without("X-Tenant-Id");
    EXPECT_THAT(nobody.remove(faulty.path), HasStatus(401));
    EXPECT_EQ(faulty.api.get(faulty.path).body["status"], "AWAITING_DELETE");
}

TEST(Fault, MayCarryOutWhatBreaksARule) {
    Faulty faulty("patch-in-secret");
    EXPECT_THAT(
        faulty.api.patch(faulty.path, {{"source_config", {{"repo_url", "https://git.example/o"}}}}),
        HasStatus(400));
    EXPECT_EQ(faulty.api.get(faulty.path).body["source_config"]["repo_url"],
              "https://git.example/o");
}

TEST(Fault, MayListWhatIsDeleted) {
    Faulty faulty("list-keeps-what-is-deleted");
    (void)faulty.api.remove(faulty.path);
    (void)faulty.clock({{"advance", "P1D"}});
    EXPECT_THAT(faulty.api.get(faulty.path), HasStatus(404));
    EXPECT_THAT(faulty.api.get(faulty.path + "/revisions"), HasStatus(404));
    EXPECT_EQ(faulty.api.get("/v2/deployments").body["resources"][0]["id"], faulty.first.id());
}

TEST(Fault, MayShowTheRevisionsOfWhatIsDeleted) {
    Faulty faulty("revisions-outlive-their-deployment");
    (void)faulty.api.remove(faulty.path);
    (void)faulty.clock({{"advance", "P1D"}});
    EXPECT_THAT(faulty.api.get(faulty.path), HasStatus(404));
    EXPECT_EQ(faulty.api.get("/v2/deployments").body["resources"].size(), 0U);
    EXPECT_EQ(faulty.api.get(faulty.path + "/revisions").body["resources"].size(), 1U);
}

TEST(Fault, MayKnowNoPrefix) {
    Faulty faulty("no-base-path", "self_hosted");
    EXPECT_THAT(faulty.api.get("/v2/listeners"), HasStatus(200));
    EXPECT_THAT(faulty.api.get("/api-host/v2/listeners"), HasStatus(404));
}

TEST(Fault, SwitchesOffARuleByItsId) {
    Place place(
        with_fault("disable:required_for_sources:/source_revision_config/graph_config_path"));
    Json body = git_host_body(place.workspace);
    body["source_revision_config"].erase("graph_config_path");
    EXPECT_THAT(place.api.post("/v2/deployments", body), HasStatus(201));
}

TEST(Fault, LetsListsMergeThatNoRuleReplaces) {
    Faulty faulty("disable:replace:/secrets");
    const Json extra = Json::array({{{"name", "EXTRA"}, {"value", "x"}}});
    const Answer patched = faulty.api.patch(faulty.path, {{"secrets", extra}});
    EXPECT_THAT(patched.body["secrets"],
                EqualsJson(R"([{"name":"TOKEN","value":"t"},{"name":"EXTRA","value":"x"}])"));
}

TEST(Fault, LetsAPatchChangeWhatIsImmutable) {
    Faulty faulty("disable:immutable:/name");
    EXPECT_EQ(faulty.api.patch(faulty.path, {{"name", "another"}}).body["name"], "another");
}

TEST(Fault, GivenAtTheStartHoldsForEveryWorkspaceThatNamesNone) {
    Assembly assembly;
    assembly.faults = {"list-is-empty"};
    const Mock mock(assembly);
    const Json standard = mock.make();
    const Json faultless = mock.make({{"faults", Json::array()}});
    (void)mock.caller(standard).post("/v2/deployments", git_host_body(standard));
    (void)mock.caller(faultless).post("/v2/deployments", git_host_body(faultless));
    EXPECT_EQ(mock.caller(standard).get("/v2/deployments").body["resources"].size(), 0U);
    EXPECT_EQ(mock.caller(faultless).get("/v2/deployments").body["resources"].size(), 1U);
}

}  // namespace
}  // namespace plumbline::mock
