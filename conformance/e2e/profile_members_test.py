"""Members of a profile that change how requests reach the target: headers, proxy, resolve, OAuth2 access tokens."""

import base64
import http.client
import json
import os
import re
import subprocess
import time
import unittest
import urllib.parse

import cleanup_test
import http_service
import programs
import proxies_test
import target_test

KEY = "plumbline-dev-key"
TENANT = "11111111-1111-4111-8111-111111111111"
SECRETS = {"CLIENT_ID": "client-4711", "CLIENT_SECRET": "s3cret/+ of the client", "GATEWAY": "gateway-s3cret"}
CLIENT = {"client_id_env": "CLIENT_ID", "client_secret_env": "CLIENT_SECRET", "scope": "read write", "audience": "api"}

READS = """
arazzo: 1.1.0
info: { title: reads, version: '1' }
sourceDescriptions: [ { name: api, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: read
    inputs: { type: object, required: [api_key], properties: { api_key: { type: string, format: password } } }
    parameters: [ { name: X-Api-Key, in: header, value: $inputs.api_key } ]
    steps:
""" + "".join(f"""      - {{ stepId: read-{number}, operationId: listDeployments, successCriteria: [ {{ condition: $statusCode == 200 }} ] }}
""" for number in range(16))


class TokenService(http_service.AnsweringService):
    """A token endpoint for the client of SECRETS; each token is valid for a time and until it is revoked."""

    def __init__(self, lifetime_s=3600):
        self.lifetime_s = lifetime_s
        self.ends = {}
        super().__init__(None)
        self.RequestHandlerClass = TokenHandler

    def is_valid(self, token):
        return time.monotonic() < self.ends.get(token, 0)

    def new_token(self):
        token = f"token-{len(self.ends)}-{id(self)}"
        self.ends[token] = time.monotonic() + self.lifetime_s
        return token


class TokenHandler(http_service.Handler):
    def do_POST(self):  # noqa: N802 (name of the base class)
        fields = dict(urllib.parse.parse_qsl(self.read_body().decode()))
        self.server.requests.append(fields)
        credentials = base64.b64decode(self.headers["Authorization"].removeprefix("Basic ")).decode()
        client = [urllib.parse.unquote_plus(part) for part in credentials.split(":")]
        status, answer = 200, {"access_token": "", "token_type": "Bearer", "expires_in": self.server.lifetime_s}
        if client != [SECRETS["CLIENT_ID"], SECRETS["CLIENT_SECRET"]]:
            status, answer = 401, {"error": "invalid_client", "error_description": f"unknown: {client}"}
        else:
            answer["access_token"] = self.server.new_token()
        self.send(status, {"Content-Type": "application/json"}, json.dumps(answer).encode())


class Gateway(http_service.Server):
    """Forwards requests with a valid token to a mock, with the mock's key in place of the token."""

    def __init__(self, mock_url, tokens):
        self.mock = mock_url.removeprefix("http://")
        self.tokens = tokens
        self.requests = []  # method, whether it had a token, status of the gateway or the mock
        self.refused_method = ""
        super().__init__(GatewayHandler)


class GatewayHandler(http_service.Handler):
    def forward(self):
        body = self.read_body()
        token = (self.headers.get("Authorization") or "").removeprefix("Bearer ")
        headers = {"X-Tenant-Id": self.headers.get("X-Tenant-Id") or "", "Accept": "application/json",
                   "Content-Type": self.headers.get("Content-Type") or ""}
        if self.server.tokens.is_valid(token):
            headers["X-Api-Key"] = KEY
        if self.command == self.server.refused_method:
            self.answer(token, 500, {}, b"")
            return
        connection = http.client.HTTPConnection(self.server.mock, timeout=programs.DEADLINE_S)
        connection.request(self.command, self.path, body or None, {name: value for name, value in headers.items() if value})
        with connection.getresponse() as response:
            self.answer(token, response.status, {"Content-Type": response.getheader("Content-Type") or "text/plain"},
                        response.read())
        connection.close()

    do_GET = do_POST = do_PATCH = do_DELETE = forward  # noqa: N815 (names of the base class)

    def answer(self, token, status, headers, body):
        self.server.requests.append((self.command, token, status))
        self.send(status, headers, body)


class ProfileTest(target_test.TargetTest):
    def expect_no_secret(self, process, result, *more):
        for secret in (*SECRETS.values(), *more):
            self.assertNotIn(secret, process.stdout + process.stderr + json.dumps(result))

    def paste(self, command, **variables):
        process = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=programs.DEADLINE_S,
                                 check=False, env={"PATH": "/usr/bin:/bin", **variables})
        return process.stdout + process.stderr


class Connections(ProfileTest):
    def play(self, service, *options, **members):
        profile = self.write("profile.json", {
            "urls": {"all": service.url}, "allow_writes": True, "rate": {"requests_per_second": 0}, **members})
        options = options or ("--server", f"things={service.url}")
        return programs.run_with_result("-vv", "--target", profile, *options, self.things(), env=SECRETS)

    def test_headers_arrive_and_their_secrets_are_masked(self):
        service = self.stack.enter_context(http_service.AnsweringService(
            lambda request: (201 if request.command == "POST" else 200, {"Content-Type": "application/json"},
                             json.dumps({"seen": request.headers["X-Gateway"]}))))
        process, result = self.play(service, headers={"X-Gateway": {"env": "GATEWAY"}, "X-Team": "testing"})
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        for request, headers in service.requests:
            self.assertEqual((headers.get("X-Gateway"), headers.get("X-Team")), (SECRETS["GATEWAY"], "testing"), request)
        self.expect_no_secret(process, result)
        exchange = target_test.exchanges(result)[1]
        self.assertIn('{"seen": "***"}', exchange["response_excerpt"])
        before = len(service.requests)
        pasted = self.paste(exchange["curl"], GATEWAY=SECRETS["GATEWAY"], PLUMBLINE_SECRET_1="none")
        self.assertIn("HTTP/1.1 200", pasted)
        self.assertEqual(service.requests[before][1]["X-Gateway"], SECRETS["GATEWAY"])

    def test_resolve_reaches_a_made_up_name(self):
        service = self.service({"POST /things": [(201, {})], "GET /things/a": [(200, {})], "GET /": [(404, {})]})
        name = f"api.made-up.test:{service.server_port}"
        process, result = self.play(service, "--server", f"things=http://{name}", resolve=[f"{name}:127.0.0.1"])
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn({"origin": f"http://{name}", "note": "resolved to 127.0.0.1 by the profile"},
                      [{key: value for key, value in each.items() if value} for each in result["connections"]])
        self.assertIn("HTTP/1.1 200", self.paste(target_test.exchanges(result)[1]["curl"], PLUMBLINE_SECRET_1="none"))

    def test_the_proxy_of_the_profile_replaces_those_of_the_environment(self):
        proxy = proxies_test.Proxy(self.service(proxies_test.RESPONSES).server_address)
        self.addCleanup(proxy.server_close)
        proxy.password = "p4ss:w0rd"
        variables = {"PROXY_USER": "us:p4ss:w0rd", "http_proxy": "http://127.0.0.1:1", "no_proxy": "api.test"}
        profile = self.write("profile.json", {
            "urls": {"all": "http://api.test"}, "allow_writes": True, "rate": {"requests_per_second": 0},
            "proxy": f"http://{proxy.host}", "proxy_credentials_env": "PROXY_USER"})
        process, result = programs.run_with_result(
            "-vv", "--target", profile, "--server", "things=http://api.test", self.things(), env=variables)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("POST http://api.test/things", proxy.requests)
        self.assertIn(f"http://{proxy.host} (proxy of the profile)", programs.unwrapped(process.stdout))
        self.assertNotIn("p4ss", process.stdout + process.stderr + json.dumps(result))
        proxy.requests.clear()
        self.assertIn("HTTP/1.1 200", self.paste(target_test.exchanges(result)[1]["curl"], PLUMBLINE_SECRET_1="none",
                                                 **variables))
        self.assertEqual(proxy.requests, ["GET http://api.test/things/a"])


class AccessTokens(ProfileTest):
    def setUp(self):
        super().setUp()
        self.mock = self.stack.enter_context(programs.Mock())
        self.start(TokenService())

    def start(self, tokens):
        self.tokens = self.stack.enter_context(tokens)
        self.gateway = self.stack.enter_context(Gateway(self.mock.url, self.tokens))

    def profile(self, **members):
        return self.write("profile.json", {
            "urls": {"control_plane": self.gateway.url}, "rate": {"requests_per_second": 0}, "hosting": "cloud",
            "credentials": {"tenant_id": TENANT, "oauth2": {"token_url": self.tokens.url + "/token", **CLIENT}}, **members})

    def run_at_gateway(self, *options, env=None, **members):
        return programs.run_with_result("--target", self.profile(**members), *options, env={**SECRETS, **(env or {})})

    def read_at_gateway(self, *options):
        return self.run_at_gateway(*options, self.write("reads.arazzo.yaml", READS))

    def expect_passed(self, process, result):
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("passed", {scenario["verdict"] for scenario in result["scenarios"]})
        self.expect_no_secret(process, result, *self.tokens.ends)

    def test_scenarios_run_with_a_token_in_place_of_a_key(self):
        process, result = self.run_at_gateway()
        self.expect_passed(process, result)
        self.assertEqual(self.tokens.requests, [
            {"grant_type": "client_credentials", "scope": "read write", "audience": "api"}])
        outcomes = {row["id"]: row["outcome"] for row in result["requirements"]}
        self.assertEqual(outcomes["CP-AUTH-NONE"], "verified")  # calls without credentials stay without
        self.assertLessEqual({200, 401}, {status for _, _, status in self.gateway.requests})

    def test_a_repeat_command_names_the_token_and_says_how_to_get_one(self):
        _, result = self.read_at_gateway("-vv")
        command = next(each["curl"] for each in target_test.exchanges(result) if each["status"] == 200)
        told = self.paste(command)
        self.assertIn("PLUMBLINE_TOKEN: set it to the access_token that this command prints", told)
        how = re.search(r"curl .*", told)[0].replace("$CLIENT_ID:$CLIENT_SECRET", "'$CLIENT_ID:$CLIENT_SECRET'")
        self.assertIn(f"{self.tokens.url}/token", how)
        self.assertIn("HTTP/1.1 200", self.paste(command, PLUMBLINE_TOKEN=self.tokens.new_token()))

    def test_check_accepts_a_token_in_place_of_a_key(self):
        process = programs.run("check", "--target", self.profile(), env=SECRETS)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("the access token is accepted", process.stdout)
        self.expect_no_secret(process, None, *self.tokens.ends)

    def test_tokens_are_renewed_before_they_expire(self):
        self.start(TokenService(lifetime_s=1))
        process, result = self.read_at_gateway("--max-rate", "8")
        self.expect_passed(process, result)
        used = {token for _, token, status in self.gateway.requests if token and status == 200}
        self.assertGreaterEqual(len(used), 2, self.gateway.requests)

    def test_a_token_that_is_refused_is_renewed_once(self):
        self.tokens.is_valid = self.revoke_after(2)
        process, result = self.read_at_gateway()
        self.expect_passed(process, result)
        self.assertEqual(len(self.tokens.requests), 2)
        tokens = [token for _, token, _ in self.gateway.requests if token]
        self.assertEqual(len(set(tokens)), 2)

    def revoke_after(self, count):
        """Returns a judgement of tokens that refuses the first one from its third request on."""
        accepted = []

        def is_valid(token):
            if not TokenService.is_valid(self.tokens, token):
                return False
            accepted.append(token)
            return token != next(iter(self.tokens.ends)) or accepted.count(token) <= count

        return is_valid

    def test_a_wrong_secret_is_explained(self):
        for command in (("run",), ("check",)):
            process = programs.run(*command, "--target", self.profile(), env={**SECRETS, "CLIENT_SECRET": "wr0ng-secret"})
            self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
            self.assertIn(f"the token endpoint {self.tokens.url}/token answered 401: invalid_client", process.stderr)
            self.assertIn("check credentials.oauth2 of the profile", process.stderr)
            for secret in ("wr0ng-secret", SECRETS["CLIENT_ID"]):
                self.assertNotIn(secret, process.stdout + process.stderr)
        self.assertEqual(self.gateway.requests, [])

    def test_a_token_endpoint_that_is_down_is_unreachable(self):
        self.tokens.server_close()
        process, _ = self.run_at_gateway()
        self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
        self.assertIn(f"the token endpoint {self.tokens.url}/token: ", process.stderr)

    def test_cleanup_uses_the_same_credentials(self):
        self.gateway.refused_method = "DELETE"
        journals = os.path.join(self.folder, "journals")
        process, result = self.run_at_gateway(
            "--journal-dir", journals, cleanup_test.suite_in(self.folder), allow_writes=True)
        made = [status for method, _, status in self.gateway.requests if method == "POST"]
        self.assertIn(201, made, process.stdout + process.stderr)
        self.expect_no_secret(process, [result, cleanup_test.journal_text(journals)], *self.tokens.ends)
        self.gateway.refused_method = ""
        process = programs.run("cleanup", "--target", self.profile(), "--journal-dir", journals, env=SECRETS)
        self.assertRegex(process.stdout, r"[1-9]\d* deleted, 0 gone, \d+ absent, 0 left")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)


class Assistants(ProfileTest):
    TWO = [{"assistant_id": "chat", "input": {"messages": [{"role": "user", "content": "hello"}]}},
           {"assistant_id": "steps", "input": {"count": 2}}]

    def setUp(self):
        super().setUp()
        self.mock = self.stack.enter_context(programs.Mock())

    def profile(self, **streaming):
        return self.write("profile.json", {"urls": {"agent_streaming": self.mock.url}, "allow_writes": True,
                                           "rate": {"requests_per_second": 0}, "agent_streaming": streaming})

    def play(self, *options, **streaming):
        return programs.run_with_result("-vv", "--target", self.profile(**streaming), "--area", "agent_streaming", *options,
                                        env={"PLUMBLINE_API_KEY": KEY})

    def test_scenarios_of_any_assistant_are_played_once_for_each(self):
        process, result = self.play(assistants=self.TWO)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        played = {scenario["name"]: scenario for scenario in result["scenarios"] if scenario["verdict"] == "passed"}
        for one in self.TWO:
            scenario = played[f"agent_streaming_modes/any-assistant@{one['assistant_id']}"]
            commands = [each["curl"] for each in target_test.exchanges({"scenarios": [scenario]}) if "POST" in each["curl"]]
            self.assertTrue(commands)
            self.assertTrue(all(f'"assistant_id":"{one["assistant_id"]}"' in each for each in commands), commands)
        self.assertIn("agent_streaming_modes/any-assistant@steps", process.stdout)

    def test_one_assistant_changes_no_name(self):
        names = [[scenario["name"] for scenario in self.play(**streaming)[1]["scenarios"]]
                 for streaming in (self.TWO[0], {"assistants": self.TWO[:1]})]
        self.assertEqual(names[0], names[1])

    def test_a_selection_names_the_scenario_for_all_assistants(self):
        _, result = self.play("--only", "agent_streaming_combined/any-assistant", assistants=self.TWO)
        self.assertEqual([scenario["name"] for scenario in result["scenarios"]],
                         ["agent_streaming_combined/any-assistant@chat", "agent_streaming_combined/any-assistant@steps"])

    def test_a_skipped_scenario_and_the_check_name_the_graph_in_the_profile(self):
        _, result = self.play()
        reasons = {scenario["name"]: scenario["reason"] for scenario in result["scenarios"]}
        self.assertIn("agent_streaming.graphs.nested in the profile", reasons["agent_streaming_subgraphs/streamed"])
        process = programs.run("check", "--target", self.profile(), env={"PLUMBLINE_API_KEY": KEY})
        self.assertRegex(process.stdout, r"agent_streaming:\n +graphs: \{ \w+: NAME")

    def test_a_misspelt_graph_is_refused(self):
        process, _ = self.play(graphs={"step": "steps"})
        self.assertEqual(process.returncode, 2)
        self.assertIn('/agent_streaming/graphs/step: found string "steps", expected no member with this name; '
                      'did you mean "steps"?', process.stderr)


if __name__ == "__main__":
    unittest.main()
