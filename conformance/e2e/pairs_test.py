"""With several modes each output is a pair (mode, chunk): both readings of that hold, and a run tells which it met."""

import json
import os
import tempfile
import unittest

import programs

CLOUD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../fixtures/worlds/cloud.json")


class Pairs(unittest.TestCase):
    def play(self, *words):
        process, result = programs.run_with_result("--area", "agent_streaming", *words)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertTrue(all(scenario["verdict"] == "passed" for scenario in result["scenarios"]))
        return process.stdout

    def test_pass_as_an_event_of_that_name_with_the_chunk_as_data(self):
        self.assertIn("how mode and chunk stand on the wire: the mode as the event, the chunk as its data", self.play())

    def test_pass_as_data(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "worlds"))
            with open(CLOUD, encoding="utf-8") as file:
                world = {**json.load(file), "pairs_in_data": True}
            with open(os.path.join(folder, "worlds", "cloud.json"), "w", encoding="utf-8") as file:
                json.dump(world, file)
            with programs.Mock("--fixtures", folder) as mock:
                told = self.play("--url", mock.url, "--control-url", mock.url)
        self.assertIn("how mode and chunk stand on the wire: both in the data: [mode, chunk]", told)


if __name__ == "__main__":
    unittest.main()
