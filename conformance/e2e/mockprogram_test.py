"""Start, listening and end of mock and runner."""

import json
import os
import shutil
import signal
import tempfile
import unittest
import urllib.request

import programs
import verdicts

DOCUMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "spec", "documents")


class MockProgram(unittest.TestCase):
    def test_prints_its_address_first(self):
        with programs.Mock() as mock:
            self.assertRegex(mock.first_line, r"^listening on http://127\.0\.0\.1:\d+$")
            with urllib.request.urlopen(mock.url + "/_plumbline/health", timeout=10) as response:
                self.assertEqual(response.status, 200)

    def test_pages_of_an_allowed_origin_may_use_it(self):
        page = {"Origin": "http://localhost:3000", "Content-Type": "application/json", "X-Api-Key": "plumbline-dev-key"}
        run = json.dumps({"assistant_id": "agent", "stream_mode": "values"}).encode()
        with programs.Mock("--cors", "http://localhost:3000") as mock:
            for method, path, body, status in (("OPTIONS", "/runs/stream", None, 204), ("POST", "/runs/stream", run, 200),
                                               ("GET", "/v2/deployments", None, 200)):
                asked = {"Access-Control-Request-Method": "POST"} if method == "OPTIONS" else {}
                request = urllib.request.Request(mock.url + path, body, {**page, **asked}, method=method)
                with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as response:
                    self.assertEqual(response.status, status)
                    self.assertEqual(response.headers["Access-Control-Allow-Origin"], "http://localhost:3000")
                    self.assertTrue(response.read() or method == "OPTIONS")

    def test_ends_if_it_cannot_print_its_address(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            process = programs.subprocess.run(
                [programs.MOCK, "--port", "0"], stdout=full, stderr=programs.subprocess.PIPE, text=True,
                stdin=programs.subprocess.DEVNULL, timeout=programs.DEADLINE_S, check=False)
        self.assertEqual(process.returncode, 3)
        self.assertIn("cannot write the address of the mock to standard output", process.stderr)

    def test_a_reader_that_is_gone_ends_each_program_quietly(self):
        books = os.path.join(DOCUMENTS, "..", "..", "docs", "examples", "books.openapi.yaml")
        load = os.path.join(programs.BIN, "plumbline-load")
        for command in ([programs.MOCK, "--list-variants"], [programs.MOCK, "--list-faults"], [programs.MOCK, "--help"],
                        [programs.MOCK, "inspect", books], [programs.PLUMBLINE, "list"], [programs.PLUMBLINE, "--help"],
                        [programs.PLUMBLINE, "list", "--requirements"], [programs.PLUMBLINE, "run", "-vv", "--area", "bulk_export"],
                        [programs.PLUMBLINE, "new", "suite", books], [load, "--help"]):
            with self.subTest(command):
                reader, writer = os.pipe()
                os.close(reader)
                process = programs.subprocess.run(
                    command, stdout=writer, stderr=programs.subprocess.PIPE, stdin=programs.subprocess.DEVNULL,
                    timeout=programs.DEADLINE_S, check=False)
                os.close(writer)
                self.assertGreaterEqual(process.returncode, 0)
                self.assertNotIn(b"terminate", process.stderr)

    def test_refuses_documents_with_an_unsupported_schema(self):
        with tempfile.TemporaryDirectory() as folder:
            documents = os.path.join(folder, "documents")
            shutil.copytree(DOCUMENTS, documents)
            path = os.path.join(documents, "control_plane.openapi.yaml")
            with open(path, encoding="utf-8") as file:
                text = file.read()
            with open(path, "w", encoding="utf-8") as file:
                file.write(text.replace("    ListedDeployment:\n", "    ListedDeployment:\n      $recursiveRef: '#'\n"))
            mock = programs.run("--documents", documents, "--port", "0", "--exit-with-stdin", program=programs.MOCK)
            runner = programs.run("lint", "--documents", documents)
        for process in (mock, runner):
            self.assertEqual(process.returncode, 2)
            self.assertRegex(process.stderr, r"control_plane\.openapi\.yaml:\d+:\d+: \"\$recursiveRef\"")

    def test_writes_the_reports_even_if_standard_output_is_closed(self):
        reader, writer = os.pipe()
        os.close(reader)
        with tempfile.TemporaryDirectory() as folder, open(writer, "w", encoding="utf-8") as closed:
            process = programs.subprocess.run(
                [programs.PLUMBLINE, "run", "--only", "tags/*", "--report-dir", folder], stdout=closed,
                stderr=programs.subprocess.PIPE, text=True, stdin=programs.subprocess.DEVNULL,
                timeout=programs.DEADLINE_S, check=False)
            self.assertEqual(process.returncode, 0, process.stderr)
            self.assertNotIn("standard output", process.stderr)
            with open(os.path.join(folder, "result.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file)["exit_code"], 0)

    def test_runs_with_the_users_documents(self):
        process = programs.run("run", "--documents", DOCUMENTS, "--only", "tags/*")
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertIn("4 passed", process.stdout)

    def test_lists_requirements_that_are_only_observed(self):
        listing = programs.run("list", "--requirements").stdout
        self.assertRegex(listing, r"CP-AUTH-TENANT-ALONE .*\n(    .*\n)*    access/.* \(observes\)\n")

    def test_drains_and_exits_with_0_on_sigterm(self):
        with programs.Mock() as mock:
            mock.process.send_signal(signal.SIGTERM)
            self.assertEqual(mock.process.wait(timeout=programs.DEADLINE_S), 0)

    def test_refuses_an_unknown_fault_and_suggests_the_nearest(self):
        known = programs.run("--list-faults", program=programs.MOCK).stdout.split()[0]
        process = programs.run("--fault", known + "x", program=programs.MOCK)
        self.assertEqual(process.returncode, 2)
        self.assertIn(known, process.stderr)

    def start_run(self, folder, *mock_options):
        """Starts a run that waits for a minute, with a mock that writes its pid to a file, so that tests only affect their
        own processes. Returns the runner and a function that returns the pid."""
        script = os.path.join(folder, "mock")
        pid_file = os.path.join(folder, "pid")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\necho $$ > {pid_file}.new; mv {pid_file}.new {pid_file}\n'
                       f'exec {programs.MOCK} {" ".join(mock_options)} "$@"\n')
        os.chmod(script, 0o755)
        suite = os.path.join(folder, "wait.arazzo.yaml")
        with open(suite, "w", encoding="utf-8") as file:
            file.write(verdicts.WAITING_SUITE)
        runner = programs.subprocess.Popen(
            [programs.PLUMBLINE, "run", "--mock", script, "--poll-deadline", "60", "--poll-interval", "60", suite],
            stdout=programs.subprocess.DEVNULL, stderr=programs.subprocess.PIPE, text=True)

        def pid():
            programs.wait_until(lambda: os.path.exists(pid_file), "the mock starts")
            with open(pid_file, encoding="utf-8") as file:
                return int(file.read())

        return runner, pid

    def test_ends_when_its_runner_is_killed(self):
        with tempfile.TemporaryDirectory() as folder:
            runner, pid_of_mock = self.start_run(folder)
            with runner:
                pid = pid_of_mock()
                runner.kill()
            programs.wait_until(lambda: not os.path.exists(f"/proc/{pid}/exe"), "the mock ends")

    def test_a_run_reports_that_its_mock_has_died(self):
        with tempfile.TemporaryDirectory() as folder:
            runner, pid_of_mock = self.start_run(folder, "--verbose")
            with runner:
                for line in runner.stderr:
                    if "/v2/deployments" in line:  # during a scenario
                        break
                os.kill(pid_of_mock(), signal.SIGKILL)
                runner.send_signal(signal.SIGINT)  # otherwise it would wait for its next step
                errors = runner.communicate(timeout=programs.DEADLINE_S)[1]
            self.assertEqual(runner.returncode, 2, errors)
            self.assertIn("the mock ended during the run, killed by SIGKILL", errors)

    def test_an_interrupted_runner_still_reports(self):
        with tempfile.TemporaryDirectory() as folder, programs.Mock() as mock:
            suite = os.path.join(folder, "wait.arazzo.yaml")
            with open(suite, "w", encoding="utf-8") as file:
                file.write(verdicts.WAITING_SUITE)
            runner = programs.subprocess.Popen(
                [programs.PLUMBLINE, "run", "--url", mock.url, "--control-url", mock.url, "--poll-deadline", "60",
                 "--poll-interval", "60", suite],
                stdout=programs.subprocess.PIPE, stderr=programs.subprocess.DEVNULL, text=True)

            def has_begun():
                with urllib.request.urlopen(mock.url + "/_plumbline/health", timeout=10) as response:
                    return json.load(response).get("workspaces", 1) > 1

            programs.wait_until(has_begun, "the scenario begins")
            runner.send_signal(signal.SIGINT)
            output, _ = runner.communicate(timeout=programs.DEADLINE_S)
        self.assertEqual(runner.returncode, 130)
        self.assertIn("interrupted", output)
        self.assertRegex(output.rstrip().splitlines()[-1], verdicts.SUMMARY)


if __name__ == "__main__":
    unittest.main()
