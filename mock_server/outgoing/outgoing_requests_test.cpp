#include "mock_server/outgoing/outgoing_requests.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/external_document.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kApi = R"(openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /books:
    post:
      operationId: createBook
      responses: {'201': {description: d}}
      callbacks:
        onBook: {$ref: '#/components/callbacks/onBook'}
        onEvent:
          '{$request.body#/url}/events':
            put:
              parameters: [{name: X-Kind, in: header, schema: {const: book}}]
              requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Event'}}}}
              responses: {'200': {description: d}}
          x-note: 1
  /books/{id}:
    get:
      operationId: getBook
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: d}}
webhooks:
  bookCreated: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Envelope'}}}}, responses: {'200': {description: d}}}}
  given: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Event'}, example: {kind: given}}}}, responses: {'200': {description: d}}}}
  text: {post: {requestBody: {content: {text/plain: {example: hello}}}, responses: {'200': {description: d}}}}
  bare: {get: {responses: {'200': {description: d}}}}
components:
  callbacks:
    onBook: {'{$request.query.to}': {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}, responses: {'200': {description: d}}}}}
  schemas:
    Book: {type: object, required: [id], properties: {id: {type: integer}, title: {type: string}}}
    Event: {type: object, required: [kind, id, at], properties: {kind: {enum: [other, onEvent]}, id: {type: integer}, at: {type: string, const: now}}}
    Envelope: {type: object, required: [type, data], properties: {type: {enum: [bookDeleted, bookCreated]}, data: {$ref: '#/components/schemas/Book'}}}
)";

class OutgoingRequestsTest : public testing::Test {
  protected:
    OutgoingRequestsTest() {
        auto api = ApiDocument::load("api.yaml", *parse_external_document(kApi, "api.yaml"));
        EXPECT_THAT(api, IsOk());
        contract_.documents.push_back(*api);
    }

    [[nodiscard]] Result<OutgoingRequests> load(const std::string& operations) const {
        return OutgoingRequests::load(*parse_json_document(operations, "operations.json"),
                                      contract_);
    }
    [[nodiscard]] std::vector<OutgoingEntry> after_create(const std::string& webhook_url) const {
        const http::Request request{"POST", "/books", {}, ""};
        const http::UrlQuery query{{"to", "http://to"}};
        const Json body = json_of(R"({"url": "http://hook"})");
        const Json book = json_of(R"({"id": 4, "title": "Emma"})");
        return load(R"({"webhooks": {"bookCreated": ["createBook"]}})")
            ->requests_after("createBook",
                             {request, "", {}, query, &body, 201, {}, nullptr},
                             {&book, "/components/schemas/Book"},
                             webhook_url);
    }

    Contract contract_;
};

TEST_F(OutgoingRequestsTest, HaveTheRecordWhereTheSchemaIsThatOfTheRecord) {
    const auto requests = after_create("http://webhooks");
    ASSERT_THAT(requests, SizeIs(3));
    const OutgoingRequest& of_record = requests[0].request;
    EXPECT_EQ(of_record.name, "onBook");
    EXPECT_EQ(of_record.method + ' ' + of_record.url, "POST http://to");
    EXPECT_EQ(json_of(of_record.body), json_of(R"({"id": 4, "title": "Emma"})"));
    EXPECT_EQ(*of_record.headers.find("Content-Type"), "application/json");
    const OutgoingRequest& of_members = requests[1].request;
    EXPECT_EQ(of_members.method + ' ' + of_members.url, "PUT http://hook/events");
    EXPECT_EQ(*of_members.headers.find("X-Kind"), "book");
    EXPECT_EQ(json_of(of_members.body), json_of(R"({"at": "now", "id": 4, "kind": "onEvent"})"));
    const OutgoingRequest& webhook = requests[2].request;
    EXPECT_EQ(webhook.url, "http://webhooks");
    EXPECT_EQ(json_of(webhook.body),
              json_of(R"({"data": {"id": 4, "title": "Emma"}, "type": "bookCreated"})"));
}

TEST_F(OutgoingRequestsTest, WebhooksNeedAUrl) {
    EXPECT_THAT(after_create(""), SizeIs(2));
}

TEST_F(OutgoingRequestsTest, FollowOnlyTheirOperations) {
    const auto requests = load(R"({"webhooks": {"bare": ["getBook"]}})");
    EXPECT_TRUE(requests->follow("createBook"));
    EXPECT_TRUE(requests->follow("getBook"));
    EXPECT_FALSE(requests->follow("other"));
    EXPECT_FALSE(load("{}")->follow("getBook"));
    EXPECT_THAT(requests->webhook_names(), ElementsAre("bare", "bookCreated", "given", "text"));
}

TEST_F(OutgoingRequestsTest, WithoutTheirUrlAreNotSent) {
    const http::Request request{"POST", "/books", {}, ""};
    const auto requests =
        load("{}")->requests_after("createBook", {request, "", {}, {}, nullptr, 201, {}}, {}, "");
    ASSERT_THAT(requests, SizeIs(2));
    EXPECT_EQ(requests[0].error, "not sent: $request.query.to has no value");
    EXPECT_EQ(requests[0].request.url, "{$request.query.to}");
}

TEST_F(OutgoingRequestsTest, WebhooksHaveExamplesOrValuesOfTheirSchemas) {
    const auto requests = load("{}");
    const auto only = [&](const char* name) {
        const auto made = requests->webhook_requests(name, "http://w");
        EXPECT_THAT(made, IsOk());
        return made->front().request;
    };
    EXPECT_EQ(only("given").body, R"({"kind":"given"})");
    EXPECT_EQ(only("text").body, "hello");
    EXPECT_EQ(*only("text").headers.find("Content-Type"), "text/plain");
    EXPECT_EQ(only("bare").method, "GET");
    EXPECT_THAT(only("bare").body, IsEmpty());
    const Json made = json_of(only("bookCreated").body);
    EXPECT_EQ(made["type"], "bookCreated");
    EXPECT_TRUE(made["data"]["id"].is_number_integer());
    EXPECT_THAT(requests->webhook_requests("bookcreated", "http://w").error().message,
                HasSubstr("did you mean \"bookCreated\"?"));
}

TEST_F(OutgoingRequestsTest, FixturesNameWhatExists) {
    EXPECT_THAT(load(R"({"webhooks": {"givn": []}})").error().message,
                HasSubstr("no webhook is named \"givn\"; did you mean \"given\"?"));
    EXPECT_THAT(load(R"({"webhooks": {"given": ["createBok"]}})").error().message,
                HasSubstr("no operation is named \"createBok\""));
}

}  // namespace
}  // namespace plumbline::mock
