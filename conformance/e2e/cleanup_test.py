"""Nothing stays behind: what runs create at a target without control interface, also when they are killed."""

import contextlib
import http.server
import json
import os
import signal
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.request

import programs

KEY = {"PLUMBLINE_API_KEY": "plumbline-dev-key"}

SUITE = """
arazzo: 1.1.0
info: { title: leaves something, version: '1' }
sourceDescriptions: [ { name: api, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: leaves
    inputs: { type: object, properties: { api_key: { type: string }, name: { type: string } } }
    parameters: [ { name: X-Api-Key, in: header, value: $inputs.api_key } ]
    steps:
      - stepId: create
        operationId: createDeployment
        requestBody:
          contentType: application/json
          payload: { name: $inputs.name, source: internal_source, source_config: {}, secrets: [],
                     source_revision_config: { graph_config_path: graphs.json } }
        successCriteria: [ { condition: $statusCode == EXPECTED } ]
        outputs: { id: $response.body#/id }
      - stepId: wait
        operationId: getDeployment
        parameters: [ { name: deployment_id, in: path, value: $steps.create.outputs.id } ]
        successCriteria: [ { condition: $statusCode == POLLED } ]
        onFailure: [ { name: again, type: retry, retryAfter: 60, retryLimit: 10 } ]
"""


def suite_in(folder, expected=201, polled=200, key="api_key"):
    path = os.path.join(folder, "leaves.arazzo.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SUITE.replace("EXPECTED", str(expected)).replace("POLLED", str(polled)).replace("api_key", key))
    return path


def deployments(mock, path="/v2/deployments", member="resources"):
    request = urllib.request.Request(mock.url + path, headers={"X-Api-Key": KEY["PLUMBLINE_API_KEY"]})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return [record["id"] for record in json.load(answer)[member] if record["status"] != "AWAITING_DELETE"]


def journal_text(folder):
    texts = []
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        if not name.endswith(".jsonl"):  # one that is just being made: it is renamed once its header is written
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts.append(file.read())
    return "".join(texts)


class WithholdingProxy(http.server.ThreadingHTTPServer):
    """Passes everything on to a mock and never answers what creates."""

    daemon_threads = True
    withholds = True
    refuses = False

    def __init__(self, mock):
        self.mock = mock
        self.withheld = threading.Event()
        self.ended = threading.Event()
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def server_close(self):
        self.ended.set()
        self.shutdown()
        super().server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    def _pass_on(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if self.command == "DELETE" and self.server.refuses:
            self.send_error(500)
            return
        request = urllib.request.Request(self.server.mock.url + self.path, data=body or None, method=self.command,
                                         headers={"X-Api-Key": self.headers.get("X-Api-Key", ""),
                                                  "Content-Type": "application/json"})
        try:
            answer = urllib.request.urlopen(request, timeout=10)
        except urllib.error.HTTPError as refusal:
            answer = refusal
        with answer:
            text = answer.read()
        if self.command == "POST" and self.server.withholds:
            self.server.withheld.set()
            self.server.ended.wait(programs.DEADLINE_S)
            self.close_connection = True
            return
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.headers.get("Content-Type", "application/json"))
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_DELETE = _pass_on

    def log_message(self, *_):
        pass


class RefusingProxy(WithholdingProxy):
    """Passes everything on to a mock, but refuses what deletes."""

    withholds = False
    refuses = True


@contextlib.contextmanager
def running(*words, env=None):
    runner = subprocess.Popen([programs.PLUMBLINE, "run", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, env={**os.environ, **(env or KEY)})
    try:
        yield runner
    finally:
        runner.kill()
        runner.communicate(timeout=programs.DEADLINE_S)


class AtAMockWithoutControl(unittest.TestCase):
    names = []  # options that make mock and runner speak in other names

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.journals = os.path.join(folder.name, "journals")
        self.mock = programs.Mock(*self.names).__enter__()
        self.addCleanup(self.mock.__exit__)

    def words(self, url=None):
        return [*self.names, "--url", url or self.mock.url, "--allow-writes", "--journal-dir", self.journals]

    def cleanup(self, *words, env=None):
        return programs.run("cleanup", *self.names, "--journal-dir", self.journals, *words, env=env or KEY)


class CleanUp(AtAMockWithoutControl):
    def kill_a_run(self, *options):
        """Kills a run that has just created something; returns its id."""
        slow = ["--poll-interval", "60", "--poll-deadline", "600"]
        with running(*self.words(), *slow, *options, suite_in(self.folder, polled=299)) as runner:
            programs.wait_until(lambda: '"created"' in journal_text(self.journals), "something is created")
            for words in (["--url", self.mock.url], ["--dry-run"]):
                self.assertIn("its run goes on", self.cleanup(*words).stdout)
            runner.kill()
        left = deployments(self.mock)
        self.assertEqual(len(left), 1)
        return left[0]

    def test_a_killed_run_is_cleaned_up_behind(self):
        left = self.kill_a_run()
        rehearsed = self.cleanup("--dry-run")
        self.assertEqual(rehearsed.returncode, 0, rehearsed.stderr)
        self.assertIn(f"would delete deployment {left}", rehearsed.stdout)
        self.assertEqual(deployments(self.mock), [left])

        cleaned = self.cleanup("--url", self.mock.url)
        self.assertEqual(cleaned.returncode, 0, cleaned.stdout + cleaned.stderr)
        self.assertIn(f"deleted deployment {left}", cleaned.stdout)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_a_run_killed_before_the_id_came_is_cleaned_up_by_name(self):
        with WithholdingProxy(self.mock) as proxy:
            with running(*self.words(proxy.url), suite_in(self.folder)) as runner:
                self.assertTrue(proxy.withheld.wait(programs.DEADLINE_S))
                runner.kill()
            self.assertEqual(len(deployments(self.mock)), 1)
            self.assertNotIn('"created"', journal_text(self.journals))
            cleaned = self.cleanup("--url", proxy.url)
        self.assertEqual(cleaned.returncode, 0, cleaned.stdout + cleaned.stderr)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_only_what_was_created_there_and_with_these_credentials_is_touched(self):
        left = self.kill_a_run()
        with programs.Mock() as other:
            elsewhere = self.cleanup("--url", other.url)
        self.assertEqual(elsewhere.returncode, 0, elsewhere.stderr)
        self.assertIn("another target", elsewhere.stdout)
        strangers = self.cleanup("--url", self.mock.url, env={"PLUMBLINE_API_KEY": "plumbline-other-dev-key"})
        self.assertEqual(strangers.returncode, 1, strangers.stdout)
        self.assertIn("another api_key", strangers.stdout)
        self.assertNotIn("plumbline-other-dev-key", strangers.stdout + strangers.stderr)
        nowhere = self.cleanup()
        self.assertEqual(nowhere.returncode, 2)
        self.assertIn(self.mock.url, nowhere.stderr)
        self.assertEqual(deployments(self.mock), [left])
        self.assertIn(left, journal_text(self.journals))

    def delete_by_hand(self, left):
        for method, status in (("DELETE", 204), ("GET", 200), ("GET", 404)):
            request = urllib.request.Request(f"{self.mock.url}/v2/deployments/{left}", method=method,
                                             headers={"X-Api-Key": KEY["PLUMBLINE_API_KEY"]})
            try:
                with urllib.request.urlopen(request, timeout=10) as answer:
                    self.assertEqual(answer.status, status)
            except urllib.error.HTTPError as refusal:
                with refusal:
                    self.assertEqual(refusal.code, status)

    def cleanup_after(self, seconds):
        """Cleans up as if the run had been killed so long ago."""
        journal, = os.listdir(self.journals)
        then = time.time() - seconds
        os.utime(os.path.join(self.journals, journal), (then, then))
        return self.cleanup("--url", self.mock.url)

    def test_what_is_not_found_may_come_as_long_as_the_run_would_have_waited(self):
        self.delete_by_hand(self.kill_a_run("--consistency-wait", "120", "--timeout", "60"))
        early = self.cleanup_after(100)
        self.assertEqual(early.returncode, 1, early.stdout + early.stderr)
        self.assertIn("left    deployment", early.stdout)
        late = self.cleanup_after(200)
        self.assertEqual(late.returncode, 0, late.stdout + late.stderr)
        self.assertIn("gone    deployment", late.stdout)

    def test_what_the_users_own_key_created_is_deleted_by_nobody_else(self):
        theirs = {"PLUMBLINE_API_KEY": "plumbline-other-dev-key"}
        own_key = ["--input", f"mine={KEY['PLUMBLINE_API_KEY']}"]
        suite = suite_in(self.folder, polled=299, key="mine")
        slow = ["--poll-interval", "60", "--poll-deadline", "600"]
        with running(*self.words(), *own_key, *slow, suite, env=theirs) as runner:
            programs.wait_until(lambda: '"created"' in journal_text(self.journals), "something is created")
            runner.kill()
        left = deployments(self.mock)
        self.assertEqual(len(left), 1)
        cleaned = self.cleanup("--url", self.mock.url, env=theirs)
        self.assertEqual(cleaned.returncode, 1, cleaned.stdout)
        self.assertIn("a credential that the journal does not hold (in X-Api-Key)", cleaned.stdout)
        self.assertEqual(deployments(self.mock), left)

        process = programs.run("run", *self.words(), *own_key, suite_in(self.folder, expected=422, key="mine"),
                               env=theirs)
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertEqual(deployments(self.mock), left, "the run itself has the key")

    def test_the_command_that_a_run_prints_works(self):
        with RefusingProxy(self.mock) as proxy:
            process = programs.run("run", *self.words(proxy.url), suite_in(self.folder, expected=422), env=KEY)
            self.assertEqual(len(deployments(self.mock)), 1)
            proxy.refuses = False
            line = process.stderr.splitlines()[-1].strip()
            self.assertTrue(line.startswith("plumbline cleanup "), process.stderr)
            self.assertRegex(process.stdout, r"\n    left +deployment .*: DELETE answered 500\n")
            pasted = programs.run("-c", line, program="/bin/sh",
                                  env={**KEY, "PATH": programs.BIN + os.pathsep + os.environ["PATH"]})
        self.assertEqual(pasted.returncode, 0, pasted.stdout + pasted.stderr)
        self.assertEqual(deployments(self.mock), [])

    def test_a_target_that_is_gone_exits_with_3_and_keeps_the_journal(self):
        left = self.kill_a_run()
        self.mock.process.send_signal(signal.SIGTERM)
        self.mock.process.wait(timeout=programs.DEADLINE_S)
        unreachable = self.cleanup("--url", self.mock.url)
        self.assertEqual(unreachable.returncode, 3, unreachable.stdout)
        self.assertIn(left, journal_text(self.journals))

    def test_a_run_deletes_what_its_suites_leave(self):
        process, result = programs.run_with_result(*self.words(), suite_in(self.folder, expected=422), env=KEY)
        self.assertEqual(process.returncode, 1, "a create that should have been refused succeeded")
        steps = result["scenarios"][0]["steps"]
        self.assertEqual([step["id"] for step in steps], ["create", "clean-up"])
        self.assertEqual(steps[-1]["exchanges"][0]["status"], 204)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_an_interrupted_run_deletes_what_it_created(self):
        slow = ["--poll-interval", "60", "--poll-deadline", "600"]
        with running(*self.words(), *slow, suite_in(self.folder, polled=299)) as runner:
            programs.wait_until(lambda: '"created"' in journal_text(self.journals), "something is created")
            runner.send_signal(signal.SIGINT)
            output, _ = runner.communicate(timeout=programs.DEADLINE_S)
        self.assertIn("interrupted", output)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_nothing_is_created_without_a_journal(self):
        with open(self.journals, "w", encoding="utf-8"):
            pass  # a file where the folder should be
        process = programs.run("run", *self.words(), suite_in(self.folder), env=KEY)
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("cannot write the clean-up journal", process.stderr)
        self.assertEqual(deployments(self.mock), [])

    def test_a_read_only_run_sends_nothing_that_writes(self):
        for words in (["--url", self.mock.url, "--allow-writes"],
                      ["--url", self.mock.url, "--control-url", self.mock.url]):
            process, result = programs.run_with_result(*words, "--read-only", env=KEY)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            methods = {exchange["method"] for scenario in result["scenarios"]
                       for step in scenario["steps"] for exchange in step["exchanges"]}
            self.assertEqual(methods, {"GET"})
            reasons = {scenario["reason"] for scenario in result["scenarios"] if scenario["verdict"] == "skipped"}
            self.assertIn("would write: not with --read-only", reasons)

    def test_a_clean_up_without_journals_has_nothing_to_do(self):
        os.mkdir(self.journals)
        process = self.cleanup()
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("0 deleted", process.stdout)

    def test_mistakes_of_usage_exit_with_2(self):
        for words in (["cleanup", "--journal-dir", self.journals], ["cleanup", self.journals + "/none.jsonl"],
                      ["cleanup", "--nonsense"]):
            process = programs.run(*words)
            self.assertEqual(process.returncode, 2, f"{words}: {process.stdout}")
            self.assertTrue(process.stderr.strip(), words)


class CleanUpInOtherNames(AtAMockWithoutControl):
    """The journal speaks of what the suites say, whatever the target calls it."""

    names = ["--vocabulary", programs.OTHER_NAMES]

    def left(self):
        return deployments(self.mock, "/api/v3/applications", "items")

    def test_a_run_deletes_what_its_suites_leave(self):
        process, result = programs.run_with_result(*self.words(), suite_in(self.folder, expected=422), env=KEY)
        self.assertEqual(process.returncode, 1, "a create that should have been refused succeeded")
        steps = result["scenarios"][0]["steps"]
        self.assertEqual([step["id"] for step in steps], ["create", "clean-up"])
        self.assertIn("/api/v3/applications/", steps[-1]["exchanges"][0]["url"])
        self.assertEqual(self.left(), [])

    def test_a_run_killed_before_the_id_came_is_cleaned_up_by_name(self):
        with WithholdingProxy(self.mock) as proxy:
            with running(*self.words(proxy.url), suite_in(self.folder)) as runner:
                self.assertTrue(proxy.withheld.wait(programs.DEADLINE_S))
                runner.kill()
            self.assertEqual(len(self.left()), 1)
            cleaned = self.cleanup("--url", proxy.url)
        self.assertEqual(cleaned.returncode, 0, cleaned.stdout + cleaned.stderr)
        self.assertEqual(self.left(), [])
        self.assertEqual(os.listdir(self.journals), [])


if __name__ == "__main__":
    unittest.main()
