#include "conformance/workflow/body_form.hpp"

#include "conformance/workflow/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;

TEST(FormOf, IsSaidByTheMediaType) {
    EXPECT_EQ(form_of("application/json; charset=utf-8"), BodyForm::kJson);
    EXPECT_EQ(form_of("text/plain"), BodyForm::kJson);
    EXPECT_EQ(form_of("Application/X-WWW-Form-Urlencoded ; charset=utf-8"), BodyForm::kUrlencoded);
    EXPECT_EQ(form_of("multipart/form-data"), BodyForm::kParts);
    EXPECT_EQ(form_of("multipart/mixed"), BodyForm::kTextOnly);
    EXPECT_EQ(form_of("application/soap+xml"), BodyForm::kTextOnly);
}

/// Returns a suite that sends `body` (line 9) to the operation that takes forms.
std::string form_suite(const std::string& body) {
    return suite_with_step("        operationId: sendForm\n        requestBody: " + body + "\n");
}

class PlayableForm : public testing::TestWithParam<const char*> {};

TEST_P(PlayableForm, IsSilentInLintAndLoad) {
    const std::string yaml = form_suite(GetParam());
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty()) << yaml;
    EXPECT_THAT(load_text(yaml).diagnosis.errors, IsEmpty()) << yaml;
    EXPECT_THAT(load_text(yaml).diagnosis.warnings, IsEmpty()) << yaml;
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

class UnplayableForm : public testing::TestWithParam<WrongSuite> {};

TEST_P(UnplayableForm, IsAnErrorWithPlaceAndMend) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnosis.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Bodies,
    UnplayableForm,
    testing::Values(
        WrongSuite{"ListAsForm",
                   form_suite("{contentType: application/x-www-form-urlencoded, payload: [1]}"),
                   "9:71",
                   "a payload of type array is no form (application/x-www-form-urlencoded)",
                   "give an object"},
        WrongSuite{"NumberAsTheOperationsForm",
                   form_suite("{payload: 7}"),
                   "9:23",
                   "a payload of type integer is no form (application/x-www-form-urlencoded)",
                   "write it as text"},
        WrongSuite{"ListAsParts",
                   form_suite("{contentType: multipart/form-data, payload: [1]}"),
                   "9:57",
                   "a payload of type array is no form (multipart/form-data)",
                   "give an object"},
        WrongSuite{"PartsWithABoundary",
                   form_suite("{contentType: multipart/form-data; boundary=x, payload: {a: 1}}"),
                   "9:69",
                   "names a boundary",
                   "leave `boundary=` out"},
        WrongSuite{"ObjectAsXml",
                   form_suite("{contentType: text/xml, payload: {a: 1}}"),
                   "9:46",
                   "a payload of type object cannot be sent as text/xml",
                   "write it as text"}),
    WrongSuiteName());

TEST(CheckForm, TakesEverythingAsJson) {
    for (const char* payload : {"{}", "[]", "7", "null", "\"a\""})
        EXPECT_THAT(check_form("application/json", json_of(payload)), IsOk()) << payload;
}

}  // namespace
}  // namespace plumbline::workflow
