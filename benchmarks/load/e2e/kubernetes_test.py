"""The manifests of docs/examples/kubernetes: they fit the published schema of a Job, and their commands work with the variables
that an indexed Job sets.

Needs the npm packages of scripts/npm, and a machine that is not busy. So the tests are skipped, except in `scripts/ci engines`,
which sets PLUMBLINE_NEEDS_ENGINES.
"""

import datetime
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import programs

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "scripts"))
import interop_tools

MANIFESTS = sorted((ROOT / "docs/examples/kubernetes").glob("*.yaml"))
# What the published schema refuses, and what it does not know.
BROKEN = {
    "completions: 4": ("completions: four", "/spec/completions: type"),
    "completionMode:": ("completionmode:", "/spec/completionmode: unknown member"),
    "mountPath:": ("path:", "/spec/template/spec/containers/0/volumeMounts/0: required"),
    "kind: Job": ("kind: Jobs", "/kind: enum"),
}


@unittest.skipUnless(os.environ.get("PLUMBLINE_NEEDS_ENGINES"), "scripts/ci engines plays this test")
class Kubernetes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def problems(self, *files):
        process = interop_tools.run_node(str(ROOT / "scripts/npm/check_jobs.mjs"), *map(str, files), cwd=interop_tools.NPM)
        self.assertEqual(process.returncode, 0, process.stderr)
        return list(json.loads(process.stdout).values())

    def test_the_manifests_fit_the_schema_of_a_job(self):
        self.assertEqual(len(MANIFESTS), 2)
        self.assertEqual(self.problems(*MANIFESTS), [[], []])

    def test_broken_manifests_are_detected(self):
        text = MANIFESTS[0].read_text(encoding="utf-8")
        files = [self.folder / f"{number}.yaml" for number in range(len(BROKEN))]
        for file, (old, (new, _)) in zip(files, BROKEN.items()):
            self.assertIn(old, text)
            file.write_text(text.replace(old, new, 1), encoding="utf-8")
        for found, (_, problem) in zip(self.problems(*files), BROKEN.values()):
            self.assertIn(problem, "\n".join(found))

    def play(self, name, url, changes):
        """Starts the commands of all pods of a manifest at the same time; returns their results and the merged one."""
        [manifest] = interop_tools.read_yaml([str(ROOT / "docs/examples/kubernetes" / name)])
        [container] = manifest["spec"]["template"]["spec"]["containers"]
        command = [*container["command"], *container["args"]]
        changes |= {"http://service:8080": url, "/results": str(self.folder)}
        for old in changes:
            self.assertIn(old, " ".join(command))
        pods = []
        for index in range(manifest["spec"]["completions"]):
            variables = {"JOB_COMPLETION_INDEX": str(index), "PLUMBLINE_API_KEY": "plumbline-dev-key"}
            pods.append(subprocess.Popen([expanded(argument, changes, variables) for argument in command],
                                         env={**os.environ, **variables, "PATH": programs.BIN}, stdin=subprocess.DEVNULL,
                                         stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))
            self.addCleanup(pods[-1].kill)
        for pod in pods:
            output, _ = pod.communicate(timeout=programs.DEADLINE_S)
            self.assertEqual(pod.returncode, 0, output)
        return [self.folder / f"shard-{index}/result.json" for index in range(len(pods))]

    def merged(self, *command):
        process = programs.run(*command[1:], "--report-dir", str(self.folder / "all"), program=os.path.join(programs.BIN, command[0]))
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return json.loads((self.folder / "all/result.json").read_text(encoding="utf-8"))

    def test_the_pods_of_a_load(self):
        with programs.Mock() as mock:
            # The pods start at once, each when its process does, so the start has passed then.
            start = datetime.datetime.now(datetime.timezone.utc).strftime("%FT%TZ")
            files = self.play("load.yaml", mock.url, {"--duration=60s": "--duration=3s", "--rate=200/s": "--rate=10/s",
                                                      "START_TIME": start})
        merged = self.merged("plumbline-load", "merge", *map(str, files))
        self.assertEqual(merged["shards"], 4)
        self.assertEqual(merged["levels"][0]["target"], 40)
        self.assertIn("began within", "\n".join(merged["notes"]))

    def test_the_pods_of_a_run(self):
        with programs.Mock() as mock:
            files = self.play("run.yaml", mock.url, {"--format=json": "--only=existing_deployments/*"})
        merged = self.merged("plumbline", "report", "merge", *map(str, files))
        names = [[scenario["name"] for scenario in json.loads(file.read_text())["scenarios"]] for file in files]
        self.assertEqual(sorted(scenario["name"] for scenario in merged["scenarios"]), sorted(sum(names, [])))


def expanded(argument, changes, variables):
    """Replaces the texts of `changes` and the references `$(NAME)`, as the node does that starts the container."""
    for old, new in changes.items():
        argument = argument.replace(old, new)
    return re.sub(r"\$\((\w+)\)", lambda match: variables[match[1]], argument)


if __name__ == "__main__":
    unittest.main()
