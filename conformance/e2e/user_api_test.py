"""A mock of a user's OpenAPI document: the page docs/your_api.md as written, files, error messages."""

import json
import os
import queue
import re
import shlex
import shutil
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request

import http_service
import programs

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
PAGE = os.path.join(ROOT, "docs", "your_api.md")
BOOKS = os.path.join(ROOT, "docs", "examples", "books.openapi.yaml")
CONTRACT = os.path.join(ROOT, "spec", "documents")
HEAD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\n"
THING = "{type: object, required: [id], properties: {id: {type: integer}}}"
THINGS = HEAD + """paths:
  /things:
    post: {operationId: make, responses: {'201': {description: d, content: {application/json: {schema: """ + THING + """}}}}}
  /things/{id}:
    get: {operationId: get, responses: {'200': {description: d, content: {application/json: {schema: """ + THING + """}}}}}
"""

HOOKS = HEAD + """paths:
  /things:
    post:
      operationId: make
      requestBody: {content: {application/json: {schema: {type: object, properties: {hook: {type: string}}}}}}
      responses: {'201': {description: d, content: {application/json: {schema: """ + THING + """}}}}
      callbacks:
        made: {'{$request.body#/hook}': {post: {requestBody: {content: {application/json: {schema: """ + THING + """}}}, responses: {'200': {description: d}}}}}
  /things/{id}:
    delete: {operationId: drop, responses: {'204': {description: d}}}
webhooks:
  thing.deleted: {post: {requestBody: {content: {application/json: {example: {gone: 1}}}}, responses: {'200': {description: d}}}}
"""


def send(url, method="GET", body=None, headers=None):
    """Returns the status and the body of a response."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **(headers or {})}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as response:
            text, status = response.read(), response.status
    except urllib.error.HTTPError as error:
        text, status = error.read(), error.code
    return status, json.loads(text) if text else None


def mock(*arguments):
    return programs.run(*arguments, "--port", "0", program=programs.MOCK)


def add_book(fixtures):
    """Adds the book 7 to the world of ejected fixtures."""
    path = os.path.join(fixtures, "worlds", "empty.json")
    with open(path, encoding="utf-8") as file:
        world = json.load(file)
    world["records"] = [{"collection": "books", "body": {"id": "7", "title": "Emma"}}]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(world, file)


def commands_of(page):
    """Returns each command of the page's console blocks with the lines that it prints."""
    with open(page, encoding="utf-8") as file:
        blocks = re.findall(r"```console\n(.*?)```", file.read(), re.S)
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, output = part.partition("\n")
            yield command, output


class UserApi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def test_the_page_is_true_as_written(self):
        shutil.copytree(os.path.join(ROOT, "docs", "examples"), os.path.join(self.folder, "docs", "examples"))
        env = {**os.environ, "PATH": programs.BIN + ":" + os.environ["PATH"]}
        played = 0
        with programs.Mock(BOOKS) as server:
            for command, output in commands_of(PAGE):
                if "--port" in command:
                    continue
                process = subprocess.run(
                    ["bash", "-c", command.replace("http://127.0.0.1:8090", server.url)], capture_output=True, text=True,
                    env=env, cwd=self.folder, stdin=subprocess.DEVNULL, timeout=programs.DEADLINE_S, check=True)
                expected, is_cut, _ = output.partition("...\n")
                printed = process.stdout if process.stdout.endswith("\n") or not process.stdout else process.stdout + "\n"
                self.assertEqual(printed[:len(expected)] if is_cut else printed, expected, command)
                played += 1
        self.assertGreater(played, 6)

    def test_callbacks_and_webhooks_are_sent(self):
        received = queue.Queue()

        class Receiver(http_service.Handler):
            def do_POST(self):
                received.put((self.path, json.loads(self.read_body())))
                self.send(204, {}, b"")

        path = self.write("hooks.yaml", HOOKS)
        with http_service.Server(Receiver) as receiver, programs.Mock(
                path, "--webhook-url", receiver.url + "/webhooks") as server:
            self.assertEqual(send(server.url + "/things", "POST", {"hook": receiver.url + "/made"})[0], 201)
            self.assertEqual(received.get(timeout=programs.DEADLINE_S), ("/made", {"id": 1}))
            self.assertEqual(send(server.url + "/things/1", "DELETE")[0], 204)
            self.assertEqual(received.get(timeout=programs.DEADLINE_S), ("/webhooks", {"gone": 1}))
            control = server.url + "/_plumbline/workspaces/default/"
            self.assertEqual(send(control + "webhooks", "POST", {"name": "thing.deleted"})[0], 202)
            self.assertEqual(received.get(timeout=programs.DEADLINE_S), ("/webhooks", {"gone": 1}))
            status, sent = send(control + "outgoing-requests")
            self.assertEqual((status, [one["name"] for one in sent["requests"]]), (200, ["made"] + ["thing.deleted"] * 2))
        text = programs.run("inspect", path, program=programs.MOCK).stdout
        self.assertIn("callback made: POST {$request.body#/hook}", text)
        self.assertIn("webhook thing.deleted: sent after drop, by its name", text)

    def test_records_live_in_their_workspace(self):
        with programs.Mock(BOOKS) as server:
            status, workspace = send(server.url + "/_plumbline/workspaces", "POST", {})
            self.assertEqual(status, 201)
            own = server.url + "/w/" + workspace["id"]
            self.assertEqual(send(own + "/books", "POST", {"title": "Emma"})[0], 201)
            self.assertEqual(send(own + "/books")[1]["total"], 1)
            self.assertEqual(send(server.url + "/books")[1]["total"], 0)
            self.assertEqual(send(own + "/v2/deployments")[0], 404)
            push = {"repo_url": "https://git.example/team/agent", "ref": "main"}
            status, refusal = send(f"{server.url}/_plumbline/workspaces/{workspace['id']}/pushes", "POST", push)
            self.assertEqual((status, refusal["detail"]), (501, 'the fixtures have no event "push"'))

    def test_ejected_fixtures_can_be_edited(self):
        folder = os.path.join(self.folder, "fixtures")
        ejected = programs.run("eject", BOOKS, folder, program=programs.MOCK)
        self.assertEqual(ejected.returncode, 0, ejected.stderr)
        again = programs.run("eject", BOOKS, folder, program=programs.MOCK)
        self.assertEqual(again.returncode, 2)
        self.assertIn("operations.json exists", again.stderr)
        add_book(folder)
        with programs.Mock(BOOKS, "--fixtures", folder) as server:
            self.assertEqual(send(server.url + "/books/7")[1]["title"], "Emma")
        operations = os.path.join(folder, "operations.json")
        with open(operations, encoding="utf-8") as file:
            text = file.read()
        with open(operations, "w", encoding="utf-8") as file:
            file.write(text.replace('"create"', '"crate"'))
        refused = mock(BOOKS, "--fixtures", folder)
        self.assertEqual(refused.returncode, 2)
        self.assertRegex(refused.stderr, r"operations\.json:\d+:\d+: ")

    def test_several_documents_are_one_api(self):
        things = self.write("things.yaml", THINGS)
        with programs.Mock(BOOKS, things) as server:
            self.assertEqual(send(server.url + "/things", "POST", {})[0], 201)
            self.assertEqual(send(server.url + "/things/1")[1], {"id": 1})
            self.assertEqual(send(server.url + "/books")[0], 200)

    def test_bad_input_says_where_and_how_to_fix_it(self):
        things = self.write("things.yaml", THINGS)
        copy = self.write("copy.yaml", THINGS)
        rows = (
            ([self.write("none.yaml", HEAD + "paths: {}\n")], "none.yaml: the document has no operation that can be served"),
            ([self.write("swagger.yaml", "swagger: '2.0'\n")], "swagger.yaml:1:"),
            ([self.write("broken.yaml", "a: [\n")], "broken.yaml:"),
            (["missing.yaml"], "missing.yaml"),
            ([things, copy], "two operations are make"),
            ([things, "--vocabulary", programs.OTHER_NAMES], "--vocabulary is for the built-in documents"),
            ([things, "--documents", copy], "two operations are make"),
            ([things, "--documents", CONTRACT], "beside other documents"),
            ([things, "--world", "cloud"], "the worlds are empty"),
            (["inspect"], "FILE is required"),
            (["eject", things], "DIR is required"),
        )
        for arguments, message in rows:
            with self.subTest(shlex.join(arguments)):
                process = programs.run(*arguments, program=programs.MOCK)
                self.assertEqual(process.returncode, 2, process.stdout)
                self.assertIn(message, process.stderr)

    def test_an_operation_that_cannot_be_read_is_named_and_the_others_are_served(self):
        text = THINGS + "  /broken/{id:\n    get: {operationId: broken, responses: {}}\n"
        path = self.write("partly.yaml", text)
        inspected = programs.run("inspect", path, program=programs.MOCK)
        self.assertEqual(inspected.returncode, 0, inspected.stderr)
        self.assertIn("not served: ", inspected.stdout)
        with programs.Mock(path) as server:
            self.assertEqual(send(server.url + "/things", "POST", {})[0], 201)


if __name__ == "__main__":
    unittest.main()
