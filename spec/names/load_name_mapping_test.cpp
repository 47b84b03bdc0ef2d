// Errors of vocabularies, with their positions.

#include "spec/base/text.hpp"
#include "spec/names/testing.hpp"

namespace plumbline {
namespace {

struct InvalidVocabularyCase {
    const char* name;
    const char* text;
    const char* message;
};

void PrintTo(const InvalidVocabularyCase& one, std::ostream* out) {
    *out << one.name;
}

class InvalidVocabulary : public testing::TestWithParam<InvalidVocabularyCase> {};

TEST_P(InvalidVocabulary, IsRejectedWithItsPosition) {
    EXPECT_THAT(mapping_of(GetParam().text), FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Files,
    InvalidVocabulary,
    testing::Values(
        InvalidVocabularyCase{"no_object", "[]", "names.yaml:1:1: found an array"},
        InvalidVocabularyCase{"unknown_member", "field: {}", "names.yaml:1:1: /field"},
        InvalidVocabularyCase{
            "empty_name", "fields: { title: '' }", "names.yaml:1:11: /fields/title"},
        InvalidVocabularyCase{
            "unknown_field",
            "fields:\n  titel: x",
            "names.yaml:2:3: the contract has no field \"titel\"; did you mean \"title\"?"},
        InvalidVocabularyCase{
            "field_in_free_form", "fields: { labels/x: z }", "no field \"labels/x\""},
        InvalidVocabularyCase{"field_never_used",
                              "fields: { note: x, pair/note: z }",
                              "names.yaml:1:11: the entry \"note\" is never used"},
        InvalidVocabularyCase{"two_of_ours",
                              "fields: { kind: x, title: x }",
                              "names.yaml:1:20: \"kind\" and \"title\" would both be \"x\""},
        InvalidVocabularyCase{"a_name_that_is_there",
                              "fields: { title: kind }",
                              "names.yaml:1:11: \"kind\" and \"title\" would both be \"kind\""},
        InvalidVocabularyCase{"names_of_branches_together",
                              "fields: { buyer/title: name }",
                              "both are in the field buyer"},
        InvalidVocabularyCase{
            "unknown_value", "values: { kind: { gitf: x } }", "did you mean \"gift\"?"},
        InvalidVocabularyCase{
            "values_of_a_field_without", "values: { title: { a: b } }", "names.yaml:1:11: "},
        InvalidVocabularyCase{
            "a_value_that_is_there", "values: { kind: { gift: own } }", "names.yaml:1:19: "},
        InvalidVocabularyCase{
            "unknown_parameter", "parameters: { limits: x }", "did you mean \"limit\"?"},
        InvalidVocabularyCase{
            "a_parameter_that_is_there", "parameters: { limit: kind }", "query of listOrders"},
        InvalidVocabularyCase{
            "unknown_header", "headers: { X-Pages: x-a }", "did you mean \"x-page\"?"},
        InvalidVocabularyCase{
            "header_twice", "headers: { X-Page: x-a, x-page: x-b }", "is listed twice"},
        InvalidVocabularyCase{"two_headers_in_one",
                              "headers: { X-Page: x-a, X-Size: X-A }",
                              "names.yaml:1:25: \"x-page\" and \"x-size\" would both be \"x-a\""},
        InvalidVocabularyCase{
            "a_header_that_is_there",
            "headers: { X-Page: x-SIZE }",
            "names.yaml:1:12: \"x-size\" and \"x-page\" would both be \"x-size\""},
        InvalidVocabularyCase{"no_header_name", "headers: { X-Page: 'a b' }", "/headers/X-Page"},
        InvalidVocabularyCase{"two_parameters_in_one",
                              "parameters: { limit: x, kind: x }",
                              "\"kind\" and \"limit\" would both be \"x\""},
        InvalidVocabularyCase{"two_values_in_one",
                              "values: { kind: { gift: x, own: x } }",
                              "\"gift\" and \"own\" would both be \"x\""},
        InvalidVocabularyCase{
            "a_path_that_is_there", "paths: { '/v1/orders/latest': /v1/orders }", "both be GET"},
        InvalidVocabularyCase{
            "unknown_path", "paths: { /v2: /v3 }", "no path that begins with \"/v2\""},
        InvalidVocabularyCase{"path_never_used",
                              "paths: { /v1: /api, /v1/orders: /o }",
                              "names.yaml:1:10: the entry \"/v1\" is never used"},
        InvalidVocabularyCase{"part_of_a_segment", "paths: { /v1/ord: /o }", "names.yaml:1:10: "},
        InvalidVocabularyCase{"no_path", "paths: { /v1: api }", "names.yaml:1:10: /paths/~1v1"},
        InvalidVocabularyCase{
            "a_lost_parameter",
            "paths: { '/v1/orders/{order}': /order }",
            "names.yaml:1:10: found \"/order/lines/{line}\", expected the parameters of"},
        InvalidVocabularyCase{"two_paths_in_one",
                              "paths: { /v1/orders: /o, /v1/orders/latest: /o }",
                              "would both be GET /o on the wire"}),
    [](const auto& one) { return one.param.name; });

class ReservedHeader : public testing::TestWithParam<const char*> {};

TEST_P(ReservedHeader, IsRejectedInAnyCase) {
    for (const std::string& name : {std::string(GetParam()), to_lower(GetParam())}) {
        EXPECT_THAT(mapping_of("headers:\n  X-Page: " + name),
                    FailsWith("names.yaml:2:3: X-Page cannot be called " + name + ": "));
    }
}

INSTANTIATE_TEST_SUITE_P(Headers,
                         ReservedHeader,
                         testing::Values("Host",
                                         "Content-Type",
                                         "Content-Length",
                                         "Cookie",
                                         "Transfer-Encoding",
                                         "Connection",
                                         "Accept",
                                         "Authorization",
                                         "X-Plumbline-Token"));

class ReservedPath : public testing::TestWithParam<const char*> {};

TEST_P(ReservedPath, IsRejected) {
    const std::string path = GetParam();
    EXPECT_THAT(mapping_of("paths:\n  /v1: " + path),
                FailsWith("names.yaml:2:3: /v1 cannot be called " + path + ": "));
}

INSTANTIATE_TEST_SUITE_P(Paths,
                         ReservedPath,
                         testing::Values("/_plumbline", "/_plumbline/x", "/w", "/w/x", "/a/../b"));

TEST(LoadNameMapping, SuggestsAFixForAReservedName) {
    EXPECT_THAT(mapping_of("headers: { X-Page: Host }"),
                FailsWith("use the header that the backend reads instead"));
    EXPECT_THAT(mapping_of("paths: { /v1: /w }"), FailsWith("into its base URL"));
}

TEST(LoadNameMapping, AcceptsPathsThatOnlyLookReserved) {
    EXPECT_THAT(mapping_of("paths: { /v1: /works/w/_plumbline }"), IsOk());
}

TEST(LoadNameMapping, ReportsAMissingFile) {
    EXPECT_THAT(NameMapping::load("no/such/names.json", shop_contract()),
                IsErrorCode(ErrorCode::kNotFound));
}

TEST(LoadNameMapping, DoesNotApplyToTheControlInterface) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    EXPECT_THAT(mapping_of("fields: { time_scale: speed }", *contract),
                FailsWith("no field \"time_scale\""));
    EXPECT_THAT(mapping_of("paths: { /_plumbline: /c }", *contract), FailsWith("no path"));
}

}  // namespace
}  // namespace plumbline
