"""Shows that ordinary client libraries read the mock's streams as `curl -N` does, and notice what is wrong with them.

Two workspaces of one seed give the same answers to the same requests, ids and all: so what both have read is compared
as it is. Such libraries are known to differ from the standard where a line ends in CR alone and where an id stands in a
block without data. The mock sends neither, so there is nothing to allow for.
"""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import programs
import told_graph
from event_streams import MODES, Curl, Event, Graphs, Workspace, event_name, events_in, post
from peer_tools import LOCKED, NPM, Failure, run_node

SEED = 7
READER = LOCKED / "read_streams.mjs"
# What any reader must notice of a stream: status, type, bytes, end, ids, what is told and by which name.
FAULTS = (
    *("no-stateless-runs", "stateless-run-answers-202", "stream-as-text", "no-first-chunk"),
    *("first-chunk-without-attempt", "chunk-size-is-no-number", "stream-does-not-end", "data-is-no-json"),
    *("field-that-is-none", "ids-fall", "tokens-have-another-name", "values-unasked", "no-custom-data", "no-subgraphs"),
)
FAULTS_OF_JOINS = ("no-joins", "join-answers-202")


@dataclass(frozen=True)
class Reading:
    """A run that is read to its end, and what is asked of it."""

    in_thread: bool
    modes: tuple
    assistant: str = told_graph.NAME

    def __str__(self):
        place = "in a thread" if self.in_thread else "without a thread"
        return f"{' and '.join(self.modes)} of {self.assistant} {place}"

    @property
    def subgraphs(self):
        return self.assistant == "nested"

    def request(self, workspace, thread):
        path = f"/threads/{thread}/runs/stream" if self.in_thread else "/runs/stream"
        body = {
            "assistant_id": self.assistant,
            "input": {**told_graph.INPUT, "tokens": 200, "bytes": 5000},
            "stream_mode": list(self.modes),
            "stream_subgraphs": self.subgraphs,
        }
        return {"url": workspace.url + path, "body": body, "gate": gate(workspace, "events")}


# Every mode alone and all of them, of graphs that tell something in each; errors; more than a buffer holds.
READINGS = [
    Reading(in_thread, modes, assistant)
    for in_thread in (False, True)
    for assistant, choices in {
        told_graph.NAME: [*((mode,) for mode in MODES), MODES],
        "nested": [*((mode,) for mode in MODES), MODES],
        "failing": [("updates",)],
        "flood": [("messages-tuple",)],
    }.items()
    for modes in choices
]


def gate(workspace, upon):
    return {"url": workspace.gates, "body": {"gate": "go"}, "upon": upon}


def requests_of(workspace):
    thread = workspace.thread()
    return [reading.request(workspace, thread) for reading in READINGS]


def read_with_libraries(requests):
    """Returns what client libraries have read of each request. Fails if they cannot."""
    process = run_node(READER, json.dumps(requests), cwd=NPM)
    if process.returncode != 0:
        raise Failure(f"{READER.name} failed:\n{process.stderr}")
    answers = json.loads(process.stdout)
    for request, answer in zip(requests, answers, strict=True):
        if "problem" in answer:
            raise Failure(f"a client library cannot read {request['url']}: {answer['problem']}")
        answer["events"] = [Event(**event) for event in answer["events"]]
    return answers


def read_with_curl(request):
    with Curl(request["url"], body=request["body"]) as curl:
        curl.until_events(1)
        post(request["gate"]["url"], request["gate"]["body"])
        curl.to_the_end()
        return events_in(curl.body)


def judge(reading, events):
    """Fails where a stream is not what its request asked for."""
    first, *others = events
    if first.name != "metadata" or first.data.keys() != {"run_id", "attempt"}:
        raise Failure(f"{reading}: the first event is {first}")
    ids = [str(number) if reading.in_thread else None for number in range(len(events))]
    if [event.id for event in events] != ids:
        raise Failure(f"{reading}: the ids are {[event.id for event in events]}")
    names = {event.name.split("|")[0] for event in others}
    wanted = {"error"} if reading.assistant == "failing" else set()
    if names != wanted | set(map(event_name, reading.modes)):
        raise Failure(f"{reading}: events are named {names}")
    told_within = any("|" in event.name for event in others)
    if told_within != (reading.subgraphs and reading.modes != ("events",)):
        raise Failure(f"{reading}: of graphs in graphs is told: {told_within}")


def compare(ours, theirs):
    """Reads with curl in one workspace and with a client library in the other. Fails where that is not the same."""
    by_library = read_with_libraries(requests_of(theirs))
    for reading, request, library in zip(READINGS, requests_of(ours), by_library, strict=True):
        events = read_with_curl(request)
        judge(reading, events)
        if library["events"] != events:
            raise Failure(f"{reading}: curl reads {events}, a client library {library['events']}")


def resume(workspace):
    """A connection breaks, the library connects again: it must have had each event once."""
    thread = workspace.thread()
    body = {"assistant_id": told_graph.NAME, "stream_mode": list(MODES), "stream_resumable": True}
    run_id = post(f"{workspace.url}/threads/{thread}/runs", body)["run_id"]
    url = f"{workspace.url}/threads/{thread}/runs/{run_id}/stream"
    telling = told_graph.Telling(in_thread=True)
    cut = 1 + sum(len(telling.of(mode, step)) for mode in MODES for step in (0, 1))
    names = ["metadata", *map(event_name, MODES)]
    (answer,) = read_with_libraries([{"url": url, "names": names, "cut": cut, "gate": gate(workspace, "events")}])
    with Curl(url, "--header", "Last-Event-ID: -1") as curl:
        curl.to_the_end()
    if answer["events"] != events_in(curl.body):
        raise Failure(f"a library that connected again has read {answer['events']}, curl {events_in(curl.body)}")


def wait_in_silence(workspace):
    """A run that says nothing for long sends comments, which must not become events."""
    request = Reading(False, ("values",)).request(workspace, None)
    (answer,) = read_with_libraries([{**request, "gate": gate(workspace, "comments")}])
    names = [event.name for event in answer["events"]]
    if set(answer["comments"]) != {"hb"} or names != ["metadata", "values", "values", "values"]:
        raise Failure(f"in silence a client library reads {names} and the comments {answer['comments']}")


def must_fail(play, *workspaces, why):
    try:
        play(*workspaces)
    except (Failure, AssertionError):
        return
    raise Failure(f"{why}, and no reader of streams notices")


def show():
    """Fails unless curl and the libraries read all streams alike, and notice each fault."""
    with Graphs(told_graph.GRAPH) as folder, programs.Mock("--fixtures", folder) as mock:

        def workspace(*faults):
            return Workspace(mock.url, seed=SEED, faults=list(faults))

        # Both wait more than they work: for the mock's first comment, and before a library connects again.
        with ThreadPoolExecutor(2) as waiting:
            waits = [waiting.submit(wait_in_silence, workspace()), waiting.submit(resume, workspace())]
            compare(workspace(), workspace())
            for fault in FAULTS:
                must_fail(compare, workspace(fault), workspace(fault), why=f"the mock has the fault {fault}")
            must_fail(compare, workspace(), workspace("no-values"), why="they read different things")
            for fault in FAULTS_OF_JOINS:
                must_fail(resume, workspace(fault), why=f"the mock has the fault {fault}")
            for wait in waits:
                wait.result()
    print(f"{len(READINGS)} streams are the same to curl and to an ordinary client library, every mode among them")
    print("a library that loses its connection gets each event once; silence is none to it")
    print(f"each of {len(FAULTS) + len(FAULTS_OF_JOINS)} faults of streams is noticed")
