// Routing, credentials, workspaces: what happens before an operation.

#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

constexpr const char* kNobodysId = "7d444840-9dc0-41d1-b245-5ffdce74fad2";

TEST(Routing, AnswersAnUnknownPathWith404) {
    const Mock mock;
    EXPECT_THAT(mock.anyone().get("/v3/deployments"), HasDetail(404, ""));
    EXPECT_THAT(mock.anyone().get("/"), HasStatus(404));
    EXPECT_THAT(mock.anyone().get("/v2/deployments/"), HasStatus(404));
}

TEST(Routing, AnswersAWrongMethodWith405AndAllow) {
    const Mock mock;
    const Answer refused = mock.anyone().send("PUT", "/v2/deployments");
    EXPECT_THAT(refused, HasDetail(405, ""));
    EXPECT_EQ(refused.headers.joined("Allow"), "GET, HEAD, POST");
}

TEST(Routing, TakesHeadAsGet) {
    const Mock mock;
    EXPECT_THAT(mock.anyone().send("HEAD", "/v2/deployments"), HasStatus(200));
}

TEST(Routing, RefusesABadTarget) {
    const Mock mock;
    EXPECT_THAT(mock.anyone().get("/v2/deployments/%zz"), HasStatus(400));
}

TEST(PathParameters, MustBeUuids) {
    const Mock mock;
    EXPECT_THAT(mock.anyone().get("/v2/deployments/one"),
                HasProblemAt(R"(["path","deployment_id"])"));
    EXPECT_THAT(mock.anyone().get("/v2/deployments/123"),
                HasProblemAt(R"(["path","deployment_id"])"));
    EXPECT_THAT(mock.anyone().get(std::string("/v2/deployments/") + kNobodysId + "/revisions/x"),
                HasProblemAt(R"(["path","revision_id"])"));
}

TEST(PathParameters, AreJudgedTogetherWithTheBody) {
    const Mock mock;
    const Answer refused = mock.anyone().patch("/v2/deployments/one", {{"secrets", 1}});
    EXPECT_THAT(refused, HasProblemAt(R"(["path","deployment_id"])"));
    EXPECT_THAT(refused, HasProblemAt(R"(["body","secrets"])"));
}

TEST(PathParameters, TakeEitherCase) {
    Place place;
    std::string id = place.api.post("/v2/deployments", git_host_body(place.workspace)).id();
    std::transform(id.begin(), id.end(), id.begin(), [](char c) {
        return static_cast<char>(std::toupper(c));
    });
    EXPECT_THAT(place.api.get("/v2/deployments/" + id), HasStatus(200));
}

TEST(Credentials, AreNeeded) {
    Place place;
    const Caller nobody = place.api.without("X-Api-Key").without("X-Tenant-Id");
    const Answer refused = nobody.get("/v2/deployments");
    EXPECT_THAT(refused, HasDetail(401, "X-Api-Key"));
    EXPECT_TRUE(refused.headers.has("WWW-Authenticate"));
    EXPECT_THAT(nobody.get("/v2/deployments/one"), HasStatus(401));
    EXPECT_THAT(place.api.with("X-Api-Key", "unknown").get("/v2/deployments"), HasStatus(401));
}

TEST(Credentials, MayBeABearerTokenAndNeedNoTenant) {
    Place place;
    const Caller bearer =
        place.api.without("X-Api-Key")
            .without("X-Tenant-Id")
            .with("Authorization", "bearer " + place.workspace["api_key"].get<std::string>());
    EXPECT_THAT(bearer.get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(bearer.with("Authorization", "Basic abc").get("/v2/deployments"), HasStatus(401));
}

TEST(Credentials, RefuseAKeyOfAnotherTenant) {
    Place place;
    EXPECT_THAT(place.api.with("X-Tenant-Id", place.workspace["other_tenant"]["tenant_id"])
                    .get("/v2/deployments"),
                HasStatus(403));
}

TEST(Credentials, RefuseATenantIdAlone) {
    Place place;
    EXPECT_THAT(place.api.without("X-Api-Key").get("/v2/deployments"), HasStatus(401));
}

TEST(Tenants, DoNotSeeOneAnother) {
    Place place;
    const Caller other = place.mock.caller(place.workspace, place.workspace["other_tenant"]);
    const Answer made = place.api.post("/v2/deployments", git_host_body(place.workspace));
    const std::string id = made.id();
    const std::string path = "/v2/deployments/" + id;
    const std::string revision = made.body["latest_revision_id"];

    EXPECT_THAT(other.get(path), HasDetail(404, id));
    EXPECT_THAT(other.get(path + "/revisions"), HasStatus(404));
    EXPECT_THAT(other.get(path + "/revisions/" + revision), HasStatus(404));
    EXPECT_THAT(other.send("POST", path + "/upload-url"), HasStatus(404));
    EXPECT_THAT(other.send("POST", "/deployments/" + id + "/upload-url"), HasStatus(404));
    EXPECT_THAT(other.patch(path, Json::object()), HasStatus(404));
    EXPECT_THAT(other.remove(path), HasStatus(404));
    EXPECT_EQ(other.get("/v2/deployments").body["resources"].size(), 0U);
    EXPECT_THAT(place.api.get(path), HasStatus(200));
}

TEST(Revisions, BelongToOneDeployment) {
    Place place;
    const Answer one = place.api.post("/v2/deployments", git_host_body(place.workspace));
    const Answer two = place.api.post("/v2/deployments", git_host_body(place.workspace));
    const std::string revision = one.body["latest_revision_id"];
    EXPECT_THAT(place.api.get("/v2/deployments/" + two.id() + "/revisions/" + revision),
                HasDetail(404, "Revision"));
    EXPECT_THAT(place.api.get(std::string("/v2/deployments/") + kNobodysId + "/revisions"),
                HasDetail(404, "Deployment"));
}

TEST(Bodies, NeedAJsonContentType) {
    Place place;
    http::Request request{
        "POST",
        place.workspace["prefix"].get<std::string>() + "/v2/deployments",
        {{"X-Api-Key", place.workspace["api_key"]}, {"Content-Type", "text/plain"}},
        "{}"};
    EXPECT_THAT(to_answer(place.mock.engine().answer(request)),
                HasProblemAt(R"(["header","Content-Type"])"));
    request.headers.set("Content-Type", "application/json; charset=utf-8");
    EXPECT_THAT(to_answer(place.mock.engine().answer(request)), HasProblemAt(R"(["body"])"));
}

TEST(Bodies, AreRefusedWhenNestedTooDeep) {
    Place place;
    const std::string deep = std::string(100, '[') + std::string(100, ']');
    EXPECT_THAT(place.api.send("POST", "/v2/deployments", deep), HasProblemAt(R"(["body"])"));
}

TEST(BasePath, IsNeededAndStandsOnEitherSideOfThePrefix) {
    Assembly assembly;
    assembly.settings.base_path = {"api-host"};
    Place place(Json::object(), assembly);
    const std::string prefix = place.workspace["prefix"];
    const Caller direct(place.mock.engine(), "", {{"X-Api-Key", place.workspace["api_key"]}});

    EXPECT_THAT(direct.get(prefix + "/api-host/v2/deployments"), HasStatus(200));
    EXPECT_THAT(direct.get("/api-host" + prefix + "/v2/deployments"), HasStatus(200));
    EXPECT_THAT(direct.get("/api-host/v2/deployments"), HasStatus(200));
    EXPECT_THAT(direct.get("/v2/deployments"), HasStatus(404));
    EXPECT_THAT(place.mock.control().get("/health"), HasStatus(200));
}

TEST(DefaultWorkspace, IsThereFromTheStart) {
    const Mock mock;
    EXPECT_THAT(mock.anyone().get("/v2/deployments"), HasStatus(200));
    EXPECT_THAT(mock.anyone().get("/w/default/v2/deployments"), HasStatus(200));
}

TEST(WithoutPrefix, TenantOrKeyChoosesTheWorkspace) {
    Place place;
    (void)place.api.post("/v2/deployments", git_host_body(place.workspace));
    const Caller by_key(place.mock.engine(), "", {{"X-Api-Key", place.workspace["api_key"]}});
    EXPECT_EQ(by_key.get("/v2/deployments").body["resources"].size(), 1U);
    EXPECT_EQ(by_key.with("X-Tenant-Id", place.workspace["tenant_id"])
                  .get("/v2/deployments")
                  .body["resources"]
                  .size(),
              1U);
    EXPECT_EQ(place.mock.anyone().get("/v2/deployments").body["resources"].size(), 0U);
}

}  // namespace
}  // namespace plumbline::mock
