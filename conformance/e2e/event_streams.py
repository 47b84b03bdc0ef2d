"""Reads event streams with `curl -N`, byte for byte, and says what is wrong with them."""

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

# All that the mock writes: a name, JSON in one line, an id in threads, a blank line; LF alone ends lines.
_EVENT = re.compile(rb"event: ([^\r\n]+)\ndata: ([^\r\n]+)\n(?:id: (\d+)\n)?\n")
# No blank line behind it: some clients would take that for an event.
_COMMENT = re.compile(rb": ?([^\r\n]*)\n")


def event_name(mode):
    """Returns what the events of a mode are called."""
    return mode.removesuffix("-tuple")


class Event(NamedTuple):
    name: str
    data: object
    id: str | None = None


def events_in(raw):
    """Returns the events of a stream's bytes. Fails where they are not what the mock may write."""
    events, at = [], 0
    while at < len(raw):
        if comment := _COMMENT.match(raw, at):
            at = comment.end()
            continue
        event = _EVENT.match(raw, at)
        if not event:
            raise AssertionError(f"no event, at byte {at}: {raw[at : at + 200]!r}")
        name, data, id = (part and part.decode() for part in event.groups())
        try:
            events.append(Event(name, json.loads(data), id))
        except ValueError as error:
            raise AssertionError(f"the data of {name} is no JSON, {error}: {data!r}") from None
        at = event.end()
    return events


class Curl:
    """A `curl -N` at work, ended with the `with` block. What it has read so far is head and body."""

    def __init__(self, url, *words, body=None):
        if body is not None:
            words += ("--header", "content-type: application/json", "--data-binary", json.dumps(body))
        self._command = ["curl", "-q", "-N", "--silent", "--include", "--noproxy", "*", *words, url]
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
        self._until(lambda: b"\r\n\r\n" in self._read, "the head", deadline_s)

    def until_events(self, count, deadline_s=programs.DEADLINE_S):
        """Reads until so many events are there, while the run may still be at work."""
        self._until(lambda: self.body.count(b"\n\n") >= count, f"{count} events", deadline_s)

    def until_bytes(self, wanted):
        self._until(lambda: wanted in self.body, repr(wanted), programs.DEADLINE_S)

    def to_the_end(self):
        """Reads what is left. Fails if curl does not like it."""
        end = time.monotonic() + programs.DEADLINE_S
        while self._more(end, "the end"):
            pass
        code = self._process.wait(timeout=programs.DEADLINE_S)
        if code != 0:
            raise AssertionError(f"curl ended with {code} behind {self._read[-200:]!r}")

    def _until(self, condition, what, deadline_s):
        end = time.monotonic() + deadline_s
        while not condition():
            if not self._more(end, what):
                raise AssertionError(f"{what} did not come before the end: {self._read!r}")

    def _more(self, end, what):
        stdout = self._process.stdout
        if not select.select([stdout], [], [], max(0, end - time.monotonic()))[0]:
            raise AssertionError(f"{what} did not come in time: {self._read!r}")
        more = os.read(stdout.fileno(), 65536)
        self._read += more
        return bool(more)


def post(url, body):
    """Posts JSON and returns the JSON of the answer."""
    headers = {"Content-Type": "application/json"}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers, method="POST")
    with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as answer:
        return json.load(answer)


class Workspace:
    """A workspace of a mock: where its API is, and its gates."""

    def __init__(self, mock_url, **wishes):
        made = post(f"{mock_url}/_plumbline/workspaces", wishes)
        self.url = mock_url + made["prefix"]
        self.gates = f"{mock_url}/_plumbline/workspaces/{made['id']}/gates"

    def thread(self):
        return post(f"{self.url}/threads", {})["thread_id"]

    def open_gate(self, run_id):
        post(self.gates, {"gate": "go", "run_id": run_id})


def run_id_in(location):
    """Returns the run that a content-location names, which may begin with a prefix of the mock's."""
    found = re.fullmatch(rf"(?:/[\w-]+)*?(?:/threads/{UUID.pattern})?/runs/({UUID.pattern})", location)
    if not found:
        raise AssertionError(f"content-location is {location!r}, expected [/threads/T]/runs/R")
    return found[1]


class Graphs:
    """A folder of fixtures with graphs of one's own, removed with the `with` block: `--fixtures FOLDER`."""

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
