"""HTTP services on the loopback interface, for tests of targets that are no mocks."""

import collections
import http.server
import json
import threading

import programs


class Handler(http.server.BaseHTTPRequestHandler):
    """Speaks HTTP/1.1 and prints nothing."""

    protocol_version = "HTTP/1.1"
    timeout = programs.DEADLINE_S

    def read_body(self):
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def send(self, status, headers, body):
        self.send_response(status)
        fields = headers if isinstance(headers, list) else list(headers.items())
        if not any(name == "Content-Length" for name, _ in fields):
            fields = [("Content-Length", str(len(body))), *fields]
        for name, value in fields:
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """Serves from its construction until server_close() or the end of a `with` block."""

    daemon_threads = True

    def __init__(self, handler, tls=None):
        super().__init__(("127.0.0.1", 0), handler)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_side=True)
        self.host = f"127.0.0.1:{self.server_port}"
        self.url = f"http{'s' if tls else ''}://{self.host}"
        self.thread = threading.Thread(target=self.serve_forever)
        self.thread.start()

    def server_close(self):
        self.shutdown()
        self.thread.join(programs.DEADLINE_S)
        super().server_close()

    def handle_error(self, *_):
        pass  # some tests abort the handshake or the connection


class AnsweringHandler(Handler):
    def respond(self):
        self.read_body()
        self.server.requests.append((f"{self.command} {self.path}", dict(self.headers)))
        status, headers, body = self.server.answer(self)
        self.send(status, headers, body if isinstance(body, bytes) else body.encode())

    do_GET = do_HEAD = do_POST = do_PATCH = do_DELETE = do_QUERY = do_Sync = respond  # noqa: N815 (names of the base class)


class AnsweringService(Server):
    """Gives every request the answer of a function of the request: (status, headers, text or bytes); headers that occur
    twice are pairs in a list. Records the requests."""

    def __init__(self, answer, tls=None):
        self.answer = answer
        self.requests = []
        super().__init__(AnsweringHandler, tls)


class SequenceService(AnsweringService):
    """Responds to `METHOD path` with the given (status, headers[, JSON]) in sequence, repeating the last one."""

    def __init__(self, responses, tls=None):
        self.responses = {name: collections.deque(sequence) for name, sequence in responses.items()}
        super().__init__(self.next_answer, tls)

    def next_answer(self, request):
        remaining = self.responses.get(f"{request.command} {request.path}", collections.deque([(404, {})]))
        status, headers, *value = remaining.popleft() if len(remaining) > 1 else remaining[0]
        return (status, headers, "") if not value else json_answer(status, value[0], **headers)


def always(status, headers, body=""):
    return lambda _: (status, headers, body)


def json_answer(status, value, **headers):
    return status, {"Content-Type": "application/json", **headers}, json.dumps(value)


def only_at(prefixes, answer):
    """Returns a function that answers requests of paths with these beginnings, and any other with 404, as services do."""
    return lambda request: answer(request) if request.path.startswith(prefixes) else json_answer(404, {"detail": "no such path"})
