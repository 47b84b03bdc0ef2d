"""What goes wrong outside a scenario: unreachable targets, broken suites, wrong words."""

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
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # bound, not listening: connections are refused
            url = f"http://127.0.0.1:{taken.getsockname()[1]}"
            process = programs.run("run", "--url", url)
        self.assertEqual(process.returncode, 3, process.stdout)
        self.assertIn(url.removeprefix("http://"), process.stderr)
        *counts, not_run = verdicts.summary_of(process)
        self.assertEqual(counts, [0] * 7)
        self.assertGreater(not_run, 0)

    def test_reports_of_an_unreachable_target_say_that_nothing_was_run(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{taken.getsockname()[1]}"
            process, result = programs.run_with_result("--url", url)
        self.assertEqual(process.returncode, 3, process.stdout)
        self.assertEqual(result["exit_code"], 3)
        self.assertTrue(result["nothing_answered"])
        self.assertEqual({verdict for _, verdict in verdicts.all_of(result)}, {"not_run"})

    def test_a_target_that_never_answers_exits_with_3_within_its_deadline(self):
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            silent.listen()
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            process = programs.run("run", "--url", url, "--timeout", "0.2")
        self.assertEqual(process.returncode, 3, process.stdout)

    def test_a_broken_suite_exits_with_2_and_names_its_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "broken.arazzo.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(verdicts.WAITING_SUITE.replace("listDeployments", "listDeployment"))
            for command in ("run", "lint"):
                process = programs.run(command, path)
                self.assertEqual(process.returncode, 2, process.stdout)
                self.assertRegex(process.stdout + process.stderr, re.escape(path) + r":\d+:\d+: ")
                self.assertIn("listDeployments", process.stdout + process.stderr)

    def test_our_suites_lint_clean(self):
        process = programs.run("lint")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_lint_tells_programs_what_it_tells_people(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a broken.arazzo.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(verdicts.WAITING_SUITE.replace("listDeployments", "listDeployment"))
            found = json.loads(self.lint_of(path, "json").stdout)["findings"]
            log = json.loads(self.lint_of(path, "sarif").stdout)
        self.assertIn((path, "error", "not_found"), [(one["file"], one["severity"], one["rule"]) for one in found])
        results = log["runs"][0]["results"]
        self.assertEqual(log["version"], "2.1.0")
        self.assertEqual([one["rule"] for one in found], [one["ruleId"] for one in results])
        place = results[0]["locations"][0]["physicalLocation"]
        self.assertTrue(place["artifactLocation"]["uri"].endswith("/a%20broken.arazzo.yaml"), place)
        self.assertEqual(place["region"], {"startLine": found[0]["line"], "startColumn": found[0]["column"]})

    def lint_of(self, path, form):
        process = programs.run("lint", "--format", form, path)
        self.assertEqual(process.returncode, 2, process.stderr)
        return process

    def test_usage_mistakes_exit_with_2(self):
        for words in (["run", "--jobs", "0"], ["run", "--nonsense"], ["run", "--only", "no-such-thing"],
                      ["run", "--url", "ftp://x"], ["run", "no-such-file.yaml"], ["run", "--input", "x"],
                      ["lint", "--format", "xml"], []):
            process = programs.run(*words)
            self.assertEqual(process.returncode, 2, f"{words}: {process.stdout}{process.stderr}")
            self.assertTrue(process.stderr.strip(), words)

    def test_secrets_stay_out_of_every_output(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            process = programs.run("run", "--url", mock.url, "--allow-writes", "--max-rate", "0", "--report-dir", folder,
                                   env={"PLUMBLINE_API_KEY": "not-the-key-at-all"})
            self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
            texts = [process.stdout, process.stderr]
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts.append(file.read())
        self.assertNotIn("not-the-key-at-all", "".join(texts))


if __name__ == "__main__":
    unittest.main()
