// The extensions of another runner: x-security and x-serverUrl.

#include "conformance/workflow/testing.hpp"
#include "spec/base/row_name.hpp"

namespace plumbline::workflow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A suite over others.yaml; `source` goes into its description, `workflow` is a member of the
/// workflow on line 8, `step` one of its step on line 13.
std::string secured(std::string_view step,
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

struct SchemeUse {
    const char* name;
    const char* entry;
    StepCredential wanted;
};

void PrintTo(const SchemeUse& row, std::ostream* out) {
    *out << row.name;
}

class SecurityOfAStep : public testing::TestWithParam<SchemeUse> {};

TEST_P(SecurityOfAStep, IsReadByItsScheme) {
    const std::string yaml = secured("x-security: [" + std::string(GetParam().entry) + ']');
    const auto suite = playable(yaml);
    EXPECT_THAT(suite->warnings, IsEmpty());
    EXPECT_THAT(lint_text(yaml).errors, IsEmpty());
    const Step& step = only_step(suite);
    ASSERT_THAT(step.credentials, SizeIs(1));
    EXPECT_EQ(step.credentials[0].form, GetParam().wanted.form);
    EXPECT_EQ(step.credentials[0].place, GetParam().wanted.place);
    EXPECT_EQ(step.credentials[0].name, GetParam().wanted.name);
    EXPECT_THAT(step.credentials[0].secret.uses().inputs, ElementsAre("a"));
}

StepCredential form_at(CredentialForm form, ParameterPlace place, std::string name) {
    StepCredential credential;
    credential.form = form;
    credential.place = place;
    credential.name = std::move(name);
    return credential;
}

const auto kHeader = ParameterPlace::kHeader;

INSTANTIATE_TEST_SUITE_P(
    Schemes,
    SecurityOfAStep,
    testing::Values(
        SchemeUse{"Key",
                  "{schemeName: key, values: {apiKey: $inputs.a}}",
                  form_at(CredentialForm::kAsIs, kHeader, "X-Other-Key")},
        SchemeUse{"Reference",
                  "{schemeName: alias, values: {apiKey: $inputs.a}}",
                  form_at(CredentialForm::kAsIs, kHeader, "X-Other-Key")},
        SchemeUse{"Cookie",
                  "{schemeName: crumb, values: {apiKey: $inputs.a}}",
                  form_at(CredentialForm::kAsIs, ParameterPlace::kCookie, "crumb")},
        SchemeUse{"Bearer",
                  "{schemeName: token, values: {token: $inputs.a}}",
                  form_at(CredentialForm::kBearerToken, kHeader, "Authorization")},
        SchemeUse{"Basic",
                  "{schemeName: login, values: {username: me, password: $inputs.a}}",
                  form_at(CredentialForm::kBasicPair, kHeader, "Authorization")},
        SchemeUse{"OAuth",
                  "{schemeName: oauth, values: {accessToken: $inputs.a}}",
                  form_at(CredentialForm::kBearerToken, kHeader, "Authorization")},
        SchemeUse{"OfASource",
                  "{schemeName: $sourceDescriptions.others.token, values: {token: $inputs.a}}",
                  form_at(CredentialForm::kBearerToken, kHeader, "Authorization")},
        SchemeUse{"Inline",
                  "{scheme: {type: apiKey, in: query, name: k}, values: {apiKey: $inputs.a}}",
                  form_at(CredentialForm::kAsIs, ParameterPlace::kQuery, "k")}),
    RowName());

class WrongSecurity : public testing::TestWithParam<WrongSuite> {};

TEST_P(WrongSecurity, IsAnErrorWithPlaceAndMend) {
    EXPECT_THAT(load_text(GetParam().yaml).diagnosis.errors, HasProblem(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(
    Entries,
    WrongSecurity,
    testing::Values(
        WrongSuite{"UnknownScheme",
                   secured("x-security: [{schemeName: kay, values: {apiKey: $inputs.a}}]"),
                   "13:22",
                   "there is no security scheme kay here",
                   "did you mean \"key\"?"},
        WrongSuite{"LostScheme",
                   secured("x-security: [{schemeName: lost, values: {apiKey: $inputs.a}}]"),
                   "13:22",
                   "the security scheme of x-security cannot be read",
                   "nothing stands at #/components/securitySchemes/gone"},
        WrongSuite{"UnknownSource",
                   secured("x-security: [{schemeName: $sourceDescriptions.other.key, values: "
                           "{apiKey: $inputs.a}}]"),
                   "13:22",
                   "there is no security scheme $sourceDescriptions.other.key here",
                   "$sourceDescriptions.SOURCE.NAME"},
        WrongSuite{"NoSchemeOfASource",
                   secured("x-security: [{schemeName: $sourceDescriptions.others, values: "
                           "{apiKey: $inputs.a}}]"),
                   "13:22",
                   "there is no security scheme $sourceDescriptions.others here",
                   "there is: "},
        WrongSuite{"NoValue",
                   secured("x-security: [{schemeName: key, values: {token: $inputs.a}}]"),
                   "13:22",
                   "x-security gives no apiKey",
                   "values: {apiKey: ...}"},
        WrongSuite{"NoValues",
                   secured("x-security: [{schemeName: key}]"),
                   "13:22",
                   "x-security has no values",
                   "values:"},
        WrongSuite{"Both",
                   secured("x-security: [{schemeName: key, scheme: {type: oauth2}, values: {}}]"),
                   "13:22",
                   "says not by which one scheme",
                   "either `schemeName:` or `scheme:`"},
        WrongSuite{"NoPlace",
                   secured("x-security: [{scheme: {type: apiKey, in: body, name: k}, values: "
                           "{apiKey: $inputs.a}}]"),
                   "13:22",
                   "has no place",
                   "header, query or cookie"},
        WrongSuite{"NoList",
                   secured("x-security: {schemeName: key}"),
                   "13:9",
                   "x-security must be an array",
                   ""},
        WrongSuite{"NamedByAWorkflow",
                   secured("description: d",
                           "x-security: [{schemeName: key, values: {apiKey: $inputs.a}}]"),
                   "8:18",
                   "there is no security scheme key here",
                   "$sourceDescriptions.SOURCE.NAME"},
        WrongSuite{"UnknownStepInAValue",
                   secured("x-security: [{schemeName: key, values: {apiKey: "
                           "$steps.t.outputs.k}}]"),
                   "13:22",
                   "$steps.t: workflow w has no such step",
                   ""}),
    WrongSuiteName());

constexpr const char* kOfWorkflow =
    "x-security: [{scheme: {type: http, scheme: bearer}, values: {token: $inputs.a}}]";

TEST(Security, OfTheWorkflowIsThatOfItsSteps) {
    const auto suite = playable(
        secured("x-security: [{schemeName: key, values: {apiKey: $inputs.b}}]", kOfWorkflow));
    EXPECT_THAT(names_of(only_step(suite)), ElementsAre("X-Other-Key", "Authorization"));
}

TEST(Security, OfTheStepReplacesTheWorkflowsAtItsPlace) {
    const auto suite = playable(
        secured("x-security: [{schemeName: token, values: {token: $inputs.b}}]", kOfWorkflow));
    const Step& step = only_step(suite);
    ASSERT_THAT(step.credentials, SizeIs(1));
    EXPECT_THAT(step.credentials[0].secret.uses().inputs, ElementsAre("b"));
}

TEST(Security, GivesWayToAParameter) {
    const std::string yaml = secured("description: d", kOfWorkflow);
    const std::string at = "[{name: thing_id";
    const auto suite = playable(std::string(yaml).replace(
        yaml.find(at), 1, "[{name: authorization, in: header, value: none}, "));
    EXPECT_THAT(only_step(suite).credentials, IsEmpty());
}

TEST(Security, OfAnUnsupportedKindIsToldByTheStep) {
    const auto suite = playable(secured(
        "x-security: [{schemeName: digest, values: {username: $inputs.a, password: $inputs.b}}]"));
    const Step& step = only_step(suite);
    ASSERT_THAT(step.unsupported, SizeIs(1));
    EXPECT_THAT(step.unsupported[0].message, HasSubstr("not supported: type http digest"));
    EXPECT_THAT(step.credentials, IsEmpty());
}

TEST(Security, InTheSuiteItselfIsAdvisedAgainst) {
    const Diagnosis found =
        lint_text(secured("x-security: [{schemeName: key, values: {apiKey: s3cret}}]"));
    EXPECT_THAT(found.errors, IsEmpty());
    ASSERT_THAT(found.warnings, SizeIs(1));
    EXPECT_EQ(found.warnings[0].message, "the apiKey stands in the suite");
    EXPECT_THAT(to_text(found.warnings[0]), testing::Not(HasSubstr("s3cret")));
}

TEST(ServerUrl, OfASourceIsThatOfItsSteps) {
    const auto suite =
        playable(secured("description: d", "summary: s", ", x-serverUrl: 'https://own.test/a/'"));
    EXPECT_EQ(only_step(suite).server_url, "https://own.test/a");
    EXPECT_EQ(suite->sources.at(0).server_url, "https://own.test/a");
    EXPECT_THAT(suite->warnings, IsEmpty());
}

TEST(ServerUrl, MayBeOneOfTheDocuments) {
    const auto suite =
        playable(secured("description: d", "summary: s", ", x-serverUrl: $servers.1"));
    EXPECT_EQ(only_step(suite).server_url, "https://second.test/v2");
}

TEST(ServerUrl, IsNotLookedAtWhereItIsNone) {
    for (const char* written : {"$servers.2", "/v2", "$servers.x"}) {
        const auto suite = playable(
            secured("description: d", "summary: s", ", x-serverUrl: " + std::string(written)));
        EXPECT_EQ(only_step(suite).server_url, "");
        ASSERT_THAT(suite->warnings, SizeIs(1)) << written;
        EXPECT_THAT(suite->warnings[0].message, HasSubstr(written));
    }
}

}  // namespace
}  // namespace plumbline::workflow
