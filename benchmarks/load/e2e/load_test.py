"""plumbline-load end to end: against its own mock, a target, a broken target, and an unreachable one."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request
import xml.etree.ElementTree

import programs
from broken_server import BrokenServer
from scripted_servers import EchoServer, ForgetfulServer, OneLevelServer, Proxy, ThreadServer

LOAD = os.path.join(programs.BIN, "plumbline-load")
SHORT = ("--duration", "300ms", "--warm-up", "100ms", "--drain", "5s")
TOKENS = ("--input", '{"tokens": 5, "pause_ms": 1}')


def run(*arguments, env=None):
    return programs.run(*arguments, program=LOAD, env=env)


def read(url):
    with urllib.request.urlopen(url, timeout=programs.DEADLINE_S) as response:
        return response.read().decode()


def status_of(method, url):
    request = urllib.request.Request(url, b"{}" if method == "POST" else None, method=method)
    try:
        with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as response:
            return response.status
    except urllib.error.HTTPError as error:
        with error:
            return error.code


class LoadTest(unittest.TestCase):
    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = self.stack.enter_context(tempfile.TemporaryDirectory())

    def result_of(self, *arguments, code=0, folder="report"):
        folder = os.path.join(self.folder, folder)
        process = run(*arguments, "--report-dir", folder)
        self.assertEqual(process.returncode, code, process.stdout + process.stderr)
        with open(os.path.join(folder, "report.html"), encoding="utf-8") as file:
            self.assertIn('id="result">{', file.read())
        with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
            return json.load(file)

    def check_reconnects(self, server, *options):
        """Each second request of a connection has no response."""
        level = self.result_of("stream", "--url", server.url, "--streams", "1", *options, *SHORT)["levels"][0]
        self.assertEqual(sum(level["counts"]["failed"].values()), 0, level["examples"])
        self.assertGreater(level["counts"]["completed"], 2)
        self.assertGreater(level["counts"]["reconnected"], 0)


class AgainstTheMock(LoadTest):
    def test_a_closed_loop_of_streams(self):
        result = self.result_of("stream", "--streams", "8", *TOKENS, *SHORT, "--json-sample", "100%", "--contract-sample", "100%")
        level = result["levels"][0]
        counts = level["counts"]
        self.assertGreater(counts["completed"], 8)
        self.assertEqual(sum(counts["failed"].values()), 0, level)
        self.assertEqual(counts["attempted"], counts["completed"])
        self.assertGreaterEqual(counts["contract_checked"], counts["completed"])
        self.assertGreaterEqual(counts["json_checked"], counts["events"])
        self.assertEqual(level["metrics"]["events_per_stream"]["min"], 6)  # the first chunk and five tokens
        for metric in ("ttfb", "ttfc", "ttft", "duration", "gap", "token_time", "stall"):
            self.assertIn(metric, level["metrics"])
        self.assertGreater(level["metrics"]["ttft"]["max"], level["metrics"]["ttfb"]["min"])
        self.assertEqual(result["workload"]["operation"], "streamStatelessRun")
        self.assertIsNotNone(level["server_cpu_cores"])

    def test_streams_on_threads_in_several_modes(self):
        result = self.result_of("stream", "--thread", "--modes", "values,messages-tuple", "--streams", "4", *TOKENS, *SHORT,
                                "--contract-sample", "100%")
        self.assertEqual(sum(result["levels"][0]["counts"]["failed"].values()), 0, result["levels"][0]["examples"])
        self.assertEqual(result["workload"]["operation"], "streamThreadRun")
        self.assertEqual(result["workload"]["modes"], ["values", "messages-tuple"])

    def test_an_open_loop(self):
        result = self.result_of("stream", "--rate", "100/s", "--poisson", "--seed", "7", *TOKENS, *SHORT)
        level = result["levels"][0]
        self.assertEqual(result["load"]["arrival"], "poisson")
        self.assertEqual(level["target"], 100)
        self.assertGreater(level["metrics"]["send_delay"]["count"], 5)
        self.assertGreater(level["metrics"]["duration_sent"]["count"], 5)

    def test_a_sweep_to_a_limit(self):
        result = self.result_of("stream", "--sweep", "--sweep-to", "4", "--repetitions", "1", *TOKENS, *SHORT)
        self.assertGreaterEqual(len(result["levels"]), 1)  # on a busy machine the client may be the limit from the start
        self.assertNotEqual(result["saturation"]["reason"], "")

    def test_calls(self):
        result = self.result_of("rest", "listDeployments", "--parameter", "limit=10", "--streams", "2", *SHORT,
                                "--contract-sample", "100%")
        level = result["levels"][0]
        self.assertGreater(level["counts"]["completed"], 10)
        self.assertEqual(sum(level["counts"]["failed"].values()), 0, level["examples"])
        self.assertNotIn("ttfc", level["metrics"])

    def test_a_met_condition_exits_with_1(self):
        process = run("stream", "--streams", "2", *TOKENS, *SHORT, "--fail-if", "events_per_second > 1", "--fail-if", "failed > 0")
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertRegex(process.stdout, r"FAILED: .*events_per_second > 1")
        self.assertNotRegex(process.stdout, r"FAILED: .*failed > 0")

    def test_conditions_are_written_as_junit(self):
        file = os.path.join(self.folder, "junit.xml")
        conditions = ("--fail-if", "events_per_second > 1", "--fail-if", "failed > 0", "--fail-if", "ttfc_p99.9 > 60s",
                      "--junit", file)
        process = run("stream", "--streams", "2", *TOKENS, *SHORT, *conditions)
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        cases = xml.etree.ElementTree.parse(file).getroot().iter("testcase")
        outcomes = {case.get("name"): [element.tag for element in case] for case in cases}
        self.assertEqual(outcomes, {"events_per_second > 1: 2 in flight": ["failure"], "failed > 0: 2 in flight": [],
                                    "ttfc_p99.9 > 60s: 2 in flight": ["error"]})

    def test_results_are_merged_compared_and_shown_again(self):
        arguments = ("stream", "--streams", "2", *TOKENS, *SHORT)
        shards = [self.result_of(*arguments, folder=name) for name in ("a", "b")]
        files = [os.path.join(self.folder, name, "result.json") for name in ("a", "b")]
        merge = ("merge", *files, "--report-dir", os.path.join(self.folder, "both"))
        apart = run(*merge)
        self.assertEqual(apart.returncode, 2, apart.stdout)
        self.assertIn("--start-at", apart.stderr)
        shards[1]["levels"][0]["window_began"] = shards[0]["levels"][0]["window_began"]
        with open(files[1], "w", encoding="utf-8") as file:
            json.dump(shards[1], file)
        process = run(*merge)
        self.assertEqual(process.returncode, 0, process.stderr)
        both = os.path.join(self.folder, "both", "result.json")
        with open(both, encoding="utf-8") as file:
            merged = json.load(file)
        self.assertEqual(merged["shards"], 2)
        self.assertEqual(merged["levels"][0]["counts"]["events"], sum(one["levels"][0]["counts"]["events"] for one in shards))
        compared = run("compare", *files)
        self.assertIn("2 in flight", compared.stdout, compared.stderr)
        # On a busy machine the client may be the limit: then no level is compared, which exits with 2.
        self.assertIn(compared.returncode, (0, 1, 2))
        incomparable = run("compare", files[0], both)
        self.assertEqual(incomparable.returncode, 2)
        self.assertIn("no level has the same target", incomparable.stderr)
        shown = run("report", both, "--fail-if", "failed > 0")
        self.assertEqual(shown.returncode, 0, shown.stderr)

    def test_inputs_of_a_file_are_recorded_per_request(self):
        inputs, records = (os.path.join(self.folder, name) for name in ("inputs.jsonl", "records.jsonl"))
        with open(inputs, "w", encoding="utf-8") as file:
            file.write('{"input": {"tokens": 2, "pause_ms": 1}, "weight": 3}\n{"input": {"tokens": 7, "pause_ms": 1}}\n')
        for options in ((), ("--thread",)):
            with self.subTest(options=options):
                result = self.result_of("stream", "--streams", "4", "--inputs", inputs, "--records", records, *options, *SHORT)
                level = result["levels"][0]
                self.assertEqual(sum(level["counts"]["failed"].values()), 0, level["examples"])
                self.assertIn("2 inputs, ", result["workload"]["body"])
                with open(records, encoding="utf-8") as file:
                    lines = [json.loads(line) for line in file]
                self.assertEqual({line["outcome"] for line in lines}, {"completed"})
                self.assertEqual({line["events"] for line in lines}, {3, 8})
                due = [line for line in lines if line["due"] >= level["window_began"]]
                self.assertEqual(len(due), level["counts"]["attempted"] - level["counts"].get("carried_in", 0))

    def test_readers_join_a_run_leave_it_and_join_again(self):
        result = self.result_of("stream", "--join", "--input", '{"tokens": 100000, "pause_ms": 1}', "--streams", "4",
                                "--max-events", "5", *SHORT)
        level = result["levels"][0]
        self.assertEqual(result["workload"]["operation"], "joinRunStream")
        self.assertGreater(level["counts"]["bounded"], 0, level["examples"])
        self.assertEqual(level["counts"]["bounded"], level["metrics"]["events_per_stream"]["count"])
        self.assertEqual(level["metrics"]["events_per_stream"]["max"], 5)
        self.assertEqual(sum(level["counts"]["failed"].values()), 0, level["examples"])

    def test_conversations_have_turns_and_think_time(self):
        result = self.result_of("stream", "--thread", "--turns", "2", "--think-time", "20ms", "--streams", "3", *TOKENS, *SHORT)
        level = result["levels"][0]
        self.assertGreater(level["counts"]["completed"], 0)
        self.assertEqual(sum(level["counts"]["failed"].values()), 0, level["examples"])
        self.assertEqual((result["load"]["think_s"], result["load"]["turns"]), (0.02, 2))

    def test_live_figures_of_a_load(self):
        command = [LOAD, "stream", "--streams", "2", *TOKENS, "--duration", "60s", "--warm-up", "0s", "--metrics-port", "0"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
            try:
                url = process.stderr.readline().removeprefix("metrics: ").strip()
                pattern = re.compile(r'^plumbline_load_responses_total\{level="1",outcome="completed"\} [1-9]', re.MULTILINE)
                programs.wait_until(lambda: pattern.search(read(url)), "live figures show a response")
                self.assertRegex(read(url + "?x=1"), "# HELP plumbline_load_target ")
                for method, target, status in (("HEAD", url, 200), ("GET", url + "/other", 404), ("POST", url, 405)):
                    self.assertEqual(status_of(method, target), status, method)
                process.send_signal(signal.SIGINT)
                self.assertEqual(process.wait(programs.DEADLINE_S), 130)
            finally:
                process.kill()

    def test_no_output_contains_the_key(self):
        with programs.Mock() as mock:
            environment = {"PLUMBLINE_API_KEY": "plumbline-dev-key"}
            folder = os.path.join(self.folder, "report")
            process = run("stream", "--url", mock.url, "--streams", "2", *TOKENS, *SHORT, "--report-dir", folder, env=environment)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            texts = [process.stdout, process.stderr]
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts.append(file.read())
            for text in texts:
                self.assertNotIn("plumbline-dev-key", text)

    def test_an_interrupted_load_reports_its_measurements(self):
        folder = os.path.join(self.folder, "report")
        command = [LOAD, "stream", "--streams", "2", *TOKENS, "--duration", "60s", "--warm-up", "0s", "--report-dir", folder]
        proxy = self.stack.enter_context(Proxy())
        environment = {**os.environ, "PLUMBLINE_API_KEY": "plumbline-dev-key"}
        with subprocess.Popen([*command, "--url", proxy.url], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env=environment) as process:
            try:
                self.assertTrue(proxy.connected.wait(programs.DEADLINE_S))
                process.send_signal(signal.SIGINT)
                output, errors = process.communicate(timeout=programs.DEADLINE_S)
            finally:
                process.kill()
        self.assertEqual(process.returncode, 130, output + errors)
        self.assertIn("interrupted", output)
        with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
            result = json.load(file)
        self.assertLess(result["levels"][0]["window_s"], 60)  # what was measured
        self.assertEqual(result["load"]["window_s"], 60)

    def test_an_open_loop_achieves_what_was_due_of_streams_longer_than_the_warm_up(self):
        result = self.result_of("stream", "--rate", "20/s", "--input", '{"tokens": 2, "pause_ms": 400}', "--warm-up", "100ms",
                                "--duration", "1s", "--drain", "10s")
        level = result["levels"][0]
        self.assertEqual(level["counts"]["attempted"] - level["counts"]["carried_in"], 20, level)  # a busy host delays, but skips none
        self.assertEqual(level["counts"]["completed"], level["counts"]["attempted"], level)
        self.assertGreater(level["counts"]["carried_in"], 0)
        self.assertGreater(level["counts"]["cut"], 0)

    def test_the_limit_of_open_files_is_the_clients(self):
        with programs.Mock() as mock:
            folder = os.path.join(self.folder, "report")
            process = programs.run("--nofile=40", LOAD, "stream", "--url", mock.url, "--streams", "64", *TOKENS, *SHORT,
                                   "--report-dir", folder, program="prlimit", env={"PLUMBLINE_API_KEY": "plumbline-dev-key"})
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("the limit of 40 open files is reached (ulimit -n)", process.stdout)
        with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
            level = json.load(file)["levels"][0]
        self.assertEqual(level["verdict"], "client-bound")
        self.assertGreater(level["counts"]["failed"]["client"], 0)
        self.assertEqual(level["counts"]["failed"]["connect"], 0)

    def test_http_urls_use_the_proxy_of_the_environment(self):
        with programs.Mock() as mock:  # it accepts the whole URL as the target of a request, like a proxy
            def load(**environment):
                return run("stream", "--url", "http://service.invalid", "--streams", "2", *TOKENS, *SHORT,
                           env={"PLUMBLINE_API_KEY": "plumbline-dev-key", "http_proxy": mock.url, **environment})

            process = load()
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            self.assertIn(f"note: requests go through the proxy {mock.url} (http_proxy)", process.stdout)
            self.assertEqual(load(no_proxy="service.invalid").returncode, 3)


class AgainstBrokenTargets(LoadTest):
    def test_levels_before_an_unreachable_one_are_reported(self):
        server = self.stack.enter_context(OneLevelServer())
        folder = os.path.join(self.folder, "report")
        process = run("stream", "--url", server.url, "--streams", "1", "--warm-up", "0s", "--duration", "500ms",
                      "--repetitions", "4", "--report-dir", folder)
        self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
        self.assertIn("no response from", process.stderr)
        with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
            levels = json.load(file)["levels"]
        self.assertEqual([level["verdict"] == "unreachable" for level in levels], [False, True], process.stdout)
        self.assertTrue(os.path.exists(os.path.join(folder, "report.html")))

    def test_a_server_that_never_answers_fails(self):
        with socket.create_server(("127.0.0.1", 0)) as server:  # the kernel accepts
            process = run("stream", "--url", f"http://127.0.0.1:{server.getsockname()[1]}", "--streams", "2", "--warm-up", "0s",
                          "--duration", "200ms", "--drain", "200ms")
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertRegex(process.stdout, "FAILED: .*none was in progress")

    def test_no_output_contains_a_credential_of_header(self):
        server = self.stack.enter_context(EchoServer())
        folder = os.path.join(self.folder, "report")
        secret = "secret-token-0123456789"
        for header in (f"Authorization: Bearer {secret}", f"Cookie: session={secret}", f"X-Api-Key: {secret}"):
            with self.subTest(header=header.partition(":")[0]):
                process = run("stream", "--url", server.url, "--streams", "1", "--warm-up", "0s", "--duration", "200ms",
                              "--header", header, "--report-dir", folder, "--records", os.path.join(folder + "-records"))
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                self.assertIn("the stream reported an error", process.stdout)
                texts = [process.stdout, process.stderr]
                for name in (folder + "-records", *(os.path.join(folder, name) for name in os.listdir(folder))):
                    with open(name, encoding="utf-8") as file:
                        texts.append(file.read())
                for text in texts:
                    self.assertNotIn("secret-to", text)

    def test_an_unreachable_target_exits_with_3_at_once(self):
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
        file = os.path.join(self.folder, "junit.xml")
        process = run("stream", "--url", f"http://127.0.0.1:{port}", "--fail-if", "failed > 0", "--junit", file)
        self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
        self.assertGreater(int(xml.etree.ElementTree.parse(file).getroot().get("errors")), 0)
        self.assertIn(f"no response from http://127.0.0.1:{port}", process.stderr)

    def test_wrong_usage_exits_with_2_and_a_fix(self):
        for arguments, fix in (
                (("stream", "--input", "{"), "@FILE"),
                (("stream", "--url", "ftp://x"), "--url"),
                (("stream", "--inputs", "nowhere.jsonl"), "nowhere.jsonl"),
                (("stream", "--records", "/nonexistent/records.jsonl"), "--records"),
                (("stream", "--rate", "1e-12/s"), "--rate"),
                (("stream", "--drain", "1e30s"), "--drain"),
                (("stream", "--fail-if", "failed_share > 5"), "write 5% for a"),
                (("stream", "--start-at", "2020-01-01T00:00:00Z"), "more than an hour before"),
                (("stream", "--header", "F oo: bar"), "--header"),
                (("stream", "--header", "Transfer-Encoding: chunked"), "Transfer-Encoding"),
                (("stream", "--thread", "--streams", "20000"), "at most 10000 threads"),
                (("rest", "listDeploments"), "did you mean listDeployments?"),
                (("rest", "getDeployment"), "--parameter"),
                (("rest", "listDeployments", "--parameter", "size=3"), "its parameters: "),
                (("rest", "createDeployment"), "--body"),
                (("rest", "deleteDeployment", "--url", "http://127.0.0.1:1", "--parameter", "deployment_id=1"), "--allow-writes"),
                (("rest", "streamStatelessRun"), "plumbline-load stream"),
                (("compare", "nowhere.json", "nowhere.json"), "nowhere.json")):
            with self.subTest(arguments=arguments):
                process = run(*arguments)
                self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
                self.assertIn(fix, process.stderr)

    def test_a_response_that_creates_nothing_is_not_accepted(self):
        for status, hint in (("500 Broken", "log of the target"), ("401 Unauthorized", "credentials")):
            for option in ("--thread", "--join"):
                with self.subTest(status=status, option=option), ThreadServer(status) as server:
                    process = run("stream", "--url", server.url, option, "--streams", "1", *SHORT)
                    self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
                    self.assertIn(f"POST /threads, which prepares the load: found status {status[:3]}", process.stderr)
                    self.assertIn(hint, process.stderr)
                    self.assertEqual(len(server.requests), 1)

    def test_each_repetition_has_its_own_threads(self):
        with ThreadServer() as server:
            result = self.result_of("stream", "--url", server.url, "--thread", "--streams", "1", "--repetitions", "2", *SHORT)
        self.assertEqual(sum(sum(level["counts"]["failed"].values()) for level in result["levels"]), 0)
        paths = [request.split(" ")[1] for request in server.requests]
        self.assertEqual(paths[:2], ["/threads"] * 2)
        change = paths.index("/threads/t-2/runs/stream")
        self.assertEqual(set(paths[2:change]), {"/threads/t-1/runs/stream"})
        self.assertEqual(set(paths[change:]), {"/threads/t-2/runs/stream"})

    def test_an_open_loop_waits_for_a_free_thread(self):
        process = run("stream", "--rate", "50/s", "--thread", "--max-in-flight", "2", "--input", '{"tokens": 2, "pause_ms": 200}',
                      *SHORT)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("all 2 threads had a request", " ".join(process.stdout.split()))

    def test_given_headers_replace_others(self):
        headers = {"Host": "evil", "Content-Type": "text/plain", "Accept": "x/y", "User-Agent": "me"}
        options = [word for name, value in headers.items() for word in ("--header", f"{name}: {value}")]
        with ThreadServer() as server:
            self.result_of("stream", "--url", server.url, "--streams", "1", *options, *SHORT)
        for request in server.requests:
            lines = [line.partition(": ")[::2] for line in request.partition("\r\n\r\n")[0].split("\r\n")[1:]]
            self.assertEqual({name: value for name, value in lines if name in headers}, headers)
            self.assertEqual(len(lines), len(dict(lines)), lines)

    def test_a_pipe_that_is_not_read_does_not_hide_the_result(self):
        folder, pipe = (os.path.join(self.folder, name) for name in ("report", "pipe"))
        os.mkfifo(pipe)
        reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        command = [LOAD, "rest", "listDeployments", "--streams", "16", "--duration", "3s", "--warm-up", "0s", "--records", pipe,
                   "--report-dir", folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                while not (line := process.stdout.readline()).startswith("report: "):
                    self.assertNotEqual(line, "")
                process.send_signal(signal.SIGINT)
                errors = process.communicate(timeout=programs.DEADLINE_S)[1]
            finally:
                process.kill()
        self.assertEqual(process.returncode, 130, errors)
        self.assertIn("lacks the last requests: an interrupt", errors)
        self.assertTrue(os.path.exists(os.path.join(folder, "result.json")))

    def level_of(self, behaviour, *options, code=0):
        server = self.stack.enter_context(BrokenServer())
        result = self.result_of("stream", "--url", server.url, "--assistant", behaviour, "--streams", "2", "--warm-up", "0s",
                                "--duration", "200ms", "--drain", "5s", "--max-duration", "1s", *options, code=code)
        return result["levels"][0]

    def test_broken_streams_fail_with_their_class(self):
        for behaviour, failure in (("closes_within_a_chunk", "truncated"), ("resets", "truncated")):
            with self.subTest(behaviour=behaviour):
                level = self.level_of(behaviour, code=1)  # as no request succeeds
                self.assertGreater(level["counts"]["failed"][failure], 0, level)
                self.assertEqual(sum(level["counts"]["failed"].values()), level["counts"]["failed"][failure])
                self.assertEqual(level["counts"]["completed"], 0)
                self.assertNotIn("duration", level["metrics"])
                self.assertGreater(level["metrics"]["failed_duration"]["count"], 0)

    def test_endless_streams_are_closed_at_their_limit(self):
        for behaviour in ("never_ends", "trickles", "stalls"):
            with self.subTest(behaviour=behaviour):
                level = self.level_of(behaviour)
                self.assertEqual(level["counts"]["bounded"], 2, level)
                self.assertEqual(sum(level["counts"]["failed"].values()), 0)

    def test_a_stream_is_closed_after_the_maximum_of_events(self):
        level = self.level_of("never_ends", "--max-events", "3")
        self.assertGreater(level["counts"]["bounded"], 2)
        self.assertEqual(level["metrics"]["events_per_stream"]["max"], 3)


    def test_a_request_whose_kept_connection_closes_is_sent_again(self):
        with ForgetfulServer() as server:
            self.check_reconnects(server)


class OverTls(LoadTest):
    def setUp(self):
        super().setUp()
        self.cert, _, context = programs.serve_tls(self.folder)
        self.url = self.stack.enter_context(Proxy(context)).url

    def test_streams_are_checked_as_on_plain_connections(self):
        result = self.result_of("stream", "--url", self.url, "--ca-file", self.cert, "--header", "X-Api-Key: plumbline-dev-key",
                                "--streams", "4", *TOKENS, *SHORT, "--contract-sample", "100%")
        level = result["levels"][0]
        self.assertGreater(level["counts"]["completed"], 4, level)
        self.assertEqual(sum(level["counts"]["failed"].values()), 0, level["examples"])
        self.assertEqual(level["metrics"]["events_per_stream"]["min"], 6)

    def test_a_request_whose_kept_connection_closes_is_sent_again(self):
        context = programs.serve_tls(self.folder)[2]
        with ForgetfulServer(context) as server:
            self.check_reconnects(server, "--ca-file", self.cert)

    def test_an_unknown_authority_is_refused(self):
        process = run("stream", "--url", self.url, "--streams", "2", *SHORT)
        self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
        self.assertIn("no response from", process.stderr)


if __name__ == "__main__":
    unittest.main()
