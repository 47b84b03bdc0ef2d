"""What a target's profile and its options do, against mocks and small services made for the purpose."""

import collections
import contextlib
import http.server
import json
import os
import re
import signal
import ssl
import subprocess
import tempfile
import threading
import unittest

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


class Service:
    """Answers `METHOD path` with the given (status, headers), with JSON as third if so, in turn, the last one for ever.

    Keeps the requests."""

    def __init__(self, answers, tls=None):
        service = self
        self.answers = {name: collections.deque(given) for name, given in answers.items()}
        self.requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                name = f"{self.command} {self.path}"
                service.requests.append((name, dict(self.headers)))
                left = service.answers.get(name, collections.deque([(404, {})]))
                status, headers, *value = left.popleft() if len(left) > 1 else left[0]
                body = json.dumps(value[0]).encode() if value else b""
                kind = {"Content-Type": "application/json"} if value else {}
                self.send_response(status)
                for key, text in {"Content-Length": str(len(body)), **kind, **headers}.items():
                    self.send_header(key, text)
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PATCH = do_DELETE = answer  # noqa: N815 (names of the base class)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass  # a client that breaks off a handshake is what some tests are about

        self.server = Server(("127.0.0.1", 0), Handler)
        if tls:
            self.server.socket = tls.wrap_socket(self.server.socket, server_side=True)
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self.server.server_address[1]}"

    def __enter__(self):
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join(programs.DEADLINE_S)
        self.server.server_close()


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

    def service(self, answers, tls=None):
        return self.stack.enter_context(Service(answers, tls))


class Regions(TargetTest):
    def setUp(self):
        super().setUp()
        self.us, self.eu = (self.stack.enter_context(programs.Mock()).url for _ in range(2))
        self.profile = self.write("profile.json", {
            "urls": {"all": self.us}, "regions": {"eu": {"control_plane": self.eu}}, "rate": {"requests_per_second": 0}})
        self.suite = self.write("regions.arazzo.yaml", REGIONS_SUITE)

    def hosts(self, *words):
        process, result = programs.run_with_result(*words, self.suite)
        self.assertIsNotNone(result, process.stderr)
        return [each["url"].partition("/v2")[0] for each in exchanges(result)]

    def test_a_source_named_after_its_region_is_called_there(self):
        self.assertEqual(self.hosts("--target", self.profile), [self.us, self.eu])

    def test_a_run_can_take_place_in_one_region(self):
        self.assertEqual(self.hosts("--target", self.profile, "--region", "eu"), [self.eu, self.eu])

    def test_an_option_puts_a_source_elsewhere(self):
        self.assertEqual(self.hosts("--url", self.us, "--server", f"control_plane_eu={self.eu}"), [self.us, self.eu])

    def test_an_unknown_region_is_refused(self):
        process = programs.run("run", "--target", self.profile, "--region", "mars")
        self.assertEqual(process.returncode, 2)
        self.assertIn("regions are: eu", process.stderr)


class Hosts(TargetTest):
    ANSWERS = {"POST /things": [(201, {})], "GET /things/a": [(200, {})]}

    def run_foreign(self, foreign, keyless=False, **profile):
        home = self.service({})
        target = self.write("profile.json", {
            "urls": {"all": home.url}, "credentials": {"api_key_env": "OUR_KEY"}, "allow_writes": True,
            "rate": {"requests_per_second": 0}, **profile})
        suite = self.things(foreign.url)
        if keyless:
            suite = self.write("things.arazzo.yaml", THINGS_SUITE.replace(KEY_PARAMETER, ""))
        os.environ["OUR_KEY"] = "the-key-of-ours"
        self.addCleanup(os.environ.pop, "OUR_KEY")
        return programs.run_with_result("--target", target, suite)

    def test_nothing_goes_to_a_host_that_is_not_the_targets(self):
        foreign = self.service(self.ANSWERS)
        process, result = self.run_foreign(foreign)
        self.assertEqual(foreign.requests, [])
        self.assertEqual(process.returncode, 1)
        self.assertEqual(result["scenarios"][0]["verdict"], "not_run")
        self.assertIn(f"{foreign.url} is no host of the target", process.stdout)

    def test_no_credential_goes_to_an_allowed_host(self):
        foreign = self.service(self.ANSWERS)
        process, _ = self.run_foreign(foreign, allowed_hosts=[foreign.url])
        self.assertEqual(foreign.requests, [])
        self.assertIn("a credential would go to", process.stdout)
        self.assertNotIn("the-key-of-ours", process.stdout)

    def test_what_holds_none_goes_to_an_allowed_host(self):
        foreign = self.service(self.ANSWERS)
        process, _ = self.run_foreign(foreign, keyless=True, allowed_hosts=[foreign.url])
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual([name for name, _ in foreign.requests], ["POST /things", "GET /things/a"])

    def test_a_redirect_is_not_followed(self):
        foreign = self.service(self.ANSWERS)
        home = self.service({"POST /things": [(307, {"Location": foreign.url + "/things"})]})
        programs.run_with_result("--server", f"things={home.url}", "--allow-writes", "--max-rate", "0", self.things())
        self.assertIn("POST /things", [name for name, _ in home.requests])
        self.assertEqual(foreign.requests, [])


class EventualConsistency(TargetTest):
    def run_things(self, *words):
        service = self.service({"POST /things": [(201, {})], "GET /things/a": [(404, {}), (404, {}), (200, {})]})
        process, result = programs.run_with_result(
            "--server", f"things={service.url}", "--allow-writes", "--max-rate", "0", "--poll-interval", "0.01", *words,
            self.things())
        return process, [step["id"] for step in result["scenarios"][0]["steps"]]

    def test_a_read_that_misses_the_write_is_repeated(self):
        process, steps = self.run_things("--consistency-wait", "30")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(steps, ["make", "read", "read", "read"])

    def test_it_counts_by_default(self):
        process, steps = self.run_things()
        self.assertEqual(process.returncode, 1)
        self.assertEqual(steps, ["make", "read"])


class Rate(TargetTest):
    def test_requests_keep_their_distance_over_all_jobs(self):
        service = self.service(Hosts.ANSWERS)
        self.things()
        suite = "".join([THINGS_SUITE.partition("  - workflowId")[0]] + [
            f"  - workflowId: w{i}\n    steps: [ {{ stepId: read, operationId: getThing }} ]\n" for i in range(8)])
        _, result = programs.run_with_result(
            "--server", f"things={service.url}", "--jobs", "4", "--max-rate", "50",
            self.write("many.arazzo.yaml", suite))
        started = sorted(each["started_ms"] for each in exchanges(result))
        self.assertEqual(len(started), 8)
        # a request may start late, never early: eight take seven distances of 20 ms at least
        self.assertGreaterEqual(started[-1], 140)

    def test_an_interrupt_does_not_wait_for_a_turn(self):
        service = self.service(Hosts.ANSWERS)
        with subprocess.Popen(
                # After the create, the read would have its turn a quarter of an hour later.
                [programs.PLUMBLINE, "run", "--server", f"things={service.url}", "--allow-writes", "--max-rate", "0.001",
                 "--journal-dir", self.folder, self.things()],
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as runner:
            try:
                programs.wait_until(lambda: "POST /things" in [name for name, _ in service.requests], "it is created")
                runner.send_signal(signal.SIGINT)
                output, _ = runner.communicate(timeout=programs.DEADLINE_S)
            finally:
                runner.kill()
        self.assertEqual(runner.returncode, 1, output)
        self.assertIn("interrupted", output)
        self.assertRegex(output.rstrip().splitlines()[-1], r"^0 passed, .* 1 not_run$")


class ForeignDocument(TargetTest):
    """OpenAPI 3.0, with a schema that cannot be judged by, and one that can."""

    API = """
openapi: 3.0.3
info: { title: things, version: '1' }
paths:
  /things:
    post:
      operationId: createThing
      responses: { '201': { description: made, content: { application/json: { schema: { unevaluatedProperties: false } } } } }
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
        self.assertEqual(result["requirements"], [], "the contract's requirements, which say nothing of other services")
        self.assertRegex(process.stderr, r"things\.openapi\.yaml:8:\d+: .*\"unevaluatedProperties\" cannot be judged")
        return process, [finding["code"] for scenario in result["scenarios"] for step in scenario["steps"]
                         for finding in step["findings"]]

    def test_passes_by_what_can_be_judged(self):
        process, findings = self.play({"id": None})
        self.assertEqual((process.returncode, findings), (0, []), process.stdout)

    def test_fails_by_what_can_be_judged(self):
        process, findings = self.play({})
        self.assertEqual((process.returncode, findings), (1, ["schema"]), process.stdout)


class Tls(TargetTest):
    def setUp(self):
        super().setUp()
        self.cert, self.key, self.tls = programs.serve_tls(self.folder)

    def run_things(self, *words):
        service = self.service(Hosts.ANSWERS, self.tls)
        return programs.run("run", "--server", f"things={service.url}", "--allow-writes", *words, self.things())

    def test_an_unknown_authority_is_refused_with_the_mend(self):
        process = self.run_things()
        self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
        self.assertIn("--ca-file", process.stderr)

    def test_a_known_authority_is_trusted(self):
        process = self.run_things("--ca-file", self.cert)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_a_certificate_of_ours_is_shown_where_one_is_asked_for(self):
        self.tls.verify_mode = ssl.CERT_REQUIRED
        self.tls.load_verify_locations(self.cert)
        service = self.service({"GET /v2/deployments": [(401, {})]}, self.tls)
        profile = {"urls": {"all": service.url}, "ca_file": "cert.pem"}
        words = ["--only", "access/*", "--quiet"]
        without = programs.run("run", "--target", self.write("profile.json", profile), *words)
        self.assertEqual(without.returncode, 3, without.stdout + without.stderr)
        profile["client_certificate"] = {"cert_file": "cert.pem", "key_file": "key.pem"}
        programs.run("run", "--target", self.write("profile.json", profile), *words)
        self.assertGreater(len(service.requests), 0)


class Progress(TargetTest):
    WORDS = ("run", "--only", "revisions/*")

    def names(self):
        return [name for name in programs.run("list").stdout.split() if name.startswith("revisions/")]

    def test_each_scenario_has_its_line_once(self):
        for words in ((), ("--progress", "live"), ("--progress", "none")):
            output = programs.run(*self.WORDS, *words).stdout
            for name in self.names():
                self.assertEqual(output.count(name + " ("), 1, (words, output))

    def test_a_failure_is_told_once_with_all_that_helps(self):
        output = programs.run(*self.WORDS, "--fault", "patch-secrets-no-revision").stdout
        failed = re.findall(r"^failed   revisions/", output, re.MULTILINE)
        self.assertGreater(len(failed), 0)
        self.assertEqual(output.count("    repeat "), len(failed))

    def test_a_live_line_comes_and_goes_on_standard_error(self):
        process = programs.run(*self.WORDS, "--progress", "live")
        self.assertIn(f"[1/{len(self.names())}]", process.stderr)
        self.assertTrue(process.stderr.endswith("\x1b[K"), repr(process.stderr[-80:]))
        self.assertNotIn("\x1b", process.stdout)

    def test_quiet_says_nothing_on_the_way(self):
        process = programs.run(*self.WORDS, "--quiet", "--progress", "live")
        self.assertEqual(process.stderr, "")
        self.assertNotIn("passed   revisions/", process.stdout)


class Selection(unittest.TestCase):
    def test_a_misspelt_area_or_name_is_refused_with_what_there_is(self):
        for words, says in ((["run", "--area", "nosuch"], "control_plane"), (["list", "--area", "nosuch"], "control_plane"),
                            (["list", "--requirements", "--area", "nosuch"], "control_plane"),
                            (["run", "--only", "x*"], "revisions/*")):
            process = programs.run(*words)
            self.assertEqual(process.returncode, 2, words)
            self.assertIn(says, process.stderr, words)


class WrongTarget(TargetTest):
    def test_a_wrong_base_url_is_no_success(self):
        service = self.service({})
        process, result = programs.run_with_result("--url", service.url, "--max-rate", "0")
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("nothing was verified", process.stderr)
        self.assertIn("base URL", process.stderr)
        self.assertEqual(result["exit_code"], 2)

    def test_a_report_folder_is_proven_before_the_first_request(self):
        service = self.service({})
        file = self.write("file", "")
        process = programs.run("run", "--url", service.url, "--report-dir", file)
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("--report-dir", process.stderr)
        self.assertEqual(service.requests, [])

    def test_a_control_interface_that_refuses_is_told_once(self):
        with programs.Mock("--control-token", "right") as mock:
            words = ["run", "--url", mock.url, "--control-url", mock.url, "--only", "access/*"]
            process = programs.run(*words)
            self.assertEqual(process.returncode, 2, process.stdout)
            self.assertEqual(process.stderr.count("answered 401"), 1, process.stderr)
            self.assertIn("--control-token-env", process.stderr)
            process = programs.run(*words, "--control-token-env", "TOKEN", env={"TOKEN": "right"})
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_more_jobs_than_workspaces_wait_for_one_another(self):
        with programs.Mock("--max-workspaces", "2") as mock:
            process = programs.run("run", "--url", mock.url, "--control-url", mock.url, "--jobs", "8", "--only", "patch*/*")
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_options_that_would_change_nothing_are_refused(self):
        no_target = "{} is for a target, and none is named"
        no_number = 'found "{}", expected a whole number'
        for words, refusal in (
                (["--hosting", "self_hosted"], no_target.format("--hosting")),
                (["--allow-writes"], no_target.format("--allow-writes")),
                (["--tenant", "t"], no_target.format("--tenant")),
                (["--api-key-env", "K"], no_target.format("--api-key-env")),
                (["--journal-dir", self.folder], no_target.format("--journal-dir")),
                (["--format", "json"], "--format requires --report-dir"),
                (["--input", "repo_ulr=x"], "repo_url"),
                (["--seed", "-1"], no_number.format("-1")),
                (["--seed", ""], no_number.format("")),
                (["--seed", "18446744073709551616"], no_number.format("18446744073709551616")),
                (["--url", "http://h", "--poll-interval", "5", "--poll-deadline", "1"],
                 "the poll interval PT5S is longer than the poll deadline PT1S")):
            process = programs.run("run", *words)
            self.assertEqual(process.returncode, 2, f"{words}: {process.stdout}")
            self.assertIn(refusal, process.stdout + process.stderr, words)


if __name__ == "__main__":
    unittest.main()
