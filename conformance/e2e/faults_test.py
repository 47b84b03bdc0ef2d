"""The suite proves itself: every fault is caught by a requirement that it breaks."""

import unittest

import programs



def failed_requirements(result):
    return {
        requirement
        for scenario in result["scenarios"]
        for step in scenario["steps"]
        for finding in step["findings"]
        if finding["verdict"] in ("failed", "warned")
        for requirement in finding["requirements"]
    }


class Faults(unittest.TestCase):
    def test_there_is_a_catalogue(self):
        self.assertGreaterEqual(len(programs.catalogue()), 10)

    def test_each_is_caught_for_the_right_reason(self):
        for fault, breaks in programs.catalogue().items():
            with self.subTest(fault=fault):
                process, result = programs.run_with_result("--strict", "--fault", fault)
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                named = failed_requirements(result)
                self.assertTrue(named & breaks, f"{fault} breaks {sorted(breaks)}, but these failed: {sorted(named)}")

    def test_a_failure_tells_all_that_is_needed(self):
        fault, breaks = next(iter(programs.catalogue().items()))
        output = programs.run("run", "--fault", fault).stdout
        self.assertTrue(any(requirement in output for requirement in breaks), output)
        self.assertRegex(output, r"conformance/suites/\w+\.arazzo\.yaml:\d+:\d+")
        self.assertRegex(output, r"(?m)^\s*expected")
        self.assertRegex(output, r"(?m)^\s*got")
        self.assertRegex(output, r"curl ")


if __name__ == "__main__":
    unittest.main()
