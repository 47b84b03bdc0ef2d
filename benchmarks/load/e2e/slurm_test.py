"""The recipes of docs/examples/slurm on a Slurm cluster of this machine: job arrays of two tasks, and the merge of their results.

Needs Slurm and munge (scripts/setup --full), and a machine that is not busy: the tasks of a load have to start in time. So the
tests are skipped, except in `scripts/ci engines`, which sets PLUMBLINE_NEEDS_ENGINES.
"""

import contextlib
import json
import os
import tempfile
import unittest
from pathlib import Path

import programs
from slurm_cluster import SlurmCluster, missing_programs

EXAMPLES = Path(__file__).resolve().parents[3] / "docs/examples/slurm"


@unittest.skipUnless(os.environ.get("PLUMBLINE_NEEDS_ENGINES"), "scripts/ci engines plays this test")
class Slurm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if missing := missing_programs():
            raise AssertionError(missing)
        cls.cluster = cls.enterClassContext(SlurmCluster())

    def setUp(self):
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        self.folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        self.mock = stack.enter_context(programs.Mock())

    def submit(self, example, values, **changes):
        """Executes the commands in the comment of an example, after changes of their text; waits for all jobs."""
        text = (EXAMPLES / example).read_text(encoding="utf-8")
        commands = "\n".join(line[4:] for line in text.splitlines() if line.startswith("#   "))
        changes |= {"http://service:8080": self.mock.url, "--array=1-4": "--array=1-2", example: str(EXAMPLES / example)}
        for old, new in changes.items():
            self.assertIn(old, commands)
            commands = commands.replace(old, new)
        exports = "".join(f"export {name}='{value}'\n" for name, value in values.items())
        process = self.cluster.run("bash", "-euc", exports + commands, cwd=self.folder)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        # Not `sbatch --wait`, which asks only every ten seconds.
        programs.wait_until(lambda: not self.cluster.run("squeue", "--noheader").stdout, "all jobs have ended")
        logs = "".join(f"{path.name}:\n{path.read_text()}" for path in sorted(self.folder.glob("*.[lo][ou][gt]")))
        self.assertTrue((self.folder / "all/result.json").exists(), logs)
        shards = [self.read(f"shard-{number}/result.json") for number in (1, 2)]
        return shards, self.read("all/result.json")

    def read(self, name):
        return json.loads((self.folder / name).read_text(encoding="utf-8"))

    def test_a_load_of_two_tasks(self):
        shards, merged = self.submit("load.sbatch", {"PLUMBLINE_API_KEY": "plumbline-dev-key", "DURATION": "3s", "RATE": "20/s"},
                                     **{"+30 seconds": "+10 seconds"})
        self.assertEqual(merged["shards"], 2)
        levels = [shard["levels"][0] for shard in shards]
        level = merged["levels"][0]
        self.assertEqual(level["target"], 40)
        for count, value in level["counts"].items():
            if count != "failed":
                self.assertEqual(value, sum(one["counts"][count] for one in levels), count)
        for metric, values in level["metrics"].items():
            self.assertEqual(values["count"], sum(one["metrics"][metric]["count"] for one in levels), metric)
            self.assertEqual(values["max"], max(one["metrics"][metric]["max"] for one in levels), metric)
        self.assertRegex("\n".join(merged["notes"]), "the clocks of the shards agree within")
        self.assertRegex("\n".join(merged["notes"]), "the windows of the shards began within")
        self.assertGreater(min(one["counts"]["attempted"] for one in levels), 0)

    def test_a_run_of_two_tasks(self):
        shards, merged = self.submit("run.sbatch", {"PLUMBLINE_API_KEY": "plumbline-dev-key", "ONLY": "existing_deployments/*"})
        names = [[scenario["name"] for scenario in shard["scenarios"]] for shard in shards]
        self.assertTrue(names[0] and names[1], names)
        self.assertEqual(sorted(scenario["name"] for scenario in merged["scenarios"]), sorted(names[0] + names[1]))


if __name__ == "__main__":
    unittest.main()
