"""The suite proves itself: every fault is caught by a requirement that it breaks."""

import os
import unittest
from concurrent.futures import ThreadPoolExecutor

import programs


def failed_requirements(result):
    return {
        requirement
        for scenario in result["scenarios"]
        for step in scenario["steps"]
        for finding in step["findings"]
        if finding["verdict"] in ("failed", "warned")
        for requirement in finding["requirements"]
    }


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


def monitored_requirements(result, code):
    return {
        requirement
        for scenario in result["scenarios"]
        for step in scenario["steps"]
        for finding in step["findings"]
        if finding["code"] == code and finding["verdict"] in ("failed", "warned")
        for requirement in finding["requirements"]
    }


class Faults(unittest.TestCase):
    def test_there_is_a_catalogue(self):
        self.assertGreaterEqual(len(programs.catalogue()), 10)

    def test_each_is_caught_for_the_right_reason(self):
        catalogue = programs.catalogue()

        def play(fault):
            # What never comes is waited for no longer than it takes to be sure of it.
            return programs.run_with_result(
                "--strict", "--generated", "none", "--poll-deadline", "2", *area_of(catalogue[fault]), "--fault", fault)

        # A run that waits leaves the machine to the next one.
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = {fault: pool.submit(play, fault) for fault in catalogue}
            for fault, breaks in catalogue.items():
                with self.subTest(fault=fault):
                    process, result = runs[fault].result()
                    self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                    named = failed_requirements(result)
                    self.assertLessEqual(
                        breaks, named, f"{fault} breaks {sorted(breaks)}, but these failed: {sorted(named)}")

    def test_each_monitor_is_tripped_by_one_of_its_own(self):
        breaks = programs.catalogue()
        for code, fault in MONITORS:
            with self.subTest(monitor=code, fault=fault):
                _, result = programs.run_with_result(
                    "--generated", "none", "--poll-deadline", "2", *area_of(breaks[fault]), "--fault", fault)
                found = monitored_requirements(result, code)
                self.assertTrue(found & breaks[fault], f"{code} found {found}")

    def test_a_failure_tells_all_that_is_needed(self):
        fault, breaks = next(iter(programs.catalogue().items()))
        output = programs.run("run", "--generated", "none", *area_of(breaks), "--fault", fault).stdout
        self.assertTrue(any(requirement in output for requirement in breaks), output)
        self.assertRegex(output, r"conformance/suites/\w+\.arazzo\.yaml:\d+:\d+")
        self.assertRegex(output, r"(?m)^\s*expected")
        self.assertRegex(output, r"(?m)^\s*got")
        self.assertRegex(output, r"curl ")


if __name__ == "__main__":
    unittest.main()
