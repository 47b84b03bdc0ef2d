"""The soak test passes with a correct mock, and fails with one that loses or doubles events, keeps records or grows."""

import json
import os
import tempfile
import unittest

import programs

SOAK = os.path.join(programs.BIN, "soak")
CLOUD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../fixtures/worlds/cloud.json")
SHORT = ("--seconds", "2", "--streams", "20", "--connects", "200", "--silent", "2", "--pause-ms", "10")
# Long enough for several thousand runs.
LONGER = ("--seconds", "8", "--streams", "200", "--connects", "40", "--silent", "2", "--pause-ms", "10")


class Soak(unittest.TestCase):
    def soak(self, *options, size=SHORT):
        # The programs may be slow builds.
        return programs.run(*size, "--rest-p99-ms", "60000", "--mock", programs.MOCK,
                            *(f"--mock-option={option}" for option in options), program=SOAK)

    def assert_violates(self, process, bound):
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertRegex(process.stderr, bound)

    def test_a_correct_mock_passes(self):
        process = self.soak()
        self.assertEqual((process.returncode, process.stderr), (0, ""), process.stdout)
        self.assertRegex(process.stdout, r"streams +[1-9]\d* complete, 0 failed")
        self.assertRegex(process.stdout, r"connections +[1-9]\d* .*, [1-9]\d* reset")
        self.assertRegex(process.stdout, r"REST +[1-9]\d* calls, [1-9]\d* workspaces, [1-9]\d* deployments")

    def test_doubled_events_are_reported(self):
        self.assert_violates(self.soak("--fault", "custom-data-repeated"), r"streams failed: contract: event \d+: expected")

    def test_lost_events_are_reported(self):
        self.assert_violates(self.soak("--fault", "every-second-custom-data-missing"), r"streams failed: contract: event \d+: expected")

    def test_deployments_that_stay_are_reported(self):
        self.assert_violates(self.soak("--fault", "deleted-deployment-stays"), "exists after its deletion")

    def test_growth_is_reported(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "worlds"))
            with open(CLOUD, encoding="utf-8") as file:
                world = json.load(file)
            world["limits"]["runs"] = 1_000_000  # keeps every run
            with open(os.path.join(folder, "worlds", "cloud.json"), "w", encoding="utf-8") as file:
                json.dump(world, file)
            self.assert_violates(self.soak("--fixtures", folder, size=LONGER), "memory of the mock grew from")

    def test_too_few_descriptors_are_an_error(self):
        process = programs.run("--nofile=100:100", SOAK, *SHORT, "--mock", programs.MOCK, program="prlimit")
        self.assertEqual(process.returncode, 2)
        self.assertIn("the hard limit of open files is 100, and 522 are needed", process.stderr)


if __name__ == "__main__":
    unittest.main()
