"""Other users create and delete deployments in the workspace while the suites run."""

import http.client
import json
import os
import tempfile
import unittest
import urllib.parse
import urllib.request
import uuid

import conformance_test
import http_service
import programs
import verdicts

NOW = "2099-12-31T23:59:59Z"
HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding"}


def with_another(deployments):
    """Returns the list with a deployment at its head that is not found afterwards: another user deleted it after the list."""
    first = deployments["resources"][0]
    other = {**first, "id": str(uuid.uuid4()), "name": f"other-user-{uuid.uuid4()}",
             "created_at": NOW, "updated_at": NOW, "latest_revision_id": str(uuid.uuid4()),
             "active_revision_id": None, "status": "AWAITING_DATABASE"}
    return {**deployments, "resources": [other, *deployments["resources"]]}


class SharedWorkspaceHandler(http_service.Handler):
    def forward(self):
        body = self.read_body()
        connection = http.client.HTTPConnection(self.server.target, timeout=programs.DEADLINE_S)
        self.close_connection = True
        try:
            connection.request(self.command, self.path, body or None, dict(self.headers))
            response = connection.getresponse()
            content = response.read()
        finally:
            connection.close()
        url = urllib.parse.urlsplit(self.path)
        asks_for_all = "name_contains" not in url.query
        if (self.command, url.path, response.status) == ("GET", "/v2/deployments", 200) and asks_for_all:
            deployments = json.loads(content)
            if deployments["resources"]:
                content = json.dumps(with_another(deployments)).encode()
                self.server.changed_lists += 1
        headers = {name: value for name, value in response.getheaders() if name.lower() not in HOP_BY_HOP}
        self.send(response.status, {**headers, "Content-Length": str(len(content)), "Connection": "close"}, content)

    do_GET = do_HEAD = do_POST = do_PATCH = do_DELETE = do_PUT = forward  # noqa: N815 (names of the base class)


class SharedWorkspaceService(http_service.Server):
    """Forwards requests to an address, and adds the deployments of other users to the lists."""

    def __init__(self, target):
        self.target = target
        self.changed_lists = 0
        super().__init__(SharedWorkspaceHandler)


class SharedWorkspace(unittest.TestCase):
    def test_deployments_of_other_users_change_no_verdict(self):
        with programs.Mock("--world", "cloud") as mock, tempfile.TemporaryDirectory() as folder:
            with urllib.request.urlopen(mock.url + "/_plumbline/workspaces/default", timeout=programs.DEADLINE_S) as response:
                workspace = json.load(response)
            keys = {"OUR_KEY": workspace["api_key"], "OTHER_KEY": workspace["other_tenant"]["api_key"]}
            with SharedWorkspaceService(mock.url.removeprefix("http://")) as service:
                profile = os.path.join(folder, "profile.json")
                with open(profile, "w", encoding="utf-8") as file:
                    json.dump(conformance_test.profile_of(service.url, workspace), file)
                process, result = programs.run_with_result(
                    "--target", profile, "--journal-dir", folder, "--area", "control_plane", env=keys)
                self.assertGreater(service.changed_lists, 10)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertLessEqual({verdict for _, verdict in verdicts.all_of(result)}, {"passed", "skipped"})


if __name__ == "__main__":
    unittest.main()
