"""Servers on one core and clients on another, so that neither pays for the other's work unseen."""

import os
import resource
import select
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, NamedTuple

PATIENCE_S = 30
# Who waited for its core for more than this part of the time was disturbed; so was a run in which neither side was busy
# for most of it.
WAITED = 0.1
BUSY = 0.9


class Use(NamedTuple):
    """What programs got of their core, in seconds."""

    computed: float
    waited: float

    def __sub__(self, other: "Use") -> "Use":
        return Use(self.computed - other.computed, self.waited - other.waited)


def cores() -> tuple[int, int]:
    """Returns the core of the servers and that of the clients; the same where there is only one."""
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[0], allowed[1 % len(allowed)]


def pinned(core: int, command: list) -> list[str]:
    return ["taskset", "--cpu-list", str(core), *map(str, command)]


class Server(NamedTuple):
    port: int
    pid: int

    def use(self) -> Use:
        """Returns what all its threads have got so far."""
        sums = [0, 0]
        for file in Path(f"/proc/{self.pid}/task").glob("*/schedstat"):
            numbers = file.read_text().split()
            sums = [sums[0] + int(numbers[0]), sums[1] + int(numbers[1])]
        return Use(sums[0] / 1e9, sums[1] / 1e9)


@contextmanager
def server(command: list, port: int | None = None) -> Iterator[Server]:
    """Yields a program that listens: on the port that ends its first line, or on `port` soon."""
    process = subprocess.Popen(pinned(cores()[0], command), stdout=subprocess.PIPE, text=True)
    try:
        said = port or _port_in_first_line(process)
        _wait_until_it_answers(process, said)
        yield Server(said, process.pid)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _port_in_first_line(process: subprocess.Popen) -> int:
    if not select.select([process.stdout], [], [], PATIENCE_S)[0]:
        raise SystemExit(f"scripts/benchmark: {process.args[3]} said nothing for {PATIENCE_S} s")
    line = process.stdout.readline().strip()
    if not line:
        raise SystemExit(f"scripts/benchmark: {process.args[3]} ended before it listened")
    return int(line.rsplit(":", 1)[1])


def _wait_until_it_answers(process: subprocess.Popen, port: int) -> None:
    end = time.monotonic() + PATIENCE_S
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.01)
    raise SystemExit(f"scripts/benchmark: {process.args[3]} does not listen on port {port}")


def free_port() -> int:
    """Returns a port for a program that cannot choose one: nobody else had it a moment ago."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def client(command: list, **settings) -> tuple[str, Use]:
    """Runs a client to its end; returns the little it printed and what it got of its core."""
    def of_children() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = of_children()
    with subprocess.Popen(pinned(cores()[1], command), stdout=subprocess.PIPE, text=True, **settings) as process:
        try:
            end = os.pidfd_open(process.pid)
            if not select.select([end], [], [], PATIENCE_S)[0]:
                raise SystemExit(f"scripts/benchmark: {command[0]} did not end within {PATIENCE_S} s")
            os.close(end)
            # It has ended and is not yet forgotten. Threads that ended before are: wrk's, whose waiting nobody sees.
            waited = int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[1]) / 1e9
            output = process.stdout.read()
        finally:
            process.kill()
    if process.returncode:
        raise SystemExit(f"scripts/benchmark: {command[0]} failed with {process.returncode}")
    return output, Use(of_children() - before, waited)


def is_held_up(use: Use) -> bool:
    """Says whether a program that has little to do waited for its core longer than it computed."""
    return use.waited > use.computed


def is_disturbed(server_use: Use, client_use: Use, seconds: float) -> bool:
    """Says whether a side waited for its core, or neither was busy though both had all they needed."""
    waited = max(server_use.waited, client_use.waited)
    return waited > WAITED * seconds or max(server_use.computed, client_use.computed) < BUSY * seconds
