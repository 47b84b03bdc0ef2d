// The parts of a violation: location in the value, keyword, location in the document, message.
#include "spec/base/testing.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

struct MessageCase {
    std::string_view name;
    std::string_view schema;
    std::string_view value;
    Violation violation;
};

class ViolationMessage : public testing::TestWithParam<MessageCase> {};

TEST_P(ViolationMessage, HasLocationsKeywordFoundAndExpected) {
    const auto schema = compile_schema_text(GetParam().schema);
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(schema->evaluate(*parse_json(GetParam().value)),
                testing::ElementsAre(GetParam().violation));
}

INSTANTIATE_TEST_SUITE_P(
    Table,
    ViolationMessage,
    testing::Values(
        MessageCase{"Type",
                    R"({"type":["string","null"]})",
                    "3",
                    {"", "type", "/type", "found integer 3, expected null or string"}},
        MessageCase{"Required",
                    R"({"properties":{"a":{"required":["b"]}}})",
                    R"({"a":{"c":1}})",
                    {"/a",
                     "required",
                     "/properties/a/required",
                     "found an object of 1 members, expected the member \"b\""}},
        MessageCase{"Enum",
                    R"({"enum":["a","b"]})",
                    R"("c")",
                    {"", "enum", "/enum", R"(found string "c", expected one of ["a","b"])"}},
        MessageCase{"Const",
                    R"({"const":[1]})",
                    "null",
                    {"", "const", "/const", "found null, expected [1]"}},
        MessageCase{"Bound",
                    R"({"items":{"exclusiveMaximum":16.5}})",
                    "[17]",
                    {"/0",
                     "exclusiveMaximum",
                     "/items/exclusiveMaximum",
                     "found integer 17, expected less than 16.5"}},
        MessageCase{
            "Multiple",
            R"({"multipleOf":0.1})",
            "1.55",
            {"", "multipleOf", "/multipleOf", "found number 1.55, expected a multiple of 0.1"}},
        MessageCase{
            "Length",
            R"({"maxLength":1})",
            R"("ab")",
            {"", "maxLength", "/maxLength", R"(found string "ab", expected at most 1 characters)"}},
        MessageCase{
            "Items",
            R"({"minItems":1})",
            "[]",
            {"", "minItems", "/minItems", "found an array of 0 items, expected at least 1 items"}},
        MessageCase{
            "Pattern",
            R"({"pattern":"^a$"})",
            R"("b")",
            {"", "pattern", "/pattern", R"(found string "b", expected text that matches ^a$)"}},
        MessageCase{
            "Format",
            R"({"properties":{"id":{"format":"uuid"}}})",
            R"({"id":"x"})",
            {"/id",
             "format",
             "/properties/id/format",
             "found string \"x\", expected a UUID such as 2eb8aa08-aa98-11ea-b4aa-73b441d16380"}},
        MessageCase{"ClosedObject",
                    R"({"additionalProperties":false})",
                    R"({"a/b~c":1})",
                    {"/a~1b~0c",
                     "additionalProperties",
                     "/additionalProperties",
                     "found integer 1, expected no member with this name"}},
        MessageCase{"AdditionalSchema",
                    R"({"additionalProperties":{"type":"null"}})",
                    R"({"a":1})",
                    {"/a", "type", "/additionalProperties/type", "found integer 1, expected null"}},
        MessageCase{"LoweredPrefixItems",
                    R"({"prefixItems":[{"type":"null"}]})",
                    "[1]",
                    {"/0", "type", "/prefixItems/0/type", "found integer 1, expected null"}},
        MessageCase{"LoweredItems",
                    R"({"prefixItems":[true],"items":{"type":"null"}})",
                    "[1,2]",
                    {"/1", "type", "/items/type", "found integer 2, expected null"}},
        MessageCase{"ClosedItems",
                    R"({"prefixItems":[true],"items":false})",
                    "[1,2]",
                    {"", "items", "/items", "found an array of 2 items, expected at most 1 items"}},
        MessageCase{
            "LoweredDependent",
            R"({"dependentRequired":{"a":["b"]}})",
            R"({"a":1})",
            {"",
             "dependentRequired",
             "/dependentRequired",
             "found an object of 1 members, expected the member \"b\", as \"a\" is present"}},
        MessageCase{"DependentSchema",
                    R"({"dependentSchemas":{"a":{"maxProperties":1}}})",
                    R"({"a":1,"b":1})",
                    {"",
                     "maxProperties",
                     "/dependentSchemas/a/maxProperties",
                     "found an object of 2 members, expected at most 1 members"}},
        MessageCase{"Name",
                    R"({"propertyNames":{"maxLength":1}})",
                    R"({"ab":1})",
                    {"/ab",
                     "maxLength",
                     "/propertyNames/maxLength",
                     R"(found string "ab", expected at most 1 characters)"}},
        MessageCase{"FalseSchema",
                    R"({"properties":{"a":false}})",
                    R"({"a":1})",
                    {"/a", "false", "/properties/a", "found integer 1, expected no value here"}},
        MessageCase{
            "Contains",
            R"({"contains":{"type":"null"}})",
            "[1]",
            {"",
             "contains",
             "/contains",
             "found an array of 1 items, expected at least one item that matches that schema"}},
        MessageCase{
            "Not",
            R"({"not":{"type":"null"}})",
            "null",
            {"", "not", "/not", "found null, expected a value that does not match that schema"}},
        MessageCase{
            "TwoOfOne",
            R"({"oneOf":[{"minimum":9},{"type":"number"},{"minimum":1}]})",
            "3",
            {"",
             "oneOf",
             "/oneOf",
             "found integer 3, expected a match with one alternative, not with both 1 and 2"}},
        MessageCase{"NoneOfSeveral",
                    R"({"anyOf":[{"type":"object"},{"type":"array"}]})",
                    "3",
                    {"",
                     "anyOf",
                     "/anyOf",
                     "found integer 3, expected a match with one of 2 alternatives"}},
        MessageCase{"BranchOfItsType",
                    R"({"oneOf":[{"type":"null"},{"type":"integer","maximum":2}]})",
                    "3",
                    {"", "maximum", "/oneOf/1/maximum", "found integer 3, expected at most 2"}},
        MessageCase{
            "BranchByReference",
            R"({"anyOf":[{"type":"null"},{"$ref":"#/$defs/A","minProperties":0}],)"
            R"("$defs":{"A":{"type":"object","properties":{"id":{"format":"uuid"}}}}})",
            R"({"id":"x"})",
            {"/id",
             "format",
             "/$defs/A/properties/id/format",
             "found string \"x\", expected a UUID such as 2eb8aa08-aa98-11ea-b4aa-73b441d16380"}},
        MessageCase{"Then",
                    R"({"if":{"type":"string"},"then":{"minLength":1}})",
                    R"("")",
                    {"",
                     "minLength",
                     "/then/minLength",
                     R"(found string "", expected at least 1 characters)"}},
        MessageCase{"BesideReference",
                    R"({"$ref":"#/$defs/A","maximum":1,"$defs":{"A":{"type":"integer"}}})",
                    "2",
                    {"", "maximum", "/maximum", "found integer 2, expected at most 1"}}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace plumbline
