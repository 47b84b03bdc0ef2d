"""Known deviations: a red target becomes green with a file of entries, and red again when the file no longer fits."""

import json
import os
import re
import tempfile
import unittest
import xml.etree.ElementTree

import programs
import verdicts

# The fault answers every delete with 200; DELETE-204 is broken in steps of these scenarios.
FAULT = "delete-answers-200"
SCENARIOS = ("--only", "tags/*")
REQUIREMENT = "CP-DELETE-204"
REASON = "deletes answer 200 until release 7"

# A suite whose first criterion always fails, for two requirements.
SPLIT_SUITE = f"""
arazzo: 1.1.0
info: {{ title: split, version: '1' }}
sourceDescriptions: [ {{ name: api, type: openapi, url: control_plane.openapi.yaml }} ]
workflows:
  - workflowId: split
    inputs: {{ type: object, required: [api_key], properties: {{ api_key: {{ type: string, format: password }}, tenant_id: {{ type: string }} }} }}
    parameters:
      - {{ name: X-Api-Key, in: header, value: $inputs.api_key }}
      - {{ name: X-Tenant-Id, in: header, value: $inputs.tenant_id }}
    steps:
      - stepId: list
        operationId: listDeployments
        successCriteria: [ {{ condition: $statusCode == 299, x-ct-verifies: [CP-GET-200, {REQUIREMENT}] }} ]
      - stepId: again
        operationId: listDeployments
        successCriteria: [ {{ condition: $statusCode == 200 }} ]
"""


def statuses(result):
    """Returns {requirement: status} of the entries."""
    return {entry["requirement"]: entry["status"] for entry in result["deviations"]}


class DeviationsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.file = os.path.join(self.folder, "deviations.yaml")

    def mock(self, *faults):
        mock = programs.Mock(*[word for fault in faults for word in ("--fault", fault)])
        self.addCleanup(mock.__exit__)
        return mock.__enter__()

    def play(self, mock, *options, only=SCENARIOS):
        """Plays against a mock as a target with a URL; returns the process and the result, also in result.json."""
        process = programs.run("run", "--url", mock.url, "--control-url", mock.url, "--progress", "none", "--report-dir", self.folder,
                               *only, *options)
        with open(self.path("result.json"), encoding="utf-8") as file:
            return process, programs.expanded(json.load(file))

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, text, name="deviations.yaml"):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def text(self):
        with open(self.file, encoding="utf-8") as file:
            return file.read()

    def add(self, *options):
        return programs.run("deviations", "add", self.path("result.json"), "--file", self.file, *options)

    def red_target(self):
        """Returns a mock with the fault, and writes a file of entries that covers what it breaks."""
        mock = self.mock(FAULT)
        process, _ = self.play(mock)
        self.assertEqual(process.returncode, 1, process.stdout)
        added = self.add("--reason", REASON, "--issue", "https://issues.example/12", "--owner", "deployments")
        self.assertEqual(added.returncode, 0, added.stderr)
        return mock


class Verdicts(DeviationsTest):
    def test_a_red_target_becomes_green(self):
        process, result = self.play(self.red_target(), "--deviations", self.file)
        self.assertEqual(process.returncode, 0, process.stdout)
        self.assertEqual({entry["status"] for entry in result["deviations"]}, {"applied"})
        self.assertGreater(result["tally"]["deviated"], 0)
        self.assertEqual(result["tally"]["failed"], 0)
        outcomes = {row["id"]: row for row in result["requirements"]}
        self.assertEqual(outcomes[REQUIREMENT]["outcome"], "deviated")
        self.assertIn(REASON, outcomes[REQUIREMENT]["reason"])

    def test_every_report_gives_reason_owner_and_issue(self):
        process, _ = self.play(self.red_target(), "--deviations", self.file)
        known = f"{REASON}, owner deployments, https://issues.example/12"
        self.assertIn(f"deviation {known} ({self.file}:1:3)", programs.unwrapped(process.stdout))
        self.assertRegex(process.stdout, r"\nknown deviations: \d+ applied\n")
        self.assertEqual(verdicts.summary_of(process)[1], 0)
        with open(self.path("junit.xml"), encoding="utf-8") as file:
            junit = xml.etree.ElementTree.parse(file).getroot()
        self.assertEqual(junit.get("failures"), "0")
        self.assertIn(known, programs.unwrapped("".join(junit.itertext())))

    def test_it_is_red_again_when_the_target_is_fixed(self):
        self.red_target()
        process, result = self.play(self.mock(), "--deviations", self.file)
        self.assertEqual(process.returncode, 1, process.stdout)
        self.assertEqual(statuses(result)[REQUIREMENT], "fixed")
        self.assertGreater(result["tally"]["fixed"], 0)
        self.assertRegex(programs.unwrapped(process.stdout), rf"\nfixed: .*: {REQUIREMENT}.* held in tags/.*: remove the entry")

    def test_it_is_red_again_when_an_entry_expires(self):
        mock = self.red_target()
        self.write(self.text().replace("  reason:", "  until: '2020-01-31'\n  reason:", 1))
        process, result = self.play(mock, "--deviations", self.file)
        self.assertEqual(process.returncode, 1, process.stdout)
        self.assertEqual([entry["status"] for entry in result["deviations"]].count("expired"), 1)
        self.assertIn("expired on 2020-01-31: fix the target and remove the entry, or extend `until`", programs.unwrapped(process.stdout))
        with open(self.path("junit.xml"), encoding="utf-8") as file:
            self.assertIn('type="expired"', file.read())

    def test_an_expired_entry_fails_a_correct_target_too(self):
        self.write(f"- {{requirement: {REQUIREMENT}, reason: r, until: '2020-01-31'}}\n")
        process, result = self.play(self.mock(), "--deviations", self.file)
        self.assertEqual((process.returncode, result["tally"]["failed"]), (1, 0), process.stdout)

    def test_it_is_red_again_when_another_requirement_breaks_in_the_same_scenario(self):
        self.red_target()
        process, result = self.play(self.mock(FAULT, "get-bad-created-at"), "--deviations", self.file)
        self.assertEqual(process.returncode, 1, process.stdout)
        broken = {name for scenario in result["scenarios"] for step in scenario["steps"] for finding in step["findings"]
                  if finding["verdict"] == "failed" for name in finding["requirements"]}
        self.assertIn("CP-DEP-CREATED", broken)
        self.assertNotIn(REQUIREMENT, broken)
        self.assertEqual(statuses(result)[REQUIREMENT], "applied")

    def test_a_finding_fails_for_the_requirements_that_no_entry_covers(self):
        mock = self.mock(FAULT)
        suite = self.write(SPLIT_SUITE, "split.arazzo.yaml")
        self.write(f"- {{requirement: {REQUIREMENT}, reason: r}}\n")
        process, result = self.play(mock, "--deviations", self.file, suite, only=())
        self.assertEqual(process.returncode, 1, process.stdout)
        findings = [(finding["verdict"], finding["requirements"]) for finding in result["scenarios"][0]["steps"][0]["findings"]]
        self.assertEqual(findings, [("failed", ["CP-GET-200"]), ("deviated", [REQUIREMENT])])
        self.write(f"- {{requirement: {REQUIREMENT}, reason: r}}\n- {{requirement: CP-GET-200, reason: r}}\n")
        process, result = self.play(mock, "--deviations", self.file, suite, only=())
        self.assertEqual(process.returncode, 0, process.stdout)
        self.assertEqual([step["verdict"] for step in result["scenarios"][0]["steps"]], ["deviated", "passed"])

    def test_the_rest_of_a_scenario_is_checked(self):
        lifecycle = ("--only", "lifecycle/*")
        mock = self.mock("create-answers-200")
        _, ended = self.play(mock, only=lifecycle)
        self.write("- {requirement: CP-CREATE-201, reason: r}\n- {code: status, reason: r}\n- {code: criterion, reason: r}\n")
        process, result = self.play(mock, "--deviations", self.file, only=lifecycle)
        self.assertEqual(process.returncode, 0, process.stdout)
        steps, steps_before = ({step["id"] for step in one["scenarios"][0]["steps"]} for one in (result, ended))
        self.assertLess(len(steps_before), len(steps))
        self.assertIn("cleanup", steps)

    def test_what_is_not_exercised_does_not_fail(self):
        self.write("- {scenario: lifecycle/*, reason: r}\n- {requirement: BE-GET-200, reason: r}\n"
                   f"- {{requirement: {REQUIREMENT}, scope: 'https://elsewhere.example*', reason: r}}\n")
        process, result = self.play(self.mock(), "--deviations", self.file)
        self.assertEqual(process.returncode, 0, process.stdout)
        self.assertEqual([one["status"] for one in result["deviations"]], ["not_exercised", "not_exercised", "other_target"])
        self.assertIn("\nknown deviations: 1 other target, 2 not exercised\n", process.stdout)

    def test_a_profile_has_entries_and_names_files(self):
        mock = self.red_target()
        profile = self.write(f"title: staging\nurls: {{ all: '{mock.url}' }}\ncontrol: {{ url: '{mock.url}' }}\n"
                             "deviations:\n  - deviations.yaml\n  - {code: criterion, scope: staging, reason: r}\n", "p.yaml")
        process = programs.run("run", "--target", profile, "-v", *SCENARIOS)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn(f"applied: {self.path('deviations.yaml')}:1:3: ", programs.unwrapped(process.stdout))


class Errors(DeviationsTest):
    def refused(self, text, mock="http://127.0.0.1:1"):
        process = programs.run("run", "--url", mock, "--deviations", self.write(text))
        self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
        return process.stderr

    def test_unknown_names_are_errors_with_position_and_the_nearest_one(self):
        for entry, message in (
                ("requirement: CP-DELETE-205", "the ledger has no requirement CP-DELETE-205; did you mean CP-DELETE-204?"),
                ("scenario: lifecycle/creat-deploy-patch-delete", "did you mean lifecycle/create-deploy-patch-delete?"),
                ("code: schemas", "no finding has the code schemas; did you mean schema?"),
                ("code: transport", "findings with the code transport are no deviations")):
            with self.subTest(entry):
                error = self.refused(f"- reason: r\n  {entry}\n")
                self.assertIn(f"{self.file}:2:3: ", error)
                self.assertIn(message, error)

    def test_invalid_files_are_errors(self):
        self.assertIn(f"{self.file}:1:3: ", self.refused("- code: schema\n"))
        self.assertIn("the entry covers nothing", self.refused("- reason: r\n"))
        self.assertIn("expected a day of the calendar", self.refused("- {code: schema, reason: r, until: '2027-02-29'}\n"))
        process = programs.run("run", "--url", "http://127.0.0.1:1", "--deviations", self.path("none.yaml"))
        self.assertEqual(process.returncode, 2)
        self.assertIn("none.yaml", process.stderr)

    def test_a_missing_response_is_no_deviation(self):
        self.write("- {scenario: '*', reason: r}\n")
        process = programs.run("run", "--url", "http://127.0.0.1:1", "--deviations", self.file, *SCENARIOS)
        self.assertEqual(process.returncode, 3, process.stdout)


class Commands(DeviationsTest):
    def test_add_needs_a_reason(self):
        self.play(self.mock(FAULT))
        process = self.add()
        self.assertEqual(process.returncode, 2)
        self.assertIn("--reason is missing", process.stderr)
        self.assertFalse(os.path.exists(self.file))

    def test_add_extends_a_file_and_repeats_nothing(self):
        before = "# known at the start\n- {requirement: CP-CREATE-201, reason: mine}   # keep\n"
        self.write(before)
        self.play(self.mock(FAULT))
        dry = self.add("--reason", REASON, "--dry-run")
        self.assertIn("would add", dry.stdout)
        self.assertEqual(self.text(), before)
        self.assertEqual(self.add("--reason", REASON).returncode, 0)
        extended = self.text()
        self.assertTrue(extended.startswith(before))
        again = self.add("--reason", "another")
        self.assertIn("nothing to add: the file has all entries", again.stdout)
        self.assertEqual(self.text(), extended)

    def test_add_takes_only_what_is_selected(self):
        self.play(self.mock(FAULT))
        self.add("--reason", REASON, "--requirement", REQUIREMENT)
        self.assertEqual(set(re.findall(r"requirement: '(.*)'", self.text())), {REQUIREMENT})
        os.remove(self.file)
        self.add("--reason", REASON, "--only", "tags/push-*")
        self.assertEqual(set(re.findall(r"scenario: '(.*)'", self.text())), {"tags/push-after-tag"})
        wrong = self.add("--reason", REASON, "--only", "tag/*")
        self.assertEqual(wrong.returncode, 2)

    def test_prune_removes_what_is_fixed_and_nothing_else(self):
        self.red_target()
        kept = "# still broken elsewhere\n- {scenario: lifecycle/*, reason: r}   # kept\n"
        self.write("# the file\n" + self.text() + kept)
        _, result = self.play(self.mock(), "--deviations", self.file)
        self.assertIn("fixed", statuses(result).values())
        before = self.text()
        arguments = ("deviations", "prune", self.path("result.json"), "--file", self.file)
        dry = programs.run(*arguments, "--dry-run")
        self.assertIn("would remove", dry.stdout)
        self.assertEqual(self.text(), before)
        pruned = programs.run(*arguments)
        self.assertEqual(pruned.returncode, 0, pruned.stderr)
        self.assertIn(f"{REQUIREMENT}, code status (fixed)\n", pruned.stdout)
        self.assertEqual(self.text(), "# the file\n" + kept)
        process, _ = self.play(self.mock(), "--deviations", self.file)
        self.assertEqual(process.returncode, 0, process.stdout)


if __name__ == "__main__":
    unittest.main()
