#include "mock_server/engine/plan.hpp"

#include "mock_server/lifecycle/testing.hpp"
#include "mock_server/validation/testing.hpp"

namespace plumbline::mock {
namespace {

/// Returns the plan for the three operations of the test document: `rows` are those of the first,
/// the others are right.
Result<Plan> plan(const std::string& row, const std::string& routes = "[]") {
    static const auto laws = *laws_of(kHouses);
    const Contract contract{{things_api()}};
    const std::string right = R"({"action":"read","collection":"houses","id":"id"})";
    return Plan::load(fixture(R"({"operations":{"patchThing":)" + row + R"(,"maybeThing":)" +
                              right + R"(,"getThing":)" + right + R"(},"routes":)" + routes + "}"),
                      *laws,
                      contract);
}

TEST(Plan, SaysWhatEachOperationDoes) {
    const auto loaded = plan(
        R"({"action":"list","collection":"rooms","parent":"id","items":"rooms","order":"oldest_first",
        "default_limit":5,"polls":true,"filters":[{"parameter":"word","field":"/name"}]})");
    ASSERT_THAT(loaded, IsOk());
    const Act& act = loaded->act("patchThing");
    EXPECT_EQ(act.kind, Act::Kind::kList);
    EXPECT_EQ(act.parent_parameter, "id");
    EXPECT_EQ(act.items, "rooms");
    EXPECT_FALSE(act.newest_first);
    EXPECT_EQ(act.default_limit, 5U);
    EXPECT_TRUE(act.polls);
    EXPECT_EQ(act.filters[0].field, "/name");
    EXPECT_EQ(loaded->routes().size(), 3U);
}

TEST(Plan, KnowsTheEffectsFaultsMayName) {
    const auto loaded = plan(
        R"({"action":"patch","collection":"houses","id":"id","effects":[{"id":"adds_room","create":"rooms"}]})");
    ASSERT_THAT(loaded, IsOk());
    EXPECT_THAT(loaded->effect_ids(), testing::ElementsAre("adds_room"));
}

struct BadPlan {
    std::string name;
    std::string row;
    std::string routes;
    std::string message;
};

void PrintTo(const BadPlan& bad, std::ostream* out) {
    *out << bad.name;
}

class BadPlans : public testing::TestWithParam<BadPlan> {};

TEST_P(BadPlans, AreRefusedWithPosition) {
    const auto loaded = plan(GetParam().row, GetParam().routes);
    EXPECT_THAT(loaded, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(loaded, FailsWith("test.json:1:"));
    EXPECT_THAT(loaded, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    Plan,
    BadPlans,
    testing::Values(
        BadPlan{"action", R"({"action":"paint"})", "[]", "\"paint\" is no action"},
        BadPlan{"collection",
                R"({"action":"read","collection":"boats"})",
                "[]",
                "no collection is named \"boats\""},
        BadPlan{"parameter",
                R"({"action":"read","collection":"houses","id":"house_id"})",
                "[]",
                "no parameter {house_id}"},
        BadPlan{"effect",
                R"({"action":"patch","collection":"rooms","effects":[{"create":"rooms"}]})",
                "[]",
                "cannot create"},
        BadPlan{"effect_text",
                R"({"action":"patch","collection":"rooms","effects":[{"set":"/a","to":"{x}"}]})",
                "[]",
                "{x}"},
        BadPlan{"answer",
                R"({"action":"issue","answer":{"a":"{origin}{y}"}})",
                "[]",
                "unknown placeholder {y}"},
        BadPlan{"answer_of_no_record",
                R"({"action":"issue","answer":{"a":"{parent_id}"}})",
                "[]",
                "unknown placeholder {parent_id}"},
        BadPlan{"answer_of_itself",
                R"({"action":"issue","answer":{"a":"{answer:/b}"}})",
                "[]",
                "{answer:/b} names nothing"},
        BadPlan{"no_answer", R"({"action":"issue"})", "[]", "needs \"answer\""},
        BadPlan{"refusal",
                R"({"action":"patch","collection":"houses","refuse":[{"detail":"{z}"}]})",
                "[]",
                "unknown placeholder {z}"},
        BadPlan{"unknown_route",
                R"({"action":"accept"})",
                R"([{"operation":"more","method":"PUT","path":"/more"}])",
                "\"more\" has no row"},
        BadPlan{"route_path",
                R"({"action":"accept"})",
                R"([{"operation":"more","method":"PUT","path":"more"}])",
                "more"}),
    [](const auto& tested) { return tested.param.name; });

TEST(Plan, RefusesRowsWithoutOperationAndOperationsWithoutRow) {
    const auto laws = *laws_of(kHouses);
    const Contract contract{{things_api()}};
    EXPECT_THAT(
        Plan::load(fixture(R"({"operations":{"noThing":{"action":"accept"}}})"), *laws, contract),
        FailsWith("no operation is named \"noThing\""));
    EXPECT_THAT(Plan::load(fixture(R"({"operations":{}})"), *laws, contract),
                FailsWith("has no row"));
    EXPECT_THAT(Plan::load(fixture("{}"), *laws, contract),
                FailsWith("needs the member \"operations\""));
}

}  // namespace
}  // namespace plumbline::mock
