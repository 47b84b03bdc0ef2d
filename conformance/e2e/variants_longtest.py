"""Each variant of the mock: the suites find nothing in one that conforms, and in one that departs exactly its requirements.

Each variant is played with all scenarios in one of four ways, in turn; with PLUMBLINE_VARIANTS=every-way in all of them,
which takes four times as long. A quarter of the variants that only streams show, which may depend on speed, is played
beside busy loops, too.
"""

import json
import os
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

import programs
import verdicts

DEADLINE_S = 300
# Most of a run is waiting for events.
RUNS_AT_ONCE = 4 * os.cpu_count()
# Beside loops that keep the cores busy: scenarios must not depend on speed.
BESIDE_BUSY_LOOPS = ("--generated", "none", "--jobs", "4")
BUSY_LOOPS = 2
BESIDE_LOOPS_ONE_OF = 4
WAYS = {
    "defaults": (),
    "one scenario at a time": ("--jobs", "1"),
    "sixteen scenarios at a time": ("--jobs", "16"),
    "other names": ("--vocabulary", programs.OTHER_NAMES),
}
EVERY_WAY = os.environ.get("PLUMBLINE_VARIANTS") == "every-way"
STREAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../fixtures/variants/streams.json")
# Its redirects name the contract's paths; the mock writes raw HTTP chunks before it translates names.
NOT_COMBINED = {(variant, "other names") for variant in ("slash-added", "chunk-extensions", "trailer")}


def stream_variants():
    """Returns the variants that only streams show: other areas are not played with them."""
    with open(STREAMS, encoding="utf-8") as file:
        return {row["id"] for row in json.load(file)["variants"]}


ONLY_STREAMS = stream_variants()


def quiet_runs():
    """Yields the variants with the options of their runs."""
    for number, variant in enumerate(programs.variants()):
        names = [way for way in WAYS if (variant, way) not in NOT_COMBINED]
        for way in names if EVERY_WAY else [names[number % len(names)]]:
            yield variant, WAYS[way]


def run_with(variant, options):
    area = ("--area", "agent_streaming") if variant in ONLY_STREAMS else ()
    return programs.run_with_result("--strict", "--quiet", "--variant", variant, *area, *options, deadline_s=DEADLINE_S)


class VariantTest(unittest.TestCase):
    def assert_fails_exactly(self, departs, run):
        process, result = run
        self.assertEqual(process.returncode, 1 if departs else 0, process.stdout + process.stderr)
        self.assertEqual(verdicts.violated_requirements(result), departs)
        if not departs:
            self.assertEqual(verdicts.failures_in(result), [])


class Variants(VariantTest):
    @classmethod
    def setUpClass(cls):
        cls.variants = programs.variants()
        cls.pool = ThreadPoolExecutor(RUNS_AT_ONCE)
        cls.runs = {(variant, options): cls.pool.submit(run_with, variant, options) for variant, options in quiet_runs()}

    @classmethod
    def tearDownClass(cls):
        cls.pool.shutdown(cancel_futures=True)

    def test_are_at_least_forty(self):
        self.assertGreaterEqual(sum(not departs for departs in self.variants.values()), 40)

    def test_fail_exactly_what_they_depart_from(self):
        for (variant, options), run in self.runs.items():
            with self.subTest(variant=variant, options=options):
                self.assert_fails_exactly(self.variants[variant], run.result())


class VariantsBesideBusyLoops(VariantTest):
    def setUp(self):
        for _ in range(BUSY_LOOPS):
            loop = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            self.addCleanup(loop.wait)
            self.addCleanup(loop.kill)

    def test_fail_exactly_what_they_depart_from(self):
        variants = programs.variants()
        chosen = variants if EVERY_WAY else sorted(ONLY_STREAMS)[::BESIDE_LOOPS_ONE_OF]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = {variant: pool.submit(run_with, variant, BESIDE_BUSY_LOOPS) for variant in chosen}
            for variant, run in runs.items():
                with self.subTest(variant=variant):
                    self.assert_fails_exactly(variants[variant], run.result())


if __name__ == "__main__":
    unittest.main()
