// Documents that the published schemas of Arazzo 1.0 and 1.1 accept or reject. Each differs from a
// complete document in one part only. Rules that other tests of this folder cover are not repeated.

#include "conformance/workflow/testing.hpp"

namespace plumbline::workflow {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

/// The parts of a complete document that the rows below replace.
struct DocumentParts {
    std::string arazzo = "1.1.0";
    std::string top{};
    std::string info = "{title: t, version: '1'}";
    std::string source = "{name: api, type: openapi, url: things.yaml}";
    std::string workflow{};
    std::string step{};
    std::string components = "{}";
};

std::string document_of(const DocumentParts& parts) {
    return "arazzo: " + parts.arazzo + "\n" + parts.top + "info: " + parts.info +
           "\nsourceDescriptions: [" + parts.source + "]\ncomponents: " + parts.components +
           "\nworkflows:\n  - workflowId: w\n    " + parts.workflow +
           "\n    steps:\n      - {stepId: first, operationId: listThings}\n"
           "      - stepId: s\n        operationId: listThings\n        " +
           parts.step + '\n';
}

struct PublishedRow {
    const char* name;
    DocumentParts parts{};
    const char* refusal = "";  ///< part of a lint error; "" if lint accepts it
};

void PrintTo(const PublishedRow& row, std::ostream* out) {
    *out << row.name;
}

struct PublishedRowName {
    std::string operator()(const testing::TestParamInfo<PublishedRow>& info) const {
        return info.param.name;
    }
};

class ConformingDocument : public testing::TestWithParam<PublishedRow> {};

TEST_P(ConformingDocument, HasNoErrorInLintOrInARun) {
    const std::string yaml = document_of(GetParam().parts);
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty()) << yaml;
    EXPECT_THAT(load_text(yaml).diagnostics.errors, IsEmpty()) << yaml;
}

const char* const kParameter = "{name: p, in: query, value: 1}";

INSTANTIATE_TEST_SUITE_P(
    Published,
    ConformingDocument,
    testing::Values(
        PublishedRow{"Least10", {.arazzo = "1.0.0"}},
        PublishedRow{"Least11", {}},
        PublishedRow{"LaterPatch", {.arazzo = "1.0.17"}},
        PublishedRow{"PreRelease", {.arazzo = "1.1.0-rc1"}},
        PublishedRow{"Self", {.top = "$self: https://example.org/a.arazzo.yaml\n"}},
        PublishedRow{"ExtensionsAtTheTop", {.top = "x-a: {b: [1]}\n"}},
        PublishedRow{"WholeInfo", {.info = "{title: t, version: '1', summary: s, description: d}"}},
        PublishedRow{"SourceWithoutType", {.source = "{name: a-1_B, url: things.yaml}"}},
        PublishedRow{"UnusedArazzoSource",
                     {.source = "{name: api, type: openapi, url: things.yaml}, "
                                "{name: more, type: arazzo, url: m.arazzo.yaml}"}},
        PublishedRow{"UnusedAsyncSource11",
                     {.source = "{name: api, type: openapi, url: things.yaml}, "
                                "{name: bus, type: asyncapi, url: bus.yaml}"}},
        PublishedRow{"OtherDependencies", {.workflow = "dependsOn: []"}},
        PublishedRow{"InputsAsBoolean", {.workflow = "inputs: true"}},
        PublishedRow{"EmptyActions", {.step = "onFailure: []"}},
        PublishedRow{"EmptyFailureCriteria",
                     {.step = "onFailure: [{name: a, type: end, criteria: []}]"}},
        PublishedRow{"DependenceById11", {.step = "dependsOn: [first]"}},
        PublishedRow{"Timeout11", {.step = "timeout: 5000"}},
        PublishedRow{"RegexOfAContext",
                     {.arazzo = "1.0.1",
                      .step = "successCriteria: [{context: $response.body, condition: a, "
                              "type: regex}]"}},
        PublishedRow{"DraftQuery10",
                     {.arazzo = "1.0.1",
                      .step = "successCriteria: [{context: $response.body, condition: $..a, type: "
                              "{type: jsonpath, version: draft-goessner-dispatch-jsonpath-00}}]"}},
        PublishedRow{"Rfc9535Query11",
                     {.step = "successCriteria: [{context: $response.body, condition: $..a, "
                              "type: {type: jsonpath, version: rfc9535}}]"}},
        PublishedRow{"RetryWithAll",
                     {.step = "onFailure: [{name: a, type: retry, retryAfter: 0, retryLimit: 0}]"}},
        PublishedRow{"InputsOfAnAction11",
                     {.workflow = "inputs: {type: object, properties: {k: {}}}",
                      .step = "onSuccess: [{name: a, type: goto, workflowId: w, criteria: "
                              "[{condition: 1 == 2}], parameters: "
                              "[{reference: $components.parameters.k, value: 2}]}]",
                      .components = "{parameters: {k: {name: k, value: 1}}}"}},
        PublishedRow{"ReplacementOfAnyType",
                     {.step = "requestBody: {payload: {a: 1}, replacements: "
                              "[{target: /a, value: 2}]}"}},
        PublishedRow{"SelectorAsOutput11",
                     {.step = "outputs: {a: {context: $response.body, selector: /a, "
                              "type: jsonpointer}}"}},
        PublishedRow{"ReferenceWithValue",
                     {.step = "parameters: [{reference: $components.parameters.p, value: 2}]",
                      .components = "{parameters: {p: " + std::string(kParameter) + "}}"}}),
    PublishedRowName());

/// A source that is not fetched: the operations of the steps are not known.
const std::string kRemote = "{name: api, type: openapi, url: https://api.test/openapi.yaml}";

TEST(RemoteSource, IsAnErrorOfARunOnly) {
    const std::string yaml = document_of({.source = kRemote});
    const auto names_it = Field(&Error::message, HasSubstr("https://api.test/openapi.yaml"));
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty());
    EXPECT_THAT(lint_text(yaml).warnings, Contains(names_it));
    EXPECT_THAT(load_text(yaml).diagnostics.errors, ElementsAre(names_it));
}

class NonconformingDocument : public testing::TestWithParam<PublishedRow> {};

TEST_P(NonconformingDocument, IsAnErrorInLint) {
    const std::string yaml = document_of(GetParam().parts);
    EXPECT_THAT(lint_text(yaml).errors,
                Contains(Field(&Error::message, HasSubstr(GetParam().refusal))))
        << yaml;
}

INSTANTIATE_TEST_SUITE_P(
    Published,
    NonconformingDocument,
    testing::Values(
        PublishedRow{"VersionOfTwoNumbers", {.arazzo = "'1.1'"}, "Arazzo 1.1 is not supported"},
        PublishedRow{"VersionOfLetters", {.arazzo = "1.1.x"}, "1.1.x is not a version of Arazzo"},
        PublishedRow{
            "VersionWithoutPatch", {.arazzo = "'1.0.'"}, "1.0. is not a version of Arazzo"},
        PublishedRow{"VersionWithEmptyRest", {.arazzo = "1.1.0-"}, "1.1.0- is not a version"},
        PublishedRow{"InfoIsEmpty", {.info = "{}"}, "info has no title"},
        PublishedRow{"InfoWithMore",
                     {.info = "{title: t, version: '1', license: x}"},
                     "info has the unknown key \"license\""},
        PublishedRow{"VersionOfInfoIsANumber",
                     {.info = "{title: t, version: 1}"},
                     "version must be a string"},
        PublishedRow{"SourceWithoutName", {.source = "{url: things.yaml}"}, "has no name"},
        PublishedRow{"SourceWithoutUrl", {.source = "{name: api, type: openapi}"}, "has no url"},
        PublishedRow{"SourceOfAnotherType",
                     {.source = "{name: api, type: graphql, url: things.yaml}"},
                     "unknown type of source description: graphql"},
        PublishedRow{"SourceNameWithDot",
                     {.source = "{name: a.b, type: openapi, url: things.yaml}"},
                     "no expression can refer to the source description \"a.b\""},
        PublishedRow{"AsyncSource10",
                     {.arazzo = "1.0.1",
                      .source = "{name: api, type: openapi, url: things.yaml}, "
                                "{name: bus, type: asyncapi, url: bus.yaml}"},
                     "asyncapi require Arazzo 1.1"},
        PublishedRow{"Self10", {.arazzo = "1.0.1", .top = "$self: a\n"}, "$self requires"},
        PublishedRow{"SameDependencyTwice",
                     {.workflow = "dependsOn: [v, v]"},
                     "dependsOn has the same entry twice"},
        PublishedRow{"SameStepDependencyTwice",
                     {.step = "dependsOn: [first, first]"},
                     "dependsOn has the same entry twice"},
        PublishedRow{"NoStepDependency", {.step = "dependsOn: []"}, "at least one entry"},
        PublishedRow{"DependenceByExpression",
                     {.step = "dependsOn: [$steps.first]"},
                     "dependsOn names a step as $steps.first"},
        PublishedRow{"SelfWithAFragment",
                     {.top = "$self: https://example.org/a.arazzo.yaml#/workflows/w\n"},
                     "has a fragment"},
        PublishedRow{"DependenceOnLaterStep",
                     {.step = "dependsOn: [last]"},
                     "depends on last, which is not an earlier step"},
        PublishedRow{
            "Timeout10", {.arazzo = "1.0.1", .step = "timeout: 5"}, "timeout requires Arazzo 1.1"},
        PublishedRow{
            "WholeQuery10",
            {.arazzo = "1.0.1", .step = "parameters: [{name: q, in: querystring, value: a=1}]"},
            "`in: querystring` requires Arazzo 1.1"},
        PublishedRow{"TwoTargets",
                     {.step = "workflowId: v"},
                     "has operationId and workflowId; one is allowed"},
        PublishedRow{"ParameterWithoutPlace",
                     {.step = "parameters: [{name: limit, value: 1}]"},
                     "parameter limit of step s has no location"},
        PublishedRow{"ParameterWithoutPlaceOfARemoteSource",
                     {.source = kRemote, .step = "parameters: [{name: limit, value: 1}]"},
                     "parameter limit of step s has no location"},
        PublishedRow{"TargetOfAnUnknownTypeOfARemoteSource",
                     {.source = kRemote,
                      .step = "requestBody: {replacements: [{target: $.a, targetSelectorType: "
                              "jmespath, value: 1}]}"},
                     "jmespath"},
        PublishedRow{"ParameterInBody",
                     {.step = "parameters: [{name: a, in: body, value: 1}]"},
                     "parameter a cannot be in body"},
        PublishedRow{"ParameterWithoutValue",
                     {.step = "parameters: [{name: limit, in: query}]"},
                     "parameter has no value"},
        PublishedRow{"ParameterTwice",
                     {.step = "parameters: [" + std::string(kParameter) + ", " + kParameter + "]"},
                     "parameter p is given twice"},
        PublishedRow{"BodyWithMore",
                     {.step = "requestBody: {payload: 1, encoding: x}"},
                     "requestBody has the unknown key \"encoding\""},
        PublishedRow{"ReplacementWithoutTarget",
                     {.step = "requestBody: {payload: {}, replacements: [{value: 1}]}"},
                     "replacement has no target"},
        PublishedRow{"NoCriteria", {.step = "successCriteria: []"}, "at least one criterion"},
        PublishedRow{"SameCriterionTwice",
                     {.step = "successCriteria: [{condition: 1 == 1}, {condition: 1 == 1}]"},
                     "successCriteria has the same entry twice"},
        PublishedRow{"CriterionWithoutCondition",
                     {.step = "successCriteria: [{context: $response.body}]"},
                     "criterion has no condition"},
        PublishedRow{"RegexWithoutContext",
                     {.step = "successCriteria: [{condition: a, type: regex}]"},
                     "without a context"},
        PublishedRow{"VersionedTypeWithoutContext",
                     {.step = "successCriteria: [{condition: $..a, "
                              "type: {type: jsonpath, version: rfc9535}}]"},
                     "without a context"},
        PublishedRow{"UnknownCriterionType",
                     {.step = "successCriteria: [{context: $url, condition: a, type: glob}]"},
                     "unknown type of criterion: glob"},
        PublishedRow{"TypeWithoutVersion",
                     {.step = "successCriteria: [{context: $response.body, condition: $..a, "
                              "type: {type: jsonpath}}]"},
                     "has no version"},
        PublishedRow{"Rfc9535Query10",
                     {.arazzo = "1.0.1",
                      .step = "successCriteria: [{context: $response.body, condition: $..a, "
                              "type: {type: jsonpath, version: rfc9535}}]"},
                     "rfc9535 requires Arazzo 1.1"},
        PublishedRow{"ActionOfAnotherType",
                     {.step = "onSuccess: [{name: a, type: stop}]"},
                     "unknown type of action: stop"},
        PublishedRow{
            "ActionWithoutType", {.step = "onSuccess: [{name: a}]"}, "success action has no type"},
        PublishedRow{"RetryAfterSuccess",
                     {.step = "onSuccess: [{name: a, type: retry}]"},
                     "a success action cannot retry"},
        PublishedRow{"GotoWithTwoTargets",
                     {.step = "onSuccess: [{name: a, type: goto, stepId: s, workflowId: w}]"},
                     "names both a stepId and a workflowId"},
        PublishedRow{"GotoNowhere",
                     {.step = "onFailure: [{name: a, type: goto}]"},
                     "action a has no target"},
        PublishedRow{"NoCriteriaOfASuccessAction",
                     {.step = "onSuccess: [{name: a, type: end, criteria: []}]"},
                     "criteria is empty"},
        PublishedRow{"SameActionTwice",
                     {.step = "onFailure: [{name: a, type: end}, {name: a, type: end}]"},
                     "onFailure has the same entry twice"},
        PublishedRow{"RetryAfterInThePast",
                     {.step = "onFailure: [{name: a, type: retry, retryAfter: -1}]"},
                     "retryAfter is -1"},
        PublishedRow{"RetryLimitOfAFraction",
                     {.step = "onFailure: [{name: a, type: retry, retryLimit: 1.5}]"},
                     "retryLimit must be an integer"},
        PublishedRow{"InputsOfAnAction10",
                     {.arazzo = "1.0.1",
                      .step = "onFailure: [{name: a, type: retry, workflowId: w, parameters: "
                              "[{name: k, value: 1}]}]"},
                     "failure action: parameters requires Arazzo 1.1"},
        PublishedRow{"InputOfAnActionTwice",
                     {.step = "onFailure: [{name: a, type: retry, workflowId: w, parameters: "
                              "[{name: k, value: 1}, {name: k, value: 2}]}]"},
                     "parameter k is given twice"},
        PublishedRow{"InputOfAnActionWithPlace",
                     {.step = "onFailure: [{name: a, type: retry, workflowId: w, parameters: "
                              "[{name: k, in: header, value: 1}]}]"},
                     "cannot have `in:`"},
        PublishedRow{"InputsOfAnActionThatEnds",
                     {.step = "onFailure: [{name: a, type: end, parameters: "
                              "[{name: k, value: 1}]}]"},
                     "has no workflow as its target"},
        PublishedRow{"ReferenceWithMore",
                     {.step = "parameters: [{reference: $components.parameters.p, in: query}]",
                      .components = "{parameters: {p: " + std::string(kParameter) + "}}"},
                     "reusable object has the unknown key \"in\""},
        PublishedRow{"ComponentThatRefers",
                     {.components = "{parameters: {p: {reference: $components.parameters.q}, q: " +
                                    std::string(kParameter) + "}}"},
                     "parameter has the unknown key \"reference\""},
        PublishedRow{"ComponentNameWithBlank",
                     {.components = "{parameters: {'p q': " + std::string(kParameter) + "}}"},
                     "\"p q\" cannot be a name in parameters"},
        PublishedRow{"UnknownComponents",
                     {.components = "{schemas: {}}"},
                     "components has the unknown key \"schemas\""},
        PublishedRow{"SelectorAsOutput10",
                     {.arazzo = "1.0.1",
                      .step = "outputs: {a: {context: $response.body, selector: /a, "
                              "type: jsonpointer}}"},
                     "Selector Objects require Arazzo 1.1"}),
    PublishedRowName());

}  // namespace
}  // namespace plumbline::workflow
