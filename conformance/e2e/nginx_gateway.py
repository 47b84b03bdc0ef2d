"""A gateway before a mock: nginx with TLS, HTTP/2, a path prefix and a limit of requests per second."""

import contextlib
import os
import socket
import subprocess
import tempfile

import programs

CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    limit_req_zone $binary_remote_addr zone=all:1m rate={rate}r/s;
    server {{
        listen 127.0.0.1:{port} ssl http2;
        ssl_certificate {certificate};
        ssl_certificate_key {key};
        limit_req zone=all burst=5 nodelay;
        limit_req_status 429;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_buffering off;
        proxy_read_timeout 60s;
        location ~ ^/v[12]/ {{ return 404; }}
        location {prefix} {{ proxy_pass {upstream}; }}
    }}
}}
"""


class Gateway:
    """nginx on a free port, `prefix` is in front of `upstream` (a URL with a path); ended with the `with` block."""

    def __init__(self, upstream, rate=20, prefix="/"):
        self.upstream = upstream
        self.prefix = prefix
        self.rate = rate

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        folder = self.stack.enter_context(tempfile.TemporaryDirectory())
        self.ca_file, key, _ = programs.serve_tls(folder)
        for _ in range(5):  # another process may take the port before nginx does
            port = programs.free_port()
            path = os.path.join(folder, "nginx.conf")
            with open(path, "w", encoding="utf-8") as file:
                file.write(CONFIGURATION.format(folder=folder, rate=self.rate, port=port, certificate=self.ca_file, key=key,
                                                prefix=self.prefix, upstream=self.upstream))
            self.process = subprocess.Popen(
                ["nginx", "-p", folder, "-c", path], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin"})
            if self._listens(port):
                self.url = f"https://127.0.0.1:{port}"
                return self
        self.stack.close()
        raise AssertionError("nginx did not start")

    def _listens(self, port):
        def answers():
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
                return True
            return self.process.poll() is not None

        programs.wait_until(answers, "nginx listens")
        return self.process.poll() is None

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=programs.DEADLINE_S)
        self.stack.close()
