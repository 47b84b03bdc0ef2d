"""Work and memory are bounded: suites and responses that ask for much get a verdict soon, with the place."""

import json
import os
import tempfile
import time
import unittest

import http_service
import programs

MOST_SECONDS = 10  # of the machine; what is bounded would take minutes or gigabytes
MOST_MIB = 200
API = """openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /nested: {get: {operationId: nested, responses: {'200': {description: d, content: {application/json: {schema: {type: object}}}}}}}
  /empty:
    get:
      operationId: empty
      responses: {'200': {description: d, content: {application/json: {schema: {type: array, items: {type: object, required: [a]}}}}}}
  /part: {get: {operationId: part, responses: {'200': {description: d, content: {application/json: {schema: {type: array}}}}}}}
  /post: {post: {operationId: post, responses: {'200': {description: d}}}}
"""
SUITE = """arazzo: 1.0.1
info: {title: t, version: '1'}
sourceDescriptions: [{name: api, url: api.yaml, type: openapi}]
workflows:
- workflowId: w
  steps:
"""
NESTED = json.dumps({"items": [{"id": i, "a": {"b": [1, 2, {"c": "x" * 20}]}} for i in range(40000)]}).encode()
PART = json.dumps(["x" * 1000] * 8000).encode()
EMPTY = b"[" + b",".join([b"{}"] * 500000) + b"]"


class Responses(http_service.Handler):
    def do_GET(self):  # noqa: N802
        body = {"/nested": NESTED, "/part": PART, "/empty": EMPTY}.get(self.path, b"{}")
        self.send(200, {"Content-Type": "application/json"}, body)

    def do_POST(self):  # noqa: N802
        self.read_body()
        self.send(200, {}, b"")


class Limits(unittest.TestCase):
    def play(self, steps):
        """Returns the result and the output of a run, which ends in time and with little memory."""
        with tempfile.TemporaryDirectory() as folder, http_service.Server(Responses) as service:
            for name, text in (("api.yaml", API), ("suite.yaml", SUITE + steps)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            begin = time.monotonic()
            _, output, mib = programs.run_measured(
                "run", "suite.yaml", "--documents", "api.yaml", "--url", service.url, "--allow-writes", "--no-preflight",
                "--report", "json=result.json", cwd=folder)
            if not programs.is_sanitized():
                self.assertLess(time.monotonic() - begin, MOST_SECONDS)
                self.assertLess(mib, MOST_MIB, output)
            with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
                return json.load(file), output

    def test_queries_that_take_too_long_are_not_judged(self):
        query = "    - {context: $response.body, type: jsonpath, condition: '$..[?@..[?@..[?@.c == %d]]]'}\n"
        result, output = self.play("  - stepId: s\n    operationId: nested\n    successCriteria:\n"
                                   + "".join(query % number for number in range(40)))
        scenario = result["scenarios"][0]
        self.assertEqual(scenario["verdict"], "not_run", output)
        findings = scenario["steps"][0]["findings"]
        self.assertEqual({finding["verdict"] for finding in findings}, {"not_run"})
        self.assertIn("judging took too long", output)
        self.assertIn("suite.yaml:10:7", output)

    def test_values_that_double_have_a_limit(self):
        steps = "  - {stepId: s0, operationId: post, outputs: {o: $method}}\n"
        for number in range(1, 41):
            before = "{$steps.s%d.outputs.o}" % (number - 1)
            steps += "  - {stepId: s%d, operationId: post, outputs: {o: '%s%s'}}\n" % (number, before, before)
        result, output = self.play(steps)
        self.assertEqual(result["scenarios"][0]["verdict"], "not_run", output)
        self.assertIn("a computed value has more than 16 MiB", output)
        self.assertRegex(output, r"suite\.yaml:\d+:\d+")

    def test_outputs_of_a_scenario_have_a_limit(self):
        steps = "".join("  - {stepId: s%d, operationId: part, outputs: {o: $response.body}}\n" % number for number in range(20))
        result, output = self.play(steps)
        self.assertEqual(result["scenarios"][0]["verdict"], "not_run", output)
        self.assertIn("the outputs of the scenario have more than 64 MiB", output)

    def test_many_violations_are_counted(self):
        result, output = self.play("  - {stepId: s, operationId: empty}\n")
        self.assertEqual(result["scenarios"][0]["verdict"], "failed", output)
        findings = result["scenarios"][0]["steps"][0]["findings"]
        self.assertLess(len(findings), 30)
        self.assertIn("500000 violations, only the first are listed", [finding["got"] for finding in findings])


if __name__ == "__main__":
    unittest.main()
