#include "conformance/checks/contract_checks.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::checks {
namespace {

using ::testing::ElementsAre;

const char* kListApi = R"(
openapi: '3.1.0'
info: { title: t, version: '1' }
paths:
  /things:
    x-path-requirements: [T-PATH]
    get:
      operationId: listThings
      x-operation-kind: list
      x-resource: { type: thing, id: /id, items: /things }
      x-requirements: [T-LIST-EP]
      responses:
        '200':
          description: ok
          x-requirements: [T-LIST-200, T-LIST-ITEM]
          x-content-requirements: [T-LIST-JSON]
          content: { application/json: { schema: { $ref: '#/components/schemas/Things' } } }
components:
  schemas:
    Things: { type: object, required: [things], properties: { things: { type: array, items: { type: object, required: [id], x-requirements: [T-LIST-ITEM] } } } }
)";

std::shared_ptr<const ApiDocument> list_api() {
    static const auto api = ApiDocument::load(
        "api", *parse_yaml(kListApi, "api.yaml"), {SchemaStrictness::kClosed, {"x-requirements"}});
    EXPECT_THAT(api, IsOk());
    return *api;
}

const http::Headers kJsonHeaders{{"Content-Type", "application/json"}};

CheckResult check_list(int status, const std::string& body, const http::Headers& headers) {
    const http::Response response{status, headers, body};
    const auto json = parse_json(body);
    return check_exchange({*list_api()->find_operation("listThings"),
                           *list_api(),
                           response,
                           json ? &*json : nullptr,
                           json ? "" : to_text(json.error()),
                           {"suite.yaml", 4, 7}});
}

TEST(VerifiedRequirements, NamesOnlyWhatTheTypeOrTheSyntaxOfTheBodyViolates) {
    const CheckResult text = check_list(200, "[]", {{"Content-Type", "text/plain"}});
    ASSERT_EQ(text.findings.size(), 1U);
    EXPECT_EQ(text.findings[0].finding.code, "content-type");
    EXPECT_THAT(text.findings[0].finding.requirements, ElementsAre("T-LIST-JSON"));
    const CheckResult cut = check_list(200, "[", kJsonHeaders);
    ASSERT_EQ(cut.findings.size(), 1U);
    EXPECT_EQ(cut.findings[0].finding.code, "json");
    EXPECT_THAT(cut.findings[0].finding.requirements, ElementsAre("T-LIST-JSON"));
    EXPECT_THAT(cut.verified, ElementsAre("T-LIST-200", "T-LIST-EP", "T-PATH"));
}

TEST(VerifiedRequirements, VerifiesItemsAndTheOperationOnlyByAListThatHasItems) {
    EXPECT_THAT(check_list(200, R"({"things":[]})", kJsonHeaders).verified,
                ElementsAre("T-LIST-200", "T-LIST-JSON", "T-PATH"));
    EXPECT_THAT(check_list(200, R"({"things":[{"id":1}]})", kJsonHeaders).verified,
                ElementsAre("T-LIST-200", "T-LIST-EP", "T-LIST-ITEM", "T-LIST-JSON", "T-PATH"));
}

}  // namespace
}  // namespace plumbline::checks
