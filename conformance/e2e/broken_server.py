"""A server whose streams are broken as the request specifies. It uses sockets, since HTTP libraries prevent that."""

import json
import socket
import struct
import threading

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n"
NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
METADATA = b'event: metadata\ndata: {"run_id":"7a1b5c1e-0000-4000-8000-000000000001","attempt":1}\n\n'
VALUES = b'event: values\ndata: {"n":1}\n\n'
END = b"0\r\n\r\n"
DEADLINE_S = 30


def chunk(data):
    return b"%x\r\n%s\r\n" % (len(data), data)


class BrokenServer:
    """Responds to POST /runs/stream as the request's assistant_id selects; ended with the `with` block."""

    def __enter__(self):
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._stopping = threading.Event()
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()
        return self

    def __exit__(self, *_):
        self._stopping.set()
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join(DEADLINE_S)

    def _accept(self):
        while not self._stopping.is_set():
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._serve, args=(client,))
            self._threads.append(thread)
            thread.start()

    def _serve(self, client):
        client.settimeout(DEADLINE_S)
        with client:
            try:
                request = client.recv(65536)
                if request.startswith(b"GET "):  # the runner's first probe
                    client.sendall(NOT_FOUND)
                    return
                while b"assistant_id" not in request:
                    request += client.recv(65536)
                client.sendall(HEAD + chunk(METADATA))
                getattr(self, json.loads(request.partition(b"\r\n\r\n")[2])["assistant_id"])(client)
            except OSError:
                pass  # the runner has disconnected, as expected

    def complete(self, client):
        client.sendall(chunk(VALUES) + END)
        client.recv(1)

    def never_ends(self, client):
        while not self._stopping.wait(0.005):
            client.sendall(chunk(VALUES))

    def trickles(self, client):
        while not self._stopping.is_set():
            for i in range(len(VALUES)):
                if self._stopping.wait(0.05):
                    return
                client.sendall(chunk(VALUES[i : i + 1]))

    def stalls(self, client):
        client.sendall(chunk(VALUES))
        client.recv(1)

    def closes_within_a_chunk(self, client):
        client.sendall(chunk(VALUES)[:12])

    def resets(self, client):
        client.sendall(chunk(VALUES))
        # With a linger time of 0 closing sends a reset.
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
