"""`plumbline batch`: runs that share what was read."""

import json
import os
import tempfile
import unittest

import programs

SCENARIO = "lifecycle/create-deploy-patch-delete"


def batch(*lines, options=()):
    return programs.run("batch", *options, text="".join(line + "\n" for line in lines))


class Batch(unittest.TestCase):
    def test_each_line_is_a_run_with_its_own_faults_and_result(self):
        with tempfile.TemporaryDirectory() as folder:
            runs = [(name, ["--only", SCENARIO, "--quiet", "--generated", "none", "--report-dir", os.path.join(folder, name),
                            "--format", "json", *options])
                    for name, options in (("right", []), ("wrong", ["--fault", "create-answers-200"]), ("again", []))]
            process = batch(*(json.dumps(arguments) for _, arguments in runs))
            self.assertEqual((process.returncode, process.stdout), (0, "0\n1\n0\n"), process.stderr)
            verdicts = [programs.read_result(os.path.join(folder, name, "result.json"))["scenarios"][0]["verdict"]
                        for name, _ in runs]
            self.assertEqual(verdicts, ["passed", "failed", "passed"])

    def test_a_wrong_line_ends_it(self):
        for line, reason in (("run", "JSON"), ("{}", "an array of strings"), ("[1]", "an array of strings"),
                             ('["--onyl", "x"]', "--only"), ('["own.arazzo.yaml"]', "given to `plumbline batch` only")):
            process = batch(line)
            self.assertEqual((process.returncode, process.stdout), (2, ""), process.stderr)
            self.assertIn(reason, process.stderr)

    def test_unreadable_suites_end_it(self):
        process = batch("[]", options=["missing.arazzo.yaml"])
        self.assertEqual((process.returncode, process.stdout), (2, ""))
        self.assertIn("missing.arazzo.yaml", process.stderr)


if __name__ == "__main__":
    unittest.main()
