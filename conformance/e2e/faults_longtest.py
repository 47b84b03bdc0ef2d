"""Checks that the suites detect every fault by the requirements that it violates.

With PLUMBLINE_FAULTS=kinds only the first fault of each kind runs, where kinds are the members of faults: enough to execute
all code for faults under the sanitizers.
"""

import json
import os
import unittest
from concurrent.futures import ThreadPoolExecutor

import programs
import verdicts


# Three times the deadline of a scenario's stream, one after the other, for streams that a fault leaves open.
DEADLINE_S = 180
FAULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures", "faults")
DESCRIPTIVE_MEMBERS = {"id", "summary", "breaks", "needs", "operations"}
# Their entries name parts of the contract: the same code handles all of them.
NAMING_MEMBERS = {"tolerate", "refuse_null", "disable_rules", "disable_effects", "disable_conditions", "force_effects",
                  "freeze_machines"}


def kinds_of(fault):
    """Yields the effective members of a fault with the members of their entries."""
    for member in fault.keys() - DESCRIPTIVE_MEMBERS:
        if member in NAMING_MEMBERS:
            yield member, ()
            continue
        entries = fault[member] if isinstance(fault[member], list) else [fault[member]]
        for entry in entries:
            yield member, tuple(sorted(entry)) if isinstance(entry, dict) else str(entry)


def one_of_each_kind():
    """Returns the ids of the faults with a kind that no earlier fault has."""
    ids, covered = set(), set()
    for name in sorted(os.listdir(FAULTS)):
        with open(os.path.join(FAULTS, name), encoding="utf-8") as file:
            for fault in json.load(file)["faults"]:
                kinds = set(kinds_of(fault))
                if not kinds <= covered:
                    ids.add(fault["id"])
                covered |= kinds
    return ids


# The area of a requirement, by the prefix of its id.
AREAS = {"CP": "control_plane", "BE": "bulk_export", "AS": "agent_streaming"}


def area_options(breaks):
    """Returns options that limit a run to the areas of the violated requirements."""
    areas = sorted({AREAS[requirement.split("-")[0]] for requirement in breaks})
    return [argument for area in areas for argument in ("--area", area)]


# Faults for each history rule, by finding code: violations that only several exchanges together show.
MONITORS = [
    ("history-constant", "patch-resets-created-at"),
    ("history-monotonic", "patch-sets-updated-at-back"),
    ("history-final", "list-shows-all-revisions-queued"),
    ("history-identity", "revisions-have-one-id"),
    ("history-matches_request", "create-hides-secrets"),
    ("history-replaced", "patch-keeps-old-secrets"),
    ("history-replaced", "get-shows-replaced-labels"),
    ("history-replaced", "replaced-spec-keeps-labels"),
    ("history-keeps", "secrets-patch-drops-build-command"),
    ("history-advances", "cursor-of-a-run-repeats"),
    ("history-default", "wrong-cpu-limit-default"),
    ("history-matches_write", "get-shows-another-path"),
    ("history-deleted", "get-shows-always-ready"),
    ("history-sorted", "revisions-oldest-first"),
    ("history-complete", "revisions-leave-out-the-second"),
    ("history-newest_of", "revisions-oldest-first"),
    ("history-references", "patch-activates-at-once"),
    ("history-equals", "progress-without-rows"),
    ("history-numbered", "run-errors-with-a-gap"),
    ("history-monotonic", "retry-exports-again"),
    ("history-monotonic", "completed-run-forgets-its-files"),
    ("history-monotonic", "errors-are-rewritten"),
    ("history-not_before_parent", "run-older-than-its-export"),
    ("history-all_of", "completed-with-the-first-run"),
    ("history-some_of", "exported-run-fails-the-export"),
    ("history-none_of", "runs-start-before-their-export"),
    ("history-none_of", "cancelled-exports-go-on"),
    ("history-at_most", "more-runs-at-once"),
    ("history-at_most", "more-exports-at-once"),
    ("history-matches_read", "list-shows-exports-created"),
    ("history-matches_read", "list-shows-another-time"),
    ("history-matches_read", "list-shows-no-active-revision"),
    ("history-names_path", "get-reads-the-newest-deployment"),
    ("history-final", "failed-export-restarts"),
    ("history-constant", "run-created-with-its-attempt"),
]


def run_with_fault(fault, breaks):
    """Plays the suites; if these do not detect the fault, the generated scenarios too."""
    for generated in ("none", "all"):
        # A short deadline, since faults prevent some polls from ever succeeding.
        process, result = programs.run_with_result(
            "--strict", "--generated", generated, "--poll-deadline", "2", *area_options(breaks), "--fault", fault,
            deadline_s=DEADLINE_S)
        if breaks <= verdicts.violated_requirements(result):
            break
    return process, result


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.faults = programs.faults()
        cls.selected = one_of_each_kind() if os.environ.get("PLUMBLINE_FAULTS") == "kinds" else set(cls.faults)
        # Concurrent runs use the cores while others wait.
        cls.pool = ThreadPoolExecutor(os.cpu_count())
        cls.runs = {fault: cls.pool.submit(run_with_fault, fault, cls.faults[fault]) for fault in sorted(cls.selected)}

    @classmethod
    def tearDownClass(cls):
        cls.pool.shutdown(cancel_futures=True)

    def test_the_mock_lists_faults(self):
        self.assertGreaterEqual(len(self.faults), 10)
        self.assertLessEqual(self.selected, set(self.faults))

    def test_each_is_detected_by_its_requirements(self):
        for fault, run in self.runs.items():
            with self.subTest(fault=fault):
                breaks = self.faults[fault]
                process, result = run.result()
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                failed = verdicts.violated_requirements(result)
                self.assertLessEqual(breaks, failed, f"{fault} breaks {sorted(breaks)}, but these failed: {sorted(failed)}")

    def test_each_history_rule_detects_its_faults(self):
        for code, fault in MONITORS:
            if fault not in self.selected:
                continue
            with self.subTest(rule=code, fault=fault):
                _, result = self.runs[fault].result()
                found = {one for finding in verdicts.failures_in(result) if finding["code"] == code
                         for one in finding["requirements"]}
                self.assertTrue(found & self.faults[fault], f"{code} found {found}")

    def test_the_report_of_a_failure_is_complete(self):
        fault, breaks = next(iter(self.faults.items()))
        output = programs.run("run", "--generated", "none", *area_options(breaks), "--fault", fault).stdout
        self.assertTrue(any(requirement in output for requirement in breaks), output)
        self.assertRegex(output, r"conformance/suites/\w+\.arazzo\.yaml:\d+:\d+")
        self.assertRegex(output, r"(?m)^\s*expected")
        self.assertRegex(output, r"(?m)^\s*got")
        self.assertRegex(output, r"curl ")


if __name__ == "__main__":
    unittest.main()
