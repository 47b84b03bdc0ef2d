// Monitors of a user's document: which contradictions they report, and what they cannot know.
#include "conformance/monitors/testing.hpp"

namespace plumbline::monitors {
namespace {

constexpr std::string_view kShelf = R"(openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /books:
    post:
      operationId: createBook
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
      responses: {'201': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Envelope'}}}}}
    get:
      operationId: listBooks
      responses: {'200': {description: d, content: {application/json: {schema: {type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Book'}}}}}}}}
    delete: {operationId: clearBooks, responses: {'204': {description: d}}}
  /books/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getBook, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
    put:
      operationId: putBook
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
    patch:
      operationId: patchBook
      requestBody: {content: {application/merge-patch+json: {schema: {$ref: '#/components/schemas/Book'}}}}
      responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}
    delete: {operationId: deleteBook, responses: {'204': {description: d}}}
  /books/{book}/publish:
    parameters: [{name: book, in: path, required: true, schema: {type: integer}}]
    post: {operationId: publishBook, responses: {'200': {description: d}}}
  /books/{book}/pages:
    parameters: [{name: book, in: path, required: true, schema: {type: integer}}]
    post: {operationId: createPage, responses: {'201': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
  /books/{book}/pages/{page}:
    parameters: [{name: book, in: path, required: true, schema: {type: integer}}, {name: page, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getPage, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
  /{tenant}/keys/{id}:
    parameters: [{name: tenant, in: path, required: true, schema: {type: string}}, {name: id, in: path, required: true, schema: {type: string}}]
    get: {operationId: getKey, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
components:
  schemas:
    Envelope: {type: object, required: [data], properties: {data: {$ref: '#/components/schemas/Book'}}}
    Book:
      type: object
      properties:
        id: {type: integer, readOnly: true}
        title: {type: string}
        year: {type: [integer, 'null']}
        reads: {type: integer, readOnly: true}
        created_at: {type: string, format: date-time, readOnly: true}
)";

class InferredMonitorTest : public HistoryMonitorTest {
  protected:
    void SetUp() override {
        auto loaded = ApiDocument::load("api.yaml", *parse_yaml(kShelf, "api.yaml"));
        ASSERT_THAT(loaded, IsOk());
        api_ = *loaded;
        restart();
    }

    checks::CheckResult create(const std::string& book) {
        return observe({"createBook", R"({"data":)" + book + '}', Json::object(), {}, 201});
    }
    checks::CheckResult read(const std::string& book) {
        return observe({"getBook", book, {{"id", 1}}});
    }
    checks::CheckResult list(const std::string& books) {
        return observe({"listBooks", R"({"items":)" + books + '}'});
    }
    checks::CheckResult send(const std::string& operation,
                             const std::string& book,
                             const std::string& request = "null",
                             const char* parameter = "id") {
        return observe({operation, book, {{parameter, 1}}, json_of(request)});
    }
    /// Returns the codes of all findings; each is a warning.
    static std::vector<std::string> codes(const checks::CheckResult& result) {
        std::vector<std::string> all;
        for (const checks::CheckFinding& one : result.findings) {
            all.push_back(one.finding.code);
            EXPECT_EQ(one.basis, Basis::kAssumed);
        }
        return all;
    }

    static constexpr const char* kEmma =
        R"({"id":1,"title":"Emma","year":1815,"reads":0,"created_at":"2026-01-01T00:00:00Z"})";
};

TEST_F(InferredMonitorTest, AcceptWhatACorrectServiceDoes) {
    EXPECT_THAT(codes(create(kEmma)), IsEmpty());
    EXPECT_THAT(codes(read(kEmma)), IsEmpty());
    EXPECT_THAT(codes(list("[" + std::string(kEmma) + "]")), IsEmpty());
    const char* moved =
        R"({"id":1,"title":"Emma II","reads":7,"created_at":"2026-01-01T00:00:00.000Z"})";
    EXPECT_THAT(codes(send("patchBook", moved, R"({"title":"Emma II","year":null})")), IsEmpty())
        << "null removes the year, and the server counts reads";
    EXPECT_THAT(codes(read(moved)), IsEmpty());
    EXPECT_THAT(codes(send("putBook", R"({"id":1,"title":"New"})", R"({"title":"New"})")),
                IsEmpty());
    EXPECT_THAT(codes(read(R"({"id":1,"title":"New"})")), IsEmpty());
    EXPECT_THAT(codes(send("deleteBook", "")), IsEmpty());
    EXPECT_THAT(codes(observe({"getBook", "{}", {{"id", 1}}, {}, 404})), IsEmpty());
    EXPECT_THAT(codes(list("[]")), IsEmpty());
}

TEST_F(InferredMonitorTest, ReportValuesThatDoNotShowTheLastWrite) {
    create(kEmma);
    EXPECT_THAT(codes(read(R"({"id":1,"title":"Persuasion","year":1815})")),
                Contains("history-matches_write"));
    send("putBook", R"({"id":1,"title":"New"})", R"({"title":"New"})");
    EXPECT_THAT(codes(list(R"([{"id":1,"title":"Emma"}])")), Contains("history-matches_write"));
}

TEST_F(InferredMonitorTest, ReportWhatAPatchLosesAndATimeOfCreationThatChanges) {
    create(kEmma);
    const auto result =
        send("patchBook",
             R"({"id":1,"title":"X","reads":0,"created_at":"2027-01-01T00:00:00Z"})",
             R"({"title":"X"})");
    EXPECT_THAT(codes(result), ElementsAre("history-constant", "history-keeps"));
    EXPECT_EQ(result.findings.back().finding.expected,
              "/year of book 1, which the patch omits, to stay 1815");
}

TEST_F(InferredMonitorTest, AJsonPatchShowsNothing) {
    create(kEmma);
    EXPECT_THAT(codes(send("patchBook",
                           R"({"id":1,"title":"Emma","reads":0})",
                           R"([{"op":"remove","path":"/year"}])")),
                IsEmpty());
}

TEST_F(InferredMonitorTest, ReportIdsAndLists) {
    create(kEmma);
    EXPECT_THAT(codes(create(R"({"id":1,"title":"Other"})")), Contains("history-identity"));
    EXPECT_THAT(codes(read(R"({"id":2,"title":"Other"})")), ElementsAre("history-names_path"));
    EXPECT_THAT(codes(list("[]")), ElementsAre("history-complete"));
    EXPECT_THAT(codes(list(R"([{"id":1,"title":"Other"},{"id":1,"title":"Other"}])")),
                ElementsAre("history-identity"));
}

TEST_F(InferredMonitorTest, ReportADeletedRecordThatIsShown) {
    create(kEmma);
    send("deleteBook", "");
    const auto result = read(kEmma);
    EXPECT_THAT(codes(result), ElementsAre("history-deleted"));
    EXPECT_EQ(result.findings.front().finding.expected, "book 1 to be deleted: it was deleted");
    EXPECT_EQ(result.findings.front().finding.got, "it is shown");
}

TEST_F(InferredMonitorTest, ForgetARecordThatAnotherOperationMayChange) {
    for (const char* operation : {"publishBook", "createPage"}) {
        restart();
        create(kEmma);
        send(operation, "", "null", "book");
        EXPECT_THAT(codes(read(R"({"id":1,"title":"Other"})")), IsEmpty()) << operation;
    }
    restart();
    create(kEmma);
    send("deleteBook", "");
    send("putBook", kEmma, R"({"title":"Emma"})");
    EXPECT_THAT(codes(read(kEmma)), IsEmpty()) << "the PUT has created it again";
    observe({"clearBooks", "", Json::object(), {}, 204});
    EXPECT_THAT(codes(list("[]")), IsEmpty()) << "the operation may delete all";
}

TEST_F(InferredMonitorTest, AChangeThatIsNotOverHasNoKnownResult) {
    create(kEmma);
    announce({"publishBook", "", {{"book", 1}}});
    EXPECT_THAT(codes(read(R"({"id":1,"title":"Other"})")), IsEmpty());
}

TEST_F(InferredMonitorTest, RecordsOfAParentOrATenantAreNotMonitored) {
    const auto page = [&](int book, const std::string& title) {
        return observe(
            {"getPage", R"({"id":5,"title":")" + title + "\"}", {{"book", book}, {"page", 5}}});
    };
    page(1, "one");
    EXPECT_THAT(codes(page(2, "two")), IsEmpty());
    observe({"getKey", kEmma, {{"tenant", "a"}, {"id", "x"}}});
    EXPECT_THAT(codes(observe({"getKey", kEmma, {{"tenant", "b"}, {"id", "y"}}})), IsEmpty());
}

}  // namespace
}  // namespace plumbline::monitors
