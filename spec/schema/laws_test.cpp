// Laws that hold for any schema and any value, tried on many small random ones.
#include "spec/base/testing.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/random_schema_fixture.hpp"
#include "spec/schema/testing.hpp"

namespace plumbline {
namespace {

bool accepts(const Json& schema, const Json& value) {
    const Document document{"law", std::make_shared<const Json>(schema), {}};
    const auto compiled = SchemaCompiler(document, SchemaStrictness::kClosed).compile("");
    EXPECT_THAT(compiled, IsOk()) << to_text(schema);
    if (!compiled) return false;
    const bool fits = compiled->accepts(value);
    EXPECT_EQ(fits, compiled->judge(value).empty())
        << to_text(schema) << " with " << to_text(value);
    return fits;
}

Json with(const char* keyword, Json value) {
    Json schema = Json::object();
    schema[keyword] = std::move(value);
    return schema;
}

Json conditional(const Json& condition, const Json& then, const Json& otherwise) {
    Json schema = with("if", condition);
    schema["then"] = then;
    schema["else"] = otherwise;
    return schema;
}

Json referring(const Json& target) {
    Json schema = with("$ref", "#/$defs/A");
    schema["$defs"]["A"] = target;
    return schema;
}

class Law : public testing::TestWithParam<int> {};

TEST_P(Law, HoldsForRandomSchemasAndValues) {
    RandomSchemas maker(static_cast<std::uint64_t>(GetParam()));
    const Json a = maker.schema(2);
    const Json b = maker.schema(2);
    const Json value = maker.value(2);
    SCOPED_TRACE("a = " + to_text(a) + ", b = " + to_text(b) + ", value = " + to_text(value));
    const bool fits_a = accepts(a, value);
    const bool fits_b = accepts(b, value);

    EXPECT_EQ(accepts(with("not", a), value), !fits_a);
    EXPECT_EQ(accepts(with("allOf", Json::array({a, b})), value), fits_a && fits_b);
    EXPECT_EQ(accepts(with("anyOf", Json::array({a, b})), value), fits_a || fits_b);
    EXPECT_EQ(accepts(with("oneOf", Json::array({a, b})), value), fits_a != fits_b);
    EXPECT_EQ(accepts(conditional(a, b, false), value), fits_a && fits_b);
    EXPECT_EQ(accepts(conditional(a, true, b), value), fits_a || fits_b);
    EXPECT_EQ(accepts(referring(a), value), fits_a);
    EXPECT_EQ(accepts(with("items", a), Json::array({value, value})), fits_a);
    EXPECT_EQ(accepts(with("contains", a), Json::array({value})), fits_a);
    EXPECT_EQ(accepts(with("prefixItems", Json::array({true, a})), Json::array({0, value})),
              fits_a);
    EXPECT_EQ(accepts(with("properties", with("p", a)), with("p", value)), fits_a);
    EXPECT_EQ(accepts(with("patternProperties", with("^p", a)), with("pq", value)), fits_a);
    EXPECT_EQ(accepts(with("additionalProperties", a), with("p", value)), fits_a);
    EXPECT_TRUE(accepts(with("const", value), value));
}

INSTANTIATE_TEST_SUITE_P(Seeds, Law, testing::Range(0, 300));

}  // namespace
}  // namespace plumbline
