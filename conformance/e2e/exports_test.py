"""Bulk exports: all scenarios on a mock with control, the remaining ones on a target without, and no changes of exports
that the profile does not name."""

import json
import os
import tempfile
import unittest
import unittest.mock
import urllib.error
import urllib.request

import http_service
import programs

AREA = ("--area", "bulk_export")
# The contradictions of the description: the values observed on the mock with each of the two limits.
CONTRADICTIONS = {
    "BE-LIM-WORKFLOW": ["72 hours", "48 hours"],
    "BE-LIM-RUNS": ["45", "5"],
    "BE-LIM-EXPORTS": ["15", "3"],
}


def verdicts(result):
    return {scenario["name"]: scenario["verdict"] for scenario in result["scenarios"]}


def reasons(result):
    return {scenario["name"]: scenario["reason"] for scenario in result["scenarios"] if scenario["verdict"] == "skipped"}


def outcomes(result):
    return {row["id"]: row["outcome"] for row in result["requirements"] if row["id"].startswith("BE-")}


def exchanges(result):
    return [e for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]]


def contradictions(result):
    """Returns {requirement: observed values}."""
    observed = {}
    for scenario in result["scenarios"]:
        for step in scenario["steps"]:
            for finding in step["findings"]:
                if finding["code"] == "contradiction" and finding["verdict"] == "observed":
                    for requirement in finding["requirements"]:
                        observed.setdefault(requirement, set()).add(finding["note"])
    return observed


class AnUnknownStatus(unittest.TestCase):
    def test_ends_a_poll_at_once(self):
        process, result = programs.run_with_result(*AREA, "--generated", "none", "--fault", "export-is-done")
        self.assertEqual(process.returncode, 1, process.stderr)
        violated = {requirement for scenario in result["scenarios"] for step in scenario["steps"]
                    for finding in step["findings"] for requirement in finding["requirements"]
                    if finding["verdict"] == "failed"}
        self.assertIn("BE-EXPORT-STATUS", violated)
        attempts = {}
        for scenario in result["scenarios"]:
            for step in scenario["steps"]:
                attempts[scenario["name"], step["id"]] = step["attempt"]
        self.assertEqual(attempts["bulk_export_exports_at_once/three", "last-runs"], 1)
        self.assertLess(sum(attempts.values()), 2000)
        self.assertLess(result["took_ms"], 20_000)


def default_workspace(mock):
    with urllib.request.urlopen(mock.url + "/_plumbline/workspaces/default", timeout=programs.DEADLINE_S) as response:
        return json.load(response)


def exports_of(mock):
    """Returns the exports that a profile can name."""
    inputs = default_workspace(mock)["inputs"]
    return {name: inputs[name] for name in ("export_id", "cancel_export_id")}


class ListWrappingProxy(http_service.Server):
    """Forwards requests to a mock and wraps its bare lists into an object."""

    def __init__(self, mock, member):
        self.mock = mock
        self.member = member
        super().__init__(ListWrappingHandler)


class ListWrappingHandler(http_service.Handler):
    def forward(self):
        body = self.read_body()
        headers = {name: self.headers[name] for name in self.headers if name.lower() not in ("host", "connection")}
        url = self.server.mock.url + self.path
        request = urllib.request.Request(url, body or None, headers, method=self.command)
        try:
            with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as response:
                status, text = response.status, response.read()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read()
        if text.startswith(b"["):
            text = json.dumps({self.server.member: json.loads(text)}).encode()
        self.send(status, {"Content-Type": "application/json"}, text)

    do_GET = do_PATCH = forward  # noqa: N815 (names of the base class)


class WithControl(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.process, cls.result = programs.run_with_result(*AREA, "--strict", "-v")

    def test_passes_everything_and_skips_nothing(self):
        self.assertEqual(self.process.returncode, 0, self.process.stdout + self.process.stderr)
        self.assertEqual(set(verdicts(self.result).values()), {"passed"})
        self.assertGreater(len(verdicts(self.result)), 40)

    def test_exercises_every_requirement(self):
        by_requirement = outcomes(self.result)
        self.assertEqual([name for name, outcome in by_requirement.items() if outcome == "not_exercised"], [])
        self.assertGreater(list(by_requirement.values()).count("verified"), 90)

    def test_takes_every_transition(self):
        machines = {one["machine"]: one["transitions"] for one in self.result["transitions"]}
        for name in ("bulk_export", "bulk_export_run"):
            self.assertEqual([one for one in machines[name] if one["taken"] == 0], [], name)
        self.assertRegex(programs.unwrapped(self.process.stdout), r"(?m)^transitions: .*bulk_export (\d+) of \1\b.*bulk_export_run (\d+) of \2\b")

    def test_reports_both_values_of_each_contradiction_without_failing(self):
        observed = contradictions(self.result)
        for requirement, values in CONTRADICTIONS.items():
            self.assertEqual(observed[requirement], {f"contradiction: observed {value}" for value in values})
            self.assertEqual(outcomes(self.result)[requirement], "observed")
            self.assertIn(f"observed: {requirement} (contradiction: observed {', '.join(values)})", programs.unwrapped(self.process.stdout))

    def test_passes_everything_in_each_world(self):
        for world in ("cloud", "self_hosted"):
            process, result = programs.run_with_result(*AREA, "--strict", "--world", world)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            self.assertEqual(set(verdicts(result).values()), {"passed"}, world)


class WithoutControl(unittest.TestCase):
    """A real target is known by address, key and optionally the ids of two exports."""

    def run_against(self, mock, *options, url=None, **exports):
        workspace = default_workspace(mock)
        profile = {
            "urls": {"all": url or mock.url},
            "credentials": {
                "api_key_env": "OUR_KEY",
                "tenant_id": workspace["tenant_id"],
                "other": {"api_key_env": "OTHER_KEY", "tenant_id": workspace["other_tenant"]["tenant_id"]},
            },
            "bulk_export": exports,
            "poll": {"interval": "PT0.01S", "deadline": "PT30S"},
            "rate": {"requests_per_second": 0},
            "allow_writes": True,
        }
        keys = {"OUR_KEY": workspace["api_key"], "OTHER_KEY": workspace["other_tenant"]["api_key"]}
        with tempfile.TemporaryDirectory() as folder, unittest.mock.patch.dict(os.environ, keys):
            path = os.path.join(folder, "profile.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(profile, file)
            return programs.run_with_result(*AREA, "--generated", "none", "--target", path, *options)

    def test_runs_scenarios_that_need_no_control(self):
        with programs.Mock() as mock:
            process, result = self.run_against(mock, "--strict", **exports_of(mock))
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(set(reasons(result).values()), {"needs control"})
        passed = [name for name, verdict in verdicts(result).items() if verdict == "passed"]
        self.assertIn("bulk_export_reading/by-id", passed)
        self.assertIn("bulk_export_cancelling_named/cancel", passed)
        by_requirement = outcomes(result)
        for requirement in ("BE-EP-GET", "BE-EP-LIST", "BE-EP-RUNS", "BE-EP-CANCEL", "BE-TR-CANCEL", "BE-AUTH-FOREIGN"):
            self.assertEqual(by_requirement[requirement], "verified", requirement)

    def test_cancels_only_the_named_export(self):
        with programs.Mock() as mock:
            named = default_workspace(mock)["inputs"]["cancel_export_id"]
            _, result = self.run_against(mock, cancel_export_id=named)
        paths = {e["url"].removeprefix(mock.url) for e in exchanges(result) if e["method"] not in ("GET", "HEAD")}
        self.assertEqual(paths, {f"/api/v1/bulk-exports/{named}"})

    def test_cancels_nothing_if_no_export_is_named(self):
        with programs.Mock() as mock:
            process, result = self.run_against(mock)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual({e["method"] for e in exchanges(result)}, {"GET"})
        self.assertIn("skipped", verdicts(result)["bulk_export_cancelling_named/cancel"])

    def test_takes_an_export_from_the_list_if_none_is_named(self):
        with programs.Mock() as mock:
            _, result = self.run_against(mock)
        self.assertEqual(verdicts(result)["bulk_export_reading/from-the-list"], "passed")
        self.assertEqual(verdicts(result)["bulk_export_reading/by-id"], "passed")

    def test_accepts_lists_inside_an_object_with_each_accepted_name(self):
        for member in ("resources", "items"):
            with self.subTest(member=member), programs.Mock() as mock, ListWrappingProxy(mock, member) as target:
                process, result = self.run_against(mock, url=target.url, **exports_of(mock))
                self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
                self.assertEqual(verdicts(result)["bulk_export_reading/from-the-list"], "passed")
                self.assertEqual(outcomes(result)["BE-LIST-SAME"], "verified")


if __name__ == "__main__":
    unittest.main()
