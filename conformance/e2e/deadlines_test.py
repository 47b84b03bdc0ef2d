"""Streams that do not end as they should: each is judged rightly, within its deadline, and the run goes on."""

import os
import tempfile
import time
import unittest

import programs
from broken_server import BrokenServer

CONTRACT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../spec/documents/agent_streaming.openapi.yaml")

SUITE = """
arazzo: 1.1.0
info: {{title: Streams that misbehave, version: 0.1.0}}
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
        x-ct-sse: {{{asks}}}
"""

# How a server's stream goes on, the step's timeout in ms, what it asks of its stream, what the verdict says, and what
# the record says of the end.
STREAMS = [
    ("never_ends", 700, "end: server", "no end before the deadline", "deadline"),
    ("trickles", 1200, "end: server, minEvents: 3", "no end before the deadline", "deadline"),
    ("stalls", 20_000, "end: server, idleWithin: 400", "an end, and no silence of 400 ms before it", "deadline"),
    ("closes_within_a_chunk", 20_000, "end: server", "the connection closed within it", "closed"),
    ("resets", 20_000, "end: server", "the connection was reset within it", "reset"),
]


class Deadlines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        workflows = [WORKFLOW.format(name=name, timeout=timeout, asks=asks) for name, timeout, asks, _, _ in STREAMS]
        workflows.append(WORKFLOW.format(name="good", timeout=20_000, asks="end: server, minEvents: 2, maxEvents: 2"))
        with tempfile.TemporaryDirectory() as folder, BrokenServer() as server:
            suite = os.path.join(folder, "misbehaving.arazzo.yaml")
            with open(suite, "w", encoding="utf-8") as file:
                file.write(SUITE.format(contract=os.path.realpath(CONTRACT), workflows="".join(workflows)))
            begun = time.monotonic()
            cls.process, cls.result = programs.run_with_result(
                suite, "--url", server.url, "--allow-writes", "--jobs", "1", "--max-rate", "0")
            cls.took_s = time.monotonic() - begun

    def steps(self):
        scenarios = self.result["scenarios"]
        return {scenario["name"].partition("/")[2]: (scenario["verdict"], scenario["steps"][0]) for scenario in scenarios}

    def test_each_is_told_for_what_it_is(self):
        self.assertEqual(self.process.returncode, 1, self.process.stdout + self.process.stderr)
        for name, _, _, words, end in STREAMS:
            with self.subTest(stream=name):
                verdict, step = self.steps()[name]
                self.assertEqual(verdict, "failed")
                told = " ".join(f"{finding['expected']} {finding['got']}" for finding in step["findings"])
                self.assertIn(words, told)
                self.assertEqual([stream["end"] for stream in step["exchanges"][0]["streams"]], [end])

    def test_the_run_goes_on(self):
        verdict, step = self.steps()["good"]
        self.assertEqual(verdict, "passed", step["findings"])
        self.assertEqual(step["exchanges"][0]["streams"][0]["end"], "complete")

    def test_none_takes_longer_than_its_deadline_allows(self):
        # The timeouts of those that end by themselves are far above what a slow machine takes.
        self.assertLess(self.took_s, 20)

    def test_what_never_ended_was_read_as_it_came(self):
        _, step = self.steps()["never_ends"]
        self.assertGreater(step["exchanges"][0]["streams"][0]["events"], 2)
        _, step = self.steps()["trickles"]
        self.assertGreater(step["exchanges"][0]["streams"][0]["bytes"], 80)


if __name__ == "__main__":
    unittest.main()
