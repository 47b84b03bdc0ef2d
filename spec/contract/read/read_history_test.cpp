#include "spec/contract/model/history_rule.hpp"
#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;

/// Returns an API with a list whose items have an id, a state and a time, with these history rules.
std::string list_with(const std::string& of_operation, const std::string& of_state) {
    return R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /things:
    get:
      operationId: listThings
      x-operation-kind: list
      x-resource: { type: thing, id: /id, items: /items }
      x-history: [)" +
           of_operation + R"(]
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties:
                  items:
                    type: array
                    items:
                      type: object
                      properties:
                        id: { type: string }
                        made: { type: string }
                        state: { type: string, x-history: [)" +
           of_state + "] }\n";
}

TEST(HistoryRules, AreReadFromOperationsAndProperties) {
    const auto api = load_api(
        list_with("{ is: sorted, field: /made, order: descending, requirements: [T-ORDER] }",
                  "{ is: final, pattern: DEAD, basis: assumed, requirements: [T-FINAL] }"));
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT((*api)->operations().front().history,
                ElementsAre(AllOf(Field(&HistoryRule::kind, HistoryRuleKind::kSorted),
                                  Field(&HistoryRule::pointer, ""),
                                  Field(&HistoryRule::field, "/made"),
                                  Field(&HistoryRule::descending, true),
                                  Field(&HistoryRule::basis, Basis::kStated),
                                  Field(&HistoryRule::requirements, ElementsAre("T-ORDER"))),
                            AllOf(Field(&HistoryRule::kind, HistoryRuleKind::kFinal),
                                  Field(&HistoryRule::pointer, "/items/*/state"),
                                  Field(&HistoryRule::pattern, "DEAD"),
                                  Field(&HistoryRule::basis, Basis::kAssumed),
                                  Field(&HistoryRule::requirements, ElementsAre("T-FINAL")))));
}

struct InvalidHistoryCase {
    const char* name;
    std::string of_operation;
    std::string of_state;
    const char* message;
};

void PrintTo(const InvalidHistoryCase& bad, std::ostream* out) {
    *out << bad.name;
}

class InvalidHistory : public ::testing::TestWithParam<InvalidHistoryCase> {};

TEST_P(InvalidHistory, IsRejectedWithItsPosition) {
    EXPECT_THAT(load_api(list_with(GetParam().of_operation, GetParam().of_state)),
                FailsWith(GetParam().message));
}

INSTANTIATE_TEST_SUITE_P(
    HistoryRules,
    InvalidHistory,
    ::testing::Values(
        InvalidHistoryCase{
            "word", "", "{ is: eternal }", "api.yaml:26:60: x-history has no rule \"eternal\""},
        InvalidHistoryCase{
            "field", "{ is: sorted, field: /mode }", "", "did you mean \"/items/*/made\"?"},
        InvalidHistoryCase{"type", "", "{ is: newest_of, type: thong }", "did you mean \"thing\"?"},
        InvalidHistoryCase{"pattern", "", "{ is: final, pattern: '(' }", "x-history final: "},
        InvalidHistoryCase{
            "nothing_needed", "", "{ is: final }", "x-history final: needs \"pattern\""},
        InvalidHistoryCase{
            "strange_member",
            "{ is: at_most, field: /state, pattern: UP, count: 3, tolerance: 1 }",
            "",
            "x-history at_most: has no \"tolerance\", only: field pattern count alternative_count"},
        InvalidHistoryCase{
            "word_of_operations", "", "{ is: matches_read }", "is only allowed on an operation"},
        InvalidHistoryCase{
            "word_of_properties", "{ is: constant }", "", "is only allowed on a property"},
        InvalidHistoryCase{"itself", "", "{ is: equals, field: /state }", "is the property itself"},
        InvalidHistoryCase{"no_group", "", "{ is: numbered, pattern: a }", "needs one group"},
        InvalidHistoryCase{"spare_of_nothing",
                           "",
                           "{ is: numbered, pattern: '(a)', tolerance: 1 }",
                           "tolerance and limit_name require \"at_most\""},
        InvalidHistoryCase{
            "no_parent", "", "{ is: not_before_parent, field: /made }", "no \"parent\""},
        InvalidHistoryCase{"no_children",
                           "",
                           "{ is: all_of, type: thing, when: UP, field: /state, pattern: UP }",
                           "no operation lists the \"thing\" records of one parent"},
        InvalidHistoryCase{
            "no_reading", "{ is: matches_read }", "", "no operation reads a single thing"}),
    [](const auto& one) { return std::string(one.param.name); });

/// Returns an API with things, which are read one by one, and their parts, which are only listed.
std::string parts_with(const std::string& of_state, const std::string& of_made) {
    return R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /things/{thing_id}:
    parameters: [ &thing { name: thing_id, in: path, required: true, schema: { type: string } } ]
    get:
      operationId: getThing
      x-operation-kind: read
      x-resource: { type: thing, id: /id }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                properties:
                  born: { type: string }
                  state: { type: string, x-history: [)" +
           of_state + R"(] }
  /things/{thing_id}/parts:
    parameters: [ *thing ]
    get:
      operationId: listParts
      x-operation-kind: list
      x-resource: { type: part, id: /id, parent: thing_id }
      x-history: [{ is: at_most, field: /state, pattern: UP, count: 45, alternative_count: 5 }]
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
                  properties:
                    state: { type: string }
                    errors: { type: object, x-history: [{ is: numbered, pattern: '^e_([0-9]+)$', at_most: 20, tolerance: 1, limit_name: tries }] }
                    made: { type: string, x-history: [)" +
           of_made + "] }\n";
}

TEST(HistoryRules, ReferToChildAndParentRecords) {
    const auto api = load_api(
        parts_with("{ is: some_of, type: part, when: DEAD, field: /state, pattern: FAILED }",
                   "{ is: not_before_parent, field: /born }"));
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT((*api)->find_operation("getThing")->history,
                ElementsAre(AllOf(Field(&HistoryRule::kind, HistoryRuleKind::kSomeOf),
                                  Field(&HistoryRule::type, "part"),
                                  Field(&HistoryRule::when, "DEAD"),
                                  Field(&HistoryRule::pattern, "FAILED"))));
    const Operation& list = *(*api)->find_operation("listParts");
    EXPECT_THAT(list.history,
                ElementsAre(AllOf(Field(&HistoryRule::kind, HistoryRuleKind::kAtMost),
                                  Field(&HistoryRule::count, 45),
                                  Field(&HistoryRule::alternative_count, 5)),
                            AllOf(Field(&HistoryRule::kind, HistoryRuleKind::kNumbered),
                                  Field(&HistoryRule::count, 20),
                                  Field(&HistoryRule::tolerance, 1),
                                  Field(&HistoryRule::limit_name, "tries")),
                            Field(&HistoryRule::kind, HistoryRuleKind::kNotBeforeParent)));
    EXPECT_EQ(list.record_pointer("/*/made"), "/made");
    EXPECT_EQ(list.record_parameter(), "");
}

TEST(HistoryRules, ReferOnlyToFieldsOfTheOtherRecord) {
    EXPECT_THAT(load_api(parts_with("", "{ is: not_before_parent, field: /bern }")),
                FailsWith("no response shows /bern of a thing; did you mean \"/born\"?"));
    EXPECT_THAT(
        load_api(parts_with("{ is: all_of, type: part, when: UP, field: /stat, pattern: UP }", "")),
        FailsWith("did you mean \"/state\"?"));
}

}  // namespace
}  // namespace plumbline
