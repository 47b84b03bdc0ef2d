"""`plumbline run --api`: an API is tested by its OpenAPI document alone. A correct service passes, each broken copy fails for
the right reason."""

import json
import os
import re
import tempfile
import threading
import unittest

import http_service
import programs

BOOKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "examples", "books.openapi.yaml")
JSON = {"Content-Type": "application/json"}

# A fault of the service → the scenario that fails (with the step), and what the report expects there.
FAULTS = {
    "create-answers-200": ("books-sequence", "create-books", "$statusCode == 201"),
    "create-shows-no-id": ("books-sequence", "create-books", "id"),
    "create-loses-the-year": ("books-sequence", "create-books", "$response.body#/year == 1"),
    "create-accepts-any-body": ("books-refuses-title-missing", "refused", "$statusCode >= 400"),
    "create-checks-no-types": ("books-refuses-title-type", "refused", "$statusCode >= 400"),
    "create-needs-the-year": ("books-accepts-smallest", "create-books", "$statusCode == 201"),
    "create-refuses-short-titles": ("books-accepts-title-shortest", "create-books", "$statusCode == 201"),
    "create-fails": ("books-refuses-year-type", "refused", "$statusCode < 500"),
    "read-shows-another-record": ("books-sequence", "read", "$response.body#/id == $steps.create-books.outputs.id"),
    "read-is-text": ("books-sequence", "read", "Content-Type"),
    "list-is-empty": ("books-list", "list", "$.items[?@.id == "),
    "list-counts-in-words": ("books-list", "list", "integer"),
    "patch-changes-nothing": ("books-sequence", "patch", "$response.body#/title == 'text1'"),
    "patch-is-not-stored": ("books-sequence", "read-after-patch", "$response.body#/title == 'text1'"),
    "delete-keeps-the-record": ("books-sequence", "read-deleted", "$statusCode == 404"),
    "unknown-is-empty": ("books-unknown", "read", "$statusCode == 404"),
    "errors-have-no-message": ("books-unknown", "read", "message"),
}


class Books(http_service.Handler):
    """The service of docs/examples/books.openapi.yaml, with at most one fault."""

    def has(self, fault):
        return self.server.fault == fault

    def answer(self, status, body=None):
        if body is None:
            return self.send(status, {}, b"")
        kind = "text/plain" if self.has("read-is-text") and self.command == "GET" and self.path != "/books" else JSON["Content-Type"]
        return self.send(status, {"Content-Type": kind}, json.dumps(body).encode())

    def error(self, status):
        return self.answer(status, {"detail": "x"} if self.has("errors-have-no-message") else {"message": "no"})

    def is_valid(self, body):
        if self.has("create-accepts-any-body"):
            return isinstance(body, dict)
        if not isinstance(body, dict) or "title" not in body:
            return False
        if self.has("create-checks-no-types"):
            return True
        if self.has("create-needs-the-year") and "year" not in body:
            return False
        title, year = body["title"], body.get("year", 0)
        if self.has("create-refuses-short-titles") and len(str(title)) < 2:
            return False
        return isinstance(title, str) and title != "" and isinstance(year, int)

    def do_POST(self):  # noqa: N802
        body = json.loads(self.read_body())
        if not self.is_valid(body):
            return self.error(500 if self.has("create-fails") else 422)
        with self.server.lock:
            self.server.last_id += 1
            record = {**body, "id": self.server.last_id}
            self.server.records[record["id"]] = record
        shown = dict(record)
        if self.has("create-shows-no-id"):
            del shown["id"]
        if self.has("create-loses-the-year"):
            shown.pop("year", None)
        return self.answer(200 if self.has("create-answers-200") else 201, shown)

    def do_GET(self):  # noqa: N802
        path = self.path.split("?")[0]
        with self.server.lock:
            if path == "/books":
                items = list(self.server.records.values())
                shown = [] if self.has("list-is-empty") else items  # the newest may be another scenario's
                return self.answer(200, {"items": shown, "total": "many" if self.has("list-counts-in-words") else len(items)})
            record = self.server.records.get(int(path.rsplit("/", 1)[1]))
        if record is None:
            return self.answer(200, {"id": 1, "title": "?"}) if self.has("unknown-is-empty") else self.error(404)
        return self.answer(200, {**record, "id": record["id"] + 1} if self.has("read-shows-another-record") else record)

    def do_PATCH(self):  # noqa: N802
        patch = json.loads(self.read_body())
        record = self.server.records[int(self.path.rsplit("/", 1)[1])]
        if self.has("patch-changes-nothing"):
            return self.answer(200, record)
        if self.has("patch-is-not-stored"):
            return self.answer(200, {**record, **patch})
        record.update(patch)
        if self.has("patch-loses-the-year"):
            record.pop("year", None)
        return self.answer(200, record)

    def do_DELETE(self):  # noqa: N802
        if not self.has("delete-keeps-the-record"):
            del self.server.records[int(self.path.rsplit("/", 1)[1])]
        return self.answer(204)


THINGS = """
openapi: 3.1.0
info: { title: Things, version: 1.0.0 }
paths:
  /things:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }
      responses: { '201': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } }
  /things/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
    get: { responses: { '200': { description: d, content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } } } }
components:
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: { type: integer, readOnly: true }
        apples: { type: integer, maximum: 9 }
        beans: { type: integer, maximum: 9 }
        carrots: { type: integer, maximum: 9 }
        dates: { type: integer, maximum: 9 }
        eggs: { type: integer, maximum: 9 }
"""


class Things(http_service.Handler):
    """The service of THINGS, which fails for nine beans beside eggs, and refuses a body of one member other than apples."""

    def answer(self, status, body):
        return self.send(status, JSON, json.dumps(body).encode())

    def do_POST(self):  # noqa: N802
        thing = json.loads(self.read_body())
        with self.server.lock:
            self.server.requests += 1
        if thing.get("beans") == 9 and "eggs" in thing:
            return self.answer(500, {})
        if len(thing) == 1 and "apples" not in thing:
            return self.answer(422, {})
        with self.server.lock:
            thing["id"] = len(self.server.things)
            self.server.things.append(thing)
        return self.answer(201, thing)

    def do_GET(self):  # noqa: N802
        return self.answer(200, self.server.things[int(self.path.rsplit("/", 1)[1])])


class SmallestBody(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.api = os.path.join(folder.name, "things.openapi.yaml")
        with open(self.api, "w", encoding="utf-8") as file:
            file.write(THINGS)

    def test_a_failure_of_several_members_names_only_those(self):
        server = http_service.Server(Things)
        self.addCleanup(server.server_close)
        server.things, server.lock, server.requests = [], threading.Lock(), 0
        process, result = programs.run_with_result(
            "--api", self.api, "--url", server.url, "--allow-writes", "--max-rate", "0", "--seed", "1")
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        bodies = {
            scenario["name"].removeprefix("things/"): json.loads(match[1])
            for scenario in result["scenarios"] for step in scenario["steps"] for finding in step["findings"]
            if (match := re.search(r"a smaller body gets this status, too: '(\{.*?\})'", finding.get("note", "")))}
        self.assertTrue(bodies)
        for name, body in bodies.items():
            self.assertRegex(name, r"^things-accepts-mixed-\d$")
            self.assertEqual((body.keys(), body["beans"]), ({"beans", "eggs"}, 9))
        with server.lock:
            self.assertLess(server.requests, 200)

    def test_other_seeds_mix_other_values(self):
        def mixed(seed):
            process, result = programs.run_with_result("--api", self.api, "--seed", seed, "-vv")
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            return {re.search(r"--data-raw (.*)", step["exchanges"][0]["curl"])[1]
                    for one in result["scenarios"] if "-mixed-" in one["name"]
                    for step in one["steps"] if step["id"] == "create-things"}

        self.assertGreater(len(mixed("5")), 3)
        self.assertEqual(mixed("5"), mixed("5"))
        self.assertNotEqual(mixed("5"), mixed("6"))


class ApiRun(unittest.TestCase):
    def play(self, fault, *options):
        server = http_service.Server(Books)
        self.addCleanup(server.server_close)
        server.fault, server.records, server.last_id, server.lock = fault, {}, 0, threading.Lock()
        return programs.run_with_result("--api", BOOKS, "--url", server.url, "--allow-writes", "--max-rate", "0", *options)

    def test_a_correct_service_passes_and_keeps_nothing(self):
        process, result = self.play("")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual({scenario["verdict"] for scenario in result["scenarios"]}, {"passed"})
        self.assertGreater(len(result["scenarios"]), 6)

    def test_each_broken_service_is_caught_where_it_is_broken(self):
        for fault, (scenario, step, expected) in FAULTS.items():
            with self.subTest(fault):
                process, result = self.play(fault)
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                findings = [
                    finding["expected"] + " " + finding["got"]
                    for one in result["scenarios"] if one["name"].endswith("/" + scenario)
                    for played in one["steps"] if played["id"] == step for finding in played["findings"]]
                self.assertTrue(any(expected in finding for finding in findings), findings)

    def test_responses_that_contradict_each_other_are_warnings(self):
        process, result = self.play("patch-loses-the-year")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("1 warned", process.stdout)
        findings = [finding for one in result["scenarios"] for step in one["steps"] for finding in step["findings"]]
        self.assertEqual([(one["code"], one["verdict"]) for one in findings], [("history-keeps", "warned")])
        self.assertRegex(findings[0]["expected"], r"/year of book \d+, which the patch omits, to stay 1")
        self.assertEqual(self.play("patch-loses-the-year", "--strict")[0].returncode, 1)

    def test_the_seed_selects_the_bodies(self):
        def names(*options):
            process, result = programs.run_with_result("--api", BOOKS, *options)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            return {one["name"] for one in result["scenarios"] if "-accepts-" in one["name"] or "-refuses-" in one["name"]}

        self.assertEqual(names("--max-bodies", "0"), set())
        some = [frozenset(names("--max-bodies", "2", "--seed", str(seed))) for seed in range(1, 9)]
        self.assertEqual({len(one) for one in some}, {2})
        self.assertGreater(len(set(some)), 1)
        process = programs.run("run", "--max-bodies", "2")
        self.assertEqual(process.returncode, 2)
        self.assertIn("--api", process.stderr)

    def test_a_mock_of_the_document_passes(self):
        process = programs.run("run", "--api", BOOKS)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn(" 0 failed", process.stdout)
        self.assertIn("target embedded mock", process.stdout)

    def test_a_fault_of_the_mock_is_caught_by_a_written_suite(self):
        with tempfile.TemporaryDirectory() as folder:
            api = os.path.join(folder, "books.openapi.yaml")
            with open(BOOKS, encoding="utf-8") as source, open(api, "w", encoding="utf-8") as target:
                target.write(source.read())
            suite = os.path.join(folder, "books.arazzo.json")
            written = programs.run("new", "suite", api, "--out", suite)
            self.assertEqual(written.returncode, 0, written.stderr)
            self.assertEqual(programs.run("lint", suite).returncode, 0)
            with programs.Mock(api) as mock:
                arguments = (suite, "--server", f"api={mock.url}", "--url", mock.url, "--allow-writes", "--max-rate", "0")
                self.assertEqual(programs.run("run", *arguments).returncode, 0)
            with programs.Mock(BOOKS) as other:
                process = programs.run("run", *arguments[:2], f"api={other.url}/nowhere", *arguments[3:])
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)

    def test_bad_input_says_what_is_expected(self):
        with tempfile.TemporaryDirectory() as folder:
            empty = os.path.join(folder, "empty.yaml")
            with open(empty, "w", encoding="utf-8") as file:
                file.write("openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\n")
            for arguments, message in (
                    (("run", "--api", empty), "nothing in the document can be called"),
                    (("run", "--api", os.path.join(folder, "none.yaml")), "none.yaml"),
                    (("run", "--api", BOOKS, BOOKS), "files excludes --api"),
                    (("new",), "A subcommand is required"),
                    (("new", "suite", empty), "nothing in the document can be called"),
                    (("new", "suite", BOOKS, "--out", os.path.join(BOOKS, "a.json")), "cannot create the folder")):
                process = programs.run(*arguments)
                self.assertEqual(process.returncode, 2, arguments)
                self.assertRegex(process.stderr, re.escape(message))


if __name__ == "__main__":
    unittest.main()
