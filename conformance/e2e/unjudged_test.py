"""Parts of schemas that cannot be judged: the rest is judged, and every report says what is left out."""

import json
import tempfile
import unittest

import http_service
import programs
import target_test

API = """
openapi: '3.1.0'
info: { title: items, version: '1' }
servers: [ { url: 'SERVER' } ]
paths:
  /items:
    get:
      operationId: list
      responses:
        '200':
          description: found
          content:
            application/json:
              schema:
                type: object
                required: [id]
                properties:
                  id: { type: string, pattern: '(?<=x+)y' }
                  count: { type: integer }
                unevaluatedProperties: false
"""
SUITE = """
arazzo: 1.1.0
info: { title: items, version: '1' }
sourceDescriptions: [ { name: items, type: openapi, url: items.openapi.yaml } ]
workflows: [ { workflowId: all, steps: [ { stepId: read, operationId: list } ] } ]
"""


class Unjudged(target_test.TargetTest):
    def play(self, body, *options):
        server = self.stack.enter_context(
            http_service.AnsweringService(lambda _: http_service.json_answer(200, body))).url
        self.write("items.openapi.yaml", API.replace("SERVER", server))
        reports = self.stack.enter_context(tempfile.TemporaryDirectory())
        process = programs.run("run", "--server", f"items={server}", "--report-dir", reports,
                               *options, self.write("items.arazzo.yaml", SUITE))
        with open(f"{reports}/result.json", encoding="utf-8") as file:
            result = json.load(file)
        with open(f"{reports}/junit.xml", encoding="utf-8") as file:
            return process, result, file.read()

    def test_the_rest_of_the_schema_is_judged(self):
        for body, expected in (({"id": 1}, "integer 1, expected string"), ({}, 'the member "id"'),
                               ({"id": "a", "count": "1"}, "expected integer"),
                               ({"id": "a", "more": 1}, "no part that other keywords")):
            with self.subTest(body):
                process, _, _ = self.play(body)
                self.assertEqual(process.returncode, 1, process.stdout)
                self.assertIn(expected, programs.unwrapped(process.stdout))

    def test_every_report_says_what_is_left_out(self):
        process, result, junit = self.play({"id": "x", "count": 1})
        self.assertEqual(process.returncode, 0, process.stdout)
        (part,) = result["unjudged"]
        self.assertIn("items.openapi.yaml:18:", part)
        self.assertIn("lookbehind", part)
        self.assertIn("not judged: 1 part of the API documents' schemas " + part, programs.unwrapped(process.stdout))
        self.assertIn('<testsuite name="not judged" tests="1"', junit)

    def test_strict_schemas_fail_the_run(self):
        process, result, _ = self.play({"id": "x", "count": 1}, "--strict-schemas")
        self.assertEqual(process.returncode, 1, process.stdout)
        self.assertEqual(result["gates"], [
            {"gate": "--strict-schemas", "got": "1 part of the schemas is not judged", "met": False}])


if __name__ == "__main__":
    unittest.main()
