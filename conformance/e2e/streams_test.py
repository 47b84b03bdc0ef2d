"""`curl -N` reads every mode: each event as it must be, while the run goes on, to a clean end."""

import time
import unittest

import programs
import told_graph
from event_streams import MODES, Curl, Event, Graphs, Workspace, event_name, events_in, run_id_in

IN_FRONT, BEHIND = (0, 1), (2,)  # steps, as the gate stands


def start(workspace, thread, assistant, modes, **more):
    """Returns a `curl -N` that starts a run, in a thread if there is one."""
    path = f"/threads/{thread}/runs/stream" if thread else "/runs/stream"
    body = {"assistant_id": assistant, "input": told_graph.INPUT, "stream_mode": modes, **more}
    return Curl(workspace.url + path, body=body)


def judge_head(curl):
    """Returns the id of the run."""
    if curl.status != 200:
        raise AssertionError(f"status {curl.status}, expected 200")
    for name, value in {"content-type": "text/event-stream", "cache-control": "no-cache"}.items():
        if curl.headers.get(name) != value:
            raise AssertionError(f"{name} is {curl.headers.get(name)}, expected {value}")
    return run_id_in(curl.headers.get("content-location", ""))


def judge_events(curl, run_id, thread):
    """Returns the events behind the first, which every stream has; ids are named."""
    events = events_in(curl.body)
    first = Event("metadata", {"attempt": 1, "run_id": run_id}, "0" if thread else None)
    if events[:1] != [first]:
        raise AssertionError(f"the stream begins with {events[:1]}, expected {first}")
    ids, expected = [event.id for event in events], [str(n) if thread else None for n in range(len(events))]
    if ids != expected:
        raise AssertionError(f"ids are {ids}, expected {expected}")
    return told_graph.named(events[1:], run_id, thread)


def read_told(workspace, modes, in_thread, arrival_s=programs.DEADLINE_S):
    """Reads a run of the graph that tells everything and judges all of it, but the order between modes.

    What is in front of the gate must have come while the run waits there; with an arrival of None that is not seen to.
    Returns the names of the events.
    """
    thread = workspace.thread() if in_thread else None
    telling = told_graph.Telling(in_thread)

    def expected(steps):
        return {mode: [event for step in steps for event in telling.of(mode, step)] for mode in modes}

    with start(workspace, thread, told_graph.NAME, modes) as curl:
        curl.until_head(arrival_s or programs.DEADLINE_S)
        run_id = judge_head(curl)
        in_front = 1 + sum(map(len, expected(IN_FRONT).values()))
        if arrival_s is not None:
            curl.until_events(in_front, arrival_s)
        workspace.open_gate(run_id)
        curl.to_the_end()
        events = judge_events(curl, run_id, thread)
    names = [event.name for event in events]
    if unasked := set(names) - {event_name(mode) for mode in modes}:
        raise AssertionError(f"nobody asked for {unasked}")
    for part, steps in ((events[: in_front - 1], IN_FRONT), (events[in_front - 1 :], BEHIND)):
        seen = {mode: [event for event in part if event.name == event_name(mode)] for mode in modes}
        if seen != expected(steps):
            raise AssertionError(f"with the steps {steps} came {seen}, expected {expected(steps)}")
    return names


def read_free(workspace, assistant, modes, in_thread=False, **more):
    """Reads a run that waits for nobody; returns its events, the first left out."""
    thread = workspace.thread() if in_thread else None
    with start(workspace, thread, assistant, modes, **more) as curl:
        curl.to_the_end()
        return judge_events(curl, judge_head(curl), thread)


class EveryMode(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(Graphs(told_graph.GRAPH))
        mock = cls.enterClassContext(programs.Mock("--fixtures", folder))
        cls.workspace = Workspace(mock.url)

    def test_is_read_alone(self):
        for mode in MODES:
            for in_thread in (False, True):
                with self.subTest(mode=mode, in_thread=in_thread):
                    read_told(self.workspace, [mode], in_thread)

    def test_tells_among_others_what_it_tells_alone(self):
        for in_thread in (False, True):
            with self.subTest(in_thread=in_thread):
                read_told(self.workspace, MODES, in_thread)
                read_told(self.workspace, ["messages-tuple", "events"], in_thread)

    def test_has_its_turn_with_each_step(self):
        self.assertEqual(
            read_told(self.workspace, ["updates", "values"], True),
            ["values", "updates", "values", "updates", "values"],
        )

    def test_is_values_where_none_is_named(self):
        plain = read_free(self.workspace, "steps", "values")
        self.assertEqual(len(plain), 4)
        for modes in ([], ["values"], ["values", "values"]):
            self.assertEqual(read_free(self.workspace, "steps", modes), plain)

    def test_may_have_nothing_to_tell(self):
        for in_thread in (False, True):
            self.assertEqual(read_free(self.workspace, "parallel", "messages-tuple", in_thread), [])

    def test_ends_cleanly_behind_an_error(self):
        *_, last = read_free(self.workspace, "failing", "updates", True)
        self.assertEqual(last.name, "error")
        self.assertEqual(last.data, {"error": "ValueError", "message": "the graph fails because it is asked to"})


class RealTime(unittest.TestCase):
    """Only what cannot be too early is looked at: how late a machine is says nothing of the mock."""

    TOKENS = 9
    PACE_S = 0.02

    def took_s(self, *clock):
        with programs.Mock(*clock) as mock:
            begun = time.monotonic()
            events = read_free(Workspace(mock.url), "chat", "messages-tuple")
            took_s = time.monotonic() - begun
        self.assertEqual(len(events), self.TOKENS)
        return took_s

    def test_takes_the_pace_of_a_graph(self):
        self.assertGreaterEqual(self.took_s("--clock", "real"), self.TOKENS * self.PACE_S)

    def test_is_scaled(self):
        self.assertGreaterEqual(
            self.took_s("--clock", "real", "--time-scale", "0.5"), self.TOKENS * self.PACE_S / 0.5)


class Subgraphs(unittest.TestCase):
    """The outer graph tells the same with and without them; the inner's names bear where it is."""

    OUTER = {"values": 3, "updates": 2, "messages-tuple": 0, "debug": 7, "custom": 1, "events": 15}
    INNER = {"values": 2, "updates": 1, "messages-tuple": 3, "debug": 4, "custom": 1, "events": 0}

    @classmethod
    def setUpClass(cls):
        cls.workspace = Workspace(cls.enterClassContext(programs.Mock()).url)

    def names(self, mode, in_thread, **more):
        return [event.name for event in read_free(self.workspace, "nested", mode, in_thread, **more)]

    def test_are_told_of_on_request(self):
        for mode in MODES:
            for in_thread in (False, True):
                with self.subTest(mode=mode, in_thread=in_thread):
                    name = event_name(mode)
                    outer, inner = [name] * self.OUTER[mode], [f"{name}|outer:U"] * self.INNER[mode]
                    self.assertEqual(self.names(mode, in_thread), outer)
                    self.assertEqual(self.names(mode, in_thread, stream_subgraphs=False), outer)
                    told = [name.rstrip("0123456789") for name in self.names(mode, in_thread, stream_subgraphs=True)]
                    self.assertEqual(sorted(told), outer + inner)

    def test_stand_where_they_are_called(self):
        told = read_free(self.workspace, "nested", ["values", "custom"], stream_subgraphs=True)
        self.assertEqual(
            [event.name for event in told],
            ["values", "custom", *["values|outer:U1", "custom|outer:U1", "values|outer:U1"], "values", "values"],
        )


class BrokenStreams(unittest.TestCase):
    """What is asserted above can fail: each fault makes it, for its own reason."""

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
        ("data-is-no-json", "values", "the data of values is no JSON"),
        ("field-that-is-none", "values", "no event, at byte"),
        ("no-values", "values", "with the steps"),
        ("values-unasked", "updates", "nobody asked for {'values'}"),
        ("tokens-have-another-name", "messages-tuple", "nobody asked for {'tokens'}"),
        ("tokens-without-content", "messages-tuple", "with the steps"),
        ("tokens-without-metadata", "messages-tuple", "with the steps"),
        ("tokens-of-one-node", "messages-tuple", "with the steps"),
        ("debug-without-nodes", "debug", "with the steps"),
        ("debug-without-state", "debug", "with the steps"),
        ("no-custom-data", "custom", "with the steps"),
        ("no-events", "events", "with the steps"),
    ]

    @classmethod
    def setUpClass(cls):
        folder = cls.enterClassContext(Graphs(told_graph.GRAPH))
        cls.mock = cls.enterClassContext(programs.Mock("--fixtures", folder))

    def test_are_noticed(self):
        for fault, mode, complaint in self.FAULTS:
            with self.subTest(fault=fault), self.assertRaisesRegex(AssertionError, complaint):
                read_told(Workspace(self.mock.url, faults=[fault]), [mode], False, arrival_s=None)

    def test_are_noticed_by_their_ids(self):
        with self.assertRaisesRegex(AssertionError, "no event, at byte"):
            read_told(Workspace(self.mock.url, faults=["ids-fall"]), ["values"], True, arrival_s=None)

    def test_are_noticed_when_they_come_too_late(self):
        # Nothing comes however long one waits, so a short wait shows it as well as a long one.
        with self.assertRaisesRegex(AssertionError, "did not come in time"):
            read_told(Workspace(self.mock.url, faults=["stream-comes-at-the-end"]), ["values"], False, arrival_s=0.2)

    def test_are_noticed_by_who_tells(self):
        unasked = read_free(Workspace(self.mock.url, faults=["subgraphs-unasked"]), "nested", "updates")
        self.assertEqual(len(unasked), sum(counts["updates"] for counts in (Subgraphs.OUTER, Subgraphs.INNER)))
        hiding = Workspace(self.mock.url, faults=["no-subgraphs"])
        hidden = read_free(hiding, "nested", "updates", stream_subgraphs=True)
        self.assertEqual(len(hidden), Subgraphs.OUTER["updates"])


if __name__ == "__main__":
    unittest.main()
