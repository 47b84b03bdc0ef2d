#!/usr/bin/env python3
"""Tests what the scripts above decide by themselves: what is fit, what is missed, what stands where."""

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
    def test_know_which_node_is_fit(self):
        peer_tools = script("peer_tools.py")
        wanted = ">=22.12.0 || >=20.19.0 <21.0.0"
        fit = {"20.19.0", "20.20.2", "22.12.0", "23.1.0"}
        unfit = {"", "18.20.4", "20.18.9", "21.0.0", "22.11.0"}
        self.assertEqual({version for version in fit | unfit if peer_tools.fits(version, wanted)}, fit)


class Benchmark(unittest.TestCase):
    TARGETS = {"program": {"floor": "floor_line", "at_most_ms": 10, "at_most_work": 3, "at_most_resident_MB": 20}}

    def rows(self, ms=8.0, cpu_ms=20.0, resident_MB=10.0):
        figures = {"program": (ms, cpu_ms, resident_MB), "floor_line": (1.0, 1.0, 1.0), "floor_work": (10.0, 10.0, 0.0)}
        return [{"name": f"{name}/manual_time", "real_time": time, "cpu_ms": cpu, "resident_MB": memory}
                for name, (time, cpu, memory) in figures.items() for _ in range(4)]

    def missed(self, strict=False, **figures):
        return script("benchmark").judge(self.rows(**figures), self.TARGETS, strict)[0]["missed"]

    def test_takes_what_keeps_its_limits(self):
        self.assertEqual(self.missed(strict=True), [])

    def test_refuses_twice_the_work_and_too_much_memory(self):
        self.assertEqual(self.missed(cpu_ms=40.0, strict=True), ["work"])
        self.assertEqual(self.missed(cpu_ms=40.0), [])  # another machine
        self.assertEqual(self.missed(cpu_ms=50.0), ["work"])
        self.assertEqual(self.missed(resident_MB=21.0), ["memory"])

    def test_judges_times_on_a_quiet_machine_only(self):
        self.assertEqual(self.missed(ms=11.0, strict=True), ["time"])
        self.assertEqual(self.missed(ms=50.0), [])

    def test_judges_what_one_row_takes_more_than_another(self):
        target = {"program": {**self.TARGETS["program"], "of": "more", "minus": "fewer"}}
        figures = {"more": (30.0, 50.0, 0.0), "fewer": (21.0, 25.0, 0.0)}
        rows = self.rows() + [
            {"name": f"{name}/manual_time", "real_time": time, "cpu_ms": cpu, "resident_MB": memory}
            for name, (time, cpu, memory) in figures.items() for _ in range(4)]
        line = script("benchmark").judge(rows, target, strict=True)[0]
        self.assertEqual((line["median_ms"], line["work"], line["missed"]), (9.0, 2.5, []))

    def measured_twice_if_missed(self, *goes):
        left = list(goes)
        lines = script("benchmark").measured_twice_if_missed(
            lambda: self.rows(cpu_ms=left.pop(0)), lambda rows: script("benchmark").judge(rows, self.TARGETS))
        return lines[0]["missed"], len(left)

    def test_measures_a_miss_once_more(self):
        self.assertEqual(self.measured_twice_if_missed(20.0, 40.0), ([], 1))
        self.assertEqual(self.measured_twice_if_missed(50.0, 20.0), ([], 0))
        self.assertEqual(self.measured_twice_if_missed(50.0, 51.0, 20.0), (["work"], 1))


class Streams(unittest.TestCase):
    ROW = "mock_5000_streams"

    def missed(self, strict=False, cpu_ms=10.0, error_us=100, megabytes=40):
        figures = {"server_cpu_ms": cpu_ms, "events": 1000, "error_p50_us": error_us, "error_p99_us": 5000,
                   "error_p99_of_median_round_us": error_us, "server_MB": megabytes, "disturbed": False}
        floor = {**figures, "server_cpu_ms": 10.0, "error_p99_of_median_round_us": 100}
        streams = script("benchmark").streams
        runs = [{"row": row, "side": side, **of_side}
                for row in json.loads(streams.TARGETS.read_text())
                for side, of_side in (("floor", floor), ("mock", figures)) for _ in range(3)]
        return next(line["missed"] for line in streams.judge(runs, strict) if line["name"] == self.ROW)

    def test_judges_cost_and_memory_everywhere_and_lateness_on_a_quiet_machine(self):
        self.assertEqual(self.missed(strict=True), [])
        self.assertEqual(self.missed(cpu_ms=13.0, strict=True), ["cpu"])
        self.assertEqual(self.missed(cpu_ms=13.0), [])
        self.assertEqual(self.missed(cpu_ms=18.0), ["cpu"])
        self.assertEqual(self.missed(megabytes=101), ["memory"])
        self.assertEqual(self.missed(error_us=130, strict=True), ["gap_p99"])
        self.assertEqual(self.missed(error_us=1300), [])

    def test_says_of_a_row_without_files_enough_that_it_is_skipped(self):
        streams = script("benchmark").streams
        runs = [{"row": row, "skipped": "too few files"} for row in json.loads(streams.TARGETS.read_text())]
        lines = streams.judge(runs, True)
        self.assertEqual([line["missed"] for line in lines], [[]] * len(lines))
        self.assertIn("SKIPPED, too few files", streams.show(lines[0]))


class Throughput(unittest.TestCase):
    FIGURES = {"per_s": 100.0, "per_cpu_s": 100.0, "us": 100.0, "off": 0.0, "disturbed": False}

    def line(self, row, side, strict=False, **figures):
        """Judges runs that are all alike, but for one side."""
        throughput = script("benchmark").throughput
        limits = json.loads(throughput.TARGETS.read_text()).values()
        sides = {limit[key] for limit in limits for key in ("side", "beside", "also") if key in limit}
        runs = [{"side": name, **self.FIGURES, **(figures if name == side else {})} for name in sides for _ in range(3)]
        return throughput, next(line for line in throughput.judge(runs, strict) if line["name"] == row)

    def missed(self, *words, **figures):
        return self.line(*words, **figures)[1]["missed"]

    def test_judges_targets_on_a_quiet_machine_and_elsewhere_half_of_them_by_seconds_of_the_core(self):
        self.assertEqual(self.missed("mock_get", "mock_get", strict=True), [])
        self.assertEqual(self.missed("mock_get", "mock_get", strict=True, per_s=90.0), ["per_s"])
        self.assertEqual(self.missed("mock_get", "mock_get", per_s=10.0), [])
        self.assertEqual(self.missed("mock_get", "mock_get", per_cpu_s=30.0), ["per_s"])

    def test_judges_times_by_what_they_are_at_most(self):
        self.assertEqual(self.missed("first_chunk", "mock_first_chunk", strict=True, us=160.0), ["us"])
        self.assertEqual(self.missed("first_chunk", "mock_first_chunk", us=160.0), [])
        self.assertEqual(self.missed("pacing", "mock_pacing", strict=True, off=0.002), ["off"])

    def test_does_not_judge_times_of_a_machine_that_was_busy_and_says_so(self):
        throughput, line = self.line("pacing", "mock_pacing", off=0.5, disturbed=True)
        self.assertEqual(line["missed"], [])
        self.assertIn("NOT JUDGED", throughput.show(line))
        self.assertEqual(self.missed("pacing", "mock_pacing", off=0.5), ["off"])

    def test_says_that_a_row_keeps_its_line_but_not_its_target(self):
        throughput, line = self.line("mock_get", "mock_get", per_s=90.0)
        self.assertIn("ok, though short of the target", throughput.show(line))

    def test_says_that_a_row_is_skipped_and_why(self):
        throughput, line = self.line("mock_get", "nginx_get", skipped="not installed: nginx")
        self.assertEqual(line["missed"], [])
        self.assertIn("SKIPPED, not installed: nginx", throughput.show(line))


class Tidy(unittest.TestCase):
    def setUp(self):
        self.tidy = script("tidy")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def git(self, *words):
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"]
        subprocess.run(["git", *identity, *words], cwd=self.root, check=True, capture_output=True)

    def base(self):
        self.tidy.ROOT = self.root
        with redirect_stderr(StringIO()) as said:
            return self.tidy.base_of_change() is not None, said.getvalue()

    def test_says_what_it_compares_with(self):
        self.git("init", "--initial-branch=main")
        self.git("commit", "--allow-empty", "--message=first")
        self.assertEqual(self.base(), (False, ""))
        self.git("commit", "--allow-empty", "--message=second")
        self.assertRegex(self.base()[1], "since the commit before it")
        self.git("checkout", "--detach")
        self.git("commit", "--allow-empty", "--message=third")
        self.assertRegex(self.base()[1], r"since main \(\w+\)")

    def test_a_batch_knows_where_each_line_comes_from(self):
        texts = {"a.cpp": '#include <map>\n#include <map>\nint a;', "b.cpp": "#include <map>\nint b;\n"}
        for name, text in texts.items():
            (self.root / name).write_text(text)
        a, b = (str(self.root / name) for name in texts)
        self.tidy.BUILD = self.root
        batch = self.tidy.Batch("0", [a, b], {a: [], b: []})
        batch.write()
        # A duplicate in one source stays; what two sources include is none.
        self.assertEqual(batch.path.read_text(), "#include <map>\n#include <map>\nint a;\n\nint b;\n")
        self.assertEqual([batch.place(line) for line in (1, 3, 4, 5)], [(a, 1), (a, 3), (b, 1), (b, 2)])


if __name__ == "__main__":
    unittest.main()
