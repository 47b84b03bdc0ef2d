"""Other names for fields, values and paths: the same verdicts, with the target's names in reports."""

import json
import os
import tempfile
import unittest

import programs
import verdicts


class OtherNames(unittest.TestCase):
    def run_against(self, mock_options, runner_options):
        with programs.Mock(*mock_options) as mock:
            return programs.run_with_result("--url", mock.url, "--control-url", mock.url, *runner_options)

    def test_change_no_verdict(self):
        for world in ("cloud", "self_hosted"):
            _, with_our_names = self.run_against(["--world", world], [])
            options = ["--vocabulary", programs.OTHER_NAMES]
            process, with_other_names = self.run_against(["--world", world, *options], options)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            self.assertEqual(verdicts.all_of(with_our_names), verdicts.all_of(with_other_names))
            self.assertIn("passed", {verdict for _, verdict in verdicts.all_of(with_other_names)})

    def test_change_no_verdict_on_the_embedded_mock(self):
        _, with_our_names = verdicts.embedded_run()
        process, with_other_names = programs.run_with_result("--vocabulary", programs.OTHER_NAMES)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(verdicts.all_of(with_our_names), verdicts.all_of(with_other_names))

    def test_are_shown_in_the_report(self):
        options = ["--vocabulary", programs.OTHER_NAMES]
        _, result = self.run_against(options, ["-vv", *options, "--only", "lifecycle/*"])
        exchanges = [e for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]]
        created = next(e for e in exchanges if e["method"] == "POST")
        self.assertTrue(created["url"].endswith("/api/v3/applications"), created["url"])
        self.assertIn('"workflow_file"', created["curl"])
        self.assertIn('"newest_revision_id"', created["response_excerpt"])
        self.assertNotIn("/v2/deployments", json.dumps(exchanges))

    def test_fail_if_only_one_side_uses_them(self):
        options = ["--vocabulary", programs.OTHER_NAMES]
        for mock_options, runner_options in ((options, []), ([], options)):
            process, result = self.run_against(mock_options, [*runner_options, "--only", "lifecycle/create-*"])
            self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
            findings = [f for s in result["scenarios"] for step in s["steps"] for f in step["findings"]]
            first = findings[0]
            self.assertIn("CP-EP-CREATE", first["requirements"])
            self.assertEqual(first["got"], "$statusCode is 404")

    def test_fail_by_a_field_that_only_one_side_renames(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "names.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("fields: { graph_config_path: workflow_file }\n")
            process, result = self.run_against(["--vocabulary", path], ["--only", "lifecycle/create-*"])
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        excerpts = [e["response_excerpt"] for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]]
        self.assertIn('["body","source_revision_config","workflow_file"]', excerpts[0])

    def test_that_are_invalid_end_both_programs_with_2_and_their_position(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "names.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("fields:\n  graph_config_pth: workflow_file\n")
            for process in (programs.run("run", "--vocabulary", path),
                            programs.run("run", "--url", "http://127.0.0.1:1", "--vocabulary", path),
                            programs.run("--vocabulary", path, program=programs.MOCK)):
                self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
                self.assertIn(path + ":2:3: ", process.stderr)
                self.assertIn("graph_config_path", process.stderr)

    def test_of_the_key_header_do_not_reveal_the_key_in_any_output(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            path = os.path.join(folder, "names.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("headers: { X-Api-Key: X-Other-Key }\n")
            process = programs.run("run", "--url", mock.url, "--allow-writes", "--no-preflight", "--vocabulary", path,
                                   "--report-dir", os.path.join(folder, "reports"),
                                   env={"PLUMBLINE_API_KEY": "not-the-key-at-all"})
            self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
            texts = [process.stdout, process.stderr]
            for name in os.listdir(os.path.join(folder, "reports")):
                with open(os.path.join(folder, "reports", name), encoding="utf-8") as file:
                    texts.append(file.read())
        self.assertIn('-H "X-Other-Key: $PLUMBLINE_API_KEY"', "".join(texts))
        self.assertNotIn("not-the-key-at-all", "".join(texts))


if __name__ == "__main__":
    unittest.main()
