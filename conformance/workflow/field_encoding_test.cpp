#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Returns the field encodings of a step that sends a body of this type.
FieldEncodings encodings_of(const std::string& content_type) {
    const auto suite = load_playable(
        "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions:\n"
        "  - {name: others, type: openapi, url: others.yaml}\nworkflows:\n"
        "  - workflowId: w\n    steps:\n      - stepId: s\n        operationId: sendFields\n"
        "        requestBody: {" +
        content_type + " payload: {a: 1}}\n");
    const Step& step = suite->workflows.at(0).steps.at(0);
    return step.body ? step.body->encodings : FieldEncodings{};
}

/// Returns the problems of two steps that send this body.
auto lint_two_steps(const std::string& body) {
    const std::string step =
        "        operationId: sendFields\n        requestBody: {" + body + "}\n";
    return lint_text(
        "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions:\n"
        "  - {name: others, type: openapi, url: others.yaml}\nworkflows:\n"
        "  - workflowId: w\n    steps:\n      - stepId: s\n" +
        step + "      - stepId: t\n" + step);
}

TEST(FieldEncodingOfAStep, IsThatOfItsContentType) {
    auto found = encodings_of("contentType: application/x-www-form-urlencoded; charset=utf-8,");
    ASSERT_THAT(found, SizeIs(4));
    EXPECT_EQ(found["tags"].style, "pipeDelimited");
    EXPECT_EQ(found["tags"].explode, false);
    EXPECT_TRUE(found["tags"].is_styled());
    EXPECT_EQ(found["meta"].content_type, "application/json");
    EXPECT_FALSE(found["meta"].is_styled());
}

TEST(FieldEncodingOfAStep, IsThatOfTheFirstTypeByDefault) {
    EXPECT_THAT(encodings_of(""), SizeIs(4));
}

TEST(FieldEncodingOfAStep, LeavesAChoiceOfTypesToTheValue) {
    auto found = encodings_of("contentType: multipart/form-data,");
    EXPECT_EQ(found["photo"].content_type, "");
    EXPECT_EQ(found["note"].content_type, "text/markdown");
}

TEST(FieldEncodingOfAStep, HasTheHeadersOfParts) {
    auto found = encodings_of("contentType: multipart/form-data,");
    EXPECT_EQ(found["photo"].headers.sent, (http::Headers{{"X-Kind", "scan"}}));
    EXPECT_THAT(encodings_of("")["tags"].headers.sent.all(), IsEmpty());
}

TEST(FieldEncodingOfAStep, RecordsWhetherReservedCharactersAreKept) {
    auto found = encodings_of("");
    EXPECT_EQ(found["link"].allow_reserved, true);
    EXPECT_TRUE(found["link"].is_styled());
    EXPECT_EQ(found["tags"].allow_reserved, std::nullopt);
}

TEST(FieldEncodingOfAStep, ReportsAHeaderWithoutAValueOnce) {
    const auto diagnosis = lint_two_steps("contentType: multipart/form-data, payload: {photo: x}");
    ASSERT_THAT(diagnosis.warnings, SizeIs(1));
    EXPECT_THAT(to_text(diagnosis.warnings[0]),
                HasSubstr("others.yaml:32:60: parts are sent without the header X-Open"));
}

TEST(FieldEncodingOfAStep, ReportsAnUnknownStyleOnceAndSendsTheFieldAsForm) {
    EXPECT_EQ(encodings_of("")["odd"].style, "form");
    const auto diagnosis = lint_two_steps("payload: {odd: x}");
    ASSERT_THAT(diagnosis.warnings, SizeIs(1));
    EXPECT_THAT(to_text(diagnosis.warnings[0]),
                HasSubstr("the style \"label\" of a field is unknown; it is sent as form"));
}

TEST(FieldEncodingOfAStep, IsEmptyWithoutADeclaration) {
    EXPECT_THAT(encodings_of("contentType: text/plain,"), IsEmpty());
}

}  // namespace
}  // namespace plumbline::workflow
