// Property tests: properties of all schemas and values, checked with many small random ones.
#include "spec/base/testing.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/random_schema_fixture.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

bool accepts(const Json& schema, const Json& value) {
    const Document document{"random", std::make_shared<const Json>(schema), {}};
    const auto compiled = SchemaCompiler(document, SchemaStrictness::kClosed).compile("");
    EXPECT_THAT(compiled, IsOk()) << to_text(schema);
    if (!compiled) return false;
    const bool fits = compiled->accepts(value);
    EXPECT_EQ(fits, compiled->evaluate(value).empty())
        << to_text(schema) << " with " << to_text(value);
    return fits;
}

Json schema_with(const char* keyword, Json value) {
    Json schema = Json::object();
    schema[keyword] = std::move(value);
    return schema;
}

Json conditional(const Json& condition, const Json& then, const Json& otherwise) {
    Json schema = schema_with("if", condition);
    schema["then"] = then;
    schema["else"] = otherwise;
    return schema;
}

Json reference_to_definition(const Json& target) {
    Json schema = schema_with("$ref", "#/$defs/A");
    schema["$defs"]["A"] = target;
    return schema;
}

class SchemaProperties : public testing::TestWithParam<int> {};

TEST_P(SchemaProperties, HoldForRandomSchemasAndValues) {
    RandomSchemas random(static_cast<std::uint64_t>(GetParam()));
    const Json a = random.schema(2);
    const Json b = random.schema(2);
    const Json value = random.value(2);
    SCOPED_TRACE("a = " + to_text(a) + ", b = " + to_text(b) + ", value = " + to_text(value));
    const bool fits_a = accepts(a, value);
    const bool fits_b = accepts(b, value);

    EXPECT_EQ(accepts(schema_with("not", a), value), !fits_a);
    EXPECT_EQ(accepts(schema_with("allOf", Json::array({a, b})), value), fits_a && fits_b);
    EXPECT_EQ(accepts(schema_with("anyOf", Json::array({a, b})), value), fits_a || fits_b);
    EXPECT_EQ(accepts(schema_with("oneOf", Json::array({a, b})), value), fits_a != fits_b);
    EXPECT_EQ(accepts(conditional(a, b, false), value), fits_a && fits_b);
    EXPECT_EQ(accepts(conditional(a, true, b), value), fits_a || fits_b);
    EXPECT_EQ(accepts(reference_to_definition(a), value), fits_a);
    EXPECT_EQ(accepts(schema_with("items", a), Json::array({value, value})), fits_a);
    EXPECT_EQ(accepts(schema_with("contains", a), Json::array({value})), fits_a);
    EXPECT_EQ(accepts(schema_with("prefixItems", Json::array({true, a})), Json::array({0, value})),
              fits_a);
    EXPECT_EQ(accepts(schema_with("properties", schema_with("p", a)), schema_with("p", value)),
              fits_a);
    EXPECT_EQ(
        accepts(schema_with("patternProperties", schema_with("^p", a)), schema_with("pq", value)),
        fits_a);
    EXPECT_EQ(accepts(schema_with("additionalProperties", a), schema_with("p", value)), fits_a);
    EXPECT_TRUE(accepts(schema_with("const", value), value));
}

INSTANTIATE_TEST_SUITE_P(Seeds, SchemaProperties, testing::Range(0, 300));

}  // namespace
}  // namespace plumbline
