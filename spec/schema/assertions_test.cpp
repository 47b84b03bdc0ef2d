// Small cases for every keyword that constrains a single value.
#include "spec/base/row_name.hpp"
#include "spec/base/testing.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

class AssertionKeywords : public testing::TestWithParam<SchemaCase> {};

TEST_P(AssertionKeywords, EvaluateAsJsonSchemaDefines) {
    const auto schema = compile_schema_text(GetParam().schema);
    ASSERT_THAT(schema, IsOk());
    EXPECT_THAT(GetParam().fits, testing::Each(FitsSchema(*schema)));
    EXPECT_THAT(GetParam().fails, testing::Each(FailsSchema(*schema)));
}

INSTANTIATE_TEST_SUITE_P(
    Type,
    AssertionKeywords,
    testing::Values(
        SchemaCase{R"({"type":"integer"})",
                   {R"(1)", R"(1.0)", R"(1e3)", R"(-5)", R"(18446744073709551615)"},
                   {R"(1.1)", R"("1")", R"(null)", R"(true)", R"({})", R"([])"}},
        SchemaCase{R"({"type":"number"})", {R"(1)", R"(1.5)"}, {R"("1")", R"(null)"}},
        SchemaCase{R"({"type":"string"})", {R"("")", R"("1")"}, {R"(1)", R"(null)"}},
        SchemaCase{R"({"type":"boolean"})", {R"(true)", R"(false)"}, {R"(0)", R"("")", R"(null)"}},
        SchemaCase{R"({"type":"null"})", {R"(null)"}, {R"(0)", R"(false)", R"("")", R"({})"}},
        SchemaCase{R"({"type":"array"})", {R"([])"}, {R"({})"}},
        SchemaCase{R"({"type":"object"})", {R"({})"}, {R"([])"}},
        SchemaCase{R"({"type":["string","null"]})", {R"(null)", R"("a")"}, {R"(1)", R"([])"}},
        SchemaCase{R"({"type":["integer"]})", {R"(2)"}, {R"(2.5)"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    EnumAndConst,
    AssertionKeywords,
    testing::Values(SchemaCase{R"({"enum":[1,"a",null,[1],{"k":0}]})",
                               {R"(1)", R"(1.0)", R"("a")", R"(null)", R"([1.0])", R"({"k":0.0})"},
                               {R"(2)", R"("b")", R"(false)", R"([2])", R"({"k":false})", R"({})"}},
                    SchemaCase{R"({"enum":[false]})", {R"(false)"}, {R"(0)"}},
                    SchemaCase{R"({"enum":[[false]]})", {R"([false])"}, {R"([0])"}},
                    SchemaCase{R"({"enum":[9007199254740993]})",
                               {R"(9007199254740993)"},
                               {R"(9007199254740992)"}},
                    SchemaCase{R"({"enum":[18446744073709551615]})",
                               {R"(18446744073709551615)"},
                               {R"(18446744073709551614)", R"(-1)"}},
                    SchemaCase{R"({"enum":["a\u0000b"]})", {R"("a\u0000b")"}, {R"("a")"}},
                    SchemaCase{R"({"const":2})", {R"(2)", R"(2.0)"}, {R"(5)", R"("2")"}},
                    SchemaCase{R"({"const":null})", {R"(null)"}, {R"(0)", R"(false)"}},
                    SchemaCase{R"({"const":true})", {R"(true)"}, {R"(1)"}},
                    SchemaCase{R"({"const":{"a":[1,{"b":2}]}})",
                               {R"({"a":[1.0,{"b":2}]})"},
                               {R"({"a":[1,{"b":3}]})", R"({"a":[1,{"b":2}],"c":0})"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Bounds,
    AssertionKeywords,
    testing::Values(
        SchemaCase{R"({"maximum":3})",
                   {R"(3)", R"(3.0)", R"(2.9)", R"(-1e300)", R"("4")"},
                   {R"(3.1)", R"(4)", R"(1e300)"}},
        SchemaCase{
            R"({"minimum":-2.5})", {R"(-2.5)", R"(0)", R"(null)"}, {R"(-2.51)", R"(-1e300)"}},
        SchemaCase{R"({"exclusiveMaximum":3})", {R"(2.99)", R"([])"}, {R"(3)", R"(3.0)", R"(4)"}},
        SchemaCase{R"({"exclusiveMinimum":1.1})", {R"(1.2)"}, {R"(1.1)", R"(0)"}},
        SchemaCase{
            R"({"maximum":9007199254740992})", {R"(9007199254740992)"}, {R"(9007199254740993)"}},
        SchemaCase{R"({"maximum":9223372036854775807})",
                   {R"(9223372036854775807)"},
                   {R"(9223372036854775808)"}},
        SchemaCase{R"({"minimum":0.1,"maximum":0.3})",
                   {R"(0.1)", R"(0.3)"},
                   {R"(0.30000000000000004)", R"(0.09)"}},
        SchemaCase{R"({"minimum":18446744073709551615})",
                   {R"(18446744073709551615)", R"(1e20)"},
                   {R"(18446744073709551614)"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    MultipleOf,
    AssertionKeywords,
    testing::Values(
        SchemaCase{R"({"multipleOf":2})", {R"(10)", R"(-4)", R"(0)", R"("x")"}, {R"(7)"}},
        SchemaCase{R"({"multipleOf":1.5})", {R"(0)", R"(4.5)"}, {R"(35)"}},
        SchemaCase{R"({"multipleOf":1})", {R"(7)", R"(7.0)", R"(1e300)"}, {R"(7.5)"}},
        SchemaCase{R"({"multipleOf":0.1})",
                   {R"(0.3)", R"(1.1)", R"(16.0)", R"(1e300)"},
                   {R"(0.30000000000000004)", R"(1.55)"}},
        SchemaCase{R"({"multipleOf":0.0001})", {R"(0.0075)"}, {R"(0.00751)"}},
        SchemaCase{R"({"type":"integer","multipleOf":0.123456789})", {}, {R"(1e308)"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Lengths,
    AssertionKeywords,
    testing::Values(
        SchemaCase{
            R"({"maxLength":2})",
            {R"("ab")", R"("")", R"(100)", R"("\u00e9\u00e9")", R"("\ud83d\udca9\ud83d\udca9")"},
            {R"("abc")"}},
        SchemaCase{R"({"minLength":2})", {R"("ab")", R"(1)"}, {R"("a")", R"("\ud83d\udca9")"}},
        SchemaCase{R"({"maxLength":2.0})", {R"("ab")"}, {R"("abc")"}},
        SchemaCase{R"({"maxLength":1})", {R"("\u0000")"}, {R"("a\u0000")"}},
        SchemaCase{R"({"maxItems":2})", {R"([1,2])", R"("abc")"}, {R"([1,2,3])"}},
        SchemaCase{R"({"minItems":1})", {R"([1])", R"({})"}, {R"([])"}},
        SchemaCase{R"({"maxProperties":1})", {R"({"a":1})", R"([1,2])"}, {R"({"a":1,"b":2})"}},
        SchemaCase{R"({"minProperties":1.0})", {R"({"a":1})", R"("")"}, {R"({})"}},
        SchemaCase{R"({"maxProperties":0})", {R"({})"}, {R"({"a":1})"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Pattern,
    AssertionKeywords,
    testing::Values(SchemaCase{R"({"pattern":"^a*$"})",
                               {R"("aaa")", R"("")", R"(true)", R"(null)", R"({})"},
                               {R"("abc")"}},
                    SchemaCase{R"({"pattern":"a+"})", {R"("xxaayy")"}, {R"("xyz")"}},
                    SchemaCase{R"({"pattern":"^[a-z]{2,3}$"})",
                               {R"("ab")"},
                               {R"("a")", R"("abcd")", R"("AB")"}},
                    SchemaCase{R"({"pattern":"^\\d+$"})", {R"("123")"}, {R"("\u0967")"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Format,
    AssertionKeywords,
    testing::Values(SchemaCase{R"({"format":"uuid"})",
                               {R"("2eb8aa08-aa98-11ea-b4aa-73b441d16380")", R"(1)", R"(null)"},
                               {R"("not-a-uuid")"}},
                    SchemaCase{R"({"type":["string","null"],"format":"date-time"})",
                               {R"(null)", R"("2026-01-31T10:20:30Z")"},
                               {R"("yesterday")", R"(1)"}},
                    SchemaCase{R"({"format":"uri"})", {R"("https://host/")"}, {R"("host")"}},
                    SchemaCase{R"({"type":"integer","format":"int32"})",
                               {R"(512.0)", R"(1)"},
                               {R"(3000000000)"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    UniqueItems,
    AssertionKeywords,
    testing::Values(
        SchemaCase{R"({"uniqueItems":true})",
                   {R"([1,2])",
                    R"([1,true])",
                    R"([0,false])",
                    R"([[1],[true]])",
                    R"([{"a":1},{"a":2}])",
                    R"([])",
                    R"("aa")",
                    R"(["1",1])",
                    R"([9007199254740992,9007199254740993])"},
                   {R"([1,1])",
                    R"([1.0,1.00,1])",
                    R"([{"a":1,"b":2},{"b":2,"a":1}])",
                    R"([[[1],"x"],[[1],"x"]])",
                    R"(["a","b","a"])",
                    R"([null,null])"}},
        SchemaCase{R"({"uniqueItems":false})", {R"([1,1])"}, {}},
        SchemaCase{R"({"prefixItems":[{"type":"boolean"},{"type":"boolean"}],"uniqueItems":true})",
                   {R"([false,true])"},
                   {R"([false,false])"}}),
    RowName());

INSTANTIATE_TEST_SUITE_P(
    Annotations,
    AssertionKeywords,
    testing::Values(
        SchemaCase{
            R"({"title":"t","description":"d","default":{"type":"x"},"example":1,"examples":[1],"deprecated":true,"readOnly":true,"writeOnly":false,"discriminator":{"propertyName":"k"},"xml":{},"externalDocs":{"url":"u"},"contentMediaType":"a/b","contentEncoding":"base64","contentSchema":{"type":"string"},"$comment":"c","$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://here/"})",
            {R"(1)", R"(null)"},
            {}},
        SchemaCase{R"({"x-one":{"minimun":3},"x-two":0,"minimum":1})", {R"(1)"}, {R"(0)"}},
        SchemaCase{R"(true)", {R"(1)"}, {}},
        SchemaCase{R"(false)", {}, {R"(1)", R"(null)"}},
        SchemaCase{R"({})", {R"(1)"}, {}}),
    RowName());

}  // namespace
}  // namespace plumbline
