// Extensions of another runner: x-security and x-serverUrl.

#include "conformance/workflow/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// Returns a suite over others.yaml. `source` is part of its description, `workflow` a member of
/// the workflow on line 8, `step` a member of its step on line 13.
std::string secured_suite(std::string_view step,
                          std::string_view workflow = "summary: s",
                          std::string_view source = "") {
    return "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions:\n"
           "  - {name: others, type: openapi, url: others.yaml" +
           std::string(source) +
           "}\nworkflows:\n  - workflowId: w\n    inputs: {type: object, properties: {a: {}, b: "
           "{}}}\n    " +
           std::string(workflow) +
           "\n    steps:\n      - stepId: s\n        operationId: getThing\n        parameters: "
           "[{name: thing_id, in: path, value: '1'}]\n        " +
           std::string(step) + '\n';
}

const Step& only_step(const std::shared_ptr<const Suite>& suite) {
    return suite->workflows.at(0).steps.at(0);
}

std::vector<std::string> names_of(const Step& step) {
    std::vector<std::string> names;
    for (const StepCredential& credential : step.credentials) names.push_back(credential.name);
    return names;
}

struct SchemeCase {
    const char* name;
    const char* entry;
    StepCredential expected;
};

void PrintTo(const SchemeCase& row, std::ostream* out) {
    *out << row.name;
}

class SecurityOfAStep : public testing::TestWithParam<SchemeCase> {};

TEST_P(SecurityOfAStep, DependsOnItsScheme) {
    const std::string yaml = secured_suite("x-security: [" + std::string(GetParam().entry) + ']');
    const auto suite = load_playable(yaml);
    EXPECT_THAT(suite->warnings, IsEmpty());
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty());
    const Step& step = only_step(suite);
    ASSERT_THAT(step.credentials, SizeIs(1));
    EXPECT_EQ(step.credentials[0].format, GetParam().expected.format);
    EXPECT_EQ(step.credentials[0].location, GetParam().expected.location);
    EXPECT_EQ(step.credentials[0].name, GetParam().expected.name);
    EXPECT_THAT(step.credentials[0].secret.uses().inputs, ElementsAre("a"));
}

StepCredential credential_of(CredentialFormat form, ParameterLocation location, std::string name) {
    StepCredential credential;
    credential.format = form;
    credential.location = location;
    credential.name = std::move(name);
    return credential;
}

const auto kHeader = ParameterLocation::kHeader;

INSTANTIATE_TEST_SUITE_P(
    Schemes,
    SecurityOfAStep,
    testing::Values(
        SchemeCase{"Key",
                   "{schemeName: key, values: {apiKey: $inputs.a}}",
                   credential_of(CredentialFormat::kPlain, kHeader, "X-Other-Key")},
        SchemeCase{"Reference",
                   "{schemeName: alias, values: {apiKey: $inputs.a}}",
                   credential_of(CredentialFormat::kPlain, kHeader, "X-Other-Key")},
        SchemeCase{"Cookie",
                   "{schemeName: crumb, values: {apiKey: $inputs.a}}",
                   credential_of(CredentialFormat::kPlain, ParameterLocation::kCookie, "crumb")},
        SchemeCase{"Bearer",
                   "{schemeName: token, values: {token: $inputs.a}}",
                   credential_of(CredentialFormat::kBearerToken, kHeader, "Authorization")},
        SchemeCase{"Basic",
                   "{schemeName: login, values: {username: me, password: $inputs.a}}",
                   credential_of(CredentialFormat::kBasicPair, kHeader, "Authorization")},
        SchemeCase{"OAuth",
                   "{schemeName: oauth, values: {accessToken: $inputs.a}}",
                   credential_of(CredentialFormat::kBearerToken, kHeader, "Authorization")},
        SchemeCase{"OfASource",
                   "{schemeName: $sourceDescriptions.others.token, values: {token: $inputs.a}}",
                   credential_of(CredentialFormat::kBearerToken, kHeader, "Authorization")},
        SchemeCase{"Inline",
                   "{scheme: {type: apiKey, in: query, name: k}, values: {apiKey: $inputs.a}}",
                   credential_of(CredentialFormat::kPlain, ParameterLocation::kQuery, "k")}),
    RowName());

class InvalidSecurity : public testing::TestWithParam<InvalidSuite> {};

TEST_P(InvalidSecurity, IsAnErrorWithPositionAndFix) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnostics.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Entries,
    InvalidSecurity,
    testing::Values(
        InvalidSuite{"UnknownScheme",
                     secured_suite("x-security: [{schemeName: kay, values: {apiKey: $inputs.a}}]"),
                     "13:22",
                     "there is no security scheme kay",
                     "did you mean \"key\"?"},
        InvalidSuite{"LostScheme",
                     secured_suite("x-security: [{schemeName: lost, values: {apiKey: $inputs.a}}]"),
                     "13:22",
                     "the security scheme of x-security cannot be read",
                     "there is nothing at #/components/securitySchemes/gone"},
        InvalidSuite{
            "UnknownSource",
            secured_suite("x-security: [{schemeName: $sourceDescriptions.other.key, values: "
                          "{apiKey: $inputs.a}}]"),
            "13:22",
            "there is no security scheme $sourceDescriptions.other.key",
            "$sourceDescriptions.SOURCE.NAME"},
        InvalidSuite{"NoSchemeOfASource",
                     secured_suite("x-security: [{schemeName: $sourceDescriptions.others, values: "
                                   "{apiKey: $inputs.a}}]"),
                     "13:22",
                     "there is no security scheme $sourceDescriptions.others",
                     "there is: "},
        InvalidSuite{"NoValue",
                     secured_suite("x-security: [{schemeName: key, values: {token: $inputs.a}}]"),
                     "13:22",
                     "x-security has no value for apiKey",
                     "values: {apiKey: ...}"},
        InvalidSuite{"NoValues",
                     secured_suite("x-security: [{schemeName: key}]"),
                     "13:22",
                     "x-security has no values",
                     "values:"},
        InvalidSuite{
            "Both",
            secured_suite("x-security: [{schemeName: key, scheme: {type: oauth2}, values: {}}]"),
            "13:22",
            "does not name exactly one scheme",
            "either `schemeName:` or `scheme:`"},
        InvalidSuite{
            "NoPlace",
            secured_suite("x-security: [{scheme: {type: apiKey, in: body, name: k}, values: "
                          "{apiKey: $inputs.a}}]"),
            "13:22",
            "has no location",
            "header, query or cookie"},
        InvalidSuite{"NoList",
                     secured_suite("x-security: {schemeName: key}"),
                     "13:9",
                     "x-security must be an array",
                     ""},
        InvalidSuite{"NamedByAWorkflow",
                     secured_suite("description: d",
                                   "x-security: [{schemeName: key, values: {apiKey: $inputs.a}}]"),
                     "8:18",
                     "there is no security scheme key",
                     "$sourceDescriptions.SOURCE.NAME"},
        InvalidSuite{"UnknownStepInAValue",
                     secured_suite("x-security: [{schemeName: key, values: {apiKey: "
                                   "$steps.t.outputs.k}}]"),
                     "13:22",
                     "$steps.t: workflow w has no such step",
                     ""}),
    InvalidSuiteName());

constexpr const char* kOfWorkflow =
    "x-security: [{scheme: {type: http, scheme: bearer}, values: {token: $inputs.a}}]";

TEST(Security, OfTheWorkflowAppliesToItsSteps) {
    const auto suite = load_playable(
        secured_suite("x-security: [{schemeName: key, values: {apiKey: $inputs.b}}]", kOfWorkflow));
    EXPECT_THAT(names_of(only_step(suite)), ElementsAre("X-Other-Key", "Authorization"));
}

TEST(Security, OfTheStepReplacesTheWorkflowsAtItsLocation) {
    const auto suite = load_playable(secured_suite(
        "x-security: [{schemeName: token, values: {token: $inputs.b}}]", kOfWorkflow));
    const Step& step = only_step(suite);
    ASSERT_THAT(step.credentials, SizeIs(1));
    EXPECT_THAT(step.credentials[0].secret.uses().inputs, ElementsAre("b"));
}

TEST(Security, IsOverriddenByAParameter) {
    const std::string yaml = secured_suite("description: d", kOfWorkflow);
    const std::string at = "[{name: thing_id";
    const auto suite = load_playable(std::string(yaml).replace(
        yaml.find(at), 1, "[{name: authorization, in: header, value: none}, "));
    EXPECT_THAT(only_step(suite).credentials, IsEmpty());
}

TEST(Security, OfAnUnsupportedTypeIsReportedByTheStep) {
    const auto suite = load_playable(secured_suite(
        "x-security: [{schemeName: digest, values: {username: $inputs.a, password: $inputs.b}}]"));
    const Step& step = only_step(suite);
    ASSERT_THAT(step.unsupported, SizeIs(1));
    EXPECT_THAT(step.unsupported[0].message, HasSubstr("not supported: type http digest"));
    EXPECT_THAT(step.credentials, IsEmpty());
}

TEST(Security, WrittenInTheSuiteIsASuggestionOfLint) {
    const Diagnostics found =
        lint_text(secured_suite("x-security: [{schemeName: key, values: {apiKey: s3cret}}]"));
    EXPECT_THAT(found.errors, IsEmpty());
    ASSERT_THAT(found.warnings, SizeIs(1));
    EXPECT_EQ(found.warnings[0].message, "the apiKey is written in the suite");
    EXPECT_THAT(to_text(found.warnings[0]), testing::Not(HasSubstr("s3cret")));
}

TEST(ServerUrl, OfASourceAppliesToItsSteps) {
    const auto suite = load_playable(
        secured_suite("description: d", "summary: s", ", x-serverUrl: 'https://own.test/a/'"));
    EXPECT_EQ(only_step(suite).server_url, "https://own.test/a");
    EXPECT_EQ(suite->sources.at(0).server_url, "https://own.test/a");
    EXPECT_THAT(suite->warnings, IsEmpty());
}

TEST(ServerUrl, MayReferToAServerOfTheDocument) {
    const auto suite =
        load_playable(secured_suite("description: d", "summary: s", ", x-serverUrl: $servers.1"));
    EXPECT_EQ(only_step(suite).server_url, "https://second.test/v2");
}

TEST(ServerUrl, IsIgnoredIfInvalid) {
    for (const char* written : {"$servers.2", "/v2", "$servers.x"}) {
        const auto suite = load_playable(secured_suite(
            "description: d", "summary: s", ", x-serverUrl: " + std::string(written)));
        EXPECT_EQ(only_step(suite).server_url, "");
        ASSERT_THAT(suite->warnings, SizeIs(1)) << written;
        EXPECT_THAT(suite->warnings[0].message, HasSubstr(written));
    }
}

}  // namespace
}  // namespace plumbline::workflow
