#include "benchmarks/startup/suites.hpp"

namespace plumbline::benchmarks {
namespace {

const std::string kHead = R"(arazzo: 1.1.0
info: {title: Lives of deployments, version: 1.0.0}
sourceDescriptions:
  - {name: control_plane, type: openapi, url: 'CONTRACT'}
components:
  inputs:
    base:
      type: object
      required: [api_key, integration_id]
      properties:
        api_key: {type: string, format: password}
        tenant_id: {type: string}
        name: {type: string}
        integration_id: {type: string}
        repo_url: {type: string}
        repo_ref: {type: string}
        graph_config_path: {type: string}
  parameters:
    apiKey: {name: X-Api-Key, in: header, value: $inputs.api_key}
workflows:
)";

const std::string kWorkflow = R"(  - workflowId: lives-N
    inputs: {$ref: '#/components/inputs/base'}
    parameters: [{reference: $components.parameters.apiKey}]
    steps:
)";

const std::string kLife = R"(      - stepId: create-N
        operationId: createDeployment
        requestBody:
          contentType: application/json
          payload:
            name: '{$inputs.name}-N'
            source: git_host
            source_config:
              integration_id: $inputs.integration_id
              repo_url: $inputs.repo_url
              deployment_type: dev
              build_on_push: false
            source_revision_config:
              repo_ref: $inputs.repo_ref
              graph_config_path: $inputs.graph_config_path
            secrets: []
        successCriteria: [{condition: $statusCode == 201}]
        outputs: {id: $response.body#/id}
      - stepId: read-N
        operationId: getDeployment
        parameters: [{name: deployment_id, in: path, value: $steps.create-N.outputs.id}]
        successCriteria: [{condition: $response.body#/id == $steps.create-N.outputs.id}]
      - stepId: patch-N
        operationId: patchDeployment
        parameters: [{name: deployment_id, in: path, value: $steps.create-N.outputs.id}]
        requestBody:
          contentType: application/json
          payload: {source_config: {build_on_push: true}}
        successCriteria: [{condition: $response.body#/source_config/build_on_push == true}]
      - stepId: revisions-N
        operationId: listRevisions
        parameters: [{name: deployment_id, in: path, value: $steps.create-N.outputs.id}]
        successCriteria: [{condition: $statusCode == 200}]
      - stepId: delete-N
        operationId: deleteDeployment
        parameters: [{name: deployment_id, in: path, value: $steps.create-N.outputs.id}]
        successCriteria: [{condition: $statusCode == 204}]
)";

/// Ten reads of a deployment, and a workflow that makes one and calls them.
const std::string kReads = R"(  - workflowId: ten-reads
    inputs:
      type: object
      required: [api_key, deployment_id]
      properties: {api_key: {type: string, format: password}, deployment_id: {type: string}}
    parameters: [{reference: $components.parameters.apiKey}]
    steps:
TEN  - workflowId: reads
    inputs: {$ref: '#/components/inputs/base'}
    steps:
)";

const std::string kRead = R"(      - stepId: read-N
        operationId: getDeployment
        parameters: [{name: deployment_id, in: path, value: $inputs.deployment_id}]
        successCriteria: [{condition: $response.body#/id == $inputs.deployment_id}]
)";

const std::string kCall = R"(      - stepId: call-N
        workflowId: ten-reads
        parameters:
          - {name: api_key, value: $inputs.api_key}
          - {name: deployment_id, value: $steps.create.outputs.id}
)";

std::string replaced(std::string text, const std::string& word, const std::string& by) {
    for (std::size_t at = text.find(word); at != std::string::npos;
         at = text.find(word, at + by.size())) {
        text.replace(at, word.size(), by);
    }
    return text;
}

}  // namespace

std::string lives_suite(int workflows, int lives, const std::string& contract) {
    std::string suite = replaced(kHead, "CONTRACT", contract);
    for (int workflow = 1; workflow <= workflows; ++workflow) {
        suite += replaced(kWorkflow, "-N", '-' + std::to_string(workflow));
        for (int life = 1; life <= lives; ++life) {
            suite += replaced(kLife, "-N", '-' + std::to_string(life));
        }
    }
    return suite;
}

std::string reads_suite(int calls, const std::string& contract) {
    std::string ten;
    for (int read = 0; read < 10; ++read) ten += replaced(kRead, "-N", '-' + std::to_string(read));
    const std::string create = kLife.substr(0, kLife.find("      - stepId: read-N"));
    const std::string remove = kLife.substr(kLife.find("      - stepId: delete-N"));
    const auto with_key = [](const std::string& step) {
        return replaced(replaced(step, "-N", ""),
                        "        requestBody:",
                        "        parameters: [{reference: $components.parameters.apiKey}]\n"
                        "        requestBody:");
    };
    std::string suite = replaced(kHead, "CONTRACT", contract) + replaced(kReads, "TEN", ten);
    suite += with_key(create);
    for (int call = 0; call < calls; ++call) {
        suite += replaced(kCall, "-N", '-' + std::to_string(call));
    }
    return suite + replaced(replaced(remove, "-N", ""),
                            "[{name",
                            "[{reference: $components.parameters.apiKey}, {name");
}

}  // namespace plumbline::benchmarks
