// Every created value is valid against its schema; each keyword is used.
#include "spec/example_values/example_values.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <set>

namespace plumbline {
namespace {

using testing::HasSubstr;

/// Returns a document whose only component is `schema`, in YAML of one line.
std::shared_ptr<const ApiDocument> document_of(const std::string& schemas,
                                               const std::string& version = "3.1.0") {
    const std::string text = "openapi: '" + version +
                             "'\ninfo: {title: T, version: '1'}\npaths: {}\n"
                             "components:\n  schemas:\n" +
                             schemas;
    auto api = ApiDocument::load("api", *parse_yaml(text, "api.yaml"));
    if (!api) ADD_FAILURE() << to_text(api.error());
    return *api;
}

constexpr std::string_view kPointer = "/components/schemas/S";

/// Returns the value of a schema in flow style, which must be valid.
Json value_of(const std::string& schema,
              MessageDirection direction = MessageDirection::kResponse,
              std::size_t index = 0) {
    const auto api = document_of("    S: " + schema + "\n");
    const auto value = ExampleValues(*api, direction).value(kPointer, index);
    if (!value) {
        ADD_FAILURE() << schema << ": " << to_text(value.error());
        return {};
    }
    const auto& compiled = api->schema(kPointer, direction);
    EXPECT_TRUE(compiled && compiled->accepts(*value)) << schema << " refuses " << value->dump();
    return *value;
}

TEST(ExampleValues, FitEveryKeyword) {
    for (const char* schema : {
             "{type: string, minLength: 20, maxLength: 22}",
             "{type: string, maxLength: 2}",
             "{type: string, pattern: '^[A-Z]{3}-[0-9]{4,6}$'}",
             "{type: string, pattern: '^(draft|final)$', minLength: 5}",
             "{type: string, pattern: '^[a-z0-9-]+$', minLength: 12}",
             "{type: string, pattern: '\\d+'}",
             "{type: string, pattern: '^\\p{Lu}\\w*$'}",
             "{type: string, pattern: '^[^@ ]+@[^@ ]+$', minLength: 10}",
             "{type: integer, minimum: 10, maximum: 12}",
             "{type: integer, exclusiveMinimum: 3, multipleOf: 7}",
             "{type: integer, maximum: -5}",
             "{type: number, exclusiveMinimum: 0, exclusiveMaximum: 1}",
             "{type: number, multipleOf: 0.25, minimum: 0.3}",
             "{type: [string, 'null']}",
             "{type: 'null'}",
             "{type: boolean}",
             "{const: 7}",
             "{enum: [red, green]}",
             "{type: array, items: {type: integer}, minItems: 3, uniqueItems: true}",
             "{type: array, items: {enum: [a, b, c]}, minItems: 3, uniqueItems: true}",
             "{type: array, prefixItems: [{type: string}, {type: integer}], items: false}",
             "{type: array, contains: {const: 5}}",
             "{type: array, maxItems: 0, items: {type: string}}",
             "{type: object, required: [a], properties: {a: {type: integer}}}",
             "{type: object, required: [b], additionalProperties: {type: integer}}",
             "{type: object, minProperties: 2, additionalProperties: {type: string}}",
             "{type: object, maxProperties: 1, properties: {a: {}, b: {}}}",
             "{allOf: [{type: object, required: [a]}, {properties: {a: {type: string}}}]}",
             "{oneOf: [{type: string, minLength: 3}, {type: integer}]}",
             "{anyOf: [false, {type: integer}]}",
             "{oneOf: [{required: [a]}, {required: [b]}], type: object, properties: {a: {}, b: "
             "{}}, "
             "additionalProperties: false, maxProperties: 1}",
             "{minimum: 5}",
             "{properties: {a: {type: string, format: email}}}",
         })
        (void)value_of(schema);
}

TEST(ExampleValues, FitEveryFormat) {
    for (const char* format : {"uuid",          "date-time",    "date",
                               "time",          "duration",     "email",
                               "idn-email",     "hostname",     "idn-hostname",
                               "ipv4",          "ipv6",         "uri",
                               "uri-reference", "iri",          "iri-reference",
                               "uri-template",  "json-pointer", "relative-json-pointer",
                               "regex",         "byte",         "password",
                               "unknown"}) {
        for (const std::size_t index : {0U, 1U, 300U})
            (void)value_of(std::string("{type: string, format: ") + format + "}",
                           MessageDirection::kResponse,
                           index);
    }
}

TEST(ExampleValues, DifferByIndex) {
    for (const char* schema : {"{type: string}",
                               "{type: integer, minimum: 3}",
                               "{type: integer, minimum: -1, maximum: 1}",
                               "{type: integer, maximum: -1}",
                               "{type: string, format: uuid}",
                               "{type: string, pattern: '^[a-z]{2}$'}",
                               "{enum: [a, b, c]}"}) {
        std::set<std::string> values;  // as JSON texts
        for (std::size_t index = 0; index < 3; ++index)
            values.insert(value_of(schema, MessageDirection::kResponse, index).dump());
        EXPECT_EQ(values.size(), 3U) << schema;
    }
}

TEST(ExampleValues, UseTheExamplesOfTheDocument) {
    EXPECT_EQ(value_of("{type: string, example: Emma}"), "Emma");
    EXPECT_EQ(value_of("{type: string, examples: [Emma, Ada]}"), "Emma");
    EXPECT_EQ(value_of("{type: string, examples: [Emma, Ada]}", MessageDirection::kResponse, 1),
              "Ada");
    EXPECT_EQ(value_of("{type: string, default: none}"), "none");
    EXPECT_EQ(value_of("{type: object, properties: {a: {type: integer, example: 5}}}"),
              json_of(R"({"a": 5})"));
    // An example that is not valid is no example.
    EXPECT_NE(value_of("{type: integer, example: five}"), "five");
}

TEST(ExampleValues, OmitWhatTheirSenderDoesNotSend) {
    const std::string schema =
        "{type: object, properties: {id: {type: string, readOnly: true}, "
        "password: {type: string, writeOnly: true}, name: {type: string}}}";
    EXPECT_EQ(value_of(schema, MessageDirection::kRequest),
              json_of(R"({"name": "text", "password": "text"})"));
    EXPECT_EQ(value_of(schema), json_of(R"({"id": "text", "name": "text"})"));
}

TEST(ExampleValues, EndWhereASchemaContainsItself) {
    const auto api = document_of(
        "    S: {type: object, required: [name], properties: {name: {type: string}, "
        "parent: {$ref: '#/components/schemas/S'}, "
        "children: {type: array, items: {$ref: '#/components/schemas/S'}}}}\n");
    const auto value = ExampleValues(*api, MessageDirection::kResponse).value(kPointer);
    ASSERT_TRUE(value) << to_text(value.error());
    EXPECT_TRUE(api->schema(kPointer)->accepts(*value));
    EXPECT_LT(value->dump().size(), 1000U);
}

TEST(ExampleValues, SayWhichSchemaHasNoValue) {
    for (const char* schema : {"false",
                               "{type: integer, minimum: 5, maximum: 3}",
                               "{type: string, pattern: '^(?=a)b'}",
                               "{type: object, required: [a], properties: {a: false}}"}) {
        const auto api = document_of(std::string("    S: ") + schema + "\n");
        const auto value = ExampleValues(*api, MessageDirection::kResponse).value(kPointer);
        ASSERT_FALSE(value) << schema << ": " << value->dump();
        EXPECT_THAT(to_text(value.error()), HasSubstr("api.yaml:6"));
        EXPECT_THAT(to_text(value.error()), HasSubstr("give the schema an example"));
    }
}

TEST(ExampleValues, HaveALimit) {
    std::string schemas;
    for (int level = 0; level < 8; ++level) {
        schemas +=
            "    L" + std::to_string(level) + ": {type: array, minItems: 20, items: " +
            (level == 7 ? "{type: integer}"
                        : "{$ref: '#/components/schemas/L" + std::to_string(level + 1) + "'}") +
            "}\n";
    }
    const auto api = document_of(schemas);
    const auto value =
        ExampleValues(*api, MessageDirection::kResponse).value("/components/schemas/L0");
    ASSERT_FALSE(value);
    EXPECT_EQ(value.error().code, ErrorCode::kLimit);
}

TEST(CompletedValues, KeepWhatTheSchemaAllows) {
    const auto api = document_of(
        "    S: {type: object, additionalProperties: false, required: [id, name, owner], "
        "properties: {id: {type: integer}, name: {type: string}, secret: {type: string, "
        "writeOnly: true}, owner: {type: object, required: [email], properties: "
        "{email: {type: string, format: email}, nick: {type: string}}}}}\n");
    const ExampleValues values(*api, MessageDirection::kResponse);
    const auto value = values.completed(
        kPointer,
        json_of(R"({"id": 12, "name": 5, "secret": "x", "extra": 1, "owner": {"nick": "em"}})"));
    ASSERT_TRUE(value) << to_text(value.error());
    EXPECT_EQ(*value, json_of(R"({"id": 12, "name": "text",
                          "owner": {"nick": "em", "email": "name0@example.org"}})"));
    const Json valid = json_of(R"({"id": 1, "name": "a", "owner": {"email": "a@example.org"}})");
    EXPECT_EQ(values.completed(kPointer, valid).value(), valid);
    EXPECT_TRUE(api->schema(kPointer)->accepts(values.completed(kPointer, Json(5)).value()));
}

TEST(CompletedValues, OmitWhatTheirSenderDoesNotSendInAllParts) {
    const auto api = document_of(
        "    U: {type: object, properties: {name: {type: string}, pin: {type: string, writeOnly: "
        "true}}}\n"
        "    S: {type: object, properties: {one: {$ref: '#/components/schemas/U'}, "
        "items: {type: array, items: {$ref: '#/components/schemas/U'}}}}\n");
    const ExampleValues values(*api, MessageDirection::kResponse);
    EXPECT_EQ(values
                  .completed(kPointer, json_of(R"({"one": {"name": "a", "pin": "1"},
                                         "items": [{"pin": "2"}, 5, {"name": "b", "pin": "3"}]})"))
                  .value_or(Json())["one"],
              json_of(R"({"name": "a"})"));
    EXPECT_EQ(values.completed(kPointer, json_of(R"({"items": [{"pin": "2"}, {"name": "b"}]})")),
              json_of(R"({"items": [{}, {"name": "b"}]})"));
}

TEST(CompletedValues, KeepTheItemsOfLists) {
    const auto api = document_of(
        "    S: {type: object, properties: {items: {type: array, items: {type: object, required: "
        "[id, kind], properties: {id: {type: integer}, kind: {const: thing}}}}}}\n");
    const ExampleValues values(*api, MessageDirection::kResponse);
    EXPECT_EQ(values.completed(kPointer, json_of(R"({"items": [{"id": 4}, {"id": 5}]})")).value(),
              json_of(R"({"items": [{"id": 4, "kind": "thing"}, {"id": 5, "kind": "thing"}]})"));
}

TEST(CompletedValues, AreOfTheBranchThatFits) {
    const auto api = document_of(
        "    S: {oneOf: [{type: object, required: [a], properties: {a: {type: integer}}, "
        "additionalProperties: false}, {type: object, required: [b], properties: {b: {type: "
        "string}}, additionalProperties: false}]}\n");
    const ExampleValues values(*api, MessageDirection::kResponse);
    EXPECT_EQ(values.completed(kPointer, json_of(R"({"b": "x"})")).value(),
              json_of(R"({"b": "x"})"));
}

}  // namespace
}  // namespace plumbline
