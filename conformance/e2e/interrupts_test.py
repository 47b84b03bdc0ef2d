"""Runs whose terminal closes, whose reader ends or that are interrupted: reports are written, nothing is left."""

import fcntl
import json
import os
import pty
import signal
import subprocess
import termios
import unittest

import cleanup_test
import programs
import verdicts


def signals(process, kind):
    """Returns a set of signals of a process: pending (ShdPnd) or ignored (SigIgn) ones."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        mask = next(int(line.split()[1], 16) for line in file if line.startswith(kind))
    return {each for each in signal.Signals if mask >> (each - 1) & 1}


def take_terminal(descriptor):
    """Makes a terminal the controlling one of this new process."""
    os.setsid()
    fcntl.ioctl(descriptor, termios.TIOCSCTTY, 0)


class Interrupts(cleanup_test.MockWithoutControl):
    def setUp(self):
        super().setUp()
        self.reports = os.path.join(self.folder, "reports")

    def arguments(self, url=None):
        slow = ["--poll-interval", "60", "--poll-deadline", "600"]
        return [*self.target_options(url), *slow, "--report-dir", self.reports,
                cleanup_test.suite_in(self.folder, polled=299)]

    def wait_for_a_deployment(self):
        programs.wait_until(lambda: '"created"' in cleanup_test.journal_text(self.journals), "a deployment is created")

    def check_a_proper_end(self):
        with open(os.path.join(self.reports, "result.json"), encoding="utf-8") as file:
            scenario, = json.load(file)["scenarios"]
        self.assertEqual((scenario["verdict"], scenario["reason"]), ("not_run", "interrupted"))
        for name in ("result.txt", "junit.xml"):
            self.assertTrue(os.path.exists(os.path.join(self.reports, name)), name)
        self.assertEqual(cleanup_test.deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])

    def test_each_signal_ends_the_run_properly(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            self.reports = os.path.join(self.folder, number.name)
            with self.subTest(number.name), cleanup_test.running(*self.arguments()) as runner:
                self.wait_for_a_deployment()
                runner.send_signal(number)
                output, _ = runner.communicate(timeout=programs.DEADLINE_S)
                self.assertEqual(runner.returncode, 130)
                self.assertIn("interrupted", output)
                self.check_a_proper_end()

    def test_a_second_hangup_does_not_end_the_clean_up(self):
        with cleanup_test.WithholdingProxy(self.mock) as proxy:
            with cleanup_test.running(*self.arguments(proxy.url), "--timeout", "2") as runner:
                self.assertTrue(proxy.withheld.wait(programs.DEADLINE_S))
                for _ in range(2):
                    runner.send_signal(signal.SIGHUP)
                    programs.wait_until(lambda: not signals(runner, "ShdPnd"), "the signal is delivered")
                runner.communicate(timeout=programs.DEADLINE_S)
        self.assertEqual(runner.returncode, 130)
        self.assertTrue(os.path.exists(os.path.join(self.reports, "result.json")))

    def test_a_closed_terminal_ends_the_run_properly(self):
        screen, terminal = pty.openpty()
        with subprocess.Popen([programs.PLUMBLINE, "run", *self.arguments(), "--progress", "live"], stdin=terminal,
                              stdout=terminal, stderr=terminal, env={**os.environ, **cleanup_test.KEY, "TERM": "xterm"},
                              preexec_fn=lambda: take_terminal(terminal)) as runner:
            try:
                os.close(terminal)
                self.wait_for_a_deployment()
                os.close(screen)
                runner.wait(timeout=programs.DEADLINE_S)
            finally:
                runner.kill()
        self.assertEqual(runner.returncode, 130)
        self.check_a_proper_end()

    def test_nohup_is_respected(self):
        with subprocess.Popen([programs.PLUMBLINE, "run", *self.arguments()], stdout=subprocess.PIPE, text=True,
                              stderr=subprocess.DEVNULL, env={**os.environ, **cleanup_test.KEY},
                              preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)) as runner:
            try:
                self.wait_for_a_deployment()
                self.assertIn(signal.SIGHUP, signals(runner, "SigIgn"))
                runner.send_signal(signal.SIGTERM)
                runner.communicate(timeout=programs.DEADLINE_S)
            finally:
                runner.kill()
        self.check_a_proper_end()


class ClosedOutput(cleanup_test.MockWithoutControl):
    def test_a_reader_that_ends_prevents_neither_reports_nor_clean_up(self):
        reports = os.path.join(self.folder, "reports")
        with cleanup_test.running(*self.target_options(), "--report-dir", reports, "--max-rate", "0",
                                  cleanup_test.suite_in(self.folder, expected=422)) as runner:
            runner.stdout.close()
            runner.wait(timeout=programs.DEADLINE_S)
            message = runner.stderr.read()
            runner.stdout = None
        self.assertEqual(runner.returncode, 1, "a scenario has failed")
        self.assertNotIn("standard output", message)
        with open(os.path.join(reports, "result.json"), encoding="utf-8") as file:
            self.assertEqual([verdict for _, verdict in verdicts.all_of(json.load(file))], ["failed"])
        self.assertEqual(cleanup_test.deployments(self.mock), [])
        self.assertEqual(os.listdir(self.journals), [])


if __name__ == "__main__":
    unittest.main()
