"""Streams that do not end correctly: each is reported correctly within its deadline, and the run continues."""

import os
import tempfile
import time
import unittest

import programs
from broken_server import BrokenServer

CONTRACT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../spec/documents/agent_streaming.openapi.yaml")

SUITE = """
arazzo: 1.1.0
info: {{title: Broken streams, version: 0.1.0}}
sourceDescriptions:
  - {{name: agent_streaming, type: openapi, url: {contract}}}
workflows:
{workflows}
"""

WORKFLOW = """
  - workflowId: {name}
    steps:
      - stepId: stream
        operationId: streamStatelessRun
        timeout: {timeout}
        requestBody: {{contentType: application/json, payload: {{assistant_id: {name}, input: {{}}, stream_mode: values}}}}
        successCriteria: [{{condition: $statusCode == 200}}]
        x-ct-sse: {{{requirements}}}
"""

# The server's behaviour, the step's timeout in ms, its requirements, the text in the finding, the recorded end.
STREAMS = [
    ("never_ends", 700, "end: server", "no end before the deadline", "deadline"),
    ("trickles", 1200, "end: server, minEvents: 999", "no end before the deadline", "deadline"),
    ("stalls", 20_000, "end: server, idleWithin: 400", "an end, and no silence of 400 ms before it", "deadline"),
    ("closes_within_a_chunk", 20_000, "end: server, minEvents: 9", "the connection closed within it", "closed"),
    ("resets", 20_000, "end: server, minEvents: 9", "the connection was reset within it", "reset"),
]


class Deadlines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        workflows = [WORKFLOW.format(name=name, timeout=timeout, requirements=requirements)
                     for name, timeout, requirements, _, _ in STREAMS]
        workflows.append(WORKFLOW.format(
            name="complete", timeout=20_000, requirements="end: server, minEvents: 2, maxEvents: 2"))
        with tempfile.TemporaryDirectory() as folder, BrokenServer() as server:
            suite = os.path.join(folder, "broken_streams.arazzo.yaml")
            with open(suite, "w", encoding="utf-8") as file:
                file.write(SUITE.format(contract=os.path.realpath(CONTRACT), workflows="".join(workflows)))
            start_time = time.monotonic()
            cls.process, cls.result = programs.run_with_result(
                suite, "--url", server.url, "--allow-writes", "--no-preflight", "--strict", "--jobs", "1",
                "--max-rate", "0")
            cls.duration_s = time.monotonic() - start_time

    def steps(self):
        scenarios = self.result["scenarios"]
        return {scenario["name"].partition("/")[2]: (scenario["verdict"], scenario["steps"][0]) for scenario in scenarios}

    def test_each_is_reported_with_its_cause(self):
        self.assertEqual(self.process.returncode, 1, self.process.stdout + self.process.stderr)
        for name, _, _, text, end in STREAMS:
            with self.subTest(stream=name):
                verdict, step = self.steps()[name]
                self.assertEqual(verdict, "failed")
                findings = " ".join(f"{finding['expected']} {finding['got']}" for finding in step["findings"])
                self.assertIn(text, findings)
                self.assertEqual([stream["end"] for stream in step["exchanges"][0]["streams"]], [end])

    def test_events_that_a_cut_stream_lacks_are_not_judged(self):
        for name in ("trickles", "closes_within_a_chunk", "resets"):
            with self.subTest(stream=name):
                _, step = self.steps()[name]
                verdict, = [finding["verdict"] for finding in step["findings"] if "events" in finding["expected"]
                            and "at least" in finding["expected"]]
                self.assertEqual(verdict, "not_run")

    def test_the_run_continues(self):
        verdict, step = self.steps()["complete"]
        self.assertEqual(verdict, "passed", step["findings"])
        self.assertEqual(step["exchanges"][0]["streams"][0]["end"], "complete")

    def test_each_ends_within_its_deadline(self):
        # The timeouts of streams that end before them are far longer than a slow machine needs.
        self.assertLess(self.duration_s, 20)

    def test_endless_streams_are_read_while_they_arrive(self):
        _, step = self.steps()["never_ends"]
        self.assertGreater(step["exchanges"][0]["streams"][0]["events"], 2)
        _, step = self.steps()["trickles"]
        self.assertGreater(step["exchanges"][0]["streams"][0]["bytes"], 80)


if __name__ == "__main__":
    unittest.main()
