"""Preflight, coverage and required coverage of runs at a URL, against mocks without control interface and test services."""

import contextlib
import json
import os
import signal
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

import cleanup_test
import http_service
import programs
from http_service import always, json_answer, only_at

KEY = "plumbline-dev-key"
TENANT = "11111111-1111-4111-8111-111111111111"
LISTS = ("/v2/deployments", "/api/v1/bulk-exports")
FOREIGN_API = """
openapi: '3.1.0'
info: { title: things, version: '1' }
servers: [ { url: 'https://things.example' } ]
paths: { /things: { get: { operationId: listThings, responses: { '200': { description: all } } } } }
"""
FOREIGN_SUITE = """
arazzo: 1.1.0
info: { title: things, version: '1' }
sourceDescriptions: [ { name: things, type: openapi, url: things.openapi.yaml } ]
workflows: [ { workflowId: all, steps: [ { stepId: read, operationId: listThings } ] } ]
"""


def forwarded(url, request):
    """Returns the answer of another service to a read."""
    sent = {name: request.headers[name] for name in ("X-Api-Key", "X-Tenant-Id") if name in request.headers}
    try:
        response = urllib.request.urlopen(urllib.request.Request(url + request.path, headers=sent), timeout=programs.DEADLINE_S)
    except urllib.error.HTTPError as error:
        response = error
    with response:
        return response.status, {"Content-Type": response.headers.get("Content-Type", "")}, response.read()


class PreflightTest(unittest.TestCase):
    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory())

    def service(self, answer, tls=None):
        return self.stack.enter_context(http_service.AnsweringService(answer, tls))

    def mock(self, *options):
        return self.stack.enter_context(programs.Mock(*options)).url

    def run_at(self, url, *options, key=KEY, tenant=TENANT):
        tenants = ("--tenant", tenant) if tenant else ()
        return programs.run("run", "--url", url, "--progress", "none", "--max-rate", "0", *tenants, *options,
                            env={"PLUMBLINE_API_KEY": key})

    def check_at(self, url, *options, key=KEY):
        process = programs.run("check", "--url", url, "--format", "json", *options, env={"PLUMBLINE_API_KEY": key})
        return process.returncode, json.loads(process.stdout) if process.stdout else process.stderr

    def expect_refused(self, process, code, *texts):
        self.assertEqual(process.returncode, code, process.stderr + process.stdout)
        for text in texts:
            self.assertIn(text, process.stderr)


class WrongTargets(PreflightTest):
    def test_an_empty_url_is_refused(self):
        self.expect_refused(programs.run("run", "--url", ""), 2, "--url is empty")

    def test_a_gateway_that_answers_for_the_service_is_unreachable(self):
        for status in (502, 503, 520, 530):
            with self.subTest(status):
                service = self.service(always(status, {"Content-Type": "text/html"}, "<h1>Bad gateway</h1>"))
                began = time.monotonic()
                process, result = programs.run_with_result("--url", service.url, env={"PLUMBLINE_API_KEY": KEY})
                self.expect_refused(process, 3, f"a gateway answers {status}")
                self.assertEqual({each["verdict"] for each in result["scenarios"]}, {"not_run"})
                self.assertLess(time.monotonic() - began, 30)
                self.assertEqual(len(service.requests), 3 * 3, "each area asks three times")

    def test_a_gateway_that_answers_once_is_asked_again(self):
        mock = self.mock()

        for status in (502, 503, 520):
            def answer(request, refused=set()):
                if request.path in refused:
                    return forwarded(mock, request)
                refused.add(request.path)
                return status, {"Content-Type": "text/html"}, "<h1>Bad gateway</h1>"

            with self.subTest(status):
                process, result = programs.run_with_result(
                    "--url", self.service(answer).url, "--max-rate", "0", "--tenant", TENANT, "--only", "access/*",
                    env={"PLUMBLINE_API_KEY": KEY})
                self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
                self.assertFalse([each for each in result["scenarios"] if each["verdict"] == "not_run"])

    def test_a_closed_port_is_unreachable(self):
        with http_service.AnsweringService(always(200, {})) as closed:
            url = closed.url
        self.expect_refused(self.run_at(url), 3, "tcp", "refused")

    def test_redirects_are_named_with_their_location(self):
        service = self.service(lambda request: (301, {"Location": f"https://{request.headers['Host']}{request.path}"}, ""))
        self.expect_refused(self.run_at(service.url), 2, "redirect", "give the URL with https")
        url = self.service(always(302, {"Location": "https://id.example/login?next=1"})).url
        self.expect_refused(self.run_at(url), 2, "https://id.example/login", "log in")
        url = self.service(always(302, {})).url
        self.expect_refused(self.run_at(url), 2, "redirect", "answers 302 without a Location")

    def test_a_web_page_is_not_the_api(self):
        url = self.service(always(200, {"Content-Type": "text/html"}, "<html></html>")).url
        self.expect_refused(self.run_at(url), 2, "media type", "text/html")

    def test_a_wrong_prefix_is_named(self):
        url = self.mock("--world", "self_hosted", "--base-path", "/api-host")
        self.expect_refused(
            self.run_at(url, "--area", "control_plane"), 2, f"the API is at {url}/api-host, not at {url}")
        cloud = self.mock()
        self.expect_refused(
            self.run_at(cloud + "/api-host", "--area", "control_plane"), 2, f"the API is at {cloud}, not at")

    def test_another_service_that_knows_no_path_is_not_the_api(self):
        url = self.service(lambda request: json_answer(404, {"error": f"no route {request.path}"})).url
        self.expect_refused(self.run_at(url), 2, "prefix", "answers 404: no ")
        self.expect_refused(self.run_at(url, "--area", "agent_streaming"), 2, "no agent_streaming API at")

    def test_a_service_that_says_the_same_of_unknown_ids_and_paths_is_the_api(self):
        def answer(request):
            return json_answer(405 if request.path == "/runs/stream" else 404, {"detail": "Not Found"})

        code, result = self.check_at(self.service(answer).url, "--area", "agent_streaming")
        self.assertEqual(code, 0, result)

    def test_a_service_that_answers_every_request_alike_is_not_the_api(self):
        for answer in (json_answer(200, []), json_answer(200, {"status": "ok"}), json_answer(500, {"error": "x"})):
            with self.subTest(answer):
                self.expect_refused(self.run_at(self.service(lambda _, answer=answer: answer).url), 3,
                                    f"answers every request alike: {answer[0]}")

    def test_wrong_credentials_are_told_apart(self):
        url = self.mock()
        self.expect_refused(self.run_at(url, key=""), 2, "no API key is given")
        self.expect_refused(self.run_at(url, key="wrong"), 2, "401: the API key is wrong")

        def key_of_one_tenant(request):
            refused = request.headers.get("X-Tenant-Id") == TENANT
            return json_answer(403, {"detail": "no"}) if refused else json_answer(200, [])

        self.expect_refused(self.run_at(self.service(key_of_one_tenant).url), 2, f"403 with the tenant {TENANT}")

    def test_a_missing_tenant_is_named(self):
        def needs_tenant(request):
            has_one = "X-Tenant-Id" in request.headers
            known = json_answer(200, []) if request.path.startswith(LISTS) else json_answer(404, {})
            return known if has_one else json_answer(422, {"detail": []})

        url = self.service(needs_tenant).url
        self.expect_refused(self.run_at(url, tenant=""), 2, "tenant", "give the tenant with --tenant")

    def test_a_key_that_the_target_repeats_is_masked(self):
        for spelling in ("k&y/7%", "k%26y%2F7%25", "k&amp;y&#47;7%", "a2UmeS83JSYvNw=="):
            url = self.service(always(302, {"Location": f"https://id.example/login?next={spelling}"})).url
            process = self.run_at(url, key="k&y/7%" if spelling[0] == "k" else "ke&y/7%&/7")
            self.expect_refused(process, 2, "login?next=***")

    def test_an_unknown_authority_is_named(self):
        cert, _, tls = programs.serve_tls(self.folder)
        service = self.service(only_at(LISTS, lambda _: json_answer(200, [])), tls)
        self.expect_refused(self.run_at(service.url), 3, "tls", "--ca-file")
        code, result = self.check_at(service.url, "--ca-file", cert)
        self.assertEqual(code, 0, result)
        tls_check = next(check for check in result["checks"] if check["name"] == "tls")
        self.assertRegex(tls_check["detail"], "CN ?= ?test.* 1 day left")
        self.assertEqual(tls_check["outcome"], "warning")

    def test_the_preflight_can_be_left_out(self):
        url = self.service(always(502, {"Content-Type": "text/html"}, "<h1>Bad gateway</h1>")).url
        process = self.run_at(url, "--no-preflight", "--only", "access/alternatives")
        self.assertEqual(process.returncode, 1, process.stderr)

    def test_an_own_suite_without_url_starts_no_mock(self):
        for name, text in (("things.openapi.yaml", FOREIGN_API), ("own.arazzo.yaml", FOREIGN_SUITE)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        process = programs.run("run", os.path.join(self.folder, "own.arazzo.yaml"), "--mock", "/no/such/mock")
        self.expect_refused(process, 2, "own/all calls things", "--server things=https://things.example")


class Misspelt(PreflightTest):
    def test_a_variable_is_named_with_the_nearest(self):
        for command in ("run", "check"):
            process = programs.run(command, "--url", "http://127.0.0.1:1", env={
                "PLUMBLINE_API_KEY": KEY, "PLUMBLINE_MIN_VERIFED": "90%", "PLUMBLINE_BIN": "x"})
            self.assertEqual(process.returncode, 3, process.stderr)
            self.assertIn("warning: nothing reads the environment variable PLUMBLINE_MIN_VERIFED; did you mean "
                          "PLUMBLINE_MIN_VERIFIED?", process.stderr)
            self.assertNotIn("PLUMBLINE_BIN", process.stderr)

    def test_a_variable_that_an_option_names_is_read(self):
        process = programs.run("run", "--url", "http://127.0.0.1:1", "--api-key-env", "PLUMBLINE_API_KEZ",
                               env={"PLUMBLINE_API_KEZ": KEY})
        self.assertNotIn("nothing reads", process.stderr)

    def test_an_option_of_each_subcommand_is_named_with_the_nearest(self):
        for arguments, right in (("report render --fromat html result.json", "--format"),
                                 ("report merge --report-dri out a.json", "--report-dir"),
                                 ("report diff --fromat json a.json b.json", "--format"),
                                 ("report show --olny x a.json", "--only"),
                                 ("deviations add --resaon x a.json", "--reason"),
                                 ("deviations prune --fiel x a.json", "--file"),
                                 ("generate --uot x", "--out"), ("cleanup --dry-rum", "--dry-run"), ("init --no-assistant", "--no-assistants"),
                                 ("lint --fromat x", "--format"), ("list --requirement", "--requirements"),
                                 ("check --tenent x", "--tenant"), ("run --tenent x", "--tenant")):
            with self.subTest(arguments):
                process = programs.run(*arguments.split(), cwd=self.folder)
                self.expect_refused(process, 2, "unknown option", f"did you mean {right}?")


class EndsBeforeTheRun(PreflightTest):
    def test_no_report_of_a_former_run_is_left(self):
        refused = self.service(always(302, {})).url
        self.run_at(self.mock(), "--only", "access/*", "--report-dir", self.folder, "--report", f"tap={self.folder}/a.tap")
        kept = os.path.join(self.folder, "notes.txt")
        with open(kept, "w", encoding="utf-8") as file:
            file.write("mine")
        self.assertIn("result.json", os.listdir(self.folder))
        process = self.run_at(refused, "--report-dir", self.folder, "--report", f"tap={self.folder}/a.tap")
        self.expect_refused(process, 2, "redirect")
        self.assertEqual(os.listdir(self.folder), ["notes.txt"])

    def test_a_signal_ends_it_at_once(self):
        asked, ended = threading.Event(), threading.Event()
        self.addCleanup(ended.set)

        def withhold(_):
            asked.set()
            ended.wait(programs.DEADLINE_S)
            return json_answer(200, [])

        url = self.service(withhold).url
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name), cleanup_test.running("--url", url, env={"PLUMBLINE_API_KEY": KEY}) as runner:
                self.assertTrue(asked.wait(programs.DEADLINE_S))
                asked.clear()
                runner.send_signal(number)
                _, message = runner.communicate(timeout=5)
                self.assertEqual(runner.returncode, 130)
                self.assertIn("interrupted while the target was checked", message)


class Areas(PreflightTest):
    def answer(self, request):
        if request.path.startswith(LISTS[1]):
            return json_answer(200, [])
        return 404, {"Content-Type": "text/html"}, "<h1>Not found</h1>"

    def test_an_area_that_is_not_at_the_shared_url_is_skipped(self):
        url = self.service(self.answer).url
        process, result = programs.run_with_result(
            "--url", url, "--max-rate", "0", "--tenant", TENANT, env={"PLUMBLINE_API_KEY": KEY})
        self.assertIsNotNone(result, process.stderr)
        reasons = {each["reason"] for each in result["scenarios"] if each["area"] == "control_plane"}
        self.assertTrue(any("no control_plane API at" in reason for reason in reasons), reasons)
        self.assertFalse([each for each in result["scenarios"] if each["area"] == "control_plane" and each["steps"]])

    def test_an_area_at_its_own_url_has_to_be_there(self):
        url = self.service(self.answer).url
        process = programs.run("run", "--control-plane-url", url, env={"PLUMBLINE_API_KEY": KEY})
        self.expect_refused(process, 2, "no control_plane API at")

    def test_scenarios_of_areas_without_url_are_skipped(self):
        process, result = programs.run_with_result("--export-url", self.mock(), "--max-rate", "0", "--tenant", TENANT,
                                                   env={"PLUMBLINE_API_KEY": KEY})
        self.assertIsNotNone(result, process.stderr)
        reasons = {each["reason"] for each in result["scenarios"] if each["area"] == "agent_streaming"}
        self.assertIn("unknown base URL of agent_streaming: give --streaming-url, or --url for all areas", reasons)


    def test_a_stream_for_an_unknown_run_is_of_the_api(self):
        stream = always(200, {"Content-Type": "text/event-stream"}, ": no events\n\n")
        url = self.service(only_at("/threads/", stream)).url
        code, result = self.check_at(url, "--area", "agent_streaming", key="")
        self.assertEqual(code, 0, result)

    def test_a_streaming_service_without_credentials_needs_no_key(self):
        url = self.service(only_at("/threads/", lambda _: json_answer(404, {"detail": "unknown thread"}))).url
        process = programs.run("run", "--streaming-url", url, "--area", "agent_streaming", "--max-rate", "0", "-q")
        self.assertNotIn("no API key", process.stderr)
        self.assertRegex(process.stdout, r"\n0 passed, 0 failed, 0 warned, [1-9]\d* skipped\n$")


class Defaults(PreflightTest):
    def test_no_default_made_for_the_mock_is_sent(self):
        service = self.service(only_at(LISTS, lambda _: json_answer(200, [])))
        programs.run("run", "--url", service.url, "--max-rate", "0", env={"PLUMBLINE_API_KEY": KEY})
        self.assertTrue(service.requests)
        sent = [headers for _, headers in service.requests]
        self.assertFalse([each for each in sent if "X-Tenant-Id" in each])
        self.assertFalse([each for each in sent if "no-key" in each.values()])


class Coverage(PreflightTest):
    def setUp(self):
        super().setUp()
        self.url = self.mock()

    def last_lines(self, process):
        return "\n".join(process.stdout.splitlines()[-6:])

    def test_the_last_lines_state_the_coverage(self):
        process = self.run_at(self.url)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertRegex(self.last_lines(process), r"coverage: \d+ of \d+ checkable requirements verified \(\d+ %\)")
        self.assertIn("needs --allow-writes", process.stdout)

    def test_gates_fail_a_run_that_verified_too_little(self):
        for gate, met in (
                (("--min-verified", "1"), True),
                (("--min-verified", "90%"), False),
                (("--require", "CP-AUTH-KEY"), True),
                (("--require", "CP-CREATE-201"), False),
                (("--require", "agent_streaming"), False),
                (("--require", "control_plane=1"), True),
                (("--fail-on-skipped",), False)):
            with self.subTest(gate):
                process = self.run_at(self.url, *gate)
                self.assertEqual(process.returncode, 0 if met else 1, process.stdout + process.stderr)
                if not met:
                    self.assertIn("gate not met: " + " ".join(gate), self.last_lines(process))

    def test_a_profile_fixes_the_expected_coverage(self):
        for required, code in ((5, 0), (400, 1)):
            profile = os.path.join(self.folder, "profile.yaml")
            with open(profile, "w", encoding="utf-8") as file:
                json.dump({"urls": {"all": self.url}, "credentials": {"tenant_id": TENANT},
                           "coverage": {"min_verified": required}}, file)
            process = programs.run("run", "--target", profile, "-q", "--max-rate", "0", env={"PLUMBLINE_API_KEY": KEY})
            self.assertEqual(process.returncode, code, process.stdout)

    def test_an_unknown_requirement_is_refused_with_the_nearest(self):
        self.expect_refused(self.run_at(self.url, "--require", "CP-AUTH-KEZ"), 2, "did you mean CP-AUTH-KEY?")


class Check(PreflightTest):
    def test_it_sends_few_reads_and_names_what_adds_scenarios(self):
        mock = self.mock()
        service = self.service(only_at(LISTS, lambda _: json_answer(200, [])))
        code, result = self.check_at(service.url)
        self.assertEqual(code, 0, result)
        self.assertLessEqual(len(service.requests), 10)
        self.assertEqual({name.split()[0] for name, _ in service.requests}, {"GET"})
        code, result = self.check_at(mock, "--tenant", TENANT)
        self.assertEqual(code, 0, result)
        self.assertTrue(result["testable"])
        scenarios = result["scenarios"]
        self.assertGreater(scenarios["now"], 0)
        self.assertGreater(scenarios["with_writes"], scenarios["now"])
        played = self.run_at(mock)
        self.assertIn(f"\n{scenarios['now']} passed, 0 failed", played.stdout)
        gains = [each["scenarios"] for each in result["settings"]]
        self.assertEqual(gains, sorted(gains, reverse=True))
        self.assertTrue(any("sources:" in each["lines"] for each in result["settings"]))

    def test_it_reports_clock_rate_limit_and_version(self):
        def dated(request):
            request.date_time_string = lambda *_: "Wed, 25 Nov 2020 11:00:00 GMT"
            return json_answer(200, [], **{"X-RateLimit-Remaining": "9"})

        code, result = self.check_at(self.service(only_at(LISTS, dated)).url, "--area", "control_plane")
        self.assertEqual(code, 0)
        found = {check["name"]: check for check in result["checks"]}
        self.assertIn("X-RateLimit-Remaining: 9", found["rate limit"]["detail"])
        self.assertEqual(found["http version"]["detail"], "HTTP/1.1")
        self.assertIn("behind", found["clock"]["detail"])

    def test_text_has_a_line_for_each_check_with_its_remedy(self):
        process = programs.run("check", "--url", self.mock(), env={"PLUMBLINE_API_KEY": "wrong"})
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stdout, r"ok +tcp")
        self.assertRegex(process.stdout, r"failed +credentials +the target answers 401")

    def test_it_needs_a_target(self):
        self.expect_refused(programs.run("check"), 2, "no target is named")


if __name__ == "__main__":
    unittest.main()
