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
  /loans:
    post: {operationId: createLoan, responses: {'201': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
  /loans/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {operationId: getLoan, responses: {'200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
  /{tenant}/keys:
    parameters: [{name: tenant, in: path, required: true, schema: {type: string}}]
    post: {operationId: createKey, responses: {'201': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}}}
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

    checks::CheckResult create(const std::string& book, const std::string& request = kSent) {
        return observe(
            {"createBook", R"({"data":)" + book + '}', Json::object(), json_of(request), 201});
    }
    checks::CheckResult read(const std::string& book, const std::string& query = "") {
        TestExchange exchange{"getBook", book, {{"id", 1}}};
        exchange.query = query;
        return observe(exchange);
    }
    checks::CheckResult send(const std::string& operation,
                             const std::string& book,
                             const std::string& request = "null",
                             int status = 200,
                             const char* parameter = "id") {
        return observe({operation, book, {{parameter, 1}}, json_of(request), status});
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

    static constexpr const char* kSent = R"({"title":"Emma","year":1815})";
    static constexpr const char* kEmma =
        R"({"id":1,"title":"Emma","year":1815,"reads":0,"created_at":"2026-01-01T00:00:00Z"})";
    static constexpr const char* kOther = R"({"id":1,"title":"Other"})";
};

TEST_F(InferredMonitorTest, AcceptWhatACorrectServiceDoes) {
    EXPECT_THAT(codes(create(kEmma)), IsEmpty());
    EXPECT_THAT(codes(read(kEmma)), IsEmpty());
    const char* moved =
        R"({"id":1,"title":"Emma II","reads":7,"created_at":"2026-01-01T00:00:00.000Z"})";
    EXPECT_THAT(codes(send("patchBook", moved, R"({"title":"Emma II","year":null})")), IsEmpty())
        << "null removes the year, and the server counts reads";
    EXPECT_THAT(codes(read(moved)), IsEmpty());
    EXPECT_THAT(codes(send("putBook", R"({"id":1,"title":"New"})", R"({"title":"New"})")),
                IsEmpty());
    EXPECT_THAT(codes(read(R"({"id":1,"title":"New","year":2000})")), IsEmpty())
        << "the server may set what the client has not sent";
    EXPECT_THAT(codes(send("deleteBook", "", "null", 204)), IsEmpty());
    EXPECT_THAT(codes(observe({"getBook", "{}", {{"id", 1}}, {}, 404})), IsEmpty());
    EXPECT_THAT(codes(create(kEmma)), IsEmpty()) << "ids of deleted records may be used again";
}

TEST_F(InferredMonitorTest, ReportValuesThatDoNotShowTheLastWrite) {
    create(kEmma);
    EXPECT_THAT(codes(read(R"({"id":1,"title":"Persuasion","year":1815})")),
                Contains("history-matches_write"));
    send("putBook", R"({"id":1,"title":"New"})", R"({"title":"New"})");
    EXPECT_THAT(codes(read(kEmma)), Contains("history-matches_write"));
}

TEST_F(InferredMonitorTest, CompareNothingThatTheServerMayHaveChanged) {
    create(R"({"id":1,"title":"EMMA","year":1815})");
    EXPECT_THAT(codes(read(R"({"id":1,"title":"emma","year":1815})")), IsEmpty())
        << "the title was not shown as it was sent";
    create(kEmma);
    EXPECT_THAT(codes(read(kOther, "?fields=title")), IsEmpty());
    send("putBook", "", R"({"title":"Other"})", 204);
    EXPECT_THAT(codes(read(kOther)), IsEmpty()) << "the response does not show the record";
    create(kEmma);
    send("patchBook", R"({"ok":true})", R"({"title":"Other"})");
    EXPECT_THAT(codes(read(kOther)), IsEmpty());
    create(kEmma);
    send("patchBook", kOther, R"({"title":"Other"})", 202);
    EXPECT_THAT(codes(read(R"({"id":1,"title":"Third"})")), IsEmpty());
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

TEST_F(InferredMonitorTest, ReportAnIdThatIsUsedTwice) {
    create(kEmma);
    EXPECT_THAT(codes(create(kOther, R"({"title":"Other"})")), Contains("history-identity"));
    EXPECT_THAT(codes(create(kOther, R"({"id":1,"title":"Other"})")), IsEmpty())
        << "the client has chosen it";
}

TEST_F(InferredMonitorTest, ReportADeletedRecordThatIsShown) {
    create(kEmma);
    send("deleteBook", "", "null", 204);
    const auto result = read(kEmma);
    EXPECT_THAT(codes(result), ElementsAre("history-deleted"));
    EXPECT_EQ(result.findings.front().finding.expected, "book 1 to be deleted: it was deleted");
    EXPECT_EQ(result.findings.front().finding.got, "it is shown");
}

TEST_F(InferredMonitorTest, ForgetARecordThatAnotherOperationMayChange) {
    for (const char* operation : {"publishBook", "createPage"}) {
        restart();
        create(kEmma);
        EXPECT_THAT(codes(read(kOther)), Contains("history-matches_write"));
        send(operation, "", "null", 200, "book");
        EXPECT_THAT(codes(read(kOther)), IsEmpty()) << operation;
    }
    restart();
    create(kEmma);
    send("deleteBook", "", "null", 204);
    send("putBook", kEmma, kSent);
    EXPECT_THAT(codes(read(kEmma)), IsEmpty()) << "the PUT has created it again";
    observe({"clearBooks", "", Json::object(), {}, 204});
    EXPECT_THAT(codes(read(kOther)), IsEmpty()) << "the operation may change all";
}

TEST_F(InferredMonitorTest, ForgetAllAfterAChangeOfARecordThatIsNamedInAnotherWay) {
    create(kEmma);
    observe({"patchBook", kOther, {{"id", "newest"}}, json_of(R"({"title":"Other"})")});
    EXPECT_THAT(codes(read(kOther)), IsEmpty());
}

TEST_F(InferredMonitorTest, ForgetWhatAWriteOfAnotherTypeMayChange) {
    create(kEmma);
    observe({"createLoan", R"({"id":7})", Json::object(), json_of("{}"), 201});
    EXPECT_THAT(codes(read(kOther)), IsEmpty());
}

TEST_F(InferredMonitorTest, ForgetOtherRecordsAfterAnyWriteEvenOfUnknownEffect) {
    const auto read_other = [&] { return codes(read(kOther)); };
    create(kEmma);
    observe({"createPage", R"({"id":5})", {{"book", 9}}, json_of("{}"), 201});
    EXPECT_THAT(read_other(), IsEmpty()) << "an operation below another record";
    create(kEmma);
    observe({"createLoan", "", Json::object(), json_of("{}"), 503});
    EXPECT_THAT(read_other(), IsEmpty());
    create(kEmma);
    observe({"createLoan", "{}", Json::object(), json_of("{}"), 422});
    EXPECT_THAT(read_other(), Contains("history-matches_write")) << "a refusal changes nothing";
}

TEST_F(InferredMonitorTest, ADeletionThatIsNotOverMayBeShown) {
    create(kEmma);
    TestExchange trial{"deleteBook", "", {{"id", 1}}, {}, 204};
    trial.query = "?dry_run=true";
    observe(trial);
    EXPECT_THAT(codes(read(kEmma)), IsEmpty());
    send("deleteBook", "", "null", 200);
    EXPECT_THAT(codes(create(kEmma)), IsEmpty()) << "it may be deleted";
}

TEST_F(InferredMonitorTest, AChangeThatIsNotOverHasNoKnownResult) {
    create(kEmma);
    announce({"publishBook", "", {{"book", 1}}});
    EXPECT_THAT(codes(read(kOther)), IsEmpty());
}

TEST_F(InferredMonitorTest, RecordsOfAParentOrATenantAreNotMonitored) {
    const auto create_page = [&](int book) {
        return observe({"createPage", R"({"id":5})", {{"book", book}}, json_of("{}"), 201});
    };
    create_page(1);
    EXPECT_THAT(codes(create_page(2)), IsEmpty()) << "each book may have a page 5";
    const auto create_key = [&](const char* tenant) {
        return observe({"createKey", R"({"id":5})", {{"tenant", tenant}}, json_of("{}"), 201});
    };
    create_key("a");
    EXPECT_THAT(codes(create_key("b")), IsEmpty());
}

TEST(SentValues, AreThoseThatAreShownAsSent) {
    const auto sent = [](const char* former, const char* request, const char* shown) {
        const Json before = json_of(former);
        const Json body = json_of(request);
        return sent_values(before.is_null() ? nullptr : &before, &body, json_of(shown));
    };
    EXPECT_EQ(sent("null", R"({"a":1,"b":"x"})", R"({"a":1,"b":"X","c":2})"),
              json_of(R"({"a":1})"));
    EXPECT_EQ(sent(R"({"a":1,"d":4})", R"({"b":2})", R"({"a":1,"b":2,"d":5})"),
              json_of(R"({"a":1,"b":2})"));
    EXPECT_EQ(sent(R"({"a":1})", R"([{"op":"add"}])", R"({"a":1})"), json_of(R"({"a":1})"));
    EXPECT_EQ(sent(R"({"a":1})", R"({"a":null})", "{}"), Json::object());
}

}  // namespace
}  // namespace plumbline::monitors
