"""A command-line client deploys: its own sequence of requests, in its own names, against the mock that plays for it."""

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
CONFIG = "config_path"  # what the vocabulary calls graph_config_path
FINAL = {"DEPLOYED", "BUILD_FAILED", "DEPLOY_FAILED"}
POLLS = 20
TARBALL = b"\x1f\x8b\x08\x00" + bytes(range(256)) * 4096  # a megabyte that is no text


class Answer:
    def __init__(self, response):
        self.status = response.status
        self.text = response.read().decode()

    @property
    def body(self):
        return json.loads(self.text)


class Client:
    """Sends what the client sends; follows what the client needs of the answers."""

    def __init__(self, url):
        self.address = urllib.parse.urlsplit(url).netloc

    def send(self, method, path, body=None):
        headers = {"X-Api-Key": KEY, "Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        return self._send(method, path, json.dumps(body) if body is not None else None, headers)

    def upload(self, url, content):
        """Goes where the answer says, without credentials, as one does to a storage."""
        parts = urllib.parse.urlsplit(url)
        assert parts.netloc == self.address, url
        return self._send("PUT", parts.path, content, {"Content-Type": "application/gzip"})

    def _send(self, method, path, body, headers):
        connection = http.client.HTTPConnection(self.address, timeout=programs.DEADLINE_S)
        try:
            connection.request(method, path, body, headers)
            return Answer(connection.getresponse())
        finally:
            connection.close()

    def named(self, name):
        query = urllib.parse.urlencode({"name_contains": name})
        return self.send("GET", f"/v2/deployments?{query}").body["resources"]

    def create(self, name):
        return self.send("POST", "/v2/deployments", created(name))

    def deploy(self, deployment, config="agents.json"):
        """Uploads and patches; returns the statuses of the new revision as list and polling show them."""
        path = f"/v2/deployments/{deployment}"
        place = self.send("POST", path + "/upload-url").body
        assert self.upload(place["upload_url"], TARBALL).status == 200
        patched = self.send("PATCH", path, patch(place["object_path"], config))
        assert patched.status == 200, patched.text
        (revision,) = self.send("GET", path + "/revisions?limit=1").body["resources"]
        statuses = [revision["status"]]
        for _ in range(POLLS):
            statuses.append(self.send("GET", f"{path}/revisions/{revision['id']}").body["status"])
            if statuses[-1] in FINAL:
                break
        return statuses


def created(name):
    return {
        "name": name,
        "source": "internal_source",
        "source_config": {"deployment_type": "dev"},
        "source_revision_config": {},
        "secrets": [],
    }


def patch(object_path, config):
    return {
        "revision_source": "internal_source",
        "source_revision_config": {"source_tarball_path": object_path, CONFIG: config},
        "secrets": [],
    }


def problems(answer):
    """Returns the places that a 422 finds fault with."""
    return {"/".join(map(str, problem["loc"])) for problem in answer.body["detail"]}


class CommandLineClient(unittest.TestCase):
    def setUp(self):
        self.mock = self.enterContext(programs.Mock("--world", WORLD, "--vocabulary", NAMES))
        self.client = Client(self.mock.url)

    def test_deploys_from_end_to_end(self):
        client = self.client
        self.assertEqual(client.named("shop"), [])
        made = client.create("shop")
        self.assertEqual(made.status, 201, made.text)
        deployment = made.body["id"]

        self.assertEqual(
            client.deploy(deployment),
            ["QUEUED", "AWAITING_BUILD", "BUILDING", "AWAITING_DEPLOY", "DEPLOYING", "DEPLOYED"],
        )
        read = client.send("GET", f"/v2/deployments/{deployment}").body
        self.assertEqual(read["active_revision_id"], read["latest_revision_id"])
        self.assertEqual(read["source_config"]["deployment_type"], "dev")
        self.assertEqual(read["source_revision_config"][CONFIG], "agents.json")
        # Of internal_source the description has no custom_url: nobody may set one, and the server sets none.
        self.assertIsNone(read["source_config"]["custom_url"])
        self.assertNotIn("graph_config_path", json.dumps(read))

        (listed,) = client.named("shop")
        self.assertEqual((listed["id"], listed["name"]), (deployment, "shop"))
        self.assertIsNone(listed["source_config"]["custom_url"])
        self.assertEqual(client.named("other"), [])

        revisions = client.send("GET", f"/v2/deployments/{deployment}/revisions?limit=10").body["resources"]
        self.assertEqual(len(revisions), 2)
        self.assertTrue(all({"id", "status", "created_at"} <= one.keys() for one in revisions))

        deleted = client.send("DELETE", f"/v2/deployments/{deployment}")
        self.assertEqual((deleted.status, deleted.text), (204, ""))

    def test_deploys_again_what_the_list_finds(self):
        made = self.client.create("shop").body["id"]
        self.client.deploy(made)
        (found,) = self.client.named("shop")
        self.assertEqual(self.client.deploy(found["id"])[-1], "DEPLOYED")
        revisions = self.client.send("GET", f"/v2/deployments/{made}/revisions?limit=10").body["resources"]
        self.assertEqual(len(revisions), 3)

    def test_sees_a_build_fail(self):
        made = self.client.create("shop").body["id"]
        self.assertEqual(self.client.deploy(made, "broken-build.json")[-1], "BUILD_FAILED")
        self.assertEqual(self.client.deploy(made, "broken-deploy.json")[-1], "DEPLOY_FAILED")

    def test_uploads_more_than_a_body_has_by_default(self):
        with programs.Mock("--world", WORLD, "--vocabulary", NAMES, "--max-body", "10") as mock:
            client = Client(mock.url)
            made = client.create("shop").body["id"]
            place = client.send("POST", f"/v2/deployments/{made}/upload-url").body
            self.assertEqual(client.upload(place["upload_url"], bytes(9 * 2**20)).status, 200)

    def test_is_held_to_all_other_rules(self):
        made = self.client.create("shop").body["id"]
        path = f"/v2/deployments/{made}"
        invented = self.client.send("PATCH", path, patch("uploads/invented.tar.gz", "agents.json"))
        self.assertEqual(problems(invented), {"body/source_revision_config/source_tarball_path"})
        wrong = self.client.send("PATCH", path, {"source_revision_config": {CONFIG: 7}})
        self.assertEqual(problems(wrong), {f"body/source_revision_config/{CONFIG}"})
        self.assertEqual(self.client.send("PATCH", path, {"source_config": {"deployment_type": "prod"}}).status, 400)
        self.assertEqual(
            problems(self.client.send("PATCH", path, {"source_config": {"repo_url": "https://git.example/a"}})),
            {"body/source_config/repo_url"},
        )


    def test_is_spared_its_two_rules_and_nobody_else(self):
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


class CommandLineClientElsewhere(unittest.TestCase):
    """The world and the vocabulary are needed: without them the client gets nowhere."""

    def create_in(self, *words):
        with programs.Mock(*words) as mock:
            return Client(mock.url).create("shop")

    def test_is_refused_by_the_rules_that_its_world_leaves_out(self):
        both = {f"body/source_revision_config/{CONFIG}", "body/source_config/deployment_type"}
        self.assertEqual(problems(self.create_in("--world", "cloud", "--vocabulary", NAMES)), both)
        for rule, left in (
            ("required_for_sources:/source_revision_config/graph_config_path", "body/source_config/deployment_type"),
            ("only_for_sources:/source_config/deployment_type", f"body/source_revision_config/{CONFIG}"),
        ):
            refused = self.create_in("--world", "cloud", "--vocabulary", NAMES, "--fault", f"disable:{rule}")
            self.assertEqual(problems(refused), {left})

    def test_loses_the_path_without_the_vocabulary(self):
        with programs.Mock("--world", WORLD) as mock:
            client = Client(mock.url)
            made = client.create("shop").body["id"]
            client.deploy(made)
            read = client.send("GET", f"/v2/deployments/{made}").body
        self.assertIsNone(read["source_revision_config"]["graph_config_path"])
        self.assertNotIn("agents.json", json.dumps(read))


if __name__ == "__main__":
    unittest.main()
