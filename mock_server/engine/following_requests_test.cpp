// The callbacks and webhooks of a mock of a user's document. None is sent, so each is recorded when
// the response returns.
#include "mock_server/engine/user_document_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kShop = R"(openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /orders:
    post:
      operationId: createOrder
      requestBody: {content: {application/json: {schema: {type: object, required: [item], properties: {item: {type: string}, hook: {type: string}}}}}}
      responses: {'201': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}
      callbacks:
        paid: {'{$request.body#/hook}?order={$response.body#/id}': {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}, responses: {'200': {description: d}}}}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getOrder, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}}}
    delete: {operationId: deleteOrder, responses: {'204': {description: d}}}
webhooks:
  order.deleted: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}, responses: {'200': {description: d}}}}
  ping: {post: {responses: {'200': {description: d}}}}
components:
  schemas:
    Order: {type: object, required: [id, item], properties: {id: {type: integer, readOnly: true}, item: {type: string}, hook: {type: string}}}
)";

class FollowingRequestsTest : public testing::Test {
  protected:
    static EngineOptions options() {
        EngineOptions options;
        options.outgoing_targets = OutgoingTargets::kNone;
        options.webhook_url = "http://127.0.0.1:9/webhooks";
        return options;
    }
    [[nodiscard]] Json requests() const {
        return control("GET", "outgoing-requests", "").body["requests"];
    }
    [[nodiscard]] TestResponse control(const std::string& method,
                                       const std::string& path,
                                       const std::string& body) const {
        return mock_.send(
            method, "/_plumbline/workspaces/default/" + path, "application/json", body);
    }

    UserMock mock_{kShop, options()};
};

TEST_F(FollowingRequestsTest, ACallbackFollowsASuccess) {
    const Json order{{"item", "tea"}, {"hook", "http://127.0.0.1:9/h"}};
    ASSERT_EQ(mock_.client().post("/orders", order).status, 201);
    ASSERT_EQ(mock_.client().post("/orders", Json::object()).status, 422);
    const Json sent = requests();
    ASSERT_THAT(sent, SizeIs(1));
    EXPECT_EQ(sent[0]["name"], "paid");
    EXPECT_EQ(sent[0]["url"], "http://127.0.0.1:9/h?order=1");
    EXPECT_EQ(json_of(sent[0]["body"].get<std::string>()),
              json_of(R"({"hook": "http://127.0.0.1:9/h", "id": 1, "item": "tea"})"));
    EXPECT_EQ(sent[0]["state"], "failed");
    EXPECT_EQ(sent[0]["error"], "not sent: --callbacks off");
}

TEST_F(FollowingRequestsTest, AWebhookFollowsTheOperationThatItsNameTells) {
    (void)mock_.client().post("/orders", Json{{"item", "tea"}});
    (void)mock_.client().remove("/orders/1");
    const Json sent = requests();
    ASSERT_THAT(sent, SizeIs(2));
    EXPECT_THAT(sent[0]["error"].get<std::string>(), HasSubstr("$request.body#/hook has no value"));
    EXPECT_EQ(sent[1]["name"], "order.deleted");
    EXPECT_EQ(sent[1]["url"], "http://127.0.0.1:9/webhooks");
    EXPECT_EQ(json_of(sent[1]["body"].get<std::string>()), json_of(R"({"id": 1, "item": "tea"})"));
}

TEST_F(FollowingRequestsTest, TheControlInterfaceSendsAWebhook) {
    EXPECT_THAT(requests(), IsEmpty());
    const auto sent = control("POST", "webhooks", R"({"name": "ping"})");
    EXPECT_EQ(sent.status, 202) << sent.text;
    EXPECT_EQ(sent.body["requests"], 1);
    EXPECT_EQ(control("POST", "webhooks", R"({"name": "ping", "url": "http://h"})").status, 202);
    EXPECT_EQ(requests()[1]["url"], "http://h");
    const auto unknown = control("POST", "webhooks", R"({"name": "pin"})");
    EXPECT_EQ(unknown.status, 422);
    EXPECT_THAT(unknown.text, HasSubstr("did you mean"));
}

TEST(FollowingRequests, WithoutWebhooksNoneIsSent) {
    const UserMock mock;
    const auto sent = mock.send("POST",
                                "/_plumbline/workspaces/default/webhooks",
                                "application/json",
                                R"({"name": "ping", "url": "http://h"})");
    EXPECT_EQ(sent.status, 404) << sent.text;
}

}  // namespace
}  // namespace plumbline::mock
