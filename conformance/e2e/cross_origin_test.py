"""A page of another origin in Chromium uses the API of a mock, and cannot change the mock itself.

Needs Chromium (scripts/setup --full) and the npm packages of scripts/npm; without them the test is skipped, except in
`scripts/ci page`, which sets PLUMBLINE_NEEDS_BROWSER.
"""

import json
import os
import subprocess
import unittest
import urllib.request
from pathlib import Path

import programs
from http_service import Handler, Server
from report_page_test import CHROMIUM, interop_tools, missing_tools

KEY = "plumbline-dev-key"
DEADLINE_S = 60


class Page(Handler):
    def do_GET(self):  # noqa: N802
        self.send(200, {"Content-Type": "text/html"}, b"<!doctype html><title>page</title>")


class CrossOrigin(unittest.TestCase):
    def setUp(self):
        missing = missing_tools()
        if missing and not os.environ.get("PLUMBLINE_NEEDS_BROWSER"):
            self.skipTest(missing)
        self.assertEqual(missing, "")

    def test_a_page_uses_the_api_and_not_the_control_interface(self):
        with Server(Page) as page, programs.Mock() as mock:
            before = self.deployments(mock)
            process = subprocess.run(
                [interop_tools.node(), str(Path(__file__).with_name("cross_origin.mjs")), page.url, mock.url, KEY],
                cwd=interop_tools.NPM, env={**os.environ, "PLUMBLINE_CHROMIUM": CHROMIUM}, capture_output=True, text=True,
                stdin=subprocess.DEVNULL, timeout=DEADLINE_S, check=False)
            self.assertEqual(process.returncode, 0, process.stderr)
            seen = json.loads(process.stdout)
            after = self.deployments(mock)
        self.assertEqual([seen["create"], seen["patch"], seen["delete"]], [201, 200, 204], seen)
        self.assertEqual(seen["unauthorized"], 401)
        self.assertRegex(seen["location"], "^/runs/")
        self.assertGreater(seen["events"], 2)
        self.assertEqual(seen["joined"], "open")
        self.assertEqual((seen["reset"], seen["blindReset"]), ("blocked", "opaque"))
        self.assertGreater(len(after), len(before), "the mock was not reset")

    @staticmethod
    def deployments(mock):
        """Returns the deployments of the mock, deleted ones included."""
        url = mock.url + "/_plumbline/workspaces/default/state"
        with urllib.request.urlopen(url, timeout=programs.DEADLINE_S) as response:
            return json.load(response)["collections"]["deployments"]


if __name__ == "__main__":
    unittest.main()
