#include "spec/contract/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Field;

std::string api_with_names(const std::string& of_rows, const std::string& of_items = "") {
    return R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /runs:
    get:
      operationId: listRuns
      x-operation-kind: list
      x-resource: { type: run, id: /id }
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: array
                items:
                  type: object
)" + of_items +
           R"(
                  properties:
                    id: { type: string }
                    count: { type: integer, x-accepted-names: [number] }
                    rows: { type: integer)" +
           of_rows + "}\n";
}

TEST(AcceptedNames, KeepTheirOrder) {
    const auto api = load_api(api_with_names(", x-accepted-names: [rows_written, row_count]"));
    ASSERT_THAT(api, IsOk());
    EXPECT_THAT(
        (*api)->operations().front().accepted_names,
        ElementsAre(AllOf(Field(&AcceptedNames::pointer, "/*/count"),
                          Field(&AcceptedNames::names, ElementsAre("number"))),
                    AllOf(Field(&AcceptedNames::pointer, "/*/rows"),
                          Field(&AcceptedNames::names, ElementsAre("rows_written", "row_count")))));
}

TEST(AcceptedNames, BelongToOneMemberOnly) {
    EXPECT_THAT(load_api(api_with_names(", x-accepted-names: [id]")),
                FailsWith("\"id\" is also a name of another member of listRuns"));
    EXPECT_THAT(load_api(api_with_names(", x-accepted-names: [number]")),
                FailsWith("\"number\" is also a name of another member"));
    EXPECT_THAT(load_api(api_with_names(", x-accepted-names: [rows]")),
                FailsWith("or of this one"));
}

TEST(AcceptedNames, AreOnlyAllowedOnMembers) {
    EXPECT_THAT(load_api(api_with_names("", "                  x-accepted-names: [item]")),
                FailsWith("only a member of an object can have other names"));
}

}  // namespace
}  // namespace plumbline
