"""Judges assistants of which nothing is known but the name: correct ones raise no alarm, broken ones are detected."""

import os
import unittest

import programs

GRAPHS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "fixtures", "graphs")
# Their runs do not end without a client that leaves or a control interface.
WITHOUT_END = {"endless", "gated", "stages"}
LEAST_VERIFIED = 60

# Each violates what holds of any graph. The comment names what the graph `agent` has to show for it.
FAULTS = {
    "first-chunk-without-attempt": "AS-FIRST",
    "agent-runs-have-one-id": "AS-RUNS-UNIQUE",
    "values-unasked": "AS-ONLY-ASKED",
    "no-events": "AS-EVENTS",
    "debug-without-nodes": "AS-DEBUG-NODE",
    "debug-without-state": "AS-DEBUG-STATE",
    "ids-fall": "AS-IDS",
    "tokens-of-one-node": "AS-MSG-FILTER-NODE",  # a model in a subgraph
    "subgraphs-unasked": "AS-SUBGRAPHS-OFF",  # a subgraph
    "threads-forget": "AS-PERSISTED",  # messages that it appends
    "threads-share-their-state": "AS-THREADS-APART",
    "stateless-runs-keep-state": "AS-STATELESS-NOTHING",
    "join-gets-the-backlog": "AS-JOIN-LIVE",
    "join-finds-runs-of-other-threads": "AS-JOIN-FOREIGN",  # a run of some seconds, if its input asks for it
}


def ending_graphs():
    names = {name.removesuffix(".json") for name in os.listdir(GRAPHS) if name.endswith(".json")}
    return sorted(names - WITHOUT_END)


def play(url, assistant, *options):
    """Plays all streaming scenarios; only the URL and the assistant are given."""
    process, result = programs.run_with_result(
        "--streaming-url", url, "--allow-writes", "--area", "agent_streaming", "--generated", "none", "--max-rate", "0",
        "--jobs", "8", "--input", f"assistant_id={assistant}", *options, env={"PLUMBLINE_API_KEY": "plumbline-dev-key"})
    if result is None:
        raise AssertionError(process.stdout + process.stderr)
    return process, result


def requirements(result, outcome):
    return [one["id"] for one in result["requirements"] if one["outcome"] == outcome and one["id"].startswith("AS-")]


class AnyAssistant(unittest.TestCase):
    def test_a_correct_assistant_raises_no_alarm(self):
        with programs.Mock() as mock:
            for graph in ending_graphs():
                with self.subTest(graph):
                    process, result = play(mock.url, graph, "--input", "input={}")
                    verdicts = {one["verdict"] for one in result["scenarios"]}
                    self.assertLessEqual(verdicts, {"passed", "skipped"}, process.stdout)
                    self.assertEqual(process.returncode, 0, process.stdout)
                    self.assertGreater(len(requirements(result, "verified")), 30)

    def test_the_graph_agent_shows_most_of_what_is_required_of_streams(self):
        with programs.Mock() as mock:
            process, result = play(mock.url, "agent")
        verified = requirements(result, "verified")
        print(f"\nagent, nothing else given: {len(verified)} requirements verified: {' '.join(verified)}")
        self.assertEqual(process.returncode, 0, process.stdout)
        self.assertGreaterEqual(len(verified), LEAST_VERIFIED)
        # What only an event can show.
        self.assertLessEqual(
            {"AS-UPDATES-EACH", "AS-UPDATES-VALUES", "AS-MSG-STATE", "AS-MSG-FILTER-NODE", "AS-MSG-TOKENS", "AS-CUSTOM",
             "AS-SUBGRAPHS", "AS-PERSISTED", "AS-FAIL-EVENT", "AS-JOIN-REST", "AS-ARRIVAL"}, set(verified))

    def test_a_graph_without_tokens_subgraphs_and_pauses_does_not_verify_them(self):
        with programs.Mock() as mock:
            _, result = play(mock.url, "silent")
        unseen = {"AS-MSG-EVENT", "AS-MSG-PAIR", "AS-MSG-STATE", "AS-MSG-TAGS", "AS-CUSTOM", "AS-SUBGRAPHS", "AS-UPDATES-EACH",
                  "AS-UPDATES-VALUES", "AS-PERSISTED", "AS-FAIL-EVENT", "AS-JOIN-REST", "AS-JOIN-FOREIGN", "AS-JOIN-BESIDE",
                  "AS-BUSY-SANE", "AS-ARRIVAL"}
        self.assertFalse(unseen & set(requirements(result, "verified")))
        reasons = {one["name"]: one.get("reason", "") for one in result["scenarios"] if one["verdict"] == "skipped"}
        self.assertIn("needs an event with a namespace, saw 0 of",
                      reasons["agent_streaming_assistant_subgraphs/streamed"])

    def test_faults_are_detected(self):
        for fault, requirement in FAULTS.items():
            with self.subTest(fault), programs.Mock("--fault", fault) as mock:
                # The default input asks for the run of some seconds.
                needs_time = () if requirement == "AS-JOIN-FOREIGN" else ("--input", "input={}")
                process, result = play(mock.url, "agent", "--only", "agent_streaming_assistant_*", *needs_time)
                self.assertEqual(process.returncode, 1, process.stdout)
                self.assertIn(requirement, requirements(result, "failed") + requirements(result, "warned"))


if __name__ == "__main__":
    unittest.main()
