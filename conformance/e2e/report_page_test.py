"""The page report.html in Chromium: from a file, without network, with filters, keys, links, streams and dark mode.

Needs Chromium (scripts/setup --full) and the npm packages of scripts/npm; without them the test is skipped, except in
`scripts/ci page`, which sets PLUMBLINE_NEEDS_BROWSER. Screenshots: set PLUMBLINE_SCREENSHOTS to a folder.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import programs
from hostile_target import CANARY, SUITE, HostileTarget
from http_service import Server

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
import interop_tools

CHROMIUM = shutil.which("chromium") or ""
DATA = re.compile(r'(<script type="application/json" id="result">)(.*?)(</script>)', re.DOTALL)
DEADLINE_S = 600
MAX_BYTES = 3_000_000


def missing_tools():
    if not CHROMIUM:
        return "Chromium is not installed; scripts/setup --full installs it"
    if not (interop_tools.MODULES / "playwright-core").exists():
        return "playwright-core is not installed; scripts/ci page installs it"
    return ""


def data_of(page):
    return json.loads(DATA.search(page)[2])


def with_data(page, data):
    """Returns the page with other data, escaped as the program does it."""
    text = json.dumps(data).replace("<", "\\u003c")
    return DATA.sub(lambda match: match[1] + text + match[3], page)


def with_failures(page, count):
    """Returns the page of a run in which one fault fails so many scenarios."""
    data = data_of(page)
    failed = next(one for one in data["scenarios"] if one["verdict"] == "failed")
    step = next(one for one in failed["steps"] if one["verdict"] == "failed")
    steps = [{**step, "findings": [one for one in step["findings"] if one["verdict"] == "failed"][:1]}]
    data["scenarios"] = [{**failed, "name": f"generated/scenario-{i}", "steps": steps} for i in range(count)]
    data["tally"] = {**{name: 0 for name in data["tally"]}, "failed": count}
    return with_data(page, data)


def with_known(page):
    """Returns the page of a run whose failures are all in its baseline."""
    data = data_of(page)
    failed = [one for one in data["scenarios"] if one["verdict"] == "failed"]
    for scenario in failed:
        scenario["known"] = True
        for finding in (one for step in scenario["steps"] for one in step["findings"]):
            finding["known"] = finding["verdict"] in ("failed", "not_run")
    data.update(baseline="old/result.json", exit_code=0)
    data["tally"]["known"] = len(failed)
    return with_data(page, data)


def with_passed(page, count):
    data = data_of(page)
    one = data["scenarios"][0]
    data["scenarios"] = [{**one, "name": f"generated/scenario-{i}"} for i in range(count)]
    data["tally"]["passed"] = count
    return with_data(page, data)


class ReportPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if reason := missing_tools():
            if os.environ.get("PLUMBLINE_NEEDS_BROWSER"):
                raise AssertionError(reason)
            raise unittest.SkipTest(reason)
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.pages = Path(cls.folder.name)
        cls.green = cls.play("green", 0, "--area", "bulk_export", "--area", "agent_streaming")
        cls.three = cls.play("three", 1, "--only", "agent_streaming_modes/*", "--fault", "chunk-size-is-no-number")
        for name, page in {"many": with_failures(cls.three, 600), "large": with_passed(cls.green, 5000), "known": with_known(cls.three)}.items():
            (cls.pages / f"{name}.html").write_text(page, encoding="utf-8")
        cls.play_hostile()

    @classmethod
    def play(cls, name, status, *options, env=None):
        reports = cls.pages / f"{name}-reports"
        process = programs.run("run", "--quiet", "--report-dir", str(reports), "--format", "html", *options, env=env)
        if process.returncode != status:
            raise AssertionError(f"exit code {process.returncode}: {process.stdout}{process.stderr}")
        page = (reports / "report.html").read_text(encoding="utf-8")
        (cls.pages / f"{name}.html").write_text(page, encoding="utf-8")
        return page

    @classmethod
    def play_hostile(cls):
        suite = cls.pages / "reads.arazzo.yaml"
        suite.write_text(SUITE.replace("KEY", CANARY), encoding="utf-8")
        with Server(HostileTarget) as server:
            cls.hostile = cls.play("hostile", 1, "--control-plane-url", f"http://{server.host}", "--no-preflight", str(suite),
                                   env={"PLUMBLINE_API_KEY": CANARY})

    def test_page_in_a_browser(self):
        process = subprocess.run(
            [interop_tools.node(), str(Path(__file__).with_name("report_page.mjs")), str(self.pages),
             os.environ.get("PLUMBLINE_SCREENSHOTS", "")],
            cwd=interop_tools.NPM, capture_output=True, text=True, timeout=DEADLINE_S, stdin=subprocess.DEVNULL, check=False,
            env={**os.environ, "CHROMIUM": CHROMIUM})
        self.assertEqual(process.returncode, 0, process.stderr)
        results = json.loads(process.stdout)
        self.assertGreater(len(results), 15)
        for name, problems in results.items():
            with self.subTest(name):
                self.assertEqual(problems, [])

    def test_hostile_data_is_bounded_and_has_no_markup(self):
        data = DATA.search(self.hostile)[2]
        self.assertLess(len(self.hostile.encode()), 300_000)
        for part, is_expected in (("<", False), ("\u2028", False), ("\\u003c/script>", True)):
            self.assertEqual(part in data, is_expected, part)

    def test_secrets_are_absent(self):
        self.assertTrue("***" in self.hostile and CANARY not in self.hostile)  # the texts would be megabytes

    def test_size(self):
        for page in (self.green, self.three):
            self.assertLess(len(page.encode()), MAX_BYTES)


if __name__ == "__main__":
    unittest.main()
