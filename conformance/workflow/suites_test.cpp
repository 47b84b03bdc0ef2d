// Our suites with our documents, and two suites in the style of other authors.

#include "conformance/workflow/lint.hpp"
#include "conformance/workflow/testing.hpp"
#include "spec/base/row_name.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>

namespace plumbline::workflow {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::SizeIs;

/// Returns our documents by the file name of the URL.
SourceLoader our_documents() {
    auto contract = load_contract();
    if (!contract) ADD_FAILURE() << to_text(contract.error());
    return [contract](const std::string&,
                      const std::string& url,
                      const std::string&) -> Result<std::shared_ptr<const ApiDocument>> {
        if (!contract) return fail(contract.error());
        for (const auto& document : (*contract)->documents) {
            const std::string file = "/" + document->name() + ".openapi.yaml";
            const bool same = url.size() >= file.size() &&
                              url.compare(url.size() - file.size(), file.size(), file) == 0;
            if (same) return document;
        }
        return fail(ErrorCode::kNotFound, "no document of ours: " + url);
    };
}

Document suite_file(const std::string& name) {
    auto document = load_document("conformance/suites/" + name + ".arazzo.yaml");
    if (document) return *document;
    ADD_FAILURE() << to_text(document.error());
    return *parse_yaml("{}", name);
}

/// Returns the loaders of our documents and of the suites beside a suite.
Loaders our_loaders() {
    return {our_documents(),
            [](const std::string&,
               const std::string& url,
               const Document& referrer) -> Result<SharedDocument> {
                const auto folder = std::filesystem::path(referrer.file).parent_path();
                auto document = load_document((folder / url).string());
                if (!document) return fail(document.error());
                return std::make_shared<const Document>(std::move(*document));
            }};
}

/// Loads a suite with the suites that it uses.
SuiteSet load_with_others(const std::string& name) {
    return load_all({std::make_shared<const Document>(suite_file(name))}, our_loaders());
}

class OurSuite : public testing::TestWithParam<const char*> {};

TEST_P(OurSuite, PassesLintWithoutProblems) {
    const auto ledger = load_ledger();
    ASSERT_THAT(ledger, IsOk());
    const auto documents = lint_all(
        {std::make_shared<const Document>(suite_file(GetParam()))}, our_loaders(), &*ledger);
    ASSERT_THAT(documents, testing::Not(IsEmpty()));
    for (const DocumentProblems& document : documents) {
        const Diagnostics lint = lint_diagnostics(document.problems);
        EXPECT_THAT(lint.errors, IsEmpty());
        EXPECT_THAT(lint.warnings, IsEmpty());
    }
}

TEST_P(OurSuite, HasWorkflowsThatARunCanFillAndThatCleanUp) {
    const SuiteSet loaded = load_with_others(GetParam());
    ASSERT_THAT(loaded.suites, testing::Not(IsEmpty()));
    for (const Workflow& workflow : loaded.suites.front()->workflows) {
        EXPECT_EQ(workflow.area, "control_plane") << workflow.name;
        EXPECT_THAT(workflow.needs, IsEmpty()) << workflow.name;
        EXPECT_FALSE(workflow.callable_only) << workflow.name;
        EXPECT_TRUE(workflow.inputs_schema.has_value()) << workflow.name;
        const auto create = workflow.find_step("create");
        const auto cleanup = workflow.find_step("cleanup");
        const auto deletion = workflow.find_step("delete");
        EXPECT_EQ(create.has_value(), cleanup || deletion) << workflow.name;
        if (cleanup) EXPECT_TRUE(workflow.steps[*cleanup].finally) << workflow.name;
        // The only reason for a deletion that is no clean-up: no other scenario uses the resource.
        if (deletion) EXPECT_NE(workflow.steps[*create].shared, "") << workflow.name;
    }
}

/// Collects the names in bodies of deployments: strings beside a `source`.
void collect_names(const Json& value, std::vector<std::string>& names) {
    if (value.is_object() && value.contains("source") && value.contains("name") &&
        value["name"].is_string())
        names.push_back(value["name"].get<std::string>());
    if (!value.is_structured()) return;
    for (const Json& child : value) collect_names(child, names);
}

TEST(OurSuites, UseTheNameInputForCreatedResources) {
    std::size_t bodies = 0;
    for (const auto& file : std::filesystem::directory_iterator("conformance/suites")) {
        if (file.path().extension() != ".yaml") continue;
        const auto suite = load_document(file.path().string());
        ASSERT_THAT(suite, IsOk());
        std::vector<std::string> names;
        collect_names(*suite->root, names);
        bodies += names.size();
        EXPECT_THAT(
            names,
            testing::Each(testing::AnyOf("$inputs.name", testing::StartsWith("{$inputs.name} "))))
            << file.path();
    }
    EXPECT_GT(bodies, 10U);
}

INSTANTIATE_TEST_SUITE_P(Files,
                         OurSuite,
                         testing::Values("lifecycle", "patch_errors", "revisions"),
                         RowName());

TEST(OurSuites, CoverTheWholeLifecycleOfADeployment) {
    const SuiteLoadResult loaded = load_suite(suite_file("lifecycle"), our_documents());
    ASSERT_NE(loaded.suite, nullptr);
    const Workflow* life = loaded.suite->find_workflow("create-deploy-patch-delete");
    ASSERT_NE(life, nullptr);
    std::vector<std::string> calls;
    for (const Step& step : life->steps) calls.push_back(step.operation->id);
    EXPECT_THAT(calls,
                ElementsAre("createDeployment",
                            "getDeployment",
                            "getRevision",
                            "getDeployment",
                            "listDeployments",
                            "getDeployment",
                            "listRevisions",
                            "patchDeployment",
                            "patchDeployment",
                            "listRevisions",
                            "getRevision",
                            "getDeployment",
                            "listRevisions",
                            "getRevision",
                            "deleteDeployment",
                            "getDeployment"));
}

TEST(OurSuites, NameRequirementsOnStepsCriteriaAndObservations) {
    const SuiteLoadResult loaded = load_suite(suite_file("lifecycle"), our_documents());
    ASSERT_NE(loaded.suite, nullptr);
    const Workflow* life = loaded.suite->find_workflow("create-deploy-patch-delete");
    ASSERT_NE(life, nullptr);
    EXPECT_THAT(life->named_requirements(),
                testing::IsSupersetOf({"CP-FLOW", "CP-REV-LATEST", "CP-DELETE-GONE"}));
}

/// A lifecycle with two sources of one document, shared components and polling.
constexpr std::string_view kLifecycle = R"(arazzo: 1.1.0
info: { title: deployment lifecycle, version: 0.1.0 }
sourceDescriptions:
  - { name: us, type: openapi, url: control_plane.openapi.yaml }
  - { name: eu, type: openapi, url: ./control_plane.openapi.yaml }
components:
  parameters:
    key: { name: X-Api-Key, in: header, value: $inputs.api_key }
    tenant: { name: X-Tenant-Id, in: header, value: $inputs.tenant_id }
  failureActions:
    toCleanup: { name: toCleanup, type: goto, stepId: cleanup }
  inputs:
    auth:
      type: object
      required: [api_key]
      properties:
        api_key: { type: string, format: password }
        tenant_id: { type: string, default: 11111111-1111-4111-8111-111111111111 }
        name: { type: string, default: ct-lifecycle }
workflows:
  - workflowId: deployment-lifecycle
    inputs: { $ref: '#/components/inputs/auth' }
    parameters:
      - reference: $components.parameters.key
      - reference: $components.parameters.tenant
    failureActions: [ { reference: $components.failureActions.toCleanup } ]
    steps:
      - stepId: create
        operationId: $sourceDescriptions.us.createDeployment
        timeout: 5000
        x-ct-verifies: [CP-CREATE-1, CP-REV-1]
        requestBody:
          contentType: application/json
          payload:
            name: $inputs.name
            source: git_host
            source_config: { repo_url: 'https://git.example/r', build_on_push: false }
            source_revision_config: { repo_ref: main, graph_config_path: graph.json }
            secrets: []
        successCriteria:
          - condition: $statusCode == 201
          - condition: $response.body#/latest_revision_id != null
            x-ct-verifies: [CP-REV-1]
        onFailure: [ { name: nothingToClean, type: end } ]
        outputs: { id: $response.body#/id, rev: $response.body#/latest_revision_id }
      - stepId: poll
        operationId: $sourceDescriptions.us.getRevision
        parameters:
          - { name: deployment_id, in: path, value: $steps.create.outputs.id }
          - { name: revision_id, in: path, value: $steps.create.outputs.rev }
        successCriteria:
          - condition: $statusCode == 200
          - { context: $response.body#/status, condition: '^DEPLOYED$', type: regex }
        onFailure:
          - name: revisionFailed
            type: goto
            stepId: cleanup
            criteria: [ { context: $response.body#/status, condition: FAILED, type: regex } ]
          - name: notYet
            type: retry
            retryAfter: 0.05
            retryLimit: 40
            criteria: [ { condition: $statusCode == 200 } ]
          - { name: otherwise, type: goto, stepId: cleanup }
      - stepId: cleanup
        operationId: $sourceDescriptions.us.deleteDeployment
        x-ct-finally: true
        parameters: [ { name: deployment_id, in: path, value: $steps.create.outputs.id } ]
        successCriteria: [ { condition: $statusCode == 204 } ]
        onFailure: [ { name: stop, type: end } ]
      - stepId: gone
        operationId: $sourceDescriptions.us.getDeployment
        parameters: [ { name: deployment_id, in: path, value: $steps.create.outputs.id } ]
        x-ct-observe:
          - { question: OQ-GET-DELETED, condition: $statusCode == 404 }
)";

SuiteLoadResult load_sample(std::string_view yaml) {
    const auto document = parse_yaml(yaml, "sample.arazzo.yaml");
    if (document) {
        // The URLs of the samples have no folder; our documents are found with one.
        const SourceLoader ours = our_documents();
        return load_suite(
            *document,
            [&](const std::string& name, const std::string& url, const std::string& file) {
                return ours(name, "/" + url, file);
            });
    }
    ADD_FAILURE() << to_text(document.error());
    return {};
}

TEST(Samples, LifecycleWithTwoRegionsLoads) {
    const SuiteLoadResult loaded = load_sample(kLifecycle);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
    ASSERT_NE(loaded.suite, nullptr);
    const Workflow& workflow = loaded.suite->workflows.at(0);
    ASSERT_THAT(workflow.steps, SizeIs(4));
    const Step& create = workflow.steps[0];
    EXPECT_EQ(create.source, "us");
    EXPECT_EQ(create.timeout, std::chrono::seconds(5));
    EXPECT_THAT(create.parameters,
                ElementsAre(Field(&ParameterValue::name, "X-Api-Key"),
                            Field(&ParameterValue::name, "X-Tenant-Id")));
    EXPECT_THAT(
        create.on_failure,
        ElementsAre(Field(&Action::name, "nothingToClean"), Field(&Action::name, "toCleanup")));
    const Action& retry = workflow.steps[1].on_failure.at(1);
    EXPECT_EQ(retry.type, ActionType::kRetry);
    EXPECT_EQ(retry.retry_after, std::chrono::milliseconds(50));
    EXPECT_EQ(retry.retry_limit, 40);
    EXPECT_TRUE(workflow.steps[2].finally);
    EXPECT_EQ(workflow.steps[3].observations.at(0).question, "OQ-GET-DELETED");
}

/// An error contract that checks an array with JSONPath.
constexpr std::string_view kWithJsonPath = R"(arazzo: 1.1.0
info: { title: PATCH error contract, version: 0.1.0 }
sourceDescriptions: [ { name: us, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: patch-errors
    inputs:
      type: object
      required: [api_key]
      properties: { api_key: { type: string, format: password } }
    parameters: [ { name: X-Api-Key, in: header, value: $inputs.api_key } ]
    steps:
      - stepId: invalid-422
        operationId: patchDeployment
        parameters: [ { name: deployment_id, in: path, value: 00000000-0000-4000-8000-000000000000 } ]
        requestBody: { contentType: application/json, payload: { revision_source: bogus } }
        successCriteria:
          - condition: $statusCode == 422
          - { context: $response.body, condition: '$..detail[?@.loc && @.msg && @.type]', type: jsonpath }
          - { context: $response.body, condition: "$..loc[?@ == 'revision_source']", type: jsonpath }
)";

TEST(Samples, ErrorContractWithJsonPathLoads) {
    const SuiteLoadResult loaded = load_sample(kWithJsonPath);
    EXPECT_THAT(loaded.diagnostics.errors, IsEmpty());
    EXPECT_THAT(loaded.diagnostics.warnings, IsEmpty());
    ASSERT_NE(loaded.suite, nullptr);
    const Step& step = loaded.suite->workflows.at(0).steps.at(0);
    ASSERT_THAT(step.success_criteria, SizeIs(3));
    EXPECT_EQ(step.success_criteria[1].criterion.text().type,
              expressions::CriterionType::kJsonPath);
    EXPECT_EQ(step.success_criteria[2].criterion.text().where.line, 19);
}

}  // namespace
}  // namespace plumbline::workflow
