"""Suites of users with the requirements of their ledger: the examples at mocks of their documents and at broken services, and
what --documents and --ledger refuse."""

import os
import shutil
import tempfile
import threading
import unittest
import urllib.request

import api_run_test
import example_streams_test
import http_service
import programs
import user_api_test

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "examples")
CONTRACT = os.path.join(EXAMPLES, "..", "..", "spec", "documents")

READ_SEVEN = """arazzo: 1.1.0
info: {title: Seven, version: '1'}
sourceDescriptions: [{name: api, type: openapi, url: 'API'}]
workflows:
  - workflowId: read
    steps:
      - {stepId: read, operationId: readBook, parameters: [{name: id, in: path, value: 7}], successCriteria: [{condition: $statusCode == 200}]}
"""

# A fault of the books service → the requirement that it violates.
VIOLATED = {
    "create-shows-no-id": "BOOK-CREATE",
    "list-is-empty": "BOOK-LIST",
    "patch-changes-nothing": "BOOK-PATCH",
    "delete-keeps-the-record": "BOOK-GONE",
    "create-accepts-any-body": "BOOK-TITLE",
}


def example(name):
    return os.path.join(EXAMPLES, name)


def play(name, *options):
    return programs.run_with_result(example(f"{name}.arazzo.yaml"), "--ledger", example(f"{name}.ledger.yaml"), *options)


def outcomes(result):
    return {row["id"]: row["outcome"] for row in result["requirements"]}


class OwnSuites(unittest.TestCase):
    def play_at(self, handler, name, **members):
        service = http_service.Server(handler)
        self.addCleanup(service.server_close)
        for key, value in members.items():
            setattr(service, key, value)
        return play(name, "--documents", example(f"{name}.openapi.yaml"), "--url", service.url, "--allow-writes", "--max-rate", "0")

    def play_books(self, fault):
        return self.play_at(api_run_test.Books, "books", fault=fault, records={}, last_id=0, lock=threading.Lock())

    def test_the_examples_verify_all_of_their_requirements_at_mocks_of_their_documents(self):
        for name in ("books", "chat_completions"):
            with self.subTest(name):
                process, result = play(name, "--documents", example(f"{name}.openapi.yaml"))
                self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
                self.assertEqual(result["target"], "embedded mock")
                self.assertEqual(set(outcomes(result).values()) - {"not_checkable"}, {"verified"})

    def test_a_correct_service_verifies_them(self):
        process, result = self.play_books("")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(result["coverage"]["verified"], 5)

    def test_a_broken_service_violates_the_requirement(self):
        for fault, requirement in VIOLATED.items():
            with self.subTest(fault):
                process, result = self.play_books(fault)
                self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
                self.assertEqual(outcomes(result)[requirement], "failed", outcomes(result))

    def test_a_broken_stream_violates_the_requirement(self):
        completion = example_streams_test.COMPLETION
        for events, requirement in ((completion[1:], "CHAT-ROLE"), (completion[:-1], "CHAT-DONE"), (completion[:4] + completion[5:], "CHAT-USAGE"),
                                    (completion[:3] + completion[4:], "CHAT-REASON")):
            with self.subTest(requirement):
                _, result = self.play_at(example_streams_test.Chat, "chat_completions", events=events)
                self.assertEqual([one for one, outcome in outcomes(result).items() if outcome == "failed"], [requirement])

    def test_requirements_in_the_document_are_verified_without_a_suite(self):
        with tempfile.TemporaryDirectory() as folder:
            api = os.path.join(folder, "books.openapi.yaml")
            with open(example("books.openapi.yaml"), encoding="utf-8") as source, open(api, "w", encoding="utf-8") as copy:
                copy.write(source.read().replace("operationId: listBooks", "operationId: listBooks\n      x-requirements: [BOOK-LIST]"))
            _, result = programs.run_with_result("--api", api, "--ledger", example("books.ledger.yaml"))
        self.assertEqual(outcomes(result)["BOOK-LIST"], "verified")
        self.assertEqual(outcomes(result)["BOOK-GONE"], "not_exercised")

    def test_a_coverage_gate_counts_requirements_that_nothing_names(self):
        gate = ("--ledger", example("books.ledger.yaml"), "--min-verified", "100%")
        self.assertEqual(programs.run("run", "--api", example("books.openapi.yaml"), *gate).returncode, 1)
        process, _ = play("books", "--documents", example("books.openapi.yaml"), "--min-verified", "100%")
        self.assertEqual(process.returncode, 0, process.stdout)


class WrittenSuites(unittest.TestCase):
    """Suites made from documents are written anywhere, and find the document from there."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def test_generate_writes_one_for_each_document(self):
        names = ("books", "notifications")
        options = [word for name in names for word in ("--documents", example(f"{name}.openapi.yaml"))]
        process = programs.run("generate", *options, "--out", self.folder)
        self.assertEqual(process.returncode, 0, process.stderr)
        suites = [os.path.join(self.folder, f"{name}.arazzo.json") for name in names]
        self.assertEqual(process.stdout.split(), suites)
        played = programs.run("run", *suites, *options)
        self.assertEqual(played.returncode, 0, played.stdout + played.stderr)
        without = programs.run("run", "--api", example("books.openapi.yaml"))
        self.assertEqual(programs.run("run", suites[0], *options).stdout.splitlines()[-1], without.stdout.splitlines()[-1])

    def test_new_suite_finds_its_document(self):
        suite = os.path.join(self.folder, "mine.arazzo.json")
        self.assertEqual(programs.run("new", "suite", example("books.openapi.yaml"), "--out", suite).returncode, 0)
        process = programs.run("run", suite, "--documents", example("books.openapi.yaml"))
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_suites_of_one_name_and_areas_are_refused(self):
        copy = os.path.join(self.folder, "books.yaml")
        shutil.copy(example("books.openapi.yaml"), copy)
        documents = ("--documents", copy, "--documents", example("books.openapi.yaml"))
        for options, message in ((documents, "would have the same suite"), ((*documents[:2], "--area", "bulk_export"), "--area is for")):
            process = programs.run("generate", *options, "--out", self.folder)
            self.assertEqual(process.returncode, 2)
            self.assertIn(message, process.stderr)


class Documents(unittest.TestCase):
    def assert_refused(self, *arguments, program=programs.PLUMBLINE, message):
        process = programs.run(*arguments, program=program)
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn(message, process.stdout + process.stderr)

    def test_a_folder_or_several_files_are_one_mock(self):
        notifications = example("notifications.openapi.yaml")
        for paths in ([EXAMPLES], [notifications, example("books.openapi.yaml")]):
            with self.subTest(paths):
                options = [word for path in paths for word in ("--documents", path)]
                process, _ = play("books", *options)
                self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
                with programs.Mock(*options) as mock, programs.Mock(*paths[1:], *options[:2]) as other:
                    for url in (mock.url, other.url):
                        with urllib.request.urlopen(f"{url}/books", timeout=programs.DEADLINE_S) as response:
                            self.assertEqual(response.status, 200)

    def test_fixtures_give_the_mock_of_a_run_records(self):
        books = example("books.openapi.yaml")
        with tempfile.TemporaryDirectory() as folder:
            fixtures, suite = os.path.join(folder, "fixtures"), os.path.join(folder, "read.arazzo.yaml")
            with open(suite, "w", encoding="utf-8") as file:
                file.write(READ_SEVEN.replace("API", books))
            self.assertEqual(programs.run("run", suite, "--documents", books).returncode, 1)
            self.assertEqual(programs.run("eject", books, fixtures, program=programs.MOCK).returncode, 0)
            user_api_test.add_book(fixtures)
            process = programs.run("run", suite, "--documents", books, "--fixtures", fixtures)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_what_is_missing_is_named(self):
        suite = example("books.arazzo.yaml")
        ledger = ("--ledger", example("books.ledger.yaml"))
        self.assert_refused("run", suite, *ledger, message="test a mock of it: --documents")
        self.assert_refused("run", suite, *ledger, "--documents", example("notifications.openapi.yaml"),
                            message="calls books, which the embedded mock does not serve")
        self.assert_refused("run", "--api", example("books.openapi.yaml"), "--documents", EXAMPLES, message="exclude each other")
        self.assert_refused("lint", suite, message="requirements of your own: --ledger FILE")
        for command in ("run", "lint", "list"):
            self.assert_refused(command, *ledger, message="there is no suite for them")
            self.assert_refused(command, "--documents", EXAMPLES, message="there is no suite for them")
        for program, arguments in ((programs.PLUMBLINE, ("run", suite)), (programs.MOCK, ("--port", "0"))):
            self.assert_refused(*arguments, "--documents", "none.yaml", program=program, message="none.yaml does not exist")
            with tempfile.TemporaryDirectory() as folder:
                self.assert_refused(*arguments, "--documents", folder, program=program, message="has no OpenAPI document")

    def test_a_contract_needs_neither_all_documents_nor_a_ledger(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("extensions.schema.json", "control_plane.openapi.yaml"):
                shutil.copy(os.path.join(CONTRACT, name), folder)
            process = programs.run("generate", "--documents", folder, "--out", os.path.join(folder, "out"))
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertIn("createDeployment.arazzo.json", os.listdir(os.path.join(folder, "out")))
            self.assert_refused("list", "--documents", folder, message="source description bulk_export")
            self.assert_refused("--documents", folder, "--port", "0", program=programs.MOCK, message="with --fixtures DIR")
            os.remove(os.path.join(folder, "control_plane.openapi.yaml"))
            self.assert_refused("list", "--documents", folder, message="looked for *.openapi.yaml")


if __name__ == "__main__":
    unittest.main()
