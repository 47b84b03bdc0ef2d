"""The worst requests that a client may send do not delay the other connections of the mock's worker, if the mock is optimized."""

import http.client
import json
import os
import tempfile
import threading
import time
import unittest
from urllib.parse import urlsplit

import programs

MOST_SECONDS = 0.05
TRIES = 10  # the shortest delay of them counts
MEMORY = 4 * 1024 * 1024  # for reading the JSON of a request


def fitting(part, size, length):
    """Returns as many parts, each with its estimated size, as are read."""
    return [part % number if "%" in part else part for number in range((MEMORY - 100_000) // (size + length))]


def run_input(text):
    """Returns the body of a run with this input, which is stored and repeated in events."""
    return '{"assistant_id": "endless", "stream_mode": "custom", "input": %s}' % text


BODIES = {
    "objects": run_input("[" + ",".join(fitting("{}", 96, 3)) + "]"),
    "members": run_input("{" + ",".join(fitting('"m%06d":1', 136 + 18, 10)) + "}"),
    "20,000 members": run_input(json.dumps({"m%d" % number: 1 for number in range(20000)})),
    "numbers": run_input("[" + ",".join(fitting("1", 32, 2)) + "]"),
    "text": run_input('"' + "x" * (MEMORY // 3 - 100_000) + '"'),
    "long number": run_input("1" * (MEMORY // 17 - 10_000)),
    "no JSON": run_input("[" + ",".join(fitting("{}", 96, 3)) + "}"),
    "twice": run_input("[" + ",".join(fitting("{}", 96, 3)) + '], "input": 1'),
    "nesting": run_input("[" * 40_000),
    "refused": run_input("[" + ",".join(["{}"] * 2_000_000) + "]"),
}
HEADS = {
    "query": ("/v2/deployments?" + "&".join("a%d=%%41" % number for number in range(700)), {}),
    "name": ("/v2/deployments?name_contains=" + "%2A" * 2500, {}),
    "fields": ("/v2/deployments", {"X-%d" % number: "x" * 200 for number in range(90)}),
}

RESPONSE = {"description": "a note", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}
NOTES = {
    "openapi": "3.1.0", "info": {"title": "notes", "version": "1"},
    "paths": {
        "/notes": {"post": {"operationId": "createNote", "responses": {"201": RESPONSE},
                            "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Note"}}}}}},
        "/notes/{id}": {
            "parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "integer"}}],
            "get": {"operationId": "readNote", "responses": {"200": RESPONSE}},
            "patch": {"operationId": "patchNote", "responses": {"200": RESPONSE},
                      "requestBody": {"content": {"application/json-patch+json": {"schema": {"type": "array"}}}}}}},
    "components": {"schemas": {"Note": {"type": "object", "properties": {"id": {"type": "integer", "readOnly": True}}}}}}
LIST = [1] * ((MEMORY - 500_000) // 36)


def moves(count):
    """Returns a patch that moves the list of a note to and fro."""
    return [{"op": "move", "from": "/" + "ab"[i % 2], "path": "/" + "ba"[i % 2]} for i in range(count)]


PATCHES = {
    "doubling": ({"a": {"b": 1}}, [{"op": "copy", "from": "/a", "path": "/a/c%d" % i} for i in range(40)], [422]),
    "moves": ({"a": LIST}, moves(2), [200]),
    "many moves": ({"a": LIST}, moves(5_000), [422]),
    "comparisons": ({"a": [1] * 100}, [{"op": "test", "path": "/a", "value": [1] * 100}] * 500, [200]),
    "comparisons of a large record": ({"a": [1] * 100, "b": LIST}, [{"op": "test", "path": "/a", "value": [1] * 100}] * 500, [422]),
    "small changes": ({"a": LIST}, [{"op": "add", "path": "/a/0", "value": 1}] * 5_000, [422]),
    "small record": ({"a": 1}, [{"op": "test", "path": "/a", "value": 1}] * 5_000, [200]),
}


def cpu_seconds(process):
    """Returns the CPU time that a process has used, as clock_getcpuclockid(3) makes its clock."""
    return time.clock_gettime((~process.pid << 3) | 2)


class Delays(unittest.TestCase):
    def delay(self, address, method, target, body, headers):
        """Returns the longest time that another connection waits for a response while one sends a request, and the
        statuses of that request. Unit: seconds."""
        ended = threading.Event()
        statuses = []

        def send():
            client = http.client.HTTPConnection(address, timeout=programs.DEADLINE_S)
            try:
                client.request(method, target, body, headers)
                statuses.append(client.getresponse().status)
            except (OSError, http.client.HTTPException):  # refused before all of the body was sent
                statuses.append(0)
            finally:
                client.close()
                ended.set()

        other = http.client.HTTPConnection(address, timeout=programs.DEADLINE_S)
        other.connect()
        sender = threading.Thread(target=send)
        sender.start()
        longest = 0.0
        deadline = time.monotonic() + programs.DEADLINE_S
        while time.monotonic() < deadline:
            is_last = ended.is_set()
            begin = time.monotonic()
            other.request("GET", "/_plumbline/health")
            other.getresponse().read()
            longest = max(longest, time.monotonic() - begin)
            if is_last:
                break
        sender.join()
        other.close()
        return longest, statuses[0]

    def assert_short(self, mock, method, target, body, headers, expected):
        delays = []
        for _ in range(TRIES):
            before = cpu_seconds(mock.process)
            delay, status = self.delay(urlsplit(mock.url).netloc, method, target, body, headers)
            self.assertIn(status, expected)
            # On a busy machine, other processes delay the mock: its own part is at most what it computed.
            delay = min(delay, cpu_seconds(mock.process) - before)
            delays.append(delay)
            if delay < MOST_SECONDS:
                return
        self.fail("delays of %s s" % ", ".join("%.3f" % delay for delay in delays))

    def test_requests_do_not_delay_other_connections(self):
        with programs.Mock("--workers", "1") as mock:
            for name, body in BODIES.items():
                expected = {"no JSON": [400], "twice": [400], "nesting": [400, 422], "refused": [413, 0],
                            "long number": [422]}.get(name, [200])
                with self.subTest(name):
                    self.assert_short(mock, "POST", "/runs/stream", body, {"Content-Type": "application/json"}, expected)
            for name, (target, headers) in HEADS.items():
                with self.subTest(name):
                    self.assert_short(mock, "GET", target, None, headers, [200, 401, 422])

    def test_patches_do_not_delay_other_connections(self):
        with tempfile.TemporaryDirectory() as folder:
            document = os.path.join(folder, "notes.json")
            with open(document, "w", encoding="utf-8") as file:
                json.dump(NOTES, file)
            with programs.Mock("--workers", "1", document) as mock:
                address = urlsplit(mock.url).netloc
                for number, (name, (note, patch, expected)) in enumerate(PATCHES.items(), 1):
                    with self.subTest(name):
                        _, status = self.delay(address, "POST", "/notes", json.dumps(note), {"Content-Type": "application/json"})
                        self.assertEqual(status, 201)
                        self.assert_short(mock, "PATCH", f"/notes/{number}", json.dumps(patch),
                                          {"Content-Type": "application/json-patch+json"}, expected)


if __name__ == "__main__":
    unittest.main()
