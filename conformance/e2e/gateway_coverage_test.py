"""How much of the suite is played at a URL: a mock of a cloud installation without control interface behind a gateway."""

import contextlib
import json
import os
import re
import tempfile
import unittest

import programs
import verdicts
from gateway_test import call
from nginx_gateway import Gateway

PREFIX = "/agents"
# The mock answers at once, so its polls need no pauses.
PACE = ("--poll-interval", "0.05", "--poll-deadline", "30", "--max-rate", "19")
MAX_CREATED = 20


def created_deployments(result):
    """Returns the names of the scenarios that created a deployment, once for each."""
    return [scenario["name"] for scenario in result["scenarios"] for step in scenario["steps"] for exchange in step["exchanges"]
            if (exchange["method"], exchange["status"]) == ("POST", 201) and exchange["url"].endswith("/v2/deployments")]


class MostOfTheSuite(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.stack = contextlib.ExitStack()
        cls.addClassCleanup(cls.stack.close)
        cls.folder = cls.stack.enter_context(tempfile.TemporaryDirectory())
        mock = cls.stack.enter_context(programs.Mock("--world", "cloud"))
        # The run finds what the world has: deployments of each source, exports in each state, and graphs.
        cls.workspace = call(mock.url + "/_plumbline/workspaces", "POST", b"{}", {"Content-Type": "application/json"})
        cls.direct_url = mock.url + cls.workspace["prefix"]
        cls.gateway = cls.stack.enter_context(Gateway(cls.direct_url + "/", prefix=PREFIX + "/"))
        cls.url = cls.gateway.url + PREFIX
        cls.environment = {"PLUMBLINE_API_KEY": cls.workspace["api_key"]}
        cls.profile = cls.written_profile()

    @classmethod
    def written_profile(cls):
        path = os.path.join(cls.folder, "plumbline.yaml")
        process = programs.run("init", "--url", cls.url, "--tenant", cls.workspace["tenant_id"], "--ca-file", cls.gateway.ca_file,
                               "--out", path, env=cls.environment)
        assert process.returncode == 0, process.stdout + process.stderr
        cls.promised = [int(count) for count in re.findall(r"# plays (\d+)", process.stdout)]
        return path

    def deployments(self):
        """Returns the ids of the deployments that are not deleted."""
        headers = {"X-Api-Key": self.workspace["api_key"], "X-Tenant-Id": self.workspace["tenant_id"]}
        listed = call(self.direct_url + "/v2/deployments?limit=100", headers=headers)["resources"]
        return [each["id"] for each in listed if each["status"] != "AWAITING_DELETE"]

    def run_with(self, *options):
        journals = os.path.join(self.folder, "journals")
        process, result = programs.run_with_result(
            "--target", self.profile, "--journal-dir", journals, *PACE, *options,
            env=self.environment, deadline_s=300)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        _, failed, warned, *_, not_run = verdicts.summary_of(process)
        self.assertEqual([failed, warned, not_run], [0, 0, 0], process.stdout)
        self.assertEqual(os.listdir(journals) if os.path.exists(journals) else [], [])
        return result

    def verified(self, result):
        return [row["id"] for row in result["requirements"] if row["outcome"] == "verified"]

    def test_most_scenarios_that_need_no_control_are_played(self):
        before = self.deployments()
        result = self.run_with("--allow-writes")
        self.assertEqual(self.deployments(), before)
        skipped = verdicts.reasons_of_skips(result)
        without_control = [name for name, _ in verdicts.all_of(result) if skipped.get(name) != "needs control"]
        played = [name for name in without_control if name not in skipped]
        print(f"\nwith --allow-writes {len(played)} of {len(without_control)} scenarios that need no control are played, "
              f"{len(self.verified(result))} requirements verified; not played:")
        for name in without_control:
            if name in skipped:
                print(f"  {name}: {skipped[name]}")
        controlled = [name for name, reason in skipped.items() if reason == "needs control"]
        print(f"  needs control: {', '.join(controlled)}")
        self.assertEqual(len(played), self.promised[1])
        self.assertGreaterEqual(len(played), 120)
        created = created_deployments(result)
        print(f"  {len(created)} deployments are created: {', '.join(created)}")
        self.assertLessEqual(len(created), MAX_CREATED, created)  # each takes minutes at a real service

    def test_existing_deployments_and_exports_verify_requirements_without_writing(self):
        result = self.run_with()
        self.assertEqual(sum(verdict != "skipped" for _, verdict in verdicts.all_of(result)), self.promised[0])
        verified = self.verified(result)
        print(f"\nread-only {len(verified)} requirements verified")
        self.assertEqual({exchange["method"] for scenario in result["scenarios"] for step in scenario["steps"]
                          for exchange in step["exchanges"]}, {"GET"})
        self.assertGreaterEqual(len(verified), 40)
        self.assertLessEqual({"CP-DEP-ACTIVE-DEPLOYED", "CP-REVISIONS-FIRST", "CP-REVISION-FAILED", "BE-ST-COMPLETED", "BE-ST-FAILED"},
                             set(verified))


if __name__ == "__main__":
    unittest.main()
