// Routing, credentials, workspaces: the stages before the action.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

constexpr const char* kUnusedId = "7d444840-9dc0-41d1-b245-5ffdce74fad2";

TEST(Routing, RefusesAnUnknownPathWith404) {
    const TestMock mock;
    EXPECT_THAT(mock.default_client().get("/v3/deployments"), HasDetail(404, ""));
    EXPECT_THAT(mock.default_client().get("/"), HasStatus(404));
    EXPECT_THAT(mock.default_client().get("/v2/deployments/"), HasStatus(404));
}

TEST(Routing, RefusesAWrongMethodWith405AndAllow) {
    const TestMock mock;
    const TestResponse refused = mock.default_client().send("PUT", "/v2/deployments");
    EXPECT_THAT(refused, HasDetail(405, ""));
    EXPECT_EQ(refused.headers.joined("Allow"), "GET, HEAD, POST");
}

TEST(Routing, RefusesAnUnknownMethodWith501) {
    const TestMock mock;
    EXPECT_THAT(mock.default_client().send("BREW", "/v2/deployments"), HasDetail(501, "BREW"));
    EXPECT_THAT(mock.default_client().send("get", "/v2/deployments"), HasDetail(501, "get"));
    EXPECT_THAT(mock.default_client().send("TRACE", "/v2/deployments"), HasStatus(405));
    EXPECT_THAT(mock.control().send("BREW", "/health"), HasStatus(501));
}

TEST(Routing, TreatsHeadAsGet) {
    const TestMock mock;
    EXPECT_THAT(mock.default_client().send("HEAD", "/v2/deployments"), HasStatus(200));
}

TEST(Routing, RefusesAnInvalidTarget) {
    const TestMock mock;
    EXPECT_THAT(mock.default_client().get("/v2/deployments/%zz"), HasStatus(400));
}

TEST(PathParameters, MustBeUuids) {
    const TestMock mock;
    EXPECT_THAT(mock.default_client().get("/v2/deployments/one"),
                HasProblemAt(R"(["path","deployment_id"])"));
    EXPECT_THAT(mock.default_client().get("/v2/deployments/123"),
                HasProblemAt(R"(["path","deployment_id"])"));
    EXPECT_THAT(
        mock.default_client().get(std::string("/v2/deployments/") + kUnusedId + "/revisions/x"),
        HasProblemAt(R"(["path","revision_id"])"));
}

TEST(PathParameters, AreValidatedTogetherWithTheBody) {
    const TestMock mock;
    const TestResponse refused =
        mock.default_client().patch("/v2/deployments/one", {{"secrets", 1}});
    EXPECT_THAT(refused, HasProblemAt(R"(["path","deployment_id"])"));
    EXPECT_THAT(refused, HasProblemAt(R"(["body","secrets"])"));
}

TEST(PathParameters, AcceptEitherCase) {
    TestWorkspace setup;
    std::string id = setup.api.post("/v2/deployments", git_host_body(setup.workspace)).id();
    std::transform(id.begin(), id.end(), id.begin(), [](char c) {
        return static_cast<char>(std::toupper(c));
    });
    EXPECT_THAT(setup.api.get("/v2/deployments/" + id), HasStatus(200));
}

TEST(Credentials, AreRequired) {
    TestWorkspace setup;
    const TestClient anonymous = setup.api.without("X-Api-Key").without("X-Tenant-Id");
    const TestResponse refused = anonymous.get("/v2/deployments");
    EXPECT_THAT(refused, HasDetail(401, "X-Api-Key"));
    EXPECT_TRUE(refused.headers.has("WWW-Authenticate"));
    EXPECT_THAT(anonymous.get("/v2/deployments/one"), HasStatus(401));
    EXPECT_THAT(setup.api.with("X-Api-Key", "unknown").get("/v2/deployments"), HasStatus(401));
}

TEST(Credentials, OccurOnce) {
    TestWorkspace setup;
    const std::string path = setup.workspace["prefix"].get<std::string>() + "/v2/deployments";
    const std::string key = setup.workspace["api_key"].get<std::string>();
    for (const char* name : {"X-Api-Key", "X-Tenant-Id"}) {
        const http::Request request{"GET", path, {{"X-Api-Key", key}, {name, ""}, {name, ""}}, ""};
        EXPECT_THAT(to_test_response(setup.mock.engine().handle(request)), HasDetail(400, name));
    }
}

TEST(Credentials, CanBeABearerTokenWithoutATenant) {
    TestWorkspace setup;
    const TestClient bearer =
        setup.api.without("X-Api-Key")
            .without("X-Tenant-Id")
            .with("Authorization", "bearer " + setup.workspace["api_key"].get<std::string>());
    EXPECT_THAT(bearer.get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(bearer.with("Authorization", "Basic abc").get("/v2/deployments"), HasStatus(401));
}

TEST(Credentials, RefuseAKeyOfAnotherTenant) {
    TestWorkspace setup;
    EXPECT_THAT(
        setup.api
            .with("X-Tenant-Id", setup.workspace["other_tenant"]["tenant_id"].get<std::string>())
            .get("/v2/deployments"),
        HasStatus(403));
}

TEST(Credentials, RefuseATenantIdAlone) {
    TestWorkspace setup;
    EXPECT_THAT(setup.api.without("X-Api-Key").get("/v2/deployments"), HasStatus(401));
}

TEST(Tenants, CannotAccessEachOthersRecords) {
    TestWorkspace setup;
    const TestClient other = setup.mock.client(setup.workspace, setup.workspace["other_tenant"]);
    const TestResponse made = setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    const std::string id = made.id();
    const std::string path = "/v2/deployments/" + id;
    const std::string revision = made.body["latest_revision_id"].get<std::string>();

    EXPECT_THAT(other.get(path), HasDetail(404, id));
    EXPECT_THAT(other.get(path + "/revisions"), HasStatus(404));
    EXPECT_THAT(other.get(path + "/revisions/" + revision), HasStatus(404));
    EXPECT_THAT(other.send("POST", path + "/upload-url"), HasStatus(404));
    EXPECT_THAT(other.send("POST", "/deployments/" + id + "/upload-url"), HasStatus(404));
    EXPECT_THAT(other.patch(path, Json::object()), HasStatus(404));
    EXPECT_THAT(other.remove(path), HasStatus(404));
    EXPECT_EQ(other.get("/v2/deployments").body["resources"].size(), 0U);
    EXPECT_THAT(setup.api.get(path), HasStatus(200));
}

TEST(Revisions, BelongToOneDeployment) {
    TestWorkspace setup;
    const TestResponse one = setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    const TestResponse two = setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    const std::string revision = one.body["latest_revision_id"].get<std::string>();
    EXPECT_THAT(setup.api.get("/v2/deployments/" + two.id() + "/revisions/" + revision),
                HasDetail(404, "Revision"));
    EXPECT_THAT(setup.api.get(std::string("/v2/deployments/") + kUnusedId + "/revisions"),
                HasDetail(404, "Deployment"));
}

TEST(Bodies, NeedAJsonContentType) {
    TestWorkspace setup;
    http::Request request{"POST",
                          setup.workspace["prefix"].get<std::string>() + "/v2/deployments",
                          {{"X-Api-Key", setup.workspace["api_key"].get<std::string>()},
                           {"Content-Type", "text/plain"}},
                          "{}"};
    EXPECT_THAT(to_test_response(setup.mock.engine().handle(request)),
                HasProblemAt(R"(["header","Content-Type"])"));
    request.headers.set("Content-Type", "application/json; charset=utf-8");
    EXPECT_THAT(to_test_response(setup.mock.engine().handle(request)), HasProblemAt(R"(["body"])"));
}

TEST(Bodies, AreReadWithoutContentCoding) {
    TestWorkspace setup;
    const auto refused =
        setup.api.with("Content-Encoding", "gzip").post("/v2/deployments", Json::object());
    EXPECT_THAT(refused, HasDetail(415, "gzip"));
    EXPECT_EQ(*refused.headers.find("Accept-Encoding"), "identity");
    EXPECT_THAT(
        setup.api.with("Content-Encoding", "Identity").post("/v2/deployments", Json::object()),
        HasStatus(422));
}

TEST(Bodies, AreRefusedIfNestedTooDeeply) {
    TestWorkspace setup;
    const std::string deep = std::string(100, '[') + std::string(100, ']');
    EXPECT_THAT(setup.api.send("POST", "/v2/deployments", deep), HasProblemAt(R"(["body"])"));
}

TEST(BasePath, IsRequiredBeforeOrAfterThePrefix) {
    EngineOptions options;
    options.access.base_path = {"api-host"};
    TestWorkspace setup(Json::object(), options);
    const std::string prefix = setup.workspace["prefix"].get<std::string>();
    const TestClient direct(
        setup.mock.engine(), "", {{"X-Api-Key", setup.workspace["api_key"].get<std::string>()}});

    EXPECT_THAT(direct.get(prefix + "/api-host/v2/deployments"), HasStatus(200));
    EXPECT_THAT(direct.get("/api-host" + prefix + "/v2/deployments"), HasStatus(200));
    EXPECT_THAT(direct.get("/api-host/v2/deployments"), HasStatus(200));
    EXPECT_THAT(direct.get("/v2/deployments"), HasStatus(404));
    EXPECT_THAT(setup.mock.control().get("/health"), HasStatus(200));
}

TEST(DefaultWorkspace, ExistsFromTheStart) {
    const TestMock mock;
    EXPECT_THAT(mock.default_client().get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(mock.default_client().get("/w/default/v2/deployments"), HasStatus(200));
}

TEST(WithoutPrefix, TenantOrKeySelectsTheWorkspace) {
    TestWorkspace setup;
    (void)setup.api.post("/v2/deployments", git_host_body(setup.workspace));
    const TestClient by_key(
        setup.mock.engine(), "", {{"X-Api-Key", setup.workspace["api_key"].get<std::string>()}});
    const auto count_of_new = [](const TestClient& client) {
        return new_records(client.get("/v2/deployments").body["resources"]).size();
    };
    EXPECT_EQ(count_of_new(by_key), 1U);
    EXPECT_EQ(
        count_of_new(by_key.with("X-Tenant-Id", setup.workspace["tenant_id"].get<std::string>())),
        1U);
    EXPECT_EQ(count_of_new(setup.mock.default_client()), 0U);
}

}  // namespace
}  // namespace plumbline::mock
