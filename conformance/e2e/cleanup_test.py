"""Deletion of what runs create at a target without control interface, also after a run was killed."""

import contextlib
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

import http_service
import programs

KEY = {"PLUMBLINE_API_KEY": "plumbline-dev-key"}

SUITE = """
arazzo: 1.1.0
info: { title: creates without deleting, version: '1' }
sourceDescriptions: [ { name: api, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: creates
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
    path = os.path.join(folder, "creates.arazzo.yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(SUITE.replace("EXPECTED", str(expected)).replace("POLLED", str(polled)).replace("api_key", key))
    return path


def deployments(mock, path="/v2/deployments", member="resources"):
    request = urllib.request.Request(mock.url + path, headers={"X-Api-Key": KEY["PLUMBLINE_API_KEY"]})
    with urllib.request.urlopen(request, timeout=10) as response:
        return [record["id"] for record in json.load(response)[member]
                if record["status"] != "AWAITING_DELETE" and record["created_at"] >= programs.WORLD_START]


def journal_text(folder):
    texts = []
    for name in os.listdir(folder) if os.path.isdir(folder) else []:
        if not name.endswith(".jsonl"):  # it is renamed once its header is written
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            texts.append(file.read())
    return "".join(texts)


class WithholdingProxy(http_service.Server):
    """Forwards requests to a mock and withholds the responses to creates."""

    withholds_creates = True
    refuses_deletes = False

    def __init__(self, mock):
        self.mock = mock
        self.withheld = threading.Event()
        self.stopping = threading.Event()
        super().__init__(WithholdingHandler)

    def server_close(self):
        self.stopping.set()
        super().server_close()


class WithholdingHandler(http_service.Handler):
    def forward(self):
        body = self.read_body()
        if self.command == "DELETE" and self.server.refuses_deletes:
            self.send_error(500)
            return
        request = urllib.request.Request(self.server.mock.url + self.path, data=body or None, method=self.command,
                                         headers={"X-Api-Key": self.headers.get("X-Api-Key", ""),
                                                  "Content-Type": "application/json"})
        try:
            response = urllib.request.urlopen(request, timeout=10)
        except urllib.error.HTTPError as error:
            response = error
        with response:
            text = response.read()
        if self.command == "POST" and self.server.withholds_creates:
            self.server.withheld.set()
            self.server.stopping.wait(programs.DEADLINE_S)
            self.close_connection = True
            return
        self.send(response.status, {"Content-Type": response.headers.get("Content-Type", "application/json")}, text)

    do_GET = do_POST = do_DELETE = forward  # noqa: N815 (names of the base class)


class RefusingProxy(WithholdingProxy):
    """Forwards requests to a mock, but refuses deletions."""

    withholds_creates = False
    refuses_deletes = True


@contextlib.contextmanager
def running(*arguments, env=None):
    runner = subprocess.Popen([programs.PLUMBLINE, "run", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, env={**os.environ, **(env or KEY)})
    try:
        yield runner
    finally:
        runner.kill()
        runner.communicate(timeout=programs.DEADLINE_S)


class MockWithoutControl(unittest.TestCase):
    vocabulary = []  # options for other names in mock and runner

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.journals = os.path.join(folder.name, "journals")
        self.mock = programs.Mock(*self.vocabulary).__enter__()
        self.addCleanup(self.mock.__exit__)

    def target_options(self, url=None):
        return [*self.vocabulary, "--url", url or self.mock.url, "--allow-writes", "--journal-dir", self.journals]

    def cleanup(self, *arguments, env=None):
        return programs.run("cleanup", *self.vocabulary, "--journal-dir", self.journals, *arguments, env=env or KEY)


class CleanUp(MockWithoutControl):
    def kill_a_run(self, *options):
        """Kills a run that has just created a deployment; returns its id."""
        slow = ["--poll-interval", "60", "--poll-deadline", "600"]
        with running(*self.target_options(), *slow, *options, suite_in(self.folder, polled=299)) as runner:
            programs.wait_until(lambda: '"created"' in journal_text(self.journals), "a deployment is created")
            for arguments in (["--url", self.mock.url], ["--dry-run"]):
                self.assertIn("its run is still in progress", self.cleanup(*arguments).stdout)
            runner.kill()
        left = deployments(self.mock)
        self.assertEqual(len(left), 1)
        return left[0]

    def test_cleanup_deletes_what_a_killed_run_created(self):
        left = self.kill_a_run()
        dry_run = self.cleanup("--dry-run")
        self.assertEqual(dry_run.returncode, 0, dry_run.stderr)
        self.assertIn(f"would delete deployment {left}", dry_run.stdout)
        self.assertEqual(deployments(self.mock), [left])

        cleaned = self.cleanup("--url", self.mock.url)
        self.assertEqual(cleaned.returncode, 0, cleaned.stdout + cleaned.stderr)
        self.assertIn(f"deleted deployment {left}", cleaned.stdout)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_a_run_killed_before_the_id_came_is_cleaned_up_by_name(self):
        with WithholdingProxy(self.mock) as proxy:
            with running(*self.target_options(proxy.url), suite_in(self.folder)) as runner:
                self.assertTrue(proxy.withheld.wait(programs.DEADLINE_S))
                runner.kill()
            self.assertEqual(len(deployments(self.mock)), 1)
            self.assertNotIn('"created"', journal_text(self.journals))
            cleaned = self.cleanup("--url", proxy.url)
        self.assertEqual(cleaned.returncode, 0, cleaned.stdout + cleaned.stderr)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_cleanup_deletes_only_resources_of_this_target_and_these_credentials(self):
        left = self.kill_a_run()
        with programs.Mock() as other:
            other_target = self.cleanup("--url", other.url)
        self.assertEqual(other_target.returncode, 0, other_target.stderr)
        self.assertIn("another target", other_target.stdout)
        other_key = self.cleanup("--url", self.mock.url, env={"PLUMBLINE_API_KEY": "plumbline-other-dev-key"})
        self.assertEqual(other_key.returncode, 1, other_key.stdout)
        self.assertIn("another api_key", other_key.stdout)
        self.assertNotIn("plumbline-other-dev-key", other_key.stdout + other_key.stderr)
        no_target = self.cleanup()
        self.assertEqual(no_target.returncode, 2)
        self.assertIn(self.mock.url, no_target.stderr)
        self.assertEqual(deployments(self.mock), [left])
        self.assertIn(left, journal_text(self.journals))

    def delete_by_hand(self, left):
        for method, status in (("DELETE", 204), ("GET", 200), ("GET", 404)):
            request = urllib.request.Request(f"{self.mock.url}/v2/deployments/{left}", method=method,
                                             headers={"X-Api-Key": KEY["PLUMBLINE_API_KEY"]})
            try:
                with urllib.request.urlopen(request, timeout=10) as response:
                    self.assertEqual(response.status, status)
            except urllib.error.HTTPError as error:
                with error:
                    self.assertEqual(error.code, status)

    def cleanup_after(self, seconds):
        """Cleans up as if the run had been killed that many seconds ago."""
        journal, = os.listdir(self.journals)
        then = time.time() - seconds
        os.utime(os.path.join(self.journals, journal), (then, then))
        return self.cleanup("--url", self.mock.url)

    def test_a_missing_resource_is_left_while_it_may_still_appear(self):
        self.delete_by_hand(self.kill_a_run("--consistency-wait", "120", "--timeout", "60"))
        early = self.cleanup_after(100)
        self.assertEqual(early.returncode, 1, early.stdout + early.stderr)
        self.assertIn("left    deployment", early.stdout)
        late = self.cleanup_after(200)
        self.assertEqual(late.returncode, 0, late.stdout + late.stderr)
        self.assertIn("gone    deployment", late.stdout)

    def test_a_resource_created_with_an_input_key_is_deleted_only_with_that_key(self):
        run_key = {"PLUMBLINE_API_KEY": "plumbline-other-dev-key"}
        input_key = ["--input", f"mine={KEY['PLUMBLINE_API_KEY']}"]
        suite = suite_in(self.folder, polled=299, key="mine")
        slow = ["--poll-interval", "60", "--poll-deadline", "600"]
        with running(*self.target_options(), *input_key, *slow, suite, env=run_key) as runner:
            programs.wait_until(lambda: '"created"' in journal_text(self.journals), "a deployment is created")
            runner.kill()
        left = deployments(self.mock)
        self.assertEqual(len(left), 1)
        cleaned = self.cleanup("--url", self.mock.url, env=run_key)
        self.assertEqual(cleaned.returncode, 1, cleaned.stdout)
        self.assertIn("a credential that the journal does not contain (in X-Api-Key)", cleaned.stdout)
        self.assertEqual(deployments(self.mock), left)

        process = programs.run("run", *self.target_options(), *input_key, suite_in(self.folder, expected=422, key="mine"),
                               env=run_key)
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertEqual(deployments(self.mock), left, "the run itself has the key")

    def test_the_command_that_a_run_prints_works(self):
        with RefusingProxy(self.mock) as proxy:
            process = programs.run("run", *self.target_options(proxy.url), suite_in(self.folder, expected=422), env=KEY)
            self.assertEqual(len(deployments(self.mock)), 1)
            proxy.refuses_deletes = False
            line = process.stderr.splitlines()[-1].strip()
            self.assertTrue(line.startswith("plumbline cleanup "), process.stderr)
            self.assertRegex(programs.unwrapped(process.stdout), r" leftover +deployment .*: DELETE returned 500\b")
            pasted = programs.run("-c", line, program="/bin/sh",
                                  env={**KEY, "PATH": programs.BIN + os.pathsep + os.environ["PATH"]})
        self.assertEqual(pasted.returncode, 0, pasted.stdout + pasted.stderr)
        self.assertEqual(deployments(self.mock), [])

    def test_an_unreachable_target_exits_with_3_and_keeps_the_journal(self):
        left = self.kill_a_run()
        self.mock.process.send_signal(signal.SIGTERM)
        self.mock.process.wait(timeout=programs.DEADLINE_S)
        unreachable = self.cleanup("--url", self.mock.url)
        self.assertEqual(unreachable.returncode, 3, unreachable.stdout)
        self.assertIn(left, journal_text(self.journals))

    def test_a_run_deletes_what_its_suites_leave(self):
        process, result = programs.run_with_result(*self.target_options(), suite_in(self.folder, expected=422), env=KEY)
        self.assertEqual(process.returncode, 1, "a create that should have been refused succeeded")
        steps = result["scenarios"][0]["steps"]
        self.assertEqual([step["id"] for step in steps], ["create", "clean-up"])
        self.assertEqual(steps[-1]["exchanges"][0]["status"], 204)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_an_interrupted_run_deletes_what_it_created(self):
        slow = ["--poll-interval", "60", "--poll-deadline", "600"]
        with running(*self.target_options(), *slow, suite_in(self.folder, polled=299)) as runner:
            programs.wait_until(lambda: '"created"' in journal_text(self.journals), "a deployment is created")
            runner.send_signal(signal.SIGINT)
            output, _ = runner.communicate(timeout=programs.DEADLINE_S)
        self.assertIn("interrupted", output)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_nothing_is_created_without_a_journal(self):
        with open(self.journals, "w", encoding="utf-8"):
            pass  # a file instead of the folder
        process = programs.run("run", *self.target_options(), suite_in(self.folder), env=KEY)
        self.assertEqual(process.returncode, 2, process.stdout)
        self.assertIn("cannot write the clean-up journal", process.stderr)
        self.assertEqual(deployments(self.mock), [])

    def test_a_read_only_run_sends_nothing_that_writes(self):
        for options in (["--url", self.mock.url, "--allow-writes"],
                        ["--url", self.mock.url, "--control-url", self.mock.url]):
            process, result = programs.run_with_result(*options, "--read-only", env=KEY)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            methods = {exchange["method"] for scenario in result["scenarios"]
                       for step in scenario["steps"] for exchange in step["exchanges"]}
            self.assertEqual(methods, {"GET"})
            reasons = {scenario["reason"] for scenario in result["scenarios"] if scenario["verdict"] == "skipped"}
            self.assertIn("would write: not with --read-only", reasons)

    def test_cleanup_without_journals_deletes_nothing(self):
        os.mkdir(self.journals)
        process = self.cleanup()
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("0 deleted", process.stdout)

    def test_wrong_usage_exits_with_2(self):
        for arguments in (["cleanup", "--journal-dir", self.journals], ["cleanup", self.journals + "/none.jsonl"],
                          ["cleanup", "--nonsense"]):
            process = programs.run(*arguments)
            self.assertEqual(process.returncode, 2, f"{arguments}: {process.stdout}")
            self.assertTrue(process.stderr.strip(), arguments)


class JournalsThatAreHardToClean(MockWithoutControl):
    """Journals for which clean-up once ended with exit code 1 for ever."""

    def kill_before_the_response(self, *options):
        """Kills a run whose create has been executed, but not answered."""
        with WithholdingProxy(self.mock) as proxy:
            with running(*self.target_options(proxy.url), *options, suite_in(self.folder),
                         env={**KEY, "PRIVATE_NAME": "of-a-variable"}) as runner:
                self.assertTrue(proxy.withheld.wait(programs.DEADLINE_S))
                runner.kill()
            self.proxy_url = proxy.url
        return deployments(self.mock)

    def clean_at_proxy(self, *options):
        with WithholdingProxy(self.mock) as proxy:
            for name in os.listdir(self.journals):  # the run was at another port
                path = os.path.join(self.journals, name)
                with open(path, encoding="utf-8") as file:
                    text = file.read().replace(self.proxy_url, proxy.url)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                os.utime(path, (time.time() - 3600, time.time() - 3600))
            self.proxy_url = proxy.url
            return self.cleanup("--url", proxy.url, *options)

    def delete(self, deployment):
        request = urllib.request.Request(f"{self.mock.url}/v2/deployments/{deployment}", method="DELETE",
                                         headers={"X-Api-Key": KEY["PLUMBLINE_API_KEY"]})
        with urllib.request.urlopen(request, timeout=10):
            pass

    def test_an_own_name_without_id_is_resolved_by_listing(self):
        left, = self.kill_before_the_response("--input", "name=of-my-own")
        ambiguous = self.clean_at_proxy()
        self.assertEqual(ambiguous.returncode, 1, ambiguous.stdout + ambiguous.stderr)
        self.assertIn(f"perhaps by the run: {left} (of-my-own): check them", ambiguous.stdout)
        self.assertIn("plumbline cleanup --forget ", ambiguous.stderr)
        self.assertEqual(deployments(self.mock), [left], "it may be somebody else's")
        self.delete(left)
        urllib.request.urlopen(urllib.request.Request(f"{self.mock.url}/v2/deployments/{left}",
                                                      headers={"X-Api-Key": KEY["PLUMBLINE_API_KEY"]}), timeout=10).close()
        resolved = self.clean_at_proxy()
        self.assertEqual(resolved.returncode, 0, resolved.stdout + resolved.stderr)
        self.assertIn("absent  deployment of unknown id (of-my-own)", resolved.stdout)
        self.assertEqual(os.listdir(self.journals), [])

    def test_an_intent_without_name_is_resolved_by_listing(self):
        left, = self.kill_before_the_response("--input", 'name=""')
        ambiguous = self.clean_at_proxy()
        self.assertEqual(ambiguous.returncode, 1, ambiguous.stdout + ambiguous.stderr)
        self.assertIn(left, ambiguous.stdout)
        self.assertEqual(deployments(self.mock), [left])

    def test_a_name_from_a_variable_is_not_in_the_journal(self):
        left, = self.kill_before_the_response("--input", "name=env:PRIVATE_NAME")
        self.assertNotIn("of-a-variable", journal_text(self.journals))
        self.assertIn(left, self.clean_at_proxy().stdout)

    def test_a_journal_is_forgotten(self):
        left, = self.kill_before_the_response("--input", "name=of-my-own")
        name, = os.listdir(self.journals)
        path = os.path.join(self.journals, name)
        process = programs.run("cleanup", "--forget", path)
        self.assertEqual(process.returncode, 0, process.stderr)
        self.assertIn("forgets deployment of unknown id (of-my-own)", process.stdout)
        self.assertEqual(os.listdir(self.journals), [])
        self.assertEqual(deployments(self.mock), [left])
        for arguments in (["--forget", path], ["--forget", path, "--wait"], ["--forget"], ["--wait-deadline", "1"],
                          [path, "--forget", path]):
            process = programs.run("cleanup", *arguments)
            self.assertEqual(process.returncode, 2, f"{arguments}: {process.stdout}")
            self.assertTrue(process.stderr.strip(), arguments)

    def test_cleanup_waits_for_a_running_run(self):
        slow = ["--poll-interval", "60", "--poll-deadline", "600"]
        with running(*self.target_options(), *slow, suite_in(self.folder, polled=299)) as runner:
            programs.wait_until(lambda: '"created"' in journal_text(self.journals), "a deployment is created")
            waiting = subprocess.Popen([programs.PLUMBLINE, "cleanup", "--journal-dir", self.journals, "--url",
                                        self.mock.url, "--wait"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                       text=True, env={**os.environ, **KEY})
            line = waiting.stdout.readline()
            self.assertIn("its run is still in progress", line)
            runner.kill()
            output, errors = waiting.communicate(timeout=programs.DEADLINE_S)
        self.assertEqual(waiting.returncode, 0, output + errors)
        self.assertIn("deleted deployment", output)
        self.assertEqual(deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_cleanup_waits_until_a_deletion_succeeds(self):
        with RefusingProxy(self.mock) as proxy:
            programs.run("run", *self.target_options(proxy.url), suite_in(self.folder, expected=422), env=KEY)
            short = self.cleanup("--url", proxy.url, "--wait", "--wait-deadline", "0.1")
            self.assertEqual(short.returncode, 1, short.stdout)
            self.assertIn("DELETE returned 500", short.stdout)
            waiting = subprocess.Popen([programs.PLUMBLINE, "cleanup", "--journal-dir", self.journals, "--url",
                                        proxy.url, "--wait"], stdout=subprocess.PIPE, text=True,
                                       env={**os.environ, **KEY})
            self.assertIn("waits   deployment", waiting.stdout.readline())
            proxy.refuses_deletes = False
            output, _ = waiting.communicate(timeout=programs.DEADLINE_S)
        self.assertEqual(waiting.returncode, 0, output)
        self.assertEqual(deployments(self.mock), [])

    def test_files_of_killed_programs_are_reported_and_removed(self):
        os.mkdir(self.journals)
        paths = [os.path.join(self.journals, name) for name in ("20260102T030405-1a2b3c4d.jsonl.part", "empty.jsonl")]
        for path in paths:
            with open(path, "w", encoding="utf-8"):
                pass
        process = self.cleanup()
        self.assertEqual(process.returncode, 0, process.stderr)
        for path in paths:
            self.assertIn(f"removed {path}: ", process.stdout)
        self.assertEqual(os.listdir(self.journals), [])

        report = os.path.join(self.folder, "reports", "result.json.part")
        os.mkdir(os.path.dirname(report))
        with open(report, "w", encoding="utf-8") as file:
            file.write("{")
        process = programs.run("run", "--url", self.mock.url, "--only", "environment/*", "--format", "text", "--report-dir",
                               os.path.dirname(report), env=KEY)
        self.assertIn(f"plumbline: removed {report}: ", process.stderr)
        self.assertFalse(os.path.exists(report))


class CleanUpWithOtherNames(MockWithoutControl):
    """The journal has the suites' names, whatever names the target uses."""

    vocabulary = ["--vocabulary", programs.OTHER_NAMES]

    def left(self):
        return deployments(self.mock, "/api/v3/applications", "items")

    def test_a_run_deletes_what_its_suites_leave(self):
        process, result = programs.run_with_result(*self.target_options(), suite_in(self.folder, expected=422), env=KEY)
        self.assertEqual(process.returncode, 1, "a create that should have been refused succeeded")
        steps = result["scenarios"][0]["steps"]
        self.assertEqual([step["id"] for step in steps], ["create", "clean-up"])
        self.assertIn("/api/v3/applications/", steps[-1]["exchanges"][0]["url"])
        self.assertEqual(self.left(), [])

    def test_a_run_killed_before_the_id_came_is_cleaned_up_by_name(self):
        with WithholdingProxy(self.mock) as proxy:
            with running(*self.target_options(proxy.url), suite_in(self.folder)) as runner:
                self.assertTrue(proxy.withheld.wait(programs.DEADLINE_S))
                runner.kill()
            self.assertEqual(len(self.left()), 1)
            cleaned = self.cleanup("--url", proxy.url)
        self.assertEqual(cleaned.returncode, 0, cleaned.stdout + cleaned.stderr)
        self.assertEqual(self.left(), [])
        self.assertEqual(os.listdir(self.journals), [])


if __name__ == "__main__":
    unittest.main()
