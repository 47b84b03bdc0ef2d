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

}  // namespace plumbline::benchmarks
