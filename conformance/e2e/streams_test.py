"""Reads every stream mode with `curl -N`: each event as expected, during the run, to a clean end."""

import time
import unittest

import programs
import every_mode_graph
from event_streams import MODES, Curl, Event, Graphs, Workspace, event_name, events_in, run_id_in

BEFORE_GATE, AFTER_GATE = (0, 1), (2,)  # steps


def start(workspace, thread, assistant, modes, **more):
    """Returns a `curl -N` that starts a run, in the thread if one is given."""
    path = f"/threads/{thread}/runs/stream" if thread else "/runs/stream"
    body = {"assistant_id": assistant, "input": every_mode_graph.INPUT, "stream_mode": modes, **more}
    return Curl(workspace.url + path, body=body)


def check_head(curl):
    """Returns the id of the run. Fails if the head is not that of a stream."""
    if curl.status != 200:
        raise AssertionError(f"status {curl.status}, expected 200")
    for name, value in {"content-type": "text/event-stream", "cache-control": "no-cache"}.items():
        if curl.headers.get(name) != value:
            raise AssertionError(f"{name} is {curl.headers.get(name)}, expected {value}")
    return run_id_in(curl.headers.get("content-location", ""))


def check_events(curl, run_id, thread):
    """Returns the normalized events after the first. Fails if the first event or the ids are wrong."""
    events = events_in(curl.body)
    first = Event("metadata", {"attempt": 1, "run_id": run_id}, "0" if thread else None)
    if events[:1] != [first]:
        raise AssertionError(f"the stream begins with {events[:1]}, expected {first}")
    ids, expected = [event.id for event in events], [str(n) if thread else None for n in range(len(events))]
    if ids != expected:
        raise AssertionError(f"ids are {ids}, expected {expected}")
    return every_mode_graph.normalize(events[1:], run_id, thread)


def check_run(workspace, modes, in_thread, arrival_s=programs.DEADLINE_S):
    """Reads a run of the every-mode graph and checks all events, except the order between modes.

    Events before the gate must arrive within arrival_s while the run waits there; None disables this check.
    Returns the names of the events.
    """
    thread = workspace.thread() if in_thread else None
    expected_events = every_mode_graph.ExpectedEvents(in_thread)

    def expected(steps):
        return {mode: [event for step in steps for event in expected_events.of(mode, step)] for mode in modes}

    with start(workspace, thread, every_mode_graph.NAME, modes) as curl:
        curl.until_head(arrival_s or programs.DEADLINE_S)
        run_id = check_head(curl)
        before_gate = 1 + sum(map(len, expected(BEFORE_GATE).values()))
        if arrival_s is not None:
            curl.until_events(before_gate, arrival_s)
        workspace.open_gate(run_id)
        curl.until_end()
        events = check_events(curl, run_id, thread)
    names = [event.name for event in events]
    if unrequested := set(names) - {event_name(mode) for mode in modes}:
        raise AssertionError(f"not requested: {unrequested}")
    for part, steps in ((events[: before_gate - 1], BEFORE_GATE), (events[before_gate - 1 :], AFTER_GATE)):
        by_mode = {mode: [event for event in part if event.name == event_name(mode)] for mode in modes}
        if by_mode != expected(steps):
            raise AssertionError(f"the events of steps {steps} are {by_mode}, expected {expected(steps)}")
    return names


def read_run(workspace, assistant, modes, in_thread=False, **more):
    """Reads a run without gates; returns its events except the first."""
    thread = workspace.thread() if in_thread else None
    with start(workspace, thread, assistant, modes, **more) as curl:
        curl.until_end()
        return check_events(curl, check_head(curl), thread)


class EveryMode(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(Graphs(every_mode_graph.GRAPH))
        mock = cls.enterClassContext(programs.Mock("--fixtures", folder))
        cls.workspace = Workspace(mock.url)

    def test_can_be_read_alone(self):
        for mode in MODES:
            for in_thread in (False, True):
                with self.subTest(mode=mode, in_thread=in_thread):
                    check_run(self.workspace, [mode], in_thread)

    def test_has_the_same_events_alone_and_with_other_modes(self):
        for in_thread in (False, True):
            with self.subTest(in_thread=in_thread):
                check_run(self.workspace, MODES, in_thread)
                check_run(self.workspace, ["messages-tuple", "events"], in_thread)

    def test_emits_events_in_each_step(self):
        self.assertEqual(
            check_run(self.workspace, ["updates", "values"], True),
            ["values", "updates", "values", "updates", "values"],
        )

    def test_defaults_to_values(self):
        expected = read_run(self.workspace, "steps", "values")
        self.assertEqual(len(expected), 4)
        for modes in ([], ["values"], ["values", "values"]):
            self.assertEqual(read_run(self.workspace, "steps", modes), expected)

    def test_may_have_no_events(self):
        for in_thread in (False, True):
            self.assertEqual(read_run(self.workspace, "parallel", "messages-tuple", in_thread), [])

    def test_ends_cleanly_after_an_error(self):
        *_, last = read_run(self.workspace, "failing", "updates", True)
        self.assertEqual(last.name, "error")
        self.assertEqual(last.data, {"error": "ValueError", "message": "the graph fails because it is asked to"})


class RealTime(unittest.TestCase):
    """Only minimum durations are checked, since delays may be the machine's."""

    TOKENS = 9
    PACE_S = 0.02

    def took_s(self, *clock):
        with programs.Mock(*clock) as mock:
            start_time = time.monotonic()
            events = read_run(Workspace(mock.url), "chat", "messages-tuple")
            took_s = time.monotonic() - start_time
        self.assertEqual(len(events), self.TOKENS)
        return took_s

    def test_takes_at_least_the_pauses_of_a_graph(self):
        self.assertGreaterEqual(self.took_s("--clock", "real"), self.TOKENS * self.PACE_S)

    def test_is_scaled(self):
        self.assertGreaterEqual(
            self.took_s("--clock", "real", "--time-scale", "0.5"), self.TOKENS * self.PACE_S / 0.5)


class Subgraphs(unittest.TestCase):
    """The outer graph has the same events with and without them; the inner graph's event names contain its path."""

    OUTER = {"values": 3, "updates": 2, "messages-tuple": 0, "debug": 7, "custom": 1, "events": 15}
    INNER = {"values": 2, "updates": 1, "messages-tuple": 3, "debug": 4, "custom": 1, "events": 0}

    @classmethod
    def setUpClass(cls):
        cls.workspace = Workspace(cls.enterClassContext(programs.Mock()).url)

    def names(self, mode, in_thread, **more):
        return [event.name for event in read_run(self.workspace, "nested", mode, in_thread, **more)]

    def test_are_streamed_on_request(self):
        for mode in MODES:
            for in_thread in (False, True):
                with self.subTest(mode=mode, in_thread=in_thread):
                    name = event_name(mode)
                    outer, inner = [name] * self.OUTER[mode], [f"{name}|outer:U"] * self.INNER[mode]
                    self.assertEqual(self.names(mode, in_thread), outer)
                    self.assertEqual(self.names(mode, in_thread, stream_subgraphs=False), outer)
                    names = [name.rstrip("0123456789") for name in self.names(mode, in_thread, stream_subgraphs=True)]
                    self.assertEqual(sorted(names), outer + inner)

    def test_appear_where_they_are_called(self):
        events = read_run(self.workspace, "nested", ["values", "custom"], stream_subgraphs=True)
        self.assertEqual(
            [event.name for event in events],
            ["values", "custom", *["values|outer:U1", "custom|outer:U1", "values|outer:U1"], "values", "values"],
        )


class BrokenStreams(unittest.TestCase):
    """The assertions above can fail: each fault makes one fail for its own reason."""

    FAULTS = [
        ("no-stateless-runs", "values", "status 404"),
        ("stateless-run-answers-202", "values", "status 202"),
        ("stream-as-text", "values", "content-type is text/plain"),
        ("stream-may-be-cached", "values", "cache-control is max-age"),
        ("no-first-chunk", "values", "the stream begins with"),
        ("first-chunk-without-attempt", "values", "the stream begins with"),
        ("agent-runs-have-one-id", "values", "the stream begins with"),
        ("chunk-size-is-no-number", "values", "curl ended with 56"),
        ("stream-does-not-end", "values", "curl ended with 18"),
        ("data-is-no-json", "values", "the data of values is not JSON"),
        ("field-that-is-none", "values", "invalid event at byte"),
        ("no-values", "values", "the events of steps"),
        ("values-unasked", "updates", "not requested: {'values'}"),
        ("tokens-have-another-name", "messages-tuple", "not requested: {'tokens'}"),
        ("tokens-without-content", "messages-tuple", "the events of steps"),
        ("tokens-without-metadata", "messages-tuple", "the events of steps"),
        ("tokens-of-one-node", "messages-tuple", "the events of steps"),
        ("debug-without-nodes", "debug", "the events of steps"),
        ("debug-without-state", "debug", "the events of steps"),
        ("no-custom-data", "custom", "the events of steps"),
        ("no-events", "events", "the events of steps"),
    ]

    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(Graphs(every_mode_graph.GRAPH))
        cls.mock = cls.enterClassContext(programs.Mock("--fixtures", folder))

    def test_are_detected(self):
        for fault, mode, message in self.FAULTS:
            with self.subTest(fault=fault), self.assertRaisesRegex(AssertionError, message):
                check_run(Workspace(self.mock.url, faults=[fault]), [mode], False, arrival_s=None)

    def test_are_detected_by_their_ids(self):
        with self.assertRaisesRegex(AssertionError, "invalid event at byte"):
            check_run(Workspace(self.mock.url, faults=["ids-fall"]), ["values"], True, arrival_s=None)

    def test_are_detected_when_events_are_late(self):
        # No event arrives however long the test waits, so a short wait suffices.
        with self.assertRaisesRegex(AssertionError, "did not arrive in time"):
            check_run(Workspace(self.mock.url, faults=["stream-comes-at-the-end"]), ["values"], False, arrival_s=0.2)

    def test_are_detected_by_their_subgraphs(self):
        unrequested = read_run(Workspace(self.mock.url, faults=["subgraphs-unasked"]), "nested", "updates")
        self.assertEqual(len(unrequested), sum(counts["updates"] for counts in (Subgraphs.OUTER, Subgraphs.INNER)))
        workspace = Workspace(self.mock.url, faults=["no-subgraphs"])
        events = read_run(workspace, "nested", "updates", stream_subgraphs=True)
        self.assertEqual(len(events), Subgraphs.OUTER["updates"])


if __name__ == "__main__":
    unittest.main()
