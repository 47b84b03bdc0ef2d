// A mock of a user's document: what its operations do, without any fixture.
#include "mock_server/engine/user_document_fixture.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

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

TEST(UserDocument, LimitsTheSizeOfARecordThatPatchesDouble) {
    const UserMock mock;
    const TestClient client = mock.client();
    (void)client.post("/books", book("Emma"));
    const auto patch = [&](const std::string& operation) {
        return mock.send("PATCH", "/books/1", "application/json-patch+json", '[' + operation + ']');
    };
    ASSERT_EQ(patch(R"({"op": "add", "path": "/_links", "value": {"a": 1}})").status, 200);
    int doublings = 0;
    while (doublings < 30 && patch(R"({"op": "copy", "from": "/_links", "path": "/_links/x)" +
                                   std::to_string(doublings) + R"("})")
                                     .status == 200)
        ++doublings;
    EXPECT_GT(doublings, 5);
    EXPECT_LT(doublings, 20) << "at most 4 MiB";
    EXPECT_EQ(patch(R"({"op": "replace", "path": "/title", "value": "E"})").status, 200);
}

TEST(UserDocument, LimitsTheWorkOfAPatch) {
    const UserMock mock;
    const TestClient client = mock.client();
    (void)client.post("/books", book("Emma"));
    const auto patch = [&](const Json& operations) {
        return mock.send("PATCH", "/books/1", "application/json-patch+json", operations.dump());
    };
    const auto tests_of_title = [](std::size_t count) {
        return Json::array_t(count, {{"op", "test"}, {"path", "/title"}, {"value", "Emma"}});
    };
    EXPECT_EQ(patch(tests_of_title(1'000)).status, 200);
    const Json many(std::vector<int>(10'000, 7));
    const Json add{{"op", "add"}, {"path", "/_links"}, {"value", {{"many", many}}}};
    EXPECT_EQ(patch(Json::array({add})).status, 200);
    const auto refused = patch(tests_of_title(1'000));
    EXPECT_EQ(refused.status, 422) << "1,000 operations on a record of 160 KB";
    EXPECT_THAT(refused.text, HasSubstr("send fewer at a time"));
    EXPECT_EQ(patch(tests_of_title(20)).status, 200);
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

}  // namespace
}  // namespace plumbline::mock
