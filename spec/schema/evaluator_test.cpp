// Small cases for every keyword whose value contains or references schemas.
#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

class ApplicatorKeywords : public testing::TestWithParam<SchemaCase> {};

TEST_P(ApplicatorKeywords, EvaluateAsJsonSchemaDefines) {
    const auto schema = compile_schema_text(GetParam().schema);
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(GetParam().fits, testing::Each(FitsSchema(*schema)));
    EXPECT_THAT(GetParam().fails, testing::Each(FailsSchema(*schema)));
}

INSTANTIATE_TEST_SUITE_P(
    Items,
    ApplicatorKeywords,
    testing::Values(
        SchemaCase{R"({"items":{"type":"integer"}})",
                   {R"([1,2])", R"([])", R"({"0":"a"})"},
                   {R"([1,"x"])"}},
        SchemaCase{R"({"items":false})", {R"([])", R"({})"}, {R"([1])"}},
        SchemaCase{R"({"items":true})", {R"([1])"}, {}},
        SchemaCase{R"({"prefixItems":[{"type":"integer"},{"type":"string"}]})",
                   {R"([1,"a"])", R"([1])", R"([])", R"([1,"a",null])", R"({"0":"x"})"},
                   {R"(["a",1])", R"([1,1])"}},
        SchemaCase{R"({"prefixItems":[{"type":"integer"}],"items":false})",
                   {R"([1])", R"([])"},
                   {R"([1,2])", R"(["a"])"}},
        SchemaCase{R"({"prefixItems":[{"type":"integer"}],"items":{"type":"string"}})",
                   {R"([1,"a","b"])"},
                   {R"([1,2])", R"(["a","b"])"}},
        SchemaCase{R"({"prefixItems":[true,false]})", {R"([1])", R"([])"}, {R"([1,2])"}},
        SchemaCase{
            R"({"items":{"items":{"items":{"type":"number"}}}})", {R"([[[1]]])"}, {R"([[["a"]]])"}},
        SchemaCase{R"({"contains":{"minimum":5}})", {R"([3,5])", R"({})"}, {R"([3,4])", R"([])"}},
        SchemaCase{R"({"contains":true})", {R"([1])"}, {R"([])"}},
        SchemaCase{R"({"contains":false})", {R"("none")"}, {R"([])", R"([1])"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Properties,
    ApplicatorKeywords,
    testing::Values(
        SchemaCase{R"({"properties":{"a":{"type":"integer"},"b":{"type":"string"}}})",
                   {R"({"a":1,"b":"x"})", R"({})", R"([])", R"(12)", R"({"c":null})"},
                   {R"({"a":"x"})", R"({"a":1,"b":2})"}},
        SchemaCase{R"({"properties":{"a":true,"b":false}})",
                   {R"({"a":1})", R"({})"},
                   {R"({"b":1})", R"({"a":1,"b":2})"}},
        SchemaCase{
            R"({"properties":{"a/b":{"type":"integer"},"~":{"type":"integer"},"":{"type":"integer"},"\u00fc":{"type":"integer"}}})",
            {R"({"a/b":1,"~":1,"":1,"\u00fc":1})"},
            {R"({"a/b":"x"})", R"({"~":"x"})", R"({"":"x"})", R"({"\u00fc":"x"})"}},
        SchemaCase{
            R"({"properties":{"$ref":{"type":"string"},"type":{"type":"string"},"id":{"type":"integer"}}})",
            {R"({"$ref":"x","type":"y","id":1})"},
            {R"({"$ref":1})", R"({"type":1})", R"({"id":"a"})"}},
        SchemaCase{R"({"properties":{"a":{"type":"null"}}})",
                   {R"({"a":null})", R"({"a\u0000":1})"},
                   {R"({"a":1})"}},
        SchemaCase{R"({"patternProperties":{"f.*o":{"type":"integer"}}})",
                   {R"({"foo":1,"barfoo":2,"x":"y"})", R"([])"},
                   {R"({"foo":"a"})", R"({"fo":"a"})"}},
        SchemaCase{R"({"patternProperties":{"a*":{"type":"integer"},"aaa*":{"maximum":20}}})",
                   {R"({"a":21})", R"({"aaaa":18})"},
                   {R"({"aaa":31})", R"({"b":"x"})"}},
        SchemaCase{
            R"({"patternProperties":{"^f":true,"^b":false}})", {R"({"foo":1})"}, {R"({"bar":1})"}},
        SchemaCase{
            R"({"properties":{"foo":{},"bar":{}},"patternProperties":{"^v":{}},"additionalProperties":false})",
            {R"({"foo":1})", R"({"foo":1,"vroom":2})", R"([])"},
            {R"({"foo":1,"quux":2})"}},
        SchemaCase{
            R"({"properties":{"foo":{"maximum":1}},"patternProperties":{"f":{"minimum":1}},"additionalProperties":{"type":"null"}})",
            {R"({"foo":1,"a":null,"f":3})"},
            {R"({"foo":0})", R"({"foo":2})", R"({"a":1})"}},
        SchemaCase{R"({"additionalProperties":{"type":"boolean"}})",
                   {R"({"a":true})", R"({})"},
                   {R"({"a":1})"}},
        SchemaCase{R"({"additionalProperties":true})", {R"({"a":1})"}, {}},
        SchemaCase{R"({"additionalProperties":false})", {R"({})", R"([1])"}, {R"({"a":1})"}},
        SchemaCase{R"({"properties":{"b":{}},"additionalProperties":false})",
                   {R"({"b":1})"},
                   {R"({"a":1})", R"({"a":1,"b":1})", R"({"b":1,"c":1})"}},
        SchemaCase{R"({"propertyNames":{"maxLength":3}})",
                   {R"({"f":1,"foo":2})", R"({})", R"([])", R"("abcd")"},
                   {R"({"foobar":1})"}},
        SchemaCase{
            R"({"propertyNames":{"pattern":"^a+$"}})", {R"({"a":1,"aa":1})"}, {R"({"ab":1})"}},
        SchemaCase{R"({"propertyNames":false})", {R"({})"}, {R"({"a":1})"}},
        SchemaCase{R"({"propertyNames":{"enum":["a","b"]},"required":["a"]})",
                   {R"({"a":1})"},
                   {R"({"b":1})", R"({"a":1,"c":1})"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Required,
    ApplicatorKeywords,
    testing::Values(
        SchemaCase{
            R"({"required":["a"]})", {R"({"a":null})", R"([])", R"("x")"}, {R"({})", R"({"b":1})"}},
        SchemaCase{R"({"required":["a","b\"q","c/d"]})",
                   {R"({"a":1,"b\"q":1,"c/d":1})"},
                   {R"({"a":1,"c/d":1})"}},
        SchemaCase{R"({"required":[]})", {R"({})"}, {}},
        SchemaCase{R"({"dependentRequired":{"a":["b"],"c":[]}})",
                   {R"({"a":1,"b":2})", R"({"b":1})", R"({"c":1})", R"(["a"])"},
                   {R"({"a":1})"}},
        SchemaCase{R"({"dependentRequired":{"q":["a","b"]}})",
                   {R"({"q":1,"a":1,"b":1})", R"({"a":1})"},
                   {R"({"q":1,"a":1})", R"({"q":1})"}},
        SchemaCase{
            R"({"dependentSchemas":{"a":{"properties":{"b":{"type":"integer"}}},"x":false,"y":true}})",
            {R"({"b":"s"})", R"({"a":1,"b":2})", R"({"y":1})", R"(["a"])"},
            {R"({"a":1,"b":"s"})", R"({"x":1})"}},
        SchemaCase{
            R"({"dependentRequired":{"a":["b"]},"dependentSchemas":{"a":{"minProperties":3}}})",
            {R"({"a":1,"b":1,"c":1})"},
            {R"({"a":1,"b":1})", R"({"a":1,"c":1,"d":1})"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Combinations,
    ApplicatorKeywords,
    testing::Values(
        SchemaCase{R"({"allOf":[{"minimum":30},{"maximum":20}]})", {R"("x")"}, {R"(25)"}},
        SchemaCase{
            R"({"allOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"required":["b"]}]})",
            {R"({"a":1,"b":2})"},
            {R"({"a":1})", R"({"b":2})", R"({"a":"x","b":1})"}},
        SchemaCase{
            R"({"properties":{"bar":{"type":"integer"}},"required":["bar"],"allOf":[{"required":["foo"]}]})",
            {R"({"bar":1,"foo":1})"},
            {R"({"foo":1})", R"({"bar":1})"}},
        SchemaCase{R"({"allOf":[true,true]})", {R"(1)"}, {}},
        SchemaCase{R"({"allOf":[true,false]})", {}, {R"(1)"}},
        SchemaCase{R"({"anyOf":[{"type":"integer"},{"minimum":2}]})",
                   {R"(1)", R"(2.5)", R"(3)"},
                   {R"(1.5)"}},
        SchemaCase{R"({"type":"string","anyOf":[{"maxLength":2},{"minLength":4}]})",
                   {R"("a")", R"("abcd")"},
                   {R"("abc")", R"(3)"}},
        SchemaCase{R"({"anyOf":[false,false]})", {}, {R"(1)"}},
        SchemaCase{
            R"({"anyOf":[{"properties":{"a":{"type":"integer"}},"required":["a"]},{"properties":{"b":{"type":"string"}},"required":["b"]}]})",
            {R"({"a":1})", R"({"b":"x"})", R"({"a":1,"b":"x"})", R"({"a":"x","b":"x"})"},
            {R"({"a":"x","b":2})", R"({})"}},
        SchemaCase{R"({"oneOf":[{"type":"integer"},{"minimum":2}]})",
                   {R"(1)", R"(2.5)"},
                   {R"(3)", R"(1.5)"}},
        SchemaCase{R"({"oneOf":[true,false,false]})", {R"(1)"}, {}},
        SchemaCase{R"({"oneOf":[true,true]})", {}, {R"(1)"}},
        SchemaCase{R"({"oneOf":[{"required":["a"]},{"required":["b"]}]})",
                   {R"({"a":1})"},
                   {R"({})", R"({"a":1,"b":1})"}},
        SchemaCase{R"({"oneOf":[{"type":"null"},{"type":"object","required":["a"]}]})",
                   {R"(null)", R"({"a":1})"},
                   {R"({})", R"(1)"}},
        SchemaCase{R"({"not":{"type":"integer"}})", {R"("x")"}, {R"(1)"}},
        SchemaCase{R"({"not":{}})", {}, {R"(1)", R"({})"}},
        SchemaCase{R"({"not":false})", {R"(1)"}, {}},
        SchemaCase{R"({"not":{"not":{"type":"string"}}})", {R"("a")"}, {R"(1)"}},
        SchemaCase{R"({"properties":{"foo":{"not":{}}}})", {R"({"bar":1})"}, {R"({"foo":1})"}},
        SchemaCase{
            R"({"if":{"exclusiveMaximum":0},"then":{"minimum":-10},"else":{"multipleOf":2}})",
            {R"(-1)", R"(4)", R"("x")"},
            {R"(-100)", R"(3)"}},
        SchemaCase{
            R"({"if":{"exclusiveMaximum":0},"then":{"minimum":-10}})", {R"(3)"}, {R"(-100)"}},
        SchemaCase{
            R"({"if":{"exclusiveMaximum":0},"else":{"multipleOf":2}})", {R"(-100)"}, {R"(3)"}},
        SchemaCase{R"({"if":{"const":0}})", {R"(0)", R"(1)"}, {}},
        SchemaCase{R"({"then":{"const":0},"else":{"const":1}})", {R"(5)"}, {}},
        SchemaCase{R"({"if":true,"then":{"const":"then"},"else":{"const":"else"}})",
                   {R"("then")"},
                   {R"("else")"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    References,
    ApplicatorKeywords,
    testing::Values(
        SchemaCase{
            R"({"$ref":"#/$defs/A","$defs":{"A":{"type":"integer"}}})", {R"(1)"}, {R"("x")"}},
        SchemaCase{R"({"properties":{"a":{"$ref":"#"}},"additionalProperties":false})",
                   {R"({"a":{"a":{}}})", R"({})"},
                   {R"({"a":{"b":{}}})"}},
        SchemaCase{R"({"$ref":"#/$defs/A","maxLength":2,"$defs":{"A":{"type":"string"}}})",
                   {R"("ab")"},
                   {R"("abc")", R"(1)"}},
        SchemaCase{
            R"({"properties":{"a":{"$ref":"#/$defs/A","maxItems":2}},"$defs":{"A":{"type":"array"}}})",
            {R"({"a":[1]})"},
            {R"({"a":[1,2,3]})", R"({"a":"x"})"}},
        SchemaCase{R"({"$ref":"#/$defs/A","allOf":[{"minimum":2}],"$defs":{"A":{"maximum":5}}})",
                   {R"(3)"},
                   {R"(1)", R"(6)"}},
        SchemaCase{
            R"({"$ref":"#/$defs/A","description":"an annotation","$defs":{"A":{"maximum":5}}})",
            {R"(3)"},
            {R"(6)"}},
        SchemaCase{
            R"({"$ref":"#/$defs/A","$defs":{"A":{"$ref":"#/$defs/B"},"B":{"$ref":"#/$defs/C"},"C":{"type":"integer"}}})",
            {R"(1)"},
            {R"("x")"}},
        SchemaCase{
            R"({"properties":{"t":{"$ref":"#/$defs/a~1b"},"p":{"$ref":"#/$defs/c%25d"},"q":{"$ref":"#/$defs/e~0f"},"r":{"$ref":"#/$defs/g%22h"}},"$defs":{"a/b":{"type":"integer"},"c%d":{"type":"integer"},"e~f":{"type":"integer"},"g\"h":{"type":"integer"}}})",
            {R"({"t":1,"p":1,"q":1,"r":1})"},
            {R"({"t":"x"})", R"({"p":"x"})", R"({"q":"x"})", R"({"r":"x"})"}},
        SchemaCase{
            R"({"$ref":"#/$defs/T","$defs":{"T":{"type":"object","properties":{"v":{"type":"number"},"kids":{"type":"array","items":{"$ref":"#/$defs/T"}}},"required":["v"]}}})",
            {R"({"v":1,"kids":[{"v":2},{"v":3,"kids":[]}]})"},
            {R"({"v":1,"kids":[{"v":2,"kids":[{"v":"x"}]}]})", R"({"v":1,"kids":[{}]})"}},
        SchemaCase{
            R"({"properties":{"a":{"prefixItems":[{"type":"integer"},{"type":"string"}]},"b":{"$ref":"#/properties/a/prefixItems/1"}}})",
            {R"({"a":[1,"x"],"b":"y"})"},
            {R"({"b":1})"}},
        SchemaCase{R"({"$ref":"#/$defs/yes","$defs":{"yes":true}})", {R"(1)"}, {}},
        SchemaCase{R"({"$ref":"#/$defs/no","$defs":{"no":false}})", {}, {R"(1)"}},
        SchemaCase{
            R"({"$ref":"#/$defs/A","$defs":{"A":{"type":"object","propertyNames":{"maxLength":3},"required":["abc"]}}})",
            {R"({"abc":1})"},
            {R"({"abc":1,"abcd":2})", R"({})"}},
        SchemaCase{
            R"({"properties":{"x":{"$ref":"#/$defs/A"},"y":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"object","propertyNames":{"$ref":"#/$defs/N"}},"N":{"enum":["k"]}}})",
            {R"({"x":{"k":1},"y":{}})"},
            {R"({"y":{"z":1}})"}},
        SchemaCase{
            R"({"allOf":[{"$ref":"#/$defs/A"},{"$ref":"#/$defs/A"}],"$defs":{"A":{"type":"integer"}}})",
            {R"(1)"},
            {R"("x")"}},
        SchemaCase{R"({"enum":[{"$ref":"#/nowhere"}]})", {R"({"$ref":"#/nowhere"})"}, {R"({})"}}),
    RowName());

}  // namespace
}  // namespace plumbline
