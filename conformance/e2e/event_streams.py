"""Reads event streams with `curl -N`, byte by byte, and reports deviations from the mock's format."""

import json
import os
import re
import select
import subprocess
import tempfile
import time
import urllib.request
from typing import NamedTuple

import programs

MODES = ("values", "updates", "messages-tuple", "debug", "custom", "events")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")

# The mock's format: a name, JSON in one line, an id in threads, a blank line; lines end with LF.
_EVENT = re.compile(rb"event: ([^\r\n]+)\ndata: ([^\r\n]+)\n(?:id: (\d+)\n)?\n")
# Without a following blank line, which some clients would read as an event.
_COMMENT = re.compile(rb": ?([^\r\n]*)\n")


def event_name(mode):
    """Returns the name of a mode's events."""
    return mode.removesuffix("-tuple")


class Event(NamedTuple):
    name: str
    data: object
    id: str | None = None


def events_in(raw):
    """Returns the events in a stream's bytes. Fails if they are not in the mock's format."""
    events, at = [], 0
    while at < len(raw):
        if comment := _COMMENT.match(raw, at):
            at = comment.end()
            continue
        event = _EVENT.match(raw, at)
        if not event:
            raise AssertionError(f"invalid event at byte {at}: {raw[at : at + 200]!r}")
        name, data, id = (part and part.decode() for part in event.groups())
        try:
            events.append(Event(name, json.loads(data), id))
        except ValueError as error:
            raise AssertionError(f"the data of {name} is not JSON, {error}: {data!r}") from None
        at = event.end()
    return events


class Curl:
    """A running `curl -N`, ended with the `with` block. Head and body are what it has read so far."""

    def __init__(self, url, *options, body=None):
        if body is not None:
            options += ("--header", "content-type: application/json", "--data-binary", json.dumps(body))
        self._command = ["curl", "-q", "-N", "--silent", "--include", "--noproxy", "*", *options, url]
        self._read = b""

    def __enter__(self):
        self._process = subprocess.Popen(self._command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        return self

    def __exit__(self, *_):
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait(timeout=programs.DEADLINE_S)
        self._process.stdout.close()

    @property
    def body(self):
        return self._read.partition(b"\r\n\r\n")[2]

    @property
    def status(self):
        return int(self._read.split(b" ", 2)[1])

    @property
    def headers(self):
        lines = self._read.partition(b"\r\n\r\n")[0].decode().split("\r\n")[1:]
        return {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}

    def until_head(self, deadline_s=programs.DEADLINE_S):
        self._read_until(lambda: b"\r\n\r\n" in self._read, "the head", deadline_s)

    def until_events(self, count, deadline_s=programs.DEADLINE_S):
        """Reads until the number of events has arrived; the run may still be active."""
        self._read_until(lambda: self.body.count(b"\n\n") >= count, f"{count} events", deadline_s)

    def until_bytes(self, expected):
        self._read_until(lambda: expected in self.body, repr(expected), programs.DEADLINE_S)

    def until_end(self):
        """Reads the rest. Fails if curl reports an error."""
        end = time.monotonic() + programs.DEADLINE_S
        while self._read_more(end, "the end"):
            pass
        code = self._process.wait(timeout=programs.DEADLINE_S)
        if code != 0:
            raise AssertionError(f"curl ended with {code} after {self._read[-200:]!r}")

    def _read_until(self, condition, what, deadline_s):
        end = time.monotonic() + deadline_s
        while not condition():
            if not self._read_more(end, what):
                raise AssertionError(f"{what} did not arrive before the end: {self._read!r}")

    def _read_more(self, end, what):
        stdout = self._process.stdout
        if not select.select([stdout], [], [], max(0, end - time.monotonic()))[0]:
            raise AssertionError(f"{what} did not arrive in time: {self._read!r}")
        more = os.read(stdout.fileno(), 65536)
        self._read += more
        return bool(more)


def post(url, body):
    """Posts JSON and returns the JSON of the response."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as response:
        return json.load(response)


class Workspace:
    """A workspace of a mock: the URL of its API and of its gates."""

    def __init__(self, mock_url, **options):
        workspace = post(f"{mock_url}/_plumbline/workspaces", options)
        self.url = mock_url + workspace["prefix"]
        self.gates = f"{mock_url}/_plumbline/workspaces/{workspace['id']}/gates"

    def thread(self):
        return post(f"{self.url}/threads", {})["thread_id"]

    def open_gate(self, run_id):
        post(self.gates, {"gate": "go", "run_id": run_id})


def run_id_in(location):
    """Returns the run id in a content-location, which may begin with a prefix of the mock."""
    match = re.fullmatch(rf"(?:/[\w-]+)*?(?:/threads/{UUID.pattern})?/runs/({UUID.pattern})", location)
    if not match:
        raise AssertionError(f"content-location is {location!r}, expected [/threads/T]/runs/R")
    return match[1]


class Graphs:
    """A folder of graph fixtures for `--fixtures FOLDER`, removed with the `with` block."""

    def __init__(self, *graphs):
        self._graphs = graphs

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory()
        os.mkdir(os.path.join(self._folder.name, "graphs"))
        for graph in self._graphs:
            path = os.path.join(self._folder.name, "graphs", f"{graph['graph']}.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(graph, file)
        return self._folder.name

    def __exit__(self, *_):
        self._folder.cleanup()
