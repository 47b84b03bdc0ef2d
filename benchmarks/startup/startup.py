"""Programs from their start: the mock to its first line, with its own documents, a small and a large one; the runner to its
end over suites of 10 and 500 steps, over all suites of the project, and with the result of these in all report forms."""

import os
import random
import select
import shutil
import signal
import statistics
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Callable, Iterator

import documents
import suites

ROOT = Path(__file__).resolve().parents[2]
DEADLINE_S = 30
# A repetition starts a program again until this time has passed, and has the mean.
REPETITION_S = 0.05
LARGE_DOCUMENT_BYTES = 5_000_000
FORMS = ("text", "json", "junit", "html", "markdown", "github", "sarif", "gitlab", "tap", "ctrf", "allure")


def cpu_ms(pid: int) -> float:
    """Returns the CPU time of a running process, as clock_getcpuclockid(3) makes its clock."""
    return time.clock_gettime((~pid << 3) | 2) * 1e3


def resident_MB(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


class Process:
    """A started program with its output in a pipe; killed at the end of the `with` block unless it has ended."""

    def __init__(self, command: list):
        self.command = list(map(str, command))
        self.output, end = os.pipe()
        null = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 2)]
        self.pid = os.posix_spawn(self.command[0], self.command, os.environ,
                                  file_actions=[*null, (os.POSIX_SPAWN_DUP2, end, 1)])
        os.close(end)
        self.has_ended = False

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_) -> None:
        if not self.has_ended:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        os.close(self.output)

    def await_readable(self, descriptor: int) -> None:
        if not select.select([descriptor], [], [], DEADLINE_S)[0]:
            raise SystemExit(f"scripts/benchmark: {self.command[0]} was not ready within {DEADLINE_S} s")

    def read_line(self) -> str:
        """Returns the first line; the programs write it in one piece."""
        self.await_readable(self.output)
        line, end, _ = os.read(self.output, 4096).decode().partition("\n")
        if not end:
            raise SystemExit(f"scripts/benchmark: {self.command[0]} did not print a line")
        return line

    def await_end(self) -> float:
        """Returns the CPU time that it used, in ms."""
        end = os.pidfd_open(self.pid)
        self.await_readable(end)
        os.close(end)
        _, status, used = os.wait4(self.pid, 0)
        self.has_ended = True
        if status:
            raise SystemExit(f"scripts/benchmark: {self.command[0]} did not end with exit code 0")
        return (used.ru_utime + used.ru_stime) * 1e3


def until_line(command: list) -> dict:
    start = time.perf_counter()
    with Process(command) as process:
        process.read_line()
        took = time.perf_counter() - start
        return {"real_time": took * 1e3, "cpu_ms": cpu_ms(process.pid), "resident_MB": resident_MB(process.pid)}


def until_exit(command: list, mock: int | None = None) -> dict:
    """Includes the CPU time of the mock, if its process id is given."""
    before = cpu_ms(mock) if mock else 0
    start = time.perf_counter()
    with Process(command) as process:
        used = process.await_end()
        took = time.perf_counter() - start
    return {"real_time": took * 1e3, "cpu_ms": used + (cpu_ms(mock) - before if mock else 0)}


def repeat(name: str, measure_once: Callable[[], dict]) -> dict:
    """Returns the row of one repetition."""
    end = time.monotonic() + REPETITION_S
    runs = [measure_once()]
    while time.monotonic() < end:
        runs.append(measure_once())
    return {"name": name, **{key: statistics.mean(run[key] for run in runs) for key in runs[0]}}


@contextmanager
def measurements(programs: Path) -> Iterator[dict[str, Callable[[], dict]]]:
    """Yields what is measured, by name. A mock runs meanwhile; its CPU time counts for the runner, not for the baselines."""
    # In memory: creating the hundreds of files of a report takes ten times as long on some disks.
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=memory if memory.is_dir() else None))
    try:
        with Process([programs / "plumbline-mock", "--port", "0"]) as mock:
            url = mock.read_line().rsplit(" ", 1)[1]
            port = url.rsplit(":", 1)[1]

            def requests(count: int) -> list:
                return [programs / "baseline_requests", port, "/_plumbline/health", count]

            def runner(name: str, suite: str) -> Callable[[], dict]:
                file = folder / f"{name}.arazzo.yaml"
                file.write_text(suite)
                command = [programs / "plumbline", "run", file, "--url", url, "--control-url", url, "--quiet",
                           "--report-dir", folder / "reports"]
                return lambda: until_exit(command, mock.pid)

            all_suites = [programs / "plumbline", "run", "--quiet"]

            def all_suites_merged(*options) -> Callable[[], dict]:
                return lambda: until_exit([programs / "plumbline", "report", "merge", "--quiet", shard / "result.json", *options])

            def mock_ready(*arguments) -> Callable[[], dict]:
                return lambda: until_line([programs / "plumbline-mock", "--port", "0", *arguments])

            large = folder / "large.openapi.yaml"
            large.write_text(documents.document(LARGE_DOCUMENT_BYTES))
            every_form = [text for form in FORMS for text in ("--format", form)]
            shard = folder / "shard"
            until_exit([*all_suites, "--shard", "1/1", "--report-dir", shard, "--format", "json"])
            contract = ROOT / "spec/documents/control_plane.openapi.yaml"
            yield {
                "baseline_work": lambda: until_exit([programs / "baseline_work"]),
                "baseline_line": lambda: until_line([programs / "baseline_line"]),
                "mock_ready": mock_ready(),
                "mock_ready_small_document": mock_ready(ROOT / "docs/examples/books.openapi.yaml"),
                "mock_ready_large_document": mock_ready(large),
                "baseline_10_requests": lambda: until_exit(requests(10)),
                "runner_10_steps": runner("10", suites.lifecycles(1, 2, contract)),
                "baseline_500_requests": lambda: until_exit(requests(500)),
                "runner_500_steps": runner("500", suites.lifecycles(100, 1, contract)),
                # The difference of the two is the cost of executing a step, without reading the text of the suite.
                "runner_100_reads": runner("100_reads", suites.reads(10, contract)),
                "runner_1100_reads": runner("1100_reads", suites.reads(110, contract)),
                "all_suites": lambda: until_exit(all_suites),
                # The difference of the two is the cost of the report forms, without a run: the work of runs differs by more
                # than the forms cost.
                "all_suites_merged": all_suites_merged(),
                "all_suites_reported": all_suites_merged("--report-dir", folder / "forms", *every_form)}
    finally:
        shutil.rmtree(folder)


def measure(programs: Path, repetitions: int) -> list[dict]:
    """Returns one row for each program and repetition, in random order."""
    with measurements(programs.resolve()) as measured:
        return [repeat(name, measured[name]) for _ in range(repetitions) for name in random.sample(list(measured), len(measured))]
