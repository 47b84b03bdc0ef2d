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
      properties: { id: { type: string, x-requirements: [T-ID] }, size: { type: integer }, list: { type: array, items: { type: integer } } }
)";

class Checking : public ::testing::Test {
  protected:
    void SetUp() override {
        auto document = parse_yaml(kApi, "api.yaml");
        ASSERT_THAT(document, IsOk());
        auto api = ApiDocument::load(
            "api", *document, {SchemaStrictness::kClosed, {"x-requirements", "x-basis"}});
        ASSERT_THAT(api, IsOk());
        api_ = *api;
    }

    Judged judge(int status, const std::string& body, http::Headers headers) {
        const http::Response response{status, std::move(headers), body};
        const auto json = parse_json(body);
        return judge_exchange({*api_->find_operation("getThing"),
                               *api_,
                               response,
                               json ? &*json : nullptr,
                               json || body.empty() ? "" : to_text(json.error()),
                               {"suite.yaml", 4, 7}});
    }

    Judged judge_put(int status, const std::string& sent_type) {
        const Json body{{"detail", "why"}};
        return judge_exchange({*api_->find_operation("putThing"),
                               *api_,
                               {status, status == 204 ? http::Headers{} : json_, ""},
                               status == 204 ? nullptr : &body,
                               "",
                               {"suite.yaml", 4, 7},
                               sent_type});
    }

    static std::vector<std::string> codes(const Judged& judged) {
        std::vector<std::string> found;
        for (const Observation& broken : judged.broken) found.push_back(broken.finding.code);
        return found;
    }

    const http::Headers json_{{"Content-Type", "application/json; charset=utf-8"},
                              {"X-Version", "1"}};
    std::shared_ptr<const ApiDocument> api_;
};

TEST_F(Checking, VerifiesThatABodyOfADeclaredTypeIsTaken) {
    EXPECT_THAT(judge_put(204, "application/json").verified, ElementsAre("T-TYPE"));
    EXPECT_THAT(judge_put(204, "").verified, IsEmpty());
    EXPECT_THAT(judge_put(204, "text/plain").verified, IsEmpty());
    EXPECT_THAT(judge_put(422, "application/json").verified, IsEmpty());
}

TEST_F(Checking, FindsADeclaredTypeThatIsNotTaken) {
    const Judged judged = judge_put(415, "application/json");
    ASSERT_THAT(codes(judged), ElementsAre("request-type"));
    EXPECT_THAT(judged.broken[0].finding.requirements, ElementsAre("T-TYPE"));
    EXPECT_THAT(codes(judge_put(415, "text/plain")), IsEmpty());
}

TEST_F(Checking, VerifiesWhatAGoodAnswerShows) {
    const Judged judged = judge(200, R"({"id":"a","more":1})", json_);
    EXPECT_THAT(judged.broken, IsEmpty());
    EXPECT_THAT(judged.verified, ElementsAre("T-200", "T-EP", "T-ID"));
}

TEST_F(Checking, JudgesHeadersThatHoldJsonByTheirSchema) {
    const auto with_page = [&](const char* page) {
        http::Headers headers = json_;
        headers.set("X-Page", page);
        return judge(200, R"({"id":"a"})", headers);
    };
    EXPECT_THAT(with_page(R"({"next": 2})").broken, IsEmpty());
    const Judged wrong = with_page(R"({"next": "2"})");
    ASSERT_THAT(codes(wrong), ElementsAre("header"));
    EXPECT_EQ(wrong.broken[0].finding.expected,
              "the header X-Page /next: found string \"2\", expected integer");
    EXPECT_EQ(wrong.broken[0].finding.note,
              "api.yaml#/components/schemas/Page/properties/next/type");
    const Judged none = with_page("next=2");
    ASSERT_THAT(codes(none), ElementsAre("header"));
    EXPECT_EQ(none.broken[0].finding.expected, "the header X-Page to hold JSON");
}

TEST_F(Checking, JudgesHeadersByTheTypeOfTheirSchema) {
    const auto with = [&](const char* name, const char* value) {
        http::Headers headers = json_;
        headers.set(name, value);
        std::vector<std::string> expected;
        for (const Observation& one : judge(200, R"({"id":"a"})", headers).broken)
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
}

TEST_F(Checking, FindsAStatusNobodyDeclared) {
    const Judged judged = judge(201, R"({"id":"a"})", json_);
    ASSERT_THAT(codes(judged), ElementsAre("status"));
    EXPECT_THAT(judged.broken[0].finding.requirements, ElementsAre("T-200", "T-204", "T-EP"));
    EXPECT_EQ(judged.broken[0].finding.expected, "getThing to answer with one of 200, 204, 4XX");
    EXPECT_EQ(judged.broken[0].finding.got, "status 201 Created");
    EXPECT_EQ(judged.broken[0].finding.where, (SourceRef{"suite.yaml", 4, 7}));
    EXPECT_THAT(judged.verified, IsEmpty());
}

TEST_F(Checking, FindsAnotherContentType) {
    const Judged judged =
        judge(200, R"({"id":"a"})", {{"Content-Type", "text/plain"}, {"X-Version", "1"}});
    ASSERT_THAT(codes(judged), ElementsAre("content-type"));
    EXPECT_THAT(judged.broken[0].finding.requirements, ElementsAre("T-200"));
    EXPECT_EQ(judged.broken[0].finding.got, "Content-Type text/plain");
}

TEST_F(Checking, FindsABodyThatIsNoJson) {
    const Judged judged = judge(200, R"({"id":)", json_);
    ASSERT_THAT(codes(judged), ElementsAre("json"));
}

TEST_F(Checking, FindsAnEmptyBodyWhereJsonIsDeclared) {
    const Judged judged = judge(200, "", json_);
    ASSERT_THAT(codes(judged), ElementsAre("json"));
    EXPECT_EQ(judged.broken[0].finding.got, "an empty body");
    EXPECT_THAT(judged.verified, ElementsAre("T-EP"));
}

TEST_F(Checking, VerifiesNothingOfASchemaThatWasNotJudged) {
    EXPECT_THAT(judge(200, "{", json_).verified, ElementsAre("T-EP"));
    EXPECT_THAT(judge(200, "{}", {{"Content-Type", "text/html"}, {"X-Version", "1"}}).verified,
                ElementsAre("T-EP"));
}

TEST_F(Checking, TellsOnlyTheFirstOfManyViolations) {
    Json items = Json::array();
    for (int i = 0; i < 1000; ++i) items.push_back("x");
    const Judged judged = judge(200, Json{{"id", "a"}, {"list", items}}.dump(), json_);
    EXPECT_EQ(judged.broken.size(), 21U);
    EXPECT_THAT(judged.broken.back().finding.got, HasSubstr("1000 violations"));
    EXPECT_THAT(judged.verified, ElementsAre("T-EP"));
}

TEST_F(Checking, NamesTheRequirementOfTheBrokenProperty) {
    const Judged judged = judge(200, R"({"id":7,"size":"big"})", json_);
    ASSERT_THAT(codes(judged), ElementsAre("schema", "schema"));
    EXPECT_THAT(judged.broken[0].finding.requirements, ElementsAre("T-ID"));
    EXPECT_EQ(judged.broken[0].finding.got, "/id is 7");
    EXPECT_THAT(judged.broken[0].finding.note,
                HasSubstr("api.yaml#/components/schemas/Thing/properties/id"));
    EXPECT_THAT(judged.broken[1].finding.requirements, ElementsAre("T-200"));
    EXPECT_THAT(judged.verified, ElementsAre("T-EP"));
}

TEST_F(Checking, FindsAMissingHeader) {
    const Judged judged = judge(200, R"({"id":"a"})", {{"Content-Type", "application/json"}});
    ASSERT_THAT(codes(judged), ElementsAre("header"));
    EXPECT_EQ(judged.broken[0].finding.expected, "the header X-Version");
}

TEST_F(Checking, FindsABodyWhereNoneMayBe) {
    EXPECT_THAT(codes(judge(204, "{}", {})), ElementsAre("body"));
    EXPECT_THAT(codes(judge(204, "", {})), IsEmpty());
}

TEST_F(Checking, TakesTheBasisOfTheDeclaredAnswer) {
    const Judged judged = judge(404, "{}", {{"Content-Type", "application/json"}});
    ASSERT_THAT(codes(judged), ElementsAre("schema"));
    EXPECT_EQ(judged.broken[0].basis, Basis::kAssumed);
}

class CheckingWithoutSchema : public Checking {
  protected:
    void load(const ApiOptions& options) {
        std::string text = kApi;
        const std::string good = "required: [id]\n";
        text.replace(text.find(good), good.size(), "unevaluatedItems: false\n");
        auto document = parse_yaml(text, "api.yaml");
        ASSERT_THAT(document, IsOk());
        auto api = ApiDocument::load("api", *document, options);
        ASSERT_THAT(api, IsOk());
        api_ = *api;
    }
};

TEST_F(CheckingWithoutSchema, JudgesTheRestOfForeignDocuments) {
    load({SchemaStrictness::kTolerant, {}});
    EXPECT_THAT(judge(200, R"({"id":1})", json_).broken, IsEmpty());
    EXPECT_THAT(judge(200, R"({"id":1})", json_).verified, IsEmpty());
    EXPECT_THAT(codes(judge(200, "{", json_)), ElementsAre("json"));
    EXPECT_THAT(codes(judge(202, "{}", json_)), ElementsAre("status"));
}

TEST_F(CheckingWithoutSchema, VouchesForNothingInOurs) {
    // Said to be checked already: else it would not even load.
    load({SchemaStrictness::kClosed, {"x-requirements"}, true});
    const Judged judged = judge(200, R"({"id":"a"})", json_);
    ASSERT_THAT(codes(judged), ElementsAre("schema-unusable"));
    EXPECT_THAT(judged.broken[0].finding.got, HasSubstr("api.yaml:"));
    EXPECT_THAT(judged.broken[0].finding.got, HasSubstr("unevaluatedItems"));
    EXPECT_EQ(judged.broken[0].basis, Basis::kStated);
    EXPECT_THAT(judged.verified, IsEmpty());
}

TEST_F(Checking, VerifiesNoEndpointByItsErrors) {
    EXPECT_THAT(judge(404, R"({"detail":"x"})", {{"Content-Type", "application/json"}}).verified,
                IsEmpty());
}

}  // namespace
}  // namespace plumbline::checks
