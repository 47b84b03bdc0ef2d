"""A copy of an existing client library's behaviour: its requests to a streaming service and its parsing of responses."""

import http.client
import json
import urllib.parse
from typing import NamedTuple

import programs
from event_streams import run_id_in


class LibraryError(AssertionError):
    """The library's error."""


class Chunk(NamedTuple):
    event: str
    data: object
    id: str | None

    @property
    def is_empty(self):
        return not self.event and self.data is None


def lines_of(response):
    """Yields the lines of a response as they arrive. Fails if the connection ends before the response."""
    rest = b""
    while more := response.read1(65536):
        *lines, rest = (rest + more).split(b"\n")
        yield from lines


def chunks(lines):
    """Yields the chunks that the library parses from a stream's lines.

    It deviates from the standard: an id is kept, so every blank line after it makes a chunk, and several lines of data
    are joined without line ends.
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
    """A stream read by the library; the `with` block closes its connection."""

    def __init__(self, connection, response):
        self._connection = connection
        self.headers = response.headers
        self._chunks = chunks(lines_of(response))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()

    def next(self, count):
        """Returns the next chunks as they arrive."""
        return [next(self._chunks) for _ in range(count)]

    def rest(self):
        return list(self._chunks)

    @property
    def run(self):
        """The path of the run, by which the library identifies it."""
        run_id_in(self.headers["content-location"])
        return self.headers["content-location"]


class Library:
    """Sends the library's requests: headers in its spelling, without unset members."""

    def __init__(self, url, key=None):
        parts = urllib.parse.urlsplit(url)
        self._address, self._prefix = parts.netloc, parts.path
        self._key = key

    def send(self, method, path, body=None, last_event_id=None):
        """Returns the connection and the response, whose body is unread."""
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

    def call(self, method, path, body=None):
        connection, response = self.send(method, path, body)
        try:
            content = response.read()
        finally:
            connection.close()
        if response.status not in (200, 201):
            raise LibraryError(f"{response.status} {content}")
        return json.loads(content), response.headers

    def stream(self, method, path, body=None, last_event_id=None):
        connection, response = self.send(method, path, body, last_event_id)
        if response.status != 200 or "text/event-stream" not in response.headers.get("content-type", ""):
            connection.close()
            raise LibraryError(f"{response.status} {response.headers['content-type']}")
        return Streaming(connection, response)

    def create_thread(self):
        thread, _ = self.call("POST", "/threads", {"metadata": {}})
        return thread["thread_id"]

    def run(self, thread, assistant, **options):
        path = f"/threads/{thread}/runs/stream" if thread else "/runs/stream"
        return self.stream("POST", path, run_body(assistant, **options))

    def start(self, thread, assistant, **options):
        """Starts a background run; returns its path."""
        run, headers = self.call("POST", f"/threads/{thread}/runs", run_body(assistant, **options))
        path = f"{self._prefix}/threads/{thread}/runs/{run['run_id']}"
        assert headers["content-location"] == path, headers["content-location"]
        return path

    def join(self, run, last_event_id=None, stream_mode=None):
        """Joins the run with that path."""
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
