#include "conformance/runner/request/form_fields.hpp"

#include "spec/base/testing.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/random_json_fixture.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

constexpr const char* kForm =
    R"({"a": "x y", "b": [1, "two", null, {"k": [1]}, [true]], "c": {"d": null}, "e": null,
        "f": [], "g": false, "h": ""})";

TEST(FormFields, SplitListsAndOmitNull) {
    EXPECT_THAT(form_fields(json_of(kForm)),
                ElementsAre(Pair("a", "x y"),
                            Pair("b", "1"),
                            Pair("b", "two"),
                            Pair("b", R"({"k":[1]})"),
                            Pair("b", "[true]"),
                            Pair("c", R"({"d":null})"),
                            Pair("g", "false"),
                            Pair("h", "")));
    EXPECT_THAT(form_fields(Json::object()), IsEmpty());
}

TEST(FormParts, MarkStructuredValuesAsJson) {
    const std::string json = "application/json";
    EXPECT_THAT(form_parts(json_of(kForm)),
                ElementsAre(http::FormPart{"a", "", "x y"},
                            http::FormPart{"b", "", "1"},
                            http::FormPart{"b", "", "two"},
                            http::FormPart{"b", json, R"({"k":[1]})"},
                            http::FormPart{"b", json, "[true]"},
                            http::FormPart{"c", json, R"({"d":null})"},
                            http::FormPart{"g", "", "false"},
                            http::FormPart{"h", "", ""}));
}

TEST(FormFields, CanBeReadBackFromTheQuery) {
    RandomJson random(3);
    for (int round = 0; round < 300; ++round) {
        Json object = Json::object();
        for (int member = 0; member < 3; ++member) object[random.text()] = random.value(2);
        const auto query = query_string(object);
        ASSERT_THAT(query, IsOk());
        const auto target = http::parse_target("/?" + *query);
        ASSERT_THAT(target, IsOk());
        EXPECT_EQ(target->query, form_fields(object));
    }
}

TEST(QueryString, EncodesAText) {
    EXPECT_EQ(query_string("a=1&b=%20x y#[é]"), "a=1&b=%20x%20y%23%5B%C3%A9%5D");
    EXPECT_EQ(query_string("?a=1?"), "a=1?");
    EXPECT_EQ(query_string(""), "");
}

TEST(QueryString, RejectsOtherTypesWithAFix) {
    for (const char* value : {"[1]", "7", "true"}) {
        EXPECT_THAT(query_string(json_of(value)), IsErrorCode(ErrorCode::kInvalid)) << value;
        EXPECT_THAT(query_string(json_of(value)), FailsWith("give a text")) << value;
    }
}

TEST(QueryValues, AreTheDecodedValuesByName) {
    EXPECT_THAT(query_values("a=x+y&b=%26&a=2"), EqualsJson(R"({"a": "x y", "b": "&"})"));
    EXPECT_THAT(query_values(json_of(R"({"n": [1]})")), EqualsJson(R"({"n": [1]})"));
    EXPECT_THAT(query_values(""), EqualsJson("{}"));
}

}  // namespace
}  // namespace plumbline::runner
