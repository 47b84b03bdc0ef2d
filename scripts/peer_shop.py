"""The service that the suites of conformance/peer are played against: deterministic, and it keeps what it is asked.

Each play has a place of its own, a first part of the path: it counts from one, and its requests are told apart.
"""

import json
import threading
import time
from collections import defaultdict
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, unquote, urlsplit

KINDS = {200: "fine", 400: "malformed", 404: "unknown", 409: "conflict", 503: "busy"}
SILENCE_S = 60  # a connection that says nothing for so long is given up


class Answer(NamedTuple):
    status: int
    body: Any
    retry_after: str | None = None


class Place:
    """What one play has asked, and what follows from it for its next request."""

    def __init__(self) -> None:
        self.requests: list[str] = []  # as they came: method, path, query, tag, body
        self.counts: dict[str, int] = defaultdict(int)
        self.opens: dict[str, float] = {}
        self.items: dict[str, Any] = {}

    def answer(self, method: str, path: str, query: dict[str, str], body: Any) -> Answer:
        kind, _, name = path.removeprefix("/").partition("/")
        self.counts[path] += 1
        count = self.counts[path]
        match method, kind:
            case "GET", "marks":
                return Answer(200, {"name": name, "count": count})
            case "GET", "answers":
                notes = [{"level": level, "text": f"note {level}"} for level in (1, 2, 3)]
                return Answer(int(name), {"status": int(name), "kind": KINDS[int(name)], "notes": notes})
            case "GET", "unsteady":
                return self.attempt(count, count > int(query["failures"]), query.get("wait"))
            case "GET", "closed":
                opens = self.opens.setdefault(name, time.monotonic() + int(query["wait"]))
                return self.attempt(count, time.monotonic() >= opens, query["wait"])
            case "GET", "jobs" if query["polls"].isdigit():
                state = "DONE" if count > int(query["polls"]) else "RUNNING"
                return Answer(200, {"attempt": count, "state": state})
            case "POST", "items" if not name:
                made = f"item-{len(self.items) + 1}"
                self.items[made] = body
                return Answer(201, {"id": made, "item": body})
            case "GET", "items" if name in self.items:
                return Answer(200, {"id": name, "item": self.items[name]})
            case "GET", "items":
                return Answer(404, {"id": name})
        return Answer(400, {"status": 400, "kind": "no such operation", "notes": []})

    @staticmethod
    def attempt(count: int, works: bool, wait: str | None) -> Answer:
        if works:
            return Answer(200, {"attempt": count, "state": "open"})
        return Answer(503, {"attempt": count, "state": "busy"}, wait)


def as_text(method: str, path: str, query: list[tuple[str, str]], tag: str | None, body: Any) -> str:
    """Returns a request as suites write it, such as `GET /marks/a?note=b`: what may differ without meaning is gone."""
    text = f"{method} {path}" + ("?" if query else "") + "&".join(f"{name}={value}" for name, value in sorted(query))
    tagged = f"{text} X-Tag:{tag}" if tag else text
    return tagged if body is None else f"{tagged} {json.dumps(body, sort_keys=True, separators=(',', ':'))}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = SILENCE_S
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
        place, _, path = url.path.removeprefix("/").partition("/")
        query = parse_qsl(url.query, keep_blank_values=True)
        told = as_text(self.command, unquote(f"/{path}"), query, self.headers.get("X-Tag"), body)
        with self.shop.lock:
            where = self.shop.places[place]
            if path:  # our runner asks for the place itself first, to see whether anything answers at all
                where.requests.append(told)
            answer = where.answer(self.command, unquote(f"/{path}"), dict(query), body)
        self.reply(answer)

    do_POST = do_PUT = do_PATCH = do_DELETE = do_GET

    def reply(self, answer: Answer) -> None:
        text = json.dumps(answer.body).encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        if answer.retry_after is not None:
            self.send_header("Retry-After", answer.retry_after)
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_: Any) -> None:
        pass


class Shop:
    """Serves on a free port of this machine, until the end of the `with` block."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.places: dict[str, Place] = defaultdict(Place)

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

    def requests(self, place: str) -> list[str]:
        with self.lock:
            return list(self.places[place].requests)
