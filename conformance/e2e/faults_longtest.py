"""The suite proves itself: every fault is caught by a requirement that it breaks.

With PLUMBLINE_FAULTS=kinds only the first fault of each kind is played, kinds being what a fault may be made of: enough to
have been in all code that makes faults, as the sanitizers want it.
"""

import json
import os
import unittest
from concurrent.futures import ThreadPoolExecutor

import programs


FAULTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures", "faults")
ABOUT_A_FAULT = {"id", "summary", "breaks", "operations"}


def kinds_of(fault):
    """Returns what a fault of a fixture is made of: its members with the members of their entries."""
    for member in fault.keys() - ABOUT_A_FAULT:
        entries = fault[member] if isinstance(fault[member], list) else [fault[member]]
        for entry in entries:
            yield member, tuple(sorted(entry)) if isinstance(entry, dict) else str(entry)


def one_of_each_kind():
    """Returns the ids of the faults that bring a kind which none before them has."""
    ids, seen = set(), set()
    for name in sorted(os.listdir(FAULTS)):
        with open(os.path.join(FAULTS, name), encoding="utf-8") as file:
            for fault in json.load(file)["faults"]:
                kinds = set(kinds_of(fault))
                if not kinds <= seen:
                    ids.add(fault["id"])
                seen |= kinds
    return ids


def findings_against(result):
    return [finding
            for scenario in result["scenarios"] for step in scenario["steps"] for finding in step["findings"]
            if finding["verdict"] in ("failed", "warned")]


# Which area a requirement is of, by the beginning of its id.
AREAS = {"CP": "control_plane", "BE": "bulk_export", "AS": "agent_streaming"}


def area_of(breaks):
    """Returns the words that narrow a run to what a fault breaks: of other areas nothing could tell of it."""
    areas = sorted({AREAS[requirement.split("-")[0]] for requirement in breaks})
    return [word for area in areas for word in ("--area", area)]


# Faults for each monitor, by the code of its findings: what it breaks only several answers show together.
MONITORS = [
    ("history-constant", "patch-resets-created-at"),
    ("history-grows", "patch-sets-updated-at-back"),
    ("history-final", "list-shows-all-revisions-queued"),
    ("history-identity", "revisions-have-one-id"),
    ("history-as_sent", "create-hides-secrets"),
    ("history-replaced", "patch-keeps-old-secrets"),
    ("history-replaced", "get-shows-replaced-labels"),
    ("history-default", "wrong-cpu-limit-default"),
    ("history-as_written", "get-shows-another-path"),
    ("history-gone", "get-shows-always-ready"),
    ("history-sorted", "revisions-oldest-first"),
    ("history-complete", "revisions-leave-out-the-second"),
    ("history-newest_of", "revisions-oldest-first"),
    ("history-names", "patch-activates-at-once"),
    ("history-equals", "progress-without-rows"),
    ("history-numbered", "run-errors-with-a-gap"),
    ("history-grows", "retry-exports-again"),
    ("history-grows", "completed-run-forgets-its-files"),
    ("history-grows", "errors-are-rewritten"),
    ("history-since_parent", "run-older-than-its-export"),
    ("history-all_of", "completed-with-the-first-run"),
    ("history-some_of", "exported-run-fails-the-export"),
    ("history-none_of", "runs-start-before-their-export"),
    ("history-none_of", "cancelled-exports-go-on"),
    ("history-at_most", "more-runs-at-once"),
    ("history-at_most", "more-exports-at-once"),
    ("history-as_read", "list-shows-exports-created"),
    ("history-as_read", "list-shows-another-time"),
    ("history-final", "failed-export-restarts"),
    ("history-constant", "run-created-with-its-attempt"),
]


def play(fault, breaks):
    # What never comes is waited for no longer than it takes to be sure of it.
    return programs.run_with_result(
        "--strict", "--generated", "none", "--poll-deadline", "2", *area_of(breaks), "--fault", fault)


class Faults(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.catalogue = programs.catalogue()
        cls.played = one_of_each_kind() if os.environ.get("PLUMBLINE_FAULTS") == "kinds" else set(cls.catalogue)
        # A run that waits leaves the machine to the next one.
        cls.pool = ThreadPoolExecutor(os.cpu_count())
        cls.runs = {fault: cls.pool.submit(play, fault, cls.catalogue[fault]) for fault in sorted(cls.played)}

    @classmethod
    def tearDownClass(cls):
        cls.pool.shutdown(cancel_futures=True)

    def test_there_is_a_catalogue(self):
        self.assertGreaterEqual(len(self.catalogue), 10)
        self.assertLessEqual(self.played, set(self.catalogue))

    def test_each_is_caught_for_the_right_reason(self):
        for fault, run in self.runs.items():
            with self.subTest(fault=fault):
                breaks = self.catalogue[fault]
                process, result = run.result()
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                named = {one for finding in findings_against(result) for one in finding["requirements"]}
                self.assertLessEqual(breaks, named, f"{fault} breaks {sorted(breaks)}, but these failed: {sorted(named)}")

    def test_each_monitor_is_tripped_by_one_of_its_own(self):
        for code, fault in MONITORS:
            if fault not in self.played:
                continue
            with self.subTest(monitor=code, fault=fault):
                _, result = self.runs[fault].result()
                found = {one for finding in findings_against(result) if finding["code"] == code
                         for one in finding["requirements"]}
                self.assertTrue(found & self.catalogue[fault], f"{code} found {found}")

    def test_a_failure_tells_all_that_is_needed(self):
        fault, breaks = next(iter(self.catalogue.items()))
        output = programs.run("run", "--generated", "none", *area_of(breaks), "--fault", fault).stdout
        self.assertTrue(any(requirement in output for requirement in breaks), output)
        self.assertRegex(output, r"conformance/suites/\w+\.arazzo\.yaml:\d+:\d+")
        self.assertRegex(output, r"(?m)^\s*expected")
        self.assertRegex(output, r"(?m)^\s*got")
        self.assertRegex(output, r"curl ")


if __name__ == "__main__":
    unittest.main()
