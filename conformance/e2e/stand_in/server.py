"""A small streaming backend for tests: serves the graphs of fixtures/graphs/app over HTTP, in real time.

It shares no code with the mock. It prints `listening on URL` and runs until it is killed. STAND_IN_DEFECT names a
deliberate defect: `backlog` (a join receives earlier output), `merged-updates` (the updates of parallel nodes in one event).

usage: python3 server.py
"""

import asyncio
import json
import os
import re
import sys
import uuid
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "fixtures" / "graphs" / "app")]
os.environ.setdefault("GRAPH_LIBRARY", "builder")
os.environ.setdefault("GRAPH_GATE_MS", "200")

import graphs  # noqa: E402
import wire  # noqa: E402
from builder import Scope  # noqa: E402

DEFECT = os.environ.get("STAND_IN_DEFECT", "")
RUN_LIMIT_S = 60
BODY_LIMIT = 8 * 1024 * 1024


class Refusal(Exception):
    """A response that is no stream."""

    def __init__(self, status, detail, **headers):
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers


class Run:
    """A run of a graph, and the clients that receive its output."""

    def __init__(self, request, thread):
        self.id, self.thread, self.request = str(uuid.uuid4()), thread, request
        self.readers, self.count, self.past, self.held = [], 0, [], []
        self.described = {"run_id": self.id, "run_attempt": 1, "assistant_id": request["assistant_id"],
                          "graph_id": request["assistant_id"], **({"thread_id": thread.id} if thread else {})}

    def start(self):
        self.task = asyncio.create_task(self._execute())

    @property
    def has_ended(self):
        return self.task.done()

    def join(self):
        """Returns a queue of all bytes from now on; None is the end."""
        queue = asyncio.Queue()
        for event in self.past if DEFECT == "backlog" else []:
            queue.put_nowait(event)
        self.readers.append(queue)
        return queue

    def _send(self, name, data):
        event = wire.encoded(name, data, self.count if self.thread else None)
        self.count += 1
        if DEFECT == "backlog":
            self.past.append(event)
        for queue in self.readers:
            queue.put_nowait(event)

    def _report(self, record):
        for name, data in wire.events_of(record, self.described, self.request["modes"], self.request["subgraphs"]):
            if DEFECT == "merged-updates" and name == "updates":
                self.held.append(data)
            else:
                self._send(name, data)
        if self.held and record.type in ("values", "graph_end"):
            self._send("updates", {key: value for update in self.held for key, value in update.items()})
            self.held = []

    async def _execute(self):
        graph = graphs.graphs[self.request["assistant_id"]]
        config = {"scope": Scope(self._report, self.request["assistant_id"]), "configurable": self.described}
        self._send("metadata", {"run_id": self.id, "attempt": 1})
        try:
            async with asyncio.timeout(RUN_LIMIT_S):
                state = await graph.run(self.thread.state if self.thread else {}, self.request["input"], config)
            if self.thread:
                self.thread.state = state
        except Exception as error:  # of the graph: the stream has begun, so it ends with an event
            self._send("error", {"error": type(error).__name__, "message": str(error)})
        finally:
            for queue in self.readers:
                queue.put_nowait(None)


class Thread:
    def __init__(self):
        self.id, self.state, self.runs = str(uuid.uuid4()), {}, {}


threads = {}


def issue(location, message):
    return Refusal(422, [{"loc": ["body", *location], "msg": message, "type": "value_error"}])


def run_request(body):
    """Checks the body of a request for a run."""
    if not isinstance(body, dict):
        raise issue([], "an object is required")
    if not isinstance(body.get("assistant_id"), str):
        raise issue(["assistant_id"], "a text is required")
    modes = body.get("stream_mode", "values")
    modes = [modes] if isinstance(modes, str) else modes
    if not isinstance(modes, list) or not all(isinstance(mode, str) and mode in wire.MODES for mode in modes):
        raise issue(["stream_mode"], f"one or several of {', '.join(wire.MODES)} are required")
    if not isinstance(body.get("stream_subgraphs", False), bool):
        raise issue(["stream_subgraphs"], "true or false is required")
    if body["assistant_id"] not in graphs.graphs:
        raise Refusal(404, f"there is no assistant {body['assistant_id']}")
    return {"assistant_id": body["assistant_id"], "input": body.get("input"), "modes": modes or ["values"],
            "subgraphs": body.get("stream_subgraphs", False)}


def thread_of(thread_id):
    if thread_id not in threads:
        raise Refusal(404, f"there is no thread {thread_id}")
    return threads[thread_id]


def start_run(body, thread_id=None):
    thread = thread_of(thread_id) if thread_id else None
    request = run_request(body)
    if thread and any(not run.has_ended for run in thread.runs.values()):
        raise Refusal(422, "the thread has an active run")
    run = Run(request, thread)
    if thread:
        thread.runs[run.id] = run
    return run


def location_of(run):
    return {"Content-Location": (f"/threads/{run.thread.id}" if run.thread else "") + f"/runs/{run.id}"}


class Connection:
    """Serves the requests of one connection, one after the other."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    async def serve(self):
        try:
            while await self._serve_request():
                pass
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError):
            pass  # the client left, or sent no HTTP
        finally:
            self.writer.close()

    async def _serve_request(self):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, target, _ = head[0].split(" ")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:-2])}
        length = int(headers.get("content-length", 0))
        if length > BODY_LIMIT:
            raise ValueError("a large body")
        body = await self.reader.readexactly(length)
        try:
            await self._route(method, target.partition("?")[0], body)
        except Refusal as refusal:
            self._respond(refusal.status, {"detail": refusal.detail}, refusal.headers)
        await self.writer.drain()
        return headers.get("connection", "").lower() != "close"

    async def _route(self, method, path, body):
        for route_method, pattern, handler in ROUTES:
            match = re.fullmatch(pattern, path)
            if match and method != route_method:
                raise Refusal(405, f"this path has only {route_method}", Allow=route_method)
            if match:
                return await handler(self, body, *match.groups())
        raise Refusal(404, f"there is no {path}")

    def _respond(self, status, value, headers):
        body = json.dumps(value).encode()
        self._send_head(status, {"Content-Type": "application/json", "Content-Length": len(body), **headers})
        self.writer.write(body)

    def _send_head(self, status, headers):
        lines = [f"HTTP/1.1 {status} {'OK' if status < 300 else 'Refused'}", *(f"{k}: {v}" for k, v in headers.items())]
        self.writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    async def create_thread(self, body):
        if body and not isinstance(parsed(body), dict):
            raise issue([], "an object is required")
        thread = Thread()
        threads[thread.id] = thread
        self._respond(200, {"thread_id": thread.id, "metadata": {}, "status": "idle"}, {})

    async def start_in_background(self, body, thread_id):
        run = start_run(parsed(body), thread_id)
        run.start()
        self._respond(200, {"run_id": run.id, "thread_id": thread_id, "status": "pending"}, location_of(run))

    async def stream(self, body, thread_id=None):
        run = start_run(parsed(body), thread_id)
        queue = run.join()
        run.start()
        try:
            await self._stream(queue, location_of(run))
        except ConnectionError:
            if not run.thread:
                run.task.cancel()  # no one can join it
            raise

    async def join(self, _, thread_id, run_id):
        run = thread_of(thread_id).runs.get(run_id)
        if not run:
            raise Refusal(404, f"the thread has no run {run_id}")
        queue = run.join()
        if run.has_ended:
            queue.put_nowait(None)
        await self._stream(queue, {})

    async def _stream(self, queue, headers):
        self._send_head(200, {"Content-Type": "text/event-stream", "Cache-Control": "no-cache",
                              "Transfer-Encoding": "chunked", **headers})
        while (event := await queue.get()) is not None:
            self.writer.write(b"%x\r\n%s\r\n" % (len(event), event))
            await self.writer.drain()
        self.writer.write(b"0\r\n\r\n")


def parsed(body):
    try:
        return json.loads(body)
    except ValueError as error:
        raise Refusal(400, f"the body is no JSON: {error}") from None


ROUTES = [
    ("POST", "/threads", Connection.create_thread),
    ("POST", "/runs/stream", Connection.stream),
    ("POST", "/threads/([^/]+)/runs/stream", Connection.stream),
    ("POST", "/threads/([^/]+)/runs", Connection.start_in_background),
    ("GET", "/threads/([^/]+)/runs/([^/]+)/stream", Connection.join),
]


async def main():
    server = await asyncio.start_server(lambda reader, writer: Connection(reader, writer).serve(), "127.0.0.1", 0)
    print(f"listening on http://127.0.0.1:{server.sockets[0].getsockname()[1]}", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
