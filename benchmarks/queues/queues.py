#!/usr/bin/env python3
"""Compares what plumbline-load reports of servers with a known law with the closed form, in real time.

usage: queues.py [--runs N] [--check] [--bin FOLDER] [ROW ...]

  m_m_1   many independent queues with one server each, exponential service: a duration is exponential with the rate
          1 / service - arrivals
  m_g_k   one queue with so many servers that no request waits, lognormal service: a duration is that of its service

Arrivals are a Poisson process, which a random choice divides into one for each queue. The in flight mean is rate x mean
duration (Little's law). Percentiles are those of the requests that overlap the window: one that takes t does so with a
probability proportional to window + t, so the closed form of the percentiles has this weight.

Each run has its own seeds of arrivals and service. A run is within the limit if all four figures differ by at most 3 % from
the closed form; 95 % of the runs must be. The differences are mostly chance: one run of these lengths has standard errors of
0.4 % (rate), 0.8 % (in flight), 0.6 % (p50) and 1 % (p99). Exit code 1 if too few runs are within the limit. A run that
plumbline-load itself calls client-bound (the host was busy) is repeated with its seed, at most twice; then it counts.

--check is for a busy machine: one run of 8 s for each row, 10 % for each figure, and a run that remains client-bound is not
judged.
"""

import argparse
import json
import math
import resource
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Callable, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "benchmarks/throughput"))

import pinned  # noqa: E402: from the folder above

RATE = 2500.0
SERVICE_S = 0.2
QUEUE_LOAD = 0.3  # share of the time in which the server of a queue of m_m_1 is busy
MIN_SHARE = 0.95
ATTEMPTS = 3  # of a disturbed run


class Precision(NamedTuple):
    window_s: float
    limit: float  # of the difference of a figure from the closed form
    judges_disturbed: bool


FULL = Precision(window_s=20, limit=0.03, judges_disturbed=True)
CHECK = Precision(window_s=8, limit=0.1, judges_disturbed=False)


class Queue(NamedTuple):
    """How the server is started, and the law of a duration in seconds."""

    server: list
    mean: float
    below: Callable[[float], float]  # probability that a duration is at most t
    mean_below: Callable[[float], float]  # mean of the durations, counting those above t as 0


def m_m_1() -> Queue:
    rate = (1 - QUEUE_LOAD) / SERVICE_S
    return Queue(["exponential", round(RATE * SERVICE_S / QUEUE_LOAD), 1], 1 / rate,
               lambda t: 1 - math.exp(-rate * t), lambda t: (1 - (1 + rate * t) * math.exp(-rate * t)) / rate)


def m_g_k() -> Queue:
    sigma = math.sqrt(math.log(2))
    mu = math.log(SERVICE_S) - sigma**2 / 2
    normal = statistics.NormalDist()
    return Queue(["lognormal", 1, round(4 * RATE * SERVICE_S)], SERVICE_S,
               lambda t: normal.cdf((math.log(t) - mu) / sigma),
               lambda t: SERVICE_S * normal.cdf((math.log(t) - mu - sigma**2) / sigma))


QUEUES = {"m_m_1": m_m_1(), "m_g_k": m_g_k()}


def percentile(queue: Queue, share: float, window_s: float) -> float:
    """Returns the percentile of the durations of the requests that overlap the window."""
    low, high = 1e-9, 1000 * queue.mean
    while high - low > 1e-9:
        t = (low + high) / 2
        if (window_s * queue.below(t) + queue.mean_below(t)) / (window_s + queue.mean) < share:
            low = t
        else:
            high = t
    return low


def closed_form(queue: Queue, window_s: float) -> dict[str, float]:
    return {"rate": RATE, "in flight": RATE * queue.mean, "p50": percentile(queue, 0.5, window_s),
            "p99": percentile(queue, 0.99, window_s)}


def measure(programs: Path, queue: Queue, seed: int, window_s: float) -> tuple[dict[str, float], dict]:
    """Returns the figures of one run, and the level they are from."""
    server = [programs / "baseline_queue_server", *queue.server, round(1000 * SERVICE_S), seed]
    with tempfile.TemporaryDirectory() as folder, pinned.server(server) as running:
        pinned.client([programs / "plumbline-load", "stream", "--url", f"http://127.0.0.1:{running.port}", "--quiet",
                       "--rate", f"{RATE}/s", "--poisson", "--seed", seed, "--json-sample", "0", "--warm-up", "2s",
                       "--duration", f"{window_s}s", "--drain", "10s", "--report-dir", folder],
                      env={"PLUMBLINE_API_KEY": "none"})
        level = json.loads(Path(folder, "result.json").read_text())["levels"][0]
    durations = level["metrics"]["duration"]
    return {"rate": level["achieved_per_s"], "in flight": level["in_flight_mean"],
            "p50": durations["p50"] / 1e9, "p99": durations["p99"] / 1e9}, level


def measure_undisturbed(programs: Path, queue: Queue, seed: int, window_s: float) -> tuple[dict[str, float], dict]:
    for _ in range(ATTEMPTS):
        found, level = measure(programs, queue, seed, window_s)
        if level["verdict"] != "client-bound":
            break
    return found, level


def compare(programs: Path, name: str, runs: int, precision: Precision) -> bool:
    """Measures a row; prints a line for each run and one for all; returns whether enough were within the limit."""
    queue = QUEUES[name]
    expected = closed_form(queue, precision.window_s)
    print(f"{name}: closed form " + ", ".join(f"{figure} {value:.4g}" for figure, value in expected.items()), flush=True)
    within = judged = 0
    for seed in range(1, runs + 1):
        found, level = measure_undisturbed(programs, queue, seed, precision.window_s)
        change = {figure: found[figure] / value - 1 for figure, value in expected.items()}
        is_judged = precision.judges_disturbed or level["verdict"] != "client-bound"
        is_within = all(abs(value) <= precision.limit for value in change.values())
        judged += is_judged
        within += is_judged and is_within
        print(f"  {seed:3}  " + "  ".join(f"{figure} {value:+.2%}" for figure, value in change.items()) +
              f"  {level['verdict']}" + ("  not judged" if not is_judged else "" if is_within else "  MISSED"), flush=True)
    print(f"{name}: {within} of {judged} runs within {precision.limit:.0%} (≥ {MIN_SHARE:.0%})", flush=True)
    return within >= MIN_SHARE * judged


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("rows", nargs="*", metavar="ROW", default=list(QUEUES), help="m_m_1, m_g_k (default: both)")
    options.add_argument("--runs", type=int, help="of each row (default: 40; with --check 1)")
    options.add_argument("--check", action="store_true", help="what a busy machine does not distort")
    options.add_argument("--bin", type=Path, default=ROOT / "build/release/bin")
    arguments = options.parse_args()
    if unknown := set(arguments.rows) - set(QUEUES):
        options.error(f"no row {', '.join(unknown)}; the rows: {', '.join(QUEUES)}")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))  # for the connections of the server
    precision, usual_runs = (CHECK, 1) if arguments.check else (FULL, 40)
    runs = usual_runs if arguments.runs is None else arguments.runs
    return 0 if all([compare(arguments.bin, name, runs, precision) for name in arguments.rows]) else 1


if __name__ == "__main__":
    sys.exit(main())
