"""Inputs of scenarios: from options, files, variables and the profile, to called workflows, and never into an output."""

import json
import os
import tempfile
import unittest
import urllib.parse

import programs

KEY = {"PLUMBLINE_API_KEY": "plumbline-dev-key"}
SECRET = "Zebra-7/ä \"quoted\" it's"

SUITE = """
arazzo: 1.1.0
info: { title: a workflow that calls another, version: '1' }
sourceDescriptions: [ { name: api, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: first
    steps:
      - { stepId: by-step, workflowId: list }
      - stepId: by-action
        operationId: listDeployments
        parameters: [ { name: X-Api-Key, in: header, value: plumbline-dev-key } ]
        onSuccess: [ { name: then, type: goto, workflowId: list } ]
  - workflowId: list
    inputs: { type: object, properties: { wanted: { type: string, default: by-default } } }
    steps:
      - stepId: list
        operationId: listDeployments
        parameters:
          - { name: X-Api-Key, in: header, value: plumbline-dev-key }
          - { name: name_contains, in: query, value: $inputs.wanted }
        successCriteria: [ { condition: $statusCode == STATUS } ]
"""


class Inputs(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.mock = programs.Mock().__enter__()
        cls.addClassCleanup(cls.mock.__exit__)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def suite(self, status=200):
        return self.write("calls.arazzo.yaml", SUITE.replace("STATUS", str(status)))

    def run_suite(self, *options, status=200, env=None):
        return programs.run_with_result("--url", self.mock.url, "--only", "calls/first", *options, self.suite(status),
                                        env={**KEY, **(env or {})})

    def wanted(self, *options, env=None):
        """Returns what the two calls of the called workflow sent."""
        process, result = self.run_suite(*options, env=env)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        urls = [exchange["url"] for step in result["scenarios"][0]["steps"] for exchange in step["exchanges"]]
        queries = [urllib.parse.parse_qs(urllib.parse.urlsplit(url).query) for url in urls]
        return [query["name_contains"][0] for query in queries if query]

    def profile(self, inputs):
        return self.write("profile.yaml", json.dumps({"urls": {"all": self.mock.url}, "inputs": inputs}))

    def test_inputs_reach_called_workflows(self):
        self.assertEqual(self.wanted(), ["by-default"] * 2)
        self.assertEqual(self.wanted("--input", "wanted=mine"), ["mine"] * 2)
        profile = ["--target", self.profile({"wanted": "of-profile"})]
        self.assertEqual(self.wanted(*profile), ["of-profile"] * 2)
        file = ["--inputs", self.write("inputs.yaml", "wanted: of-file\n")]
        self.assertEqual(self.wanted(*profile, *file), ["of-file"] * 2)
        self.assertEqual(self.wanted(*profile, *file, "--input", "wanted=mine"), ["mine"] * 2)

    def test_variables_give_inputs_of_any_suite(self):
        variable = {"PLUMBLINE_INPUT_wanted": "of-variable"}
        profile = ["--target", self.profile({"wanted": "of-profile"})]
        self.assertEqual(self.wanted(*profile, env=variable), ["***"] * 2)
        self.assertEqual(self.wanted("--input", "wanted=mine", env=variable), ["mine"] * 2)
        file = ["--inputs", self.write("inputs.yaml", "wanted: of-file\n")]
        self.assertEqual(self.wanted(*file, env=variable), ["of-file"] * 2)
        process, _ = self.run_suite(env={"PLUMBLINE_INPUT_wantd": "x"})
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("warning: the environment variable PLUMBLINE_INPUT_wantd is not used", process.stderr)
        self.assertIn("did you mean PLUMBLINE_INPUT_wanted?", process.stderr)
        process, _ = self.run_suite(env={"PLUMBLINE_INPUT_wanted": ""})
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("PLUMBLINE_INPUT_wanted is empty", process.stderr)

    def test_inputs_that_no_scenario_declares_are_refused(self):
        file = self.write("inputs.yaml", "wnted: of-file\n")
        for options in (["--input", "wnted=1"], ["--inputs", file]):
            process, _ = self.run_suite(*options)
            self.assertEqual(process.returncode, 2, process.stdout)
            self.assertIn(f"{options[0]} wnted: no scenario of this run declares this input; did you mean wanted?",
                          process.stderr)

    def test_inputs_from_files_and_variables_are_in_no_output(self):
        path = self.write("secret.txt", SECRET + "\n")
        inputs = self.write("inputs.json", json.dumps({"wanted": {"file": "secret.txt"}}))
        forms = {SECRET, json.dumps(SECRET), json.dumps(SECRET, ensure_ascii=False), urllib.parse.quote(SECRET),
                 urllib.parse.quote(SECRET, safe=""), "Zebra"}
        for options in (["--input", "wanted=@" + path], ["--input", "wanted=env:WANTED"], ["--inputs", inputs],
                        ["--target", self.profile({"wanted": {"env": "WANTED"}})]):
            reports = os.path.join(self.folder, "reports")
            with self.subTest(options=options):
                process = programs.run("run", "--url", self.mock.url, "--only", "calls/first", *options, "--report-dir",
                                       reports, self.suite(status=299), env={**KEY, "WANTED": SECRET})
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                outputs = [process.stdout, process.stderr]
                for name in os.listdir(reports):
                    with open(os.path.join(reports, name), encoding="utf-8") as file:
                        outputs.append(file.read())
                self.assertEqual(len(outputs), 6)
                for output in outputs:
                    for form in forms:
                        self.assertNotIn(form, output)
                self.assertIn("name_contains=$PLUMBLINE_SECRET_1", programs.unwrapped(process.stdout))

    def test_mistakes_name_the_option_and_exit_with_2(self):
        large = self.write("large.txt", "x" * (1024 * 1024 + 1))
        for options, sentence in (
                (["--input", "wanted=@/no/such"], "--input wanted: no such file: /no/such"),
                (["--input", "wanted=env:NOT_SET_1"], "--input wanted: the environment variable NOT_SET_1 is not set"),
                (["--input", "wanted=@" + large], "is larger than 1048576 bytes"),
                (["--inputs", "/no/such"], "--inputs: no such file: /no/such"),
                (["--target", self.profile({"wanted": {"env": "NOT_SET_1"}})], "NOT_SET_1 is not set")):
            process, _ = self.run_suite(*options)
            self.assertEqual(process.returncode, 2, process.stdout)
            self.assertIn(sentence, process.stderr)


if __name__ == "__main__":
    unittest.main()
