"""Fifty runs give the same names and verdicts in the same order, whatever the workers do."""

import unittest

import programs

RUNS = 50


def shape(result):
    """Returns what must not differ: everything but times, ids and addresses."""
    return [
        (scenario["name"], scenario["verdict"],
         [(step["id"], step["attempt"], step["verdict"], tuple(step["verified"])) for step in scenario["steps"]])
        for scenario in result["scenarios"]
    ]


def requirement_outcomes(result):
    return [(row["id"], row["outcome"], tuple(row["scenarios"])) for row in result["requirements"]]


class Stability(unittest.TestCase):
    def same_in_every_run(self, *words):
        _, first = programs.run_with_result("--jobs", "8", *words)
        self.assertGreater(len(first["scenarios"]), 20)
        for number in range(1, RUNS):
            _, again = programs.run_with_result("--jobs", "8", *words)
            with self.subTest(run=number):
                self.assertEqual(shape(again), shape(first))
                self.assertEqual(requirement_outcomes(again), requirement_outcomes(first))

    def test_a_faultless_mock_gets_the_same_verdicts_in_every_run(self):
        self.same_in_every_run()

    def test_a_broken_mock_gets_the_same_verdicts_in_every_run(self):
        self.same_in_every_run("--area", "control_plane", "--fault", "patch-secrets-no-revision")


if __name__ == "__main__":
    unittest.main()
