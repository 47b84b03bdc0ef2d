"""Streams at a steady pace: the mock, with one worker, beside the bare writer, in turns, with a core each for server and
client: else the kernel moves one to the other's core, and who of the two was late is chance.

Each row of limits.json opens so many streams of one event every `gap_ms` and listens for `seconds`; with `silent` there
is one more client, which asks for a flood and reads none of it. The ratios are medians of the mock's runs over medians
of the writer's: CPU time for an event, and how late the hundredth part of the events comes that comes latest, in the
median round of events. Over all rounds that is shown too; it says how often the machine stopped, of either program.
`runs` is how often a row is measured at most: one run says how much memory many streams need. A row without a limit of
lateness is not judged by it.
"""

import json
import resource
import statistics
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pinned

TARGETS = Path(__file__).with_name("limits.json")
PATIENCE_S = 120
TOKEN_BYTES = 20
FOR_EVER = 1_000_000
# What a program with streams has open besides them.
OTHER_FILES = 100
# A run in which the programs waited longer for a core than this part of the time was disturbed.
DISTURBED = 0.1
# A busy machine makes sending dearer, and the more so the more a program touches: what the caches lose.
CPU_ALLOWANCE = 1.4


@contextmanager
def server(command: list) -> tuple[str, int]:
    """Yields port and process id of a program whose first line ends in its port."""
    with subprocess.Popen(
            pinned.pinned(pinned.cores()[0], command), stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process.stdout.readline().strip().rsplit(":", 1)[1], process.pid
        finally:
            process.kill()


def request(payload: dict) -> str:
    body = json.dumps(payload)
    return ("POST /runs/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"x-api-key: plumbline-dev-key\r\nContent-Length: {len(body)}\r\n\r\n{body}")


def flood(**numbers: int) -> str:
    return request({"assistant_id": "flood", "stream_mode": "messages-tuple", "input": {"tokens": FOR_EVER, **numbers}})


def listen(programs: Path, folder: Path, command: list, shape: dict, silent: bool) -> dict:
    """Returns the driver's figures of one run against one server."""
    paced = folder / "paced"
    paced.write_text(flood(bytes=TOKEN_BYTES, pause_ms=shape["gap_ms"]))
    greedy = folder / "greedy"
    greedy.write_text(flood(bytes=1000))
    with server(command) as (port, pid):
        output = subprocess.run(
            pinned.pinned(pinned.cores()[1], [
                programs / "floor_stream_reader", port, paced, shape["streams"], shape["gap_ms"], shape["seconds"], pid,
                *([greedy] if silent else [])]),
            check=True, stdout=subprocess.PIPE, timeout=PATIENCE_S).stdout
    figures = json.loads(output)
    figures["disturbed"] = (
        figures["server_waited_ms"] + figures["own_waited_ms"] > DISTURBED * 1000 * shape["seconds"])
    expected = shape["streams"] * shape["seconds"] * 1000 / shape["gap_ms"]
    if figures["ended"] or not 0.9 * expected < figures["events"] < 1.1 * expected:
        raise SystemExit(f"scripts/benchmark: {command[0]}: {figures['events']} events of {expected:.0f}, "
                         f"{figures['ended']} streams ended: that is no steady pace")
    return figures


def raise_file_limit(streams: int) -> str:
    """Lets the programs that are started have as many open files as may be; says why that is too little, "" if it is not."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    wanted = streams + OTHER_FILES
    return "" if hard == resource.RLIM_INFINITY or hard >= wanted else (
        f"a program may have {hard} files open here, and {wanted} are needed: raise the hard limit (ulimit -Hn)")


def measure(programs: Path, repetitions: int) -> list[dict]:
    """Returns the figures of all runs: for each row as many of the writer as of the mock, taken in turns."""
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for name, target in json.loads(TARGETS.read_text()).items():
            shape = target["shape"]
            if why := raise_file_limit(shape["streams"]):
                runs.append({"row": name, "skipped": why})
                continue
            writer = [programs / "floor_stream_writer", str(shape["gap_ms"]), str(FOR_EVER), str(shape["event_bytes"])]
            mock = [programs / "plumbline-mock", "--port", "0", "--workers", "1"]
            for _ in range(min(repetitions, shape.get("runs", repetitions))):
                for side, command in (("floor", writer), ("mock", mock)):
                    silent = side == "mock" and shape.get("silent", False)
                    runs.append({"row": name, "side": side, **listen(programs, Path(folder), command, shape, silent)})
    return runs


def medians(runs: list[dict]) -> dict[str, float]:
    return {
        "cpu_us": statistics.median(1000 * run["server_cpu_ms"] / run["events"] for run in runs),
        "gap_p50_us": statistics.median(run["error_p50_us"] for run in runs),
        "gap_p99_us": statistics.median(run["error_p99_of_median_round_us"] for run in runs),
        "all_p99_us": statistics.median(run["error_p99_us"] for run in runs),
        "resident_MB": max(run["server_MB"] for run in runs)}


def judge(runs: list[dict], strict: bool) -> list[dict]:
    """Returns a line of figures for each row."""
    lines = []
    for name, target in json.loads(TARGETS.read_text()).items():
        of_row = [run for run in runs if run["row"] == name]
        if of_row and "skipped" in of_row[0]:
            lines.append({"name": name, "skipped": of_row[0]["skipped"], "missed": []})
            continue
        floor, mock = (medians([run for run in of_row if run["side"] == side]) for side in ("floor", "mock"))
        cpu = mock["cpu_us"] / floor["cpu_us"]
        gap = mock["gap_p99_us"] / floor["gap_p99_us"]
        missed = {
            "cpu": cpu > target["at_most_cpu_ratio"] * (1 if strict else CPU_ALLOWANCE),
            "gap_p99": strict and gap > target.get("at_most_gap_p99_ratio", gap),
            "memory": mock["resident_MB"] > target["at_most_resident_MB"]}
        lines.append({
            "name": name, "shape": target["shape"], "floor": floor, "mock": mock, "cpu_ratio": cpu, "gap_p99_ratio": gap,
            "target": {key: target[key] for key in target if key != "shape"},
            "disturbed": sum(run["disturbed"] for run in of_row),
            "runs": len(of_row),
            "missed": [what for what, is_missed in missed.items() if is_missed]})
    return lines


def show(line: dict) -> str:
    if "skipped" in line:
        return f"{line['name']}: SKIPPED, {line['skipped']}"
    target, mock, floor = line["target"], line["mock"], line["floor"]
    verdict = "MISSED: " + ", ".join(line["missed"]) if line["missed"] else "ok"
    disturbed = f"; {line['disturbed']} of {line['runs']} runs disturbed" if line["disturbed"] else ""
    return (f"{line['name']}: cpu {mock['cpu_us']:.1f} us an event = {line['cpu_ratio']:.2f} of {target['at_most_cpu_ratio']} × bare"
            f" ({floor['cpu_us']:.1f}); gap p99 {mock['gap_p99_us'] / 1000:.2f} ms = {line['gap_p99_ratio']:.2f} of"
            f" {target.get('at_most_gap_p99_ratio', 'any')} × bare ({floor['gap_p99_us'] / 1000:.2f}), with the machine's stops"
            f" {mock['all_p99_us'] / 1000:.2f} ({floor['all_p99_us'] / 1000:.2f});"
            f" {mock['resident_MB']:.1f} of {target['at_most_resident_MB']} MB  {verdict}{disturbed}")
