#include "mock_server/faults/fault.hpp"

#include "mock_server/lifecycle/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::mock {
namespace {

using testing::ElementsAre;

FaultCatalogue::Names known_names() {
    return {{"read", "change"},
            {"rule:/a", "rule:/b"},
            {"makes_room"},
            {"room"},
            {"only_here"},
            village_laws()};
}

constexpr const char* kBuiltInReplaced = R"({"faults":[]})";

Result<FaultCatalogue> catalogue(const std::string& faults) {
    const FixtureFolder folder;
    for (const std::string& built_in : Fixtures().list("faults"))
        folder.write(built_in, kBuiltInReplaced);
    folder.write("faults/test.json", R"({"faults":)" + faults + "}");
    return FaultCatalogue::load(*Fixtures::with_folder(folder.path()), known_names());
}

/// One fault that changes replies so.
FaultSet changing(const std::string& reply, const std::string& operations = "[]") {
    const auto faults = catalogue(R"([{"id":"f","summary":"s","breaks":["R"],"operations":)" +
                                  operations + R"(,"reply":)" + reply + "}]");
    EXPECT_THAT(faults, IsOk());
    return FaultSet(faults->faults());
}

Reply reply(int status, const char* body) {
    return JsonReply{status, {}, std::make_shared<const std::string>(body)};
}

Json body_of(const Reply& changed) {
    return *parse_json(*std::get<JsonReply>(changed).body);
}

struct Change {
    std::string name;
    std::string change;
    std::string body;
};

void PrintTo(const Change& change, std::ostream* out) {
    *out << change.name;
}

class ReplyChanges : public testing::TestWithParam<Change> {};

TEST_P(ReplyChanges, ChangeTheBody) {
    const Reply changed = changing("[" + GetParam().change + "]")
                              .change("read", reply(200, R"({"a":1,"list":[{"id":1},{"id":2}]})"));
    EXPECT_THAT(body_of(changed), EqualsJson(GetParam().body));
}

INSTANTIATE_TEST_SUITE_P(
    Fault,
    ReplyChanges,
    testing::Values(
        Change{"set", R"({"set":"/a","to":null})", R"({"a":null,"list":[{"id":1},{"id":2}]})"},
        Change{"set_new",
               R"({"set":"/b","to":{"c":2}})",
               R"({"a":1,"b":{"c":2},"list":[{"id":1},{"id":2}]})"},
        Change{"set_all", R"({"set":"","to":[]})", "[]"},
        Change{
            "set_each", R"({"set":"/list/*/id","to":0})", R"({"a":1,"list":[{"id":0},{"id":0}]})"},
        Change{"remove", R"({"remove":"/a"})", R"({"list":[{"id":1},{"id":2}]})"},
        Change{"remove_each", R"({"remove":"/list/*/id"})", R"({"a":1,"list":[{},{}]})"},
        Change{"rename", R"({"rename":"/a","to":"z"})", R"({"z":1,"list":[{"id":1},{"id":2}]})"},
        Change{"reverse", R"({"reverse":"/list"})", R"({"a":1,"list":[{"id":2},{"id":1}]})"},
        Change{"reverse_no_array", R"({"reverse":"/a"})", R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        Change{"nothing_there", R"({"remove":"/x"})", R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        Change{"rename_nothing",
               R"({"rename":"/x","to":"y"})",
               R"({"a":1,"list":[{"id":1},{"id":2}]})"},
        Change{"star_of_no_array",
               R"({"remove":"/a/*/id"})",
               R"({"a":1,"list":[{"id":1},{"id":2}]})"}),
    [](const auto& tested) { return tested.param.name; });

TEST(ReplyChange, ConcernsSuccessesUnlessToldOtherwise) {
    const FaultSet faults = changing(R"([{"set":"/a","to":2}])");
    EXPECT_THAT(body_of(faults.change("read", reply(404, R"({"a":1})"))), EqualsJson(R"({"a":1})"));
    const FaultSet of_404 = changing(R"([{"when_status":[404],"set":"/a","to":2}])");
    EXPECT_THAT(body_of(of_404.change("read", reply(404, R"({"a":1})"))), EqualsJson(R"({"a":2})"));
}

TEST(ReplyChange, ConcernsItsOperationsOnly) {
    const FaultSet faults = changing(R"([{"set":"/a","to":2}])", R"(["change"])");
    EXPECT_THAT(body_of(faults.change("read", reply(200, R"({"a":1})"))), EqualsJson(R"({"a":1})"));
    EXPECT_THAT(body_of(faults.change("change", reply(200, R"({"a":1})"))),
                EqualsJson(R"({"a":2})"));
}

TEST(ReplyChange, ChangesStatusAndHeaders) {
    const FaultSet faults = changing(
        R"([{"status":202},{"set_header":"Content-Type","to":"text/plain"},{"remove_header":"Allow"}])");
    const Reply changed = faults.change(
        "read", JsonReply{200, {{"Allow", "GET"}}, std::make_shared<const std::string>("{}")});
    EXPECT_EQ(std::get<JsonReply>(changed).status, 202);
    EXPECT_EQ(std::get<JsonReply>(changed).headers,
              (http::Headers{{"Content-Type", "text/plain"}}));
}

TEST(ReplyChange, LeavesAReplyWithoutBodyWithoutOne) {
    const FaultSet faults = changing(R"([{"status":200},{"set":"/a","to":1}])");
    const Reply changed = faults.change("read", EmptyReply{204, {}});
    EXPECT_EQ(std::get<EmptyReply>(changed).status, 200);
}

TEST(FaultSet, SaysWhatIsSwitched) {
    const auto faults = catalogue(R"([{"id":"f","summary":"s","breaks":["R"],"operations":["read"],
        "skip":["credentials","rules"],"tolerate":["/a"],"effects":[{"set":"/a","to":1}],
        "disable_effects":["makes_room"],"force_effects":["makes_room"],"freeze_machines":["room"],
        "disable_conditions":["only_here"],
        "disable_rules":["rule:/a"]}])");
    ASSERT_THAT(faults, IsOk());
    const FaultSet set(faults->faults());
    EXPECT_TRUE(set.skips(Stage::kRules, "read"));
    EXPECT_FALSE(set.skips(Stage::kRules, "change"));
    EXPECT_FALSE(set.skips(Stage::kTenant, "read"));
    EXPECT_THAT(set.tolerated("read"), ElementsAre("/a"));
    EXPECT_TRUE(set.tolerated("change").empty());
    EXPECT_EQ(set.effects("read").size(), 1U);
    EXPECT_TRUE(set.effects("change").empty());
    EXPECT_EQ(set.switches().disabled_effects.count("makes_room"), 1U);
    EXPECT_EQ(set.switches().forced_effects.count("makes_room"), 1U);
    EXPECT_EQ(set.switches().frozen_machines.count("room"), 1U);
    EXPECT_EQ(set.switches().disabled_conditions.count("only_here"), 1U);
    EXPECT_EQ(set.disabled_rules().count("rule:/a"), 1U);
    EXPECT_THAT(set.ids(), ElementsAre("f"));
}

TEST(FaultCatalogue, SwitchesOffAnyRuleByItsId) {
    const auto fault = catalogue("[]")->find("disable:rule:/b");
    ASSERT_THAT(fault, IsOk());
    EXPECT_EQ(fault->disabled_rules.count("rule:/b"), 1U);
}

TEST(FaultCatalogue, NamesTheNearestFault) {
    const auto faults =
        catalogue(R"([{"id":"long-name","summary":"s","breaks":["R"],"skip":["rules"]}])");
    EXPECT_THAT(faults->find("long-nam"), FailsWith("did you mean \"long-name\""));
    EXPECT_THAT(faults->find("disable:rule:/c"), FailsWith("did you mean \"disable:rule:/"));
    EXPECT_THAT(faults->find("something else"), FailsWith("--list-faults"));
    EXPECT_THAT(faults->find("something else"), IsErrorCode(ErrorCode::kNotFound));
}

TEST(FaultCatalogue, HasNoTwoFaultsOfOneName) {
    const auto faults = catalogue(R"([{"id":"f","summary":"s","breaks":["R"],"skip":["rules"]},
                                      {"id":"f","summary":"t","breaks":["S"],"skip":["tenant"]}])");
    EXPECT_THAT(faults, FailsWith("a second fault is named \"f\""));
    EXPECT_THAT(faults, FailsWith("test.json:2:"));
}

struct BadFault {
    std::string name;
    std::string member;
    std::string message;
};

void PrintTo(const BadFault& bad, std::ostream* out) {
    *out << bad.name;
}

class BadFaults : public testing::TestWithParam<BadFault> {};

TEST_P(BadFaults, AreRefusedWithPosition) {
    const auto faults =
        catalogue(R"([{"id":"f","summary":"s","breaks":["R"],)" + GetParam().member + "}]");
    EXPECT_THAT(faults, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(faults, FailsWith("test.json:1:"));
    EXPECT_THAT(faults, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Fault,
    BadFaults,
    testing::Values(
        BadFault{"operation", R"("skip":["rules"],"operations":["raed"])", "did you mean \"read\""},
        BadFault{"effect", R"("disable_effects":["x"])", "no effect is named \"x\""},
        BadFault{"forced", R"("force_effects":["x"])", "no effect is named \"x\""},
        BadFault{"machine", R"("freeze_machines":["rooms"])", "did you mean \"room\""},
        BadFault{"rule", R"("disable_rules":["x"])", "no rule is named \"x\""},
        BadFault{"condition", R"("disable_conditions":["x"])", "no condition is named \"x\""},
        BadFault{"nothing", R"("operations":["read"])", "/faults/0"},
        BadFault{"stage", R"("skip":["everything"])", "/faults/0/skip"},
        BadFault{"change", R"("reply":[{"set":"/a"}])", "/faults/0/reply"},
        BadFault{
            "effect_text", R"("effects":[{"set":"/a","to":"{x}"}])", "unknown placeholder {x}"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::mock
