"""Target profiles and options, against mocks and small test services."""

import contextlib
import json
import os
import re
import signal
import ssl
import subprocess
import tempfile
import unittest

import http_service
import programs

THINGS_API = """
openapi: '3.1.0'
info: { title: things, version: '1' }
servers: [ { url: 'SERVER' } ]
paths:
  /things:
    post: { operationId: createThing, responses: { '201': { description: made } } }
  /things/a:
    get: { operationId: getThing, responses: { '200': { description: found }, 4XX: { description: not found } } }
"""
THINGS_SUITE = """
arazzo: 1.1.0
info: { title: things, version: '1' }
sourceDescriptions: [ { name: things, type: openapi, url: things.openapi.yaml } ]
workflows:
  - workflowId: life
    inputs: { type: object, properties: { api_key: { type: string, default: none } } }
    parameters: [ { name: X-Api-Key, in: header, value: $inputs.api_key } ]
    steps:
      - { stepId: make, operationId: createThing, successCriteria: [ { condition: $statusCode == 201 } ] }
      - { stepId: read, operationId: getThing, successCriteria: [ { condition: $statusCode == 200 } ] }
"""
KEY_PARAMETER = "    parameters: [ { name: X-Api-Key, in: header, value: $inputs.api_key } ]\n"
REGIONS_SUITE = """
arazzo: 1.1.0
info: { title: regions, version: '1' }
sourceDescriptions:
  - { name: control_plane, type: openapi, url: control_plane.openapi.yaml }
  - { name: control_plane_eu, type: openapi, url: control_plane.openapi.yaml }
workflows:
  - workflowId: both
    steps:
      - { stepId: us, operationId: $sourceDescriptions.control_plane.listDeployments,
          successCriteria: [ { condition: $statusCode == 401 } ] }
      - { stepId: eu, operationId: $sourceDescriptions.control_plane_eu.listDeployments,
          successCriteria: [ { condition: $statusCode == 401 } ] }
"""


def exchanges(result):
    return [each for scenario in result["scenarios"] for step in scenario["steps"] for each in step["exchanges"]]


class TargetTest(unittest.TestCase):
    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory())

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text if isinstance(text, str) else json.dumps(text))
        return path

    def things(self, server="http://127.0.0.1:1"):
        self.write("things.openapi.yaml", THINGS_API.replace("SERVER", server))
        return self.write("things.arazzo.yaml", THINGS_SUITE)

    def service(self, responses, tls=None):
        return self.stack.enter_context(http_service.SequenceService(responses, tls))


class Regions(TargetTest):
    def setUp(self):
        super().setUp()
        self.us, self.eu = (self.stack.enter_context(programs.Mock()).url for _ in range(2))
        self.profile = self.write("profile.json", {
            "urls": {"all": self.us}, "regions": {"eu": {"control_plane": self.eu}}, "rate": {"requests_per_second": 0}})
        self.suite = self.write("regions.arazzo.yaml", REGIONS_SUITE)

    def hosts(self, *options):
        process, result = programs.run_with_result(*options, self.suite)
        self.assertIsNotNone(result, process.stderr)
        return [each["url"].partition("/v2")[0] for each in exchanges(result)]

    def test_a_source_with_a_region_in_its_name_is_called_there(self):
        self.assertEqual(self.hosts("--target", self.profile), [self.us, self.eu])

    def test_a_run_can_use_one_region(self):
        self.assertEqual(self.hosts("--target", self.profile, "--region", "eu"), [self.eu, self.eu])

    def test_an_option_overrides_the_url_of_a_source(self):
        self.assertEqual(self.hosts("--url", self.us, "--server", f"control_plane_eu={self.eu}"), [self.us, self.eu])

    def test_an_unknown_region_is_refused(self):
        process = programs.run("run", "--target", self.profile, "--region", "mars")
        self.assertEqual(process.returncode, 2)
        self.assertIn("regions are: eu", process.stderr)


class Hosts(TargetTest):
    RESPONSES = {"POST /things": [(201, {})], "GET /things/a": [(200, {})]}

    def run_foreign(self, foreign, keyless=False, **profile):
        home = self.service({})
        target = self.write("profile.json", {
            "urls": {"all": home.url}, "credentials": {"api_key_env": "OUR_KEY"}, "allow_writes": True,
            "rate": {"requests_per_second": 0}, **profile})
        suite = self.things(foreign.url)
        if keyless:
            suite = self.write("things.arazzo.yaml", THINGS_SUITE.replace(KEY_PARAMETER, ""))
        os.environ["OUR_KEY"] = "our-secret-key"
        self.addCleanup(os.environ.pop, "OUR_KEY")
        return programs.run_with_result("--target", target, suite)

    def test_no_request_goes_to_a_host_outside_the_target(self):
        foreign = self.service(self.RESPONSES)
        process, result = self.run_foreign(foreign)
        self.assertEqual(foreign.requests, [])
        self.assertEqual(process.returncode, 1)
        self.assertEqual(result["scenarios"][0]["verdict"], "not_run")
        self.assertIn(f"{foreign.url} is not a host of the target", programs.unwrapped(process.stdout))

    def test_no_credential_goes_to_an_allowed_host(self):
        foreign = self.service(self.RESPONSES)
        process, _ = self.run_foreign(foreign, allowed_hosts=[foreign.url])
        self.assertEqual(foreign.requests, [])
        self.assertIn("a credential would be sent to", programs.unwrapped(process.stdout))
        self.assertNotIn("our-secret-key", process.stdout)

    def test_a_request_without_credentials_goes_to_an_allowed_host(self):
        foreign = self.service(self.RESPONSES)
        process, _ = self.run_foreign(foreign, keyless=True, allowed_hosts=[foreign.url])
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual([name for name, _ in foreign.requests], ["POST /things", "GET /things/a"])

    def test_a_redirect_is_not_followed(self):
        foreign = self.service(self.RESPONSES)
        home = self.service({"POST /things": [(307, {"Location": foreign.url + "/things"})]})
        programs.run_with_result("--server", f"things={home.url}", "--allow-writes", "--max-rate", "0", self.things())
        self.assertIn("POST /things", [name for name, _ in home.requests])
        self.assertEqual(foreign.requests, [])


class EventualConsistency(TargetTest):
    def run_things(self, *options):
        service = self.service({"POST /things": [(201, {})], "GET /things/a": [(404, {}), (404, {}), (200, {})]})
        process, result = programs.run_with_result(
            "--server", f"things={service.url}", "--allow-writes", "--max-rate", "0", "--poll-interval", "0.01", *options,
            self.things())
        return process, [step["id"] for step in result["scenarios"][0]["steps"]]

    def test_a_read_that_misses_the_write_is_repeated(self):
        process, steps = self.run_things("--consistency-wait", "30")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(steps, ["make", "read", "read", "read"])

    def test_such_a_read_fails_by_default(self):
        process, steps = self.run_things()
        self.assertEqual(process.returncode, 1)
        self.assertEqual(steps, ["make", "read"])


class Rate(TargetTest):
    def test_all_jobs_share_the_rate(self):
        service = self.service(Hosts.RESPONSES)
        self.things()
        suite = "".join([THINGS_SUITE.partition("  - workflowId")[0]] + [
            f"  - workflowId: w{i}\n    steps: [ {{ stepId: read, operationId: getThing }} ]\n" for i in range(8)])
        _, result = programs.run_with_result(
            "--server", f"things={service.url}", "--jobs", "4", "--max-rate", "50",
            self.write("many.arazzo.yaml", suite))
        started = sorted(each["started_ms"] for each in exchanges(result))
        self.assertEqual(len(started), 8)
        # requests may start late, never early: eight need at least seven intervals of 20 ms
        self.assertGreaterEqual(started[-1], 140)

    def test_an_interrupt_ends_the_wait_for_the_rate(self):
        service = self.service(Hosts.RESPONSES)
        with subprocess.Popen(
                # After the create, the rate delays the read by a quarter of an hour.
                [programs.PLUMBLINE, "run", "--server", f"things={service.url}", "--allow-writes", "--max-rate", "0.001",
                 "--journal-dir", self.folder, self.things()],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as runner:
            try:
                programs.wait_until(lambda: "POST /things" in [name for name, _ in service.requests], "the create")
                runner.send_signal(signal.SIGINT)
                output, _ = runner.communicate(timeout=programs.DEADLINE_S)
            finally:
                runner.kill()
        self.assertEqual(runner.returncode, 130, output)
        self.assertIn("interrupted", output)
        self.assertRegex(output.rstrip().splitlines()[-1], r"^0 passed, 0 failed, 0 warned, 1 not_run$")


class ForeignDocument(TargetTest):
    """OpenAPI 3.0 with an unsupported and a supported schema."""

    API = """
openapi: 3.0.3
info: { title: things, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      responses: { '201': { description: made, content: { application/json: { schema: { $recursiveRef: '#' } } } } }
  /things/a:
    get:
      operationId: getThing
      responses: { '200': { description: found, content: { application/json: { schema: {
        type: object, required: [id], properties: { id: { type: string, nullable: true } } } } } } }
  /elsewhere: { $ref: 'other.yaml#/paths/~1x' }
"""

    def play(self, thing):
        service = self.service({"POST /things": [(201, {}, {"any": 1})], "GET /things/a": [(200, {}, thing)]})
        suite = self.things()
        self.write("things.openapi.yaml", self.API)
        process, result = programs.run_with_result("--server", f"things={service.url}", "--allow-writes", suite)
        self.assertEqual(process.stderr.count("warning:"), 1, process.stderr)
        self.assertEqual(result["requirements"], [], "requirements of the contract do not concern other services")
        self.assertRegex(process.stderr, r"things\.openapi\.yaml:8:\d+: .*\"\$recursiveRef\" is not supported")
        return process, [finding["code"] for scenario in result["scenarios"] for step in scenario["steps"]
                         for finding in step["findings"]]

    def test_passes_by_the_supported_schema(self):
        process, findings = self.play({"id": None})
        self.assertEqual((process.returncode, findings), (0, []), process.stdout)

    def test_fails_by_the_supported_schema(self):
        process, findings = self.play({})
        self.assertEqual((process.returncode, findings), (1, ["schema"]), process.stdout)


class Tls(TargetTest):
    def setUp(self):
        super().setUp()
        self.cert, self.key, self.tls = programs.serve_tls(self.folder)

    def run_things(self, *options):
        service = self.service(Hosts.RESPONSES, self.tls)
        return programs.run("run", "--server", f"things={service.url}", "--allow-writes", *options, self.things())

    def test_an_unknown_authority_is_refused_with_a_fix(self):
        process = self.run_things()
        self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
        self.assertIn("--ca-file", process.stderr)

    def test_a_known_authority_is_trusted(self):
        process = self.run_things("--ca-file", self.cert)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_the_client_certificate_is_sent_on_request(self):
        self.tls.verify_mode = ssl.CERT_REQUIRED
        self.tls.load_verify_locations(self.cert)
        service = self.service({"GET /v2/deployments": [(401, {})]}, self.tls)
        profile = {"urls": {"all": service.url}, "ca_file": "cert.pem"}
        options = ["--only", "access/*", "--quiet"]
        without = programs.run("run", "--target", self.write("profile.json", profile), *options)
        self.assertEqual(without.returncode, 3, without.stdout + without.stderr)
        profile["client_certificate"] = {"cert_file": "cert.pem", "key_file": "key.pem"}
        programs.run("run", "--target", self.write("profile.json", profile), *options)
        self.assertGreater(len(service.requests), 0)


class Progress(TargetTest):
    ARGUMENTS = ("run", "--only", "revisions/*")

    def names(self):
        return [name for name in programs.run("list").stdout.split() if name.startswith("revisions/")]

    def test_each_scenario_has_one_line(self):
        for options in (("-v",), ("-v", "--progress", "live"), ("-v", "--progress", "none"), ("--progress", "lines")):
            output = programs.run(*self.ARGUMENTS, *options).stdout
            for name in self.names():
                self.assertEqual(output.count(name + " ("), 1, (options, output))

    def test_a_failure_is_reported_once_with_its_details(self):
        output = programs.run(*self.ARGUMENTS, "--fault", "patch-secrets-no-revision").stdout
        failed = re.findall(r"^failed   revisions/", output, re.MULTILINE)
        self.assertGreater(len(failed), 0)
        self.assertEqual(output.count("    repeat "), len(failed))

    def test_only_what_did_not_pass_is_shown_by_default(self):
        self.assertNotIn("revisions/", programs.run(*self.ARGUMENTS).stdout)

    def test_exchanges_of_passed_scenarios_are_shown_and_kept_on_request(self):
        process, result = programs.run_with_result("--only", "revisions/*", "-vv")
        kept = {exchange["curl"] for exchange in exchanges(result)}
        self.assertNotIn("", kept)
        for command in kept:
            self.assertIn(f"    repeat    {command}\n", process.stdout)
        _, short = programs.run_with_result("--only", "revisions/*")
        self.assertEqual({exchange["curl"] for exchange in exchanges(short)}, {""})

    def test_the_live_line_is_shown_and_erased_on_standard_error(self):
        process = programs.run(*self.ARGUMENTS, "--progress", "live")
        self.assertIn(f"[1/{len(self.names())}]", process.stderr)
        self.assertTrue(process.stderr.endswith("\x1b[K"), repr(process.stderr[-80:]))
        self.assertNotIn("\x1b", process.stdout)

    def test_quiet_prints_no_progress(self):
        process = programs.run(*self.ARGUMENTS, "--quiet", "--progress", "live")
        self.assertEqual(process.stderr, "")
        self.assertNotIn("passed   revisions/", process.stdout)


class Selection(unittest.TestCase):
    def test_a_misspelt_area_or_name_is_refused_with_the_existing_ones(self):
        for arguments, hint in ((["run", "--area", "nosuch"], "control_plane"), (["list", "--area", "nosuch"], "control_plane"),
                            (["list", "--requirements", "--area", "nosuch"], "control_plane"),
                            (["run", "--only", "x*"], "revisions/*")):
            process = programs.run(*arguments)
            self.assertEqual(process.returncode, 2, arguments)
            self.assertIn(hint, process.stderr, arguments)


class WrongTarget(TargetTest):
    def test_a_wrong_base_url_is_not_a_success(self):
        service = self.service({})
        process, _ = programs.run_with_result("--url", service.url, "--max-rate", "0")
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("check the base URL", process.stderr)
        process, result = programs.run_with_result(
            "--url", service.url, "--max-rate", "0", "--no-preflight", "--area", "agent_streaming")
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("nothing was verified", process.stderr)
        self.assertEqual(result["exit_code"], 2)

    def test_the_report_folder_is_tested_before_the_first_request(self):
        service = self.service({})
        file = self.write("file", "")
        process = programs.run("run", "--url", service.url, "--report-dir", file)
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("--report-dir", process.stderr)
        self.assertEqual(service.requests, [])

    def test_a_refusing_control_interface_is_reported_once(self):
        with programs.Mock("--control-token", "right") as mock:
            arguments = ["run", "--url", mock.url, "--control-url", mock.url, "--only", "access/*"]
            process = programs.run(*arguments)
            self.assertEqual(process.returncode, 2, process.stdout)
            self.assertEqual(process.stderr.count("answered 401"), 1, process.stderr)
            self.assertIn("--control-token-env", process.stderr)
            process = programs.run(*arguments, "--control-token-env", "TOKEN", env={"TOKEN": "right"})
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_jobs_wait_for_free_workspaces(self):
        with programs.Mock("--max-workspaces", "2") as mock:
            process = programs.run("run", "--url", mock.url, "--control-url", mock.url, "--jobs", "8", "--only", "patch*/*")
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_options_without_effect_are_refused(self):
        no_target = "{} requires a target, and none is named"
        not_a_number = 'found "{}", expected a whole number'
        for options, message in (
                (["--hosting", "self_hosted"], no_target.format("--hosting")),
                (["--allow-writes"], no_target.format("--allow-writes")),
                (["--tenant", "t"], no_target.format("--tenant")),
                (["--api-key-env", "K"], no_target.format("--api-key-env")),
                (["--journal-dir", self.folder], no_target.format("--journal-dir")),
                (["--format", "json"], "--format requires --report-dir"),
                (["--input", "repo_ulr=x"], "repo_url"),
                (["--seed", "-1"], not_a_number.format("-1")),
                (["--seed", ""], "--seed is empty"),
                (["--seed", "18446744073709551616"], not_a_number.format("18446744073709551616")),
                (["--url", "http://h", "--poll-interval", "5", "--poll-deadline", "1"],
                 "the poll interval PT5S is longer than the poll deadline PT1S")):
            process = programs.run("run", *options)
            self.assertEqual(process.returncode, 2, f"{options}: {process.stdout}")
            self.assertIn(message, programs.unwrapped(process.stdout + process.stderr), options)


if __name__ == "__main__":
    unittest.main()
