"""The streaming suites at a backend in real time that shares no code with the mock and runs the graphs of
fixtures/graphs/app: nearly all scenarios are played, a correct backend passes, a defective one does not."""

import os
import re
import select
import subprocess
import sys
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import programs
from verdicts import reasons_of_skips, summary_of

HERE = Path(__file__).resolve().parent
LEAST_RUN = 50  # of 54 scenarios
APP = HERE.parents[1] / "fixtures" / "graphs" / "app"
ENDING_GRAPHS = [path.stem for path in APP.parent.glob("*.json") if path.stem != "endless"]
KEY = {"PLUMBLINE_API_KEY": "key-of-the-test"}


class StandIn:
    """The server of stand_in/ on a free port, ended with the `with` block."""

    def __init__(self, defect=""):
        self.environment = {**os.environ, "STAND_IN_DEFECT": defect, "PYTHONDONTWRITEBYTECODE": "1"}

    def __enter__(self):
        self.process = subprocess.Popen([sys.executable, HERE / "stand_in" / "server.py"], env=self.environment,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        if not select.select([self.process.stdout], [], [], programs.DEADLINE_S)[0]:
            self.process.kill()
            raise AssertionError("the stand-in did not start")
        self.url = self.process.stdout.readline().removeprefix("listening on ").rstrip("\n")
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait(timeout=programs.DEADLINE_S)
        self.process.stdout.close()


def profile_of_page():
    """Returns the members of a profile that the page of the graphs shows."""
    return re.search(r"```yaml\n(.*?)```", (APP / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]


def run(url, members, *options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "plumbline.yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"urls: {{ agent_streaming: '{url}' }}\nrate: {{ requests_per_second: 0 }}\n{members}")
        return programs.run_with_result("--target", path, "--area", "agent_streaming", "--generated", "none",
                                        "--allow-writes", *options, env=KEY)


def failed_requirements(result):
    return {requirement["id"] for requirement in result["requirements"] if requirement["outcome"] == "failed"}


class StandInTest(unittest.TestCase):
    def test_nearly_all_streaming_scenarios_run_and_none_fails(self):
        with StandIn() as backend:
            process, result = run(backend.url, profile_of_page())
        passed, failed, warned, deviated, _, observed, skipped, not_run = summary_of(process)
        self.assertEqual([failed, warned, deviated, not_run], [0, 0, 0, 0], process.stdout)
        self.assertEqual(process.returncode, 0, process.stderr)
        reasons = reasons_of_skips(result)
        print(f"\n{passed + observed} of {passed + observed + skipped} streaming scenarios run at the stand-in; not run:",
              *(f"{name}: {reason}" for name, reason in reasons.items()), sep="\n  ")
        self.assertGreaterEqual(passed + observed, LEAST_RUN)
        self.assertEqual(set(reasons.values()), {"needs control"})

    def test_any_graph_that_ends_raises_no_false_alarm(self):
        """Only one assistant is named, with an input that asks for nothing."""
        with StandIn() as backend, ThreadPoolExecutor(4) as pool:
            runs = {graph: pool.submit(run, backend.url, f"agent_streaming: {{ assistant_id: {graph}, input: {{}} }}")
                    for graph in ENDING_GRAPHS}
            for graph, future in runs.items():
                with self.subTest(graph=graph):
                    process, _ = future.result()
                    self.assertEqual(summary_of(process)[1:4], [0, 0, 0], process.stdout)
                    self.assertEqual(process.returncode, 0, process.stderr)

    def test_a_defective_backend_fails_for_its_defect(self):
        defects = {
            "backlog": ("agent_streaming_joins/*", {"AS-JOIN-LIVE"}),
            "merged-updates": ("agent_streaming_modes/*", {"AS-UPDATES-EACH"}),
        }
        for defect, (suite, expected) in defects.items():
            with self.subTest(defect=defect), StandIn(defect) as backend:
                process, result = run(backend.url, profile_of_page(), "--only", suite)
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                self.assertEqual(failed_requirements(result), expected)


if __name__ == "__main__":
    unittest.main()
