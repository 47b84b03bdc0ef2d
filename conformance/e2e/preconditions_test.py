"""Checks that a target's data is not mistaken for its conformity: short runs are skipped, empty streams verify nothing."""

import json
import unittest
import uuid

import http_service
import programs

SHORT_RUN = {"steps": 3, "pause_ms": 1}
FAST_RUN = {"steps": 20, "pause_ms": 0}
LONG_RUN = {"steps": 20, "pause_ms": 80}
FIRST = b'event: metadata\ndata: {"run_id":"7a1b5c1e-0000-4000-8000-000000000001","attempt":1}\n\n'


def message(text):
    data = json.dumps([{"id": "m", "content": text}, {"graph_node": "writer"}])
    return f"event: messages\ndata: {data}\n\n".encode()


def play(url, only, **inputs):
    """Plays scenarios at a target without a control interface; returns the scenarios and requirements by name."""
    options = [argument for name, value in inputs.items() for argument in ("--input", f"{name}={json.dumps(value)}")]
    process, result = programs.run_with_result(
        "--streaming-url", url, "--area", "agent_streaming", "--allow-writes", "--max-rate", "0",
        *(argument for name in only for argument in ("--only", name)), *options,
        env={"PLUMBLINE_API_KEY": "plumbline-dev-key"})
    if result is None:
        raise AssertionError(process.stdout + process.stderr)
    scenarios = {scenario["name"]: scenario for scenario in result["scenarios"]}
    return scenarios, {one["id"]: one for one in result["requirements"]}


def verified(requirements):
    return {id for id, one in requirements.items() if one["outcome"] == "verified"}


class Runs(unittest.TestCase):
    """Runs of a mock without its control interface, whose graphs the profile selects."""

    JOIN = "agent_streaming_joins/any-assistant"
    RESUME = "agent_streaming_resuming/any-assistant"

    @classmethod
    def setUpClass(cls):
        cls.mock = programs.Mock()
        cls.mock.__enter__()

    @classmethod
    def tearDownClass(cls):
        cls.mock.__exit__()

    def play_slow(self, only, slow_input):
        return play(self.mock.url, [only], slow_assistant_id="pausing", slow_input=slow_input)

    def test_a_run_with_too_few_events_is_skipped(self):
        scenarios, requirements = self.play_slow(self.JOIN, SHORT_RUN)
        self.assertEqual(scenarios[self.JOIN]["verdict"], "skipped")
        self.assertIn("needs 6 events, saw 4 events", scenarios[self.JOIN]["reason"])
        self.assertIn("agent_streaming.slow_assistant_id", scenarios[self.JOIN]["reason"])
        self.assertEqual(requirements["AS-JOIN-BESIDE"]["outcome"], "not_exercised")
        self.assertIn("needs 6 events, saw 4 events", requirements["AS-JOIN-BESIDE"]["reason"])

    def test_a_run_that_is_too_fast_is_skipped(self):
        for only in (self.JOIN, self.RESUME):
            with self.subTest(only):
                scenarios, _ = self.play_slow(only, FAST_RUN)
                self.assertEqual(scenarios[only]["verdict"], "skipped", scenarios[only])
                self.assertIn("needs a stream of 1000 ms, saw a stream of", scenarios[only]["reason"])

    def test_a_run_that_is_long_enough_is_judged(self):
        scenarios, requirements = self.play_slow(self.JOIN, LONG_RUN)
        self.assertEqual(scenarios[self.JOIN]["verdict"], "passed")
        self.assertLessEqual({"AS-JOIN-BESIDE", "AS-JOIN-REST", "AS-JOIN-END", "AS-EP-JOIN"}, verified(requirements))

    def test_a_graph_without_a_model_is_skipped(self):
        for only in ("agent_streaming_tokens/any-assistant", "agent_streaming_combined/any-assistant"):
            with self.subTest(only):
                scenarios, requirements = play(self.mock.url, [only], assistant_id="steps", input={"count": 2})
                self.assertEqual(scenarios[only]["verdict"], "skipped", scenarios[only])
                self.assertIn("needs an event named messages, saw 0 of 1 event", scenarios[only]["reason"])
                self.assertIn("agent_streaming.assistant_id", scenarios[only]["reason"])
                self.assertFalse(verified(requirements) & {"AS-MSG-PAIR", "AS-MSG-EVENT", "AS-MSG-TOKENS"})

    def test_a_graph_that_fails_is_skipped(self):
        for only in ("agent_streaming_threads/runs-any-assistant", "agent_streaming_stateless/runs-any-assistant"):
            with self.subTest(only):
                scenarios, _ = play(self.mock.url, [only], assistant_id="failing", input={"after": 1})
                self.assertEqual(scenarios[only]["verdict"], "skipped", scenarios[only])
                self.assertIn("needs a run without an error event, saw 1 of", scenarios[only]["reason"])


class StreamHandler(http_service.Handler):
    """Responds to every run with the same bytes, to unknown paths with 404."""

    def do_POST(self):
        self.read_body()
        if self.path == "/threads":
            return self.send_chunked("application/json", json.dumps({"thread_id": str(uuid.uuid4())}).encode())
        return self.send_chunked("text/event-stream", self.server.stream)

    def do_GET(self):
        if not self.path.endswith("/stream"):
            return self.send_error(404)
        return self.send_chunked("text/event-stream", self.server.stream)

    def send_chunked(self, content_type, body):
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Cache-Control", "no-cache")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        chunk = b"%x\r\n%s\r\n" % (len(body), body) if body else b""
        self.wfile.write(chunk + b"0\r\n\r\n")


class Streams(unittest.TestCase):
    """Streams of a service that sends the same bytes for every run."""

    def play(self, stream, only=("*/any-assistant", "*/runs-any-assistant", "*/more-members", "*/no-mode")):
        slow = {"slow_assistant_id": "any", "slow_input": {}} if len(only) > 1 else {}
        with http_service.Server(StreamHandler) as service:
            service.stream = stream
            return play(service.url, only, assistant_id="any", input={}, **slow)

    def test_a_stream_without_events_is_reported_and_verifies_nothing_about_events(self):
        for name, stream in (("comments", b": ping\n\n: ping\n\n"), ("empty", b"")):
            with self.subTest(name):
                _, requirements = self.play(stream)
                self.assertEqual(requirements["AS-FIRST"]["outcome"], "failed")
                self.assertIn("the end of the stream, without an event", requirements["AS-FIRST"]["reason"])
                shown_by_heads = {id for id in verified(requirements) if id.startswith("AS-")} - {
                    "AS-EP-THREADS", "AS-THREADS-200", "AS-THREADS-BODY", "AS-THREAD-ID", "AS-THREAD-UNIQUE",
                    "AS-GEN-JSON", "AS-GEN-CONTENT-TYPE", "AS-GEN-REQUEST-JSON", "AS-BODY-UNKNOWN", "AS-AUTH-HEADER",
                    "AS-VER-PATHS", "AS-HTTP"}
                self.assertLessEqual(shown_by_heads, {
                    "AS-RUN-200", "AS-STATELESS-200", "AS-JOIN-200", "AS-RUN-TYPE", "AS-NO-LENGTH", "AS-CACHING"})

    def test_a_stream_verifies_only_the_modes_of_its_events(self):
        only = "agent_streaming_tokens/any-assistant"
        scenarios, requirements = self.play(FIRST + message("Hello ") + message("world"), [only])
        self.assertEqual(scenarios[only]["verdict"], "passed", scenarios[only])
        shown = verified(requirements)
        self.assertLessEqual({"AS-MSG-PAIR", "AS-MSG-CONTENT", "AS-MSG-NODE", "AS-MSG-EVENT", "AS-MSG-TOKENS", "AS-FIRST"}, shown)
        self.assertFalse(shown & {"AS-VALUES", "AS-UPDATES-NODE", "AS-DEBUG-SHAPE", "AS-CUSTOM", "AS-EVENTS-SHAPE", "AS-MSG-TAGS",
                                  "AS-MSG-STATE", "AS-UPDATES-VALUES", "AS-IDS", "AS-FAIL-EVENT", "AS-EP-JOIN"})

    def test_a_message_that_is_sent_as_a_whole_is_reported_unless_it_is_one_word(self):
        only = "agent_streaming_tokens/any-assistant"
        scenarios, requirements = self.play(FIRST + message("Hello"), [only])
        self.assertEqual(scenarios[only]["verdict"], "skipped", scenarios[only])
        self.assertIn("needs a message of several words", scenarios[only]["reason"])
        self.assertEqual(requirements["AS-MSG-TOKENS"]["outcome"], "not_exercised")
        scenarios, requirements = self.play(FIRST + message("Hello world"), [only])
        self.assertEqual(scenarios[only]["verdict"], "failed")
        self.assertEqual(requirements["AS-MSG-TOKENS"]["outcome"], "failed")

    def test_a_failure_counts_only_against_what_it_violates(self):
        only = "agent_streaming_stateless/runs-any-assistant"
        _, requirements = self.play(FIRST, [only])
        failed = {id for id, one in requirements.items() if one["outcome"] in ("failed", "warned")}
        self.assertEqual(failed, {"AS-RUNS-STATELESS"})


if __name__ == "__main__":
    unittest.main()
