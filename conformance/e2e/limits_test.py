"""Work and memory are bounded: suites and responses that ask for much get a verdict soon, with the place."""

import json
import os
import tempfile
import time
import unittest

import http_service
import programs

MOST_SECONDS = 10  # of the machine; what is bounded would take minutes or gigabytes
MOST_MIB = 64
MOST_MIB_WITH_OUTPUTS = 160  # which may have 64
API = """openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /nested: {get: {operationId: nested, responses: {'200': {description: d, content: {application/json: {schema: {type: object}}}}}}}
  /empty:
    get:
      operationId: empty
      responses: {'200': {description: d, content: {application/json: {schema: {type: array, items: {type: object, required: [a]}}}}}}
  /part: {get: {operationId: part, responses: {'200': {description: d, content: {application/json: {schema: {type: array}}}}}}}
  /many: {get: {operationId: many, responses: {'200': {description: d}}}}
  /number: {get: {operationId: number, responses: {'200': {description: d}}}}
  /post: {post: {operationId: post, responses: {'200': {description: d}}}}
"""
SUITE = """arazzo: 1.0.1
info: {title: t, version: '1'}
sourceDescriptions: [{name: api, url: api.yaml, type: openapi}]
workflows:
- workflowId: w
  steps:
"""
CHAIN = '{"a":' * 100 + "1" + "}" * 100
NESTED = ('{"items": [' + ",".join(['{"text": "%s", "a": %s}' % ("x" * 2500, CHAIN)] * 800) + "]}").encode()
PART = json.dumps(["x" * 1000] * 8000).encode()
EMPTY = b"[" + b",".join([b"{}"] * 250000) + b"]"
MANY = b"[" + b",".join([b"{}"] * 500000) + b"]"
NUMBER = b"-" + b"1" * 5_000_000


class Responses(http_service.Handler):
    def do_GET(self):  # noqa: N802
        body = {"/nested": NESTED, "/part": PART, "/empty": EMPTY, "/many": MANY, "/number": NUMBER}.get(self.path, b"{}")
        self.send(200, {"Content-Type": "application/json"}, body)

    def do_POST(self):  # noqa: N802
        self.read_body()
        self.send(200, {}, b"")


class Limits(unittest.TestCase):
    def measured(self, *arguments, cwd, most_mib=MOST_MIB):
        """Returns the exit code and the output of `plumbline`, which ends in time and with little memory."""
        begin = time.monotonic()
        code, output, mib = programs.run_measured(*arguments, cwd=cwd)
        if not programs.is_sanitized():
            self.assertLess(time.monotonic() - begin, MOST_SECONDS)
            self.assertLess(mib, most_mib, output)
        return code, output

    def lint(self, suite):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("api.yaml", API), ("suite.yaml", suite)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            return self.measured("lint", "suite.yaml", "--documents", "api.yaml", cwd=folder)

    def play(self, steps, most_mib=MOST_MIB):
        """Returns the result and the output of a run, which ends in time and with little memory."""
        with tempfile.TemporaryDirectory() as folder, http_service.Server(Responses) as service:
            for name, text in (("api.yaml", API), ("suite.yaml", SUITE + steps)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            _, output = self.measured(
                "run", "suite.yaml", "--documents", "api.yaml", "--url", service.url, "--allow-writes", "--no-preflight",
                "--report", "json=result.json", cwd=folder, most_mib=most_mib)
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
        result, output = self.play(steps, most_mib=MOST_MIB_WITH_OUTPUTS)
        self.assertEqual(result["scenarios"][0]["verdict"], "not_run", output)
        self.assertIn("a computed value has more than 16 MiB", output)
        self.assertRegex(output, r"suite\.yaml:\d+:\d+")

    def test_outputs_of_a_scenario_have_a_limit(self):
        steps = "".join("  - {stepId: s%d, operationId: part, outputs: {o: $response.body}}\n" % number for number in range(20))
        result, output = self.play(steps, most_mib=MOST_MIB_WITH_OUTPUTS)
        self.assertEqual(result["scenarios"][0]["verdict"], "not_run", output)
        self.assertIn("the outputs of the scenario have more than 64 MiB", output)

    def test_many_violations_are_counted(self):
        result, output = self.play("  - {stepId: s, operationId: empty}\n")
        self.assertEqual(result["scenarios"][0]["verdict"], "failed", output)
        findings = result["scenarios"][0]["steps"][0]["findings"]
        self.assertLess(len(findings), 30)
        self.assertIn("250000 violations, only the first are listed", [finding["got"] for finding in findings])

    def test_responses_that_take_much_memory_are_not_judged(self):
        for operation in ("many", "number"):
            with self.subTest(operation):
                result, output = self.play("  - {stepId: s, operationId: %s}\n" % operation)
                self.assertEqual(result["scenarios"][0]["verdict"], "not_run", output)
                findings = result["scenarios"][0]["steps"][0]["findings"]
                self.assertIn("its JSON takes more than 24 MiB of memory", findings[0]["got"])

    def test_suites_have_limits(self):
        def steps(count):
            return SUITE + "".join("  - {stepId: s%d, operationId: part}\n" % number for number in range(count))

        large = "a:\n" + "- b\n" * 2_500_000
        for suite, expected, message in ((steps(10_000), 0, "0 errors"), (steps(20_000), 2, "20000 steps, at most 10000"),
                                         (large, 2, "larger than 4194304 bytes")):
            with self.subTest(message):
                code, output = self.lint(suite)
                self.assertEqual(code, expected, output)
                self.assertIn(message, output)


if __name__ == "__main__":
    unittest.main()
