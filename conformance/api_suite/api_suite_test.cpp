// Suites written from documents: which workflows there are, what they expect, and what is left out.
#include "conformance/api_suite/api_suite.hpp"

#include "conformance/api_suite/refused_bodies.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace plumbline::api_suite {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::shared_ptr<const ApiDocument> api_of(const std::string& paths,
                                          const std::string& components = "") {
    const std::string text =
        "openapi: '3.1.0'\ninfo: {title: T, version: '1'}\npaths:\n" + paths + components;
    auto document = parse_yaml(text, "api.yaml");
    if (!document) ADD_FAILURE() << to_text(document.error());
    auto api = ApiDocument::load("api.yaml", std::move(*document));
    if (!api) ADD_FAILURE() << to_text(api.error());
    return *api;
}

const std::string kThing =
    "{type: object, required: [id, name], properties: {id: {type: integer, readOnly: true}, name: "
    "{type: string, maxLength: 20}, pin: {type: string, writeOnly: true}}}";

std::string json_response(const std::string& status, const std::string& schema) {
    return "'" + status + "': {description: d, content: {application/json: {schema: " + schema +
           "}}}";
}

/// Paths of a resource; `refusals` are further responses of the create.
std::string things(const std::string& path,
                   const std::string& refusals = ", '422': {description: d}",
                   const std::string& list = "{type: array, items: " + kThing + "}",
                   const std::string& list_parameters = "[]") {
    return "  " + path +
           ":\n    post: {requestBody: {required: true, content: {application/json: " +
           "{schema: " + kThing + "}}}, responses: {" + json_response("201", kThing) + refusals +
           "}}\n    get: {parameters: " + list_parameters + ", responses: {" +
           json_response("200", list) + "}}\n  " + path +
           "/{thing}:\n    parameters: [{name: thing, in: path, required: true, schema: {type: "
           "integer}}]\n    get: {responses: {" +
           json_response("200", kThing) +
           ", '404': {description: d}}}\n    patch: {requestBody: {content: {application/json: "
           "{schema: " +
           kThing + "}}}, responses: {" + json_response("200", kThing) +
           "}}\n    delete: {responses: {'204': {description: d}}}\n";
}

std::vector<std::string> ids_of(const Json& suite) {
    std::vector<std::string> ids;
    for (const Json& workflow : suite["workflows"])
        ids.push_back(workflow["workflowId"].get<std::string>());
    return ids;
}

std::vector<std::string> steps_of(const Json& workflow) {
    std::vector<std::string> ids;
    for (const Json& step : workflow["steps"]) ids.push_back(step["stepId"].get<std::string>());
    return ids;
}

const Json& workflow_of(const Json& suite, const std::string& id) {
    for (const Json& workflow : suite["workflows"]) {
        if (workflow["workflowId"] == id) return workflow;
    }
    ADD_FAILURE() << "no workflow " << id;
    return suite;
}

TEST(ApiSuite, HasTheLifeOfARecordAndWhatIsRefused) {
    const Json suite = make_api_suite(*api_of(things("/things")), "api.yaml");
    EXPECT_THAT(ids_of(suite),
                ElementsAre("things-sequence",
                            "things-list",
                            "things-refuses-name-missing",
                            "things-refuses-name-type",
                            "things-refuses-name-long",
                            "things-refuses-pin-type",
                            "things-refuses-not-an-object",
                            "things-unknown",
                            "get-things"));
    const Json& sequence = workflow_of(suite, "things-sequence");
    EXPECT_THAT(
        steps_of(sequence),
        ElementsAre(
            "create-things", "read", "patch", "read-after-patch", "delete-things", "read-deleted"));
    const std::string criteria = sequence["steps"][0]["successCriteria"].dump();
    EXPECT_THAT(criteria, HasSubstr("$statusCode == 201"));
    EXPECT_THAT(criteria, HasSubstr("$response.body#/name == 'text'"));
    EXPECT_THAT(criteria, Not(HasSubstr("pin"))) << "responses do not have it";
    EXPECT_FALSE(sequence.contains("inputs"));
}

TEST(ApiSuite, ExpectsOnlyRefusalsThatTheDocumentDeclares) {
    const Json suite = make_api_suite(*api_of(things("/things", "")), "api.yaml");
    EXPECT_THAT(ids_of(suite), Not(Contains("things-refuses-name-missing")));
    EXPECT_THAT(ids_of(suite), Contains("things-unknown"));
}

TEST(ApiSuite, CreatesTheParentsOfARecord) {
    const Json suite =
        make_api_suite(*api_of(things("/shelves") + things("/shelves/{shelf}/books")), "api.yaml");
    EXPECT_THAT(steps_of(workflow_of(suite, "books-sequence")),
                ElementsAre("create-shelves",
                            "create-books",
                            "read",
                            "patch",
                            "read-after-patch",
                            "delete-books",
                            "read-deleted",
                            "delete-shelves"));
    EXPECT_THAT(steps_of(workflow_of(suite, "books-refuses-name-missing")),
                ElementsAre("create-shelves", "refused", "delete-shelves"));
    EXPECT_THAT(workflow_of(suite, "books-sequence").dump(),
                HasSubstr(R"("name":"shelf","value":"$steps.create-shelves.outputs.id")"));
}

TEST(ApiSuite, AListOfPagesMustShowThatItHasOnlyOne) {
    const std::string page = "{type: object, properties: {items: {type: array, items: " + kThing +
                             "}, has_more: {type: boolean}}}";
    const std::string limit = "[{name: limit, in: query, schema: {type: integer}}]";
    const Json suite = make_api_suite(*api_of(things("/things", "", page, limit)), "api.yaml");
    const Json& criterion = workflow_of(suite, "things-list")["steps"][1]["successCriteria"][1];
    EXPECT_EQ(criterion["condition"], "$.items[?@.id == {$steps.create-things.outputs.id}]");
    EXPECT_EQ(criterion["x-ct-needs"][0]["condition"], "$response.body#/has_more == false");
    const std::string no_end = "{type: array, items: " + kThing + "}";
    EXPECT_THAT(ids_of(make_api_suite(*api_of(things("/things", "", no_end, limit)), "api.yaml")),
                Not(Contains("things-list")));
}

TEST(ApiSuite, CredentialsAreAnInput) {
    const Json suite = make_api_suite(
        *api_of("  /a:\n    get: {operationId: a, security: [{k: []}], responses: {'200': "
                "{description: d}}}\n",
                "components: {securitySchemes: {k: {type: http, scheme: bearer}}}\n"),
        "api.yaml");
    const Json& workflow = workflow_of(suite, "get-a");
    EXPECT_EQ(workflow["inputs"]["properties"]["api_key"]["format"], "password");
    EXPECT_EQ(workflow["steps"][0]["operationId"], "a");
    EXPECT_EQ(workflow["steps"][0]["parameters"][0]["value"], "Bearer {$inputs.api_key}");
}

TEST(ApiSuite, LeavesOutWhatNeedsAnUnknownValue) {
    const Json suite = make_api_suite(
        *api_of("  /a:\n    get: {parameters: [{name: q, in: query, required: true, schema: {type: "
                "string, pattern: '^(?=a)b'}}], responses: {}}\n"
                "  /b:\n    post: {requestBody: {required: true, content: {text/csv: {}}}, "
                "responses: {}}\n  /c/{d}/e:\n    get: {responses: {}}\n"),
        "api.yaml");
    EXPECT_TRUE(suite["workflows"].empty()) << suite.dump();
}

TEST(RefusedBodies, AreRefusedByTheSchema) {
    const auto api = api_of(
        "  /a: {}\n",
        "components:\n  schemas:\n    S: {type: object, required: [num], properties: {num: {type: "
        "integer, minimum: 2, exclusiveMaximum: 9}, e: {enum: [a, b]}, u: {type: string, format: "
        "uuid}, p: {type: string, minLength: 1, pattern: '^x'}, any: {}, o: {type: object}}}\n");
    const Json valid = json_of(R"({"num": 3, "e": "a"})");
    const auto& schema = api->schema("/components/schemas/S");
    std::vector<std::string> names;
    for (const RefusedBody& one : refused_bodies(*api, "/components/schemas/S", valid)) {
        names.push_back(one.name);
        EXPECT_FALSE(schema->accepts(*one.body)) << one.name;
    }
    EXPECT_THAT(names,
                ElementsAre("e-type",
                            "e-enum",
                            "num-missing",
                            "num-type",
                            "num-minimum",
                            "num-exclusive-maximum",
                            "o-type",
                            "o-type-number",
                            "p-type",
                            "p-short",
                            "p-pattern",
                            "u-type",
                            "u-format",
                            "not-an-object"));
}

}  // namespace
}  // namespace plumbline::api_suite
