// Suites written from documents: which workflows there are, what they expect, and what is left out.
#include "conformance/api_suite/api_suite.hpp"

#include "conformance/api_suite/generated_bodies.hpp"
#include "conformance/api_suite/smaller_bodies.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/document.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace plumbline::api_suite {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Gt;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Key;
using testing::Not;
using testing::SizeIs;

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
                            "things-accepts-smallest",
                            "things-accepts-name-longest",
                            "things-accepts-mixed-1",
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

TEST(ApiSuite, HasAtMostSoManyBodiesAndTheSeedSelectsThem) {
    const auto api = api_of(things("/things"));
    const auto bodies_of = [&](std::uint64_t seed) {
        std::vector<std::string> ids = ids_of(make_api_suite(*api, "api.yaml", {seed, 3}));
        std::erase_if(ids, [](const std::string& id) {
            return id.find("accepts") == std::string::npos &&
                   id.find("refuses") == std::string::npos;
        });
        return ids;
    };
    EXPECT_THAT(bodies_of(1), SizeIs(3));
    EXPECT_EQ(bodies_of(1), bodies_of(1));
    std::set<std::vector<std::string>> selections;
    for (std::uint64_t seed = 1; seed <= 10; ++seed) selections.insert(bodies_of(seed));
    EXPECT_THAT(selections, SizeIs(Gt(1)));
}

TEST(ApiSuite, CreatesNoEqualRecordsWhereTheDocumentDeclaresAConflict) {
    const auto api =
        api_of(things("/things", ", '409': {description: d}, '422': {description: d}"));
    const auto ids = ids_of(make_api_suite(*api, "api.yaml"));
    EXPECT_THAT(ids, Not(Contains(HasSubstr("accepts"))));
    const auto any = api_of(things("/things", ", default: {description: d}"));
    EXPECT_THAT(ids_of(make_api_suite(*any, "api.yaml")), Contains("things-accepts-smallest"));
    EXPECT_THAT(ids, Contains("things-refuses-name-missing"));
}

const std::string kSchema = "/components/schemas/S";

std::shared_ptr<const ApiDocument> api_with(const std::string& schema) {
    return api_of("  /a: {}\n", "components:\n  schemas:\n    S: " + schema + "\n");
}

/// Returns the bodies as text, by name.
std::map<std::string, std::string> accepted(const ApiDocument& api,
                                            const std::string& valid,
                                            std::uint64_t seed = 1) {
    std::map<std::string, std::string> texts;
    const Json example = json_of(valid);
    const auto model = body_model(api, kSchema, example);
    if (!model) return texts;
    for (const GeneratedBody& one : accepted_bodies(*model, seed)) {
        EXPECT_TRUE(one.is_valid) << one.name;
        EXPECT_TRUE(api.schema(kSchema)->accepts(*one.body)) << one.name;
        EXPECT_TRUE(texts.emplace(one.name, to_text(*one.body)).second) << one.name;
    }
    return texts;
}

TEST(AcceptedBodies, DifferFromTheSmallestInOneMember) {
    const auto api = api_with(
        "{type: object, required: [num], properties: {num: {type: integer, minimum: 2, maximum: "
        "9}, "
        "t: {type: string, minLength: 1, maxLength: 3}, e: {enum: [a, b]}, u: {type: [boolean, "
        "'null']}, l: {type: array, minItems: 1, maxItems: 3, items: {type: string}}, id: {type: "
        "integer, readOnly: true}, o: {type: object, required: [p], properties: {p: {type: number, "
        "exclusiveMinimum: 0}, q: {type: string}}}}}");
    auto texts =
        accepted(*api, R"({"e":"a","l":["x"],"num":3,"o":{"p":1.5,"q":"r"},"t":"ab","u":true})");
    std::erase_if(texts, [](const auto& one) { return one.first.starts_with("mixed"); });
    const std::map<std::string, std::string> expected{
        {"smallest", R"({"num":3})"},
        {"e-given", R"({"e":"a","num":3})"},
        {"e-value-2", R"({"e":"b","num":3})"},
        {"l-given", R"({"l":["x"],"num":3})"},
        {"l-most-items", R"({"l":["x","x","x"],"num":3})"},
        {"num-greatest", R"({"num":9})"},
        {"num-least", R"({"num":2})"},
        {"o-given", R"({"num":3,"o":{"p":1.5,"q":"r"}})"},
        {"o-p-least", R"({"num":3,"o":{"p":1,"q":"r"}})"},
        {"t-given", R"({"num":3,"t":"ab"})"},
        {"t-longest", R"({"num":3,"t":"xxx"})"},
        {"t-shortest", R"({"num":3,"t":"x"})"},
        {"u-false", R"({"num":3,"u":false})"},
        {"u-given", R"({"num":3,"u":true})"},
        {"u-null", R"({"num":3,"u":null})"},
    };
    EXPECT_EQ(texts, expected);
}

TEST(AcceptedBodies, MixMembersAsTheSeedSelects) {
    const auto api = api_with(
        "{type: object, properties: {a: {enum: [1, 2, 3]}, b: {enum: [1, 2, 3]}, c: {enum: [1, 2, "
        "3]}}}");
    const std::string valid = R"({"a":1,"b":1,"c":1})";
    EXPECT_EQ(accepted(*api, valid, 7), accepted(*api, valid, 7));
    EXPECT_NE(accepted(*api, valid, 7), accepted(*api, valid, 8));
    EXPECT_THAT(accepted(*api, valid), Contains(Key("mixed-1")));
}

TEST(AcceptedBodies, AreNoneForAText) {
    EXPECT_THAT(accepted(*api_with("{type: string}"), R"("a")"), IsEmpty());
}

TEST(AcceptedBodies, HaveNoValueThatACorrectServiceMayRefuse) {
    const auto api = api_with(
        "{type: object, properties: {author_id: {type: integer, minimum: 1}, phone: {type: string, "
        "format: phone, maxLength: 20}, note: {}, big: {type: integer, maximum: "
        "1000000000000000000}}}");
    auto texts = accepted(*api, R"({"author_id":5,"big":1,"note":"n","phone":"+1"})");
    std::erase_if(texts, [](const auto& one) { return one.first.starts_with("mixed"); });
    const std::map<std::string, std::string> expected{
        {"smallest", "{}"},
        {"author-id-given", R"({"author_id":5})"},
        {"big-given", R"({"big":1})"},
        {"big-greatest", R"({"big":1000000000000000000})"},
        {"note-given", R"({"note":"n"})"},
        {"phone-given", R"({"phone":"+1"})"},
    };
    EXPECT_EQ(texts, expected);
}

TEST(SmallerBodies, LackOneMemberAndStayValid) {
    const auto api = api_of(things("/things"));
    const Json suite = make_api_suite(*api, "api.yaml");
    const SmallerBodies bodies(*api, "api.yaml");
    EXPECT_FALSE(bodies.sent_by(workflow_of(suite, "things-sequence")));
    EXPECT_FALSE(bodies.sent_by(workflow_of(suite, "things-refuses-name-long")));
    const auto sent = bodies.sent_by(workflow_of(suite, "things-accepts-mixed-1"));
    ASSERT_TRUE(sent);
    EXPECT_EQ(to_text(*sent->body), R"({"name":"xxxxxxxxxxxxxxxxxxxx","pin":"text"})");
    EXPECT_EQ(sent->step, "create-things");
    const JsonPointer pin({"pin"});
    const auto bodies_of = bodies.smaller_than(*sent);
    ASSERT_THAT(bodies_of, SizeIs(1)) << "the name is required";
    EXPECT_EQ(bodies_of[0].left_out, pin);
    EXPECT_FALSE(bodies.without(*sent, {JsonPointer({"name"})}));
    const auto smaller = bodies.without(*sent, {pin});
    ASSERT_TRUE(smaller);
    EXPECT_EQ(to_text(*smaller->body), R"({"name":"xxxxxxxxxxxxxxxxxxxx"})");
    EXPECT_THAT(bodies.smaller_than(*smaller), IsEmpty());
    EXPECT_EQ(*bodies_of[0].sent.body, *smaller->body);
    EXPECT_FALSE(bodies.without(*smaller, {pin})) << "it has none";
    const Json of_bodies = bodies.suite_of({*sent, *smaller});
    EXPECT_THAT(ids_of(of_bodies), ElementsAre("body-0", "body-1"));
    EXPECT_EQ(of_bodies["workflows"][0]["steps"],
              workflow_of(suite, "things-accepts-mixed-1")["steps"]);
    EXPECT_EQ(of_bodies["sourceDescriptions"], suite["sourceDescriptions"]);
}

TEST(RefusedBodies, DifferFromTheSmallestValidOne) {
    const auto api = api_with(
        "{type: object, required: [o], properties: {o: {type: object, required: [num], properties: "
        "{num: {type: integer, maximum: 5}}}, x: {type: string}}}");
    std::map<std::string, std::string> texts;
    const Json example = json_of(R"({"o":{"num":1},"x":"y"})");
    const auto model = body_model(*api, kSchema, example);
    ASSERT_TRUE(model);
    for (const GeneratedBody& one : refused_bodies(*model))
        texts.emplace(one.name, to_text(*one.body));
    EXPECT_EQ(texts["o-num-maximum"], R"({"o":{"num":6}})") << "an integer, without x";
    EXPECT_EQ(texts["o-num-missing"], R"({"o":{}})");
    EXPECT_EQ(texts["x-type"], R"({"o":{"num":1},"x":7})");
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
    const auto model = body_model(*api, kSchema, valid);
    ASSERT_TRUE(model);
    for (const GeneratedBody& one : refused_bodies(*model)) {
        EXPECT_FALSE(one.is_valid) << one.name;
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
