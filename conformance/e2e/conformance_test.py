"""The main job end to end: the suites against the mock, embedded and separate, and the error paths."""

import functools
import json
import os
import re
import shutil
import signal
import socket
import tempfile
import unittest
import unittest.mock
import urllib.request

import programs

DOCUMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "spec", "documents")
SUMMARY = re.compile(
    r"^(\d+) passed, (\d+) failed, (\d+) warned, (\d+) deviated, (\d+) fixed, (\d+) observed, "
    r"(\d+) skipped, (\d+) not_run$"
)


def summary_of(process):
    last = process.stdout.rstrip("\n").splitlines()[-1]
    match = SUMMARY.match(last)
    assert match, f"the last line is no summary: {last!r}\n{process.stderr}"
    return [int(number) for number in match.groups()]


def verdicts(result):
    return [(scenario["name"], scenario["verdict"]) for scenario in result["scenarios"]]


def reasons_of_skips(result):
    return {scenario["name"]: scenario["reason"] for scenario in result["scenarios"] if scenario["verdict"] == "skipped"}


# The inputs of a mock's world that a profile can name.
EXPORTS = ("export_id", "cancel_export_id")
ASSISTANTS = ("assistant_id", "input", "slow_assistant_id", "slow_input")


def picked(inputs, names):
    return {name: inputs[name] for name in names}


def graphs_of(workspace):
    """The words that name the mock's graphs, which no profile does."""
    graphs = [(name, value) for name, value in workspace["inputs"].items() if name.startswith("graph_")]
    return [word for name, value in graphs for word in ("--input", f"{name}={value}")]


def profile_of(url, workspace):
    """The target profile that tells of a mock's workspace as one would of a real service."""
    return {
        "urls": {"all": url},
        "credentials": {
            "api_key_env": "OUR_KEY",
            "tenant_id": workspace["tenant_id"],
            "other": {"api_key_env": "OTHER_KEY", "tenant_id": workspace["other_tenant"]["tenant_id"]},
        },
        "sources": workspace["sources"],
        "bulk_export": picked(workspace["inputs"], EXPORTS),
        "agent_streaming": picked(workspace["inputs"], ASSISTANTS),
        "poll": {"interval": "PT0.01S", "deadline": "PT30S"},
        "rate": {"requests_per_second": 0},
        "allow_writes": True,
    }


@functools.cache
def embedded_run():
    """Returns process and result of everything against the embedded mock: played once for all tests that look at it."""
    return programs.run_with_result()


class FaultlessMock(unittest.TestCase):
    def test_passes_everything(self):
        process, result = embedded_run()
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        passed, failed, warned, *_, not_run = summary_of(process)
        self.assertGreater(passed, 0)
        self.assertEqual([failed, warned, not_run], [0, 0, 0])
        self.assertLessEqual({verdict for _, verdict in verdicts(result)}, {"passed", "skipped"})

    def test_passes_everything_self_hosted(self):
        process, result = programs.run_with_result("--world", "self_hosted", "--strict")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertLessEqual({verdict for _, verdict in verdicts(result)}, {"passed", "skipped"})

    def test_plays_every_scenario_in_one_run(self):
        _, result = embedded_run()
        self.assertEqual({verdict for _, verdict in verdicts(result)}, {"passed"})

    def test_keeps_to_the_world_or_hosting_that_is_asked_for(self):
        words = ["--only", "resource_spec/*", "--only", "tags/*"]
        process, embedded = programs.run_with_result("--world", "cloud", *words)
        self.assertRegex(process.stdout, r"not exercised: .*CP-RS-.*what checks it was skipped: needs the input ")
        with programs.Mock() as mock:
            _, apart = programs.run_with_result(
                "--url", mock.url, "--control-url", mock.url, "--hosting", "self_hosted", *words)
        for result, suite in ((embedded, "resource_spec"), (apart, "tags")):
            skipped = {name for name, verdict in verdicts(result) if verdict == "skipped"}
            self.assertEqual(skipped, {name for name, _ in verdicts(result) if name.startswith(suite + "/")})

    def test_calls_a_self_hosted_installation_under_its_prefix(self):
        _, result = programs.run_with_result("--only", "self_hosted/*")
        urls = [e["url"] for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]]
        self.assertEqual([url for url in urls if not re.search(r"/w/[^/]+/api-host/v2/", url)], [])
        outcomes = {row["id"]: row["outcome"] for row in result["requirements"]}
        self.assertEqual(outcomes["CP-BASE-PREFIX"], "verified")

    def test_leaves_no_requirement_unexercised(self):
        _, result = embedded_run()
        left = [row["id"] for row in result["requirements"] if row["outcome"] == "not_exercised"]
        self.assertEqual(left, [])
        self.assertGreater(sum(row["outcome"] == "verified" for row in result["requirements"]), 200)

    def test_names_a_check_for_whatever_can_be_checked(self):
        listing = programs.run("list", "--requirements").stdout
        self.assertIn("every createDeployment", listing)
        self.assertNotIn("nothing checks it", listing)

    def test_gives_the_same_verdicts_when_it_runs_apart(self):
        _, embedded = embedded_run()
        with programs.Mock() as mock:
            process, apart = programs.run_with_result("--url", mock.url, "--control-url", mock.url)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(verdicts(embedded), verdicts(apart))

    def test_gives_the_same_verdicts_behind_a_base_path(self):
        _, embedded = embedded_run()
        with programs.Mock("--base-path", "/api-host") as mock:
            process, prefixed = programs.run_with_result(
                "--url", mock.url + "/api-host", "--control-url", mock.url
            )
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(verdicts(embedded), verdicts(prefixed))

    def test_is_stable_over_jobs(self):
        runs = {str(verdicts(programs.run_with_result("--jobs", jobs)[1])) for jobs in ("1", "4", "8")}
        self.assertEqual(len(runs), 1)

    def test_gives_the_same_verdicts_as_a_real_target_with_a_profile(self):
        """No control interface, no workspaces: what a profile says is all that the runner knows."""
        _, embedded = programs.run_with_result("--world", "cloud", "--generated", "none")
        with programs.Mock() as mock, tempfile.TemporaryDirectory() as folder:
            with urllib.request.urlopen(mock.url + "/_plumbline/workspaces/default", timeout=10) as answer:
                workspace = json.load(answer)
            profile = os.path.join(folder, "profile.json")
            with open(profile, "w", encoding="utf-8") as file:
                json.dump(profile_of(mock.url, workspace), file)
            keys = {"OUR_KEY": workspace["api_key"], "OTHER_KEY": workspace["other_tenant"]["api_key"]}
            with unittest.mock.patch.dict(os.environ, keys):
                process, result = programs.run_with_result("--target", profile, *graphs_of(workspace))
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        skipped = {name for name, reason in reasons_of_skips(result).items() if reason == "needs control"}
        self.assertLessEqual({"push_events/build-on-push", "bulk_export_life/completes"}, skipped)
        self.assertEqual([one for one in verdicts(embedded) if one[0] not in skipped],
                         [one for one in verdicts(result) if one[0] not in skipped])

    def test_writes_nothing_where_it_may_not(self):
        with programs.Mock() as mock:
            process, result = programs.run_with_result("--url", mock.url, "--max-rate", "0")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        methods = {
            exchange["method"]
            for scenario in result["scenarios"]
            for step in scenario["steps"]
            for exchange in step["exchanges"]
        }
        self.assertLessEqual(methods, {"GET", "HEAD"})
        self.assertIn("skipped", {verdict for _, verdict in verdicts(result)})



class OtherNames(unittest.TestCase):
    def run_against(self, mock_words, runner_words):
        with programs.Mock(*mock_words) as mock:
            return programs.run_with_result("--url", mock.url, "--control-url", mock.url, *runner_words)

    def test_change_no_verdict(self):
        for world in ("cloud", "self_hosted"):
            _, ours = self.run_against(["--world", world], [])
            words = ["--vocabulary", programs.OTHER_NAMES]
            process, theirs = self.run_against(["--world", world, *words], words)
            self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
            self.assertEqual(verdicts(ours), verdicts(theirs))
            self.assertIn("passed", {verdict for _, verdict in verdicts(theirs)})

    def test_change_no_verdict_on_the_embedded_mock(self):
        _, ours = embedded_run()
        process, theirs = programs.run_with_result("--vocabulary", programs.OTHER_NAMES)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(verdicts(ours), verdicts(theirs))

    def test_are_what_the_report_shows(self):
        words = ["--vocabulary", programs.OTHER_NAMES]
        _, result = self.run_against(words, [*words, "--only", "lifecycle/*"])
        exchanges = [e for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]]
        created = next(e for e in exchanges if e["method"] == "POST")
        self.assertTrue(created["url"].endswith("/api/v3/applications"), created["url"])
        self.assertIn('"workflow_file"', created["curl"])
        self.assertIn('"newest_revision_id"', created["response_excerpt"])
        self.assertNotIn("/v2/deployments", json.dumps(exchanges))

    def test_fail_where_only_one_side_knows_them(self):
        words = ["--vocabulary", programs.OTHER_NAMES]
        for mock_words, runner_words in ((words, []), ([], words)):
            process, result = self.run_against(mock_words, [*runner_words, "--only", "lifecycle/create-*"])
            self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
            findings = [f for s in result["scenarios"] for step in s["steps"] for f in step["findings"]]
            first = findings[0]
            self.assertIn("CP-EP-CREATE", first["requirements"])
            self.assertEqual(first["got"], "$statusCode is 404")

    def test_fail_by_the_field_that_only_one_side_knows(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "names.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("fields: { graph_config_path: workflow_file }\n")
            process, result = self.run_against(["--vocabulary", path], ["--only", "lifecycle/create-*"])
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        excerpts = [e["response_excerpt"] for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]]
        self.assertIn('["body","source_revision_config","workflow_file"]', excerpts[0])

    def test_that_are_wrong_end_both_programs_with_2_and_their_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "names.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("fields:\n  graph_config_pth: workflow_file\n")
            for process in (programs.run("run", "--vocabulary", path),
                            programs.run("run", "--url", "http://127.0.0.1:1", "--vocabulary", path),
                            programs.run("--vocabulary", path, program=programs.MOCK)):
                self.assertEqual(process.returncode, 2, process.stdout + process.stderr)
                self.assertIn(path + ":2:3: ", process.stderr)
                self.assertIn("graph_config_path", process.stderr)

    def test_of_the_key_header_keep_the_key_out_of_every_output(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            path = os.path.join(folder, "names.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write("headers: { X-Api-Key: X-Other-Key }\n")
            process = programs.run("run", "--url", mock.url, "--allow-writes", "--vocabulary", path,
                                   "--report-dir", os.path.join(folder, "reports"),
                                   env={"PLUMBLINE_API_KEY": "not-the-key-at-all"})
            self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
            texts = [process.stdout, process.stderr]
            for name in os.listdir(os.path.join(folder, "reports")):
                with open(os.path.join(folder, "reports", name), encoding="utf-8") as file:
                    texts.append(file.read())
        self.assertIn('-H "X-Other-Key: $PLUMBLINE_API_KEY"', "".join(texts))
        self.assertNotIn("not-the-key-at-all", "".join(texts))


class MockProgram(unittest.TestCase):
    def test_says_where_it_listens_first(self):
        with programs.Mock() as mock:
            self.assertRegex(mock.first_line, r"^listening on http://127\.0\.0\.1:\d+$")
            with urllib.request.urlopen(mock.url + "/_plumbline/health", timeout=10) as answer:
                self.assertEqual(answer.status, 200)

    def test_ends_where_it_cannot_say_on_which_port_it_listens(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = programs.subprocess.run(
                [programs.MOCK, "--port", "0"], stdout=full, stderr=programs.subprocess.PIPE, text=True,
                stdin=programs.subprocess.DEVNULL, timeout=programs.DEADLINE_S, check=False)
        self.assertEqual(process.returncode, 3)
        self.assertIn("cannot write to standard output", process.stderr)

    def test_refuses_documents_with_a_schema_it_cannot_judge(self):
        with tempfile.TemporaryDirectory() as folder:
            documents = os.path.join(folder, "documents")
            shutil.copytree(DOCUMENTS, documents)
            path = os.path.join(documents, "control_plane.openapi.yaml")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace("    ListedDeployment:\n", "    ListedDeployment:\n      unevaluatedItems: false\n"))
            mock = programs.run("--documents", documents, "--port", "0", "--exit-with-stdin", program=programs.MOCK)
            runner = programs.run("lint", "--documents", documents)
        for process in (mock, runner):
            self.assertEqual(process.returncode, 2)
            self.assertRegex(process.stderr, r"control_plane\.openapi\.yaml:\d+:\d+: \"unevaluatedItems\"")

    def test_writes_the_reports_also_where_nobody_reads_what_it_prints(self):
        reader, writer = os.pipe()
        os.close(reader)
        with tempfile.TemporaryDirectory() as folder, open(writer, "w", encoding="utf-8") as closed:
            process = programs.subprocess.run(
                [programs.PLUMBLINE, "run", "--only", "tags/*", "--report-dir", folder], stdout=closed,
                stderr=programs.subprocess.PIPE, text=True, stdin=programs.subprocess.DEVNULL,
                timeout=programs.DEADLINE_S, check=False)
            self.assertEqual(process.returncode, 2)
            self.assertIn("cannot write the report to standard output", process.stderr)
            with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["exit_code"], 0)

    def test_plays_by_documents_of_the_users_own(self):
        process = programs.run("run", "--documents", DOCUMENTS, "--only", "tags/*")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("4 passed", process.stdout)

    def test_lists_what_is_only_observed(self):
        listing = programs.run("list", "--requirements").stdout
        self.assertRegex(listing, r"CP-AUTH-TENANT-ALONE .*\n(    .*\n)*    access/.* \(observes\)\n")

    def test_drains_and_exits_with_0_on_sigterm(self):
        with programs.Mock() as mock:
            mock.process.send_signal(signal.SIGTERM)
            self.assertEqual(mock.process.wait(timeout=programs.DEADLINE_S), 0)

    def test_refuses_an_unknown_fault_with_the_nearest(self):
        known = programs.run("--list-faults", program=programs.MOCK).stdout.split()[0]
        process = programs.run("--fault", known + "x", program=programs.MOCK)
        self.assertEqual(process.returncode, 2)
        self.assertIn(known, process.stderr)

    def test_ends_with_a_runner_that_is_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            # a mock that tells its pid, so that this test ends or watches no process but its own
            script = os.path.join(folder, "mock")
            pid_file = os.path.join(folder, "pid")
            with open(script, "w", encoding="utf-8") as file:
                file.write(f'#!/bin/sh\necho $$ > {pid_file}.new; mv {pid_file}.new {pid_file}\n'
                           f'exec {programs.MOCK} "$@"\n')
            os.chmod(script, 0o755)
            suite = os.path.join(folder, "wait.arazzo.yaml")
            with open(suite, "w", encoding="utf-8") as file:
                file.write(WAITING_SUITE)
            runner = programs.subprocess.Popen(
                [programs.PLUMBLINE, "run", "--mock", script, "--poll-deadline", "60", "--poll-interval", "60", suite],
                stdout=programs.subprocess.DEVNULL, stderr=programs.subprocess.DEVNULL)
            programs.wait_until(lambda: os.path.exists(pid_file), "the mock starts")
            with open(pid_file, encoding="utf-8") as file:
                pid = int(file.read())
            runner.kill()
            runner.wait(timeout=programs.DEADLINE_S)
            programs.wait_until(lambda: not os.path.exists(f"/proc/{pid}/exe"), "the mock ends")


    def test_an_interrupted_runner_still_reports(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            suite = os.path.join(folder, "wait.arazzo.yaml")
            with open(suite, "w", encoding="utf-8") as file:
                file.write(WAITING_SUITE)
            runner = programs.subprocess.Popen(
                [programs.PLUMBLINE, "run", "--url", mock.url, "--control-url", mock.url, "--poll-deadline", "60",
                 "--poll-interval", "60", suite],
                stdout=programs.subprocess.PIPE, stderr=programs.subprocess.DEVNULL, text=True)

            def has_begun():
                with urllib.request.urlopen(mock.url + "/_plumbline/health", timeout=10) as answer:
                    return json.load(answer).get("workspaces", 1) > 1

            programs.wait_until(has_begun, "the scenario begins")
            runner.send_signal(signal.SIGINT)
            output, _ = runner.communicate(timeout=programs.DEADLINE_S)
        self.assertEqual(runner.returncode, 1)
        self.assertIn("interrupted", output)
        self.assertRegex(output.rstrip().splitlines()[-1], SUMMARY)


WAITING_SUITE = """
arazzo: 1.1.0
info: { title: waits, version: '1' }
sourceDescriptions: [ { name: api, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: waits
    inputs: { type: object, properties: { api_key: { type: string } } }
    parameters: [ { name: X-Api-Key, in: header, value: $inputs.api_key } ]
    steps:
      - stepId: list
        operationId: listDeployments
        successCriteria: [ { condition: $statusCode == 299 } ]
        onFailure: [ { name: again, type: retry, retryAfter: 60, retryLimit: 10 } ]
"""


class ErrorPaths(unittest.TestCase):
    def test_an_unreachable_target_exits_with_3(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))  # bound, not listening: connections are refused
            url = f"http://127.0.0.1:{taken.getsockname()[1]}"
            process = programs.run("run", "--url", url)
        self.assertEqual(process.returncode, 3, process.stdout)
        self.assertIn(url.removeprefix("http://"), process.stderr)
        *counts, not_run = summary_of(process)
        self.assertEqual(counts, [0] * 7)
        self.assertGreater(not_run, 0)

    def test_reports_of_an_unreachable_target_say_that_nothing_was_run(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            url = f"http://127.0.0.1:{taken.getsockname()[1]}"
            process, result = programs.run_with_result("--url", url)
        self.assertEqual(process.returncode, 3, process.stdout)
        self.assertEqual(result["exit_code"], 3)
        self.assertTrue(result["nothing_answered"])
        self.assertEqual({verdict for _, verdict in verdicts(result)}, {"not_run"})

    def test_a_target_that_never_answers_exits_with_3_within_its_deadline(self):
        with socket.socket() as silent:
            silent.bind(("127.0.0.1", 0))
            silent.listen()
            url = f"http://127.0.0.1:{silent.getsockname()[1]}"
            process = programs.run("run", "--url", url, "--timeout", "0.2")
        self.assertEqual(process.returncode, 3, process.stdout)

    def test_a_broken_suite_exits_with_2_and_names_its_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "broken.arazzo.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(WAITING_SUITE.replace("listDeployments", "listDeployment"))
            for command in ("run", "lint"):
                process = programs.run(command, path)
                self.assertEqual(process.returncode, 2, process.stdout)
                self.assertRegex(process.stdout + process.stderr, re.escape(path) + r":\d+:\d+: ")
                self.assertIn("listDeployments", process.stdout + process.stderr)

    def test_our_suites_lint_clean(self):
        process = programs.run("lint")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)

    def test_lint_tells_programs_what_it_tells_people(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a broken.arazzo.yaml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(WAITING_SUITE.replace("listDeployments", "listDeployment"))
            found = json.loads(self.lint_of(path, "json").stdout)["findings"]
            log = json.loads(self.lint_of(path, "sarif").stdout)
        self.assertIn((path, "error", "not_found"), [(one["file"], one["severity"], one["rule"]) for one in found])
        results = log["runs"][0]["results"]
        self.assertEqual(log["version"], "2.1.0")
        self.assertEqual([one["rule"] for one in found], [one["ruleId"] for one in results])
        place = results[0]["locations"][0]["physicalLocation"]
        self.assertTrue(place["artifactLocation"]["uri"].endswith("/a%20broken.arazzo.yaml"), place)
        self.assertEqual(place["region"], {"startLine": found[0]["line"], "startColumn": found[0]["column"]})

    def lint_of(self, path, form):
        process = programs.run("lint", "--format", form, path)
        self.assertEqual(process.returncode, 2, process.stderr)
        return process

    def test_usage_mistakes_exit_with_2(self):
        for words in (["run", "--jobs", "0"], ["run", "--nonsense"], ["run", "--only", "no-such-thing"],
                      ["run", "--url", "ftp://x"], ["run", "no-such-file.yaml"], ["run", "--input", "x"],
                      ["lint", "--format", "xml"], []):
            process = programs.run(*words)
            self.assertEqual(process.returncode, 2, f"{words}: {process.stdout}{process.stderr}")
            self.assertTrue(process.stderr.strip(), words)

    def test_secrets_stay_out_of_every_output(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            process = programs.run("run", "--url", mock.url, "--allow-writes", "--max-rate", "0", "--report-dir", folder,
                                   env={"PLUMBLINE_API_KEY": "not-the-key-at-all"})
            self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
            texts = [process.stdout, process.stderr]
            for name in os.listdir(folder):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    texts.append(file.read())
        self.assertNotIn("not-the-key-at-all", "".join(texts))


if __name__ == "__main__":
    unittest.main()
