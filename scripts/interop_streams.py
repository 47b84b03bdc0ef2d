"""Checks that client libraries read the mock's streams as `curl -N` does, and that they detect faults.

Two workspaces of one seed return the same responses to the same requests, including ids, so the events can be compared
directly. Such libraries deviate from the standard for lines that end with CR alone and for ids in blocks without data;
the mock sends neither.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import programs
import every_mode_graph
from event_streams import MODES, Curl, Event, Graphs, Workspace, event_name, events_in, post
from interop_tools import LOCKED, NPM, Failure, run_node

SEED = 7
READER = LOCKED / "read_streams.mjs"
# Faults that any reader must detect: of status, type, bytes, end, ids, content and names.
FAULTS = (
    *("no-stateless-runs", "stateless-run-answers-202", "stream-as-text", "no-first-chunk"),
    *("first-chunk-without-attempt", "chunk-size-is-no-number", "stream-does-not-end", "data-is-no-json"),
    *("field-that-is-none", "ids-fall", "tokens-have-another-name", "values-unasked", "no-custom-data", "no-subgraphs"),
)
JOIN_FAULTS = ("no-joins", "join-answers-202")


@dataclass(frozen=True)
class Reading:
    """A run that is read to its end, and its request."""

    in_thread: bool
    modes: tuple
    assistant: str = every_mode_graph.NAME

    def __str__(self):
        where = "in a thread" if self.in_thread else "without a thread"
        return f"{' and '.join(self.modes)} of {self.assistant} {where}"

    @property
    def has_subgraphs(self):
        return self.assistant == "nested"

    def request(self, workspace, thread):
        path = f"/threads/{thread}/runs/stream" if self.in_thread else "/runs/stream"
        body = {
            "assistant_id": self.assistant,
            "input": {**every_mode_graph.INPUT, "tokens": 200, "bytes": 5000},
            "stream_mode": list(self.modes),
            "stream_subgraphs": self.has_subgraphs,
        }
        return {"url": workspace.url + path, "body": body, "gate": gate(workspace, "events")}


# Every mode alone and all modes, of graphs with output in each mode; errors; more output than a buffer holds.
READINGS = [
    Reading(in_thread, modes, assistant)
    for in_thread in (False, True)
    for assistant, choices in {
        every_mode_graph.NAME: [*((mode,) for mode in MODES), MODES],
        "nested": [*((mode,) for mode in MODES), MODES],
        "failing": [("updates",)],
        "flood": [("messages-tuple",)],
    }.items()
    for modes in choices
]


def gate(workspace, after):
    return {"url": workspace.gates, "body": {"gate": "go"}, "after": after}


def requests_of(workspace):
    thread = workspace.thread()
    return [reading.request(workspace, thread) for reading in READINGS]


def read_with_libraries(requests):
    """Returns what client libraries read for each request. Fails if they cannot read a stream."""
    process = run_node(READER, json.dumps(requests), cwd=NPM)
    if process.returncode != 0:
        raise Failure(f"{READER.name} failed:\n{process.stderr}")
    results = json.loads(process.stdout)
    for request, result in zip(requests, results, strict=True):
        if "problem" in result:
            raise Failure(f"a client library cannot read {request['url']}: {result['problem']}")
        result["events"] = [Event(**event) for event in result["events"]]
    return results


def read_with_curl(request):
    with Curl(request["url"], body=request["body"]) as curl:
        curl.until_events(1)
        post(request["gate"]["url"], request["gate"]["body"])
        curl.until_end()
        return events_in(curl.body)


def check_events(reading, events):
    """Fails if a stream is not what its request asked for."""
    first, *others = events
    if first.name != "metadata" or first.data.keys() != {"run_id", "attempt"}:
        raise Failure(f"{reading}: the first event is {first}")
    ids = [str(number) if reading.in_thread else None for number in range(len(events))]
    if [event.id for event in events] != ids:
        raise Failure(f"{reading}: the ids are {[event.id for event in events]}")
    names = {event.name.split("|")[0] for event in others}
    errors = {"error"} if reading.assistant == "failing" else set()
    if names != errors | set(map(event_name, reading.modes)):
        raise Failure(f"{reading}: events are named {names}")
    has_subgraph_events = any("|" in event.name for event in others)
    if has_subgraph_events != (reading.has_subgraphs and reading.modes != ("events",)):
        raise Failure(f"{reading}: subgraph events: {has_subgraph_events}")


def compare(curl_workspace, library_workspace):
    """Reads with curl in one workspace and with a client library in the other. Fails if the events differ."""
    by_library = read_with_libraries(requests_of(library_workspace))
    for reading, request, library in zip(READINGS, requests_of(curl_workspace), by_library, strict=True):
        events = read_with_curl(request)
        check_events(reading, events)
        if library["events"] != events:
            raise Failure(f"{reading}: curl reads {events}, a client library {library['events']}")


def resume(workspace):
    """Checks that a library that reconnects after a lost connection reads each event once."""
    thread = workspace.thread()
    body = {"assistant_id": every_mode_graph.NAME, "stream_mode": list(MODES), "stream_resumable": True}
    run_id = post(f"{workspace.url}/threads/{thread}/runs", body)["run_id"]
    url = f"{workspace.url}/threads/{thread}/runs/{run_id}/stream"
    expected = every_mode_graph.ExpectedEvents(in_thread=True)
    cut = 1 + sum(len(expected.of(mode, step)) for mode in MODES for step in (0, 1))
    names = ["metadata", *map(event_name, MODES)]
    (result,) = read_with_libraries([{"url": url, "names": names, "cut": cut, "gate": gate(workspace, "events")}])
    with Curl(url, "--header", "Last-Event-ID: -1") as curl:
        curl.until_end()
    if result["events"] != events_in(curl.body):
        raise Failure(f"a library that reconnected reads {result['events']}, curl reads {events_in(curl.body)}")


def check_heartbeats(workspace):
    """Checks that the comments of a silent run do not become events."""
    request = Reading(False, ("values",)).request(workspace, None)
    (result,) = read_with_libraries([{**request, "gate": gate(workspace, "comments")}])
    names = [event.name for event in result["events"]]
    if set(result["comments"]) != {"hb"} or names != ["metadata", "values", "values", "values"]:
        raise Failure(f"of a silent run a client library reads {names} and the comments {result['comments']}")


def require_failure(check_streams, *workspaces, reason):
    try:
        check_streams(*workspaces)
    except (Failure, AssertionError):
        return
    raise Failure(f"{reason}, but no reader of streams detects it")


def check():
    """Fails unless curl and the libraries read all streams equally and detect each fault."""
    with Graphs(every_mode_graph.GRAPH) as folder, programs.Mock("--fixtures", folder) as mock:

        def workspace(*faults):
            return Workspace(mock.url, seed=SEED, faults=list(faults))

        # Both mostly wait: for the mock's first comment, and before a library reconnects.
        with ThreadPoolExecutor(2) as pool:
            waits = [pool.submit(check_heartbeats, workspace()), pool.submit(resume, workspace())]
            compare(workspace(), workspace())
            for fault in FAULTS:
                require_failure(compare, workspace(fault), workspace(fault), reason=f"the mock has the fault {fault}")
            require_failure(compare, workspace(), workspace("no-values"), reason="the streams differ")
            for fault in JOIN_FAULTS:
                require_failure(resume, workspace(fault), reason=f"the mock has the fault {fault}")
            for wait in waits:
                wait.result()
    print(f"curl and a client library read the same {len(READINGS)} streams, including every mode")
    print("a library that loses its connection reads each event once, and no event from comments")
    print(f"each of {len(FAULTS) + len(JOIN_FAULTS)} faults of streams is detected")
