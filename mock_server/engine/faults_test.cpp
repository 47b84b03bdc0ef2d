// The effects of faults on the engine.

#include "mock_server/engine/testing.hpp"
#include "spec/contract/contract.hpp"

namespace plumbline::mock {
namespace {

Json with_fault(const char* fault, const char* world = "cloud") {
    return {{"world", world}, {"faults", Json::array({fault})}};
}

/// A workspace with one fault and one deployment.
struct FaultyWorkspace : TestWorkspace {
    explicit FaultyWorkspace(const char* fault, const char* world = "cloud")
        : TestWorkspace(with_fault(fault, world)),
          first(api.post("/v2/deployments",
                         workspace["hosting"] == "cloud" ? git_host_body(workspace)
                                                         : external_body(workspace))),
          path("/v2/deployments/" + first.id()) {}

    TestResponse first;
    std::string path;
};

std::string latest_revision(const FaultyWorkspace& faulty) {
    return faulty.api.get(faulty.path).body["latest_revision_id"].get<std::string>();
}

std::vector<Fault> faults_of(const TestMock& mock) {
    const auto& catalogue = mock.engine().config().registry->config().faults->catalogue().value();
    std::vector<Fault> all = catalogue.faults();
    all.insert(all.end(), catalogue.variants().begin(), catalogue.variants().end());
    return all;
}

TEST(FaultCatalogue, ReferencesOnlyLedgerRows) {
    const auto ledger = load_ledger();
    ASSERT_THAT(ledger, IsOk());
    const TestMock mock;
    std::vector<std::string> unknown;
    for (const Fault& fault : faults_of(mock)) {
        for (const std::string& id : fault.breaks) {
            if (!ledger->find(id)) unknown.push_back(fault.id + " breaks " + id);
        }
    }
    EXPECT_THAT(unknown, testing::IsEmpty());
}

TEST(Fault, ChangesAStatus) {
    EXPECT_THAT(FaultyWorkspace("create-answers-200").first, HasStatus(200));
}

TEST(Fault, ChangesAnErrorBody) {
    FaultyWorkspace faulty("patch-422-without-loc");
    const TestResponse refused = faulty.api.patch(faulty.path, {{"secrets", 1}});
    ASSERT_THAT(refused, HasStatus(422));
    EXPECT_FALSE(refused.body["detail"][0].contains("loc"));
    EXPECT_TRUE(refused.body["detail"][0].contains("msg"));
}

TEST(Fault, ChangesEveryItemOfAList) {
    FaultyWorkspace faulty("list-leaves-out-ids");
    EXPECT_FALSE(faulty.api.get("/v2/deployments").body["resources"][0].contains("id"));
}

TEST(Fault, ChangesAHeader) {
    EXPECT_EQ(FaultyWorkspace("create-answers-text").first.headers.joined("Content-Type"),
              "text/plain");
}

TEST(Fault, DisablesAnEffect) {
    EXPECT_TRUE(
        FaultyWorkspace("create-makes-no-revision").first.body["latest_revision_id"].is_null());
}

TEST(Fault, ForcesAnEffect) {
    FaultyWorkspace faulty("patch-null-makes-revision");
    (void)faulty.api.patch(faulty.path, Json::object());
    EXPECT_NE(latest_revision(faulty), faulty.first.body["latest_revision_id"]);
}

TEST(Fault, AddsAnEffect) {
    FaultyWorkspace faulty("patch-name-changes");
    EXPECT_NE(faulty.api.patch(faulty.path, Json::object()).body["name"], "agent");
}

TEST(Fault, FreezesAMachine) {
    FaultyWorkspace faulty("revision-never-deployed");
    (void)faulty.set_clock({{"advance", "P1D"}});
    EXPECT_EQ(faulty.api.get(faulty.path + "/revisions").body["resources"][0]["status"], "QUEUED");
}

TEST(Fault, DisablesARuleThatRefuses) {
    FaultyWorkspace faulty("patch-repo-url");
    const TestResponse patched =
        faulty.api.patch(faulty.path, {{"source_config", {{"repo_url", "https://git.example/o"}}}});
    EXPECT_EQ(patched.body["source_config"]["repo_url"], "https://git.example/o");
}

TEST(Fault, DisablesARuleThatCreatesRevisions) {
    FaultyWorkspace faulty("patch-secrets-no-revision");
    (void)faulty.api.patch(faulty.path, {{"secrets", Json::array()}});
    EXPECT_EQ(latest_revision(faulty), faulty.first.body["latest_revision_id"]);
}

TEST(Fault, DisablesReplacement) {
    FaultyWorkspace faulty("patch-merges-resource-spec", "self_hosted");
    (void)faulty.api.patch(faulty.path,
                           {{"source_config", {{"resource_spec", {{"db_storage_gi", 9}}}}}});
    const TestResponse patched =
        faulty.api.patch(faulty.path, {{"source_config", {{"resource_spec", {{"cpu", 1}}}}}});
    EXPECT_EQ(patched.body["source_config"]["resource_spec"]["db_storage_gi"], 9);
}

TEST(Fault, ToleratesAnInvalidValue) {
    FaultyWorkspace faulty("cpu-without-bounds", "self_hosted");
    const auto spec = [](Json values) {
        return Json{{"source_config", {{"resource_spec", std::move(values)}}}};
    };
    EXPECT_THAT(faulty.api.patch(faulty.path, spec({{"cpu", 99}})), HasStatus(200));
    EXPECT_THAT(faulty.api.patch(faulty.path, spec({{"queue_cpu", 99}})), HasStatus(422));
}

TEST(Fault, CanAcceptMissingCredentialsButKeepsTenantsIsolated) {
    FaultyWorkspace faulty("no-credentials-needed");
    const TestClient anonymous = faulty.api.without("X-Api-Key").without("X-Tenant-Id");
    EXPECT_THAT(anonymous.get(faulty.path), HasStatus(200));
    const TestClient other = faulty.mock.client(faulty.workspace, faulty.workspace["other_tenant"]);
    EXPECT_THAT(other.get(faulty.path), HasStatus(404));
}

TEST(Fault, CanReturnForeignDeployments) {
    FaultyWorkspace faulty("foreign-deployments-shown");
    const TestClient other = faulty.mock.client(faulty.workspace, faulty.workspace["other_tenant"]);
    EXPECT_THAT(other.get(faulty.path), HasStatus(200));
}

TEST(Fault, CanExecuteARefusedRequest) {
    FaultyWorkspace faulty("foreign-delete-despite-refusal");
    const TestClient other = faulty.mock.client(faulty.workspace, faulty.workspace["other_tenant"]);
    EXPECT_THAT(other.get(faulty.path), HasStatus(404));
    EXPECT_EQ(faulty.api.get(faulty.path).body["status"], "AWAITING_DATABASE");
    EXPECT_THAT(other.remove(faulty.path), HasStatus(404));
    EXPECT_EQ(faulty.api.get(faulty.path).body["status"], "AWAITING_DELETE");
}

TEST(Fault, CanExecuteARequestRefusedForMissingCredentials) {
    FaultyWorkspace faulty("delete-without-credentials-despite-refusal");
    const TestClient anonymous = faulty.api.without("X-Api-Key").without("X-Tenant-Id");
    EXPECT_THAT(anonymous.remove(faulty.path), HasStatus(401));
    EXPECT_EQ(faulty.api.get(faulty.path).body["status"], "AWAITING_DELETE");
}

TEST(Fault, CanExecuteARequestThatBreaksARule) {
    FaultyWorkspace faulty("patch-despite-refusal");
    EXPECT_THAT(
        faulty.api.patch(faulty.path, {{"source_config", {{"repo_url", "https://git.example/o"}}}}),
        HasStatus(400));
    EXPECT_EQ(faulty.api.get(faulty.path).body["source_config"]["repo_url"],
              "https://git.example/o");
}

TEST(Fault, CanListDeletedDeployments) {
    FaultyWorkspace faulty("list-keeps-what-is-deleted");
    (void)faulty.api.remove(faulty.path);
    (void)faulty.set_clock({{"advance", "P1D"}});
    EXPECT_THAT(faulty.api.get(faulty.path), HasStatus(404));
    EXPECT_THAT(faulty.api.get(faulty.path + "/revisions"), HasStatus(404));
    EXPECT_EQ(faulty.api.get("/v2/deployments").body["resources"][0]["id"], faulty.first.id());
}

TEST(Fault, CanReturnRevisionsOfDeletedDeployments) {
    FaultyWorkspace faulty("revisions-outlive-their-deployment");
    (void)faulty.api.remove(faulty.path);
    (void)faulty.set_clock({{"advance", "P1D"}});
    EXPECT_THAT(faulty.api.get(faulty.path), HasStatus(404));
    EXPECT_EQ(new_records(faulty.api.get("/v2/deployments").body["resources"]).size(), 0U);
    EXPECT_EQ(faulty.api.get(faulty.path + "/revisions").body["resources"].size(), 1U);
}

TEST(Fault, CanIgnoreTheBasePath) {
    FaultyWorkspace faulty("no-base-path", "self_hosted");
    EXPECT_THAT(faulty.api.get("/v2/listeners"), HasStatus(200));
    EXPECT_THAT(faulty.api.get("/api-host/v2/listeners"), HasStatus(404));
}

TEST(Fault, DisablesARuleByItsId) {
    TestWorkspace setup(
        with_fault("disable:required_for_sources:/source_revision_config/graph_config_path"));
    Json body = git_host_body(setup.workspace);
    body["source_revision_config"].erase("graph_config_path");
    EXPECT_THAT(setup.api.post("/v2/deployments", body), HasStatus(201));
}

TEST(Fault, MergesListsWithoutAReplacementRule) {
    FaultyWorkspace faulty("disable:replace:/secrets");
    const Json extra = Json::array({{{"name", "EXTRA"}, {"value", "x"}}});
    const TestResponse patched = faulty.api.patch(faulty.path, {{"secrets", extra}});
    EXPECT_THAT(patched.body["secrets"],
                EqualsJson(R"([{"name":"TOKEN","value":"t"},{"name":"EXTRA","value":"x"}])"));
}

TEST(Fault, AllowsAPatchOfAnImmutableField) {
    FaultyWorkspace faulty("disable:immutable:/name");
    EXPECT_EQ(faulty.api.patch(faulty.path, {{"name", "another"}}).body["name"], "another");
}

TEST(Fault, GivenAtTheStartIsTheDefaultOfWorkspaces) {
    EngineOptions options;
    options.faults = {"list-is-empty"};
    const TestMock mock(options);
    const Json standard = mock.make_workspace();
    const Json faultless = mock.make_workspace({{"faults", Json::array()}});
    (void)mock.client(standard).post("/v2/deployments", git_host_body(standard));
    (void)mock.client(faultless).post("/v2/deployments", git_host_body(faultless));
    EXPECT_EQ(mock.client(standard).get("/v2/deployments").body["resources"].size(), 0U);
    EXPECT_EQ(new_records(mock.client(faultless).get("/v2/deployments").body["resources"]).size(),
              1U);
}

Json with_variant(const char* variant) {
    return {{"variants", Json::array({variant})}};
}

TEST(Variant, RedirectsPathsWithoutASlash) {
    const TestWorkspace test(with_variant("slash-added"));
    EXPECT_THAT(test.workspace["variants"], EqualsJson(R"(["slash-added"])"));
    const TestResponse redirect = test.api.get("/v2/deployments?limit=1");
    ASSERT_THAT(redirect, HasStatus(308));
    EXPECT_THAT(redirect.headers.joined("Location"), testing::EndsWith("/v2/deployments/?limit=1"));
    EXPECT_THAT(test.api.get("/v2/deployments/?limit=1"), HasStatus(200));
}

TEST(Variant, RedirectsPathsWithASlash) {
    const TestWorkspace test(with_variant("slash-removed"));
    const TestResponse redirect = test.api.get("/v2/deployments/?limit=1");
    ASSERT_THAT(redirect, HasStatus(308));
    EXPECT_THAT(redirect.headers.joined("Location"), testing::EndsWith("/v2/deployments?limit=1"));
    EXPECT_THAT(test.api.get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(test.api.get("/v2/unknown/"), HasStatus(404));
}

TEST(Variant, ChangesTheResponseToAWrongMethod) {
    const TestWorkspace test(with_variant("wrong-method-404"));
    EXPECT_THAT(test.api.post("/v2/listeners", Json::object()), HasStatus(404));
}

TEST(Variant, CombinesWithAFault) {
    Json request = with_fault("thread-without-id");
    request.update(with_variant("thread-created-201"));
    const TestWorkspace test(request);
    const TestResponse thread = test.api.post("/threads", Json::object());
    EXPECT_THAT(thread, HasStatus(201));
    EXPECT_FALSE(thread.body.contains("thread_id"));
}

TEST(Variant, ChangesTheChunksOfAStreamThatAnotherOneChanges) {
    Json request = with_variant("one-byte-chunks");
    request["variants"].push_back("end-event");
    const TestWorkspace test(request);
    const EngineResponse response =
        test.mock.engine().handle({"POST",
                                   test.workspace["prefix"].get<std::string>() + "/runs/stream",
                                   {{"Content-Type", "application/json"}},
                                   R"({"assistant_id":"chat","input":{}})"});
    StreamBuffer buffer(true);
    ASSERT_TRUE(response.stream);
    (void)response.stream->pull(buffer, 1'000'000, SteadyTime{} + std::chrono::hours(1));
    EXPECT_THAT(std::string(buffer.bytes()), testing::StartsWith("1\r\ne\r\n1\r\nv\r\n"));
    EXPECT_THAT(std::string(buffer.bytes()), testing::HasSubstr("1\r\nn\r\n1\r\nd\r\n1\r\n\n\r\n"));
}

TEST(Variant, ThatIsUnknownIsRejected) {
    const TestMock mock;
    const TestResponse rejected = mock.control().post("/workspaces", with_variant("crfl"));
    EXPECT_THAT(rejected, HasStatus(422));
    EXPECT_EQ(rejected.body["detail"][0]["loc"][1], "variants");
    EXPECT_THAT(rejected.body.dump(), testing::HasSubstr("did you mean"));
}

}  // namespace
}  // namespace plumbline::mock
