"""Errors outside of scenarios: unreachable targets, invalid suites, wrong usage."""

import json
import os
import re
import socket
import tempfile
import unittest

import programs
import verdicts


class ErrorPaths(unittest.TestCase):
    def test_an_unreachable_target_exits_with_3(self):
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))  # bound, not listening: connections are refused
            url = f"http://127.0.0.1:{closed.getsockname()[1]}"
            process = programs.run("run", "--url", url)
        self.assertEqual(process.returncode, 3, process.stdout)
        self.assertIn(url.removeprefix("http://"), process.stderr)
        *counts, not_run = verdicts.summary_of(process)
        self.assertEqual(counts, [0] * 7)
        self.assertGreater(not_run, 0)

    def test_reports_of_an_unreachable_target_mark_every_scenario_as_not_run(self):
        with socket.socket() as closed:
            closed.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{closed.getsockname()[1]}"
            process, result = programs.run_with_result("--url", url)
        self.assertEqual(process.returncode, 3, process.stdout)
        self.assertEqual(result["exit_code"], 3)
        self.assertTrue(result["target_unreachable"])
        self.assertEqual({verdict for _, verdict in verdicts.all_of(result)}, {"not_run"})

    def test_a_target_that_never_responds_exits_with_3_within_its_deadline(self):
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            silent.listen()
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            process = programs.run("run", "--url", url, "--timeout", "0.2")
        self.assertEqual(process.returncode, 3, process.stdout)

    def test_an_invalid_suite_exits_with_2_and_its_position(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "broken.arazzo.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(verdicts.WAITING_SUITE.replace("listDeployments", "listDeployment"))
            for command in ("run", "lint"):
                process = programs.run(command, path)
                self.assertEqual(process.returncode, 2, process.stdout)
                self.assertRegex(process.stdout + process.stderr, re.escape(path) + r":\d+:\d+: ")
                self.assertIn("listDeployments", process.stdout + process.stderr)

    def test_lint_reports_nothing_for_our_suites(self):
        process = programs.run("lint")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_lint_reports_the_same_findings_in_each_format(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "an invalid.arazzo.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(verdicts.WAITING_SUITE.replace("listDeployments", "listDeployment"))
            findings = json.loads(self.lint(path, "json").stdout)["findings"]
            log = json.loads(self.lint(path, "sarif").stdout)
        self.assertIn((path, "error", "not_found"), [(one["file"], one["severity"], one["rule"]) for one in findings])
        results = log["runs"][0]["results"]
        self.assertEqual(log["version"], "2.1.0")
        self.assertEqual([one["rule"] for one in findings], [one["ruleId"] for one in results])
        location = results[0]["locations"][0]["physicalLocation"]
        self.assertTrue(location["artifactLocation"]["uri"].endswith("/an%20invalid.arazzo.yaml"), location)
        region = {"startLine": findings[0]["line"], "startColumn": findings[0]["column"]}
        self.assertEqual(location["region"], region)

    def lint(self, path, output_format):
        process = programs.run("lint", "--format", output_format, path)
        self.assertEqual(process.returncode, 2, process.stderr)
        return process

    def test_wrong_usage_exits_with_2(self):
        for arguments in (["run", "--jobs", "0"], ["run", "--nonsense"], ["run", "--only", "no-such-thing"],
                          ["run", "--url", "ftp://x"], ["run", "no-such-file.yaml"], ["run", "--input", "x"],
                          ["lint", "--format", "xml"], []):
            process = programs.run(*arguments)
            self.assertEqual(process.returncode, 2, f"{arguments}: {process.stdout}{process.stderr}")
            self.assertTrue(process.stderr.strip(), arguments)

    def test_no_output_contains_secrets(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            process = programs.run("run", "--url", mock.url, "--allow-writes", "--max-rate", "0", "--no-preflight",
                                   "--report-dir", folder,
                                   env={"PLUMBLINE_API_KEY": "not-the-key-at-all"})
            self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
            texts = [process.stdout, process.stderr]
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts.append(file.read())
        self.assertNotIn("not-the-key-at-all", "".join(texts))


if __name__ == "__main__":
    unittest.main()
