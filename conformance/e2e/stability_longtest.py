"""Checks that fifty runs report the same names and verdicts in the same order with any scheduling of the workers.

A run that finds a fault is repeated ten times: its scenarios are scheduled in the same way.
"""

import unittest

import programs

RUNS = 50
RUNS_WITH_A_FAULT = 10


def stable_part(result):
    """Returns the part of a result that must not differ: everything except times, ids and addresses."""
    return [
        (scenario["name"], scenario["verdict"],
         [(step["id"], step["attempt"], step["verdict"], tuple(step["verified"])) for step in scenario["steps"]])
        for scenario in result["scenarios"]
    ]


def requirement_outcomes(result):
    return [(row["id"], row["outcome"], tuple(row["scenarios"])) for row in result["requirements"]]


class Stability(unittest.TestCase):
    def assert_same_in_every_run(self, runs, *options):
        _, first = programs.run_with_result("--jobs", "16", *options)
        self.assertGreater(len(first["scenarios"]), 20)
        for number in range(1, runs):
            _, repeated = programs.run_with_result("--jobs", "16", *options)
            with self.subTest(run=number):
                self.assertEqual(stable_part(repeated), stable_part(first))
                self.assertEqual(requirement_outcomes(repeated), requirement_outcomes(first))

    def test_a_mock_without_faults_gets_the_same_verdicts_in_every_run(self):
        self.assert_same_in_every_run(RUNS)

    def test_a_faulty_mock_gets_the_same_verdicts_in_every_run(self):
        self.assert_same_in_every_run(RUNS_WITH_A_FAULT, "--area", "control_plane", "--fault", "patch-secrets-no-revision")


if __name__ == "__main__":
    unittest.main()
