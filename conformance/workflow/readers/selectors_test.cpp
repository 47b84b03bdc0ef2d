// Selector Objects in outputs, parameters and bodies, and replacement targets that are queries.

#include "conformance/workflow/testing.hpp"
#include "spec/json/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

std::string output(std::string_view members) {
    return suite_with_call("        outputs: {x: {" + std::string(members) + "}}\n");
}

std::string replaced(std::string_view members) {
    return suite_with_step(
        "        operationId: createThing\n"
        "        requestBody:\n"
        "          payload: {}\n"
        "          replacements:\n"
        "            - {" +
        std::string(members) + "}\n");
}

class UnplayableSelector : public testing::TestWithParam<InvalidSuite> {};

TEST_P(UnplayableSelector, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
    EXPECT_THAT(lint_text(GetParam().yaml).errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    OfOutputs,
    UnplayableSelector,
    testing::Values(
        InvalidSuite{"NoType",
                     output("context: $response.body, selector: $.a"),
                     "9:19",
                     "selector has no type",
                     "add `type:`"},
        InvalidSuite{
            "NoContext", output("selector: $.a, type: jsonpath"), "9:19", "no context", ""},
        InvalidSuite{"NoExpression",
                     output("context: response.body, selector: $.a, type: jsonpath"),
                     "9:23",
                     "the context response.body is not an expression",
                     "$response.body"},
        InvalidSuite{"NoQuery",
                     output("context: $response.body, selector: '$.a[x]', type: jsonpath"),
                     "9:48",
                     "in the query, column 5: ",
                     "\n      ^"},
        InvalidSuite{"NoPointer",
                     output("context: $response.body, selector: a/b, type: jsonpointer"),
                     "9:48",
                     "a/b",
                     ""},
        InvalidSuite{"XPath",
                     output("context: $response.body, selector: /a), type: xpath"),
                     "9:48",
                     "in the XPath expression: `)` has no counterpart",
                     ""},
        InvalidSuite{"UnknownStep",
                     output("context: $steps.t.outputs.o, selector: /a, type: jsonpointer"),
                     "9:19",
                     "has no such step",
                     ""}),
    InvalidSuiteName());

INSTANTIATE_TEST_SUITE_P(
    OfRequests,
    UnplayableSelector,
    testing::Values(
        InvalidSuite{"OfAParameter",
                     suite_with_call("        parameters:\n"
                                     "          - name: limit\n"
                                     "            in: query\n"
                                     "            value:\n"
                                     "              context: $inputs.a\n"
                                     "              selector: $[\n"
                                     "              type: jsonpath\n"),
                     "14:15",
                     "in the query, column 2: this `[` is not closed",
                     ""},
        InvalidSuite{"DeepInAPayload",
                     suite_with_step("        operationId: createThing\n"
                                     "        requestBody:\n"
                                     "          payload:\n"
                                     "            a: [1, {context: $inputs.a, selector: $x, "
                                     "type: jsonpath}]\n"),
                     "11:41",
                     "in the query, column 2: ",
                     ""},
        InvalidSuite{"OfAReplacement",
                     replaced("target: /a, value: {context: $inputs.a, selector: a, "
                              "type: {type: jsonpointer, version: rfc6901}}"),
                     "12:56",
                     "",
                     ""},
        InvalidSuite{"XPathTarget",
                     replaced("target: 'a[', targetSelectorType: xpath, value: 1"),
                     "12:16",
                     "in the XPath expression: `]` is missing",
                     ""},
        InvalidSuite{"TargetOfNoType",
                     replaced("target: a, targetSelectorType: {version: rfc9535}, value: 1"),
                     "12:27",
                     "the object that defines a target's type has no type",
                     ""},
        InvalidSuite{"TargetNoQuery",
                     replaced("target: '$.a[x]', targetSelectorType: jsonpath, value: 1"),
                     "12:16",
                     "in the query, column 5: ",
                     ""},
        InvalidSuite{"TargetOfAnUnknownStep",
                     replaced("target: \"$['{$steps.t.outputs.o}']\", "
                              "targetSelectorType: jsonpath, value: 1"),
                     "12:15",
                     "has no such step",
                     ""}),
    InvalidSuiteName());

class DoubtfulSelector : public testing::TestWithParam<InvalidSuite> {};

TEST_P(DoubtfulSelector, IsAWarning) {
    const SuiteLoadResult loaded = load_text(GetParam().yaml);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Lists,
    DoubtfulSelector,
    testing::Values(
        InvalidSuite{"LiteralWithoutType",
                     suite_with_call("        parameters: [{name: limit, in: query, value: "
                                     "{context: $method, selector: $.a}}]\n"),
                     "9:47",
                     "a Selector Object without a type is a literal",
                     "add `type: jsonpath`"},
        InvalidSuite{"OfTheDraft",
                     output("context: $response.body, selector: $.a, "
                            "type: {type: jsonpath, version: draft-goessner-dispatch-jsonpath-00}"),
                     "9:86",
                     "is read as a query of RFC 9535",
                     ""},
        InvalidSuite{"TargetOfTheDraft",
                     replaced("target: $.a, value: 1, targetSelectorType: "
                              "{type: jsonpath, version: draft-goessner-dispatch-jsonpath-00}"),
                     "12:76",
                     "is read as a query of RFC 9535",
                     ""},
        InvalidSuite{"WithUnknownKey",
                     output("context: $response.body, selector: $.a, type: jsonpath, of: x"),
                     "9:79",
                     "selector has the unknown key \"of\"",
                     ""},
        InvalidSuite{"PatternThatFitsNothing",
                     output("context: $response.body, selector: \"$[?match(@, '\\\\\\\\d')]\", "
                            "type: jsonpath"),
                     "9:48",
                     "in the query, column 13: ",
                     ""}),
    InvalidSuiteName());

TEST(Selectors, AreASuggestionOfLint) {
    const std::string text = output("context: $response.body, selector: $.a, type: jsonpath");
    EXPECT_THAT(lint_text(text).warnings,
                HasProblem(InvalidSuite{"",
                                        "",
                                        "9:19",
                                        "other runners do not evaluate Selector Objects",
                                        "$response.body#/items/0/id"}));
}

TEST(Selectors, RequireArazzo11) {
    std::string text = output("context: $response.body, selector: $.a, type: jsonpath");
    EXPECT_THAT(load_text(text).diagnostics.warnings, IsEmpty());
    text.replace(text.find("1.1.0"), 5, "1.0.1");
    const InvalidSuite problem{"", "", "9:19", "Arazzo 1.1", "arazzo: 1.1.0"};
    EXPECT_THAT(load_text(text).diagnostics.errors, IsEmpty());
    EXPECT_THAT(load_text(text).diagnostics.warnings, HasProblem(problem));
    EXPECT_THAT(lint_text(text).errors, HasProblem(problem));
}

TEST(Selectors, ProvideValuesToOutputsOfStepsAndWorkflows) {
    const auto suite = load_playable(suite_with(
        "    steps:\n"
        "      - stepId: s\n"
        "        operationId: listThings\n"
        "        outputs: {x: {context: $inputs.a, selector: '$..id', type: jsonpath}}\n"
        "    outputs: {first: {context: $steps.s.outputs.x, selector: /0, type: jsonpointer}}\n"
        "    inputs: {type: object, properties: {a: {type: object}}}\n"));
    const Workflow& workflow = suite->workflows.at(0);
    expressions::Scope scope;
    const Json inputs{{"a", {{"id", 4}}}};
    const Json steps{{"s", {{"outputs", {{"x", {4}}}}}}};
    scope.inputs = &inputs;
    scope.steps = &steps;
    EXPECT_THAT(*workflow.steps.at(0).outputs.at(0).value.evaluate(scope), EqualsJson("[4]"));
    EXPECT_THAT(*workflow.outputs.at(0).value.evaluate(scope), EqualsJson("4"));
}

TEST(Selectors, ProvideValuesToObservations) {
    const auto suite =
        load_playable(suite_with_call("        x-ct-observe: [{question: T-1, value: "
                                      "{context: $method, selector: $, type: jsonpath}}]\n"));
    expressions::Scope scope;
    const http::Request request{"get", "/", {}, ""};
    scope.request = &request;
    const StepObservation& one = suite->workflows.at(0).steps.at(0).observations.at(0);
    EXPECT_THAT(*one.value->evaluate(scope), EqualsJson(R"("GET")"));
}

TEST(Selectors, ProvideValuesToRequests) {
    const auto suite = load_playable(
        suite_with_step("        operationId: createThing\n"
                        "        parameters: [{name: Trace-Id, in: header, value: "
                        "{context: $method, selector: $, type: jsonpath}}]\n"
                        "        requestBody:\n"
                        "          payload: {context: $method, selector: $, type: jsonpath}\n"
                        "          replacements:\n"
                        "            - {target: $.a, targetSelectorType: jsonpath, value: "
                        "{context: $method, selector: $, type: jsonpath}}\n"
                        "            - {target: /b, targetSelectorType: jsonpointer, value: 1}\n"));
    const Step& step = suite->workflows.at(0).steps.at(0);
    expressions::Scope scope;
    const http::Request request{"get", "/", {}, ""};
    scope.request = &request;
    EXPECT_THAT(*step.parameters.at(0).value.evaluate(scope), EqualsJson(R"("GET")"));
    EXPECT_THAT(*step.body->payload.evaluate(scope), EqualsJson(R"("GET")"));
    EXPECT_FALSE(step.body->is_text);
    ASSERT_THAT(step.body->replacements, SizeIs(2));
    EXPECT_THAT(*step.body->replacements[0].value.evaluate(scope), EqualsJson(R"("GET")"));
    ASSERT_TRUE(step.body->replacements[0].query.has_value());
    EXPECT_EQ(step.body->replacements[0].query->text(), "$.a");
    EXPECT_FALSE(step.body->replacements[1].query.has_value());
}

}  // namespace
}  // namespace plumbline::workflow
