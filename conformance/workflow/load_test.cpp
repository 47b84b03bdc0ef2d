#include "conformance/workflow/testing.hpp"
#include "spec/json/external_document.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kCompleteSuite = R"(arazzo: 1.1.0
$self: https://suites.example/things
info: {title: Things, version: '1'}
sourceDescriptions:
  - {name: api, type: openapi, url: folder/things.yaml}
workflows:
  - workflowId: first
    summary: makes one
    inputs: {type: object, properties: {name: {type: string}}}
    steps:
      - stepId: make
        operationId: createThing
        requestBody: {payload: {name: $inputs.name}}
        outputs: {id: $response.body#/id}
      - stepId: drop
        operationId: deleteThing
        parameters: [{name: thing_id, in: path, value: $steps.make.outputs.id}]
    outputs: {id: $steps.make.outputs.id}
  - workflowId: second
    description: after the first
    dependsOn: [first]
    steps: [{stepId: list, operationId: listThings}]
components:
  inputs: {any: {type: object}}
)";

TEST(LoadSuite, ReadsAWholeDocument) {
    const auto suite = load_playable(kCompleteSuite);
    EXPECT_EQ(suite->name, "test");
    EXPECT_EQ(suite->file, "test.arazzo.yaml");
    EXPECT_EQ(suite->title, "Things");
    EXPECT_EQ(suite->self, "https://suites.example/things");
    EXPECT_THAT(*suite->components, EqualsJson(R"({"inputs":{"any":{"type":"object"}}})"));
    ASSERT_THAT(suite->sources, SizeIs(1));
    EXPECT_EQ(suite->sources[0].url, "folder/things.yaml");
    EXPECT_EQ(suite->sources[0].api->name(), "things");
    EXPECT_THAT(suite->warnings, IsEmpty());
    ASSERT_THAT(suite->workflows, SizeIs(2));
    const Workflow& first = suite->workflows[0];
    EXPECT_EQ(first.name, "test/first");
    EXPECT_EQ(first.summary, "makes one");
    EXPECT_EQ(to_text(first.where), "test.arazzo.yaml:7:5");
    EXPECT_EQ(first.find_step("drop"), 1U);
    EXPECT_EQ(first.find_step("nothing"), std::nullopt);
    ASSERT_THAT(first.outputs, SizeIs(1));
    EXPECT_EQ(first.outputs[0].name, "id");
    EXPECT_EQ(suite->workflows[1].summary, "after the first");
    ASSERT_THAT(suite->workflows[1].depends_on, SizeIs(1));
    EXPECT_EQ(suite->workflows[1].depends_on[0].workflow, "first");
    EXPECT_EQ(to_text(suite->workflows[1].depends_on[0].where), "test.arazzo.yaml:21:17");
    EXPECT_EQ(suite->find_workflow("second"), &suite->workflows[1]);
    EXPECT_EQ(suite->find_workflow("third"), nullptr);
}

TEST(LoadSuite, UsesTheNameOfAScenario) {
    std::string text(kCompleteSuite);
    text.replace(text.find("summary: makes one"), 18, "x-ct-name: a/name of/its-own");
    const auto suite = load_playable(text);
    EXPECT_EQ(suite->workflows[0].name, "a/name of/its-own");
    EXPECT_EQ(suite->workflows[1].name, "test/second");
}

TEST(LoadSuite, RejectsTwoScenariosWithOneName) {
    std::string text(kCompleteSuite);
    text.replace(text.find("summary: makes one"), 18, "x-ct-name: test/second");
    const SuiteLoadResult loaded = load_text(text);
    ASSERT_THAT(loaded.diagnostics.errors, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnostics.errors[0]),
                testing::AllOf(testing::HasSubstr("test.arazzo.yaml:19:5"),
                               testing::HasSubstr("two scenarios test/second"),
                               testing::HasSubstr("x-ct-name")));
}

TEST(LoadSuite, ReadsAnyPatchVersionOfArazzo10) {
    std::string text(kCompleteSuite);
    text.replace(text.find("1.1.0"), 5, "1.0.9");
    text.erase(text.find("$self"),
               std::string_view("$self: https://suites.example/things\n").size());
    const SuiteLoadResult loaded = load_text(text);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
}

TEST(LoadSuite, KeepsTheWarningsOfAValidSuite) {
    const SuiteLoadResult loaded = load_text(suite_with_call("        typo: 1\n"));
    ASSERT_NE(loaded.suite, nullptr);
    EXPECT_THAT(loaded.suite->warnings, SizeIs(1));
    EXPECT_EQ(loaded.suite->warnings, loaded.diagnostics.warnings);
}

TEST(LoadSuite, PassesNameUrlAndFileToTheLoader) {
    std::vector<std::string> asked;
    const SourceLoader loader =
        [&](const std::string& name, const std::string& url, const std::string& file) {
            asked = {name, url, file};
            return test_source(name, url, file);
        };
    const auto document = parse_yaml(kCompleteSuite, "folder/things.check.arazzo.yml");
    ASSERT_THAT(document, IsOk());
    const SuiteLoadResult loaded = load_suite(*document, loader);
    EXPECT_THAT(asked, ElementsAre("api", "folder/things.yaml", "folder/things.check.arazzo.yml"));
    EXPECT_EQ(loaded.suite->name, "things.check");
}

TEST(LoadSuite, RejectsADocumentThatIsNotAnObject) {
    EXPECT_THAT(load_text("[1, 2]").diagnostics.errors,
                HasProblem(InvalidSuite{"", "", "1:1", "not an Arazzo document", "arazzo: 1.1.0"}));
}

/// Returns the pointers of all values inside a value, including the whole.
std::vector<JsonPointer> pointers_in(const Json& value, const JsonPointer& at = {}) {
    std::vector<JsonPointer> pointers{at};
    if (!value.is_structured()) return pointers;
    for (const auto& [key, child] : value.items()) {
        for (JsonPointer& pointer : pointers_in(child, at.child(key)))
            pointers.push_back(std::move(pointer));
    }
    return pointers;
}

constexpr std::string_view kAllFeatures = R"(arazzo: 1.1.0
info: {title: t, version: '1'}
sourceDescriptions: [{name: api, type: openapi, url: things.yaml}]
workflows:
  - workflowId: w
    dependsOn: [v]
    inputs: {$ref: '#/components/inputs/base'}
    parameters: [{reference: $components.parameters.trace, value: b}]
    failureActions: [{reference: $components.failureActions.stop}]
    steps:
      - stepId: make
        operationId: createThing
        timeout: 5
        requestBody:
          contentType: application/json
          payload: {name: $inputs.name}
          replacements:
            - {target: /name, value: x}
            - target: $..name
              targetSelectorType: {type: jsonpath, version: rfc9535}
              value: {context: $inputs.name, selector: /a, type: jsonpointer}
        successCriteria:
          - {context: $response.body, condition: $..a, type: {type: jsonpath, version: rfc9535}}
          - {context: $response.body, condition: a, type: regex, x-ct-verifies: [A-1]}
        onFailure: [{name: r, type: retry, retryAfter: 1, retryLimit: 2, criteria: [{condition: $statusCode == 1}]}]
        outputs:
          id: $response.body#/id
          ids: {context: $response.body, selector: $..id, type: {type: jsonpath, version: rfc9535}}
        x-ct-observe: [{question: Q, condition: $statusCode == 1}]
        x-ct-finally: true
      - {stepId: call, workflowId: v, dependsOn: [make], parameters: [{name: a, value: 1}]}
    outputs: {id: $steps.make.outputs.id}
  - workflowId: v
    steps: [{stepId: s, operationPath: '{$sourceDescriptions.api.url}#/paths/~1things/get'}]
components:
  inputs: {base: {type: object, properties: {name: {type: string, default: one}}}}
  parameters: {trace: {name: Trace-Id, in: header, value: a}}
  failureActions: {stop: {name: stop, type: end}}
)";

TEST(LoadSuite, SurvivesAnyValueAnywhere) {
    const auto document = parse_yaml(kAllFeatures, "test.arazzo.yaml");
    ASSERT_THAT(document, IsOk());
    const auto api = test_source("api", "things.yaml", "");
    const SourceLoader loader = [&](const std::string&, const std::string&, const std::string&) {
        return api;
    };
    ASSERT_NE(load_suite(*document, loader).suite, nullptr);
    for (const JsonPointer& pointer : pointers_in(*document->root)) {
        for (const char* text :
             {"null", "7", "-1.5", "true", R"("$x.y")", "[]", "[[1]]", R"({"a":{}})"}) {
            Json changed = *document->root;
            const Json value = *parse_json(text);
            if (pointer.empty()) {
                changed = value;
            } else {
                ASSERT_TRUE(set_at(changed, pointer, value));
            }
            const Document mutant{document->file,
                                  std::make_shared<const Json>(std::move(changed)),
                                  document->positions};
            const SuiteLoadResult loaded = load_suite(mutant, loader);
            EXPECT_EQ(loaded.suite == nullptr, !loaded.diagnostics.errors.empty())
                << pointer.to_text() << " = " << text;
        }
    }
}

TEST(NotedSuite, IsReadWithSuggestionsWhereYamlIsAmbiguous) {
    const auto document = parse_noted_document(
        suite_with_call("        parameters:\n          - {name: limit, in: query, value: 08}\n"
                        "        outputs:\n        onFailure:\n"),
        "test.arazzo.yaml");
    ASSERT_THAT(document, IsOk());
    const InvalidSuite number{"", "", "10:45", "YAML parsers disagree on what 08 is", "integer 8"};
    const SuiteLoadResult loaded = load_suite(*document, test_source);
    EXPECT_THAT(loaded.diagnostics.errors, testing::IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(number));
    const Diagnostics linted = lint_diagnostics(lint_suite(*document, test_source));
    EXPECT_THAT(linted.warnings, HasProblem(number));
    EXPECT_THAT(linted.warnings,
                HasProblem(InvalidSuite{"", "", "11:9", "\"outputs\" has no value", "null"}));
    EXPECT_THAT(linted.errors,
                HasProblem(InvalidSuite{"", "", "11:9", "outputs has no value", "omit"}));
}

TEST(Inputs, TakeTextsByTheirType) {
    const auto suite = load_playable(suite_with(
        "    inputs: {properties: {a: {}, b: {type: string}, c: {type: [string, 'null']},\n"
        "                          d: {type: integer}}}\n"
        "    steps: [{stepId: s, operationId: listThings}]\n"));
    std::string texts;
    for (const WorkflowInput& input : suite->workflows.at(0).inputs) {
        if (input.takes_text) texts += input.name;
    }
    EXPECT_EQ(texts, "abc");
}

}  // namespace
}  // namespace plumbline::workflow
