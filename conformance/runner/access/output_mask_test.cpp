#include "conformance/runner/access/output_mask.hpp"

#include "conformance/runner/access/secrets.hpp"
#include "spec/base/base64.hpp"

#include <gmock/gmock.h>

namespace plumbline::runner {
namespace {

/// Returns the mask of these secrets in all their forms.
OutputMask mask_of(const std::vector<std::string>& secrets) {
    std::vector<std::string> forms;
    for (const std::string& secret : secrets) add_secret(secret, forms);
    return OutputMask(forms);
}

/// Returns the mask of these values of members `value`.
OutputMask values_mask(const std::vector<std::string>& values,
                       const std::vector<std::string>& public_texts = {},
                       bool other_names = false) {
    const auto known = std::make_shared<SecretValues>(public_texts, other_names);
    for (const std::string& value : values) known->add({{"value", value}});
    return OutputMask({}, known);
}

TEST(OutputMask, ReplacesEverySecret) {
    EXPECT_EQ(mask_of({"k-12345"})("key=k-12345, again k-12345"), "key=***, again ***");
    EXPECT_EQ(mask_of({"k-12345", "k-123456"})("k-1234567"), "***7") << "the longest";
    EXPECT_EQ(mask_of({""})("text"), "text");
    EXPECT_EQ(mask_of({"k-12345"})("k-1234"), "k-1234");
}

TEST(OutputMask, ReplacesTheFormsOfASecret) {
    const OutputMask masked = mask_of({"it's \"ä\"/x"});
    for (const char* text : {"it's \"ä\"/x",
                             R"(it's \"ä\"/x)",
                             R"(it's \"\u00e4\"\/x)",
                             R"(it's \"\u00E4\"/x)",
                             "it%27s%20%22%C3%A4%22%2Fx",
                             "it%27s%20%22%c3%a4%22%2fx",
                             R"(it'\''s \"ä\"/x)",
                             R"(it\u0027s\u0020\u0022\u00e4\u0022\u002fx)",
                             "it&#39;s &quot;ä&quot;/x",
                             "it%2527s%2520%2522%25C3%25A4%2522%252Fx",
                             "aXQncyAiw6QiL3g="})
        EXPECT_EQ(masked(text), "***") << text;
}

TEST(OutputMask, ReplacesASecretWithinBase64) {
    const OutputMask masked = mask_of({"the-password?>"});
    for (const char* pair : {"u:the-password?>", "us:the-password?>", "usr:the-password?>"}) {
        const std::string text = masked("Basic " + to_base64(pair));
        EXPECT_THAT(text, ::testing::HasSubstr("***")) << pair;
        EXPECT_LT(text.size(), std::string("Basic ").size() + 12) << text;
    }
    EXPECT_EQ(masked("token=dGhlLXBhc3N3b3JkPz4"), "token=***");
}

TEST(OutputMask, ReplacesTheBeginningOfACutSecret) {
    EXPECT_EQ(mask_of({"abcdefgh"})(R"({"value":"abcdef... and "abc...)"),
              R"({"value":"***... and "***...)");
    EXPECT_EQ(values_mask({"abcdefgh"})("value is \"abcdefg..."), "value is \"***...");
    EXPECT_EQ(mask_of({"abcdefgh"})("x... and abcd"), "x... and abcd");
}

TEST(OutputMask, ReplacesAShortSecretWhereItIsAWholeValue) {
    const OutputMask masked = mask_of({"a"});
    EXPECT_EQ(masked("a passed scenario at /a?q=a&r=ab#a has {\"a\":\"a\"}"),
              "a passed scenario at /***?q=***&r=ab#a has {\"***\":\"***\"}");
    EXPECT_EQ(masked("curl -H 'X-Own: a' -d 'x=a'"), "curl -H 'X-Own: ***' -d 'x=***'");
    EXPECT_EQ(mask_of({"1"})("1 of 11 in 1 ms, {\"n\": 1}"), "1 of 11 in 1 ms, {\"n\": 1}");
}

TEST(OutputMask, ReplacesLongValuesOfMembersAnywhere) {
    EXPECT_EQ(values_mask({"hunter2-x"})("found hunter2-x"), "found ***");
}

TEST(OutputMask, ReplacesShortValuesOfMembersAtTheirPlace) {
    const OutputMask masked = values_mask({"a", "true", "12"});
    for (const auto& [text, expected] : std::vector<std::pair<std::string, std::string>>{
             {R"({"name":"a","value":"a"})", R"({"name":"a","value":"***"})"},
             {R"({"value" : "true", "x": true})", R"({"value" : "***", "x": true})"},
             {R"({\"value\":\"a\"})", R"({\"value\":\"***\"})"},
             {"$response.body#/secrets/0/value is \"a\", a text",
              "$response.body#/secrets/0/value is \"***\", a text"},
             {"$['secrets'][0]['value']: \"a\"", "$['secrets'][0]['value']: \"***\""},
             {"/secrets/0/value: integer 12, expected a string",
              "/secrets/0/value: integer ***, expected a string"},
             {"name=a&value=a&other=a", "name=a&value=***&other=a"},
             {R"({"my_value":"a","values":"a","value":"ab"})",
              R"({"my_value":"a","values":"a","value":"ab"})"},
             {"a value is a text", "a value is *** text"}})
        EXPECT_EQ(masked(text), expected);
}

TEST(OutputMask, ReplacesValuesInPublicTextsOnlyAtTheirPlace) {
    const OutputMask masked = values_mask({"https://api.example"}, {"https://api.example/base"});
    EXPECT_EQ(masked(R"(curl https://api.example/base/x -d '{"value":"https://api.example"}')"),
              R"(curl https://api.example/base/x -d '{"value":"***"}')");
}

TEST(OutputMask, ReplacesShortValuesOfAnyMemberIfMembersHaveOtherNames) {
    EXPECT_EQ(values_mask({"a"}, {}, true)(R"({"secret_value":"a","list":["a"],"b":"ab"})"),
              R"({"secret_value":"***","list":["a"],"b":"ab"})");
}

TEST(OutputMask, FindsEachOfManyValues) {
    std::vector<std::string> values;
    for (int i = 0; i < 1000; ++i) values.push_back("value-" + std::to_string(i));
    const OutputMask masked = values_mask(values);
    EXPECT_EQ(masked("x value-0 value-999 value-x"), "x *** *** value-x");
    EXPECT_EQ(masked.longest(), 12U) << "in base64";
}

TEST(OutputMask, FollowsValuesThatAreAddedLater) {
    const auto known = std::make_shared<SecretValues>();
    const OutputMask masked({}, known);
    EXPECT_EQ(masked("hunter2-x"), "hunter2-x");
    known->add({{"value", "hunter2-x"}});
    EXPECT_EQ(masked("hunter2-x"), "***");
}

TEST(OutputMask, CutsAnExcerptAfterMasking) {
    EXPECT_EQ(masked_excerpt("12345hunter2-x", 9, mask_of({"hunter2-x"})), "12345***");
    EXPECT_EQ(masked_excerpt("ää", 3, OutputMask()), "ä");
}

}  // namespace
}  // namespace plumbline::runner
