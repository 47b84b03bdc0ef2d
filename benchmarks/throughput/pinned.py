"""Runs servers on one core and clients on another, so that they do not share CPU time."""

import json
import os
import resource
import select
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator, NamedTuple

DEADLINE_S = 60
# A run is disturbed if a side waited for its core for more than WAITED of the time, or neither was busy for BUSY of it.
WAITED = 0.1
BUSY = 0.9


class CpuUse(NamedTuple):
    """How long programs ran on and waited for their core, in seconds."""

    computed: float
    waited: float

    def __sub__(self, other: "CpuUse") -> "CpuUse":
        return CpuUse(self.computed - other.computed, self.waited - other.waited)


def cores() -> tuple[int, int]:
    """Returns the core of the servers and that of the clients; the same if there is only one."""
    allowed = sorted(os.sched_getaffinity(0))
    return allowed[0], allowed[1 % len(allowed)]


def pinned(core: int, command: list) -> list[str]:
    return ["taskset", "--cpu-list", str(core), *map(str, command)]


def cpu_use_of(pid: int) -> CpuUse:
    """Returns the CPU use of all threads of a process so far."""
    sums = [0, 0]
    for file in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        numbers = file.read_text().split()
        sums = [sums[0] + int(numbers[0]), sums[1] + int(numbers[1])]
    return CpuUse(sums[0] / 1e9, sums[1] / 1e9)


class Server(NamedTuple):
    port: int
    pid: int

    def cpu_use(self) -> CpuUse:
        return cpu_use_of(self.pid)

    def resident_MB(self) -> float:
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 1e6


@contextmanager
def server(command: list, port: int | None = None) -> Iterator[Server]:
    """Yields a listening program; its port is `port`, or at the end of its first line."""
    process = subprocess.Popen(pinned(cores()[0], command), stdout=subprocess.PIPE, text=True)
    try:
        actual_port = port or _port_in_first_line(process)
        _wait_until_it_accepts(process, actual_port)
        yield Server(actual_port, process.pid)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def _await_output(process: subprocess.Popen) -> None:
    if not select.select([process.stdout], [], [], DEADLINE_S)[0]:
        raise SystemExit(f"scripts/benchmark: {process.args[3]} printed no line within {DEADLINE_S} s")


def _port_in_first_line(process: subprocess.Popen) -> int:
    _await_output(process)
    line = process.stdout.readline().strip()
    if not line:
        raise SystemExit(f"scripts/benchmark: {process.args[3]} ended before it listened")
    return int(line.rsplit(":", 1)[1])


def _wait_until_it_accepts(process: subprocess.Popen, port: int) -> None:
    end = time.monotonic() + DEADLINE_S
    while process.poll() is None and time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.01)
    raise SystemExit(f"scripts/benchmark: {process.args[3]} does not listen on port {port}")


def free_port() -> int:
    """Returns a currently unused port, for a program that cannot choose one."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def client(command: list, **settings) -> tuple[str, CpuUse]:
    """Runs a client to its end; returns its (short) output and its CPU use."""
    def children_cpu_s() -> float:
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    before = children_cpu_s()
    with subprocess.Popen(pinned(cores()[1], command), stdout=subprocess.PIPE, text=True, **settings) as process:
        try:
            end = os.pidfd_open(process.pid)
            if not select.select([end], [], [], DEADLINE_S)[0]:
                raise SystemExit(f"scripts/benchmark: {command[0]} did not end within {DEADLINE_S} s")
            os.close(end)
            # The process has ended but is not reaped. Threads that ended before (wrk's) are missing in its statistics.
            waited = int(Path(f"/proc/{process.pid}/schedstat").read_text().split()[1]) / 1e9
            output = process.stdout.read()
        finally:
            process.kill()
    if process.returncode:
        raise SystemExit(f"scripts/benchmark: {command[0]} failed with {process.returncode}")
    return output, CpuUse(children_cpu_s() - before, waited)


class Reading(NamedTuple):
    """What a baseline reader measured, and for how long; the CPU use meanwhile of its server and of itself."""

    figures: dict
    seconds: float
    server_use: CpuUse
    client_use: CpuUse


def read(server: Server, command: list) -> Reading:
    """Runs a reader, which prints a line when it begins to measure and its figures, as JSON, when it ends."""
    with subprocess.Popen(pinned(cores()[1], command), stdout=subprocess.PIPE, text=True) as process:
        try:
            _await_output(process)
            process.stdout.readline()
            begin, server_use, client_use = time.monotonic(), server.cpu_use(), cpu_use_of(process.pid)
            _await_output(process)
            seconds = time.monotonic() - begin
            server_use, client_use = server.cpu_use() - server_use, cpu_use_of(process.pid) - client_use
            output = process.stdout.read()
        finally:
            process.kill()
    if not output:
        raise SystemExit(f"scripts/benchmark: {command[0]} failed with {process.returncode}")
    return Reading(json.loads(output), seconds, server_use, client_use)


def is_delayed(use: CpuUse) -> bool:
    """Returns whether a mostly idle program waited for its core longer than it computed."""
    return use.waited > use.computed


def is_disturbed(server_use: CpuUse, client_use: CpuUse, seconds: float) -> bool:
    """Returns whether a side waited for its core, or neither side was busy."""
    waited = max(server_use.waited, client_use.waited)
    return waited > WAITED * seconds or max(server_use.computed, client_use.computed) < BUSY * seconds
