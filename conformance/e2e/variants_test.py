"""Variants of the mock: legal ones raise no finding, a departing one fails its requirement. variants_longtest.py has them all."""

import unittest

import programs
import verdicts


class Variants(unittest.TestCase):
    def test_that_conform_raise_no_finding(self):
        for area, variants in (("agent_streaming", ("crlf", "pairs-in-data", "end-event", "comments")),
                               ("bulk_export", ("exports-as-items", "whole-seconds", "slash-added"))):
            with self.subTest(area=area):
                options = [argument for variant in variants for argument in ("--variant", variant)]
                process, result = programs.run_with_result("--strict", "--area", area, *options)
                self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
                self.assertEqual(verdicts.failures_in(result), [])
                self.assertIn("passed", {verdict for _, verdict in verdicts.all_of(result)})

    def test_that_depart_fail_exactly_their_requirement(self):
        process, result = programs.run_with_result(
            "--generated", "none", "--only", "lifecycle/*", "--variant", "deployment-created-200")
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertEqual(verdicts.violated_requirements(result), {"CP-CREATE-201"})

    def test_are_listed_with_what_they_depart_from(self):
        variants = programs.variants()
        self.assertEqual(variants["backlog-on-join"], {"AS-JOIN-LIVE"})
        self.assertEqual(variants["crlf"], set())

    def test_are_refused_if_unknown_or_at_a_target(self):
        process = programs.run("run", "--variant", "crfl")
        self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
        self.assertIn('did you mean "crlf"', process.stderr)
        process = programs.run("run", "--url", "http://127.0.0.1:1", "--variant", "crlf")
        self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
        self.assertIn("for the embedded mock", process.stderr)


if __name__ == "__main__":
    unittest.main()
