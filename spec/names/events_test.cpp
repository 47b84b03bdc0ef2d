// Translation of stream events.

#include "spec/json/testing.hpp"
#include "spec/names/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline {
namespace {

using testing::Eq;
using testing::Optional;

constexpr const char* kWatch = R"(
  /v1/watch:
    get:
      operationId: watchOrders
      responses:
        '200':
          description: ok
          content:
            text/event-stream:
              x-stream:
                first: { event: start, schema: { properties: { watch_id: { type: string } } } }
                modes:
                  orders: { event: order, schema: { $ref: '#/components/schemas/Order' } }
                  notes: { event: note, schema: { type: array, prefixItems: [ {}, { properties: { note: { type: string } } } ] } })";

class EventNames : public testing::Test {
  protected:
    std::optional<Json> to_contract(std::string_view event, const std::string& data) {
        return mapping_->translate_event(*contract_->find_operation("watchOrders"),
                                         event,
                                         json_of(data),
                                         NameDirection::kToContract);
    }

    std::shared_ptr<const Contract> contract_ = closed_shop();
    std::shared_ptr<const NameMapping> mapping_ = *NameMapping::make(
        *parse_yaml("fields: { note: remark, watch_id: id, title: heading }", "names.yaml"),
        contract_);

  private:
    /// Loads the shop in closed mode: x-stream is only read in our own documents.
    static std::shared_ptr<const Contract> closed_shop() {
        std::string text = kShopApi;
        text.insert(text.find("\npaths:") + 7, kWatch);
        auto api = ApiDocument::load(
            "shop", *parse_yaml(text, "shop.openapi.yaml"), {SchemaStrictness::kClosed, {}});
        EXPECT_THAT(api, IsOk());
        auto contract = std::make_shared<Contract>();
        contract->documents.push_back(std::move(*api));
        return contract;
    }
};

TEST_F(EventNames, ChangeByTheDeclarationOfTheEvent) {
    EXPECT_THAT(to_contract("note|outer:1", R"(["x",{"remark":"a","heading":"b"}])"),
                Optional(Eq(json_of(R"(["x",{"note":"a","heading":"b"}])"))));
    EXPECT_THAT(to_contract("start", R"({"id":"w"})"),
                Optional(Eq(json_of(R"({"watch_id":"w"})"))));
}

TEST_F(EventNames, ChangeWithinAPairOfModeAndChunk) {
    EXPECT_THAT(to_contract("message", R"(["orders",{"heading":"a"}])"),
                Optional(Eq(json_of(R"(["orders",{"title":"a"}])"))));
}

TEST_F(EventNames, StayForUnknownEvents) {
    EXPECT_EQ(to_contract("other", R"({"remark":"a"})"), std::nullopt);
    EXPECT_EQ(to_contract("message", R"(["others",{"heading":"a"}])"), std::nullopt);
}

}  // namespace
}  // namespace plumbline
