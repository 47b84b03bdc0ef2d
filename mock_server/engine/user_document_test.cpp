// A mock of a user's document: what its operations do, without any fixture.
#include "mock_server/engine/testing.hpp"
#include "mock_server/inference/inferred_fixtures.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/json/external_document.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kBooks = R"(
openapi: 3.1.0
info: {title: Books, version: '1'}
paths:
  /books:
    get:
      operationId: listBooks
      parameters:
        - {name: limit, in: query, schema: {type: integer, minimum: 1, default: 2}}
        - {name: cursor, in: query, schema: {type: string}}
        - {name: sort, in: query, schema: {type: string}}
        - {name: q, in: query, schema: {type: string}}
        - {name: year, in: query, schema: {type: integer}}
        - {name: tags, in: query, schema: {type: array, items: {type: integer}}}
      responses:
        '200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Page'}}}}
    post:
      operationId: createBook
      requestBody:
        required: true
        content:
          application/json: {schema: {$ref: '#/components/schemas/Book'}}
          application/x-www-form-urlencoded: {}
      responses:
        '201':
          description: d
          headers: {X-Quota: {schema: {type: integer, minimum: 7}}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}
        '400': {description: d, content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}}
  /books/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      operationId: getBook
      responses:
        '200':
          description: d
          content:
            application/json:
              schema: {$ref: '#/components/schemas/Book'}
              examples:
                short: {value: {id: 5, title: Emma}}
                long: {value: {id: 6, title: Middlemarch, year: 1871}}
        default: {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}
    put:
      operationId: putBook
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
    patch:
      operationId: patchBook
      requestBody:
        content:
          application/merge-patch+json: {schema: {type: object}}
          application/json-patch+json: {schema: {type: array}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
    delete: {operationId: deleteBook, responses: {'204': {description: d}}}
  /books/{id}/chapters:
    get: {operationId: listChapters, responses: {'200': {description: d, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Chapter'}}}}}}}
    post:
      operationId: createChapter
      requestBody: {content: {application/json: {schema: {type: object}}}}
      responses: {'201': {description: d, content: {application/json: {schema: {type: object, properties: {data: {$ref: '#/components/schemas/Chapter'}}}}}}}
  /books/{id}/chapters/{chapter_id}:
    get: {operationId: getChapter, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Chapter'}}}}}}
  /books/{id}/publish:
    post: {operationId: publish, responses: {'202': {description: d, content: {application/json: {schema: {type: object, required: [state], properties: {state: {enum: [queued]}}}}}}}}
  /shelves:
    post:
      operationId: createShelf
      security: [{key: []}]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}
      responses: {'201': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}}
  /shelves/{name}:
    get: {operationId: getShelf, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Shelf'}}}}}}
  /chat:
    post: {operationId: chat, responses: {'200': {description: d, content: {text/event-stream: {x-stream: {schema: {$ref: '#/components/schemas/Error'}, end_markers: ['[DONE]']}}}}}}
  /kinds:
    post: {operationId: kinds, responses: {'200': {description: d, content: {text/event-stream: {x-stream: {kinds: {begin: {type: boolean}, token: {type: object, properties: {text: {type: string}}}}}}}}}}
  /text:
    get:
      operationId: text
      parameters: [{name: size, in: query, schema: {type: integer}}]
      responses: {'200': {description: d, content: {text/plain: {example: hello}}}, default: {description: d, content: {text/plain: {}}}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  schemas:
    Book:
      type: object
      required: [id, title]
      properties:
        id: {type: integer, readOnly: true}
        title: {type: string, minLength: 1}
        year: {type: integer}
        state: {type: string, default: draft}
        _links: {type: object}
        pin: {type: string, writeOnly: true}
        created_at: {type: string, format: date-time, readOnly: true}
        updated_at: {type: string, format: date-time, readOnly: true}
    Page:
      type: object
      required: [items, total, has_more]
      properties:
        items: {type: array, items: {$ref: '#/components/schemas/Book'}}
        total: {type: integer}
        has_more: {type: boolean}
        next_cursor: {type: [string, 'null']}
    Chapter: {type: object, required: [id, book_id, text], properties: {id: {type: string}, book_id: {type: integer}, text: {type: string}}}
    Shelf: {type: object, required: [name], properties: {name: {type: string}, size: {type: integer}}}
    Error: {type: object, required: [error], properties: {error: {type: object, required: [message], properties: {message: {type: string}, status: {type: integer}}}}}
    Problem: {type: object, required: [type, title, status], additionalProperties: false, properties: {type: {type: string}, title: {type: string}, status: {type: integer}}}
)";

/// A mock of one document.
class UserMock {
  public:
    explicit UserMock(std::string_view text = kBooks) {
        auto document = parse_external_document(text, "api.yaml");
        if (!document) ADD_FAILURE() << to_text(document.error());
        auto api = ApiDocument::load("api.yaml", std::move(*document));
        if (!api) ADD_FAILURE() << to_text(api.error());
        auto contract = std::make_shared<Contract>();
        contract->documents.push_back(*api);
        api_ = *api;
        EngineOptions options;
        options.contract = contract;
        options.world = kInferredWorld;
        auto engine = make_engine(options, clock_);
        if (!engine) ADD_FAILURE() << to_text(engine.error());
        if (engine) engine_ = std::move(*engine);
    }

    [[nodiscard]] TestClient client() const { return {*engine_, "", {}}; }
    [[nodiscard]] TestResponse send(const std::string& method,
                                    const std::string& path,
                                    const std::string& type,
                                    const std::string& body) const {
        http::Request request{method, path, {{"Content-Type", type}, {"Host", "mock.test"}}, body};
        return to_test_response(engine_->handle(request));
    }
    /// Returns whether the body of a response is valid for its status.
    [[nodiscard]] bool is_valid(const std::string& operation, const TestResponse& response) const {
        const DeclaredResponse* declared =
            api_->find_operation(operation)->response_for(response.status);
        if (!declared || declared->content.empty()) return false;
        const auto& schema = api_->schema(declared->content.front().schema_pointer);
        return schema && schema->accepts(response.body);
    }

  private:
    ManualClock clock_;
    std::shared_ptr<const ApiDocument> api_;
    std::unique_ptr<Engine> engine_;
};

Json book(const std::string& title, int year = 2000) {
    return Json{{"title", title}, {"year", year}};
}

TEST(UserDocument, RecordsAreCreatedReadChangedAndDeleted) {
    const UserMock mock;
    const TestClient client = mock.client();
    const auto created = client.post("/books", book("Emma", 1815));
    EXPECT_EQ(created.status, 201);
    EXPECT_EQ(*created.headers.find("Location"), "/books/1");
    EXPECT_TRUE(mock.is_valid("createBook", created)) << created.text;
    EXPECT_EQ(created.body["id"], 1);
    EXPECT_EQ(created.body["title"], "Emma");
    EXPECT_EQ(created.body["state"], "draft") << "the default of the schema";
    EXPECT_EQ(client.get("/books/1").body, created.body);
    EXPECT_EQ(client.send("HEAD", "/books/1").status, 200);
    const auto replaced = client.send("PUT", "/books/1", R"({"id": 9, "title": "Persuasion"})");
    EXPECT_EQ(replaced.status, 200);
    EXPECT_EQ(replaced.body["id"], 1) << "readOnly";
    EXPECT_EQ(replaced.body["created_at"], created.body["created_at"]);
    EXPECT_NE(replaced.body["updated_at"], created.body["updated_at"]);
    EXPECT_FALSE(replaced.body.contains("year"));
    EXPECT_EQ(client.remove("/books/1").status, 204);
    EXPECT_EQ(client.get("/books/1").status, 404);
    EXPECT_EQ(client.remove("/books/1").status, 404);
    EXPECT_EQ(client.post("/books", book("Emma")).body["id"], 2) << "ids are not used again";
}

TEST(UserDocument, PatchesOfBothKinds) {
    const UserMock mock;
    const TestClient client = mock.client();
    (void)client.post("/books", book("Emma", 1815));
    const auto merge = [&](const std::string& body) {
        return mock.send("PATCH", "/books/1", "application/merge-patch+json", body);
    };
    EXPECT_EQ(merge(R"({"year": null, "id": 7})").body["id"], 1);
    EXPECT_FALSE(client.get("/books/1").body.contains("year"));
    EXPECT_EQ(merge(R"({"title": ""})").status, 422);
    EXPECT_EQ(merge(R"({"title": null})").status, 422) << "the record needs a title";
    EXPECT_EQ(client.get("/books/1").body["title"], "Emma");
    const auto patch = [&](const std::string& body) {
        return mock.send("PATCH", "/books/1", "application/json-patch+json", body);
    };
    EXPECT_EQ(patch(R"([{"op": "replace", "path": "/title", "value": "Emma II"}])").body["title"],
              "Emma II");
    EXPECT_EQ(patch(R"([{"op": "remove", "path": "/none"}])").status, 409);
    EXPECT_EQ(patch(R"([{"op": "replace", "path": "", "value": 5}])").status, 422);
    EXPECT_EQ(patch("[5]").status, 409);
    std::string doubling = R"({"op": "add", "path": "/_links", "value": {"a": 1}})";
    for (int i = 0; i < 40; ++i)
        doubling += R"(, {"op": "copy", "from": "/_links", "path": "/_links/x)" +
                    std::to_string(i) + R"("})";
    EXPECT_EQ(patch('[' + doubling + ']').status, 422) << "each operation doubles the record";
}

TEST(UserDocument, ListsHavePagesFiltersAndAnOrder) {
    const UserMock mock;
    const TestClient client = mock.client();
    for (const auto& [title, year] :
         {std::pair("Emma", 1815), std::pair("Ulysses", 1922), std::pair("Dubliners", 1914)})
        (void)client.post("/books", book(title, year));
    const auto titles = [&](const std::string& query) {
        const auto page = client.get("/books" + query);
        EXPECT_TRUE(mock.is_valid("listBooks", page)) << page.text;
        std::vector<std::string> found;
        for (const Json& item : page.body["items"])
            found.push_back(item["title"].get<std::string>());
        return found;
    };
    EXPECT_THAT(titles(""), ElementsAre("Emma", "Ulysses"));
    const Json first = client.get("/books").body;
    EXPECT_EQ(first["total"], 3);
    EXPECT_EQ(first["has_more"], true);
    const auto next = first["next_cursor"].get<std::string>();
    EXPECT_THAT(titles("?cursor=" + next), ElementsAre("Dubliners"));
    EXPECT_EQ(client.get("/books?cursor=" + next).body["has_more"], false);
    EXPECT_EQ(client.get("/books?cursor=" + next).body["next_cursor"], Json());
    EXPECT_EQ(client.get("/books?cursor=elsewhere").status, 422);
    EXPECT_THAT(titles("?sort=-year"), ElementsAre("Ulysses", "Dubliners"));
    EXPECT_THAT(titles("?sort=title:asc"), ElementsAre("Dubliners", "Emma"));
    EXPECT_THAT(titles("?year=1914"), ElementsAre("Dubliners"));
    EXPECT_THAT(titles("?q=LYS"), ElementsAre("Ulysses"));
    EXPECT_EQ(client.get("/books?limit=0").status, 422);
    EXPECT_EQ(client.get("/books?year=new").status, 422);
    EXPECT_EQ(client.get("/books?tags=1&tags=2").status, 200);
    EXPECT_EQ(client.get("/books?tags=1&tags=x").status, 422);
}

TEST(UserDocument, ChildrenBelongToTheirParents) {
    const UserMock mock;
    const TestClient client = mock.client();
    (void)client.post("/books", book("Emma"));
    (void)client.post("/books", book("Ulysses"));
    const auto created = client.post("/books/2/chapters", Json{{"text", "Telemachus"}});
    EXPECT_EQ(created.status, 201);
    EXPECT_TRUE(mock.is_valid("createChapter", created)) << created.text;
    const Json chapter = created.body["data"];
    EXPECT_EQ(chapter["book_id"], 2);
    const auto id = chapter["id"].get<std::string>();
    EXPECT_EQ(client.get("/books/2/chapters/" + id).body, chapter);
    EXPECT_EQ(client.get("/books/1/chapters/" + id).status, 404);
    EXPECT_EQ(client.get("/books/1/chapters").body, Json::array());
    EXPECT_EQ(client.get("/books/2/chapters").body, Json::array({chapter}));
    EXPECT_EQ(client.get("/books/3/chapters").status, 404);
    EXPECT_EQ(client.post("/books/2/publish", Json::object()).body["state"], "queued");
    EXPECT_EQ(client.post("/books/3/publish", Json::object()).status, 404);
    (void)client.remove("/books/2");
    EXPECT_EQ(client.get("/books/2/chapters/" + id).status, 404);
}

TEST(UserDocument, IdsThatTheClientChooses) {
    const UserMock mock;
    const TestClient client = mock.client().with("X-Key", "k");
    EXPECT_EQ(client.post("/shelves", Json{{"name", "North"}}).status, 201);
    EXPECT_EQ(client.get("/shelves/North").body, json_of(R"({"name": "North"})"));
    EXPECT_EQ(client.get("/shelves/north").status, 404) << "ids differ by case";
    EXPECT_EQ(client.post("/shelves", Json{{"name", "North"}}).status, 409);
    EXPECT_EQ(client.post("/shelves", Json::object()).status, 422);
}

TEST(UserDocument, CredentialsMustBePresentWhereTheDocumentSays) {
    const UserMock mock;
    const auto refused = mock.client().post("/shelves", Json{{"name", "North"}});
    EXPECT_EQ(refused.status, 401);
    EXPECT_THAT(refused.text, HasSubstr("send X-Key"));
    EXPECT_EQ(mock.client().with("X-Key", "any").post("/shelves", Json{{"name", "N"}}).status, 201);
}

TEST(UserDocument, ErrorsHaveTheDeclaredBodies) {
    const UserMock mock;
    const TestClient client = mock.client();
    const auto missing = client.get("/books/5");
    EXPECT_EQ(missing.status, 404);
    EXPECT_TRUE(mock.is_valid("getBook", missing)) << missing.text;
    EXPECT_EQ(missing.body["error"]["message"], "book 5 not found");
    EXPECT_EQ(missing.body["error"]["status"], 404);
    // The document declares 400, not 422.
    const auto invalid = client.post("/books", Json{{"title", 5}});
    EXPECT_EQ(invalid.status, 400);
    EXPECT_EQ(*invalid.headers.find("Content-Type"), "application/problem+json");
    EXPECT_TRUE(mock.is_valid("createBook", invalid)) << invalid.text;
    EXPECT_THAT(invalid.body["title"].get<std::string>(), HasSubstr("body.title"));
    EXPECT_EQ(client.send("POST", "/books").status, 400) << "the body is required";
    EXPECT_EQ(mock.send("POST", "/books", "application/json", "{").status, 400);
    EXPECT_EQ(mock.send("POST", "/books", "text/plain", "x").status, 415);
    EXPECT_EQ(mock.send("POST", "/books", "application/x-www-form-urlencoded", "title=A").status,
              201);
    EXPECT_EQ(client.get("/elsewhere").status, 404);
    EXPECT_EQ(client.send("PUT", "/books").status, 405);
}

TEST(UserDocument, ResponsesHideWhatIsWriteOnlyAndHaveDeclaredHeaders) {
    const UserMock mock;
    const auto created =
        mock.client().post("/books", json_of(R"({"title": "A", "pin": "1", "_links": {"a": 1}})"));
    EXPECT_FALSE(created.body.contains("pin"));
    EXPECT_EQ(created.body["_links"], json_of(R"({"a": 1})"));
    EXPECT_EQ(*created.headers.find("X-Quota"), "7");
    EXPECT_FALSE(mock.client().get("/books/1").body.contains("pin"));
}

TEST(UserDocument, EntityTagsGuardChanges) {
    const std::string thing =
        "{description: d, headers: {ETag: {schema: {type: string}}}, content: "
        "{application/json: {schema: {type: object, required: [id], "
        "properties: {id: {type: integer}, a: {type: integer}}}}}}";
    const std::string body = "requestBody: {content: {application/json: {schema: {type: object}}}}";
    const UserMock mock(
        "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths:\n  /things:\n    post: {" + body +
        ", responses: {'201': " + thing + "}}\n  /things/{id}:\n    get: {responses: {'200': " +
        thing + "}}\n    patch: {" + body + ", responses: {'200': " + thing +
        "}}\n    delete: {parameters: [{name: If-Match, in: header, schema: {type: string}}], "
        "responses: {'204': {description: d}}}\n");
    const TestClient client = mock.client();
    const auto created = client.post("/things", Json{{"a", 1}});
    const std::string first = *created.headers.find("ETag");
    EXPECT_EQ(*client.get("/things/1").headers.find("ETag"), first);
    EXPECT_EQ(client.with("If-None-Match", first).get("/things/1").status, 304);
    EXPECT_EQ(client.with("If-None-Match", "W/" + first).get("/things/1").status, 304);
    const auto changed = client.with("If-Match", first).patch("/things/1", Json{{"a", 2}});
    EXPECT_EQ(changed.status, 200);
    EXPECT_NE(*changed.headers.find("ETag"), first);
    EXPECT_EQ(client.with("If-Match", first).patch("/things/1", Json{{"a", 3}}).status, 412);
    EXPECT_EQ(client.get("/things/1").body["a"], 2);
    EXPECT_EQ(client.with("If-None-Match", first).get("/things/1").status, 200);
    EXPECT_EQ(client.with("If-Match", "\"a\", \"b\"").remove("/things/1").status, 412);
    EXPECT_EQ(client.with("If-Match", "*").remove("/things/1").status, 204);
}

TEST(UserDocument, PreferChoosesAnExample) {
    const UserMock mock;
    const TestClient client = mock.client();
    EXPECT_EQ(client.with("Prefer", "example=long").get("/books/1").body["title"], "Middlemarch");
    EXPECT_EQ(client.with("Prefer", "code=200").get("/books/1").body["title"], "Middlemarch")
        << "the first by name";
    const auto error = client.with("Prefer", "code=503, wait=5").get("/books/1");
    EXPECT_EQ(error.status, 503);
    EXPECT_TRUE(mock.is_valid("getBook", error)) << error.text;
    EXPECT_EQ(client.with("Prefer", "example=none").get("/books/1").status, 404);
    EXPECT_EQ(client.with("Prefer", "code=900").get("/books/1").status, 404) << "no status";
}

TEST(UserDocument, StreamsAndTextsAreExamples) {
    const UserMock mock;
    const auto stream = mock.client().post("/chat", Json::object());
    EXPECT_EQ(stream.status, 200);
    EXPECT_EQ(*stream.headers.find("Content-Type"), "text/event-stream");
    EXPECT_THAT(stream.text,
                HasSubstr("data: {\"error\":{\"message\":\"text\",\"status\":1}}\n\n"));
    EXPECT_TRUE(stream.text.ends_with("data: [DONE]\n\n")) << stream.text;
    const auto kinds = mock.client().post("/kinds", Json::object());
    EXPECT_EQ(kinds.text,
              "event: begin\ndata: true\n\nevent: token\ndata: {\"text\":\"text\"}\n\n");
    const auto text = mock.client().get("/text");
    EXPECT_EQ(text.text, "hello");
    EXPECT_EQ(*text.headers.find("Content-Type"), "text/plain");
    const auto error = mock.client().get("/text?size=x");
    EXPECT_EQ(*error.headers.find("Content-Type"), "text/plain");
    EXPECT_THAT(error.text, testing::StartsWith("query.size: "));
}

TEST(UserDocument, ExamplesOfSequencesAreItemsOrTexts) {
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

TEST(UserDocument, TheBodyAndAcceptChooseTheContent) {
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
             {{{"stream", true}}, "", "text/event-stream"},
             {{{"stream", true}}, "application/json, text/event-stream", "text/event-stream"},
             {{{"stream", false}}, "text/event-stream, application/json", "application/json"},
             {{{"stream", "yes"}}, "", "application/json"}}) {
        const auto response = mock.client().with("Accept", one.accept).post("/chat", one.body);
        EXPECT_EQ(*response.headers.find("Content-Type"), one.type)
            << one.body << ' ' << one.accept;
    }
}

TEST(UserDocument, ItemsOfOpenApi32AreEventsAndLines) {
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

TEST(UserDocument, ASchemaWithoutValueIsAnErrorOfTheMockThatSaysWhere) {
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
