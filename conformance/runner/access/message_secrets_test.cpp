// Secrets in the messages of scenarios must not appear in a result.

#include "conformance/runner/stream/stream_fixture.hpp"
#include "conformance/runner/testing.hpp"
#include "reports/reports.hpp"

namespace plumbline::runner {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// Scenarios about things, whose secrets have values of format password.
class MessageSecretsTest : public ::testing::Test {
  protected:
    void respond(const std::string& body, const std::string& type = "application/json") {
        fake_.on("GET /things/1", {{200, body, {{"Content-Type", type}}}});
    }

    /// Reads a thing and checks a condition; returns the report.
    std::string report_of(const std::string& condition, const Target& target = things_target()) {
        return reports::json_text(play(R"(  - workflowId: one
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: '1' } ]
        successCriteria: [ { condition: ")" +
                                           condition + "\" } ]\n",
                                       fake_,
                                       {},
                                       {},
                                       target));
    }

    FakeTarget fake_;
};

constexpr const char* kExisting = R"({"id":"1","secrets":[{"name":"A","value":"hunter2-\u00e4"}]})";

TEST_F(MessageSecretsTest, OfAResponseAreMaskedInExcerptsAndCriteria) {
    respond(kExisting);
    for (const char* condition : {"$response.body#/secrets/0/value == 'other'",
                                  "$response.body#/secrets == 1",
                                  "$statusCode == 299"}) {
        const std::string report = report_of(condition);
        EXPECT_THAT(report, Not(HasSubstr("hunter2"))) << condition;
        EXPECT_THAT(report, HasSubstr("***"));
    }
}

TEST_F(MessageSecretsTest, OfAViolatedSchemaAreMasked) {
    respond(R"({"id":"1","secrets":[{"name":"A","value":4815162342}]})");
    const std::string report = report_of("$statusCode == 200");
    EXPECT_THAT(report, AllOf(HasSubstr("schema"), Not(HasSubstr("4815162342"))));
}

TEST_F(MessageSecretsTest, AreMaskedWhereverTheServiceWrapsThem) {
    for (const char* body : {R"([{"secrets":[{"value":"hunter2-x"}]}])",
                             R"({"detail":[{"input":{"secrets":[{"value":"hunter2-x"}]}}]})",
                             R"({"id":"1","secrets":[{"name":"A","value":"hunter2-x"}], broken)",
                             R"({"id":"1","secrets":[{"name":"A","value": "hunter2-x)"}) {
        respond(body);
        EXPECT_THAT(report_of("$statusCode == 299"), Not(HasSubstr("hunter2"))) << body;
    }
}

TEST_F(MessageSecretsTest, AreMaskedInResponsesThatDoNotDeclareThem) {
    fake_.on("GET /things", {{200, std::string("[") + kExisting + ']'}});
    const auto result = play(R"(  - workflowId: one
    steps:
      - { stepId: list, operationId: listThings, successCriteria: [ { condition: $response.body#/0 == 1 } ] }
)",
                             fake_);
    EXPECT_THAT(reports::json_text(result), Not(HasSubstr("hunter2")));
}

TEST_F(MessageSecretsTest, AreMaskedWhateverTheContentType) {
    respond(kExisting, "text/html");
    EXPECT_THAT(report_of("$statusCode == 299"), Not(HasSubstr("hunter2")));
}

TEST_F(MessageSecretsTest, AreMaskedInTextsThatCutThem) {
    const std::string key(150, 'k');
    respond(R"({"id":"1","secrets":[{"name":"A","value":")" + key + R"("},
              {"name":"B","value":")" +
            key + "z\"}]}");
    EXPECT_THAT(report_of("$response.body#/secrets == 1"), Not(HasSubstr("kkkk")));
}

TEST_F(MessageSecretsTest, ThatAreShortAreMaskedOnlyAtTheirPlace) {
    respond(R"({"id":"1","secrets":[{"name":"a","value":"a"},{"name":"b","value":"1"}]})");
    const std::string report = report_of("$response.body#/secrets/0/value == 'b'");
    EXPECT_THAT(report, HasSubstr(R"({\"name\":\"a\",\"value\":\"***\"})"));
    EXPECT_THAT(report, HasSubstr(R"($response.body#/secrets/0/value is \"***\")"));
    EXPECT_THAT(report, HasSubstr("http://127.0.0.1:1/things/1"));
}

TEST_F(MessageSecretsTest, OfARequestAreMasked) {
    fake_.on("POST /things", {{422, R"({"detail":"hunter2-x is refused"})"}});
    const auto result = play(R"(  - workflowId: one
    steps:
      - stepId: make
        operationId: createThing
        requestBody: { payload: { name: thing, secrets: [ { name: A, value: hunter2-x }, { name: B, value: ab } ] } }
        successCriteria: [ { condition: $request.body#/secrets == 1 } ]
)",
                             fake_);
    const std::string report = reports::json_text(result);
    EXPECT_THAT(report, Not(HasSubstr("hunter2")));
    EXPECT_THAT(report, HasSubstr(R"(\"name\":\"B\",\"value\":\"***\")"));
    EXPECT_THAT(reports::render_text(result), Not(HasSubstr("hunter2")));
    EXPECT_THAT(reports::render_junit(result), Not(HasSubstr("hunter2")));
    EXPECT_THAT(fake_.sent.back().request.body, HasSubstr("hunter2-x")) << "it is sent";
}

TEST_F(MessageSecretsTest, OfARequestWithMalformedJsonAreMasked) {
    fake_.on("POST /things", {{400, "{}"}});
    const auto result = play(R"(  - workflowId: one
    steps:
      - stepId: make
        operationId: createThing
        requestBody: { payload: '{"secrets":[{"value":"hunter2-x"}]' }
        successCriteria: [ { condition: $statusCode == 201 } ]
)",
                             fake_);
    EXPECT_THAT(reports::json_text(result), Not(HasSubstr("hunter2")));
}

TEST_F(MessageSecretsTest, OfNestedInputsAreMasked) {
    fake_.on("GET /things/hidden-one", {{404, "{}"}});
    RunOptions options;
    options.inputs =
        std::make_shared<const Json>(Json{{"login", {{"user", "me"}, {"pin", "hidden-one"}}}});
    const auto result = play(R"(  - workflowId: one
    inputs: { type: object, properties: { login: { type: object, properties: { pin: { format: password } } } } }
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: $inputs.login.pin } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)",
                             fake_,
                             options);
    const std::string report = reports::json_text(result);
    EXPECT_THAT(report, AllOf(HasSubstr("things/***"), Not(HasSubstr("hidden-one"))));
}

TEST_F(MessageSecretsTest, OfInputsFromFilesAreMasked) {
    fake_.on("GET /things/hidden-one", {{404, "{}"}});
    RunOptions options;
    options.inputs = std::make_shared<const Json>(Json{{"id", "hidden-one"}});
    options.secret_inputs = {"id"};
    const auto result = play(R"(  - workflowId: one
    inputs: { type: object, properties: { id: { type: string } } }
    steps:
      - stepId: read
        operationId: getThing
        parameters: [ { name: id, in: path, value: $inputs.id } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
)",
                             fake_,
                             options);
    EXPECT_THAT(reports::json_text(result), Not(HasSubstr("hidden-one")));
}

using StreamSecretsTest = StreamRunTest;

TEST_F(StreamSecretsTest, OfEventsAreMasked) {
    const std::string secret = R"({"api_token":"hunter2-x","n":1})";
    for (const std::string& data : std::vector<std::string>{
             secret, R"({"api_token":"hunter2-x","n":)", R"({"api_token":"hunter2-x)"}) {
        const auto result = play_script(
            stream_script(
                {{streaming::chunk(streaming::kStart)},
                 {streaming::chunk(streaming::event("values", secret))},
                 {streaming::chunk("unknown: hunter2-x\n" + streaming::event("values", data))},
                 {kEnd}}),
            stream_step("minEvents: 9, events: [{select: every, criteria: [{condition: "
                        "\"$message.payload#/api_token == 'x'\"}]}]"));
        const std::string report = reports::json_text(result);
        EXPECT_THAT(report, AllOf(HasSubstr("criterion"), Not(HasSubstr("hunter2")))) << data;
    }
}

}  // namespace
}  // namespace plumbline::runner
