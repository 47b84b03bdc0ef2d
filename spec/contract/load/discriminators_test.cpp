#include "spec/contract/load/discriminators.hpp"

#include "spec/json/testing.hpp"
#include "spec/schema/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

/// Returns the schema Pet of a document with the schemas Cat and Dog, and this discriminator.
Result<Schema> pet_schema(const std::string& discriminator, const std::string& keyword = "oneOf") {
    auto document = parse_document(R"({"openapi": "3.1.0", "components": {"schemas": {
        "Cat": {"type": "object", "required": ["kind", "lives"]},
        "Dog": {"type": "object", "required": ["kind", "tricks"]},
        "Pet": {")" + keyword + R"(": [{"$ref": "#/components/schemas/Cat"},
                                        {"$ref": "#/components/schemas/Dog"}],
                "discriminator": )" + discriminator +
                                       "}}}}",
                                   "api.json");
    return SchemaCompiler(with_discriminators(*std::move(document)), SchemaStrictness::kTolerant)
        .compile("/components/schemas/Pet");
}

TEST(Discriminators, SelectSchemasByName) {
    const auto schema = pet_schema(R"({"propertyName": "kind"})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(R"({"kind": "Cat", "lives": 9})", FitsSchema(*schema));
    EXPECT_THAT(R"({"kind": "Dog", "lives": 9})", FailsSchema(*schema));
    EXPECT_THAT(R"({"kind": "Bird", "lives": 9})", FailsSchema(*schema));
}

TEST(Discriminators, SelectSchemasByMapping) {
    const auto schema = pet_schema(
        R"({"propertyName": "kind", "mapping": {"c": "#/components/schemas/Cat", "d": "Dog"}})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(R"({"kind": "c", "lives": 9})", FitsSchema(*schema));
    EXPECT_THAT(R"({"kind": "d", "lives": 9})", FailsSchema(*schema));
    EXPECT_THAT(R"({"kind": "Dog", "tricks": 1})", FitsSchema(*schema));
}

TEST(Discriminators, ApplyToAnyOf) {
    const auto schema = pet_schema(R"({"propertyName": "kind"})", "anyOf");
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(R"({"kind": "Dog", "lives": 9})", FailsSchema(*schema));
}

Result<Schema> schema_of(const std::string& schemas) {
    auto document = parse_document(
        R"({"openapi": "3.1.0", "components": {"schemas": )" + schemas + "}}", "a.json");
    return SchemaCompiler(with_discriminators(*std::move(document)), SchemaStrictness::kTolerant)
        .compile("/components/schemas/Pet");
}

TEST(Discriminators, AllowTheValuesThatAlternativesFix) {
    const auto schema = schema_of(R"({
        "Cat": {"properties": {"kind": {"const": "cat"}}, "required": ["kind", "lives"]},
        "Dog": {"allOf": [{"properties": {"kind": {"$ref": "#/components/schemas/DogKind"}}}],
                "required": ["kind", "tricks"]},
        "DogKind": {"enum": ["dog", "hound"]},
        "Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
                "discriminator": {"propertyName": "kind"}}})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(R"({"kind": "cat", "lives": 9})", FitsSchema(*schema));
    EXPECT_THAT(R"({"kind": "hound", "tricks": 9})", FitsSchema(*schema));
    EXPECT_THAT(R"({"kind": "cat", "tricks": 9})", FailsSchema(*schema));
    EXPECT_THAT(R"({"kind": "bird", "lives": 9})", FailsSchema(*schema));
}

TEST(Discriminators, LeaveValuesToAlternativesInPlaceAndInAlternatives) {
    const auto schema = schema_of(R"({
        "Cat": {"required": ["kind", "lives"]}, "Dog": {"required": ["kind", "tricks"]},
        "Mammal": {"anyOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]},
        "Pet": {"anyOf": [{"$ref": "#/components/schemas/Mammal"}, {"required": ["kind", "wings"]}],
                "discriminator": {"propertyName": "kind"}}})");
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(R"({"kind": "bird", "wings": 2})", FitsSchema(*schema));
    EXPECT_THAT(R"({"kind": "Cat", "lives": 9})", FitsSchema(*schema));
    EXPECT_THAT(R"({"kind": "Mammal", "wings": 2})", FailsSchema(*schema));
}

TEST(Discriminators, DoNothingWithoutAlternatives) {
    const std::string text = R"({"components": {"schemas": {
        "A": {"discriminator": {"propertyName": "kind"}, "properties": {"discriminator": {}}}}}})";
    const auto document = parse_document(text, "api.json").value();
    EXPECT_EQ(with_discriminators(document).root, document.root);
}

}  // namespace
}  // namespace plumbline
