#include "spec/base/testing.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/ledger.hpp"
#include "spec/contract/vocabulary.hpp"
#include "spec/embedded/embedded.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace plumbline {
namespace {

using ::testing::IsEmpty;

class OurContract : public ::testing::Test {
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

TEST_F(OurContract, HasTheControlPlanesOperations) {
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

TEST_F(OurContract, UsesOnlyKnownKeywordsOfTheRightShape) {
    auto vocabulary = load_vocabulary();
    ASSERT_THAT(vocabulary, IsOk());
    for (const auto& document : contract_->documents) {
        EXPECT_THAT((*vocabulary)->check(document->document()), IsOk()) << document->name();
    }
}

TEST_F(OurContract, HasSchemasThatAllCompile) {
    for (const auto& document : contract_->documents) {
        for (const Operation& operation : document->operations()) {
            std::vector<std::string> pointers;
            for (const Parameter& parameter : operation.parameters)
                pointers.push_back(parameter.schema_pointer);
            if (operation.body) {
                for (const Content& content : operation.body->content)
                    pointers.push_back(content.schema_pointer);
            }
            for (const DeclaredResponse& response : operation.responses) {
                for (const Content& content : response.content) {
                    pointers.push_back(content.schema_pointer);
                    if (!content.stream) continue;
                    for (const StreamItem* item : content.stream->items())
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

TEST_F(OurContract, JudgesTheObjectsInsideAResourceSpecOfAnAnswer) {
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

// At the start of a program the embedded documents are trusted; this is why they may be.
TEST_F(OurContract, HasSchemasThatALoadWouldNotRefuse) {
    auto vocabulary = load_vocabulary();
    ASSERT_THAT(vocabulary, IsOk());
    const ApiOptions options{SchemaStrictness::kClosed, (*vocabulary)->names()};
    for (const auto& document : contract_->documents) {
        EXPECT_THAT(ApiDocument::load(document->name(), document->document(), options), IsOk());
    }
}

TEST_F(OurContract, NamesOnlyRequirementsThatTheLedgerHas) {
    std::set<std::string> unknown;
    const auto look = [&](const std::vector<std::string>& ids) {
        for (const std::string& id : ids) {
            if (!ledger_.find(id)) unknown.insert(id);
        }
    };
    for (const auto& document : contract_->documents) {
        for (const Operation& operation : document->operations()) {
            look(operation.requirements);
            if (operation.body) look(operation.body->requirements);
            for (const FieldRequirement& one : operation.request_requirements) look({one.id});
            for (const Parameter& parameter : operation.parameters) look(parameter.requirements);
            for (const DeclaredResponse& response : operation.responses) {
                look(response.requirements);
                look(response.schema_requirements);
            }
            for (const Rule& rule : operation.rules) look(rule.requirements);
            for (const HistoryRule& rule : operation.history) look(rule.requirements);
        }
    }
    EXPECT_THAT(unknown, IsEmpty());
}

TEST(Vocabulary, NamesTheNearestKnownKeyword) {
    auto vocabulary = load_vocabulary();
    ASSERT_THAT(vocabulary, IsOk());
    auto document = parse_yaml("a:\n  x-imutable: { basis: stated }\n", "api.yaml");
    ASSERT_THAT(document, IsOk());
    const auto checked = (*vocabulary)->check(*document);
    EXPECT_THAT(checked, FailsWith("api.yaml:2:"));
    EXPECT_THAT(checked, FailsWith("did you mean \"x-immutable\"?"));
}

}  // namespace
}  // namespace plumbline
