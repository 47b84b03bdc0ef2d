// Responses that are examples: which content they have, and of what.
#include "mock_server/engine/user_document_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::HasSubstr;

TEST(ExampleResponse, OperationsOnRecordsHaveAnExampleOfAnotherContent) {
    const UserMock mock(
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /chats:\n    post:\n      "
        "requestBody: {content: {application/json: {schema: {type: object}}}}\n      responses: "
        "{'201': {description: d, content: {application/json: {schema: {$ref: "
        "'#/components/schemas/Chat'}}, text/event-stream: {x-stream: {schema: {const: "
        "part}}}}}}\n  /chats/{id}:\n    get: {responses: {'200': {description: d, content: "
        "{application/json: {schema: {$ref: '#/components/schemas/Chat'}}, text/csv: {example: "
        "'a,b'}}}}}\ncomponents: {schemas: {Chat: {type: object, required: [id], properties: {id: "
        "{type: integer}}}}}\n");
    const auto stream = mock.client().post("/chats", Json{{"stream", true}});
    EXPECT_EQ(stream.status, 201);
    EXPECT_EQ(*stream.headers.find("Content-Type"), "text/event-stream");
    EXPECT_THAT(stream.text, testing::StartsWith("data: part\n\n"));
    EXPECT_EQ(mock.client().get("/chats/1").body["id"], 1) << "the record is created";
    EXPECT_EQ(mock.client().with("Accept", "text/csv").get("/chats/1").text, "a,b");
}

TEST(ExampleResponse, ExamplesOfSequencesAreItemsOrTexts) {
    const UserMock mock(
        "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths:\n  /events:\n    get: {responses: "
        "{'200': {description: d, content: {text/event-stream: {x-stream: {schema: {type: "
        "integer}, "
        "end_markers: [end]}, examples: {two: {dataValue: [7, 8]}, raw: {serializedValue: "
        "\"data: 9\\n\\n\"}}}}}}}\n  /lines:\n    get: {responses: {'200': {description: d, "
        "content: {application/jsonl: {itemSchema: {type: integer}, example: [4]}}}}}\n");
    const auto stream = mock.client().with("Prefer", "example=two").get("/events");
    EXPECT_EQ(stream.text, "data: 7\n\ndata: 8\n\ndata: end\n\n");
    EXPECT_EQ(mock.client().with("Prefer", "example=raw").get("/events").text, "data: 9\n\n");
    EXPECT_EQ(mock.client().get("/lines").text, "4\n");
    const UserMock texts(
        "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths:\n  /one:\n    get: {responses: "
        "{'200': {description: d, content: {text/event-stream: {x-stream: {schema: {}}, example: "
        "{a: 1}}}}}}\n  /two:\n    get: {responses: {'200': {description: d, content: "
        "{text/event-stream: {x-stream: {schema: {}}, example: [\"l1\\nl2\"]}}}}}\n  /raw:\n    "
        "get: {responses: {'200': {description: d, content: {application/json: {examples: {a: "
        "{serializedValue: '{\"a\": 1}'}}}}}}}\n");
    EXPECT_EQ(texts.client().get("/one").text, "data: {\"a\":1}\n\n");
    EXPECT_EQ(texts.client().get("/two").text, "data: l1\ndata: l2\n\n");
    EXPECT_EQ(texts.client().get("/raw").text, "{\"a\": 1}");
}

constexpr std::string_view kWholeOrStream = R"(
openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /chat:
    post:
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses:
        '200':
          description: d
          content:
            text/plain: {example: whole}
            application/json: {example: {answer: whole}}
            text/event-stream: {x-stream: {schema: {const: part}}}
)";

TEST(ExampleResponse, TheBodyAndAcceptChooseTheContent) {
    struct ContentCase {
        Json body;
        const char* accept;
        const char* type;
    };
    const UserMock mock(std::string{kWholeOrStream});
    for (const ContentCase& one : std::vector<ContentCase>{
             {Json::object(), "", "application/json"},
             {Json::object(), "*/*", "application/json"},
             {Json::object(), "text/event-stream, application/json", "text/event-stream"},
             {Json::object(), "application/json;q=0.4, text/plain;q=0.5", "text/plain"},
             {Json::object(), "text/*, application/json", "text/event-stream"},
             {Json::object(), "application/json;q=0, text/plain", "text/plain"},
             {Json::object(), "image/png", "application/json"},
             {Json::object(), "application/json;q=0, */*", "text/event-stream"},
             {Json::object(), "application/json;q=0.1, text/plain;q=0.1", "application/json"},
             {Json::object(), "*/*;q=0.1, text/plain", "text/plain"},
             {{{"stream", true}}, "", "text/event-stream"},
             {{{"stream", true}}, "application/json, text/event-stream", "text/event-stream"},
             {{{"stream", false}}, "text/event-stream, application/json", "application/json"},
             {{{"stream", "yes"}}, "", "application/json"}}) {
        const auto response = mock.client().with("Accept", one.accept).post("/chat", one.body);
        EXPECT_EQ(*response.headers.find("Content-Type"), one.type)
            << one.body << ' ' << one.accept;
    }
}

TEST(ExampleResponse, ItemsOfOpenApi32AreEventsAndLines) {
    const std::string item =
        "{itemSchema: {type: object, required: [event, data], properties: "
        "{event: {const: tick}, data: {type: string}}}}";
    const UserMock mock(
        "openapi: 3.2.0\ninfo: {title: T, version: '1'}\npaths:\n  /events:\n    get: {responses: "
        "{'200': {description: d, content: {text/event-stream: " +
        item +
        "}}}}\n  /lines:\n    get: {responses: {'200': {description: d, content: "
        "{application/jsonl: {itemSchema: {type: integer}}}}}}\n");
    EXPECT_EQ(
        mock.client().get("/events").text,
        "event: tick\ndata: text\n\nevent: tick\ndata: text1\n\nevent: tick\ndata: text2\n\n");
    EXPECT_EQ(mock.client().get("/lines").text, "1\n2\n3\n");
}

TEST(ExampleResponse, ASchemaWithoutValueIsAnErrorOfTheMockThatSaysWhere) {
    const UserMock mock(
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /a:\n    get: {responses: "
        "{'200': {description: d, content: {application/json: {schema: {type: string, pattern: "
        "'^(?=a)b'}}}}}}\n");
    const auto response = mock.client().get("/a");
    EXPECT_EQ(response.status, 500);
    EXPECT_THAT(response.text, HasSubstr("api.yaml:5"));
    EXPECT_THAT(response.text, HasSubstr("give the schema an example"));
}

}  // namespace
}  // namespace plumbline::mock
