#include "spec/contract/history.hpp"

#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>

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
        BadHistory{"pattern", "", "{ is: final, pattern: '(' }", "x-history final: "}),
    [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace plumbline
