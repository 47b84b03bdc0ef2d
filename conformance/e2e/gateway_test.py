"""A mock without control interface behind a gateway: TLS of an own authority, HTTP/2, prefix, 20 requests a second."""

import contextlib
import json
import os
import tempfile
import unittest
import urllib.request

import conformance_test
import programs
from nginx_gateway import Gateway

PREFIX = "/api-host"


def call(url, method="GET", body=None, headers=None):
    request = urllib.request.Request(url, method=method, data=body, headers=headers or {})
    with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as response:
        return json.load(response)


class BehindAGateway(unittest.TestCase):
    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory())
        self.mock = self.stack.enter_context(programs.Mock("--world", "self_hosted"))
        self.workspace = call(self.mock.url + "/_plumbline/workspaces", "POST", b"{}", {"Content-Type": "application/json"})
        self.direct_url = self.mock.url + self.workspace["prefix"]
        self.gateway = self.stack.enter_context(Gateway(self.direct_url + "/"))
        self.environment = {"OUR_KEY": self.workspace["api_key"], "OTHER_KEY": self.workspace["other_tenant"]["api_key"]}

    def profile(self, **changes):
        url = self.gateway.url
        profile = {
            **conformance_test.profile_of(url, self.workspace),
            "urls": {"control_plane": url + PREFIX, "bulk_export": url, "agent_streaming": url},
            "hosting": "self_hosted",
            "ca_file": self.gateway.ca_file,
            "rate": {"requests_per_second": 0},
            **changes,
        }
        path = os.path.join(self.folder, "profile.yaml")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({name: value for name, value in profile.items() if value is not None}, file)
        return path

    def run_with(self, profile, *options):
        return programs.run("run", "--target", profile, "--journal-dir", os.path.join(self.folder, "journals"), *options,
                            env=self.environment, deadline_s=300)

    def deployments(self):
        """Returns the ids of the deployments that are not deleted."""
        headers = {"X-Api-Key": self.workspace["api_key"], "X-Tenant-Id": self.workspace["tenant_id"]}
        listed = call(self.direct_url + PREFIX + "/v2/deployments", headers=headers)["resources"]
        return [each["id"] for each in listed if each["status"] != "AWAITING_DELETE"]

    def expect_refused(self, profile, code, *texts):
        process = self.run_with(profile)
        self.assertEqual(process.returncode, code, process.stderr + process.stdout)
        for text in texts:
            self.assertIn(text, process.stderr)

    def test_a_correct_service_passes_and_nothing_is_left(self):
        before = self.deployments()
        process = self.run_with(self.profile(), "--jobs", "8")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertRegex(process.stdout, r"\n[1-9]\d* passed, 0 failed, 0 warned\b(?!.* not_run).*\n$")
        self.assertEqual(programs.unwrapped(process.stdout).count("the target answered 429 to "), 1, process.stdout)
        self.assertEqual(self.deployments(), before)
        journals = os.path.join(self.folder, "journals")
        self.assertEqual(os.listdir(journals) if os.path.exists(journals) else [], [])

    def test_each_missing_part_of_the_profile_is_named(self):
        credentials = {"api_key_env": "OUR_KEY"}
        process = self.run_with(self.profile(credentials=credentials))  # the mock accepts a key alone
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn('needs the input "tenant_id": give --tenant', programs.unwrapped(process.stdout))
        self.expect_refused(self.profile(credentials={"tenant_id": self.workspace["tenant_id"]}), 2, "no API key is given")
        self.expect_refused(self.profile(ca_file=None), 3, "tls: ", "--ca-file")
        urls = {"all": self.gateway.url}
        self.expect_refused(self.profile(urls=urls), 2, f"the API is at {self.gateway.url}{PREFIX}, not at")

    def test_a_gateway_without_service_is_unreachable(self):
        with Gateway(f"http://127.0.0.1:{programs.free_port()}/") as gateway:
            urls = {"all": gateway.url}
            self.expect_refused(self.profile(urls=urls, ca_file=gateway.ca_file), 3, "a gateway answers 502")

    def test_the_check_reports_the_connection(self):
        process = programs.run("check", "--target", self.profile(), "--format", "json", env=self.environment)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        found = {check["name"]: check for check in json.loads(process.stdout)["checks"] if check["area"] == "control_plane"}
        self.assertIn("HTTP/2", found["http version"]["detail"])
        self.assertIn("CN", found["tls"]["detail"])


if __name__ == "__main__":
    unittest.main()
