"""Proxies and authorities of the environment: a run uses them as curl does, and the report names them."""

import base64
import os
import select
import socket
import subprocess
import unittest

import http_service
import programs
import target_test

RESPONSES = {"GET /": [(404, {})], "POST /things": [(201, {})], "GET /things/a": [(200, {})]}


class Proxy(http_service.Server):
    """Forwards every request to one address, whatever host it names."""

    password = ""  # if set, clients have to send it for the user "us"

    def __init__(self, address):
        self.address = address
        self.requests = []
        super().__init__(ProxyHandler)


class ProxyHandler(http_service.Handler):
    def forward(self):
        self.close_connection = True
        self.server.requests.append(f"{self.command} {self.path}")
        wanted = "Basic " + base64.b64encode(b"us:" + self.server.password.encode()).decode()
        if self.server.password and self.headers.get("Proxy-Authorization") != wanted:
            self.send(407, {"Proxy-Authenticate": "Basic"}, b"")
            return
        with socket.create_connection(self.server.address, timeout=programs.DEADLINE_S) as target:
            if self.command == "CONNECT":
                self.wfile.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                path = "/" + self.path.split("/", 3)[3]
                self.headers["Connection"] = "close"
                target.sendall(f"{self.command} {path} HTTP/1.1\r\n{self.headers}".encode())
            self.copy(target)

    do_GET = do_POST = do_CONNECT = forward  # noqa: N815 (names of the base class)

    def copy(self, target):
        pairs = {self.connection: target, target: self.connection}
        while True:
            ready, _, _ = select.select(list(pairs), [], [], programs.DEADLINE_S)
            for each in ready:
                data = each.recv(65536)
                if not data:
                    return
                pairs[each].sendall(data)


class Proxies(target_test.TargetTest):
    def setUp(self):
        super().setUp()
        names = ("http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY",
                 "CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR")
        self.empty = dict.fromkeys(names, "")  # curl ignores empty variables

    def proxy(self, service):
        proxy = Proxy(service.server_address)
        self.addCleanup(proxy.server_close)
        return proxy

    def play(self, url, *options, **variables):
        return programs.run_with_result("--server", f"things={url}", "--allow-writes", "--max-rate", "0", *options,
                                        self.things(), env={**self.empty, **variables})

    def connection(self, result):
        connection, = result["connections"]
        return {name: value for name, value in connection.items() if value}

    def test_a_plain_target_is_called_through_http_proxy(self):
        proxy = self.proxy(self.service(RESPONSES))
        process, result = self.play("http://api.test", http_proxy=f"http://us:p4ssw0rd@{proxy.host}")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("POST http://api.test/things", proxy.requests)
        self.assertEqual(self.connection(result), {
            "origin": "http://api.test", "proxy": f"http://{proxy.host}", "proxy_source": "http_proxy"})
        self.assertIn(f"connection to http://api.test: through the proxy http://{proxy.host} (http_proxy)\n",
                      programs.unwrapped(process.stdout))
        self.assertNotIn("p4ssw0rd", str(result) + process.stdout + process.stderr)

    def test_a_secure_target_is_called_through_a_tunnel_with_the_authorities_of_the_environment(self):
        cert, _, tls = programs.serve_tls(self.folder, "DNS:api.test")
        proxy = self.proxy(self.service(RESPONSES, tls))
        process, result = self.play("https://api.test", HTTPS_PROXY=f"http://{proxy.host}", SSL_CERT_FILE=cert)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(set(proxy.requests), {"CONNECT api.test:443"})
        self.assertEqual(self.connection(result), {
            "origin": "https://api.test", "proxy": f"http://{proxy.host}", "proxy_source": "HTTPS_PROXY",
            "authorities": cert, "authorities_source": "SSL_CERT_FILE"})

    def test_an_excluded_host_is_called_directly(self):
        proxy = self.proxy(self.service(RESPONSES))
        process, result = self.play("http://api.invalid", http_proxy=f"http://{proxy.host}", NO_PROXY=".invalid")
        self.assertEqual((process.returncode, proxy.requests), (3, []), process.stderr)
        self.assertIn("the host name is unknown", process.stderr)
        self.assertEqual(self.connection(result), {"origin": "http://api.invalid"})

    def test_a_proxy_that_refuses_is_named(self):
        proxy = self.proxy(self.service(RESPONSES))
        proxy.password = "right"
        for url, name in (("http://api.test", "http_proxy"), ("https://api.test", "https_proxy")):
            process, _ = self.play(url, **{name: f"http://us:wrong@{proxy.host}"})
            self.assertEqual(process.returncode, 3, process.stdout + process.stderr)
            self.assertIn(f"through the proxy http://{proxy.host} ({name}): the proxy requires credentials",
                          process.stderr)
            self.assertNotIn("wrong", process.stdout + process.stderr)

    def test_a_loopback_target_is_called_directly_and_the_report_says_so(self):
        service = self.service(RESPONSES)
        process, _ = self.play(service.url, http_proxy="http://127.0.0.1:1")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("http_proxy is not used for an address of this machine", programs.unwrapped(process.stdout))

    def test_the_option_overrides_the_authorities_of_the_environment(self):
        cert, _, tls = programs.serve_tls(self.folder)
        url = self.service(RESPONSES, tls).url
        missing = os.path.join(self.folder, "missing.pem")
        process, _ = self.play(url, CURL_CA_BUNDLE=missing)
        self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
        self.assertIn(f"the CA file {missing} (CURL_CA_BUNDLE) cannot be read", process.stderr)
        process, result = self.play(url, "--ca-file", cert, CURL_CA_BUNDLE=missing)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(self.connection(result)["authorities_source"], "--ca-file")

    def test_a_folder_of_authorities_is_used(self):
        cert, _, tls = programs.serve_tls(self.folder)
        folder = os.path.join(self.folder, "authorities")
        os.mkdir(folder)
        os.rename(cert, os.path.join(folder, "cert.pem"))
        subprocess.run(["openssl", "rehash", folder], check=True, capture_output=True, timeout=programs.DEADLINE_S)
        process, result = self.play(self.service(RESPONSES, tls).url, SSL_CERT_DIR=folder)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(self.connection(result)["authorities_source"], "SSL_CERT_DIR")


if __name__ == "__main__":
    unittest.main()
