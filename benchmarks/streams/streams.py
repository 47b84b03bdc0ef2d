"""Streams at a steady pace: the mock with one worker, alternately with the baseline writer.

Server and client have a core each; otherwise the kernel moves one to the other's core, and lateness is random.
Each row of limits.json opens `streams` streams with an event every `gap_ms` and measures for `seconds`; with `silent`
another client requests a flood and reads nothing. The ratios are medians of the mock's runs over medians of the
writer's: CPU time per event, and the 99th percentile of lateness in the median round of events. The percentile over all
rounds is shown too; it indicates pauses of the machine. `runs` limits the repetitions of a row: one run suffices for
the memory of many streams. A row without a limit of lateness is not evaluated for it.
"""

import json
import resource
import statistics
from pathlib import Path

import pinned

TARGETS = Path(__file__).with_name("limits.json")
TOKEN_BYTES = 20
ENDLESS = 1_000_000
# Open files of a program besides its streams.
OTHER_FILES = 100
# A run is disturbed if the programs waited for a core for more than this share of the time.
DISTURBED_SHARE = 0.1
# Other load makes sending more expensive, the more memory a program uses, through cache misses.
CPU_ALLOWANCE = 1.4


def request(payload: dict) -> str:
    body = json.dumps(payload)
    return ("POST /runs/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"x-api-key: plumbline-dev-key\r\nContent-Length: {len(body)}\r\n\r\n{body}")


def flood(**numbers: int) -> str:
    return request({"assistant_id": "flood", "stream_mode": "messages-tuple", "input": {"tokens": ENDLESS, **numbers}})


def percentile_99(values: list[float]) -> float:
    return sorted(values)[int(0.99 * (len(values) - 1))] if values else 0


def run_reader(programs: Path, command: list, shape: dict, silent: bool) -> dict:
    """Returns the reader's figures of one run against one server."""
    unread = [flood(bytes=1000)] if silent else []
    with pinned.server(command) as server:
        reading = pinned.read(server, [
            programs / "baseline_stream_reader", server.port, flood(bytes=TOKEN_BYTES, pause_ms=shape["gap_ms"]),
            shape["streams"], shape["gap_ms"], shape["seconds"], *unread])
        resident_MB = server.resident_MB()
    rounds = [[error_ns / 1000 for error_ns in errors] for errors in reading.figures["rounds"]]
    every_error = [error for errors in rounds for error in errors]
    figures = {
        "events": len(every_error), "ended": reading.figures["ended"], "error_p99_us": percentile_99(every_error),
        "error_p99_of_median_round_us": statistics.median_high([percentile_99(errors) for errors in rounds] or [0]),
        "server_cpu_ms": 1000 * reading.server_use.computed, "server_MB": resident_MB,
        "disturbed": reading.server_use.waited + reading.client_use.waited > DISTURBED_SHARE * shape["seconds"]}
    expected = shape["streams"] * shape["seconds"] * 1000 / shape["gap_ms"]
    if figures["ended"] or not 0.9 * expected < figures["events"] < 1.1 * expected:
        raise SystemExit(f"scripts/benchmark: {command[0]}: {figures['events']} events of {expected:.0f}, "
                         f"{figures['ended']} streams ended: the pace was not steady")
    return figures


def raise_file_limit(streams: int) -> str:
    """Raises the limit of open files for child processes to the hard limit; returns why that is too low, or ""."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    wanted = streams + OTHER_FILES
    return "" if hard == resource.RLIM_INFINITY or hard >= wanted else (
        f"the hard limit of open files is {hard}, and {wanted} are needed: raise it (ulimit -Hn)")


def measure(programs: Path, repetitions: int) -> list[dict]:
    """Returns the figures of all runs: for each row equally many of writer and mock, alternately."""
    runs = []
    for name, target in json.loads(TARGETS.read_text()).items():
        shape = target["shape"]
        if reason := raise_file_limit(shape["streams"]):
            runs.append({"row": name, "skipped": reason})
            continue
        writer = [programs / "baseline_stream_writer", str(shape["gap_ms"]), str(ENDLESS), str(shape["event_bytes"])]
        mock = [programs / "plumbline-mock", "--port", "0", "--workers", "1"]
        for _ in range(min(repetitions, shape.get("runs", repetitions))):
            for side, command in (("baseline", writer), ("mock", mock)):
                silent = side == "mock" and shape.get("silent", False)
                runs.append({"row": name, "side": side, **run_reader(programs, command, shape, silent)})
    return runs


def medians(runs: list[dict]) -> dict[str, float]:
    return {
        "cpu_us": statistics.median(1000 * run["server_cpu_ms"] / run["events"] for run in runs),
        "gap_p99_us": statistics.median(run["error_p99_of_median_round_us"] for run in runs),
        "all_p99_us": statistics.median(run["error_p99_us"] for run in runs),
        "resident_MB": max(run["server_MB"] for run in runs)}


def evaluate(runs: list[dict], strict: bool) -> list[dict]:
    """Returns a line of figures for each row."""
    lines = []
    for name, target in json.loads(TARGETS.read_text()).items():
        row_runs = [run for run in runs if run["row"] == name]
        if row_runs and "skipped" in row_runs[0]:
            lines.append({"name": name, "skipped": row_runs[0]["skipped"], "missed": []})
            continue
        baseline, mock = (medians([run for run in row_runs if run["side"] == side]) for side in ("baseline", "mock"))
        cpu = mock["cpu_us"] / baseline["cpu_us"]
        gap = mock["gap_p99_us"] / baseline["gap_p99_us"]
        missed = {
            "cpu": cpu > target["at_most_cpu_ratio"] * (1 if strict else CPU_ALLOWANCE),
            "gap_p99": strict and gap > target.get("at_most_gap_p99_ratio", gap),
            "memory": mock["resident_MB"] > target["at_most_resident_MB"]}
        lines.append({
            "name": name, "shape": target["shape"], "baseline": baseline, "mock": mock, "cpu_ratio": cpu, "gap_p99_ratio": gap,
            "target": {key: target[key] for key in target if key != "shape"},
            "disturbed": sum(run["disturbed"] for run in row_runs),
            "runs": len(row_runs),
            "missed": [figure for figure, is_missed in missed.items() if is_missed]})
    return lines


def show(line: dict) -> str:
    if "skipped" in line:
        return f"{line['name']}: SKIPPED, {line['skipped']}"
    target, mock, baseline = line["target"], line["mock"], line["baseline"]
    verdict = "MISSED: " + ", ".join(line["missed"]) if line["missed"] else "ok"
    disturbed = f"; {line['disturbed']} of {line['runs']} runs disturbed" if line["disturbed"] else ""
    return (f"{line['name']}: cpu {mock['cpu_us']:.1f} us per event = {line['cpu_ratio']:.2f} of {target['at_most_cpu_ratio']} × baseline"
            f" ({baseline['cpu_us']:.1f}); gap p99 {mock['gap_p99_us'] / 1000:.2f} ms = {line['gap_p99_ratio']:.2f} of"
            f" {target.get('at_most_gap_p99_ratio', 'any')} × baseline ({baseline['gap_p99_us'] / 1000:.2f}), over all rounds"
            f" {mock['all_p99_us'] / 1000:.2f} ({baseline['all_p99_us'] / 1000:.2f});"
            f" {mock['resident_MB']:.1f} of {target['at_most_resident_MB']} MB  {verdict}{disturbed}")
