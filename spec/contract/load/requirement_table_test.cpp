#include "spec/contract/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const char* kAppliedApi = R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths: {}
components:
  schemas:
    Page:
      x-requirements: [T-PAGE]
      anyOf:
        - { type: array, items: { $ref: '#/components/schemas/Thing' } }
        - { type: object, required: [things], properties: { things: { type: array, items: { $ref: '#/components/schemas/Thing' } } } }
    Thing:
      type: object
      required: [id]
      x-requirements: [T-THING]
      properties:
        id: { type: string, x-requirements: [T-ID] }
        size: { type: [integer, 'null'], x-requirements: [T-SIZE] }
        tags: { type: array, x-requirements: [T-TAGS], items: { type: string, x-requirements: [T-TAG] } }
        errors: { type: object, x-requirements: [T-ERRORS], additionalProperties: { type: string, x-requirements: [T-ERROR] } }
        pair: { type: array, prefixItems: [ { type: string, x-requirements: [T-LEFT] }, { type: string, x-requirements: [T-RIGHT] } ] }
        part:
          x-requirements: [T-PART]
          anyOf: [ { type: object, required: [a], x-requirements: [T-PART-A] }, { type: object, required: [b], x-requirements: [T-PART-B] } ]
      allOf:
        - x-requirements: [T-WHEN-BIG]
          if: { required: [size], properties: { size: { type: integer, minimum: 100 } } }
          then: { required: [tags] }
)";

std::vector<std::string> applied_to(std::string_view schema, std::string_view value) {
    static const auto api = ApiDocument::load(
        "t", *parse_yaml(kAppliedApi, "t.yaml"), {SchemaStrictness::kClosed, {"x-requirements"}});
    EXPECT_THAT(api, IsOk());
    return (*api)->applied_requirements("/components/schemas/" + std::string(schema),
                                        json_of(value));
}

TEST(AppliedRequirements, AreThoseOfThePresentMembers) {
    EXPECT_THAT(applied_to("Thing", R"({"id":"a"})"), ElementsAre("T-ID", "T-THING"));
    EXPECT_THAT(applied_to("Thing", R"({"id":"a","size":7})"),
                ElementsAre("T-ID", "T-SIZE", "T-THING"));
}

TEST(AppliedRequirements, OmitThoseOfNull) {
    EXPECT_THAT(applied_to("Thing", R"({"id":"a","size":null})"), ElementsAre("T-ID", "T-THING"));
}

TEST(AppliedRequirements, OmitThoseOfAnEmptyListAndAnEmptyMap) {
    EXPECT_THAT(applied_to("Thing", R"({"tags":[],"errors":{}})"), ElementsAre("T-THING"));
    EXPECT_THAT(applied_to("Thing", R"({"tags":["x"],"errors":{"retry_0":"why"}})"),
                ElementsAre("T-ERROR", "T-ERRORS", "T-TAG", "T-TAGS", "T-THING"));
}

TEST(AppliedRequirements, AreThoseOfTheItemsOfAList) {
    EXPECT_THAT(applied_to("Page", "[]"), ElementsAre("T-PAGE"));
    EXPECT_THAT(applied_to("Page", R"({"things":[]})"), ElementsAre("T-PAGE"));
    EXPECT_THAT(applied_to("Page", R"([{"id":"a"}])"), ElementsAre("T-ID", "T-PAGE", "T-THING"));
    EXPECT_THAT(applied_to("Page", R"({"things":[{"id":"a"}, {"id":"b","size":1}]})"),
                ElementsAre("T-ID", "T-PAGE", "T-SIZE", "T-THING"));
}

TEST(AppliedRequirements, AreThoseOfTheExistingHalfOfAPair) {
    EXPECT_THAT(applied_to("Thing", R"({"pair":["x"]})"), ElementsAre("T-LEFT", "T-THING"));
}

TEST(AppliedRequirements, AreThoseOfMatchingBranches) {
    EXPECT_THAT(applied_to("Thing", R"({"part":{"b":1}})"),
                ElementsAre("T-PART", "T-PART-B", "T-THING"));
    EXPECT_THAT(applied_to("Thing", R"({"size":100})"),
                ElementsAre("T-SIZE", "T-THING", "T-WHEN-BIG"));
}

TEST(AppliedRequirements, AreNoneWithoutASchema) {
    EXPECT_THAT(applied_to("Nothing", "{}"), IsEmpty());
}

}  // namespace
}  // namespace plumbline
