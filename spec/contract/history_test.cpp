#include "spec/contract/history.hpp"

#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;

/// A list whose items have an id, a state and a time, with statements put in.
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

TEST(History, IsReadFromOperationsAndProperties) {
    const auto api =
        load(list_with("{ is: sorted, field: /made, order: descending, requirements: [T-ORDER] }",
                       "{ is: final, pattern: DEAD, basis: assumed, requirements: [T-FINAL] }"));
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT((*api)->operations().front().history,
                ElementsAre(AllOf(Field(&HistoryRule::kind, HistoryKind::kSorted),
                                  Field(&HistoryRule::pointer, ""),
                                  Field(&HistoryRule::field, "/made"),
                                  Field(&HistoryRule::descending, true),
                                  Field(&HistoryRule::basis, Basis::kStated),
                                  Field(&HistoryRule::requirements, ElementsAre("T-ORDER"))),
                            AllOf(Field(&HistoryRule::kind, HistoryKind::kFinal),
                                  Field(&HistoryRule::pointer, "/items/*/state"),
                                  Field(&HistoryRule::pattern, "DEAD"),
                                  Field(&HistoryRule::basis, Basis::kAssumed),
                                  Field(&HistoryRule::requirements, ElementsAre("T-FINAL")))));
}

struct BadHistory {
    const char* name;
    std::string of_operation;
    std::string of_state;
    const char* says;
};

void PrintTo(const BadHistory& bad, std::ostream* out) {
    *out << bad.name;
}

class BrokenHistory : public ::testing::TestWithParam<BadHistory> {};

TEST_P(BrokenHistory, IsRefusedWithItsPlace) {
    EXPECT_THAT(load(list_with(GetParam().of_operation, GetParam().of_state)),
                FailsWith(GetParam().says));
}

INSTANTIATE_TEST_SUITE_P(
    Statements,
    BrokenHistory,
    ::testing::Values(
        BadHistory{"word", "", "{ is: eternal }", "api.yaml:26:60: x-history knows no \"eternal\""},
        BadHistory{"field", "{ is: sorted, field: /mode }", "", "did you mean \"/items/*/made\"?"},
        BadHistory{"type", "", "{ is: newest_of, type: thong }", "did you mean \"thing\"?"},
        BadHistory{"pattern", "", "{ is: final, pattern: '(' }", "x-history final: "},
        BadHistory{"nothing_needed", "", "{ is: final }", "x-history final: needs \"pattern\""},
        BadHistory{"strange_member",
                   "{ is: at_most, field: /state, pattern: UP, count: 3, spare: 1 }",
                   "",
                   "x-history at_most: has no \"spare\", only: field pattern count also"},
        BadHistory{"word_of_operations", "", "{ is: as_read }", "stands on an operation"},
        BadHistory{"word_of_properties", "{ is: constant }", "", "stands on a property"},
        BadHistory{"itself", "", "{ is: equals, field: /state }", "is the property itself"},
        BadHistory{"no_group", "", "{ is: numbered, pattern: a }", "needs one group"},
        BadHistory{"spare_of_nothing",
                   "",
                   "{ is: numbered, pattern: '(a)', spare: 1 }",
                   "spare and limit belong to \"at_most\""},
        BadHistory{"no_parent", "", "{ is: since_parent, field: /made }", "no \"parent\""},
        BadHistory{"no_children",
                   "",
                   "{ is: all_of, type: thing, when: UP, field: /state, pattern: UP }",
                   "no operation lists the records of \"thing\" that belong to one"},
        BadHistory{"no_reading", "{ is: as_read }", "", "no operation reads one thing"}),
    [](const auto& one) { return std::string(one.param.name); });

/// Things, which are read one by one, and their parts, which are bare lists.
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
      x-history: [{ is: at_most, field: /state, pattern: UP, count: 45, also: 5 }]
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
                    errors: { type: object, x-history: [{ is: numbered, pattern: '^e_([0-9]+)$', at_most: 20, spare: 1, limit: tries }] }
                    made: { type: string, x-history: [)" +
           of_made + "] }\n";
}

TEST(History, TellsOfRecordsThatBelongToOthers) {
    const auto api =
        load(parts_with("{ is: some_of, type: part, when: DEAD, field: /state, pattern: FAILED }",
                        "{ is: since_parent, field: /born }"));
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT((*api)->find_operation("getThing")->history,
                ElementsAre(AllOf(Field(&HistoryRule::kind, HistoryKind::kSomeOf),
                                  Field(&HistoryRule::type, "part"),
                                  Field(&HistoryRule::when, "DEAD"),
                                  Field(&HistoryRule::pattern, "FAILED"))));
    const Operation& list = *(*api)->find_operation("listParts");
    EXPECT_THAT(list.history,
                ElementsAre(AllOf(Field(&HistoryRule::kind, HistoryKind::kAtMost),
                                  Field(&HistoryRule::count, 45),
                                  Field(&HistoryRule::also, 5)),
                            AllOf(Field(&HistoryRule::kind, HistoryKind::kNumbered),
                                  Field(&HistoryRule::count, 20),
                                  Field(&HistoryRule::spare, 1),
                                  Field(&HistoryRule::limit, "tries")),
                            Field(&HistoryRule::kind, HistoryKind::kSinceParent)));
    EXPECT_EQ(list.in_record("/*/made"), "/made");
    EXPECT_EQ(list.record_parameter(), "");
}

TEST(History, NamesOnlyFieldsThatTheOtherRecordHas) {
    EXPECT_THAT(load(parts_with("", "{ is: since_parent, field: /bern }")),
                FailsWith("no answer shows /bern of a thing; did you mean \"/born\"?"));
    EXPECT_THAT(
        load(parts_with("{ is: all_of, type: part, when: UP, field: /stat, pattern: UP }", "")),
        FailsWith("did you mean \"/state\"?"));
}

}  // namespace
}  // namespace plumbline
