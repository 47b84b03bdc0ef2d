#include "conformance/runner/request/encoded_body.hpp"
#include "conformance/runner/request/form_fields.hpp"
#include "spec/base/testing.hpp"
#include "spec/http/urlencoded.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::runner {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using workflow::FieldEncoding;
using workflow::FieldEncodings;

constexpr const char* kFields =
    R"({"a": ["x y", null, 2], "b": {"k": "1&2", "n": null}, "c": "t", "d": null, "e": []})";

FieldEncodings of_a_and_b(const FieldEncoding& encoding) {
    return {{"a", encoding}, {"b", encoding}};
}

TEST(EncodedForm, WithoutEncodingsEqualsTheFormFields) {
    EXPECT_EQ(encoded_form(json_of(kFields), {}),
              http::to_urlencoded(form_fields(json_of(kFields))));
    EXPECT_EQ(encoded_form(Json::object(), {}), "");
}

TEST(EncodedForm, WritesFieldsInTheirStyles) {
    const auto written = [](const std::string& style, std::optional<bool> explode) {
        return encoded_form(json_of(kFields), of_a_and_b({"application/json", style, explode}));
    };
    EXPECT_EQ(written("form", {}), "a=x%20y&a=2&k=1%262&c=t");
    EXPECT_EQ(written("form", false), "a=x%20y,2&b=k,1%262&c=t");
    EXPECT_EQ(written("", false), "a=x%20y,2&b=k,1%262&c=t");
    EXPECT_EQ(written("pipeDelimited", {}), "a=x%20y%7C2&b=k%7C1%262&c=t");
    EXPECT_EQ(encoded_form(json_of(R"({"b": {"k": 1}})"), {{"b", {"", "deepObject", true}}}),
              "b%5Bk%5D=1");
}

TEST(EncodedForm, KeepsReservedCharactersIfAllowed) {
    FieldEncoding encoding{"application/json", "", {}, true};
    const Json object = json_of(R"({"a/b": ["x/y?z=1", "%26 %"]})");
    EXPECT_EQ(encoded_form(object, {{"a/b", encoding}}), "a%2Fb=x/y?z=1&a%2Fb=%26%20%25");
    encoding.explode = false;
    EXPECT_EQ(encoded_form(object, {{"a/b", encoding}}), "a%2Fb=x/y?z=1,%26%20%25");
    encoding.allow_reserved = false;
    EXPECT_EQ(encoded_form(object, {{"a/b", encoding}}), "a%2Fb=x%2Fy%3Fz%3D1,%2526%20%25");
}

TEST(EncodedForm, WritesAFieldWithAJsonTypeAsJson) {
    EXPECT_EQ(encoded_form(json_of(R"({"a": [1, "2"], "b": "t", "c": null})"),
                           {{"a", {"application/json", "", {}}},
                            {"b", {"application/json", "", {}}},
                            {"c", {"application/json", "", {}}}}),
              "a=%5B1%2C%222%22%5D&b=%22t%22");
    EXPECT_EQ(encoded_form(json_of(R"({"a": [1, 2]})"), {{"a", {"text/plain", "", {}}}}),
              "a=1&a=2");
}

TEST(EncodedForm, OmitsEmptyFields) {
    EXPECT_EQ(
        encoded_form(json_of(R"({"a": [null], "b": {}, "c": null})"),
                     {{"a", {"", "form", {}}}, {"b", {"", "form", {}}}, {"c", {"", "form", {}}}}),
        "");
}

TEST(EncodedParts, HaveTheTypeOfTheDocument) {
    const std::string type = "text/csv; charset=utf-8";
    EXPECT_THAT(encoded_parts(json_of(R"({"a": ["x", null, "y"], "b": "t"})"),
                              {{"a", {type, "", {}}}, {"b", {"application/json", "", {}}}}),
                ElementsAre(http::FormPart{"a", type, "x"},
                            http::FormPart{"a", type, "y"},
                            http::FormPart{"b", "application/json", "\"t\""}));
}

TEST(EncodedParts, OfAStyleArePlain) {
    EXPECT_THAT(encoded_parts(json_of(kFields), of_a_and_b({"application/json", "form", {}})),
                ElementsAre(http::FormPart{"a", "", "x y"},
                            http::FormPart{"a", "", "2"},
                            http::FormPart{"k", "", "1&2"},
                            http::FormPart{"c", "", "t"}));
    EXPECT_THAT(encoded_parts(json_of(R"({"a": []})"), of_a_and_b({"", "form", {}})), IsEmpty());
}

TEST(EncodedParts, KeepReservedCharacters) {
    EXPECT_THAT(encoded_parts(json_of(R"({"a": "x&y=%26"})"), {{"a", {"", "", {}, true}}}),
                ElementsAre(http::FormPart{"a", "", "x&y=%26"}));
}

TEST(EncodedParts, HaveTheHeadersOfTheirField) {
    const FieldEncoding with_header{"text/csv", "", {}, {}, {{{"X-Kind", "scan"}}, {}}};
    EXPECT_THAT(encoded_parts(json_of(R"({"a": ["x", "y"], "b": "t"})"), {{"a", with_header}}),
                ElementsAre(http::FormPart{"a", "text/csv", "x", {{"X-Kind", "scan"}}},
                            http::FormPart{"a", "text/csv", "y", {{"X-Kind", "scan"}}},
                            http::FormPart{"b", "", "t"}));
}

TEST(EncodedParts, WithoutEncodingsEqualTheFormParts) {
    EXPECT_EQ(encoded_parts(json_of(kFields), {}), form_parts(json_of(kFields)));
}

TEST(EncodedBody, FollowsTheStepsEncodings) {
    workflow::StepBody body;
    body.content_type = "application/x-www-form-urlencoded";
    body.encodings["a"] = {"", "form", false};
    const auto form = encode_body(body, {}, json_of(R"({"a": [1, 2]})"));
    ASSERT_THAT(form, IsOk());
    EXPECT_EQ(form->bytes, "a=1,2");
    body.content_type = "multipart/form-data";
    body.encodings["a"] = {"text/csv", "", {}};
    const auto parts = encode_body(body, {}, json_of(R"({"a": "x"})"));
    ASSERT_THAT(parts, IsOk());
    EXPECT_THAT(parts->bytes, HasSubstr("name=\"a\"\r\nContent-Type: text/csv\r\n\r\nx"));
}

}  // namespace
}  // namespace plumbline::runner
