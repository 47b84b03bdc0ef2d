"""Keys, tenants, passwords, and secrets that the contract declares are in no output: of deployments that exist, and
literal ones in suites."""

import base64
import json
import os
import tempfile
import unittest
import urllib.parse
import urllib.request
from pathlib import Path

import http_service
import programs

KEY = "plumbline-dev-key"
TENANT = "11111111-1111-4111-8111-111111111111"
EXISTING = "Zebra-7 \"ä\" it's"
LITERAL = "Giraffe/9 <&>"
PASSWORD = "Okapi-5-password"
FORMS = "text,json,junit,html,markdown,github,sarif,gitlab,tap,ctrf,allure"

SUITE = """
arazzo: 1.1.0
info: { title: reads deployments that exist, version: '1' }
sourceDescriptions: [ { name: api, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: reads
    inputs: { type: object, properties: { word: { type: string, format: password }, tenant_id: { type: string } } }
    parameters:
      - { name: X-Api-Key, in: header, value: plumbline-dev-key }
      - { name: X-Tenant-Id, in: header, value: $inputs.tenant_id }
    steps:
      - stepId: list
        operationId: listDeployments
        successCriteria: [ { condition: $response.body#/resources == 1 } ]
        onFailure: [ { name: on, type: goto, stepId: read } ]
      - stepId: read
        operationId: getDeployment
        parameters: [ { name: deployment_id, in: path, value: DEPLOYMENT } ]
        successCriteria:
          - condition: $response.body#/secrets == 1
          - condition: $response.body#/secrets/0/value == 'other'
          - { context: $response.body#/secrets/1/value, condition: '^LITERAL$', type: regex }
        onFailure: [ { name: on, type: goto, stepId: create } ]
      - stepId: create
        operationId: createDeployment
        requestBody:
          contentType: application/json
          payload:
            name: $inputs.word
            source: internal_source
            source_config: {}
            source_revision_config: { graph_config_path: graphs.json }
            secrets: [ { name: FIRST, value: LITERAL }, { name: the name, value: the } ]
        successCriteria: [ { condition: $statusCode == 299 } ]
""".replace("name: on,", "name: onwards,")


class Secrets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def create(self, mock):
        body = {"name": "existing", "source": "internal_source", "source_config": {}, "source_revision_config":
                {"graph_config_path": "g.json"}, "secrets": [{"name": "A", "value": EXISTING}, {"name": "B", "value": "a"}]}
        request = urllib.request.Request(mock.url + "/v2/deployments", data=json.dumps(body).encode(), method="POST",
                                         headers={"X-Api-Key": KEY, "Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=10) as response:
            return json.load(response)["id"]

    def outputs_of(self, mock, *options):
        deployment = self.create(mock)
        path = os.path.join(self.folder, "reads.arazzo.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(SUITE.replace("DEPLOYMENT", deployment).replace("LITERAL", json.dumps(LITERAL)[1:-1]))
        reports = os.path.join(self.folder, "reports")
        process = programs.run("run", "-vv", *options, "--url", mock.url, "--tenant", TENANT, "--allow-writes", "--journal-dir",
                               os.path.join(self.folder, "journals"), "--report-dir", reports, "--format", FORMS, "--input", "word=" + PASSWORD, path,
                               env={"PLUMBLINE_API_KEY": KEY})
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        outputs = {"stdout": process.stdout, "stderr": process.stderr}
        for file in Path(reports).rglob("*"):
            if file.is_file():
                outputs[str(file.relative_to(reports))] = file.read_text(encoding="utf-8")
        self.assertLessEqual({"junit.xml", "report.html", "result.json", "result.txt", "summary.md", "annotations.txt", "result.sarif",
                              "code-quality.json", "result.tap", "ctrf.json", "allure-results/environment.properties"}, outputs.keys())
        return outputs

    def check(self, outputs):
        for output in outputs.values():
            for secret in (EXISTING, LITERAL, "Zebra", "Giraffe", KEY, PASSWORD, "Okapi", TENANT):
                self.assertNotIn(secret, output)
                self.assertNotIn(json.dumps(secret)[1:-1], output)
        self.assertIn("***", outputs["result.json"])

    def test_no_output_contains_them(self):
        with programs.Mock() as mock:
            outputs = self.outputs_of(mock)
        self.check(outputs)
        steps = programs.expanded(json.loads(outputs["result.json"]))["scenarios"][0]["steps"]
        findings = [finding["got"] for step in steps for finding in step["findings"]]
        self.assertIn('$response.body#/secrets/0/value is "***"', findings)
        self.assertIn('$response.body#/secrets/1/value is "***"', findings, "a short value at its place")
        self.assertIn('$response.body#/secrets is [{"name":"A","value":"***"},{"name":"B","value":"***"}]', findings)
        created = steps[-2]["exchanges"][0]
        self.assertIn('{"name":"the name","value":"***"}', created["curl"], "a short value hides no other text")
        self.assertIn('"secrets":[{"name":"FIRST","value":"***"}', created["curl"])

    def test_no_output_contains_them_if_members_have_other_names(self):
        names = os.path.join(self.folder, "names.json")
        with open(names, "w", encoding="utf-8") as file:
            json.dump({"fields": {"secrets/value": "content"}}, file)
        with programs.Mock() as mock:
            # The mock has the contract's names: the target violates the vocabulary, and its bytes are shown.
            self.check(self.outputs_of(mock, "--vocabulary", names))


THINGS_API = """
openapi: '3.1.0'
info: { title: things, version: '1' }
paths: { /things: { get: { operationId: listThings, responses: { '200': { description: all } } } } }
"""
THINGS_SUITE = """
arazzo: 1.1.0
info: { title: things, version: '1' }
sourceDescriptions: [ { name: things, type: openapi, url: things.openapi.yaml } ]
workflows:
  - workflowId: all
    steps:
      - { stepId: read, operationId: listThings, successCriteria: [ { condition: $response.body#/key == 1 } ] }
"""


class Spellings(unittest.TestCase):
    KEY = "Key/7&'<Lynx>"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def spellings(self):
        pair = f"caller:{self.KEY}".encode()
        return {
            "plain": self.KEY, "percent": urllib.parse.quote(self.KEY, safe=""), "lower": "Key%2f7%26%27%3cLynx%3e",
            "twice": urllib.parse.quote(urllib.parse.quote(self.KEY, safe=""), safe=""),
            "html": "Key/7&amp;&#39;&lt;Lynx&gt;", "unicode": r"Key\u002f7\u0026\u0027\u003CLynx\u003E",
            "slash": r"Key\/7&'<Lynx>", "base64": base64.b64encode(self.KEY.encode()).decode(),
            "basic": base64.b64encode(pair).decode(), "url64": base64.urlsafe_b64encode(pair).decode().rstrip("="),
        }

    def play(self, url):
        for name, text in (("things.openapi.yaml", THINGS_API), ("own.arazzo.yaml", THINGS_SUITE)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        reports = os.path.join(self.folder, "reports")
        process = programs.run("run", "-vv", "--server", f"things={url}", "--report-dir", reports, "--format", FORMS,
                               os.path.join(self.folder, "own.arazzo.yaml"), env={"PLUMBLINE_API_KEY": self.KEY})
        outputs = {"stdout": process.stdout, "stderr": process.stderr}
        for file in Path(reports).rglob("*"):
            if file.is_file():
                outputs[str(file.relative_to(reports))] = file.read_text(encoding="utf-8")
        return process, outputs

    def check_none_is_in(self, outputs):
        for name, output in outputs.items():
            self.assertNotIn("Lynx", output, name)
            for spelling, text in self.spellings().items():
                self.assertNotIn(text, output, f"{spelling} in {name}")

    def test_a_response_with_the_key_in_every_spelling(self):
        body = "{" + ",".join(f'"{name}":"{text}"' for name, text in self.spellings().items()) + "}"
        with http_service.AnsweringService(http_service.always(200, {"Content-Type": "application/json"}, body)) as service:
            process, outputs = self.play(service.url)
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.check_none_is_in(outputs)
        self.assertGreaterEqual(outputs["result.json"].count("***"), len(self.spellings()))

    def test_a_base_url_with_the_key_that_cannot_be_reached(self):
        with http_service.AnsweringService(http_service.always(200, {})) as closed:
            url = closed.url
        process, outputs = self.play(f"{url}/{urllib.parse.quote(self.KEY, safe='')}")
        self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
        self.check_none_is_in(outputs)


if __name__ == "__main__":
    unittest.main()
