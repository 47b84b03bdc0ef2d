"""Replays a command-line client's requests, with its names, against a mock with the world for it."""

import http.client
import json
import os
import unittest
import urllib.parse
import uuid

import programs

NAMES = os.path.join(os.path.dirname(programs.OTHER_NAMES), "command_line_client.json")
WORLD = "command_line_client"
KEY = "plumbline-dev-key"
CONFIG = "config_path"  # the vocabulary's name of graph_config_path
FINAL = {"DEPLOYED", "BUILD_FAILED", "DEPLOY_FAILED"}
POLLS = 20
TARBALL = b"\x1f\x8b\x08\x00" + bytes(range(256)) * 4096  # a megabyte of binary data


class ClientResponse:
    def __init__(self, response):
        self.status = response.status
        self.text = response.read().decode()

    @property
    def body(self):
        return json.loads(self.text)


class Client:
    """Sends the client's requests and uses the members of the responses that the client uses."""

    def __init__(self, url):
        self.address = urllib.parse.urlsplit(url).netloc

    def send(self, method, path, body=None):
        headers = {"X-Api-Key": KEY, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        return self._send(method, path, json.dumps(body) if body is not None else None, headers)

    def upload(self, url, content):
        """Uploads to the URL of a response, without credentials, as to a storage service."""
        parts = urllib.parse.urlsplit(url)
        assert parts.netloc == self.address, url
        return self._send("PUT", parts.path, content, {"Content-Type": "application/gzip"})

    def _send(self, method, path, body, headers):
        connection = http.client.HTTPConnection(self.address, timeout=programs.DEADLINE_S)
        try:
            connection.request(method, path, body, headers)
            return ClientResponse(connection.getresponse())
        finally:
            connection.close()

    def list_by_name(self, name):
        query = urllib.parse.urlencode({"name_contains": name})
        return self.send("GET", f"/v2/deployments?{query}").body["resources"]

    def create(self, name):
        return self.send("POST", "/v2/deployments", create_body(name))

    def deploy(self, deployment, config="agents.json"):
        """Uploads and patches; returns the statuses of the new revision as list and polling show them."""
        path = f"/v2/deployments/{deployment}"
        destination = self.send("POST", path + "/upload-url").body
        assert self.upload(destination["upload_url"], TARBALL).status == 200
        patched = self.send("PATCH", path, patch_body(destination["object_path"], config))
        assert patched.status == 200, patched.text
        (revision,) = self.send("GET", path + "/revisions?limit=1").body["resources"]
        statuses = [revision["status"]]
        for _ in range(POLLS):
            statuses.append(self.send("GET", f"{path}/revisions/{revision['id']}").body["status"])
            if statuses[-1] in FINAL:
                break
        return statuses


def create_body(name):
    return {
        "name": name,
        "source": "internal_source",
        "source_config": {"deployment_type": "dev"},
        "source_revision_config": {},
        "secrets": [],
    }


def patch_body(object_path, config):
    return {
        "revision_source": "internal_source",
        "source_revision_config": {"source_tarball_path": object_path, CONFIG: config},
        "secrets": [],
    }


def problems(response):
    """Returns the locations in the details of a 422."""
    return {"/".join(map(str, problem["loc"])) for problem in response.body["detail"]}


class CommandLineClient(unittest.TestCase):
    def setUp(self):
        self.mock = self.enterContext(programs.Mock("--world", WORLD, "--vocabulary", NAMES))
        self.client = Client(self.mock.url)

    def test_deploys_from_end_to_end(self):
        client = self.client
        self.assertEqual(client.list_by_name("shop"), [])
        created = client.create("shop")
        self.assertEqual(created.status, 201, created.text)
        deployment = created.body["id"]

        self.assertEqual(
            client.deploy(deployment),
            ["QUEUED", "AWAITING_BUILD", "BUILDING", "AWAITING_DEPLOY", "DEPLOYING", "DEPLOYED"],
        )
        read = client.send("GET", f"/v2/deployments/{deployment}").body
        self.assertEqual(read["active_revision_id"], read["latest_revision_id"])
        self.assertEqual(read["source_config"]["deployment_type"], "dev")
        self.assertEqual(read["source_revision_config"][CONFIG], "agents.json")
        # internal_source has no custom_url: clients cannot set it, and the server does not.
        self.assertIsNone(read["source_config"]["custom_url"])
        self.assertNotIn("graph_config_path", json.dumps(read))

        (listed,) = client.list_by_name("shop")
        self.assertEqual((listed["id"], listed["name"]), (deployment, "shop"))
        self.assertIsNone(listed["source_config"]["custom_url"])
        self.assertEqual(client.list_by_name("other"), [])

        revisions = client.send("GET", f"/v2/deployments/{deployment}/revisions?limit=10").body["resources"]
        self.assertEqual(len(revisions), 2)
        self.assertTrue(all({"id", "status", "created_at"} <= one.keys() for one in revisions))

        deleted = client.send("DELETE", f"/v2/deployments/{deployment}")
        self.assertEqual((deleted.status, deleted.text), (204, ""))

    def test_deploys_again_to_a_listed_deployment(self):
        created = self.client.create("shop").body["id"]
        self.client.deploy(created)
        (listed,) = self.client.list_by_name("shop")
        self.assertEqual(self.client.deploy(listed["id"])[-1], "DEPLOYED")
        revisions = self.client.send("GET", f"/v2/deployments/{created}/revisions?limit=10").body["resources"]
        self.assertEqual(len(revisions), 3)

    def test_observes_failing_builds_and_deploys(self):
        created = self.client.create("shop").body["id"]
        self.assertEqual(self.client.deploy(created, "broken-build.json")[-1], "BUILD_FAILED")
        self.assertEqual(self.client.deploy(created, "broken-deploy.json")[-1], "DEPLOY_FAILED")

    def test_uploads_more_than_the_default_body_limit(self):
        with programs.Mock("--world", WORLD, "--vocabulary", NAMES, "--max-body", "10") as mock:
            client = Client(mock.url)
            created = client.create("shop").body["id"]
            destination = client.send("POST", f"/v2/deployments/{created}/upload-url").body
            self.assertEqual(client.upload(destination["upload_url"], bytes(9 * 2**20)).status, 200)

    def test_must_follow_all_other_rules(self):
        created = self.client.create("shop").body["id"]
        path = f"/v2/deployments/{created}"
        not_issued = self.client.send("PATCH", path, patch_body("uploads/not-issued.tar.gz", "agents.json"))
        self.assertEqual(problems(not_issued), {"body/source_revision_config/source_tarball_path"})
        wrong_type = self.client.send("PATCH", path, {"source_revision_config": {CONFIG: 7}})
        self.assertEqual(problems(wrong_type), {f"body/source_revision_config/{CONFIG}"})
        self.assertEqual(self.client.send("PATCH", path, {"source_config": {"deployment_type": "prod"}}).status, 400)
        self.assertEqual(
            problems(self.client.send("PATCH", path, {"source_config": {"repo_url": "https://git.example/a"}})),
            {"body/source_config/repo_url"},
        )

    def test_is_exempt_from_two_rules_for_its_source_only(self):
        def create(source, source_config):
            body = {"name": "shop", "source": source, "source_config": source_config, "source_revision_config": {}}
            return self.client.send("POST", "/v2/deployments", {**body, "secrets": []})

        self.assertEqual(problems(create("git_host", {})), {f"body/source_revision_config/{CONFIG}"})
        self.assertEqual(
            problems(create("internal_container", {"deployment_type": "dev"})), {"body/source_config/deployment_type"}
        )

    def test_installs_the_integration_that_git_host_needs(self):
        install = self.client.send("GET", "/v1/integrations/git_host/install")
        self.assertEqual(install.status, 200)
        self.assertEqual(str(uuid.UUID(install.body["integration_id"])), install.body["integration_id"])


class CommandLineClientOnOtherMocks(unittest.TestCase):
    """Without the world or the vocabulary the client fails."""

    def create_on(self, *options):
        with programs.Mock(*options) as mock:
            return Client(mock.url).create("shop")

    def test_is_refused_by_the_rules_that_its_world_waives(self):
        both = {f"body/source_revision_config/{CONFIG}", "body/source_config/deployment_type"}
        self.assertEqual(problems(self.create_on("--world", "cloud", "--vocabulary", NAMES)), both)
        for rule, remaining in (
            ("required_for_sources:/source_revision_config/graph_config_path", "body/source_config/deployment_type"),
            ("only_for_sources:/source_config/deployment_type", f"body/source_revision_config/{CONFIG}"),
        ):
            refused = self.create_on("--world", "cloud", "--vocabulary", NAMES, "--fault", f"disable:{rule}")
            self.assertEqual(problems(refused), {remaining})

    def test_loses_the_path_without_the_vocabulary(self):
        with programs.Mock("--world", WORLD) as mock:
            client = Client(mock.url)
            created = client.create("shop").body["id"]
            client.deploy(created)
            read = client.send("GET", f"/v2/deployments/{created}").body
        self.assertIsNone(read["source_revision_config"]["graph_config_path"])
        self.assertNotIn("agents.json", json.dumps(read))


if __name__ == "__main__":
    unittest.main()
