"""Every form of a report: read with its published schema or a reader of it, for a run that passes, one that fails, and one
whose target is hostile.

The readers are the npm packages of scripts/npm; without them those tests are skipped, except in `scripts/ci page`, which sets
PLUMBLINE_NEEDS_BROWSER.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

import programs
from hostile_target import CANARY, SUITE, HostileTarget
from http_service import Server

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import interop_tools

DEADLINE_S = 120
FORMS = ("text", "json", "junit", "html", "markdown", "github", "sarif", "gitlab", "tap", "ctrf", "allure")
READERS = ("@allurereport/reader", "@microsoft/jest-sarif", "ctrf", "marked", "tap-parser")
FAULT = ("--only", "tags/*", "--fault", "create-answers-200")
DEVIATIONS = "- { requirement: CP-CREATE-201, scenario: tags/push-after-tag, reason: 'known <&> # | since June' }\n"
COMMAND = re.compile(r"::(error|warning) title=[^,:]+(,file=[^,:]+,line=\d+)?::[^\r\n]+")
# What the documentation of a code quality report requires, and nothing else.
QUALITY = {"description", "check_name", "fingerprint", "severity", "location"}
SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def files_below(folder):
    return [path for path in Path(folder).rglob("*") if path.is_file()]


class ReportForms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        (cls.folder / "deviations.yaml").write_text(DEVIATIONS, encoding="utf-8")
        (cls.folder / "reads.arazzo.yaml").write_text(SUITE.replace("KEY", CANARY), encoding="utf-8")
        cls.play("green", 0, "--only", "tags/*")
        cls.play("failing", 1, *FAULT, "--deviations", "deviations.yaml", "--require", "AS-JOIN-END")
        with Server(HostileTarget) as server:
            cls.play("hostile", 1, "--control-plane-url", f"http://{server.host}", "--no-preflight", "reads.arazzo.yaml",
                     env={"PLUMBLINE_API_KEY": CANARY})

    @classmethod
    def play(cls, name, status, *options, env=None):
        process = programs.run("run", "--quiet", "--report-dir", name, "--format", ",".join(FORMS), *options, env=env, cwd=cls.folder)
        if process.returncode != status:
            raise AssertionError(f"exit code {process.returncode}: {process.stdout}{process.stderr}")

    def read(self, run, name):
        return (self.folder / run / name).read_text(encoding="utf-8")

    def json(self, run, name):
        return json.loads(self.read(run, name))

    def tally(self, run):
        return self.json(run, "result.json")["tally"]

    def test_schemas_and_readers_accept_them(self):
        missing = [name for name in READERS if not (interop_tools.MODULES / name).exists()]
        if missing:
            reason = f"not installed: {', '.join(missing)}; scripts/ci page installs them"
            if os.environ.get("PLUMBLINE_NEEDS_BROWSER"):
                self.fail(reason)
            self.skipTest(reason)
        runs = ("green", "failing", "hostile")
        process = subprocess.run(
            [interop_tools.node(), str(Path(__file__).with_name("report_forms.mjs")), *(str(self.folder / run) for run in runs)],
            cwd=interop_tools.NPM, capture_output=True, text=True, timeout=DEADLINE_S, stdin=subprocess.DEVNULL, check=False)
        self.assertEqual((process.returncode, process.stderr), (0, ""))
        read = json.loads(process.stdout)
        for run in runs:
            for form, found in read[run].items():
                with self.subTest(run=run, form=form):
                    self.assertEqual(found["problems"], [])
            with self.subTest(run):
                self.check_counts(run, {form: found["counts"] for form, found in read[run].items()})

    def check_counts(self, run, counts):
        """Compares what the readers count with the result."""
        tally, result = self.tally(run), self.json(run, "result.json")
        gates = [gate["met"] for gate in result["gates"]]
        failed = tally["failed"] + tally["fixed"] + gates.count(False)
        passed = tally["passed"] + tally["warned"] + tally["observed"] + gates.count(True)
        cases = sum(tally.values()) + len(gates)

        def expected(**numbers):
            return {name: number for name, number in numbers.items() if number > 0}

        self.assertEqual(counts["ctrf"], expected(passed=passed, failed=failed + tally["not_run"], skipped=tally["skipped"],
                                                  other=tally["deviated"]))
        self.assertEqual(counts["allure"], expected(passed=passed, failed=failed + tally["deviated"], broken=tally["not_run"],
                                                    skipped=tally["skipped"]))
        self.assertEqual(sum(counts["junit"].values()), cases + len(result["unjudged"]))
        self.assertEqual(counts["junit"].get("failed", 0), failed)
        tap = counts["tap"]
        self.assertEqual((tap["count"], tap["fail"], tap["todo"]), (cases, failed + tally["deviated"] + tally["not_run"], tally["deviated"]))
        if run != "green":
            self.assertGreater(counts["sarif"]["failed"], 0)

    def test_a_green_run_has_no_problems(self):
        self.assertEqual(self.json("green", "code-quality.json"), [])
        self.assertEqual(self.json("green", "result.sarif")["runs"][0]["results"], [])
        self.assertEqual(self.read("green", "annotations.txt"), "")
        self.assertTrue(self.read("green", "summary.md").startswith("# Conformance: conforms\n"))

    def test_what_fails_the_run_is_in_all_of_them(self):
        for name in ("summary.md", "annotations.txt", "result.sarif", "code-quality.json", "result.tap", "ctrf.json", "junit.xml"):
            with self.subTest(name):
                text = self.read("failing", name).replace("\\-", "-")
                self.assertIn("CP-CREATE-201", text)
                self.assertIn("--require AS-JOIN-END", text)

    def test_code_quality_has_the_required_members(self):
        for run in ("failing", "hostile"):
            entries = self.json(run, "code-quality.json")
            self.assertGreater(len(entries), 0)
            self.assertEqual(len({entry["fingerprint"] for entry in entries}), len(entries))
            for entry in entries:
                self.assertEqual(entry.keys(), QUALITY)
                self.assertIn(entry["severity"], SEVERITIES)
                self.assertRegex(entry["fingerprint"], r"^[0-9a-f]{16}$")
                self.assertRegex(entry["location"]["path"], r"^[^/.][^\n]*$")
                self.assertGreater(entry["location"]["lines"]["begin"], 0)

    def test_sarif_suppresses_deviations_and_names_requirements(self):
        run = self.json("failing", "result.sarif")["runs"][0]
        rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
        self.assertIn("201", rules["CP-CREATE-201"]["shortDescription"]["text"])
        self.assertTrue(rules["CP-CREATE-201"]["properties"]["section"])
        suppressed = [result for result in run["results"] if result["suppressions"]]
        self.assertEqual(self.tally("failing")["deviated"], 1)
        self.assertGreater(len(suppressed), 0)
        self.assertLess(len(suppressed), len(run["results"]))
        for result in suppressed:
            self.assertIn("since June", result["suppressions"][0]["justification"])
            where = result["suppressions"][0]["location"]["physicalLocation"]
            self.assertEqual((where["artifactLocation"]["uri"], where["region"]["startLine"]), ("deviations.yaml", 1))

    def test_fingerprints_are_equal_in_two_runs(self):
        self.play("again", 1, *FAULT, "--deviations", "deviations.yaml", "--require", "AS-JOIN-END", "--seed", "77")
        first, second = ({entry["fingerprint"] for entry in self.json(run, "code-quality.json")} for run in ("failing", "again"))
        self.assertEqual(first, second)

    def test_positions_are_only_in_files_of_the_user(self):
        built_in, own = (self.json(run, "result.sarif")["runs"][0]["results"] for run in ("failing", "hostile"))
        self.assertFalse([one for one in built_in for where in one["locations"] if "physicalLocation" in where])
        self.assertEqual({one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for one in own}, {"reads.arazzo.yaml"})
        cases = {run: xml.etree.ElementTree.fromstring(self.read(run, "junit.xml")).iter("testcase") for run in ("failing", "hostile")}
        self.assertEqual({case.get("file") for case in cases["failing"]}, {None})
        self.assertEqual({case.get("file") for case in cases["hostile"] if case.get("classname").startswith("control_plane")},
                         {"reads.arazzo.yaml"})
        self.assertIn(",file=reads.arazzo.yaml,line=", self.read("hostile", "annotations.txt"))

    def test_hostile_data_does_no_harm(self):
        for path in files_below(self.folder / "hostile"):
            with self.subTest(path.name):
                data = path.read_bytes()
                self.assertLess(len(data), 400_000)
                text = data.decode("utf-8")
                self.assertNotRegex(text, "[\x00-\x08\x0b\x0c\x0e-\x1f]")
        for line in self.read("hostile", "annotations.txt").splitlines():
            self.assertRegex(line, COMMAND)

    def test_no_form_contains_the_secret(self):
        found = files_below(self.folder / "hostile")
        self.assertGreater(len(found), len(FORMS))
        for path in found:
            self.assertNotIn(CANARY.encode(), path.read_bytes(), path.name)


class ReportOption(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_with(self, *options, env=None):
        return programs.run("run", "--only", "tags/*", *options, env=env, cwd=self.folder)

    def test_writes_only_the_named_forms(self):
        process = self.run_with("--report", "sarif=out/a.sarif", "--report", "allure=results", "--report", "tap=-")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["out", "results"])
        self.assertEqual(json.loads((self.folder / "out/a.sarif").read_text(encoding="utf-8"))["version"], "2.1.0")
        self.assertTrue(process.stdout.startswith("TAP version 14\n"), "standard output has the report and nothing else")
        self.assertIn(" passed, ", process.stderr.splitlines()[-1])

    def test_wrong_values_are_usage_errors(self):
        for value, message in (("sarf=x", "did you mean sarif?"), ("sarif", "expected FORM=FILE"), ("allure=-", "is a folder"),
                               ("=x", "expected one of text, json")):
            process = self.run_with("--report", value)
            self.assertEqual(process.returncode, 2, value)
            self.assertIn(message, process.stderr)

    def test_files_that_cannot_be_written_are_errors_before_the_run(self):
        (self.folder / "x.tap").mkdir()
        (self.folder / "file").touch()
        process = self.run_with("--report", "tap=/proc/nowhere/x.tap", "--report", "ctrf=x.tap", "--report-dir", "file/reports")
        self.assertEqual(process.returncode, 2)
        self.assertEqual(process.stdout, "")
        for message in ("--report: cannot create the folder /proc/nowhere: ", "cannot write x.tap: it is a folder",
                        "--report-dir: cannot create the folder file/reports: "):
            self.assertIn(message, process.stderr)
        process = self.run_with("--report-dir", "/proc")
        self.assertEqual(process.returncode, 2)
        self.assertIn("--report-dir: cannot write into the folder /proc: ", process.stderr)

    def test_a_full_disk_is_an_error_after_it_and_the_others_are_written(self):
        os.mkdir(self.folder / "out")
        os.symlink("/dev/full", self.folder / "out" / "result.json")
        process = self.run_with("--report", "tap=/dev/full", "--report", "ctrf=c.json", "--report-dir", "out")
        self.assertEqual(process.returncode, 2)
        for name in ("/dev/full", "out/result.json"):
            self.assertIn(f"cannot write {name}: No space left on device", process.stderr)
        self.assertIn(" passed, ", process.stdout.splitlines()[-1])
        self.assertTrue((self.folder / "c.json").exists())
        self.assertEqual(sorted(os.listdir(self.folder / "out")), ["junit.xml", "report.html", "result.json", "result.txt"])
        self.assertTrue((self.folder / "out" / "result.json").is_char_device())

    def test_links_and_devices_are_written_to_and_stay(self):
        (self.folder / "real").touch()
        os.symlink("real", self.folder / "link")
        process = self.run_with("--report", "tap=link", "--report", "ctrf=/dev/null", "--report", "markdown=/dev/stdout")
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertTrue((self.folder / "link").is_symlink())
        self.assertTrue((self.folder / "real").read_text(encoding="utf-8").startswith("TAP version 14\n"))
        self.assertTrue(Path("/dev/null").is_char_device() and Path("/dev/stdout").is_symlink())
        self.assertTrue(process.stdout.startswith("# Conformance: conforms\n"), "standard output has the report and nothing else")

    def test_a_pipe_is_written_to_if_it_has_a_reader(self):
        pipe = self.folder / "pipe"
        os.mkfifo(pipe)
        options = ("--report", "json=pipe", "--report", "ctrf=c.json")
        process = self.run_with(*options)
        self.assertEqual(process.returncode, 2)
        self.assertIn("cannot write pipe: nothing reads this pipe; start its reader before this program", process.stderr)
        self.assertTrue((self.folder / "c.json").exists())
        copy = self.folder / "copy"
        with open(copy, "wb") as out, subprocess.Popen(["cat", str(pipe)], stdout=out) as reader:
            with open(pipe, "wb"):  # waits until the reader has opened it
                process = self.run_with(*options)
            reader.wait(DEADLINE_S)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertEqual(json.loads(copy.read_text(encoding="utf-8"))["exit_code"], 0)
        self.assertTrue(pipe.is_fifo())

    def test_two_reports_in_one_file_are_a_usage_error_before_the_run(self):
        os.symlink(".", self.folder / "here")
        for options, first, second in (
                (("--report", "tap=x", "--report", "ctrf=here/x"), "--report tap=x", "--report ctrf=here/x"),
                (("--report", "markdown=out/result.json", "--report-dir", "out"), "--report markdown=out/result.json",
                 "--report-dir out (json)")):
            process = self.run_with(*options)
            self.assertEqual((process.returncode, process.stdout), (2, ""))
            self.assertIn(f"{first} and {second} would write the same file", process.stderr)


class GithubActions(unittest.TestCase):
    """There, annotations are printed and the summary is appended without an option."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.summary = self.folder / "summary"
        self.summary.write_text("earlier\n", encoding="utf-8")

    def run_with(self, *options, summary=None):
        return programs.run("run", *FAULT, *options, cwd=self.folder,
                            env={"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary or self.summary)})

    def commands_of(self, output):
        """Returns the commands that the service executes, by its rules for stopping them."""
        commands, token = [], None
        for line in output.splitlines():
            line = line.strip()
            if token:
                token = None if line == f"::{token}::" else token
            elif line.startswith("::stop-commands::"):
                token = line.removeprefix("::stop-commands::")
            elif line.startswith("::"):
                commands.append(line)
        self.assertIsNone(token, "commands are processed again after the run")
        return commands

    def test_prints_annotations_and_appends_the_summary(self):
        process = self.run_with("-v")
        self.assertEqual(process.returncode, 1)
        commands = self.commands_of(process.stdout)
        self.assertGreater(len(commands), 0)
        for command in commands:
            self.assertRegex(command, COMMAND)
        self.assertTrue(process.stdout.startswith("::stop-commands::"))
        text = self.summary.read_text(encoding="utf-8")
        self.assertTrue(text.startswith("earlier\n# Conformance: does not conform\n"))
        self.assertLessEqual(len(text.encode()), 64 * 1024)

    def test_options_replace_them(self):
        process = self.run_with("--report", "github=a.txt", "--report", "markdown=s.md")
        self.assertEqual(process.returncode, 1)
        self.assertEqual(self.commands_of(process.stdout), [])
        self.assertEqual(self.summary.read_text(encoding="utf-8"), "earlier\n")
        self.assertTrue((self.folder / "a.txt").read_text(encoding="utf-8").startswith("::error "))

    def test_a_summary_that_cannot_be_written_is_an_error(self):
        process = self.run_with(summary=self.folder)
        self.assertEqual(process.returncode, 2)
        self.assertIn(f"cannot write {self.folder}", process.stderr)


if __name__ == "__main__":
    unittest.main()
