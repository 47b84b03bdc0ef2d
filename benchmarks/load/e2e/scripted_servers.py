"""Servers on loopback with scripted responses, and a proxy, for tests of plumbline-load."""

import contextlib
import socket
import threading

import programs


class ScriptedServer:
    """Responds to each connection in turn, then closes it; with TLS if a context is given; ended with the `with` block."""

    def __init__(self, tls=None):
        self.tls = tls

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http{'s' if self.tls else ''}://127.0.0.1:{self.listener.getsockname()[1]}"
        self.thread = threading.Thread(target=self.accept)
        self.thread.start()
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join(programs.DEADLINE_S)

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                with client, contextlib.suppress(OSError):
                    client.settimeout(programs.DEADLINE_S)
                    with self.tls.wrap_socket(client, server_side=True) if self.tls else client as connection:
                        self.respond(connection, connection.recv(65536).decode())


STREAM_HEAD = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


class OneLevelServer(ScriptedServer):
    """Has one stream, then listens no more."""

    def respond(self, client, _):
        self.listener.shutdown(socket.SHUT_RDWR)
        client.sendall((STREAM_HEAD + 'event: values\ndata: {"n":1}\n\n').encode())


class ForgetfulServer(ScriptedServer):
    """Keeps a connection after its first response, and closes it at the second request."""

    def respond(self, client, _):
        body = 'event: values\ndata: {"n":1}\n\n'
        client.sendall((f"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: {len(body)}\r\n\r\n"
                        + body).encode())
        client.recv(65536)


class ThreadServer(ScriptedServer):
    """Creates threads, by default with a success, and has a stream for each request; keeps all requests."""

    def __init__(self, status="200 OK"):
        super().__init__()
        self.status = status
        self.requests = []

    def respond(self, client, request):
        self.requests.append(request)
        if request.startswith("POST /threads "):
            body = f'{{"thread_id": "t-{len(self.requests)}", "run_id": "r-1"}}'
            client.sendall(f"HTTP/1.1 {self.status}\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode())
        else:
            client.sendall((STREAM_HEAD + 'event: values\ndata: {"n":1}\n\n').encode())


class EchoServer(ScriptedServer):
    """Reports the credentials of a request in an error, where an excerpt of it is cut."""

    def respond(self, client, request):
        values = [line.partition(": ")[2] for line in request.split("\r\n")
                  if line.partition(":")[0] in ("Authorization", "Cookie", "X-Api-Key")]
        client.sendall((STREAM_HEAD + f'event: error\ndata: "{"x" * 95} {" ".join(values)}"\n\n').encode())


class Proxy:
    """A TCP proxy for a mock, with TLS if a context is given; ended with the `with` block."""

    def __init__(self, tls=None):
        self.tls = tls
        self.connected = threading.Event()

    def __enter__(self):
        self.mock = programs.Mock()
        self.port = int(self.mock.__enter__().url.rsplit(":", 1)[1])
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http{'s' if self.tls else ''}://127.0.0.1:{self.listener.getsockname()[1]}"
        self.threads = [threading.Thread(target=self.accept)]
        self.threads[0].start()
        return self

    def __exit__(self, *_):
        self.mock.__exit__()  # first, to close all open connections
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for thread in self.threads:
            thread.join(programs.DEADLINE_S)

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self.listener.accept()
                thread = threading.Thread(target=self.serve, args=(client,))
                self.threads.append(thread)
                thread.start()

    def serve(self, client):
        with contextlib.suppress(OSError), client:
            outer = self.tls.wrap_socket(client, server_side=True) if self.tls else client
            with outer, socket.create_connection(("127.0.0.1", self.port)) as inner:
                responses = threading.Thread(target=forward, args=(inner, outer))
                responses.start()
                self.connected.set()
                forward(outer, inner)
                responses.join(programs.DEADLINE_S)


def forward(source, sink):
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            sink.sendall(data)
    with contextlib.suppress(OSError):
        sink.shutdown(socket.SHUT_WR)
