"""Every `repeat` command of a report, pasted into a shell, gives the status that the report shows."""

import collections
import re
import shutil
import ssl
import subprocess
import unittest
import zlib

import cleanup_test
import http_service
import programs
import target_test

SHELLS = [shell for shell in ("sh", "bash", "zsh") if shutil.which(shell)]

API = """
openapi: '3.1.0'
info: { title: echoes, version: '1' }
paths:
  /echo/{word}:
    parameters: [ { name: word, in: path, required: true, schema: { type: string } } ]
    get: { operationId: read, responses: { '200': { description: ok } } }
    head: { operationId: peek, responses: { '200': { description: ok } } }
    post: { operationId: send, responses: { '200': { description: ok } } }
    patch: { operationId: change, responses: { '200': { description: ok } } }
    delete: { operationId: remove, responses: { '200': { description: ok } } }
"""
HEAD = """
arazzo: 1.1.0
info: { title: echoes, version: '1' }
sourceDescriptions: [ { name: echoes, type: openapi, url: echoes.openapi.yaml } ]
workflows:
"""
WORKFLOW = """
  - workflowId: NAME
    inputs:
      type: object
      properties: { api_key: { type: string }, other_api_key: { type: string }, pin: { type: string, format: password } }
    steps:
      - stepId: only
        operationId: OPERATION
        parameters:
          - { name: word, in: path, value: WORD }
          - { name: X-Api-Key, in: header, value: $inputs.KEY }
          - { name: X-Note, in: header, value: NOTE }
BODY"""


class EchoHandler(http_service.Handler):
    """Responds with a status that is computed from all of the request that matters to a service."""

    def respond(self):
        body = self.read_body()
        headers = sorted((name.lower(), value) for name, value in self.headers.items()
                         if name.lower() not in ("host", "user-agent", "accept", "accept-encoding"))
        checksum = zlib.crc32(repr((self.command, self.path, headers, body)).encode())
        self.send(230 + checksum % 70, {}, b"")

    do_GET = do_HEAD = do_POST = do_PATCH = do_DELETE = respond  # noqa: N815 (names of the base class)


def workflow(name, operation, word="plain", key="api_key", note="none", body=""):
    text = WORKFLOW.replace("NAME", name).replace("OPERATION", operation).replace("WORD", word)
    return text.replace("KEY", key).replace("NOTE", note).replace("BODY", body)


def text_body(text):
    return f"        requestBody: {{ contentType: text/plain, payload: {text} }}\n"


SUITE = HEAD + "".join([
    workflow("get", "read"), workflow("head", "peek"), workflow("delete", "remove"),
    workflow("other-key", "read", key="other_api_key"),
    workflow("quotes", "send", word="a%20b", note='''"it's $HOME `x` !!"''',
             body=text_body('''"it's \\"quoted\\" $HOME `x` \\\\ %s !!\\n"''')),
    workflow("empty", "send"),
    workflow("json", "change", body="        requestBody: { contentType: application/json, payload: { a: [1, 'ü'] } }\n"),
    workflow("key-in-body", "send", body=text_body("'key={$inputs.api_key}x'")),
    workflow("binary", "send", body=text_body(r'"a\0\x01%s\\n\r\n\x7f{$inputs.api_key}"')),
    workflow("large", "send", body=text_body("'" + "0123456789" * 5_000 + "%'")),
])


class Repeat(target_test.TargetTest):
    def setUp(self):
        super().setUp()
        self.cert, self.key, self.tls = programs.serve_tls(self.folder)
        self.tls.verify_mode = ssl.CERT_REQUIRED
        self.tls.load_verify_locations(self.cert)
        self.write("echoes.openapi.yaml", API)
        self.env = {"STAGING_KEY": "key-of-staging", "OTHER_KEY": "the $(other) \"key\""}

    def serve(self, tls=None):
        return self.stack.enter_context(http_service.Server(EchoHandler, tls)).url

    def profile(self, url):
        return self.write("profile.json", {
            "urls": {"all": url}, "ca_file": "cert.pem", "allow_writes": True, "rate": {"requests_per_second": 0},
            "client_certificate": {"cert_file": "cert.pem", "key_file": "key.pem"},
            "credentials": {"api_key_env": "STAGING_KEY", "other": {"api_key_env": "OTHER_KEY", "tenant_id": "t-2"}}})

    def paste(self, command, shell="sh", **more):
        """Runs a command in another folder; returns its status, or the error output."""
        process = subprocess.run([shell, "-c", command], capture_output=True, timeout=programs.DEADLINE_S, cwd="/",
                                 env={"PATH": "/usr/bin:/bin", **self.env, **more}, check=False)
        match = re.match(rb"HTTP/1\.1 (\d+)", process.stdout)
        return int(match[1]) if match else process.stderr.decode()

    def check(self, result, **more):
        """Pastes every command of a result; returns how many there are."""
        all_exchanges = target_test.exchanges(result)
        for exchange in all_exchanges:
            for shell in SHELLS:
                with self.subTest(command=exchange["curl"][:300], shell=shell):
                    self.assertEqual(self.paste(exchange["curl"], shell, **more), exchange["status"])
        return len(all_exchanges)

    def test_commands_of_a_profile(self):
        url = self.serve(self.tls)
        process, result = programs.run_with_result(
            "-vv", "--target", self.profile(url), "--server", f"echoes={url}", self.write("s.arazzo.yaml", SUITE), env=self.env)
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertEqual(self.check(result), 10)
        printed = re.findall(r"^    repeat +(.*)$", process.stdout, re.MULTILINE)
        curls = {exchange["curl"] for exchange in target_test.exchanges(result)}
        self.assertGreaterEqual(len(curls.intersection(printed)), 4, process.stdout)  # one per cause
        for secret in self.env.values():
            self.assertNotIn(secret, process.stdout + str(result))

    def test_commands_of_options(self):
        self.tls.verify_mode = ssl.CERT_NONE
        url = self.serve(self.tls)
        _, result = programs.run_with_result(
            "-vv", "--server", f"echoes={url}", "--ca-file", self.cert, "--api-key-env", "STAGING_KEY", "--allow-writes",
            self.write("s.arazzo.yaml", HEAD + workflow("get", "read")), env=self.env)
        self.assertEqual(self.check(result), 1)

    def test_authorities_and_proxies_of_the_environment(self):
        self.tls.verify_mode = ssl.CERT_NONE
        more = {"CURL_CA_BUNDLE": "", "SSL_CERT_FILE": self.cert, "https_proxy": "http://127.0.0.1:1"}
        self.env["PLUMBLINE_API_KEY"] = "default-key"
        _, result = programs.run_with_result(
            "-vv", "--server", f"echoes={self.serve(self.tls)}", self.write("s.arazzo.yaml", HEAD + workflow("get", "read")),
            env={**self.env, **more})
        self.assertEqual(self.check(result, **more), 1)

    def test_an_input_from_a_variable(self):
        self.env.update({"PLUMBLINE_API_KEY": "default-key", "MY_PIN": "p-1-n"})
        _, result = programs.run_with_result(
            "-vv", "--server", f"echoes={self.serve()}", "--allow-writes", "--input", "pin=env:MY_PIN",
            self.write("s.arazzo.yaml", HEAD + workflow("note", "send", note="$inputs.pin")), env=self.env)
        self.assertIn("$MY_PIN", target_test.exchanges(result)[0]["curl"])
        self.assertEqual(self.check(result), 1)

    def test_a_secret_without_a_variable_is_listed_and_required(self):
        self.env["PLUMBLINE_API_KEY"] = "default-key"
        for name, body, note in (("note", "", "$inputs.pin"), ("binary", text_body(r'"\0{$inputs.pin}"'), "none")):
            _, result = programs.run_with_result(
                "-vv", "--server", f"echoes={self.serve()}", "--allow-writes", "--input", "pin=p-1-n",
                self.write("s.arazzo.yaml", HEAD + workflow(name, "send", note=note, body=body)), env=self.env)
            exchange, = target_test.exchanges(result)
            self.assertNotIn("p-1-n", str(result))
            for shell in SHELLS:
                self.assertIn("PLUMBLINE_SECRET_1: set it to the secret in the", self.paste(exchange["curl"], shell))
            self.assertEqual(self.check(result, PLUMBLINE_SECRET_1="p-1-n"), 1)


class RepeatAtAMock(unittest.TestCase):
    """The built-in suites at a mock without its control interface."""

    TENANT = "11111111-1111-4111-8111-111111111111"

    def check(self, *faults):
        """Pastes every command of a run that does not write; returns the run's exit code and the statuses."""
        env = {"MY_KEY": cleanup_test.KEY["PLUMBLINE_API_KEY"], "PLUMBLINE_TENANT": self.TENANT}
        with programs.Mock(*faults) as mock:
            process, result = programs.run_with_result(
                "-vv", "--url", mock.url, "--api-key-env", "MY_KEY", "--max-rate", "0", "--strict", env=env)
            statuses = collections.Counter()
            for exchange in target_test.exchanges(result):
                pasted = subprocess.run(["sh", "-c", exchange["curl"]], capture_output=True, text=True, check=False,
                                        timeout=programs.DEADLINE_S, env={"PATH": "/usr/bin:/bin", **env})
                self.assertEqual(pasted.stdout.split()[1:2], [str(exchange["status"])], exchange["curl"] + pasted.stderr)
                statuses[exchange["status"]] += 1
        return process.returncode, statuses

    def test_every_command_of_a_passing_run(self):
        code, statuses = self.check()
        self.assertEqual(code, 0)
        self.assertLessEqual({200, 401, 404}, set(statuses))

    def test_every_command_of_a_failing_run(self):
        code, statuses = self.check("--fault", "no-credentials-needed")
        self.assertEqual(code, 1)
        self.assertNotIn(401, statuses)


class DeletedRecords(cleanup_test.MockWithoutControl):
    def test_commands_that_need_a_deleted_record_say_so(self):
        process, result = programs.run_with_result(
            *self.target_options(), "--max-rate", "0", "--tenant", RepeatAtAMock.TENANT,
            cleanup_test.suite_in(self.folder, expected=422), env=cleanup_test.KEY)
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        found = collections.Counter()
        for exchange in target_test.exchanges(result):
            env = {"PATH": "/usr/bin:/bin", "PLUMBLINE_TENANT": RepeatAtAMock.TENANT, **cleanup_test.KEY}
            pasted = subprocess.run(["sh", "-c", exchange["curl"]], capture_output=True, text=True, check=False,
                                    timeout=programs.DEADLINE_S, env=env).stdout.split()[1]
            is_deleted = exchange.get("record_deleted", False)
            # The mock is still deleting it.
            self.assertIn(pasted, (str(exchange["status"]), "404") if is_deleted else (str(exchange["status"]),), exchange["curl"])
            found[exchange["method"], is_deleted] += 1
        self.assertEqual(found["POST", False], 1)
        self.assertEqual(found["DELETE", True], 1)

    def test_the_text_says_so(self):
        suite = cleanup_test.suite_in(self.folder)
        with open(suite, encoding="utf-8") as file:
            text = file.read().replace("$statusCode == 200", "$statusCode == 299")
        with open(suite, "w", encoding="utf-8") as file:
            file.write(text)
        process = programs.run("run", *self.target_options(), "--max-rate", "0", "--poll-interval", "0.1", "--poll-deadline", "1",
                               suite, env=cleanup_test.KEY)
        self.assertIn("the run has deleted this record since: the command gets 404 once", programs.unwrapped(process.stdout))


if __name__ == "__main__":
    unittest.main()
