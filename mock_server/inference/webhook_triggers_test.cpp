#include "mock_server/inference/webhook_triggers.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr std::string_view kLineItems = R"(openapi: '3.1.0'
info: {title: T, version: '1'}
paths:
  /line-items:
    post: {operationId: add, responses: {'201': {description: d}}}
  /line-items/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    put: {operationId: put, responses: {'200': {description: d}}}
    patch: {operationId: patch, responses: {'200': {description: d}}}
    delete: {operationId: remove, responses: {'204': {description: d}}}
)";

TEST(WebhookTriggers, AreTheOperationsThatTheNameTells) {
    const auto api = ApiDocument::load("api.yaml", *parse_yaml(kLineItems, "api.yaml"));
    ASSERT_THAT(api, IsOk());
    const ResourceModel model = infer_resources(**api);
    for (const char* name : {"newLineItem",
                             "line_item.created",
                             "LineItemCreated",
                             "on-line-item-added",
                             "lineItems/created",
                             "lineItemCreatedEvent"}) {
        EXPECT_THAT(webhook_triggers(model, name), ElementsAre("add")) << name;
    }
    EXPECT_THAT(webhook_triggers(model, "lineItem.updated"), ElementsAre("put", "patch"));
    EXPECT_THAT(webhook_triggers(model, "line_item_was_removed"), ElementsAre("remove"));
    for (const char* name : {"ping", "created", "newLine", "lineItem", "newItemLine", ""})
        EXPECT_THAT(webhook_triggers(model, name), IsEmpty()) << name;
}

}  // namespace
}  // namespace plumbline::mock
