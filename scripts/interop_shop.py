"""The service for the suites of conformance/interop: deterministic, and it records its requests.

Each play has its own session, the first segment of the path, with its own counters and recorded requests.
"""

import json
import threading
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

KINDS = {200: "fine", 400: "malformed", 404: "unknown", 409: "conflict", 503: "busy"}
IDLE_TIMEOUT_S = 60  # of a connection


class ShopResponse(NamedTuple):
    status: int
    body: Any
    retry_after: str | None = None


class Session:
    """The requests of one play, and the state that its next response depends on."""

    def __init__(self) -> None:
        self.requests: list[str] = []  # in order of arrival: method, path, query, tag, body
        self.counts: dict[str, int] = defaultdict(int)
        self.opening_times: dict[str, float] = {}
        self.items: dict[str, Any] = {}

    def respond(self, method: str, path: str, query: dict[str, str], body: Any) -> ShopResponse:
        kind, _, name = path.removeprefix("/").partition("/")
        self.counts[path] += 1
        count = self.counts[path]
        match method, kind:
            case "GET", "marks":
                return ShopResponse(200, {"name": name, "count": count})
            case "GET", "answers":
                notes = [{"level": level, "text": f"note {level}"} for level in (1, 2, 3)]
                return ShopResponse(int(name), {"status": int(name), "kind": KINDS[int(name)], "notes": notes})
            case "GET", "unsteady":
                return self.attempt(count, count > int(query["failures"]), query.get("wait"))
            case "GET", "closed":
                opening_time = self.opening_times.setdefault(name, time.monotonic() + int(query["wait"]))
                return self.attempt(count, time.monotonic() >= opening_time, query["wait"])
            case "GET", "jobs" if query["polls"].isdigit():
                state = "DONE" if count > int(query["polls"]) else "RUNNING"
                return ShopResponse(200, {"attempt": count, "state": state})
            case "POST", "items" if not name:
                item_id = f"item-{len(self.items) + 1}"
                self.items[item_id] = body
                return ShopResponse(201, {"id": item_id, "item": body})
            case "GET", "items" if name in self.items:
                return ShopResponse(200, {"id": name, "item": self.items[name]})
            case "GET", "items":
                return ShopResponse(404, {"id": name})
        return ShopResponse(400, {"status": 400, "kind": "no such operation", "notes": []})

    @staticmethod
    def attempt(count: int, succeeds: bool, wait: str | None) -> ShopResponse:
        if succeeds:
            return ShopResponse(200, {"attempt": count, "state": "open"})
        return ShopResponse(503, {"attempt": count, "state": "busy"}, wait)


def as_text(method: str, path: str, query: list[tuple[str, str]], tag: str | None, body: Any) -> str:
    """Returns a request in the normalized form of the suites, such as `GET /marks/a?note=b`."""
    text = f"{method} {path}" + ("?" if query else "") + "&".join(f"{name}={value}" for name, value in sorted(query))
    tagged = f"{text} X-Tag:{tag}" if tag else text
    return tagged if body is None else f"{tagged} {json.dumps(body, sort_keys=True, separators=(',', ':'))}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = IDLE_TIMEOUT_S
    shop: "Shop"
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        text = self.rfile.read(length)
        try:
            body = json.loads(text) if text else None
        except ValueError:
            body = text.decode(errors="replace")
        url = urlsplit(self.path)
        session_name, _, path = url.path.removeprefix("/").partition("/")
        query = parse_qsl(url.query, keep_blank_values=True)
        request = as_text(self.command, unquote(f"/{path}"), query, self.headers.get("X-Tag"), body)
        with self.shop.lock:
            session = self.shop.sessions[session_name]
            if path:  # our runner first probes the base URL, which has no path
                session.requests.append(request)
            response = session.respond(self.command, unquote(f"/{path}"), dict(query), body)
        self.send(response)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def send(self, response: ShopResponse) -> None:
        text = json.dumps(response.body).encode()
        self.send_response(response.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        if response.retry_after is not None:
            self.send_header("Retry-After", response.retry_after)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: Any) -> None:
        pass


class Shop:
    """Serves on a free local port until the end of the `with` block."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sessions: dict[str, Session] = defaultdict(Session)

    def __enter__(self) -> "Shop":
        handler = type("ShopHandler", (Handler,), {"shop": self})
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.server.shutdown()
        self.server.server_close()

    def requests(self, session_name: str) -> list[str]:
        with self.lock:
            return list(self.sessions[session_name].requests)
