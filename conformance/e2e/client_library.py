"""What an existing client library sends to a streaming service, and what it makes of the answers."""

import http.client
import json
import urllib.parse
from typing import NamedTuple

import programs
from event_streams import run_id_in


class Refused(AssertionError):
    """What the library raises."""


class Chunk(NamedTuple):
    event: str
    data: object
    id: str | None

    @property
    def is_hollow(self):
        return not self.event and self.data is None


def lines_of(response):
    """Yields the lines of an answer as they come. Fails where the connection ends before the answer."""
    rest = b""
    while more := response.read1(65536):
        *lines, rest = (rest + more).split(b"\n")
        yield from lines


def chunks(lines):
    """Yields what the library makes of a stream's lines.

    It differs from the standard where a server must know it: an id stays, so a blank line behind anything makes a
    chunk, and several lines of data are joined without a line end between them.
    """
    event, data, id = "", [], None
    for line in lines:
        name, _, value = line.decode().partition(":")
        value = value.removeprefix(" ")
        if line:
            if name == "event":
                event = value
            elif name == "data":
                data.append(value)
            elif name == "id":
                id = value
        elif event or data or id is not None:
            yield Chunk(event, json.loads("".join(data)) if data else None, id)
            event, data = "", []


class Streaming:
    """A stream that the library reads; closes its connection with the `with` block."""

    def __init__(self, connection, response):
        self._connection = connection
        self.headers = response.headers
        self._chunks = chunks(lines_of(response))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()

    def next(self, count):
        """Returns the next chunks, as they come."""
        return [next(self._chunks) for _ in range(count)]

    def rest(self):
        return list(self._chunks)

    @property
    def run(self):
        """The whole path of the run, from which the library knows what it has created."""
        run_id_in(self.headers["content-location"])
        return self.headers["content-location"]


class Library:
    """Sends what the library sends: its headers in its spelling, unset members left out."""

    def __init__(self, url, key=None):
        parts = urllib.parse.urlsplit(url)
        self._address, self._prefix = parts.netloc, parts.path
        self._key = key

    def send(self, method, path, body=None, last_event_id=None):
        """Returns the connection and the answer, whose body has not been read."""
        content = json.dumps(body).encode() if body is not None else None
        headers = {
            "accept": "*/*",
            "accept-encoding": "gzip, deflate",
            "content-type": "application/json" if content is not None else None,
            "content-length": str(len(content)) if content is not None else None,
            "x-api-key": self._key,
            "Last-Event-ID": last_event_id,
        }
        connection = http.client.HTTPConnection(self._address, timeout=programs.DEADLINE_S)
        connection.putrequest(method, self._prefix + path, skip_accept_encoding=True)
        for name, value in headers.items():
            if value is not None:
                connection.putheader(name, value)
        connection.endheaders(content)
        return connection, connection.getresponse()

    def ask(self, method, path, body=None):
        connection, response = self.send(method, path, body)
        try:
            content = response.read()
        finally:
            connection.close()
        if response.status not in (200, 201):
            raise Refused(f"{response.status} {content}")
        return json.loads(content), response.headers

    def stream(self, method, path, body=None, last_event_id=None):
        connection, response = self.send(method, path, body, last_event_id)
        if response.status != 200 or "text/event-stream" not in response.headers.get("content-type", ""):
            connection.close()
            raise Refused(f"{response.status} {response.headers['content-type']}")
        return Streaming(connection, response)

    def create_thread(self):
        made, _ = self.ask("POST", "/threads", {"metadata": {}})
        return made["thread_id"]

    def run(self, thread, assistant, **wishes):
        path = f"/threads/{thread}/runs/stream" if thread else "/runs/stream"
        return self.stream("POST", path, run_body(assistant, **wishes))

    def start(self, thread, assistant, **wishes):
        """Starts a run in the background; returns its whole path."""
        made, headers = self.ask("POST", f"/threads/{thread}/runs", run_body(assistant, **wishes))
        path = f"{self._prefix}/threads/{thread}/runs/{made['run_id']}"
        assert headers["content-location"] == path, headers["content-location"]
        return path

    def join(self, run, last_event_id=None, stream_mode=None):
        """Joins the run of that whole path."""
        query = {"cancel_on_disconnect": "0", **({"stream_mode": stream_mode} if stream_mode else {})}
        return self.stream("GET", f"{run.removeprefix(self._prefix)}/stream?{urllib.parse.urlencode(query)}", None, last_event_id)


def run_body(assistant, input=None, stream_mode=None, stream_subgraphs=None, stream_resumable=None):
    body = {
        "input": input,
        "stream_mode": stream_mode,
        "stream_subgraphs": stream_subgraphs,
        "stream_resumable": stream_resumable,
        "assistant_id": assistant,
    }
    return {name: value for name, value in body.items() if value is not None}
