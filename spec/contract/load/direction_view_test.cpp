#include "spec/contract/load/direction_view.hpp"

#include "spec/json/parse.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// Returns the view of a document with the schemas `S` and others in components.
Document view_of(const std::string& schemas,
                 MessageDirection direction = MessageDirection::kResponse) {
    return direction_view(
        parse_document(R"({"openapi": "3.1.0", "components": {"schemas": )" + schemas + "}}",
                       "api.json")
            .value(),
        direction);
}

std::vector<std::string> required_at(const Document& view, const std::string& pointer) {
    const Json* found = find(*view.root, "/components/schemas" + pointer + "/required");
    return found ? found->get<std::vector<std::string>>() : std::vector<std::string>{"absent"};
}

constexpr const char* kSecret = R"({"pw": {"writeOnly": true}, "name": {"type": "string"}})";

TEST(DirectionView, RequiresNoWriteOnlyProperty) {
    const auto view = view_of(R"({"S": {"required": ["pw", "name"], "properties": )" +
                              std::string(kSecret) + "}}");
    EXPECT_THAT(required_at(view, "/S"), ElementsAre("name"));
}

TEST(DirectionView, RequiresNoReadOnlyPropertyInRequests) {
    const std::string schemas = R"({"S": {"required": ["id", "pw"], "properties":
        {"id": {"readOnly": true}, "pw": {"writeOnly": true}}}})";
    EXPECT_THAT(required_at(view_of(schemas, MessageDirection::kRequest), "/S"), ElementsAre("pw"));
    EXPECT_THAT(required_at(view_of(schemas, MessageDirection::kResponse), "/S"),
                ElementsAre("id"));
}

TEST(DirectionView, FollowsReferences) {
    const auto view = view_of(R"({
        "S": {"required": ["pw"], "properties": {"pw": {"$ref": "#/components/schemas/P"}}},
        "P": {"$ref": "#/components/schemas/Q"}, "Q": {"writeOnly": true},
        "Loop": {"required": ["a"], "properties": {"a": {"$ref": "#/components/schemas/L"}}},
        "L": {"$ref": "#/components/schemas/L"}})");
    EXPECT_THAT(required_at(view, "/S"), IsEmpty());
    EXPECT_THAT(required_at(view, "/Loop"), ElementsAre("a"));
}

TEST(DirectionView, CombinesThePartsOfOneValue) {
    const auto view = view_of(R"({
        "B": {"properties": {"pw": {"writeOnly": true}}},
        "S": {"allOf": [{"$ref": "#/components/schemas/B"}, {"required": ["pw", "name"]}]},
        "T": {"anyOf": [{"required": ["pw"]}], "properties": {"pw": {"writeOnly": true}}},
        "U": {"properties": {"pw": {"writeOnly": true}, "inner": {"required": ["pw"]}}}})");
    EXPECT_THAT(required_at(view, "/S/allOf/1"), ElementsAre("name"));
    EXPECT_THAT(required_at(view, "/T/anyOf/0"), IsEmpty());
    // Another value: the property of the same name is another one.
    EXPECT_THAT(required_at(view, "/U/properties/inner"), ElementsAre("pw"));
}

TEST(DirectionView, RelaxesAReferencedPartThatRequiresThePropertyOfAnother) {
    const auto view = view_of(R"({
        "R": {"required": ["pw", "name"]}, "Far": {"$ref": "#/components/schemas/R"},
        "Other": {"required": ["pw"]},
        "S": {"allOf": [{"properties": {"pw": {"writeOnly": true}}},
                        {"$ref": "#/components/schemas/Far"}],
              "properties": {"inner": {"$ref": "#/components/schemas/Other"}}}})");
    EXPECT_THAT(required_at(view, "/R"), ElementsAre("name"));
    EXPECT_THAT(required_at(view, "/Other"), ElementsAre("pw"));
}

TEST(DirectionView, ReachesNestedSchemas) {
    const auto view = view_of(R"({"S": {"items": {"properties": {"a": {"required": ["pw"],
        "properties": {"pw": {"writeOnly": true}}}}}}})");
    EXPECT_THAT(required_at(view, "/S/items/properties/a"), IsEmpty());
}

TEST(DirectionView, IsTheDocumentIfNothingIsWriteOnly) {
    const auto document =
        parse_document(
            R"({"openapi": "3.1.0", "components": {"schemas": {"S": {"required": ["a"]}}}})",
            "api.json")
            .value();
    EXPECT_EQ(direction_view(document, MessageDirection::kResponse).root, document.root);
    EXPECT_EQ(direction_view(document, MessageDirection::kRequest).root, document.root);
}

}  // namespace
}  // namespace plumbline
