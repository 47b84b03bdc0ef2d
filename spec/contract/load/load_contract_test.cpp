#include "spec/base/testing.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/ledger.hpp"
#include "spec/contract/load/extensions.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace plumbline {
namespace {

using ::testing::IsEmpty;

class EmbeddedContract : public ::testing::Test {
  protected:
    void SetUp() override {
        auto contract = load_contract();
        ASSERT_THAT(contract, IsOk());
        contract_ = *contract;
        auto ledger = load_ledger();
        ASSERT_THAT(ledger, IsOk());
        ledger_ = *ledger;
    }

    std::shared_ptr<const Contract> contract_;
    Ledger ledger_;
};

TEST_F(EmbeddedContract, HasTheOperationsOfTheControlPlane) {
    for (const char* id : {"createDeployment",
                           "listDeployments",
                           "getDeployment",
                           "patchDeployment",
                           "deleteDeployment",
                           "listRevisions",
                           "getRevision"}) {
        EXPECT_NE(contract_->find_operation(id), nullptr) << id;
    }
}

TEST_F(EmbeddedContract, UsesOnlyKnownKeywordsWithValidValues) {
    auto extensions = load_extensions();
    ASSERT_THAT(extensions, IsOk());
    for (const auto& document : contract_->documents) {
        EXPECT_THAT(extensions->check(document->document()), IsOk()) << document->name();
    }
}

TEST_F(EmbeddedContract, HasOnlySchemasThatCompile) {
    for (const auto& document : contract_->documents) {
        for (const Operation& operation : document->operations()) {
            std::vector<std::string> pointers;
            for (const Parameter& parameter : operation.parameters)
                pointers.push_back(parameter.schema_pointer);
            if (operation.body) {
                for (const MediaType& content : operation.body->content)
                    pointers.push_back(content.schema_pointer);
            }
            for (const DeclaredResponse& response : operation.responses) {
                for (const MediaType& content : response.content) {
                    pointers.push_back(content.schema_pointer);
                    if (!content.stream) continue;
                    for (const DeclaredEvent* item : content.stream->events())
                        pointers.push_back(item->schema_pointer);
                }
            }
            for (const Rule& rule : operation.rules) {
                pointers.push_back(rule.when_pointer);
                pointers.push_back(rule.then_pointer);
            }
            for (const std::string& pointer : pointers) {
                if (!pointer.empty()) {
                    EXPECT_THAT(document->schema(pointer), IsOk()) << pointer;
                }
            }
        }
    }
}

TEST_F(EmbeddedContract, EvaluatesTheObjectsInAResourceSpecOfAResponse) {
    const auto schema =
        contract_->find_document("control_plane")->schema("/components/schemas/ResourceSpec");
    ASSERT_THAT(schema, IsOk());
    EXPECT_TRUE(schema->accepts(json_of(R"({
        "volumes": [{"name": "data", "emptyDir": {}, "csi": null}],
        "volume_mounts": [{"name": "data", "mountPath": "/data", "readOnly": null}],
        "init_containers": null,
        "sidecars": [{"name": "a", "image": "i", "env": [{"name": "A", "value": ""}],
                      "command": ["x"], "resources": {"limits": {"cpu": "1"}}}]})")));
    for (const char* bad :
         {R"({"image_pull_secrets": [{}]})",
          R"({"volumes": [{"name": 7}]})",
          R"({"volumes": [{"name": "data", "emptyDir": "no"}]})",
          R"({"volume_mounts": [{"name": "data"}]})",
          R"({"volume_mounts": [{"name": "a", "mountPath": "/", "readOnly": 1}]})",
          R"({"init_containers": [{"name": "a"}]})",
          R"({"sidecars": [{"name": "a", "image": "i", "command": "x"}]})",
          R"({"sidecars": [{"name": "a", "image": "i", "restartPolicy": "No"}]})",
          R"({"sidecars": [{"name": "a", "image": "i", "env": [{}]}]})",
          R"({"sidecars": [{"name": "a", "image": "i",
                                              "resources": {"limits": {"cpu": 1}}}]})"}) {
        EXPECT_FALSE(schema->accepts(json_of(bad))) << bad;
    }
}

// Programs do not check the embedded documents when they start; this test justifies that.
TEST_F(EmbeddedContract, HasOnlySchemasThatPassTheChecksOfLoading) {
    auto extensions = load_extensions();
    ASSERT_THAT(extensions, IsOk());
    const ApiOptions options{SchemaStrictness::kClosed, extensions->names()};
    for (const auto& document : contract_->documents) {
        EXPECT_THAT(ApiDocument::load(document->name(), document->document(), options), IsOk());
    }
}

TEST_F(EmbeddedContract, RefersOnlyToRequirementsInTheLedger) {
    std::set<std::string> unknown;
    const auto look = [&](const std::vector<std::string>& ids) {
        for (const std::string& id : ids) {
            if (!ledger_.find(id)) unknown.insert(id);
        }
    };
    for (const auto& document : contract_->documents) {
        for (const Operation& operation : document->operations()) {
            look(operation.requirements);
            look(operation.path_requirements);
            look(operation.message_requirements);
            if (operation.body) look(operation.body->requirements);
            for (const FieldRequirement& one : operation.request_requirements) look({one.id});
            for (const Parameter& parameter : operation.parameters) look(parameter.requirements);
            for (const DeclaredResponse& response : operation.responses) {
                look(response.requirements);
                look(response.content_requirements);
                look(response.schema_requirements);
            }
            for (const Rule& rule : operation.rules) look(rule.requirements);
            for (const HistoryRule& rule : operation.history) look(rule.requirements);
        }
    }
    EXPECT_THAT(unknown, IsEmpty());
}

TEST(Extensions, SuggestTheNearestKnownKeyword) {
    auto extensions = load_extensions();
    ASSERT_THAT(extensions, IsOk());
    auto document = parse_yaml("a:\n  x-imutable: { basis: stated }\n", "api.yaml");
    ASSERT_THAT(document, IsOk());
    const auto checked = extensions->check(*document);
    EXPECT_THAT(checked, FailsWith("api.yaml:2:"));
    EXPECT_THAT(checked, FailsWith("did you mean \"x-immutable\"?"));
}

}  // namespace
}  // namespace plumbline
