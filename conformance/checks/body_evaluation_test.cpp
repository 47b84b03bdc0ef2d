// Bodies of foreign documents that are not JSON.

#include "conformance/checks/contract_checks.hpp"
#include "reports/reports.hpp"
#include "spec/base/testing.hpp"
#include "spec/base/text.hpp"
#include "spec/json/parse.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <ostream>

namespace plumbline::checks {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kForeignApi = R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /a:
    get:
      operationId: getA
      responses:
        '200':
          description: ok
          content:
            text/plain: { schema: { type: integer, maximum: 50 } }
            text/html: { schema: { type: string, pattern: '^<' } }
            text/csv: { schema: { type: array } }
            application/xml: { schema: { type: object } }
            application/x-www-form-urlencoded: { schema: { $ref: '#/components/schemas/Form' } }
            image/*: { schema: { type: string, format: binary } }
            '*/*': { schema: { type: object, required: [id] } }
components:
  schemas:
    Form:
      type: object
      required: [a]
      properties: { a: { type: integer }, b: { type: array, items: { type: boolean } } }
)";

CheckResult check_body(const std::string& type, const std::string& body) {
    static const auto api = ApiDocument::load("api", *parse_yaml(kForeignApi, "api.yaml"));
    EXPECT_THAT(api, IsOk());
    const auto json = parse_json(body);
    const bool is_json = http::is_json_media_type(http::media_type(type));
    const Json value = is_json && json ? *json : Json(std::string(utf8_prefix(body)));
    return check_exchange({*(*api)->find_operation("getA"),
                           **api,
                           {200, {{"Content-Type", type}}, body},
                           body.empty() ? nullptr : &value,
                           "",
                           {"suite.yaml", 4, 7}});
}

/// A body, and the places and messages of its violations.
struct BodyCase {
    std::string type;
    std::string body;
    std::vector<std::string> expected;
};

void PrintTo(const BodyCase& row, std::ostream* out) {
    *out << row.type << ": " << row.body;
}

class ForeignBody : public ::testing::TestWithParam<BodyCase> {};

TEST_P(ForeignBody, IsJudgedAsTheValueThatItRepresents) {
    std::vector<std::string> found;
    for (const CheckFinding& one : check_body(GetParam().type, GetParam().body).findings)
        found.push_back(one.finding.expected + " | " + one.finding.got);
    EXPECT_EQ(found, GetParam().expected);
}

INSTANTIATE_TEST_SUITE_P(
    Text,
    ForeignBody,
    ::testing::Values(
        BodyCase{"text/plain", "42", {}},
        BodyCase{"text/plain; charset=utf-8", "42\n", {}},
        BodyCase{"text/plain",
                 "x",
                 {"the body: found string \"x\", expected integer | the body is \"x\""}},
        BodyCase{"text/html", "<a>", {}},
        BodyCase{"text/html; charset=iso-8859-1", "<\xE4>", {}},
        BodyCase{"text/plain; charset=utf-16le",
                 std::string("4\0"
                             "2\0",
                             4),
                 {}},
        BodyCase{"text/plain; charset=utf-16",
                 std::string("\xFE\xFF\0x", 4),
                 {"the body: found string \"x\", expected integer | the body is \"x\""}},
        BodyCase{"application/json", R"({"id": 1})", {}},
        BodyCase{"application/json",
                 "{}",
                 {"the body: found an object of 0 members, expected the member \"id\" "
                  "| the body is {}"}}));

INSTANTIATE_TEST_SUITE_P(
    Forms,
    ForeignBody,
    ::testing::Values(BodyCase{"application/x-www-form-urlencoded", "a=1&b=true&c=x+y", {}},
                      BodyCase{"application/x-www-form-urlencoded", "a=1&b=true&b=false", {}},
                      BodyCase{"application/x-www-form-urlencoded",
                               "a=x&b=1",
                               {"/a: found string \"x\", expected integer | /a is \"x\"",
                                "/b: found string \"1\", expected array | /b is \"1\""}}));

INSTANTIATE_TEST_SUITE_P(Unjudged,
                         ForeignBody,
                         ::testing::Values(BodyCase{"application/xml", "<a/>", {}},
                                           BodyCase{"text/csv", "a,b", {}},
                                           BodyCase{"image/png", "\x89PNG", {}}));

TEST(ForeignBodyEvaluation, ReportsMalformedFormsAndMissingFields) {
    const auto malformed = check_body("application/x-www-form-urlencoded", "a=%zz").findings;
    ASSERT_EQ(malformed.size(), 1U);
    EXPECT_THAT(malformed[0].finding.expected, HasSubstr("the body: expected a form: "));
    const auto missing = check_body("application/x-www-form-urlencoded", "").findings;
    ASSERT_EQ(missing.size(), 1U);
    EXPECT_THAT(missing[0].finding.expected, HasSubstr("\"a\""));
}

TEST(ForeignBodyEvaluation, ReportsThePatternOfAText) {
    const auto findings = check_body("text/html", "a").findings;
    ASSERT_EQ(findings.size(), 1U);
    EXPECT_EQ(findings[0].finding.code, "schema");
    EXPECT_THAT(findings[0].finding.expected, HasSubstr("^<"));
}

TEST(ForeignBodyEvaluation, ObservesWhatOnlyTheResponseShowsNotToBeJudged) {
    for (const auto& [type, body] :
         {std::pair("application/yaml", "id: 1"), std::pair("text/html; charset=koi8-r", "\xE4")}) {
        const CheckResult result = check_body(type, body);
        EXPECT_THAT(result.findings, IsEmpty()) << type;
        ASSERT_EQ(result.observations.size(), 1U) << type;
        EXPECT_EQ(result.observations[0].code, reports::kNotJudged);
        EXPECT_EQ(result.observations[0].got, std::string("Content-Type ") + type);
    }
    EXPECT_THAT(check_body("application/xml", "<a/>").observations, IsEmpty());
}

}  // namespace
}  // namespace plumbline::checks
