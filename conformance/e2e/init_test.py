"""`plumbline init`: what it finds at a service, what it writes, and that a run with it passes."""

import contextlib
import json
import os
import re
import tempfile
import unittest

import programs
from gateway_test import PREFIX, call
from nginx_gateway import Gateway

TENANT = "11111111-1111-4111-8111-111111111111"
WORLDS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures", "worlds")
KEY = "plumbline-dev-key"
HEADERS = {"X-Api-Key": KEY, "X-Tenant-Id": TENANT, "Content-Type": "application/json"}
ENVIRONMENT = {"OUR_KEY": KEY}


def body_of(source, values):
    """Returns the body of a deployment with the values of a world's source."""
    config, revision = {}, {}
    for name in ("integration_id", "repo_url", "deployment_type", "listener_id"):
        if name in values:
            config[name] = values[name]
    for name in ("repo_ref", "graph_config_path", "image_uri"):
        if name in values:
            revision[name] = values[name]
    if "cluster_namespace" in values:
        config["listener_config"] = {"cluster_namespace": values["cluster_namespace"]}
    return {"name": f"existing-{source.replace('_', '-')}", "source": source, "source_config": config,
            "source_revision_config": revision, "secrets": []}


class Init(unittest.TestCase):
    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory())
        self.file = os.path.join(self.folder, "plumbline.yaml")

    def start(self, world, prefix=""):
        """Starts a mock with a deployment of each source; returns its address."""
        mock = self.stack.enter_context(programs.Mock("--world", world))
        workspace = call(mock.url + "/_plumbline/workspaces/default")
        for source, values in workspace["sources"].items():
            body = json.dumps(body_of(source, values)).encode()
            call(mock.url + prefix + "/v2/deployments", "POST", body, HEADERS)
        return mock, workspace

    def plumbline(self, *arguments, env=None):
        return programs.run(*arguments, env={**ENVIRONMENT, **(env or {})}, deadline_s=300, cwd=self.folder)

    def expect(self, process, code, *texts):
        output = programs.unwrapped(process.stdout) + process.stderr
        self.assertEqual(process.returncode, code, output)
        for text in texts:
            self.assertIn(text, output)
        return process.stdout

    def written(self):
        with open(self.file, encoding="utf-8") as file:
            return file.read()

    @staticmethod
    def revisions(mock):
        listed = call(mock.url + "/v2/deployments", headers=HEADERS)["resources"]
        return {each["id"]: each["latest_revision_id"] for each in listed}

    def expect_passing_run(self, *options):
        process = self.plumbline("run", "-q", *options)
        self.expect(process, 0, "the target is that of ./plumbline.yaml")
        self.assertRegex(process.stdout, r"\n[1-9]\d* passed, 0 failed, 0 warned\b(?!.* not_run).*\n$")

    def test_finds_a_self_hosted_service_behind_a_gateway(self):
        mock, workspace = self.start("self_hosted", PREFIX)
        gateway = self.stack.enter_context(Gateway(mock.url + "/"))
        process = self.plumbline("init", "--url", gateway.url, "--api-key-env", "OUR_KEY", "--tenant", TENANT,
                                 "--ca-file", gateway.ca_file)
        self.expect(process, 0, f"API is at {gateway.url}{PREFIX}, not at {gateway.url}\n",
                    "hosting: \"self_hosted\" (the control plane is below /api-host)", "next: plumbline run")
        text = self.written()
        self.assertNotIn(KEY, text)
        source = workspace["sources"]["external_container"]
        for line in (f'control_plane: "{gateway.url}{PREFIX}"', f'bulk_export: "{gateway.url}"', 'api_key_env: "OUR_KEY"',
                     f'tenant_id: "{TENANT}"', f'listener_id: "{source["listener_id"]}"', f'image_uri: "{source["image_uri"]}"',
                     f'other_listener_id: "{source["other_listener_id"]}"', 'cluster_namespace: "agents"',
                     f'export_id: "{workspace["inputs"]["export_id"]}"', 'steps: "steps"', f'ca_file: "{gateway.ca_file}"'):
            self.assertRegex(text, rf"\n *{re.escape(line)}\n")
        self.assertRegex(text, r'\n  assistant_id: "(chat|agent)"\n')
        self.assertRegex(text, rf'\n *#cancel_export_id: "{workspace["inputs"]["cancel_export_id"]}"\n')
        self.expect_passing_run()

    def test_finds_a_cloud_service_and_changes_nothing_at_it(self):
        mock, workspace = self.start("cloud")
        before = self.revisions(mock)
        process = self.plumbline("init", "--url", mock.url, "--api-key-env", "OUR_KEY")
        self.expect(process, 0, "the owner of all deployments of this key", "there are git_host deployments")
        self.assertEqual(self.revisions(mock), before)
        text = self.written()
        for name in ("integration_id", "repo_url", "repo_ref", "deployment_type", "graph_config_path"):
            self.assertIn(f'    {name}: "{workspace["sources"]["git_host"][name]}"\n', text)
        self.expect_passing_run("--allow-writes", "--poll-interval", "0.01", "--max-rate", "0")

    def test_three_commands_lead_to_a_verdict_and_each_names_the_next(self):
        mock, _ = self.start("cloud")
        environment = {"PLUMBLINE_API_KEY": KEY}
        first = self.plumbline(env=environment)
        command = re.search(r"\n  plumbline (init --url) URL --tenant ID ", self.expect(first, 2) + first.stderr).group(1)
        second = self.plumbline(*command.split(), mock.url, "--tenant", TENANT, env=environment)
        command = re.search(r"\nnext: plumbline (.*)\n +#", self.expect(second, 0)).group(1)
        third = self.plumbline(*command.split(), env=environment)
        self.expect(third, 0, " 0 failed, ", "requirements verified")
        self.expect(self.plumbline("check", "--target", "none"), 2, "plumbline init --url URL")

    def test_overwrites_a_profile_only_if_told_to(self):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("mine\n")
        self.expect(self.plumbline("init", "--url", "http://127.0.0.1:1"), 2, "plumbline.yaml exists", "--force")
        self.assertEqual(self.written(), "mine\n")
        self.expect(self.plumbline("init", "--url", "http://127.0.0.1:1", "--force"), 3, "tcp: ")
        self.assertEqual(self.written(), "mine\n")
        self.expect(self.plumbline("init"), 2, "no service is named")

    def without_deployments(self):
        """Returns a folder with fixtures: the self-hosted world as it is after its installation."""
        with open(os.path.join(WORLDS, "self_hosted.json"), encoding="utf-8") as file:
            world = json.load(file)
        world["history"] = [record for record in world["history"] if record["collection"] == "bulk_exports"]
        folder = self.stack.enter_context(tempfile.TemporaryDirectory())
        os.mkdir(os.path.join(folder, "worlds"))
        with open(os.path.join(folder, "worlds", "self_hosted.json"), "w", encoding="utf-8") as file:
            json.dump(world, file)
        return folder

    def test_takes_what_cannot_be_found_from_options(self):
        mock = self.stack.enter_context(programs.Mock("--world", "self_hosted", "--fixtures", self.without_deployments()))
        arguments = ["init", "--control-plane-url", mock.url + PREFIX, "--api-key-env", "OUR_KEY", "--tenant", TENANT]
        self.expect(self.plumbline(*arguments), 0, "sources.external_container (complete it: image_uri)")
        self.assertRegex(self.written(), r'\n#  external_container:\n(#.*\n)*#    image_uri: "')
        image = "sources.external_container.image_uri=registry.example/team/agent:1.0.0"
        self.expect(self.plumbline(*arguments, "--force", "--set", "sources.none.x=1"), 2, "no member sources.none.x")
        self.expect(self.plumbline(*arguments, "--force", "--set", image), 0)
        self.assertRegex(self.written(), r'\n  external_container:\n(.*\n)*    image_uri: "registry')

    def test_a_profile_in_the_folder_counts_if_no_target_is_named(self):
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("urls: { all: 'http://127.0.0.1:1' }\n")
        only = ("--only", "reading/*")
        self.expect(self.plumbline("run", *only), 3, "the target is that of ./plumbline.yaml")
        for embedded in (("--target", "none"), ("--world", "cloud")):
            process = self.plumbline("run", *only, *embedded)
            self.expect(process, 0, "embedded mock")
            self.assertNotIn("plumbline.yaml", process.stderr)
        self.expect(self.plumbline("run", *only, "--url", "http://127.0.0.1:2"), 3, "127.0.0.1:2")

    def test_options_can_be_given_as_variables(self):
        only = ("run", "--only", "reading/*")
        self.expect(self.plumbline(*only, env={"PLUMBLINE_MIN_VERIFIED": "491"}), 1, "--min-verified")
        self.expect(self.plumbline(*only, "--min-verified", "1", env={"PLUMBLINE_MIN_VERIFIED": "491"}), 0)
        self.expect(self.plumbline(*only, env={"PLUMBLINE_URL": ""}), 2, "PLUMBLINE_URL is empty")
        self.expect(self.plumbline(*only, env={"PLUMBLINE_JOBS": "x"}), 2, "--jobs", "PLUMBLINE_JOBS")
        self.expect(self.plumbline("list", env={"PLUMBLINE_FORMAT": "x", "PLUMBLINE_AREA": "x"}), 0)


if __name__ == "__main__":
    unittest.main()
