"""Starts the programs under test. Every wait has a deadline."""

import json
import os
import re
import select
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import time

DEADLINE_S = 60

# ctest names the programs of its build; `scripts/ci full` plays these tests with the release programs.
BIN = os.environ.get("PLUMBLINE_E2E_BIN") or os.environ["PLUMBLINE_BIN"]
PLUMBLINE = os.path.join(BIN, "plumbline")
MOCK = os.path.join(BIN, "plumbline-mock")
OTHER_NAMES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vocabularies", "other_names.json")

# The time at which the built-in worlds start. Their own deployments are older.
WORLD_START = "2026-01-05T09:00:00"

# Keep clean-up journals out of the user's home.
_STATE = tempfile.TemporaryDirectory()
os.environ["XDG_STATE_HOME"] = _STATE.name
# On that service, a run prints more than the tests expect: report_forms_test.py sets it.
os.environ.pop("GITHUB_ACTIONS", None)


def free_port():
    """Returns a currently unused port, for a program that cannot choose one."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def run(*arguments, env=None, program=PLUMBLINE, deadline_s=DEADLINE_S, cwd=None, text=None):
    """Runs a program to its end; returns the completed process with its output, and its errors without line breaks at 80
    columns. Its standard input is `text`, or empty."""
    process = subprocess.run(
        [program, *arguments],
        capture_output=True,
        text=True,
        timeout=deadline_s,
        env={**os.environ, **(env or {})},
        input=text or "",
        cwd=cwd,
        check=False,
    )
    process.stderr = unwrapped(process.stderr)
    return process


def unwrapped(text):
    """Returns the text of a report without its line breaks at 80 columns."""
    return re.sub(r"\n {4,}", " ", text)


def expanded(result):
    """Returns a result.json with the members that have their defaults, and texts instead of their indices."""
    texts = result.get("texts", [])

    def position(item):
        file, line, column = item.get("where", (None, 0, 0))
        item["where"] = {"file": "" if file is None else texts[file], "line": line, "column": column}

    for scenario in result["scenarios"]:
        scenario.update({"reason": "", "replayed": "", **scenario})
        position(scenario)
        for step in scenario["steps"]:
            step.update({"attempt": 1, "omitted_attempts": 0, "cleanup": False, "action": "", "verified": [], **step})
            step["verified"] = [texts[index] for index in step["verified"]]
            position(step)
            for exchange in step["exchanges"]:
                exchange.update({"curl": "", "response_excerpt": "", "streams": [], **exchange})
            for finding in step["findings"]:
                finding.update({"note": "", "deviations": [], **finding})
                position(finding)
    for row in result["requirements"]:
        row.update({"reason": "", "missing": "", "scenarios": [], **row})
        row["scenarios"] = [texts[index] for index in row["scenarios"]]
    return result


def read_result(path):
    """Reads a result.json, expanded."""
    with open(path, encoding="utf-8") as file:
        return expanded(json.load(file))


def run_with_result(*arguments, env=None, deadline_s=DEADLINE_S):
    """Runs `plumbline run`; returns the process and its JSON result, expanded."""
    with tempfile.TemporaryDirectory() as folder:
        process = run("run", "--report-dir", folder, "--format", "json", *arguments, env=env, deadline_s=deadline_s)
        path = os.path.join(folder, "result.json")
        if not os.path.exists(path):
            return process, None
        return process, read_result(path)


def is_sanitized():
    """Returns whether the programs have a sanitizer, which keeps freed memory."""
    with open(MOCK, "rb") as program:
        code = program.read()
    return b"__asan_init" in code or b"__tsan_init" in code


# A process inherits the figure of the one that starts it: this one is small.
MEASURE = """import os, sys
process = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(process, 0)
os.write(int(sys.argv[1]), str(usage.ru_maxrss).encode())
sys.exit(os.waitstatus_to_exitcode(status))"""


def run_measured(*arguments, cwd=None):
    """Runs `plumbline`; returns its exit code, its output with errors, and the most memory that it had, in MiB."""
    figure, end = os.pipe()
    with os.fdopen(figure) as kib:
        measuring = subprocess.Popen([sys.executable, "-I", "-S", "-c", MEASURE, str(end), PLUMBLINE, *arguments], cwd=cwd,
                                     pass_fds=[end], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                     text=True, start_new_session=True)
        os.close(end)
        try:
            output, _ = measuring.communicate(timeout=DEADLINE_S)
        except subprocess.TimeoutExpired:
            os.killpg(measuring.pid, signal.SIGKILL)  # the program as well
            measuring.wait()
            raise
        return measuring.returncode, output, int(kib.read()) / 1024


def serve_tls(folder, name="IP:127.0.0.1"):
    """Creates a self-signed certificate for a name; returns the files of certificate and key, and a server context."""
    cert, key = (os.path.join(folder, name) for name in ("cert.pem", "key.pem"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=test", "-addext", f"subjectAltName={name}", "-keyout", key, "-out", cert],
        check=True, capture_output=True, timeout=DEADLINE_S)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)
    return cert, key, context


def listed(option, words):
    """Returns {id: violated requirement ids} from a list of the mock, whose third lines begin with `words`."""
    listing = run(option, program=MOCK).stdout
    matches = re.findall(rf"^([a-z0-9-]+)\n    .*\n    (?:{words}) ?([A-Z0-9, -]*)$", listing, re.MULTILINE)
    return {one: set(filter(None, breaks.split(", "))) for one, breaks in matches}


def faults():
    return listed("--list-faults", "breaks")


def variants():
    return listed("--list-variants", "conforming|departs")


class Mock:
    """A plumbline-mock on a free port, ended with the `with` block."""

    def __init__(self, *options):
        self.options = options

    def __enter__(self):
        self.process = subprocess.Popen(
            [MOCK, "--port", "0", *self.options],
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        ready, _, _ = select.select([self.process.stdout], [], [], DEADLINE_S)
        if not ready:
            self.process.kill()
            raise AssertionError("the mock did not start")
        self.first_line = self.process.stdout.readline().rstrip("\n")
        self.url = self.first_line.removeprefix("listening on ")
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(timeout=DEADLINE_S)
        self.process.stdout.close()


def wait_until(condition, what):
    """Polls until the condition holds; fails after the deadline."""
    end = time.monotonic() + DEADLINE_S
    while time.monotonic() < end:
        if condition():
            return
        select.select([], [], [], 0.01)
    raise AssertionError(f"did not happen: {what}")
