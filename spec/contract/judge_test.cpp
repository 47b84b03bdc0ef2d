#include "spec/contract/judge.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kJudgedApi = R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      x-operation-kind: create
      requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Request' } } } }
      responses:
        '201':
          description: created
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
  /uploads: { post: { operationId: createUpload } }
components:
  schemas:
    Request:
      type: object
      x-rules:
        - id: tag-not-pushed
          scope: effective
          message: cannot build on push from a tag
          when: { properties: { ref: { pattern: '^refs/tags/' } }, required: [ref] }
          then: { properties: { push: { enum: [false, null] } } }
          basis: stated
          requirements: [T-TAG]
      properties:
        source: { type: string, x-only-for-hosting: { value: { git: [cloud], image: [self_hosted] } } }
        revision_source: { type: [string, 'null'] }
        name: { type: string, x-immutable: { basis: stated } }
        ref: { type: [string, 'null'], x-creates-revision: { basis: stated } }
        push: { type: [boolean, 'null'], x-only-for-sources: { value: [git] } }
        url: { type: [string, 'null'], x-settable-for-sources: { value: [image] } }
        path: { type: [string, 'null'], x-required-on-create-for-sources: { value: [git] } }
        tarball: { type: [string, 'null'], x-issued-by: { value: [createUpload] } }
        listener: { type: [string, 'null'] }
        namespace: { type: [string, 'null'], x-only-for-compute-kinds: { value: [cluster] } }
        source_config: { $ref: '#/components/schemas/Config' }
        source_revision_config:
          type: object
          properties: { image: { type: string, x-only-for-sources: { value: [image] } } }
    Config:
      type: object
      properties:
        note: { type: [string, 'null'] }
        keys: { type: array, items: { type: object, properties: { name: { type: string } } } }
        listener_id: { type: [string, 'null'] }
        spec:
          type: [object, 'null']
          x-patch-mode: { value: replace }
          properties:
            cpu: { type: [number, 'null'], x-decimals: { value: 1 } }
            cpu_limit: { type: [number, 'null'], x-default-from: { field: cpu, factor: 2 } }
            queue_cpu: { type: [number, 'null'], x-default-from: { field: cpu, factor: 1 } }
            queue_cpu_limit: { type: [number, 'null'], x-default-from: { field: queue_cpu, factor: 2 } }
            memory: { type: [integer, 'null'] }
            memory_limit: { type: [integer, 'null'], x-default-from: { field: memory, factor: 2 } }
            labels: { type: [object, 'null'], additionalProperties: { type: string } }
            volumes:
              type: [array, 'null']
              x-unique-by: { value: name }
              items: { type: object, properties: { name: { type: string } } }
            mounts:
              type: [array, 'null']
              x-key-ref: { key: name, in: /source_config/spec/volumes, to: name }
              items: { type: object, properties: { name: { type: string } } }
    Thing:
      type: object
      properties:
        id: { type: string }
        name: { type: string }
        version: { type: [string, 'null'] }
        source_config: { $ref: '#/components/schemas/Config' }
)";

const std::vector<std::string> kJudgedNames{"x-operation-kind",
                                            "x-rules",
                                            "x-only-for-hosting",
                                            "x-immutable",
                                            "x-creates-revision",
                                            "x-only-for-sources",
                                            "x-settable-for-sources",
                                            "x-required-on-create-for-sources",
                                            "x-issued-by",
                                            "x-only-for-compute-kinds",
                                            "x-patch-mode",
                                            "x-decimals",
                                            "x-default-from",
                                            "x-unique-by",
                                            "x-key-ref"};

class Rules : public ::testing::Test {
  protected:
    void SetUp() override {
        auto document = parse_yaml(kJudgedApi, "rules.yaml");
        ASSERT_THAT(document, IsOk());
        auto api = ApiDocument::load("rules", *document, {SchemaStrictness::kClosed, kJudgedNames});
        ASSERT_THAT(api, IsOk());
        api_ = *api;
        operation_ = api_->find_operation("createThing");
        facts_.issued = [](std::string_view operation, std::string_view value) {
            return operation == "createUpload" && value == "known";
        };
        facts_.compute_kind = [](std::string_view listener) {
            return std::string(listener == "L" ? "cluster" : "");
        };
    }

    /// Returns the ids of the rules that `request` breaks.
    std::vector<std::string> broken(const char* request, const char* current = nullptr) const {
        const Json held = current ? *parse_json(current) : Json();
        std::vector<std::string> ids;
        for (const RuleViolation& violation : judge_rules(
                 *operation_, *api_, *parse_json(request), current ? &held : nullptr, facts_)) {
            ids.push_back(violation.rule->id);
        }
        return ids;
    }

    Json completed(const char* record) const {
        Json json = *parse_json(record);
        complete_record(*operation_, json, facts_);
        return json;
    }

    std::shared_ptr<const ApiDocument> api_;
    const Operation* operation_ = nullptr;
    Facts facts_;
};

TEST_F(Rules, LetAGoodRequestPass) {
    EXPECT_THAT(broken(R"({"source":"git","path":"p","ref":"main","push":true,"tarball":"known"})"),
                IsEmpty());
}

struct Case {
    const char* name;
    const char* request;
    const char* current;  ///< null: create
    const char* rule;     ///< "": none
};

void PrintTo(const Case& one, std::ostream* out) {
    *out << one.name;
}

class EachRule : public Rules, public ::testing::WithParamInterface<Case> {};

TEST_P(EachRule, IsJudged) {
    const auto ids = broken(GetParam().request, GetParam().current);
    if (*GetParam().rule == '\0') {
        EXPECT_THAT(ids, IsEmpty());
    } else {
        EXPECT_THAT(ids, ElementsAre(GetParam().rule));
    }
}

constexpr const char* kGit = R"({"source":"git","name":"n","ref":"main","push":true,"path":"p"})";

INSTANTIATE_TEST_SUITE_P(
    Kinds,
    EachRule,
    ::testing::Values(
        Case{"immutable_changed", R"({"name":"m"})", kGit, "immutable:/name"},
        Case{"immutable_same", R"({"name":"n"})", kGit, ""},
        Case{"immutable_null", R"({"name":null})", kGit, ""},
        Case{"immutable_set_later",
             R"({"name":"m"})",
             R"({"source":"git","name":null})",
             "immutable:/name"},
        Case{"other_source",
             R"({"source":"other","push":false})",
             nullptr,
             "only_for_sources:/push"},
        Case{"other_source_null", R"({"source":"other","push":null})", nullptr, ""},
        Case{"not_settable",
             R"({"source":"git","path":"p","url":"u"})",
             nullptr,
             "settable_for_sources:/url"},
        Case{"missing_on_create", R"({"source":"git"})", nullptr, "required_for_sources:/path"},
        Case{"missing_in_patch", R"({})", kGit, ""},
        Case{"hosting", R"({"source":"image"})", nullptr, "only_for_hosting:/source"},
        Case{"not_issued",
             R"({"source":"other","tarball":"made up"})",
             nullptr,
             "issued_by:/tarball"},
        Case{"no_listener",
             R"({"source":"other","namespace":"x"})",
             nullptr,
             "only_for_compute_kinds:/namespace"},
        Case{"listener",
             R"({"source":"other","namespace":"x","source_config":{"listener_id":"L"}})",
             nullptr,
             ""},
        Case{"tag_in_patch", R"({"ref":"refs/tags/v1"})", kGit, "tag-not-pushed"},
        Case{"tag_and_push_off", R"({"ref":"refs/tags/v1","push":false})", kGit, ""},
        Case{"revision_source_governs",
             R"({"revision_source":"git","source_revision_config":{"image":"i"}})",
             R"({"source":"image"})",
             "only_for_sources:/source_revision_config/image"},
        Case{
            "volume_twice",
            R"({"source":"other","source_config":{"spec":{"volumes":[{"name":"a"},{"name":"a"}]}}})",
            nullptr,
            "unique_by:/source_config/spec/volumes"},
        Case{
            "mount_of_nothing",
            R"({"source":"other","source_config":{"spec":{"volumes":[{"name":"a"}],"mounts":[{"name":"b"}]}}})",
            nullptr,
            "key_ref:/source_config/spec/mounts"},
        Case{
            "mount_of_volume",
            R"({"source":"other","source_config":{"spec":{"volumes":[{"name":"a"}],"mounts":[{"name":"a"}]}}})",
            nullptr,
            ""}),
    [](const auto& param) { return std::string(param.param.name); });

TEST_F(Rules, CanBeSwitchedOffOneByOne) {
    facts_.disabled_rules.insert("required_for_sources:/path");
    EXPECT_THAT(broken(R"({"source":"git","url":"u"})"), ElementsAre("settable_for_sources:/url"));
}

TEST_F(Rules, SayWhereAndWhy) {
    const Json request{{"source", "other"}, {"push", true}};
    const auto violations = judge_rules(*operation_, *api_, request, nullptr, facts_);
    ASSERT_EQ(violations.size(), 1U);
    EXPECT_EQ(violations[0].pointer, "/push");
    EXPECT_EQ(violations[0].message, "only for source git, not for \"other\"");
}

TEST_F(Rules, NameTheFieldsThatMakeARevision) {
    EXPECT_THAT(revision_triggers(*operation_, *parse_json(R"({"ref":"main"})")),
                ElementsAre("/ref"));
    EXPECT_THAT(revision_triggers(*operation_, *parse_json(R"({"ref":null,"name":"n"})")),
                IsEmpty());
}

TEST_F(Rules, MergeAPatchWithNullAsNotSupplied) {
    const Json current = *parse_json(
        R"({"name":"n","source_config":{"note":"a","spec":{"cpu":1,"memory":5}},"version":null})");
    const Json merged = merge_patch(
        *operation_,
        current,
        *parse_json(
            R"({"name":null,"source_config":{"note":"b","unknown":1,"spec":{"cpu":2}},"extra":1,"ref":"x"})"));
    EXPECT_THAT(
        merged,
        EqualsJson(R"({"name":"n","source_config":{"note":"b","spec":{"cpu":2}},"version":null})"));
}

TEST_F(Rules, ReplaceAMapInsteadOfMergingIt) {
    const Json current = *parse_json(R"({"source_config":{"spec":{"labels":{"a":"1"}}}})");
    const Json merged = merge_patch(
        *operation_, current, *parse_json(R"({"source_config":{"spec":{"labels":{"b":"2"}}}})"));
    EXPECT_THAT(merged, EqualsJson(R"({"source_config":{"spec":{"labels":{"b":"2"}}}})"));
}

TEST_F(Rules, MergeAListByTheNamesOfItsItems) {
    const Json current =
        *parse_json(R"({"source_config":{"keys":[{"name":"a","size":1},{"name":"b","size":1}]}})");
    const Json merged = merge_patch(
        *operation_,
        current,
        *parse_json(R"({"source_config":{"keys":[{"name":"c"},{"name":"b","size":2}]}})"));
    EXPECT_THAT(merged["source_config"]["keys"],
                EqualsJson(R"([{"name":"a","size":1},{"name":"b","size":2},{"name":"c"}])"));
}

TEST_F(Rules, MergingAnEmptyPatchChangesNothing) {
    const Json current = *parse_json(kGit);
    EXPECT_EQ(merge_patch(*operation_, current, Json::object()), current);
}

TEST_F(Rules, FillDefaultsInChainsAndRound) {
    const Json record = completed(R"({"source_config":{"spec":{"cpu":0.35,"memory":512}}})");
    EXPECT_THAT(
        record["source_config"]["spec"],
        EqualsJson(R"({"cpu":0.4,"cpu_limit":0.8,"queue_cpu":0.4,"queue_cpu_limit":0.8,"memory":512,
                               "memory_limit":1024,"labels":null,"volumes":null,"mounts":null})"));
    EXPECT_TRUE(record["source_config"]["spec"]["memory_limit"].is_number_integer());
}

TEST_F(Rules, KeepAGivenValueInsteadOfTheDefault) {
    const Json record = completed(R"({"source_config":{"spec":{"cpu":1,"cpu_limit":1.5}}})");
    EXPECT_EQ(record["source_config"]["spec"]["cpu_limit"], 1.5);
    EXPECT_EQ(record["source_config"]["spec"]["queue_cpu_limit"], 2);
}

TEST_F(Rules, MaterialiseFieldsWithoutAValue) {
    EXPECT_THAT(completed(R"({"id":"i","source_config":{}})"),
                EqualsJson(R"({"id":"i","name":null,"version":null,
                               "source_config":{"note":null,"keys":null,"listener_id":null,"spec":null}})"));
}

}  // namespace
}  // namespace plumbline
