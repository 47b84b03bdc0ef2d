// Bodies and whole queries as they are sent.

#include "conformance/runner/request/encoded_body.hpp"

#include "conformance/runner/testing.hpp"

namespace plumbline::runner {
namespace {

using reports::Verdict;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::SizeIs;

/// A step that creates a thing with `members`; `list` is an input that no literal contains.
std::string creating(const std::string& members) {
    return R"(  - workflowId: life
    inputs:
      type: object
      properties:
        pw: { format: password, default: 'p w&"1' }
        list: { type: array, default: [1] }
        form: { type: object, default: { a: [1, 2] } }
    steps:
      - stepId: make
        operationId: createThing
        successCriteria: [ { condition: $statusCode == 201 } ]
)" + members;
}

class EncodedBodyTest : public ::testing::Test {
  protected:
    reports::ScenarioResult sent(const std::string& members) {
        fake_.on("POST /things", {{201, R"({"id":"a"})"}});
        result_ = play(creating(members), fake_);
        return result_.scenarios.at(0);
    }

    const http::Request& request() const { return fake_.sent.at(0).request; }
    std::string type() const { return *request().headers.find("Content-Type"); }

    FakeTarget fake_;
    reports::RunResult result_;
};

TEST_F(EncodedBodyTest, SendsAnObjectAsForm) {
    const auto scenario = sent(R"(        requestBody:
          contentType: application/x-www-form-urlencoded
          payload: { grant: a b, scope: [x, z], left_out: null, extra: { k: 1 } }
)");
    EXPECT_EQ(scenario.verdict, Verdict::kPassed);
    EXPECT_EQ(type(), "application/x-www-form-urlencoded");
    EXPECT_EQ(request().body, "extra=%7B%22k%22%3A1%7D&grant=a+b&scope=x&scope=z");
}

TEST_F(EncodedBodyTest, SendsTheObjectOfAnExpressionAsForm) {
    (void)sent(R"(        requestBody:
          contentType: application/x-www-form-urlencoded; charset=utf-8
          payload: $inputs.form
          replacements: [ { target: /b, value: 3 } ]
)");
    EXPECT_EQ(type(), "application/x-www-form-urlencoded; charset=utf-8");
    EXPECT_EQ(request().body, "a=1&a=2&b=3");
}

TEST_F(EncodedBodyTest, SendsAnObjectAsMultipart) {
    (void)sent(R"(        requestBody:
          contentType: multipart/form-data
          payload: { name: one, tags: [x, 2], meta: { k: 1 } }
)");
    ASSERT_THAT(type(), MatchesRegex("multipart/form-data; boundary=plumbline-[0-9]+"));
    const std::string line = "--" + type().substr(type().find('=') + 1);
    const std::string part = line + "\r\nContent-Disposition: form-data; name=";
    EXPECT_EQ(request().body,
              part + "\"meta\"\r\nContent-Type: application/json\r\n\r\n{\"k\":1}\r\n" + part +
                  "\"name\"\r\n\r\none\r\n" + part + "\"tags\"\r\n\r\nx\r\n" + part +
                  "\"tags\"\r\n\r\n2\r\n" + line + "--\r\n");
}

TEST_F(EncodedBodyTest, SendsTextsOfEveryTypeUnchanged) {
    (void)sent(R"(        requestBody:
          contentType: application/xml
          payload: '<thing list="{$inputs.list}"/>'
)");
    EXPECT_EQ(type(), "application/xml");
    EXPECT_EQ(request().body, R"(<thing list="[1]"/>)");
}

TEST_F(EncodedBodyTest, SendsASelectedTextUnchanged) {
    (void)sent(R"(        requestBody:
          contentType: application/x-www-form-urlencoded
          payload: { context: $inputs.pw, selector: '', type: jsonpointer }
)");
    EXPECT_EQ(request().body, R"(p w&"1)");
}

TEST_F(EncodedBodyTest, RefusesAValueThatCannotBeAForm) {
    const auto scenario = sent(R"(        requestBody:
          contentType: application/x-www-form-urlencoded
          payload: $inputs.list
)");
    EXPECT_THAT(fake_.sent, SizeIs(0));
    ASSERT_THAT(scenario.steps.at(0).findings, SizeIs(1));
    const reports::Finding& finding = scenario.steps[0].findings[0];
    EXPECT_EQ(finding.verdict, Verdict::kNotRun);
    EXPECT_THAT(
        finding.got + finding.note,
        AllOf(HasSubstr("a payload of type array is not a form"), HasSubstr("write it as")));
}

TEST_F(EncodedBodyTest, RefusesAnObjectAsXml) {
    const auto scenario = sent(R"(        requestBody:
          contentType: application/xml
          payload: $inputs.form
)");
    EXPECT_THAT(fake_.sent, SizeIs(0));
    EXPECT_THAT(scenario.steps.at(0).findings.at(0).got,
                HasSubstr("a payload of type object cannot be sent as application/xml"));
}

TEST_F(EncodedBodyTest, MasksSecretsInForms) {
    const auto scenario = sent(R"(        requestBody:
          contentType: application/x-www-form-urlencoded
          payload: { plain: $inputs.pw, nested: { pw: $inputs.pw } }
)");
    EXPECT_THAT(request().body, HasSubstr("plain=p+w%26%221"));
    EXPECT_THAT(scenario.steps.at(0).exchanges.at(0).curl,
                AllOf(HasSubstr("plain=$PLUMBLINE_SECRET_2"), Not(HasSubstr("p+w"))));
}

/// A step that lists things with a whole query.
std::string listing(const std::string& value) {
    return R"(  - workflowId: list
    inputs: { type: object, properties: { size: { type: integer, default: 7 } } }
    steps:
      - stepId: all
        operationId: listThings
        parameters: [ { name: whole, in: querystring, value: )" +
           value + R"( } ]
        successCriteria: [ { condition: $statusCode == 200 } ]
        outputs: { seen: $request.query.size }
)";
}

class WholeQueryTest : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(WholeQueryTest, IsSentAsEncoded) {
    FakeTarget fake;
    fake.on(std::string("GET /things") + GetParam().second, {{200, "[]"}});
    const auto result = play(listing(GetParam().first), fake);
    EXPECT_THAT(fake.calls(),
                ::testing::ElementsAre(std::string("GET /things") + GetParam().second));
    EXPECT_EQ(result.scenarios.at(0).verdict, Verdict::kPassed);
}

INSTANTIATE_TEST_SUITE_P(Values,
                         WholeQueryTest,
                         ::testing::Values(std::pair("'size={$inputs.size}&flag&q=a b'",
                                                     "?size=7&flag&q=a%20b"),
                                           std::pair("{ size: $inputs.size, tags: [a, b&c] }",
                                                     "?size=7&tags=a&tags=b%26c"),
                                           std::pair("''", ""),
                                           std::pair("{ size: null }", ""),
                                           std::pair("null", "")));

TEST(WholeQuery, OfAnotherTypeIsNotSent) {
    FakeTarget fake;
    const auto result = play(listing("$inputs.size"), fake);
    EXPECT_THAT(fake.sent, SizeIs(0));
    EXPECT_THAT(result.scenarios.at(0).steps.at(0).findings.at(0).got,
                HasSubstr("a whole query cannot be of type integer"));
}

}  // namespace
}  // namespace plumbline::runner
