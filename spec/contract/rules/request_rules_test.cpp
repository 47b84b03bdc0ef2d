#include "spec/contract/request_rules.hpp"

#include "spec/contract/rules/rules_fixture.hpp"

namespace plumbline {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(RequestRules, AcceptAValidRequest) {
    EXPECT_THAT(
        broken_rules(R"({"source":"git","path":"p","ref":"main","push":true,"tarball":"known"})"),
        IsEmpty());
}

struct Case {
    const char* name;
    const char* request;
    const char* current;  ///< null: create
    const char* rule;     ///< "": none
};

void PrintTo(const Case& one, std::ostream* out) {
    *out << one.name;
}

class RuleChecks : public RequestRules, public ::testing::WithParamInterface<Case> {};

TEST_P(RuleChecks, ReportExactlyTheViolatedRule) {
    const auto ids = broken_rules(GetParam().request, GetParam().current);
    if (*GetParam().rule == '\0') {
        EXPECT_THAT(ids, IsEmpty());
    } else {
        EXPECT_THAT(ids, ElementsAre(GetParam().rule));
    }
}

constexpr const char* kGit = R"({"source":"git","name":"n","ref":"main","push":true,"path":"p"})";

INSTANTIATE_TEST_SUITE_P(
    Kinds,
    RuleChecks,
    ::testing::Values(
        Case{"immutable_changed", R"({"name":"m"})", kGit, "immutable:/name"},
        Case{"immutable_same", R"({"name":"n"})", kGit, ""},
        Case{"immutable_null", R"({"name":null})", kGit, ""},
        Case{"immutable_id_in_other_case",
             R"({"owner":"7D444840-9DC0-41D1-B245-5FFDCE74FAD2"})",
             R"({"source":"git","owner":"7d444840-9dc0-41d1-b245-5ffdce74fad2"})",
             ""},
        Case{"immutable_other_id",
             R"({"owner":"7D444840-9DC0-41D1-B245-5FFDCE74FAD3"})",
             R"({"source":"git","owner":"7d444840-9dc0-41d1-b245-5ffdce74fad2"})",
             "immutable:/owner"},
        Case{"immutable_text_in_other_case", R"({"name":"N"})", kGit, "immutable:/name"},
        Case{"default_beyond_numbers",
             R"({"source":"other","source_config":{"spec":{"memory":18446744073709551615}}})",
             nullptr,
             "default_from:/source_config/spec/memory_limit"},
        Case{"default_below_numbers",
             R"({"source":"other","source_config":{"spec":{"memory":-9223372036854775808}}})",
             nullptr,
             "default_from:/source_config/spec/memory_limit"},
        Case{"default_beyond_fractions",
             R"({"source":"other","source_config":{"spec":{"share":1e308}}})",
             nullptr,
             "default_from:/source_config/spec/share_limit"},
        Case{
            "no_default_needed",
            R"({"source":"other","source_config":{"spec":{"memory":18446744073709551615,"memory_limit":1}}})",
            nullptr,
            ""},
        Case{"immutable_set_later",
             R"({"name":"m"})",
             R"({"source":"git","name":null})",
             "immutable:/name"},
        Case{"other_source",
             R"({"source":"other","push":false})",
             nullptr,
             "only_for_sources:/push"},
        Case{"other_source_null", R"({"source":"other","push":null})", nullptr, ""},
        Case{"not_settable",
             R"({"source":"git","path":"p","url":"u"})",
             nullptr,
             "settable_for_sources:/url"},
        Case{"missing_on_create", R"({"source":"git"})", nullptr, "required_for_sources:/path"},
        Case{"missing_in_patch", R"({})", kGit, ""},
        Case{"hosting", R"({"source":"image"})", nullptr, "only_for_hosting:/source"},
        Case{"not_issued",
             R"({"source":"other","tarball":"made up"})",
             nullptr,
             "issued_by:/tarball"},
        Case{"no_listener",
             R"({"source":"other","namespace":"x"})",
             nullptr,
             "only_for_compute_kinds:/namespace"},
        Case{"listener",
             R"({"source":"other","namespace":"x","source_config":{"listener_id":"L"}})",
             nullptr,
             ""},
        Case{"tag_in_patch", R"({"ref":"refs/tags/v1"})", kGit, "tag-not-pushed"},
        Case{"tag_and_push_off", R"({"ref":"refs/tags/v1","push":false})", kGit, ""},
        Case{"revision_source_governs",
             R"({"revision_source":"git","source_revision_config":{"image":"i"}})",
             R"({"source":"image"})",
             "only_for_sources:/source_revision_config/image"},
        Case{
            "volume_twice",
            R"({"source":"other","source_config":{"spec":{"volumes":[{"name":"a"},{"name":"a"}]}}})",
            nullptr,
            "unique_by:/source_config/spec/volumes"},
        Case{
            "mount_of_nothing",
            R"({"source":"other","source_config":{"spec":{"volumes":[{"name":"a"}],"mounts":[{"name":"b"}]}}})",
            nullptr,
            "key_ref:/source_config/spec/mounts"},
        Case{
            "mount_of_volume",
            R"({"source":"other","source_config":{"spec":{"volumes":[{"name":"a"}],"mounts":[{"name":"a"}]}}})",
            nullptr,
            ""}),
    [](const auto& param) { return std::string(param.param.name); });

TEST_F(RequestRules, CanBeDisabledOneByOne) {
    context_.disabled_rules.insert("required_for_sources:/path");
    EXPECT_THAT(broken_rules(R"({"source":"git","url":"u"})"),
                ElementsAre("settable_for_sources:/url"));
}

TEST_F(RequestRules, CanBeDisabledForSomeSources) {
    context_.disabled_for_sources["only_for_sources:/push"] = {"other"};
    EXPECT_THAT(broken_rules(R"({"source":"other","push":false})"), IsEmpty());
    EXPECT_THAT(broken_rules(R"({"source":"third","push":false})"),
                ElementsAre("only_for_sources:/push"));
}

TEST_F(RequestRules, ReportPointerAndReason) {
    const Json request{{"source", "other"}, {"push", true}};
    const auto violations = check_request_rules(*operation_, *api_, request, nullptr, context_);
    ASSERT_EQ(violations.size(), 1U);
    EXPECT_EQ(violations[0].pointer, "/push");
    EXPECT_EQ(violations[0].message, "only for source git, not for \"other\"");
}

TEST_F(RequestRules, ListTheFieldsThatCreateARevision) {
    EXPECT_THAT(revision_triggers(*operation_, *parse_json(R"({"ref":"main"})")),
                ElementsAre("/ref"));
    EXPECT_THAT(revision_triggers(*operation_, *parse_json(R"({"ref":null,"name":"n"})")),
                IsEmpty());
}

}  // namespace
}  // namespace plumbline
