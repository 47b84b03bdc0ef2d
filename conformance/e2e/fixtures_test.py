"""A new endpoint, rule and fault are tried with --documents and --fixtures alone: the embedded mock needs no rebuild."""

import json
import os
import shutil
import tempfile
import unittest

import programs

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

PATH = """  /v2/cluster-listeners/{listener_id}:
    get:
      operationId: getClusterListener
      summary: Returns one listener.
      x-operation-kind: read
      x-resource: { type: listener, id: /id }
      x-requirements: [CP-EP-LISTENERS, CP-VER-V2, CP-VER-PREFIX]
      parameters:
        - name: listener_id
          in: path
          required: true
          schema: { type: string, format: uuid }
      responses:
        '200':
          description: The listener.
          x-basis: assumed
          x-requirements: [CP-LISTENERS-200]
          content:
            application/json:
              schema: { type: object, required: [id], additionalProperties: true }
        '4XX': { $ref: '#/components/responses/AnyError' }

components:
"""

SUITE = """arazzo: 1.1.0
info: {title: Listeners, version: '1'}
sourceDescriptions:
  - {name: control_plane, type: openapi, url: control_plane.openapi.yaml}
workflows:
  - workflowId: read-back
    inputs:
      type: object
      properties:
        api_key: {type: string, format: password}
        compute_kind: {type: string, enum: [cluster]}
    parameters: [{name: X-Api-Key, in: header, value: $inputs.api_key}]
    steps:
      - stepId: list
        operationId: listListeners
        successCriteria: [{condition: $statusCode == 200}]
        outputs: {id: $response.body#/resources/0/id}
      - stepId: read
        operationId: getClusterListener
        x-ct-verifies: [CP-EP-LISTENERS]
        parameters: [{name: listener_id, in: path, value: $steps.list.outputs.id}]
        successCriteria:
          - condition: $statusCode == 200
          - condition: $response.body#/id == $steps.list.outputs.id
"""

FAULT = {"faults": [{"id": "cluster-listener-read-answers-202", "summary": "A read of a listener returns 202 instead of 200",
                     "breaks": ["CP-EP-LISTENERS"], "operations": ["getClusterListener"],
                     "reply": [{"when_status": [200], "status": 202}]}]}


class NewEndpoint(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.documents = os.path.join(folder.name, "documents")
        self.fixtures = os.path.join(folder.name, "fixtures")
        shutil.copytree(os.path.join(ROOT, "spec", "documents"), self.documents)
        os.makedirs(os.path.join(self.fixtures, "faults"))
        path = os.path.join(self.documents, "control_plane.openapi.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        with open(path, "w", encoding="utf-8") as file:
            file.write(text.replace("components:\n", PATH, 1))
        with open(os.path.join(ROOT, "fixtures", "operations.json"), encoding="utf-8") as file:
            operations = json.load(file)
        operations["operations"]["getClusterListener"] = {"action": "read", "collection": "listeners", "id": "listener_id"}
        self.write("operations.json", operations)
        self.write("faults/cluster_listeners.json", FAULT)
        self.suite = os.path.join(folder.name, "listeners.arazzo.yaml")
        with open(self.suite, "w", encoding="utf-8") as file:
            file.write(SUITE)

    def write(self, name, value):
        with open(os.path.join(self.fixtures, name), "w", encoding="utf-8") as file:
            json.dump(value, file)

    def run_suite(self, *options):
        return programs.run_with_result(self.suite, "--documents", self.documents, "--world", "self_hosted", *options)

    def test_is_served_and_checked(self):
        process, result = self.run_suite("--fixtures", self.fixtures)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual([scenario["verdict"] for scenario in result["scenarios"]], ["passed"])

    def test_fails_for_the_requirement_that_its_fault_breaks(self):
        process, result = self.run_suite("--fixtures", self.fixtures, "--fault", "cluster-listener-read-answers-202")
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        broken = [row["id"] for row in result["requirements"] if row["outcome"] == "failed"]
        self.assertIn("CP-EP-LISTENERS", broken)

    def test_is_reported_where_its_row_is_missing(self):
        process, _ = self.run_suite()
        self.assertEqual(process.returncode, 2)
        self.assertIn('"getClusterListener" has no row', process.stdout + process.stderr)
        self.assertIn("--fixtures", process.stdout + process.stderr)

    def test_needs_the_embedded_mock_and_an_existing_folder(self):
        for options in (["--url", "http://127.0.0.1:1", "--fixtures", self.fixtures], ["--fixtures", "/nowhere"]):
            with self.subTest(options=options):
                process = programs.run("run", *options)
                self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
                self.assertIn("--fixtures", process.stdout + process.stderr)


if __name__ == "__main__":
    unittest.main()
