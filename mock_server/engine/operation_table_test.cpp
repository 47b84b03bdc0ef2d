#include "mock_server/engine/operation_table.hpp"

#include "mock_server/lifecycle/testing.hpp"
#include "mock_server/validation/testing.hpp"

namespace plumbline::mock {
namespace {

/// Loads a table for the three operations of the test document: `row` is the first operation's; the
/// others are valid.
Result<OperationTable> load_table(const std::string& row, const std::string& routes = "[]") {
    static const auto model = *load_rooms_model(kRoomsOperations);
    const Contract contract{{things_api()}};
    const std::string valid_row = R"({"action":"read","collection":"houses","id":"id"})";
    return OperationTable::load(
        fixture(R"({"operations":{"patchThing":)" + row + R"(,"maybeThing":)" + valid_row +
                R"(,"getThing":)" + valid_row + R"(},"routes":)" + routes + "}"),
        *model,
        contract);
}

TEST(OperationTable, SpecifiesEachOperation) {
    const auto loaded = load_table(
        R"({"action":"list","collection":"rooms","parent":"id","items":"rooms","order":"oldest_first",
        "default_limit":5,"polls":true,"filters":[{"parameter":"word","field":"/name"}]})");
    ASSERT_THAT(loaded, IsOk());
    const auto route = std::ranges::find(loaded->routes(), "patchThing", &OperationRoute::id);
    const OperationSpec& spec = *route->spec;
    ASSERT_TRUE(std::holds_alternative<ListRecords>(spec.action));
    const auto& list = std::get<ListRecords>(spec.action);
    EXPECT_EQ(spec.parent_parameter, "id");
    EXPECT_EQ(list.items, "rooms");
    EXPECT_FALSE(list.newest_first);
    EXPECT_EQ(list.default_limit, 5U);
    EXPECT_TRUE(spec.polls);
    EXPECT_EQ(list.filters[0].field, "/name");
    EXPECT_EQ(loaded->routes().size(), 3U);
}

TEST(OperationTable, ListsTheEffectsThatFaultsCanName) {
    const auto loaded = load_table(
        R"({"action":"patch","collection":"houses","id":"id","effects":[{"id":"adds_room","create":"rooms"}]})");
    ASSERT_THAT(loaded, IsOk());
    EXPECT_THAT(loaded->effect_ids(), testing::ElementsAre("adds_room"));
}

struct BadOperationCase {
    std::string name;
    std::string row;
    std::string routes;
    std::string message;
};

void PrintTo(const BadOperationCase& bad, std::ostream* out) {
    *out << bad.name;
}

class BadOperationTables : public testing::TestWithParam<BadOperationCase> {};

TEST_P(BadOperationTables, AreRejectedWithPosition) {
    const auto loaded = load_table(GetParam().row, GetParam().routes);
    EXPECT_THAT(loaded, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(loaded, FailsWith("test.json:1:"));
    EXPECT_THAT(loaded, FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    OperationTable,
    BadOperationTables,
    testing::Values(
        BadOperationCase{"action", R"({"action":"paint"})", "[]", "\"paint\" is not an action"},
        BadOperationCase{"collection",
                         R"({"action":"read","collection":"boats"})",
                         "[]",
                         "no collection is named \"boats\""},
        BadOperationCase{"parameter",
                         R"({"action":"read","collection":"houses","id":"house_id"})",
                         "[]",
                         "no parameter {house_id}"},
        BadOperationCase{
            "effect",
            R"({"action":"patch","collection":"rooms","effects":[{"create":"rooms"}]})",
            "[]",
            "cannot create"},
        BadOperationCase{
            "effect_text",
            R"({"action":"patch","collection":"rooms","effects":[{"set":"/a","to":"{x}"}]})",
            "[]",
            "{x}"},
        BadOperationCase{"response",
                         R"({"action":"generate_values","response":{"a":"{origin}{y}"}})",
                         "[]",
                         "unknown placeholder {y}"},
        BadOperationCase{"response_without_record",
                         R"({"action":"generate_values","response":{"a":"{parent_id}"}})",
                         "[]",
                         "unknown placeholder {parent_id}"},
        BadOperationCase{"response_reference",
                         R"({"action":"generate_values","response":{"a":"{response:/b}"}})",
                         "[]",
                         "{response:/b} refers to nothing"},
        BadOperationCase{
            "no_response", R"({"action":"generate_values"})", "[]", "needs \"response\""},
        BadOperationCase{"refusal",
                         R"({"action":"patch","collection":"houses","refuse":[{"detail":"{z}"}]})",
                         "[]",
                         "unknown placeholder {z}"},
        BadOperationCase{"unknown_route",
                         R"({"action":"consume_url"})",
                         R"([{"operation":"more","method":"PUT","path":"/more"}])",
                         "\"more\" has no row"},
        BadOperationCase{"undescribed_route",
                         R"({"action":"consume_url"},"more":{"action":"respond"})",
                         R"([{"operation":"more","method":"PUT","path":"/more"}])",
                         "needs an operation of an API document"},
        BadOperationCase{"route_path",
                         R"({"action":"consume_url"})",
                         R"([{"operation":"more","method":"PUT","path":"more"}])",
                         "more"}),
    [](const auto& tested) { return tested.param.name; });

TEST(OperationTable, RejectsRowsWithoutOperationAndOperationsWithoutRow) {
    const auto model = *load_rooms_model(kRoomsOperations);
    const Contract contract{{things_api()}};
    EXPECT_THAT(
        OperationTable::load(
            fixture(R"({"operations":{"noThing":{"action":"consume_url"}}})"), *model, contract),
        FailsWith("no operation is named \"noThing\""));
    EXPECT_THAT(OperationTable::load(fixture(R"({"operations":{}})"), *model, contract),
                FailsWith("has no row"));
    EXPECT_THAT(OperationTable::load(fixture("{}"), *model, contract),
                FailsWith("the member \"operations\" is missing"));
}

}  // namespace
}  // namespace plumbline::mock
