// Every field with a value of a wrong type or form: the answer must name that field. The rows are
// the tables of the description, written by hand; the body that they spoil holds all that may be
// sent.

#include "mock_server/engine/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/pointer.hpp"

namespace plumbline::mock {
namespace {

constexpr const char* kEverything =
    "fixtures/bodies/valid/createDeployment/everything.external_container.json";

/// A self-hosted workspace, and a body with all that may be sent to it.
struct SelfHosted : Place {
    SelfHosted() : Place(Json{{"world", "self_hosted"}}) {
        const auto document = load_document(kEverything);
        EXPECT_THAT(document, IsOk());
        everything = (*document->root)["body"];
        everything["source_config"]["listener_id"] =
            workspace["sources"]["external_container"]["listener_id"];
    }

    [[nodiscard]] Answer create(const Json& body) const {
        return api.post("/v2/deployments", body);
    }

    Json everything;
};

/// Returns the loc of a 422 that means `pointer` of the body.
std::string loc_of(const std::string& pointer) {
    Json loc = Json::array({"body"});
    const auto parsed = JsonPointer::parse(pointer);
    for (const std::string& token : parsed->tokens()) {
        const bool is_index = token.find_first_not_of("0123456789") == std::string::npos;
        loc.push_back(is_index ? Json(std::stoi(token)) : Json(token));
    }
    return loc.dump();
}

struct Spoilt {
    Json value;
    std::vector<const char*> pointers;
};

constexpr const char* kSpec = "/source_config/resource_spec/";

void expect_refusals(const Spoilt& spoilt, const std::string& prefix = "") {
    const SelfHosted place;
    for (const char* end : spoilt.pointers) {
        const std::string pointer = prefix + end;
        Json body = place.everything;
        ASSERT_TRUE(find(body, std::string_view(pointer))) << pointer;
        ASSERT_TRUE(set_at(body, *JsonPointer::parse(pointer), Json(spoilt.value))) << pointer;
        EXPECT_THAT(place.create(body), HasProblemAt(loc_of(pointer))) << pointer;
    }
}

TEST(Types, OfTheWholeBodyAreRight) {
    const SelfHosted place;
    EXPECT_THAT(place.create(place.everything), HasStatus(201));
}

TEST(Types, OfTextsAreHeld) {
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

TEST(Types, OfTextsInContainersAreHeld) {
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

TEST(Types, OfIntegersAreHeld) {
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

TEST(Types, OfNumbersAreHeld) {
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

TEST(Types, OfObjectsAreHeld) {
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

TEST(Types, OfArraysAreHeld) {
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

TEST(Types, OfBooleansAreHeld) {
    expect_refusals({"true", {"volume_mounts/0/readOnly", "sidecars/0/volumeMounts/0/readOnly"}},
                    kSpec);
}

TEST(Forms, OfNamesAreHeld) {
    for (const char* wrong : {"Upper", "-dash", "dash-", "a.b", ""}) {
        expect_refusals({wrong, {"volumes/7/name", "sidecars/1/name"}}, kSpec);
    }
    for (const char* wrong : {"1ST", "WITH-DASH", "A B", ""}) {
        expect_refusals({wrong, {"init_containers/0/env/0/name", "sidecars/0/env/0/name"}}, kSpec);
    }
}

TEST(Forms, OfEnumeratedTextsAreHeld) {
    expect_refusals({"always", {"sidecars/0/imagePullPolicy", "sidecars/0/restartPolicy"}}, kSpec);
    expect_refusals({"Never", {"sidecars/0/restartPolicy"}}, kSpec);
}

/// Every member below resource_spec may be null, and so may the members of source_config.
TEST(Nulls, AreTakenInPlaceOfEveryNullableField) {
    const SelfHosted place;
    Json body = place.everything;
    for (auto& [name, value] : body["source_config"]["resource_spec"].items()) value = nullptr;
    EXPECT_THAT(place.create(body), HasStatus(201));
    body["secret_references"] = nullptr;
    body["source_config"]["listener_config"]["cluster_namespace"] = nullptr;
    EXPECT_THAT(place.create(body), HasStatus(201));
    for (const char* name :
         {"custom_url", "resource_spec", "listener_config", "install_command", "build_command"})
        body["source_config"][name] = nullptr;
    body["source_revision_config"]["image_uri"] = nullptr;
    EXPECT_THAT(place.create(body), HasStatus(201));
}

}  // namespace
}  // namespace plumbline::mock
