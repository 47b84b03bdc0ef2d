"""Thousands of clients connect and disconnect: the mock must release all their resources."""

import json
import os
import socket
import struct
import unittest
from urllib.parse import urlsplit

import programs

WARM_UP = 1_000
CONNECTIONS = 10_000
# Memory cached by the allocator varies by less; a leaked stream takes 7 kB.
ALLOWED_MB = 4

BODY = json.dumps({"assistant_id": "endless", "input": {"pause_ms": 1}, "stream_mode": "custom"})
REQUEST = (
    "POST /runs/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    f"Content-Length: {len(BODY)}\r\n\r\n{BODY}").encode()


class DisconnectingClients:
    """Each client requests an endless stream and disconnects."""

    def __init__(self, url):
        self._address = (urlsplit(url).hostname, urlsplit(url).port)

    def connect_and_disconnect(self, count):
        for i in range(count):
            with socket.create_connection(self._address, timeout=programs.DEADLINE_S) as client:
                client.sendall(REQUEST)
                if i % 4:  # the others do not wait for the head
                    client.recv(4096)
                if i % 2:  # half of them reset the connection
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class Leaks(unittest.TestCase):
    def test_ten_thousand_disconnected_streams_leak_nothing(self):
        with programs.Mock("--workers", "1") as mock:
            process = f"/proc/{mock.process.pid}"

            def open_files():
                return len(os.listdir(f"{process}/fd"))

            def resident_mb():
                with open(f"{process}/statm", encoding="ascii") as file:
                    return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6

            files = open_files()
            clients = DisconnectingClients(mock.url)
            clients.connect_and_disconnect(WARM_UP)
            programs.wait_until(lambda: open_files() <= files + 1, "the first connections close")
            before = resident_mb()
            clients.connect_and_disconnect(CONNECTIONS)
            programs.wait_until(lambda: open_files() <= files + 1, "all connections close")
            if not programs.is_sanitized():
                self.assertLess(resident_mb() - before, ALLOWED_MB)
            # The mock still accepts runs: disconnected runs do not count as active.
            with socket.create_connection((urlsplit(mock.url).hostname, urlsplit(mock.url).port)) as client:
                client.settimeout(programs.DEADLINE_S)
                client.sendall(REQUEST)
                self.assertTrue(client.recv(4096).startswith(b"HTTP/1.1 200 "))


if __name__ == "__main__":
    unittest.main()
