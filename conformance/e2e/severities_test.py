"""Severities of checks: what a run with --severity fails for, and what it verifies."""

import unittest

import programs


class Severities(unittest.TestCase):
    def play(self, *options):
        """Returns the exit code, the verdicts of the scenarios, and the requirements by outcome."""
        process, result = programs.run_with_result("--only", "lifecycle/*", *options)
        self.assertIn(process.returncode, (0, 1), process.stderr)
        outcomes = {row["id"]: row["outcome"] for row in result["requirements"]}
        return process.returncode, {scenario["verdict"] for scenario in result["scenarios"]}, outcomes

    def test_an_ignored_check_verifies_nothing(self):
        code, verdicts, before = self.play()
        self.assertEqual((code, verdicts), (0, {"passed"}))
        for check, requirement in (("status", "CP-VER-V2"), ("schema", "CP-DEP-CREATED"), ("json", "CP-GEN-JSON"),
                                   ("history-identity", "CP-DEP-IDS-UNIQUE")):
            with self.subTest(check):
                code, verdicts, after = self.play("--severity", f"{check}=ignore")
                self.assertEqual((code, verdicts), (0, {"passed"}))
                self.assertEqual((before[requirement], after[requirement]), ("verified", "not_exercised"))
                lost = {name for name, outcome in after.items() if outcome != before[name]}
                self.assertEqual({after[name] for name in lost}, {"not_exercised"})

    def test_a_broken_server_is_judged_by_the_changed_severity(self):
        fault = ["--fault", "get-null-secrets"]
        self.assertEqual(self.play(*fault)[0], 1)
        code, verdicts, outcomes = self.play(*fault, "--severity", "schema=warn")
        self.assertEqual((code, "warned" in verdicts, "failed" in verdicts), (0, True, False))
        self.assertEqual(outcomes["CP-DEP-SECRETS"], "warned")
        code, verdicts, outcomes = self.play(*fault, "--severity", "schema=ignore")
        self.assertEqual((code, verdicts), (0, {"passed"}))
        self.assertEqual(outcomes["CP-DEP-SECRETS"], "not_exercised")


if __name__ == "__main__":
    unittest.main()
