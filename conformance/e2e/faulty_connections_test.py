"""A connection that fails at each byte of a response: the verdict is right or `not_run`, in time, and the report is written.

At each offset of head and body the connection ends, is reset, stops, pauses or is slow, or a byte differs; for a response
with a length and for a stream, in plain and over TLS.
"""

import json
import os
import socket
import ssl
import struct
import tempfile
import threading
import time
import unittest
from urllib.parse import parse_qs, urlsplit

import programs

BODY = b'{"name":"apple","kind":"fruit"}'
EVENTS = b'event: item\ndata: {"n":1}\n\nevent: item\ndata: {"n":2}\n\n'
WITH_LENGTH = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY)
STREAM = (b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\nTransfer-Encoding: chunked\r\n\r\n"
          + b"%x\r\n%s\r\n0\r\n\r\n" % (len(EVENTS), EVENTS))
RESPONSES = {"thing": WITH_LENGTH, "events": STREAM}
TIMEOUT_MS = 400
HANG_STEP = 8  # a hang takes a timeout, so only each eighth offset has one
PAUSE_S = 0.02
MOST_SECONDS = 120
MOST_MIB = 64
API = """openapi: 3.1.0
info: {title: T, version: '1'}
paths:
  /thing:
    get:
      operationId: thing
      parameters: &fault
        - {name: fault, in: query, schema: {type: string}}
        - {name: at, in: query, schema: {type: integer}}
      responses:
        '200':
          description: d
          content: {application/json: {schema: {type: object, required: [name, kind], additionalProperties: false,
            properties: {name: {const: apple}, kind: {const: fruit}}}}}
  /events:
    get:
      operationId: events
      parameters: *fault
      responses: {'200': {description: d, content: {text/event-stream: {x-stream: {schema: {type: object, required: [n]}}}}}}
"""


class FaultyServer:
    """Responds to GET /thing and GET /events with the fault that the query names; until the end of a `with` block."""

    def __init__(self, tls=None):
        self._tls = tls
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.url = f"http{'s' if tls else ''}://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_):
        self._listener.close()

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            client.settimeout(programs.DEADLINE_S)
            if self._tls:
                client = self._tls.wrap_socket(client, server_side=True)
            request = b""
            while b"\r\n\r\n" not in request:
                request += client.recv(65536) or b"\r\n\r\n"
            target = urlsplit(request.split(b" ", 2)[1].decode())
            query = {name: values[0] for name, values in parse_qs(target.query).items()}
            response = RESPONSES.get(target.path[1:], b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
            getattr(self, "_" + query.get("fault", "none"))(client, response, int(query.get("at", 0)))
        except (OSError, IndexError):
            pass  # the client has gone
        finally:
            client.close()

    @staticmethod
    def _none(client, response, _):
        client.sendall(response)

    @staticmethod
    def _end(client, response, at):
        client.sendall(response[:at])

    @staticmethod
    def _reset(client, response, at):
        client.sendall(response[:at])
        time.sleep(PAUSE_S)  # so that the bytes arrive before the reset
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    @staticmethod
    def _hang(client, response, at):
        client.sendall(response[:at])
        client.recv(1)  # until the client has gone

    @staticmethod
    def _pause(client, response, at):
        client.sendall(response[:at])
        time.sleep(PAUSE_S)
        client.sendall(response[at:])

    @staticmethod
    def _drip(client, response, at):
        client.sendall(response[:at])
        for index in range(at, len(response)):
            client.sendall(response[index:index + 1])

    @staticmethod
    def _corrupt(client, response, at):
        client.sendall(response[:at] + bytes([response[at] ^ 0x01]) + response[at + 1:])


def cases():
    for operation, response in RESPONSES.items():
        for fault in ("end", "reset", "hang", "pause", "drip", "corrupt"):
            # A client of a stream ends at its last chunk, one of a length at its last byte.
            for at in range(0, len(response), HANG_STEP if fault == "hang" else 1):
                yield operation, fault, at


def suite():
    workflows = []
    for operation, fault, at in cases():
        step = {"stepId": "call", "operationId": operation, "timeout": TIMEOUT_MS if fault == "hang" else 10_000,
                "parameters": [{"name": "fault", "in": "query", "value": fault}, {"name": "at", "in": "query", "value": at}],
                "successCriteria": [{"condition": "$statusCode == 200"}]}
        if operation == "events":
            step["x-ct-sse"] = {"end": "server", "minEvents": 2, "maxEvents": 2}
        workflows.append({"workflowId": f"{operation}-{fault}-{at}", "steps": [step]})
    return {"arazzo": "1.0.1", "info": {"title": "t", "version": "1"},
            "sourceDescriptions": [{"name": "api", "url": "api.yaml", "type": "openapi"}], "workflows": workflows}


HEAD_ENDS = {operation: response.index(b"\r\n\r\n") + 4 for operation, response in RESPONSES.items()}
# The size of the chunk with its line end; the end of the chunk, and the last chunk.
CHUNK_LINE = range(HEAD_ENDS["events"], HEAD_ENDS["events"] + 4)
CHUNK_END = range(len(STREAM) - 7, len(STREAM))
STATUS = range(9, 12)


class FaultyConnections(unittest.TestCase):
    def play(self, server, folder, *options):
        for name, text in (("api.yaml", API), ("suite.arazzo.json", json.dumps(suite()))):
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        begin = time.monotonic()
        code, output, mib = programs.run_measured(
            "run", "suite.arazzo.json", "--documents", "api.yaml", "--url", server.url, "--no-preflight", "--max-rate", "0",
            "--jobs", "8", "--report", "json=result.json", *options, cwd=folder)
        self.assertLess(time.monotonic() - begin, MOST_SECONDS)
        self.assertEqual(code, 1, output[-2000:])
        if not programs.is_sanitized():
            self.assertLess(mib, MOST_MIB)
        scenarios = programs.read_result(os.path.join(folder, "result.json"))["scenarios"]
        scenarios = {one["name"].rpartition("/")[2]: one for one in scenarios}
        self.assertEqual(len(scenarios), len(list(cases())))
        return scenarios

    def check(self, scenarios):
        for operation, fault, at in cases():
            scenario = scenarios[f"{operation}-{fault}-{at}"]
            codes = {finding["code"] for step in scenario["steps"] for finding in step["findings"]}
            with self.subTest(operation=operation, fault=fault, at=at, codes=codes):
                if fault in ("pause", "drip"):
                    self.assertEqual((scenario["verdict"], codes), ("passed", set()))
                elif fault == "corrupt":
                    self.check_corrupt(operation, at, scenario["verdict"], codes)
                elif operation == "thing" or at < HEAD_ENDS[operation]:
                    self.assertEqual((scenario["verdict"], codes), ("not_run", {"transport"}))
                else:
                    # The head of a stream has come, so that its end is judged; what did not come is not. A reset may
                    # drop what came before it.
                    lost = fault == "reset" and codes == {"transport"}
                    self.assertEqual(scenario["verdict"], "not_run" if lost else "failed")
                    self.assertLessEqual(
                        codes, {"transport"} if lost else {"C10-truncated", "C4-terminator", "S1-last-event", "criterion"})

    def check_corrupt(self, operation, at, verdict, codes):
        """Other bytes of a head may be those of another head that is right, or make the response end too late."""
        if operation == "thing" and at >= HEAD_ENDS[operation]:
            self.assertEqual(verdict, "failed")
            self.assertTrue(codes & {"json", "schema"})
        if operation == "events" and (at in CHUNK_LINE or at in CHUNK_END):
            self.assertEqual(verdict, "failed")
            self.assertTrue(any(code[0] in "CS" for code in codes))
        if at in STATUS:
            self.assertEqual(verdict, "failed")
            self.assertIn("status", codes)

    def test_in_plain(self):
        with FaultyServer() as server, tempfile.TemporaryDirectory() as folder:
            self.check(self.play(server, folder))

    def test_over_tls(self):
        with tempfile.TemporaryDirectory() as folder:
            ca_file, _, context = programs.serve_tls(folder)
            context.minimum_version = ssl.TLSVersion.TLSv1_2
            with FaultyServer(context) as server:
                self.check(self.play(server, folder, "--ca-file", ca_file))


if __name__ == "__main__":
    unittest.main()
