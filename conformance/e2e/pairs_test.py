"""With several stream modes each output is a pair (mode, chunk): both representations pass, and a run reports which it saw."""

import json
import os
import tempfile
import unittest

import programs

CLOUD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../fixtures/worlds/cloud.json")


class Pairs(unittest.TestCase):
    def play(self, *options):
        process, result = programs.run_with_result("-v", "--area", "agent_streaming", *options)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertTrue(all(scenario["verdict"] == "passed" for scenario in result["scenarios"]))
        return programs.unwrapped(process.stdout)

    def test_pass_with_the_mode_as_event_name_and_the_chunk_as_data(self):
        self.assertIn("where mode and chunk are sent: the mode as the event, the chunk as its data", self.play())

    def test_pass_with_both_in_the_data(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "worlds"))
            with open(CLOUD, encoding="utf-8") as file:
                world = {**json.load(file), "pairs_in_data": True}
            with open(os.path.join(folder, "worlds", "cloud.json"), "w", encoding="utf-8") as file:
                json.dump(world, file)
            with programs.Mock("--fixtures", folder) as mock:
                output = self.play("--url", mock.url, "--control-url", mock.url)
        self.assertIn("where mode and chunk are sent: both in the data: [mode, chunk]", output)


if __name__ == "__main__":
    unittest.main()
