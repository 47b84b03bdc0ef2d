"""Suites generated for measuring the runner."""

from pathlib import Path

HEAD = """arazzo: 1.1.0
info: {title: Deployment lifecycles, version: 1.0.0}
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
"""

WORKFLOW = """\
  - workflowId: lifecycle-N
    inputs: {$ref: '#/components/inputs/base'}
    parameters: [{reference: $components.parameters.apiKey}]
    steps:
"""

LIFECYCLE_STEPS = """\
      - stepId: create-N
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
"""

# Ten reads of a deployment, and a workflow that creates one and calls them.
READ_WORKFLOWS = """\
  - workflowId: ten-reads
    inputs:
      type: object
      required: [api_key, deployment_id]
      properties: {api_key: {type: string, format: password}, deployment_id: {type: string}}
    parameters: [{reference: $components.parameters.apiKey}]
    steps:
TEN  - workflowId: reads
    inputs: {$ref: '#/components/inputs/base'}
    steps:
"""

READ_STEP = """\
      - stepId: read-N
        operationId: getDeployment
        parameters: [{name: deployment_id, in: path, value: $inputs.deployment_id}]
        successCriteria: [{condition: $response.body#/id == $inputs.deployment_id}]
"""

CALL_STEP = """\
      - stepId: call-N
        workflowId: ten-reads
        parameters:
          - {name: api_key, value: $inputs.api_key}
          - {name: deployment_id, value: $steps.create.outputs.id}
"""


def numbered(text: str, count: int) -> str:
    return "".join(text.replace("-N", f"-{number}") for number in range(count))


def lifecycles(workflows: int, per_workflow: int, contract: Path) -> str:
    """Returns workflows of `per_workflow` × 5 steps: create a deployment, read it, patch it, list its revisions, delete it."""
    return HEAD.replace("CONTRACT", str(contract)) + "".join(
        WORKFLOW.replace("-N", f"-{number}") + numbered(LIFECYCLE_STEPS, per_workflow) for number in range(workflows))


def reads(calls: int, contract: Path) -> str:
    """Returns a workflow that calls a workflow of ten reads `calls` times: many steps, little text."""
    create = LIFECYCLE_STEPS[:LIFECYCLE_STEPS.index("      - stepId: read-N")]
    remove = LIFECYCLE_STEPS[LIFECYCLE_STEPS.index("      - stepId: delete-N"):]
    key = "{reference: $components.parameters.apiKey}"
    return (HEAD.replace("CONTRACT", str(contract)) + READ_WORKFLOWS.replace("TEN", numbered(READ_STEP, 10)) +
            create.replace("-N", "").replace("        requestBody:", f"        parameters: [{key}]\n        requestBody:") +
            numbered(CALL_STEP, calls) + remove.replace("-N", "").replace("[{name", f"[{key}, {{name"))
