#!/usr/bin/env python3
"""Tests the decisions of the scripts in the parent folder: versions, missed limits, source positions."""

import importlib.machinery
import importlib.util
import json
import subprocess
import tempfile
import unittest
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[1]


def script(name):
    """Returns a script as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class PeerTools(unittest.TestCase):
    def test_accept_node_versions_in_the_range(self):
        interop_tools = script("interop_tools.py")
        wanted = ">=22.12.0 || >=20.19.0 <21.0.0"
        supported = {"20.19.0", "20.20.2", "22.12.0", "23.1.0"}
        unsupported = {"", "18.20.4", "20.18.9", "21.0.0", "22.11.0"}
        self.assertEqual({version for version in supported | unsupported if interop_tools.is_supported(version, wanted)}, supported)


class Benchmark(unittest.TestCase):
    TARGETS = {"program": {"baseline": "baseline_line", "at_most_ms": 10, "at_most_work": 3, "at_most_resident_MB": 20}}

    def rows(self, ms=8.0, cpu_ms=20.0, resident_MB=10.0):
        figures = {"program": (ms, cpu_ms, resident_MB), "baseline_line": (1.0, 1.0, 1.0), "baseline_work": (10.0, 10.0, 0.0)}
        return [{"name": name, "real_time": time, "cpu_ms": cpu, "resident_MB": memory}
                for name, (time, cpu, memory) in figures.items() for _ in range(4)]

    def missed(self, strict=False, **figures):
        return script("benchmark").evaluate(self.rows(**figures), self.TARGETS, strict)[0]["missed"]

    def test_accepts_figures_within_the_limits(self):
        self.assertEqual(self.missed(strict=True), [])

    def test_rejects_twice_the_work_and_too_much_memory(self):
        self.assertEqual(self.missed(cpu_ms=40.0, strict=True), ["work"])
        self.assertEqual(self.missed(cpu_ms=40.0), [])  # another machine
        self.assertEqual(self.missed(cpu_ms=50.0), ["work"])
        self.assertEqual(self.missed(resident_MB=21.0), ["memory"])

    def test_evaluates_times_only_with_strict(self):
        self.assertEqual(self.missed(ms=11.0, strict=True), ["time"])
        self.assertEqual(self.missed(ms=50.0), [])

    def test_evaluates_the_difference_of_two_rows(self):
        target = {"program": {**self.TARGETS["program"], "of": "more", "minus": "fewer"}}
        figures = {"more": (30.0, 50.0, 0.0), "fewer": (21.0, 25.0, 0.0)}
        rows = self.rows() + [
            {"name": name, "real_time": time, "cpu_ms": cpu, "resident_MB": memory}
            for name, (time, cpu, memory) in figures.items() for _ in range(4)]
        line = script("benchmark").evaluate(rows, target, strict=True)[0]
        self.assertEqual((line["median_ms"], line["work"], line["missed"]), (9.0, 2.5, []))

    def measure_again_if_missed(self, *cpu_times_ms):
        remaining = list(cpu_times_ms)
        lines = script("benchmark").measure_again_if_missed(
            lambda: self.rows(cpu_ms=remaining.pop(0)), lambda rows: script("benchmark").evaluate(rows, self.TARGETS))
        return lines[0]["missed"], len(remaining)

    def test_measures_a_miss_once_more(self):
        self.assertEqual(self.measure_again_if_missed(20.0, 40.0), ([], 1))
        self.assertEqual(self.measure_again_if_missed(50.0, 20.0), ([], 0))
        self.assertEqual(self.measure_again_if_missed(50.0, 51.0, 20.0), (["work"], 1))


class Streams(unittest.TestCase):
    ROW = "mock_5000_streams"

    def missed(self, strict=False, cpu_ms=10.0, error_us=100, megabytes=40):
        figures = {"server_cpu_ms": cpu_ms, "events": 1000, "error_p99_us": 5000,
                   "error_p99_of_median_round_us": error_us, "server_MB": megabytes, "disturbed": False}
        baseline = {**figures, "server_cpu_ms": 10.0, "error_p99_of_median_round_us": 100}
        streams = script("benchmark").streams
        runs = [{"row": row, "side": side, **side_figures}
                for row in json.loads(streams.TARGETS.read_text())
                for side, side_figures in (("baseline", baseline), ("mock", figures)) for _ in range(3)]
        return next(line["missed"] for line in streams.evaluate(runs, strict) if line["name"] == self.ROW)

    def test_evaluates_cost_and_memory_always_and_lateness_only_with_strict(self):
        self.assertEqual(self.missed(strict=True), [])
        self.assertEqual(self.missed(cpu_ms=13.0, strict=True), ["cpu"])
        self.assertEqual(self.missed(cpu_ms=13.0), [])
        self.assertEqual(self.missed(cpu_ms=18.0), ["cpu"])
        self.assertEqual(self.missed(megabytes=101), ["memory"])
        self.assertEqual(self.missed(error_us=130, strict=True), ["gap_p99"])
        self.assertEqual(self.missed(error_us=1300), [])

    def test_reports_a_skipped_row_with_its_reason(self):
        streams = script("benchmark").streams
        runs = [{"row": row, "skipped": "too few files"} for row in json.loads(streams.TARGETS.read_text())]
        lines = streams.evaluate(runs, True)
        self.assertEqual([line["missed"] for line in lines], [[]] * len(lines))
        self.assertIn("SKIPPED, too few files", streams.show(lines[0]))


class EndlessStream(unittest.TestCase):
    def missed(self, *growths_MB, per_second=1e6, strict=False):
        endless = script("benchmark").endless
        rows = [{"name": "item_stream", "events": 10, "per_second": per_second, "growth_MB": growth, "resident_MB": 9.0}
                for growth in growths_MB]
        (line,) = endless.evaluate(rows, strict)
        self.assertIn("MISSED" if line["missed"] else "ok", endless.show(line))
        return line["missed"]

    def test_evaluates_growth_always_and_speed_only_with_strict(self):
        self.assertEqual(self.missed(0.2, strict=True), [])
        self.assertEqual(self.missed(40.0), ["growth"])
        self.assertEqual(self.missed(40.0, 0.2), [])  # measured once more
        self.assertEqual(self.missed(0.2, per_second=1e5), [])
        self.assertEqual(self.missed(0.2, per_second=1e5, strict=True), ["speed"])


class Throughput(unittest.TestCase):
    FIGURES = {"per_s": 100.0, "per_cpu_s": 100.0, "us": 100.0, "off": 0.0, "disturbed": False}

    def line(self, row, side, strict=False, **figures):
        """Evaluates runs that are equal except for one side."""
        throughput = script("benchmark").throughput
        limits = json.loads(throughput.TARGETS.read_text()).values()
        sides = {limit[key] for limit in limits for key in ("side", "beside") if key in limit}
        runs = [{"side": name, **self.FIGURES, **(figures if name == side else {})} for name in sides for _ in range(3)]
        return throughput, next(line for line in throughput.evaluate(runs, strict) if line["name"] == row)

    def missed(self, *arguments, **figures):
        return self.line(*arguments, **figures)[1]["missed"]

    def test_evaluates_full_targets_with_strict_and_otherwise_half_of_them(self):
        self.assertEqual(self.missed("mock_get", "mock_get", strict=True), [])
        self.assertEqual(self.missed("mock_get", "mock_get", strict=True, per_s=90.0), ["per_s"])
        self.assertEqual(self.missed("mock_get", "mock_get", per_s=50.0), [])
        self.assertEqual(self.missed("mock_get", "mock_get", per_s=30.0), ["per_s"])
        self.assertEqual(self.missed("mock_get", "mock_get", per_cpu_s=30.0), [])

    def test_evaluates_rates_per_core_second_if_all_runs_were_disturbed(self):
        self.assertEqual(self.missed("mock_get", "mock_get", per_s=10.0, disturbed=True), [])
        self.assertEqual(self.missed("mock_get", "mock_get", per_cpu_s=30.0, disturbed=True), ["per_s"])

    def test_evaluates_upper_limits_of_times(self):
        self.assertEqual(self.missed("first_chunk", "mock_first_chunk", strict=True, us=160.0), ["us"])
        self.assertEqual(self.missed("first_chunk", "mock_first_chunk", us=160.0), [])
        self.assertEqual(self.missed("pacing", "mock_pacing", strict=True, off=0.002), ["off"])

    def test_reports_times_of_a_busy_machine_without_evaluating_them(self):
        throughput, line = self.line("pacing", "mock_pacing", off=0.5, disturbed=True)
        self.assertEqual(line["missed"], [])
        self.assertIn("NOT EVALUATED", throughput.show(line))
        self.assertEqual(self.missed("pacing", "mock_pacing", off=0.5), ["off"])

    def test_reports_a_row_within_its_limit_but_short_of_its_target(self):
        throughput, line = self.line("mock_get", "mock_get", per_s=90.0)
        self.assertIn("ok, but short of the target", throughput.show(line))

    def test_reports_a_skipped_row_with_its_reason(self):
        throughput, line = self.line("mock_get", "nginx_get", skipped="not installed: nginx")
        self.assertEqual(line["missed"], [])
        self.assertIn("SKIPPED, not installed: nginx", throughput.show(line))


class Tidy(unittest.TestCase):
    def setUp(self):
        self.tidy = script("tidy")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def git(self, *arguments):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        subprocess.run(["git", *identity, *arguments], cwd=self.root, check=True, capture_output=True)

    def base(self):
        self.tidy.ROOT = self.root
        with redirect_stderr(StringIO()) as errors:
            return self.tidy.base_of_change() is not None, errors.getvalue()

    def test_reports_the_compared_base(self):
        self.git("init", "--initial-branch=main")
        self.git("commit", "--allow-empty", "--message=first")
        self.assertEqual(self.base(), (False, ""))
        self.git("commit", "--allow-empty", "--message=second")
        self.assertRegex(self.base()[1], "since the previous commit")
        self.git("checkout", "--detach")
        self.git("commit", "--allow-empty", "--message=third")
        self.assertRegex(self.base()[1], r"since main \(\w+\)")

    def test_a_batch_maps_its_lines_to_the_sources(self):
        texts = {"a.cpp": '#include <map>\n#include <map>\nint a;', "b.cpp": "#include <map>\nint b;\n"}
        for name, text in texts.items():
            (self.root / name).write_text(text)
        a, b = (str(self.root / name) for name in texts)
        self.tidy.BUILD = self.root
        batch = self.tidy.Batch("0", [a, b], {a: [], b: []})
        batch.write()
        # A duplicate include within one source stays; an include of two sources is blanked in the second.
        self.assertEqual(batch.path.read_text(), "#include <map>\n#include <map>\nint a;\n\nint b;\n")
        self.assertEqual([batch.source_position(line) for line in (1, 3, 4, 5)], [(a, 1), (a, 3), (b, 1), (b, 2)])


if __name__ == "__main__":
    unittest.main()
