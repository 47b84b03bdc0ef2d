"""docs/first_hour.md works as written: its commands run in a copy of the checkout, with the programs that are built."""

import filecmp
import os
import re
import shutil
import subprocess
import tempfile
import unittest

import programs

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
NOT_COPIED = (".git", "build", "node_modules", "__pycache__", ".cache")
SECTION_DEADLINE_S = 300  # scripts/check/all reads every source of the copy for the first time
# The steps of section 6 that take minutes; the test runs the added files without a build instead.
SKIPPED_PROGRAMS = ("ninja", "ctest")
ADDED_SUITES = ["conformance/suites/names.arazzo.yaml", "conformance/suites/listener_reads.arazzo.yaml"]


def commands_of(page):
    """Returns the commands of each section by its number."""
    sections = re.split(r"^## (\d+)\. .*$", page, flags=re.MULTILINE)[1:]
    return {int(number): "".join(re.findall(r"^```\n(.*?)^```", text, re.MULTILINE | re.DOTALL))
            for number, text in zip(sections[::2], sections[1::2])}


class FirstHour(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(os.path.join(ROOT, "docs", "first_hour.md"), encoding="utf-8") as file:
            cls.commands = commands_of(file.read())
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = os.path.join(folder.name, "clone")
        shutil.copytree(ROOT, cls.folder, symlinks=True, ignore=shutil.ignore_patterns(*NOT_COPIED))

    def run_section(self, number):
        """Runs the commands of a section; returns the output and the exit code of each `plumbline`."""
        script = self.commands[number].replace("build/dev/bin/plumbline", "run_plumbline")
        functions = f'run_plumbline() {{ local code=0; "{programs.PLUMBLINE}" "$@" || code=$?; echo "exit code $code"; }}\n'
        functions += "".join(f"{name}() {{ :; }}\n" for name in SKIPPED_PROGRAMS)
        process = subprocess.run(["bash", "-c", f"set -e\n{functions}{script}"], cwd=self.folder, capture_output=True,
                                 text=True, timeout=SECTION_DEADLINE_S, check=False, stdin=subprocess.DEVNULL)
        output = process.stdout + process.stderr
        self.assertEqual(process.returncode, 0, output)
        return output, [int(code) for code in re.findall(r"^exit code (\d+)$", process.stdout, re.MULTILINE)]

    def run_added(self, *options):
        """Runs the suites of section 6 as the next build would: with the documents and fixtures of the copy."""
        arguments = [*ADDED_SUITES, "--documents", "spec/documents", "--fixtures", "fixtures", *options]
        return subprocess.run([programs.PLUMBLINE, "run", *arguments], cwd=self.folder, capture_output=True, text=True,
                              timeout=programs.DEADLINE_S, check=False, stdin=subprocess.DEVNULL)

    # One test, because each section uses the files of those before it.
    def test_is_true(self):
        output, codes = self.run_section(2)
        self.assertEqual(codes, [0, 0, 1], output)
        self.assertIn("1 suite, 0 errors", output)
        self.assertIn("\nfailed: CP-CREATE-ECHO\n", output)
        output, codes = self.run_section(3)
        self.assertEqual(codes, [0], output)
        self.assertIn("\n1 passed, 0 failed", output)
        output, codes = self.run_section(4)
        self.assertEqual(codes, [0, 0], output)
        self.assertIn("warned: CP-TRIAL-SECRET-NAMES", output)
        output, codes = self.run_section(5)
        self.assertEqual(codes, [1], output)
        self.assertIn("\nfailed: CP-EP-LISTENERS\n", output)
        self.run_section(6)
        self.check_additions()

    def check_additions(self):
        suites = os.path.join("conformance", "suites")
        existing = os.listdir(os.path.join(ROOT, suites))
        for name in ADDED_SUITES:
            self.assertNotIn(os.path.basename(name), existing, "section 6 replaces a suite")
        _, changed, unreadable = filecmp.cmpfiles(os.path.join(ROOT, suites), os.path.join(self.folder, suites), existing, shallow=False)
        self.assertEqual(changed + unreadable, [], "section 6 changes a suite")
        process = self.run_added()
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("\n2 passed, 0 failed", process.stdout)
        process = self.run_added("--fault", "listener-read-answers-202")
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertIn("\nfailed: CP-EP-LISTENERS\n", process.stdout)


if __name__ == "__main__":
    unittest.main()
