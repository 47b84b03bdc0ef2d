#include "conformance/checks/contract_checks.hpp"

#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::checks {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const char* kApi = R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /things/{id}:
    parameters: [ { name: id, in: path, required: true, schema: { type: string } } ]
    get:
      operationId: getThing
      x-requirements: [T-EP]
      responses:
        '200':
          description: ok
          x-requirements: [T-200]
          headers:
            X-Version: { $ref: '#/components/headers/Version' }
            X-Left: { schema: { type: integer, minimum: 0 } }
            X-Kind: { schema: { type: string, enum: [a, '7'] } }
            X-List: { schema: { type: array, items: { type: integer } } }
            X-Pair: { explode: true, schema: { type: object, properties: { a: { type: boolean } } } }
            X-Page: { content: { application/json: { schema: { $ref: '#/components/schemas/Page' } } } }
          content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } }
        '204': { description: nothing, x-requirements: [T-204] }
        4XX: &error
          description: error
          x-basis: assumed
          content: { application/json: { schema: { type: object, required: [detail] } } }
    put:
      operationId: putThing
      requestBody: { x-requirements: [T-TYPE], content: { application/json: {} } }
      responses: { '204': { description: done }, 4XX: *error }
components:
  headers: { Version: { required: true, schema: { type: string } } }
  schemas:
    Page: { type: object, properties: { next: { type: integer } } }
    Thing:
      type: object
      required: [id]
      properties: { id: { type: string, x-requirements: [T-ID] }, size: { type: integer }, list: { type: array, items: { type: integer } }, kind: { enum: [a, b] } }
)";

class ContractChecksTest : public ::testing::Test {
  protected:
    void SetUp() override {
        auto document = parse_yaml(kApi, "api.yaml");
        ASSERT_THAT(document, IsOk());
        auto api = ApiDocument::load(
            "api", *document, {SchemaStrictness::kClosed, {"x-requirements", "x-basis"}});
        ASSERT_THAT(api, IsOk());
        api_ = *api;
    }

    CheckResult check(int status, const std::string& body, http::Headers headers) {
        const http::Response response{status, std::move(headers), body};
        const auto json = parse_json(body);
        return check_exchange({*api_->find_operation("getThing"),
                               *api_,
                               response,
                               json ? &*json : nullptr,
                               json || body.empty() ? "" : to_text(json.error()),
                               {"suite.yaml", 4, 7}});
    }

    CheckResult check_put(int status, const std::string& sent_type) {
        const Json body{{"detail", "why"}};
        return check_exchange({*api_->find_operation("putThing"),
                               *api_,
                               {status, status == 204 ? http::Headers{} : json_, ""},
                               status == 204 ? nullptr : &body,
                               "",
                               {"suite.yaml", 4, 7},
                               sent_type});
    }

    static std::vector<std::string> codes(const CheckResult& result) {
        std::vector<std::string> found;
        for (const CheckFinding& broken : result.findings) found.push_back(broken.finding.code);
        return found;
    }

    const http::Headers json_{{"Content-Type", "application/json; charset=utf-8"},
                              {"X-Version", "1"}};
    std::shared_ptr<const ApiDocument> api_;
};

TEST_F(ContractChecksTest, VerifiesThatABodyOfADeclaredTypeIsAccepted) {
    EXPECT_THAT(check_put(204, "application/json").verified, ElementsAre("T-TYPE"));
    EXPECT_THAT(check_put(204, "").verified, IsEmpty());
    EXPECT_THAT(check_put(204, "text/plain").verified, IsEmpty());
    EXPECT_THAT(check_put(422, "application/json").verified, IsEmpty());
}

TEST_F(ContractChecksTest, ReportsADeclaredTypeThatIsNotAccepted) {
    const CheckResult result = check_put(415, "application/json");
    ASSERT_THAT(codes(result), ElementsAre("request-type"));
    EXPECT_THAT(result.findings[0].finding.requirements, ElementsAre("T-TYPE"));
    EXPECT_THAT(codes(check_put(415, "text/plain")), IsEmpty());
}

TEST_F(ContractChecksTest, VerifiesTheRequirementsOfAValidResponse) {
    const CheckResult result = check(200, R"({"id":"a","more":1})", json_);
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.verified, ElementsAre("T-200", "T-EP", "T-ID"));
}

TEST_F(ContractChecksTest, ChecksHeadersThatContainJson) {
    const auto with_page = [&](const char* page) {
        http::Headers headers = json_;
        headers.set("X-Page", page);
        return check(200, R"({"id":"a"})", headers);
    };
    EXPECT_THAT(with_page(R"({"next": 2})").findings, IsEmpty());
    const CheckResult wrong = with_page(R"({"next": "2"})");
    ASSERT_THAT(codes(wrong), ElementsAre("header"));
    EXPECT_EQ(wrong.findings[0].finding.expected,
              "the header X-Page /next: found string \"2\", expected integer");
    EXPECT_EQ(wrong.findings[0].finding.note,
              "api.yaml#/components/schemas/Page/properties/next/type");
    const CheckResult none = with_page("next=2");
    ASSERT_THAT(codes(none), ElementsAre("header"));
    EXPECT_EQ(none.findings[0].finding.expected, "the header X-Page to contain JSON");
}

TEST_F(ContractChecksTest, ChecksHeadersByTheTypeOfTheirSchema) {
    const auto with = [&](const char* name, const char* value) {
        http::Headers headers = json_;
        headers.set(name, value);
        std::vector<std::string> expected;
        for (const CheckFinding& one : check(200, R"({"id":"a"})", headers).findings)
            expected.push_back(one.finding.code + ": " + one.finding.expected);
        return expected;
    };
    EXPECT_THAT(with("X-Left", "12"), IsEmpty());
    EXPECT_THAT(with("X-Kind", "7"), IsEmpty());
    EXPECT_THAT(with("X-Left", "-1"), ElementsAre(HasSubstr("header: the header X-Left: ")));
    EXPECT_THAT(with("X-Left", "many"),
                ElementsAre("header: the header X-Left: found string \"many\", expected integer"));
    EXPECT_THAT(with("X-Left", "{}"),
                ElementsAre("header: the header X-Left: found string \"{}\", expected integer"));
    EXPECT_THAT(with("X-Kind", "8"), ElementsAre(HasSubstr("header: the header X-Kind: ")));
    EXPECT_THAT(with("X-List", "1, 2"), IsEmpty());
    EXPECT_THAT(with("X-List", "1,x"),
                ElementsAre("header: the header X-List /1: found string \"x\", expected integer"));
    EXPECT_THAT(with("X-Pair", "a=true"), IsEmpty());
    EXPECT_THAT(with("X-Pair", "a=1"), ElementsAre(HasSubstr("the header X-Pair /a: ")));
    EXPECT_THAT(with("X-Pair", "a,true"),
                ElementsAre("header: the header X-Pair to contain an object"));
}

TEST_F(ContractChecksTest, ReportsAHeadThatAnnouncesABodyOf204) {
    const CheckResult result = check(204, "", {{"Content-Length", "12"}});
    ASSERT_THAT(codes(result), ElementsAre("body"));
    EXPECT_EQ(result.findings[0].finding.got, "Content-Length: 12");
    EXPECT_THAT(result.findings[0].finding.requirements, ElementsAre("T-204"));
    EXPECT_THAT(codes(check(204, "", {{"Transfer-Encoding", "chunked"}})), ElementsAre("body"));
    EXPECT_THAT(codes(check(204, "", {{"Content-Length", "0"}})), IsEmpty());
}

TEST_F(ContractChecksTest, ReportsAnUndeclaredStatus) {
    const CheckResult result = check(201, R"({"id":"a"})", json_);
    ASSERT_THAT(codes(result), ElementsAre("status"));
    EXPECT_THAT(result.findings[0].finding.requirements, ElementsAre("T-200", "T-204"));
    EXPECT_EQ(result.findings[0].finding.expected, "getThing to respond with one of 200, 204, 4XX");
    EXPECT_EQ(result.findings[0].finding.got, "status 201 Created");
    EXPECT_EQ(result.findings[0].finding.where, (SourceRef{"suite.yaml", 4, 7}));
    EXPECT_THAT(result.verified, IsEmpty());
}

TEST_F(ContractChecksTest, NamesTheOperationIfTheUndeclaredStatusIsNoSuccess) {
    const CheckResult result = check(500, "", json_);
    ASSERT_THAT(codes(result), ElementsAre("status"));
    EXPECT_THAT(result.findings[0].finding.requirements, ElementsAre("T-EP"));
}

TEST_F(ContractChecksTest, ReportsAnotherContentType) {
    const CheckResult result =
        check(200, R"({"id":"a"})", {{"Content-Type", "text/plain"}, {"X-Version", "1"}});
    ASSERT_THAT(codes(result), ElementsAre("content-type"));
    EXPECT_THAT(result.findings[0].finding.requirements, ElementsAre("T-200"));
    EXPECT_EQ(result.findings[0].finding.got, "Content-Type text/plain");
}

TEST_F(ContractChecksTest, ComparesContentTypesByValue) {
    const auto with_key = [&](std::string key, const char* type) {
        std::string text = kApi;
        const std::string json =
            "content: { application/json: { schema: { $ref: "
            "'#/components/schemas/Thing'";
        text.replace(text.find(json), 27, "content: { " + key);
        api_ = *ApiDocument::load("api", *parse_yaml(text, "api.yaml"));
        return check(200, R"({"id":7})", {{"Content-Type", type}, {"X-Version", "1"}});
    };
    const char* kKey = "'Application/Json; charset=UTF-8'";
    for (const char* type : {"application/json", "application/JSON;charset=\"utf-8\""})
        EXPECT_THAT(codes(with_key(kKey, type)), ElementsAre("schema")) << type;
    const CheckResult other = with_key(kKey, "application/json; charset=ascii");
    ASSERT_THAT(codes(other), ElementsAre("content-type"));
    EXPECT_EQ(other.findings[0].finding.expected,
              "Content-Type Application/Json; charset=UTF-8 on status 200");
    EXPECT_EQ(other.findings[0].finding.got, "Content-Type application/json; charset=ascii");
    EXPECT_THAT(codes(with_key("'application/*'", "application/json")), ElementsAre("schema"));
    EXPECT_THAT(codes(with_key("'application/*'", "text/json")), ElementsAre("content-type"));
}

TEST_F(ContractChecksTest, ReportsOnlyTheCodingOfABodyThatIsStillCoded) {
    const Error coding{ErrorCode::kSyntax, "Content-Encoding gzip: its end is missing", {}, {}};
    const CheckResult result = check_exchange({*api_->find_operation("getThing"),
                                               *api_,
                                               {200, json_, "coded"},
                                               nullptr,
                                               "not JSON",
                                               {"suite.yaml", 4, 7},
                                               "",
                                               &coding});
    ASSERT_THAT(codes(result), ElementsAre("content-coding"));
    EXPECT_EQ(result.findings[0].finding.got, coding.message);
    EXPECT_THAT(result.verified, ElementsAre("T-EP"));
}

TEST_F(ContractChecksTest, ReportsABodyThatIsNotJson) {
    const CheckResult result = check(200, R"({"id":)", json_);
    ASSERT_THAT(codes(result), ElementsAre("json"));
}

TEST_F(ContractChecksTest, ReportsAnEmptyBodyIfJsonIsDeclared) {
    const CheckResult result = check(200, "", json_);
    ASSERT_THAT(codes(result), ElementsAre("json"));
    EXPECT_EQ(result.findings[0].finding.got, "an empty body");
    EXPECT_THAT(result.verified, ElementsAre("T-EP"));
}

TEST_F(ContractChecksTest, VerifiesNothingOfASchemaThatWasNotChecked) {
    EXPECT_THAT(check(200, "{", json_).verified, ElementsAre("T-EP"));
    EXPECT_THAT(check(200, "{}", {{"Content-Type", "text/html"}, {"X-Version", "1"}}).verified,
                ElementsAre("T-EP"));
}

TEST_F(ContractChecksTest, VerifiesNothingByABodyOfAnotherType) {
    const CheckResult list = check(200, R"([{"id":"a"}])", json_);
    ASSERT_THAT(codes(list), ElementsAre("schema"));
    EXPECT_TRUE(list.findings[0].is_other_body);
    EXPECT_THAT(list.verified, IsEmpty());
    EXPECT_FALSE(check(200, R"({"id":7})", json_).findings.at(0).is_other_body);
}

TEST_F(ContractChecksTest, ReportsOnlyTheFirstOfManyViolations) {
    Json items = Json::array();
    for (int i = 0; i < 1000; ++i) items.push_back("x");
    const CheckResult result = check(200, Json{{"id", "a"}, {"list", items}}.dump(), json_);
    EXPECT_EQ(result.findings.size(), 21U);
    EXPECT_THAT(result.findings.back().finding.got, HasSubstr("1000 violations"));
    EXPECT_THAT(result.verified, ElementsAre("T-EP"));
}

TEST_F(ContractChecksTest, NamesAllRequirementsOfViolationsThatAreNotListed) {
    std::string items;
    for (int i = 0; i < 100; ++i) items += std::string(i == 0 ? "" : ",") + "\"x\"";
    const CheckResult result = check(200, R"({"id": 1, "list": [)" + items + "]}", json_);
    EXPECT_THAT(result.findings.back().finding.got, HasSubstr("101 violations"));
    EXPECT_THAT(result.findings.back().finding.requirements, ElementsAre("T-200", "T-ID"));
}

TEST_F(ContractChecksTest, NamesTheRequirementOfTheInvalidProperty) {
    const CheckResult result = check(200, R"({"id":7,"size":"big"})", json_);
    ASSERT_THAT(codes(result), ElementsAre("schema", "schema"));
    EXPECT_THAT(result.findings[0].finding.requirements, ElementsAre("T-ID"));
    EXPECT_EQ(result.findings[0].finding.got, "/id is 7");
    EXPECT_THAT(result.findings[0].finding.note,
                HasSubstr("api.yaml#/components/schemas/Thing/properties/id"));
    EXPECT_THAT(result.findings[1].finding.requirements, ElementsAre("T-200"));
    EXPECT_THAT(result.verified, ElementsAre("T-EP"));
}

TEST_F(ContractChecksTest, MarksAValueThatTheSchemaDoesNotList) {
    const CheckResult result = check(200, R"({"id":"a","size":"x","kind":"c"})", json_);
    std::vector<std::string> unknown;
    for (const CheckFinding& one : result.findings) unknown.push_back(one.unknown_value);
    EXPECT_THAT(unknown, ::testing::UnorderedElementsAre("", "/kind"));
}

TEST_F(ContractChecksTest, ReportsAMissingHeader) {
    const CheckResult result = check(200, R"({"id":"a"})", {{"Content-Type", "application/json"}});
    ASSERT_THAT(codes(result), ElementsAre("header"));
    EXPECT_EQ(result.findings[0].finding.expected, "the header X-Version");
}

TEST_F(ContractChecksTest, ReportsABodyThatIsNotAllowed) {
    EXPECT_THAT(codes(check(204, "{}", {})), ElementsAre("body"));
    EXPECT_THAT(codes(check(204, "", {})), IsEmpty());
}

TEST_F(ContractChecksTest, UsesTheBasisOfTheDeclaredResponse) {
    const CheckResult result = check(404, "{}", {{"Content-Type", "application/json"}});
    ASSERT_THAT(codes(result), ElementsAre("schema"));
    EXPECT_EQ(result.findings[0].basis, Basis::kAssumed);
}

class UnusableSchemaTest : public ContractChecksTest {
  protected:
    void load(const ApiOptions& options) {
        std::string text = kApi;
        const std::string good = "required: [id]\n";
        text.replace(text.find(good), good.size(), "$recursiveRef: x\n");
        auto document = parse_yaml(text, "api.yaml");
        ASSERT_THAT(document, IsOk());
        auto api = ApiDocument::load("api", *document, options);
        ASSERT_THAT(api, IsOk());
        api_ = *api;
    }
};

TEST_F(UnusableSchemaTest, ChecksTheRestOfForeignDocuments) {
    load({SchemaStrictness::kTolerant, {}});
    EXPECT_THAT(codes(check(200, R"({"id":1})", json_)), ElementsAre("schema"));
    EXPECT_THAT(check(200, R"({"id":"a"})", json_).findings, IsEmpty());
    EXPECT_THAT(check(200, R"({"id":"a"})", json_).verified, IsEmpty());
    EXPECT_THAT(codes(check(200, "{", json_)), ElementsAre("json"));
    EXPECT_THAT(codes(check(202, "{}", json_)), ElementsAre("status"));
}

TEST_F(UnusableSchemaTest, VerifiesNothingInOurDocuments) {
    // Marked as validated: otherwise it would not load.
    load({SchemaStrictness::kClosed, {"x-requirements"}, true});
    const CheckResult result = check(200, R"({"id":"a"})", json_);
    ASSERT_THAT(codes(result), ElementsAre("schema-unusable"));
    EXPECT_THAT(result.findings[0].finding.got, HasSubstr("api.yaml:"));
    EXPECT_THAT(result.findings[0].finding.got, HasSubstr("$recursiveRef"));
    EXPECT_EQ(result.findings[0].basis, Basis::kStated);
    EXPECT_THAT(result.verified, IsEmpty());
}

TEST_F(ContractChecksTest, VerifiesNoEndpointByAnErrorResponse) {
    EXPECT_THAT(check(404, R"({"detail":"x"})", {{"Content-Type", "application/json"}}).verified,
                IsEmpty());
}

}  // namespace
}  // namespace plumbline::checks
