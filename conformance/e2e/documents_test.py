"""Suites that call workflows of other documents: execution, reports, and load errors."""

import os
import tempfile
import unittest

import programs

HEAD = "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions:\n"
KEY = "{api_key: {type: string, format: password}"

MAIN = HEAD + """  - {name: shared, type: arazzo, url: lib/shared.arazzo.yaml}
workflows:
  - workflowId: lists
    inputs: {type: object, properties: """ + KEY + """}}
    steps:
      - stepId: call
        workflowId: $sourceDescriptions.shared.list
        parameters: [{name: api_key, value: $inputs.api_key}, {name: count, value: 3}]
        successCriteria: [{condition: $outputs.count == 3}]
"""

SHARED = HEAD + """  - {name: control_plane, type: openapi, url: control_plane.openapi.yaml}
components:
  parameters:
    key: {name: X-Api-Key, in: header, value: $inputs.api_key}
workflows:
  - workflowId: list
    inputs: {type: object, required: [count], properties: """ + KEY + """, count: {type: integer}}}
    steps:
      - stepId: page
        operationId: listDeployments
        parameters: [{reference: $components.parameters.key}, {name: limit, in: query, value: $inputs.count}]
        successCriteria: [{condition: $statusCode == 200}]
    outputs: {count: $inputs.count}
"""


class Documents(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, "lib"))

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_are_executed_and_named_in_the_report(self):
        shared = self.write("lib/shared.arazzo.yaml", SHARED)
        process, result = programs.run_with_result(self.write("main.arazzo.yaml", MAIN))
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        (scenario,) = result["scenarios"]
        self.assertEqual((scenario["name"], scenario["verdict"]), ("main/lists", "passed"))
        page = scenario["steps"][0]
        self.assertEqual(page["id"], "call/page")
        self.assertEqual(page["where"]["file"], shared)
        self.assertTrue(page["exchanges"][0]["url"].endswith("limit=3"))

    def test_fail_their_caller_with_their_own_position(self):
        shared = self.write("lib/shared.arazzo.yaml", SHARED.replace("== 200", "== 201"))
        process, result = programs.run_with_result(self.write("main.arazzo.yaml", MAIN))
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertEqual(result["scenarios"][0]["verdict"], "failed")
        self.assertIn(shared + ":", process.stdout)

    def test_are_linted_with_their_callers_and_once(self):
        shared = self.write("lib/shared.arazzo.yaml", SHARED.replace("listDeployments", "listDeployment"))
        process = programs.run("lint", self.write("main.arazzo.yaml", MAIN), shared)
        self.assertEqual(process.returncode, 2)
        self.assertEqual(programs.unwrapped(process.stdout).count("no source description has an operation listDeployment\n"), 1)
        self.assertIn(shared + ":", process.stdout)

    def test_are_listed_by_a_verbose_lint(self):
        shared = self.write("lib/shared.arazzo.yaml", SHARED)
        main = self.write("main.arazzo.yaml", MAIN)
        process = programs.run("lint", "--verbose", main)
        self.assertEqual(process.returncode, 0, process.stdout)
        self.assertIn(f"{main}: source shared is {shared}\n", programs.unwrapped(process.stdout))

    def test_that_call_each_other_in_a_cycle_are_refused_with_the_cycle(self):
        back = "  - {name: main, type: arazzo, url: ../main.arazzo.yaml}\n"
        shared = self.write("lib/shared.arazzo.yaml", HEAD + back + "workflows:\n  - workflowId: list\n    steps:\n"
                            "      - {stepId: back, workflowId: $sourceDescriptions.main.lists}\n")
        main = self.write("main.arazzo.yaml", MAIN)
        process = programs.run("run", main)
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("workflow lists calls itself: main/lists -> shared/list -> main/lists", process.stderr)
        self.assertRegex(process.stderr, main + r":\d+:\d+: main/lists calls shared/list")
        self.assertRegex(process.stderr, shared + r":\d+:\d+: shared/list calls main/lists")


if __name__ == "__main__":
    unittest.main()
