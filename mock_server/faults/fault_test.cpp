#include "mock_server/faults/fault.hpp"

#include "mock_server/lifecycle/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;

FaultCatalogue::KnownNames known_names() {
    return {{"read", "change"},
            {"rule:/a", "rule:/b"},
            {"makes_room"},
            {"room"},
            {"only_here"},
            rooms_model().get()};
}

constexpr const char* kBuiltInReplaced = R"({"faults":[]})";

Result<FaultCatalogue> load_catalogue(const std::string& faults,
                                      const std::string& variants = "[]") {
    const FixtureFolder folder;
    for (const std::string& built_in : Fixtures().list("faults"))
        folder.write(built_in, kBuiltInReplaced);
    for (const std::string& built_in : Fixtures().list("variants"))
        folder.write(built_in, R"({"variants":[]})");
    folder.write("faults/test.json", R"({"faults":)" + faults + "}");
    folder.write("variants/test.json", R"({"variants":)" + variants + "}");
    return FaultCatalogue::load(*Fixtures().with_folder(folder.path()), known_names());
}

/// Returns one fault with these response changes.
FaultSet fault_with_changes(const std::string& response, const std::string& operations = "[]") {
    const auto faults = load_catalogue(R"([{"id":"f","summary":"s","breaks":["R"],"operations":)" +
                                       operations + R"(,"reply":)" + response + "}]");
    EXPECT_THAT(faults, IsOk());
    return FaultSet(faults->faults());
}

EngineResponse json_response_of(int status, const char* body) {
    return {status, {}, std::make_shared<const std::string>(body)};
}

Json body_of(const EngineResponse& changed) {
    return *parse_json(*changed.body);
}

struct ResponseChangeCase {
    std::string name;
    std::string change;
    std::string body;
};

void PrintTo(const ResponseChangeCase& change, std::ostream* out) {
    *out << change.name;
}

class ResponseChanges : public testing::TestWithParam<ResponseChangeCase> {};

TEST_P(ResponseChanges, ChangeTheBody) {
    const EngineResponse changed =
        fault_with_changes("[" + GetParam().change + "]")
            .apply("read", json_response_of(200, R"({"a":1,"list":[{"id":1},{"id":2}]})"));
    EXPECT_THAT(body_of(changed), EqualsJson(GetParam().body));
}

INSTANTIATE_TEST_SUITE_P(
    Fault,
    ResponseChanges,
    testing::Values(
        ResponseChangeCase{
            "set", R"({"set":"/a","to":null})", R"({"a":null,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{"set_new",
                           R"({"set":"/b","to":{"c":2}})",
                           R"({"a":1,"b":{"c":2},"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{"set_all", R"({"set":"","to":[]})", "[]"},
        ResponseChangeCase{
            "set_each", R"({"set":"/list/*/id","to":0})", R"({"a":1,"list":[{"id":0},{"id":0}]})"},
        ResponseChangeCase{"remove", R"({"remove":"/a"})", R"({"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{
            "remove_each", R"({"remove":"/list/*/id"})", R"({"a":1,"list":[{},{}]})"},
        ResponseChangeCase{
            "rename", R"({"rename":"/a","to":"z"})", R"({"z":1,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{
            "reverse", R"({"reverse":"/list"})", R"({"a":1,"list":[{"id":2},{"id":1}]})"},
        ResponseChangeCase{
            "reverse_no_array", R"({"reverse":"/a"})", R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{
            "nothing_there", R"({"remove":"/x"})", R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{"rename_nothing",
                           R"({"rename":"/x","to":"y"})",
                           R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{
            "flatten_each", R"({"flatten":"/list/*"})", R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{
            "wrap", R"({"wrap":"all"})", R"({"all":{"a":1,"list":[{"id":1},{"id":2}]}})"},
        ResponseChangeCase{"unwrap", R"({"unwrap":"/list"})", R"([{"id":1},{"id":2}])"},
        ResponseChangeCase{
            "unwrap_nothing", R"({"unwrap":"/x"})", R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{"set_from",
                           R"({"set":"/list/*/id","from":"/list/0/id"})",
                           R"({"a":1,"list":[{"id":1},{"id":1}]})"},
        ResponseChangeCase{"set_from_nothing",
                           R"({"set":"/a","from":"/x"})",
                           R"({"a":null,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{
            "remove_last", R"({"remove":"/list/-"})", R"({"a":1,"list":[{"id":1}]})"},
        ResponseChangeCase{"set_in_last",
                           R"({"set":"/list/-/id","to":9})",
                           R"({"a":1,"list":[{"id":1},{"id":9}]})"},
        ResponseChangeCase{"remove_all_items", R"({"remove":"/list/*"})", R"({"a":1,"list":[]})"},
        ResponseChangeCase{"remove_where",
                           R"({"remove":"/list/*","where":{"/id":[1,3]}})",
                           R"({"a":1,"list":[{"id":2}]})"},
        ResponseChangeCase{"set_where",
                           R"({"set":"/a","to":2,"where":{"/a":[2]}})",
                           R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{"slice", R"({"slice":"/list","to":1})", R"({"a":1,"list":[{"id":1}]})"},
        ResponseChangeCase{"slice_short_list",
                           R"({"slice":"/list","to":3})",
                           R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        ResponseChangeCase{"insert",
                           R"({"insert":"/list","to":{"id":3}})",
                           R"({"a":1,"list":[{"id":1},{"id":2},{"id":3}]})"},
        ResponseChangeCase{"insert_at_a_position",
                           R"({"insert":"/list","position":1,"to":{"id":3}})",
                           R"({"a":1,"list":[{"id":1},{"id":3},{"id":2}]})"},
        ResponseChangeCase{"insert_copy",
                           R"({"insert":"/list","from":"/list/0"})",
                           R"({"a":1,"list":[{"id":1},{"id":2},{"id":1}]})"},
        ResponseChangeCase{
            "shift", R"({"shift":"/list","by":"/id"})", R"({"a":1,"list":[{"id":2},{"id":1}]})"},
        ResponseChangeCase{"star_of_an_object",
                           R"({"set":"/list/0/**","to":0})",
                           R"({"a":1,"list":[{"id":0},{"id":2}]})"},
        ResponseChangeCase{"star_of_no_array",
                           R"({"remove":"/a/*/id"})",
                           R"({"a":1,"list":[{"id":1},{"id":2}]})"}),
    [](const auto& tested) { return tested.param.name; });

TEST(ResponseChange, AppliesToSuccessesByDefault) {
    const FaultSet faults = fault_with_changes(R"([{"set":"/a","to":2}])");
    EXPECT_THAT(body_of(faults.apply("read", json_response_of(404, R"({"a":1})"))),
                EqualsJson(R"({"a":1})"));
    const FaultSet of_404 = fault_with_changes(R"([{"when_status":[404],"set":"/a","to":2}])");
    EXPECT_THAT(body_of(of_404.apply("read", json_response_of(404, R"({"a":1})"))),
                EqualsJson(R"({"a":2})"));
}

TEST(ResponseChange, AppliesToItsOperationsOnly) {
    const FaultSet faults = fault_with_changes(R"([{"set":"/a","to":2}])", R"(["change"])");
    EXPECT_THAT(body_of(faults.apply("read", json_response_of(200, R"({"a":1})"))),
                EqualsJson(R"({"a":1})"));
    EXPECT_THAT(body_of(faults.apply("change", json_response_of(200, R"({"a":1})"))),
                EqualsJson(R"({"a":2})"));
}

TEST(ResponseChange, ChangesStatusAndHeaders) {
    const FaultSet faults = fault_with_changes(
        R"([{"status":202},{"set_header":"Content-Type","to":"text/plain"},{"remove_header":"Allow"}])");
    const EngineResponse changed = faults.apply(
        "read", EngineResponse{200, {{"Allow", "GET"}}, std::make_shared<const std::string>("{}")});
    EXPECT_EQ(changed.status, 202);
    EXPECT_EQ(changed.headers, (http::Headers{{"Content-Type", "text/plain"}}));
}

TEST(ResponseChange, AddsNoBodyToAnEmptyResponse) {
    const FaultSet faults = fault_with_changes(R"([{"status":200},{"set":"/a","to":1}])");
    const EngineResponse changed = faults.apply("read", EngineResponse{204});
    EXPECT_EQ(changed.status, 200);
    EXPECT_EQ(changed.body, nullptr);
}

/// Returns the body that the change makes of another one.
Json changed_body(const std::string& change, const char* body) {
    return body_of(
        fault_with_changes("[" + change + "]").apply("read", json_response_of(200, body)));
}

TEST(ResponseChange, MovesTheMembersOfAnObjectToItsParent) {
    EXPECT_THAT(
        changed_body(R"({"flatten":"/list/*/c"})", R"({"list":[{"c":{"x":1}},{"c":null}]})"),
        EqualsJson(R"({"list":[{"x":1},{"c":null}]})"));
    EXPECT_THAT(changed_body(R"({"flatten":"/c"})", R"({"c":{"x":1},"y":2})"),
                EqualsJson(R"({"x":1,"y":2})"));
}

TEST(ResponseChange, WritesTimesInAnotherForm) {
    const char* body =
        R"({"at":"2026-01-05T09:00:00.123456Z","in":["2026-01-05T09:00:01.000000Z","x"]})";
    EXPECT_THAT(changed_body(R"({"times":"seconds"})", body),
                EqualsJson(R"({"at":"2026-01-05T09:00:00Z","in":["2026-01-05T09:00:01Z","x"]})"));
    EXPECT_THAT(changed_body(R"({"times":"offset"})", body),
                EqualsJson(R"({"at":"2026-01-05T09:00:00.123456+00:00",
                               "in":["2026-01-05T09:00:01.000000+00:00","x"]})"));
}

TEST(ResponseChange, ShowsWhatEarlierResponsesShowed) {
    const auto shown = [](const FaultSet& faults, int id, int value) {
        const Json body{{"list", Json::array({{{"id", id}, {"n", value}}})}};
        return body_of(
            faults.apply("read", json_response_of(200, body.dump().c_str())))["list"][0]["n"];
    };
    const FaultSet first = fault_with_changes(R"([{"first":"/list/*/n"}])");
    EXPECT_EQ(shown(first, 1, 1), 1);
    EXPECT_EQ(shown(first, 1, 2), 1);
    EXPECT_EQ(shown(first, 2, 3), 3);
    const FaultSet previous = fault_with_changes(R"([{"previous":"/list/*/n"}])");
    EXPECT_EQ(shown(previous, 1, 1), 1);
    EXPECT_EQ(shown(previous, 1, 2), 1);
    EXPECT_EQ(shown(previous, 1, 3), 2);
}

TEST(ResponseChange, RewritesTexts) {
    const auto rewritten = [](const std::string& change, const std::string& text) {
        return changed_body(change, Json{{"t", {{"x", text}}}}.dump().c_str())["t"]["x"]
            .get<std::string>();
    };
    EXPECT_EQ(rewritten(R"({"letters":"/t","to":"lower"})", "RUNNING"), "running");
    EXPECT_EQ(rewritten(R"({"letters":"/t/**","to":"one_capital"})", "RUNNING"), "Running");
    EXPECT_EQ(rewritten(R"({"letters":"/t","to":"utf_8_twice"})", "\u00fc"), "\u00c3\u00bc");
    const std::string letters = "\u00fc" + std::string(254, 'x');
    EXPECT_EQ(rewritten(R"({"rewrite":"/t","match":"^([\\s\\S]{255})[\\s\\S]*","to":"\\1"})",
                        letters + "y\nz"),
              letters);
}

TEST(ResponseChange, ReversesTiesInEverySecondResponse) {
    const FaultSet faults = fault_with_changes(R"([{"ties":"/list","by":"at"}])");
    const auto list = [&] {
        return body_of(faults.apply(
            "read",
            json_response_of(200,
                             R"({"list":[{"at":"2","n":1},{"at":"1","n":2},{"at":"1","n":3}]})")));
    };
    const Json first = list();
    EXPECT_EQ(first["list"][1]["n"], 2);
    EXPECT_THAT(list(),
                EqualsJson(R"({"list":[{"at":"2","n":1},{"at":"1","n":3},{"at":"1","n":2}]})"));
    EXPECT_EQ(list(), first);
}

TEST(ResponseChange, ReplacesTheBodyByATextOrAStream) {
    const EngineResponse text =
        fault_with_changes(R"([{"text":"no"}])").apply("read", json_response_of(200, "{}"));
    EXPECT_EQ(*text.body, "no");
    EXPECT_EQ(text.headers.joined("Content-Type"), "text/plain; charset=utf-8");
    const EngineResponse stream = fault_with_changes(R"([{"stream":"data: 1\n\n"}])")
                                      .apply("read", json_response_of(200, "{}"));
    EXPECT_EQ(stream.body, nullptr);
    StreamBuffer buffer(false);
    ASSERT_TRUE(stream.stream);
    EXPECT_EQ(stream.stream->pull(buffer, 1, {}).next, PullResult::StreamNext::kEnd);
    EXPECT_EQ(buffer.bytes(), "data: 1\n\n");
}

TEST(FaultSet, ToleratesViolationsOfARefusedRequestInTheSecondTryOnly) {
    const auto faults = load_catalogue(
        R"([{"id":"f","summary":"s","breaks":["R"],"tolerate":["/a"],"refuse_but_execute":true}])");
    ASSERT_THAT(faults, IsOk());
    const FaultSet set(faults->faults());
    EXPECT_TRUE(set.tolerated_pointers("read", false).empty());
    EXPECT_THAT(set.tolerated_pointers("read", true), ElementsAre("/a"));
}

TEST(FaultSet, CombinesItsFaults) {
    const auto faults =
        load_catalogue(R"([{"id":"f","summary":"s","breaks":["R"],"operations":["read"],
        "skip":["credentials","rules"],"tolerate":["/a"],"refuse_null":["/b"],"effects":[{"set":"/a","to":1}],
        "disable_effects":["makes_room"],"force_effects":["makes_room"],"freeze_machines":["room"],
        "disable_conditions":["only_here"],
        "disable_rules":["rule:/a"]}])");
    ASSERT_THAT(faults, IsOk());
    const FaultSet set(faults->faults());
    EXPECT_TRUE(set.skips(FaultStage::kRules, "read", false));
    EXPECT_FALSE(set.skips(FaultStage::kRules, "change", false));
    EXPECT_FALSE(set.skips(FaultStage::kTenant, "read", false));
    EXPECT_THAT(set.tolerated_pointers("read", false), ElementsAre("/a"));
    EXPECT_TRUE(set.tolerated_pointers("change", false).empty());
    EXPECT_THAT(set.refused_nulls("read"), ElementsAre("/b"));
    EXPECT_TRUE(set.refused_nulls("change").empty());
    EXPECT_EQ(set.effects("read").size(), 1U);
    EXPECT_TRUE(set.effects("change").empty());
    EXPECT_EQ(set.overrides().disabled_effects.count("makes_room"), 1U);
    EXPECT_EQ(set.overrides().forced_effects.count("makes_room"), 1U);
    EXPECT_EQ(set.overrides().frozen_machines.count("room"), 1U);
    EXPECT_EQ(set.overrides().disabled_conditions.count("only_here"), 1U);
    EXPECT_EQ(set.disabled_rules().count("rule:/a"), 1U);
    EXPECT_THAT(set.fault_ids(), ElementsAre("f"));
    EXPECT_THAT(set.variant_ids(), testing::IsEmpty());
}

TEST(FaultCatalogue, DisablesAnyRuleByItsId) {
    const auto fault = load_catalogue("[]")->find("disable:rule:/b");
    ASSERT_THAT(fault, IsOk());
    EXPECT_EQ(fault->disabled_rules.count("rule:/b"), 1U);
}

TEST(FaultCatalogue, ToleratesViolationsAtAnyPosition) {
    const auto fault = load_catalogue("[]")->find("tolerate:change:/a/b");
    ASSERT_THAT(fault, IsOk());
    EXPECT_THAT(fault->tolerates, ElementsAre("/a/b"));
    EXPECT_TRUE(fault->applies_to("change"));
    EXPECT_FALSE(fault->applies_to("read"));
    EXPECT_THAT(load_catalogue("[]")->find("tolerate:chance:/a"),
                FailsWith("did you mean \"tolerate:change:/a\""));
    EXPECT_THAT(load_catalogue("[]")->find("tolerate:"), IsErrorCode(ErrorCode::kNotFound));
}

TEST(FaultCatalogue, SuggestsTheNearestFault) {
    const auto faults =
        load_catalogue(R"([{"id":"long-name","summary":"s","breaks":["R"],"skip":["rules"]}])");
    EXPECT_THAT(faults->find("long-nam"), FailsWith("did you mean \"long-name\""));
    EXPECT_THAT(faults->find("disable:rule:/c"), FailsWith("did you mean \"disable:rule:/"));
    EXPECT_THAT(faults->find("something else"), FailsWith("--list-faults"));
    EXPECT_THAT(faults->find("something else"), IsErrorCode(ErrorCode::kNotFound));
}

TEST(FaultCatalogue, ReadsVariantsApartFromFaults) {
    const auto both = load_catalogue(
        R"([{"id":"one","summary":"s","breaks":["R"],"skip":["rules"]}])",
        R"([{"id":"one","summary":"s","source":"HTTP","conforming":true,"trailing_slash":"added"},
            {"id":"two","summary":"s","source":"HTTP","departs":["R"],"skip":["rules"]}])");
    ASSERT_THAT(both, IsOk());
    EXPECT_EQ(both->faults().size(), 1U);
    EXPECT_THAT(both->find("two"), FailsWith("no fault is named"));
    EXPECT_THAT(both->find_variant("tow"), FailsWith("did you mean \"two\""));
    EXPECT_THAT(both->find_variant("what"), FailsWith("--list-variants"));
    EXPECT_THAT(both->find_variant("two")->breaks, ElementsAre("R"));
    const FaultSet set({*both->find_variant("one"), *both->find("one")});
    EXPECT_THAT(set.variant_ids(), ElementsAre("one"));
    EXPECT_THAT(set.fault_ids(), ElementsAre("one"));
    EXPECT_EQ(set.slash_redirect("read"), SlashRedirect::kAddsSlash);
}

TEST(FaultCatalogue, RejectsAVariantThatNeitherConformsNorDeparts) {
    for (const char* kind : {"", R"("conforming":true,"departs":["R"],)", R"("breaks":["R"],)"}) {
        EXPECT_THAT(load_catalogue("[]",
                                   std::string(R"([{"id":"v","summary":"s","source":"HTTP",)") +
                                       kind + R"("skip":["rules"]}])"),
                    FailsWith("/variants/0"))
            << kind;
    }
    EXPECT_THAT(load_catalogue(R"([{"id":"v","summary":"s","skip":["rules"]}])"),
                FailsWith("/faults/0"));
}

TEST(FaultCatalogue, RejectsTwoFaultsWithOneId) {
    const auto faults = load_catalogue(R"([{"id":"f","summary":"s","breaks":["R"],"skip":["rules"]},
                                      {"id":"f","summary":"t","breaks":["S"],"skip":["tenant"]}])");
    EXPECT_THAT(faults, FailsWith("a second fault is named \"f\""));
    EXPECT_THAT(faults, FailsWith("test.json:2:"));
}

struct BadFaultCase {
    std::string name;
    std::string member;
    std::string message;
};

void PrintTo(const BadFaultCase& bad, std::ostream* out) {
    *out << bad.name;
}

class BadFaults : public testing::TestWithParam<BadFaultCase> {};

TEST_P(BadFaults, AreRejectedWithPosition) {
    const auto faults =
        load_catalogue(R"([{"id":"f","summary":"s","breaks":["R"],)" + GetParam().member + "}]");
    EXPECT_THAT(faults, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(faults, FailsWith("test.json:1:"));
    EXPECT_THAT(faults, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Fault,
    BadFaults,
    testing::Values(
        BadFaultCase{
            "operation", R"("skip":["rules"],"operations":["raed"])", "did you mean \"read\""},
        BadFaultCase{"effect", R"("disable_effects":["x"])", "no effect is named \"x\""},
        BadFaultCase{"forced", R"("force_effects":["x"])", "no effect is named \"x\""},
        BadFaultCase{"machine", R"("freeze_machines":["rooms"])", "did you mean \"room\""},
        BadFaultCase{"rule", R"("disable_rules":["x"])", "no rule is named \"x\""},
        BadFaultCase{"condition", R"("disable_conditions":["x"])", "no condition is named \"x\""},
        BadFaultCase{"nothing", R"("operations":["read"])", "/faults/0"},
        BadFaultCase{"stage", R"("skip":["everything"])", "/faults/0/skip"},
        BadFaultCase{"change", R"("reply":[{"set":"/a"}])", "/faults/0/reply"},
        BadFaultCase{
            "effect_text", R"("effects":[{"set":"/a","to":"{x}"}])", "unknown placeholder {x}"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::mock
