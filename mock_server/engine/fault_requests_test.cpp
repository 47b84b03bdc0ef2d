// Faults that depend on the request: which record it gets, what it sends, with which key.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

/// A workspace with one fault and two deployments.
struct TwoDeployments : TestWorkspace {
    explicit TwoDeployments(const char* fault)
        : TestWorkspace({{"world", "cloud"}, {"faults", Json::array({fault})}}),
          first(api.post("/v2/deployments", git_host_body(workspace))),
          second(api.post("/v2/deployments", git_host_body(workspace))) {}

    [[nodiscard]] std::string path(const TestResponse& deployment) const {
        return "/v2/deployments/" + deployment.id();
    }

    TestResponse first;
    TestResponse second;
};

TEST(FaultOfRequests, PicksAnotherRecord) {
    TwoDeployments newest("get-reads-the-newest-deployment");
    EXPECT_EQ(newest.api.get(newest.path(newest.first)).id(), newest.second.id());
    TwoDeployments oldest("get-reads-the-oldest-deployment");
    EXPECT_NE(oldest.api.get(oldest.path(oldest.second)).id(), oldest.second.id());
}

TEST(FaultOfRequests, FindsARecordUnderAnotherParent) {
    const auto read = [](TwoDeployments& two) {
        const std::string revision = two.second.body["latest_revision_id"].get<std::string>();
        return two.api.get(two.path(two.first) + "/revisions/" + revision);
    };
    TwoDeployments faulty("revision-under-any-path");
    EXPECT_THAT(read(faulty), HasStatus(200));
    TwoDeployments correct("get-null-updated-at");
    EXPECT_THAT(read(correct), HasStatus(404));
}

TEST(FaultOfRequests, AcceptsAnyKeyButNeedsOne) {
    TwoDeployments faulty("any-key-accepted");
    EXPECT_THAT(faulty.api.without("X-Api-Key").get(faulty.path(faulty.first)), HasStatus(401));
    EXPECT_THAT(faulty.api.without("X-Api-Key")
                    .with("X-Api-Key", "no-key-of-anybody")
                    .get(faulty.path(faulty.first)),
                HasStatus(200));
}

TEST(FaultOfRequests, TakesMembersThatTheContractDoesNotKnow) {
    TwoDeployments faulty("client-sets-latest-revision");
    const Json id = "99999999-9999-4999-8999-999999999999";
    EXPECT_EQ(faulty.api.patch(faulty.path(faulty.first), {{"latest_revision_id", id}})
                  .body["latest_revision_id"],
              id);
    EXPECT_EQ(
        faulty.api.patch(faulty.path(faulty.second), Json::object()).body["latest_revision_id"],
        faulty.second.body["latest_revision_id"]);
}

TEST(FaultOfRequests, DependsOnWhatIsNotSent) {
    TwoDeployments faulty("missing-secrets-empty-them");
    const Json secrets = Json::array({{{"name", "A"}, {"value", "1"}}});
    const std::string path = faulty.path(faulty.first);
    EXPECT_EQ(faulty.api.patch(path, {{"secrets", secrets}}).body["secrets"], secrets);
    EXPECT_EQ(faulty.api.patch(path, {{"secrets", nullptr}}).body["secrets"], Json::array());
}

TEST(FaultOfRequests, ListsTheRecordsOfOtherTenants) {
    TwoDeployments faulty("list-of-another-workspace");
    const TestClient other = faulty.mock.client(faulty.workspace, faulty.workspace["other_tenant"]);
    const Json before = other.get("/v2/deployments").body["resources"];
    TwoDeployments correct("get-null-updated-at");
    const TestClient another =
        correct.mock.client(correct.workspace, correct.workspace["other_tenant"]);
    EXPECT_GE(before.size(), another.get("/v2/deployments").body["resources"].size() + 2);
}

}  // namespace
}  // namespace plumbline::mock
