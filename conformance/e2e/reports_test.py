"""What a run prints and writes: few lines however much is broken, small reports, errors if output cannot be written."""

import json
import os
import re
import resource
import subprocess
import tempfile
import unittest

import programs
import verdicts

# One of the faults that break most scenarios: every deployment that GET shows violates its schema.
WIDEST_FAULT = "get-bad-id"


class Text(unittest.TestCase):
    def test_one_fault_that_breaks_much_fits_on_a_screen(self):
        process = programs.run("run", "--fault", WIDEST_FAULT)
        self.assertEqual(process.returncode, 1, process.stderr)
        failed = verdicts.summary_of(process)[1]
        self.assertGreater(failed, 300)
        self.assertLessEqual(len(process.stdout.splitlines()), 40, process.stdout)
        self.assertIn("CP-DEP-ID (stated)", process.stdout)
        self.assertRegex(process.stdout, "    repeat    .*curl ")

    def test_a_failure_has_requirement_place_values_and_command(self):
        fault, breaks = next(iter(programs.faults().items()))
        output = programs.run("run", "--generated", "none", "--fault", fault).stdout
        self.assertTrue(any(requirement in output for requirement in breaks), output)
        self.assertRegex(output, r"conformance/suites/\w+\.arazzo\.yaml:\d+:\d+")
        self.assertRegex(output, r"(?m)^\s*expected")
        self.assertRegex(output, r"(?m)^\s*got")
        self.assertRegex(output, r"curl ")

    def test_a_run_that_passes_has_a_short_summary(self):
        process, _ = verdicts.embedded_run()
        self.assertLessEqual(len(process.stdout.splitlines()), 15, process.stdout)
        for line in process.stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)
        self.assertRegex(process.stdout, r"\n\d+ passed, 0 failed, 0 warned(, [1-9]\d* \w+)*\n$")

    def test_quiet_prints_only_causes_and_counts(self):
        process = programs.run("run", "--quiet", "--only", "tags/*", "--fault", "create-answers-200")
        self.assertEqual(process.returncode, 1)
        self.assertEqual(process.stderr, "")
        self.assertRegex(process.stdout, r"^failed   tags/.* and \d+ more: CP-CREATE-201\n\ncoverage: ")


class Columns(unittest.TestCase):
    """What the program prints for people has at most 80 columns, except for what is copied: URLs, commands, paths."""

    COPIED = re.compile(r"://\S{40}|curl |plumbline \S.* --|/\S{40}")

    def check(self, text):
        for line in text.splitlines():
            if not self.COPIED.search(line):
                self.assertLessEqual(len(line), 80, line)

    def output_of(self, *arguments, env=None, cwd=None):
        """Returns both outputs as they are printed."""
        process = subprocess.run([programs.PLUMBLINE, *arguments], capture_output=True, text=True, check=False, cwd=cwd,
                                 stdin=subprocess.DEVNULL, timeout=programs.DEADLINE_S, env={**os.environ, **(env or {})})
        self.assertTrue(process.stdout + process.stderr, arguments)
        return process.stdout + process.stderr

    def test_every_help(self):
        listed = self.output_of("--help").split("Subcommands:")[1]
        commands = [[name] for name in re.findall(r"^  ([a-z]+) ", listed, re.MULTILINE)]
        self.assertIn(["run"], commands)
        commands += [[], ["deviations", "add"], ["deviations", "prune"],
                     *(["report", action] for action in ("render", "show", "merge", "diff"))]
        for command in commands:
            with self.subTest(command):
                for line in self.output_of(*command, "--help").splitlines():
                    self.assertLessEqual(len(line), 80, line)
        for line in programs.run("--help", program=programs.MOCK).stdout.splitlines():
            self.assertLessEqual(len(line), 80, line)

    def test_lists(self):
        for arguments in (("list", "--requirements"), ("list",), ("lint",), ("lint", "-v"), ("--nonsense",), ("lst",), ()):
            with self.subTest(arguments):
                self.check(self.output_of(*arguments))

    def test_checks_of_a_target_and_its_profile(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            key = {"PLUMBLINE_API_KEY": "plumbline-dev-key"}
            for command, env in (("check", key), ("init", key), ("check", None), ("run", None), ("init", None)):
                with self.subTest(command, env=env):
                    self.check(self.output_of(command, "--url", mock.url, env=env, cwd=folder))

    def test_errors_of_a_suite(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s.arazzo.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(verdicts.WAITING_SUITE.replace("$statusCode == 299", "$statusCode === 299 && 'a very long text' == $unknown"))
            for command in ("lint", "run"):
                self.check(self.output_of(command, "s.arazzo.yaml", cwd=folder))


class ControlCharacters(unittest.TestCase):
    """A document of someone else cannot control the terminal on which its errors are shown."""

    def test_of_a_suite_are_escaped(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "s.arazzo.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(verdicts.WAITING_SUITE.replace("listDeployments", r'"no\e[2J\u202e\u009b"'))
            for command in ("lint", "run"):
                process = programs.run(command, path)
                output = process.stdout + process.stderr
                self.assertEqual(process.returncode, 2)
                self.assertNotRegex(output, "[\x1b\u202e\u009b]")
                self.assertIn(r"no\x1b[2J\u202e\u009b", output)


class ResultJson(unittest.TestCase):
    def test_is_small(self):
        with tempfile.TemporaryDirectory() as folder:
            process = programs.run("run", "--report-dir", folder)
            path = os.path.join(folder, "result.json")
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            self.assertLess(os.path.getsize(path), 2_000_000)
            self.assertGreater(len(programs.read_result(path)["scenarios"]), 800)

    def test_of_another_version_is_refused_with_the_remedy(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "result.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"format": 1, "scenarios": []}, file)
            process = programs.run("deviations", "add", path, "--reason", "r", "--file", os.path.join(folder, "d.yaml"))
        self.assertEqual(process.returncode, 2)
        self.assertIn("found version 1, expected 2; repeat the run with this version", process.stderr)


class UnwritableOutput(unittest.TestCase):
    """Each subcommand that prints a result must not end as if it were complete."""

    def check(self, program, *arguments):
        with self.subTest(arguments), open("/dev/full", "w", encoding="utf-8") as full:
            process = subprocess.run([program, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False,
                                     stdin=subprocess.DEVNULL, timeout=programs.DEADLINE_S)
            self.assertEqual(process.returncode, 2, process.stderr)
            self.assertIn("cannot write to standard output", process.stderr)

    def test_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            programs.run("run", "--only", "tags/*", "--report-dir", folder)
            result = os.path.join(folder, "result.json")
            entries = os.path.join(folder, "deviations.yaml")
            for arguments in (
                    ("--help",), ("--version",), ("list",), ("list", "--requirements"), ("lint",), ("lint", "--format", "json"),
                    ("generate", "--out", os.path.join(folder, "suites")), ("check", "--url", mock.url),
                    ("deviations", "add", result, "--reason", "r", "--file", entries),
                    ("cleanup", "--dry-run", "--journal-dir", folder), ("run", "--only", "tags/*")):
                self.check(programs.PLUMBLINE, *arguments)
            for arguments in (("--help",), ("--version",), ("--list-faults",)):
                self.check(programs.MOCK, *arguments)
            self.check(os.path.join(programs.BIN, "plumbline-load"), "--help")

    def test_is_none_if_the_reader_of_a_pipe_wants_no_more(self):
        """As with `plumbline list | head -1`: the exit code is that of the command, and nothing is printed."""
        load = os.path.join(programs.BIN, "plumbline-load")
        for code, *arguments in (
                (0, programs.PLUMBLINE, "--help"), (0, programs.PLUMBLINE, "list"), (0, programs.PLUMBLINE, "list", "--requirements"),
                (1, programs.PLUMBLINE, "run", "--only", "tags/*", "--min-verified", "100%", "--quiet"),
                (0, programs.MOCK, "--help"), (0, programs.MOCK, "--list-faults"), (0, load, "--help"), (0, load, "stream", "--help")):
            for lines in (0, 1):
                with self.subTest(arguments, lines=lines), subprocess.Popen(
                        arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                        stdin=subprocess.DEVNULL) as process:
                    for _ in range(lines):
                        process.stdout.readline()
                    process.stdout.close()
                    errors = process.stderr.read()
                    self.assertEqual((process.wait(programs.DEADLINE_S), errors), (code, ""))

    def test_all_reports_are_tried_on_a_full_disk(self):
        limit = 20_000

        def limit_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

        with tempfile.TemporaryDirectory() as folder:
            process = subprocess.run(
                [programs.PLUMBLINE, "run", "--only", "access/*", "--report-dir", folder, "-vv"], capture_output=True, text=True,
                check=False, stdin=subprocess.DEVNULL, timeout=programs.DEADLINE_S, preexec_fn=limit_files,
                restore_signals=False)  # SIGXFSZ stays ignored, as Python does
            self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
            self.assertIn("result.json: File too large", process.stderr)
            self.assertEqual(sorted(os.listdir(folder)), ["junit.xml", "result.txt"], "no incomplete file is left")


if __name__ == "__main__":
    unittest.main()
