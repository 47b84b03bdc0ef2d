// Every field with a value of a wrong type or format: the response must name that field. The rows
// are the tables of the description, written by hand; the body to which they are applied has every
// field.

#include "mock_server/engine/testing.hpp"
#include "spec/bodies/body_fixtures.hpp"
#include "spec/json/pointer.hpp"

namespace plumbline::mock {
namespace {

/// A self-hosted workspace, and a body with every field it accepts.
struct SelfHostedWorkspace : TestWorkspace {
    SelfHostedWorkspace() : TestWorkspace(Json{{"world", "self_hosted"}}) {
        const auto fixtures = load_body_fixtures("fixtures/bodies");
        EXPECT_THAT(fixtures, IsOk());
        everything = *fixtures->bases.at("createDeployment/everything").body;
        everything["source_config"]["listener_id"] =
            workspace["sources"]["external_container"]["listener_id"];
    }

    [[nodiscard]] TestResponse create(const Json& body) const {
        return api.post("/v2/deployments", body);
    }

    Json everything;
};

/// Returns the loc of a 422 for `pointer` in the body.
std::string loc_of(const std::string& pointer) {
    Json loc = Json::array({"body"});
    const auto parsed = JsonPointer::parse(pointer);
    for (const std::string& token : parsed->tokens()) {
        const bool is_index = token.find_first_not_of("0123456789") == std::string::npos;
        loc.push_back(is_index ? Json(std::stoi(token)) : Json(token));
    }
    return loc.dump();
}

struct WrongValue {
    Json value;
    std::vector<const char*> pointers;
};

constexpr const char* kSpec = "/source_config/resource_spec/";

void expect_refusals(const WrongValue& wrong, const std::string& prefix = "") {
    const SelfHostedWorkspace setup;
    for (const char* end : wrong.pointers) {
        const std::string pointer = prefix + end;
        Json body = setup.everything;
        ASSERT_TRUE(find(body, std::string_view(pointer))) << pointer;
        ASSERT_TRUE(set_at(body, *JsonPointer::parse(pointer), Json(wrong.value))) << pointer;
        EXPECT_THAT(setup.create(body), HasProblemAt(loc_of(pointer))) << pointer;
    }
}

TEST(Types, OfTheCompleteBodyAreValid) {
    const SelfHostedWorkspace setup;
    EXPECT_THAT(setup.create(setup.everything), HasStatus(201));
}

TEST(Types, OfTextsAreEnforced) {
    expect_refusals({7,
                     {"/name",
                      "/source",
                      "/source_config/custom_url",
                      "/source_config/install_command",
                      "/source_config/build_command",
                      "/source_config/listener_config/cluster_namespace",
                      "/source_revision_config/image_uri",
                      "/secrets/0/name",
                      "/secrets/0/value",
                      "/secret_references/1/name",
                      "/secret_references/1/secret_name",
                      "/secret_references/1/secret_key"}});
    expect_refusals({7,
                     {"labels/team",
                      "annotations/example.org~1owner",
                      "service_account_name",
                      "image_pull_secrets/1/name",
                      "volumes/0/name",
                      "volume_mounts/0/name",
                      "volume_mounts/0/mountPath",
                      "volume_mounts/0/subPath",
                      "volume_mounts/0/mountPropagation",
                      "volume_mounts/1/subPathExpr"}},
                    kSpec);
}

TEST(Types, OfTextsInContainersAreEnforced) {
    for (const char* containers : {"init_containers/0/", "sidecars/0/"}) {
        expect_refusals({7,
                         {"name",
                          "image",
                          "imagePullPolicy",
                          "command/0",
                          "args/1",
                          "workingDir",
                          "env/0/name",
                          "env/0/value",
                          "resources/limits/cpu",
                          "resources/requests/cpu",
                          "volumeMounts/0/name",
                          "volumeMounts/0/mountPath",
                          "volumeMounts/0/subPath",
                          "volumeMounts/0/mountPropagation",
                          "volumeMounts/1/subPathExpr"}},
                        std::string(kSpec) + containers);
    }
}

TEST(Types, OfIntegersAreEnforced) {
    for (const Json& wrong : {Json(1.5), Json("1")}) {
        expect_refusals({wrong,
                         {"min_scale",
                          "max_scale",
                          "memory_mb",
                          "memory_limit_mb",
                          "queue_min_scale",
                          "queue_max_scale",
                          "queue_memory_mb",
                          "queue_memory_limit_mb",
                          "cache_memory_mb",
                          "cache_memory_limit_mb",
                          "db_memory_mb",
                          "db_memory_limit_mb",
                          "db_storage_gi",
                          "db_max_connections"}},
                        kSpec);
    }
}

TEST(Types, OfNumbersAreEnforced) {
    expect_refusals({"1",
                     {"cpu",
                      "cpu_limit",
                      "queue_cpu",
                      "queue_cpu_limit",
                      "cache_cpu",
                      "cache_cpu_limit",
                      "db_cpu",
                      "db_cpu_limit"}},
                    kSpec);
}

TEST(Types, OfObjectsAreEnforced) {
    expect_refusals({Json::array(), {"/source_config", "/source_revision_config"}});
    expect_refusals({"x", {"/source_config/resource_spec", "/source_config/listener_config"}});
    expect_refusals({"x",
                     {"labels",
                      "annotations",
                      "image_pull_secrets/0",
                      "volumes/0",
                      "volumes/0/emptyDir",
                      "volumes/1/configMap",
                      "volumes/2/secret",
                      "volumes/3/persistentVolumeClaim",
                      "volumes/4/nfs",
                      "volumes/5/projected",
                      "volumes/6/downwardAPI",
                      "volumes/7/csi",
                      "volume_mounts/0",
                      "init_containers/0",
                      "sidecars/0",
                      "sidecars/0/env/0",
                      "sidecars/0/env/2/valueFrom",
                      "sidecars/0/envFrom/0",
                      "sidecars/0/resources",
                      "sidecars/0/resources/limits",
                      "sidecars/0/resources/requests",
                      "sidecars/0/volumeMounts/0",
                      "sidecars/0/securityContext"}},
                    kSpec);
}

TEST(Types, OfArraysAreEnforced) {
    expect_refusals({Json::object(), {"/secrets", "/secret_references"}});
    expect_refusals({Json::object(),
                     {"image_pull_secrets",
                      "volumes",
                      "volume_mounts",
                      "init_containers",
                      "sidecars",
                      "sidecars/0/command",
                      "sidecars/0/args",
                      "sidecars/0/env",
                      "sidecars/0/envFrom",
                      "sidecars/0/volumeMounts"}},
                    kSpec);
}

TEST(Types, OfBooleansAreEnforced) {
    expect_refusals({"true", {"volume_mounts/0/readOnly", "sidecars/0/volumeMounts/0/readOnly"}},
                    kSpec);
}

TEST(Formats, OfNamesAreEnforced) {
    for (const char* wrong : {"Upper", "-dash", "dash-", "a.b", ""}) {
        expect_refusals({wrong, {"volumes/7/name", "sidecars/1/name"}}, kSpec);
    }
    for (const char* wrong : {"1ST", "WITH-DASH", "A B", ""}) {
        expect_refusals({wrong, {"init_containers/0/env/0/name", "sidecars/0/env/0/name"}}, kSpec);
    }
}

TEST(Formats, OfEnumeratedTextsAreEnforced) {
    expect_refusals({"always", {"sidecars/0/imagePullPolicy", "sidecars/0/restartPolicy"}}, kSpec);
    expect_refusals({"Never", {"sidecars/0/restartPolicy"}}, kSpec);
}

/// Every member of resource_spec may be null, and so may the members of source_config.
TEST(Nulls, AreAcceptedForEveryNullableField) {
    const SelfHostedWorkspace setup;
    Json body = setup.everything;
    for (auto& [name, value] : body["source_config"]["resource_spec"].items()) value = nullptr;
    EXPECT_THAT(setup.create(body), HasStatus(201));
    body["secret_references"] = nullptr;
    body["source_config"]["listener_config"]["cluster_namespace"] = nullptr;
    EXPECT_THAT(setup.create(body), HasStatus(201));
    for (const char* name :
         {"custom_url", "resource_spec", "listener_config", "install_command", "build_command"})
        body["source_config"][name] = nullptr;
    body["source_revision_config"]["image_uri"] = nullptr;
    EXPECT_THAT(setup.create(body), HasStatus(201));
}

}  // namespace
}  // namespace plumbline::mock
