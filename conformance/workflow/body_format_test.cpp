#include "conformance/workflow/body_format.hpp"

#include "conformance/workflow/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;

TEST(BodyFormatOf, DependsOnTheMediaType) {
    EXPECT_EQ(body_format_of("application/json; charset=utf-8"), BodyFormat::kJson);
    EXPECT_EQ(body_format_of("text/plain"), BodyFormat::kJson);
    EXPECT_EQ(body_format_of("Application/X-WWW-Form-Urlencoded ; charset=utf-8"),
              BodyFormat::kUrlencoded);
    EXPECT_EQ(body_format_of("multipart/form-data"), BodyFormat::kMultipart);
    EXPECT_EQ(body_format_of("multipart/mixed"), BodyFormat::kTextOnly);
    EXPECT_EQ(body_format_of("application/soap+xml"), BodyFormat::kTextOnly);
}

/// Returns a suite that sends `body` (line 9) to the operation that accepts forms.
std::string form_suite(const std::string& body) {
    return suite_with_step("        operationId: sendForm\n        requestBody: " + body + "\n");
}

class PlayableForm : public testing::TestWithParam<const char*> {};

TEST_P(PlayableForm, HasNoProblemInLintAndLoad) {
    const std::string yaml = form_suite(GetParam());
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty()) << yaml;
    EXPECT_THAT(load_text(yaml).diagnostics.errors, IsEmpty()) << yaml;
    EXPECT_THAT(load_text(yaml).diagnostics.warnings, IsEmpty()) << yaml;
}

INSTANTIATE_TEST_SUITE_P(
    Bodies,
    PlayableForm,
    testing::Values(
        "{contentType: application/x-www-form-urlencoded, payload: {a: 1, b: [x, z]}}",
        "{contentType: application/x-www-form-urlencoded, payload: 'a=1&b=x'}",
        "{payload: {a: 1}}",
        "{contentType: multipart/form-data, payload: {a: 1}}",
        "{contentType: multipart/form-data; boundary=x, payload: \"--x--\\r\\n\"}",
        "{contentType: text/xml, payload: '<a/>'}",
        "{contentType: text/xml, payload: $statusCode}",
        "{contentType: text/xml, payload: {a: 1}, replacements: [{target: '', value: '<a/>'}]}",
        "{contentType: text/xml, payload: {context: $statusCode, selector: '', "
        "type: jsonpointer}}"));

class UnplayableForm : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableForm, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Bodies,
    UnplayableForm,
    testing::Values(
        InvalidSuite{"ListAsForm",
                     form_suite("{contentType: application/x-www-form-urlencoded, payload: [1]}"),
                     "9:71",
                     "a payload of type array is not a form (application/x-www-form-urlencoded)",
                     "give an object"},
        InvalidSuite{"NumberAsTheOperationsForm",
                     form_suite("{payload: 7}"),
                     "9:23",
                     "a payload of type integer is not a form (application/x-www-form-urlencoded)",
                     "write it as a string"},
        InvalidSuite{"ListAsParts",
                     form_suite("{contentType: multipart/form-data, payload: [1]}"),
                     "9:57",
                     "a payload of type array is not a form (multipart/form-data)",
                     "give an object"},
        InvalidSuite{"PartsWithABoundary",
                     form_suite("{contentType: multipart/form-data; boundary=x, payload: {a: 1}}"),
                     "9:69",
                     "has a boundary",
                     "remove `boundary=`"},
        InvalidSuite{"ObjectAsXml",
                     form_suite("{contentType: text/xml, payload: {a: 1}}"),
                     "9:46",
                     "a payload of type object cannot be sent as text/xml",
                     "write it as a string"}),
    InvalidSuiteName());

TEST(CheckBodyFormat, AcceptsAnyValueAsJson) {
    for (const char* payload : {"{}", "[]", "7", "null", "\"a\""})
        EXPECT_THAT(check_body_format("application/json", json_of(payload)), IsOk()) << payload;
}

TEST(ContentTypeOfABody, IsTheFirstDeclaredTypeThatIsNoRange) {
    const auto sent_for = [](const std::vector<std::string>& keys) {
        Operation operation;
        operation.body.emplace();
        for (const std::string& key : keys)
            operation.body->content.push_back({http::media_type(key), "", {}, {}, key});
        return content_type_of("", operation);
    };
    EXPECT_EQ(sent_for({"Text/Plain; charset=utf-8", "a/b"}), "Text/Plain; charset=utf-8");
    EXPECT_EQ(sent_for({"*/*", "text/csv"}), "text/csv");
    EXPECT_EQ(sent_for({"application/*"}), "application/json");
    EXPECT_EQ(sent_for({}), "application/json");
}

}  // namespace
}  // namespace plumbline::workflow
