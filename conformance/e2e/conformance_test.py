"""The suites against the mock, embedded and separate."""

import json
import os
import re
import tempfile
import unittest
import unittest.mock
import urllib.request

import programs
import verdicts

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
# The inputs of a mock's world that a profile can name.
EXPORTS = ("export_id", "cancel_export_id")
ASSISTANTS = ("assistant_id", "input", "slow_assistant_id", "slow_input")


def select(inputs, names):
    return {name: inputs[name] for name in names}


def graphs_of(inputs):
    """Returns the mock's graphs by the names of a profile."""
    prefix = "graph_"
    return {name[len(prefix):]: graph for name, graph in inputs.items() if name.startswith(prefix)}


def profile_of(url, workspace):
    """Returns a target profile that describes a mock's workspace like a real service."""
    return {
        "urls": {"all": url},
        "credentials": {
            "api_key_env": "OUR_KEY",
            "tenant_id": workspace["tenant_id"],
            "other": {"api_key_env": "OTHER_KEY", "tenant_id": workspace["other_tenant"]["tenant_id"]},
        },
        "sources": workspace["sources"],
        "bulk_export": select(workspace["inputs"], EXPORTS),
        "agent_streaming": {**select(workspace["inputs"], ASSISTANTS), "graphs": graphs_of(workspace["inputs"])},
        "poll": {"interval": "PT0.01S", "deadline": "PT30S"},
        "rate": {"requests_per_second": 0},
        "allow_writes": True,
    }


class MockWithoutFaults(unittest.TestCase):
    def test_passes_everything(self):
        process, result = verdicts.embedded_run()
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        passed, failed, warned, *_, not_run = verdicts.summary_of(process)
        self.assertGreater(passed, 0)
        self.assertEqual([failed, warned, not_run], [0, 0, 0])
        self.assertLessEqual({verdict for _, verdict in verdicts.all_of(result)}, {"passed", "skipped"})

    def test_passes_everything_self_hosted(self):
        process, result = programs.run_with_result("--world", "self_hosted", "--strict")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertLessEqual({verdict for _, verdict in verdicts.all_of(result)}, {"passed", "skipped"})

    def test_plays_every_scenario_in_one_run(self):
        _, result = verdicts.embedded_run()
        self.assertEqual({verdict for _, verdict in verdicts.all_of(result)}, {"passed"})

    def test_uses_only_the_requested_world_or_hosting(self):
        options = ["--only", "resource_spec/*", "--only", "tags/*"]
        process, embedded = programs.run_with_result("--world", "cloud", *options)
        self.assertRegex(process.stdout, r"\nskipped  \d+ scenarios?, \d+ requirements: needs the input ")
        missing = [one for one in embedded["missing_coverage"] if one["reason"].startswith("needs the input ")]
        self.assertTrue(any(row.startswith("CP-RS-") for one in missing for row in one["requirements"]), missing)
        with programs.Mock() as mock:
            _, separate = programs.run_with_result(
                "--url", mock.url, "--control-url", mock.url, "--hosting", "self_hosted", *options)
        for result, suite in ((embedded, "resource_spec"), (separate, "tags")):
            skipped = {name for name, verdict in verdicts.all_of(result) if verdict == "skipped"}
            self.assertEqual(skipped, {name for name, _ in verdicts.all_of(result) if name.startswith(suite + "/")})

    def test_calls_a_self_hosted_installation_below_its_prefix(self):
        _, result = programs.run_with_result("--only", "self_hosted/*")
        urls = [e["url"] for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]]
        self.assertEqual([url for url in urls if not re.search(r"/w/[^/]+/api-host/v2/", url)], [])
        outcomes = {row["id"]: row["outcome"] for row in result["requirements"]}
        self.assertEqual(outcomes["CP-BASE-PREFIX"], "verified")

    def test_leaves_no_requirement_unexercised(self):
        _, result = verdicts.embedded_run()
        unexercised = [row["id"] for row in result["requirements"] if row["outcome"] == "not_exercised"]
        self.assertEqual(unexercised, [])
        self.assertGreater(sum(row["outcome"] == "verified" for row in result["requirements"]), 200)

    def test_lists_a_check_for_every_checkable_requirement(self):
        listing = programs.run("list", "--requirements").stdout
        self.assertIn("every createDeployment", listing)
        self.assertNotIn("    no check\n", listing)

    def test_the_documented_needs_of_requirements_are_those_of_the_suites(self):
        table = programs.run("list", "--requirements").stdout.rsplit("\n\n", 1)[1]
        with open(os.path.join(ROOT, "docs", "targets.md"), encoding="utf-8") as file:
            documented = file.read()
        for row in table.splitlines():
            self.assertIn("\n| " + " | ".join(row.split()) + " |\n", documented)

    def test_gives_the_same_verdicts_as_a_separate_process(self):
        _, embedded = verdicts.embedded_run()
        with programs.Mock() as mock:
            process, separate = programs.run_with_result("--url", mock.url, "--control-url", mock.url)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(verdicts.all_of(embedded), verdicts.all_of(separate))

    def test_gives_the_same_verdicts_behind_a_base_path(self):
        _, embedded = verdicts.embedded_run()
        with programs.Mock("--base-path", "/api-host") as mock:
            process, prefixed = programs.run_with_result(
                "--url", mock.url + "/api-host", "--control-url", mock.url
            )
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(verdicts.all_of(embedded), verdicts.all_of(prefixed))

    def test_gives_the_same_verdicts_with_any_number_of_jobs(self):
        runs = {str(verdicts.all_of(programs.run_with_result("--jobs", jobs)[1])) for jobs in ("1", "4", "8")}
        self.assertEqual(len(runs), 1)

    def test_gives_the_same_verdicts_as_a_real_target_with_a_profile(self):
        """Without control interface and workspaces the runner has only the data of the profile."""
        _, embedded = programs.run_with_result("--world", "cloud", "--generated", "none")
        with programs.Mock() as mock, tempfile.TemporaryDirectory() as folder:
            with urllib.request.urlopen(mock.url + "/_plumbline/workspaces/default", timeout=10) as response:
                workspace = json.load(response)
            profile = os.path.join(folder, "profile.json")
            with open(profile, "w", encoding="utf-8") as file:
                json.dump(profile_of(mock.url, workspace), file)
            keys = {"OUR_KEY": workspace["api_key"], "OTHER_KEY": workspace["other_tenant"]["api_key"]}
            with unittest.mock.patch.dict(os.environ, keys):
                process, result = programs.run_with_result("--target", profile)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        skipped = {name for name, reason in verdicts.reasons_of_skips(result).items()
                   if reason == "needs control" or "workspace_id" in reason}
        self.assertLessEqual({"push_events/build-on-push", "bulk_export_lifecycle/completes"}, skipped)
        self.assertEqual([one for one in verdicts.all_of(embedded) if one[0] not in skipped],
                         [one for one in verdicts.all_of(result) if one[0] not in skipped])

    def test_writes_nothing_without_permission(self):
        with programs.Mock() as mock:
            process, result = programs.run_with_result(
                "--url", mock.url, "--max-rate", "0", env={"PLUMBLINE_API_KEY": "plumbline-dev-key"})
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        methods = {
            exchange["method"]
            for scenario in result["scenarios"]
            for step in scenario["steps"]
            for exchange in step["exchanges"]
        }
        self.assertLessEqual(methods, {"GET", "HEAD"})
        self.assertIn("skipped", {verdict for _, verdict in verdicts.all_of(result)})


if __name__ == "__main__":
    unittest.main()
