"""Targets behind a gateway that limits the rate or is out of order for the moment."""

import collections
import email.utils
import json
import os
import re
import signal
import threading
import time
import unittest
import urllib.error
import urllib.request

import cleanup_test
import http_service
import programs
import target_test
import verdicts

PAGE = (503, {"Content-Type": "text/html"}, b"<html>503 Service Temporarily Unavailable</html>")
TENANT = "11111111-1111-4111-8111-111111111111"


def too_many(retry_after=None):
    headers = {"Content-Type": "text/plain"} if retry_after is None else {"Retry-After": retry_after}
    return 429, headers, b"slow down"


class Gateway(http_service.Server):
    """Forwards requests to a mock, except those that `refuse` gives a response.

    `refuse(name, count)` receives `METHOD path` and how often it was requested, this time included."""

    replace = staticmethod(lambda name: None)  # may replace a response of the mock

    def __init__(self, mock, refuse):
        self.mock = mock
        self.refuse = refuse
        self.counts = collections.Counter()
        self.refused = collections.Counter()
        self.lock = threading.Lock()
        super().__init__(GatewayHandler)

    def refusal(self, name):
        with self.lock:
            self.counts[name] += 1
            refusal = self.refuse(name, self.counts[name])
            if refusal:
                self.refused[refusal[0]] += 1
            return refusal


class GatewayHandler(http_service.Handler):
    def forward(self):
        body = self.read_body()
        name = f"{self.command} {self.path}"
        response = self.server.refusal(name) or self.ask_mock(body)
        status, headers, text = self.server.replace(name) or response
        self.send(status, headers, text)

    do_GET = do_POST = do_PATCH = do_DELETE = forward  # noqa: N815 (names of the base class)

    def ask_mock(self, body):
        sent = {name: self.headers[name] for name in ("X-Api-Key", "X-Tenant-Id", "Content-Type", "Accept")
                if name in self.headers}
        request = urllib.request.Request(self.server.mock.url + self.path, data=body or None, method=self.command,
                                         headers=sent)
        try:
            response = urllib.request.urlopen(request, timeout=programs.DEADLINE_S)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            kept = {name: value for name, value in response.headers.items()
                    if name.lower() not in ("content-length", "transfer-encoding", "connection")}
            return response.status, kept, response.read()


class RateLimits(cleanup_test.MockWithoutControl):
    def gateway(self, refuse):
        gateway = Gateway(self.mock, refuse)
        self.addCleanup(gateway.server_close)
        return gateway

    def play(self, gateway, *options):
        return programs.run_with_result(*self.target_options(gateway.url), "--max-rate", "0", *options,
                                        env=cleanup_test.KEY)

    def check_nothing_is_left(self):
        self.assertEqual(cleanup_test.deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def profile(self, url):
        """Returns a profile with the sources of the mock's world."""
        request = urllib.request.Request(self.mock.url + "/_plumbline/workspaces", data=b"{}", method="POST",
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as response:
            sources = json.load(response)["sources"]
        path = os.path.join(self.folder, "profile.json")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"urls": {"all": url}, "credentials": {"api_key_env": "PLUMBLINE_API_KEY", "tenant_id": TENANT},
                       "sources": sources, "allow_writes": True, "rate": {"requests_per_second": 0},
                       "poll": {"interval": "PT0.1S", "deadline": "PT1M"}}, file)
        return path

    def test_the_suites_pass_behind_a_gateway_that_refuses_some_requests(self):
        page = 503, {"Content-Type": "text/html", "Retry-After": "0"}, b"<html>busy</html>"
        waiting = collections.deque([("POST", too_many("0")), ("GET", page), ("PATCH", too_many()), ("DELETE", page)])

        def refuse(name, _):
            if name == "GET /" or not waiting or not name.startswith(waiting[0][0]):
                return None
            return waiting.popleft()[1]

        gateway = self.gateway(refuse)
        process, result = programs.run_with_result(
            "--target", self.profile(gateway.url), "--journal-dir", self.journals, "--only", "tags/*",
            env=cleanup_test.KEY)
        verdict_counts = collections.Counter(verdict for _, verdict in verdicts.all_of(result))
        self.assertEqual(process.returncode, 0, process.stdout[-5000:] + process.stderr)
        self.assertEqual((verdict_counts["failed"], verdict_counts["warned"], verdict_counts["not_run"]), (0, 0, 0))
        self.assertGreater(verdict_counts["passed"], 3)
        self.assertFalse(waiting)
        note, = result["notes"]
        self.assertIn("the target answered 429 to 2 requests and 503 to 2 requests; waited ", note)
        self.assertIn("; rate lowered to ", note)
        self.assertIn(f"\nnote: {note}\n", programs.unwrapped(process.stdout))
        self.check_nothing_is_left()

    def test_a_date_in_retry_after_is_respected(self):
        until = time.time() + 2

        def refuse(name, count):
            return too_many(email.utils.formatdate(until, usegmt=True)) if name.startswith("POST") and count == 1 else None

        gateway = self.gateway(refuse)
        process, _ = self.play(gateway, cleanup_test.suite_in(self.folder))
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(gateway.counts["POST /v2/deployments"], 2)
        self.assertGreaterEqual(time.time(), int(until))
        self.check_nothing_is_left()

    def test_a_target_that_asks_to_wait_too_long_is_not_judged(self):
        gateway = self.gateway(lambda name, _: too_many("3600") if name.startswith("POST") else None)
        process, result = self.play(gateway, cleanup_test.suite_in(self.folder))
        self.assertEqual(process.returncode, 1)
        self.assertEqual([verdict for _, verdict in verdicts.all_of(result)], ["not_run"])
        self.assertIn("asks to wait 3600 s; a request waits 60 s at most; give --max-rate", programs.unwrapped(process.stdout))
        self.assertEqual(target_test.exchanges(result)[0]["status"], 429)
        self.check_nothing_is_left()

    def test_a_create_that_a_gateway_answered_is_not_repeated_and_not_lost(self):
        gateway = self.gateway(lambda name, _: PAGE if name.startswith("POST") else None)
        process, result = self.play(gateway, cleanup_test.suite_in(self.folder))
        self.assertEqual(process.returncode, 1)
        self.assertEqual([verdict for _, verdict in verdicts.all_of(result)], ["not_run"])
        self.assertIn("the target answered 503 (text/html, not from the API itself); the request may have been executed",
                      programs.unwrapped(process.stdout))
        self.assertEqual(gateway.counts["POST /v2/deployments"], 1)
        self.check_nothing_is_left()

    def test_a_read_that_a_gateway_answers_is_repeated_twice_and_not_judged(self):
        for status, answers, verdict in ((502, 2, "passed"), (504, 99, "not_run"), (520, 99, "not_run")):
            def refuse(name, _):
                if name.startswith("GET /v2/deployments/") and gateway.refused[status] < answers:
                    return status, {"Content-Type": "text/html"}, b"<html>no service</html>"
                return None

            gateway = self.gateway(refuse)
            with self.subTest(status=status):
                process, result = self.play(gateway, cleanup_test.suite_in(self.folder))
                self.assertEqual([each for _, each in verdicts.all_of(result)], [verdict], process.stdout)
                self.assertFalse([each["id"] for each in result["requirements"] if each["outcome"] == "failed"])
                note, = result["notes"]
                self.assertIn(f"the target answered {status} to ", note)
                if verdict == "not_run":
                    waited = re.search(rf"still answers {status} \(text/html, not from the API itself\) after waiting ([\d.]+) s",
                                       programs.unwrapped(process.stdout))
                    self.assertTrue(waited, process.stdout)
                    self.assertGreaterEqual(float(waited[1]), 1.5)
                self.check_nothing_is_left()

    def test_a_create_that_was_executed_behind_a_gateway_is_deleted(self):
        gateway = self.gateway(lambda *_: None)
        gateway.replace = lambda name: PAGE if name == "POST /v2/deployments" else None
        process, result = self.play(gateway, cleanup_test.suite_in(self.folder))
        self.assertEqual(process.returncode, 1)
        self.assertEqual([verdict for _, verdict in verdicts.all_of(result)], ["not_run"])
        self.assertEqual(gateway.counts["POST /v2/deployments"], 1)
        self.assertIn("DELETE", [each["method"] for each in target_test.exchanges(result)])
        self.check_nothing_is_left()

    def test_a_step_that_waits_too_long_is_not_judged_by_what_was_expected_in_time(self):
        suite = cleanup_test.suite_in(self.folder)
        with open(suite, encoding="utf-8") as file:
            text = file.read().replace("onFailure: [ { name: again, type: retry, retryAfter: 60, retryLimit: 10 } ]",
                                       "x-ct-soon-after: { step: create, provide: a longer build }")
        with open(suite, "w", encoding="utf-8") as file:
            file.write(text.replace("$statusCode == 200", "$response.body#/status == 'BUILDING'"))
        is_limited = True
        gateway = self.gateway(lambda name, count: too_many("1") if is_limited and "GET /v2/deployments/" in name
                               and count == 1 else None)
        process, result = self.play(gateway, suite)
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertEqual([verdict for _, verdict in verdicts.all_of(result)], ["not_run"])
        self.assertRegex(programs.unwrapped(process.stdout),
                         r"step wait: needs to be sent soon after step create, saw delays of 1\.\d s by limits of the request "
                         r"rate; give a longer build")
        self.assertEqual(gateway.counts["POST /v2/deployments"], 2, "it is played once more")
        self.check_nothing_is_left()
        is_limited = False
        _, result = self.play(gateway, suite)
        self.assertEqual([verdict for _, verdict in verdicts.all_of(result)], ["failed"])

    def test_cleanup_waits_as_well(self):
        left = cleanup_test.CleanUp.kill_a_run(self)
        gateway = self.gateway(lambda name, count: too_many("0") if name.startswith("DELETE") and count < 3 else None)
        journal, = os.listdir(self.journals)
        path = os.path.join(self.journals, journal)
        with open(path, encoding="utf-8") as file:
            text = file.read().replace(self.mock.url, gateway.url)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        cleaned = self.cleanup("--url", gateway.url)
        self.assertEqual(cleaned.returncode, 0, cleaned.stdout + cleaned.stderr)
        self.assertIn(f"deleted deployment {left}", cleaned.stdout)
        self.assertIn("note: the target answered 429 to 2 requests", cleaned.stdout)

    def test_an_interrupt_ends_the_wait(self):
        gateway = self.gateway(lambda name, _: too_many("50") if name.startswith("GET /v2/deployments/") else None)
        began = time.monotonic()
        with cleanup_test.running(*self.target_options(gateway.url), cleanup_test.suite_in(self.folder)) as runner:
            programs.wait_until(lambda: gateway.refused[429] > 0, "the target limits the rate")
            runner.send_signal(signal.SIGINT)
            output, _ = runner.communicate(timeout=programs.DEADLINE_S)
        self.assertIn("interrupted", output)
        self.assertLess(time.monotonic() - began, 40)
        self.check_nothing_is_left()


if __name__ == "__main__":
    unittest.main()
