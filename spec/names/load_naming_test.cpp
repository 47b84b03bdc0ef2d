// What is wrong with a vocabulary, and where.

#include "spec/names/testing.hpp"

namespace plumbline {
namespace {

struct BadVocabulary {
    const char* name;
    const char* text;
    const char* says;
};

void PrintTo(const BadVocabulary& one, std::ostream* out) {
    *out << one.name;
}

class BrokenVocabulary : public testing::TestWithParam<BadVocabulary> {};

TEST_P(BrokenVocabulary, IsRefusedWithItsPlace) {
    EXPECT_THAT(naming_of(GetParam().text), FailsWith(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Files,
    BrokenVocabulary,
    testing::Values(
        BadVocabulary{"no_object", "[]", "names.yaml:1:1: found an array"},
        BadVocabulary{"unknown_member", "field: {}", "names.yaml:1:1: /field"},
        BadVocabulary{"empty_name", "fields: { title: '' }", "names.yaml:1:11: /fields/title"},
        BadVocabulary{
            "unknown_field",
            "fields:\n  titel: x",
            "names.yaml:2:3: the contract has no field \"titel\"; did you mean \"title\"?"},
        BadVocabulary{"field_in_free_form", "fields: { labels/x: z }", "no field \"labels/x\""},
        BadVocabulary{"field_never_used",
                      "fields: { note: x, pair/note: z }",
                      "names.yaml:1:11: the entry \"note\" is never used"},
        BadVocabulary{"two_of_ours",
                      "fields: { kind: x, title: x }",
                      "names.yaml:1:20: \"kind\" and \"title\" would both be \"x\""},
        BadVocabulary{"a_name_that_is_there",
                      "fields: { title: kind }",
                      "names.yaml:1:11: \"kind\" and \"title\" would both be \"kind\""},
        BadVocabulary{"names_of_branches_together",
                      "fields: { buyer/title: name }",
                      "both stand in the field buyer"},
        BadVocabulary{"unknown_value", "values: { kind: { gitf: x } }", "did you mean \"gift\"?"},
        BadVocabulary{
            "values_of_a_field_without", "values: { title: { a: b } }", "names.yaml:1:11: "},
        BadVocabulary{
            "a_value_that_is_there", "values: { kind: { gift: own } }", "names.yaml:1:19: "},
        BadVocabulary{"unknown_parameter", "parameters: { limits: x }", "did you mean \"limit\"?"},
        BadVocabulary{
            "a_parameter_that_is_there", "parameters: { limit: kind }", "query of listOrders"},
        BadVocabulary{"unknown_header", "headers: { X-Pages: x-a }", "did you mean \"x-page\"?"},
        BadVocabulary{"header_twice", "headers: { X-Page: x-a, x-page: x-b }", "stands twice"},
        BadVocabulary{"unknown_path", "paths: { /v2: /v3 }", "no path that begins with \"/v2\""},
        BadVocabulary{"path_never_used",
                      "paths: { /v1: /api, /v1/orders: /o }",
                      "names.yaml:1:10: the entry \"/v1\" is never used"},
        BadVocabulary{"part_of_a_segment", "paths: { /v1/ord: /o }", "names.yaml:1:10: "},
        BadVocabulary{"no_path", "paths: { /v1: api }", "names.yaml:1:10: /paths/~1v1"},
        BadVocabulary{"a_lost_parameter",
                      "paths: { '/v1/orders/{order}': /order }",
                      "names.yaml:1:10: found \"/order/lines/{line}\", expected the parameters of"},
        BadVocabulary{"two_paths_in_one",
                      "paths: { /v1/orders: /o, /v1/orders/latest: /o }",
                      "would both be GET /o on the wire"}),
    [](const auto& one) { return one.param.name; });

TEST(Naming, NamesTheFileThatIsMissing) {
    EXPECT_THAT(Naming::load("no/such/names.json", shop()), IsErrorCode(ErrorCode::kNotFound));
}

TEST(Naming, LeavesTheControlInterfaceAlone) {
    const auto contract = load_contract();
    ASSERT_THAT(contract, IsOk());
    EXPECT_THAT(naming_of("fields: { time_scale: speed }", *contract),
                FailsWith("no field \"time_scale\""));
    EXPECT_THAT(naming_of("paths: { /_plumbline: /c }", *contract), FailsWith("no path"));
}

}  // namespace
}  // namespace plumbline
