#include "conformance/runner/attempt/list_orders.hpp"

#include "spec/contract/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::runner {
namespace {

constexpr const char* kListsApi = R"(
openapi: '3.1.0'
info: { title: things, version: '1' }
paths:
  /things:
    get:
      operationId: listThings
      x-operation-kind: list
      x-resource: { type: thing, id: /id, items: /items }
      responses: { '200': { description: ok } }
  /parts:
    get:
      operationId: listParts
      x-operation-kind: list
      x-resource: { type: part, id: /id, items: /items }
      x-history: [{ is: sorted, field: /made }]
      responses: { '200': { description: ok } }
)";

class ListOrdersTest : public ::testing::Test {
  protected:
    void SetUp() override {
        auto api = load_api(kListsApi);
        ASSERT_THAT(api, IsOk());
        api_ = *api;
    }

    /// Returns the ordered response, null if nothing was moved.
    Json ordered(const std::string& response,
                 const std::string& url = "/things",
                 const std::string& operation = "listThings") {
        const SharedJson moved =
            orders_.ordered(*api_->find_operation(operation), url, json_of(response));
        return moved ? *moved : Json();
    }

    std::shared_ptr<const ApiDocument> api_;
    ListOrders orders_;
};

TEST_F(ListOrdersTest, KeepsThePositionsOfTheFirstResponse) {
    EXPECT_EQ(ordered(R"([{"id":"a"},{"id":"b"}])"), Json());
    EXPECT_EQ(ordered(R"([{"id":"b"},{"id":"c"},{"id":"a"}])"),
              json_of(R"([{"id":"a"},{"id":"b"},{"id":"c"}])"));
    EXPECT_EQ(ordered(R"({"items":[{"id":"c"},{"id":"a"}],"next":1})"),
              json_of(R"({"items":[{"id":"a"},{"id":"c"}],"next":1})"));
}

TEST_F(ListOrdersTest, KnowsTheListsOfOtherRequestsApart) {
    ordered(R"([{"id":"a"},{"id":"b"}])");
    EXPECT_EQ(ordered(R"([{"id":"b"},{"id":"a"}])", "/things?limit=2"), Json());
}

TEST_F(ListOrdersTest, LeavesAnOrderThatIsStated) {
    ordered(R"({"items":[{"id":"a"},{"id":"b"}]})", "/parts", "listParts");
    EXPECT_EQ(ordered(R"({"items":[{"id":"b"},{"id":"a"}]})", "/parts", "listParts"), Json());
}

TEST_F(ListOrdersTest, LeavesWhatIsNoList) {
    EXPECT_EQ(ordered(R"("text")"), Json());
    EXPECT_EQ(ordered(R"({"items":{}})"), Json());
}

}  // namespace
}  // namespace plumbline::runner
