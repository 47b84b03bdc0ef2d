"""Preflight, coverage and required coverage of runs at a URL, against mocks without control interface and test services."""

import contextlib
import json
import os
import tempfile
import unittest

import http_service
import programs
from http_service import always, json_answer

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
        url = self.service(always(502, {"Content-Type": "text/html"}, "<h1>Bad gateway</h1>")).url
        self.expect_refused(self.run_at(url), 3, "a gateway answers 502")

    def test_a_closed_port_is_unreachable(self):
        with http_service.AnsweringService(always(200, {})) as closed:
            url = closed.url
        self.expect_refused(self.run_at(url), 3, "tcp", "refused")

    def test_redirects_are_named_with_their_location(self):
        service = self.service(lambda request: (301, {"Location": f"https://{request.headers['Host']}{request.path}"}, ""))
        self.expect_refused(self.run_at(service.url), 2, "redirect", "give the URL with https")
        url = self.service(always(302, {"Location": "https://id.example/login?next=1"})).url
        self.expect_refused(self.run_at(url), 2, "https://id.example/login", "log in")

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
            return json_answer(200, []) if has_one else json_answer(422, {"detail": []})

        url = self.service(needs_tenant).url
        self.expect_refused(self.run_at(url, tenant=""), 2, "tenant", "give the tenant with --tenant")

    def test_an_unknown_authority_is_named(self):
        cert, _, tls = programs.serve_tls(self.folder)
        service = self.service(lambda _: json_answer(200, []), tls)
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
        url = self.service(always(200, {"Content-Type": "text/event-stream"}, ": no events\n\n")).url
        code, result = self.check_at(url, "--area", "agent_streaming", key="")
        self.assertEqual(code, 0, result)

    def test_a_streaming_service_without_credentials_needs_no_key(self):
        url = self.service(lambda _: json_answer(404, {"detail": "not found"})).url
        process = programs.run("run", "--streaming-url", url, "--area", "agent_streaming", "--max-rate", "0", "-q")
        self.assertNotIn("no API key", process.stderr)
        self.assertRegex(process.stdout, r"\n0 passed, 0 failed, 0 warned, [1-9]\d* skipped\n$")


class Defaults(PreflightTest):
    def test_no_default_made_for_the_mock_is_sent(self):
        service = self.service(lambda request: json_answer(200, []))
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
        service = self.service(lambda request: json_answer(200, []))
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

        code, result = self.check_at(self.service(dated).url, "--area", "control_plane")
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
