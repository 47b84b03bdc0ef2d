"""How the CPU time of readers grows with the size of their input: time = constant x size ^ exponent."""

import json
import math
import os
import subprocess
from collections import defaultdict
from pathlib import Path

# A reader that sorts or searches a map takes n log n: 1.1 to 1.15 in this range. Quadratic is 2.
AT_MOST = 1.2
# Freed memory stays with the process: the kernel's work for new pages is not the reader's.
KEEP_MEMORY = {"MALLOC_MMAP_THRESHOLD_": str(2**30), "MALLOC_TRIM_THRESHOLD_": str(2**33)}


def measure(programs: Path) -> list[tuple[str, int, float]]:
    """Returns (reader, size of an input, nanoseconds).

    The time is that of all inputs of this size; at each size of a row, these have equally many parts together."""
    output = subprocess.run([programs / "growth_benchmark", "--benchmark_format=json", "--benchmark_min_time=0.02"],
                            check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=os.environ | KEEP_MEMORY).stdout
    rows = []
    for row in json.loads(output)["benchmarks"]:
        if row.get("error_occurred"):
            raise SystemExit(f"scripts/benchmark: {row['name']}: {row['error_message']}")
        name, size = row["name"].rsplit("/", 1)
        rows.append((name, int(size), row["cpu_time"]))
    return rows


def shortest(rows: list[tuple[str, int, float]]) -> dict[str, list[tuple[int, float]]]:
    """Returns (size, nanoseconds) by reader: other load only makes a measurement longer."""
    times: dict[str, dict[int, float]] = defaultdict(dict)
    for name, size, time in rows:
        of_reader = times[name]
        of_reader[size] = min(time, of_reader.get(size, math.inf))
    return {name: sorted(of_reader.items()) for name, of_reader in times.items()}


def exponent(times: list[tuple[int, float]]) -> float:
    """Returns that of one input: 1 more than the slope of the least-squares line through the logarithms."""
    points = [(math.log(size), math.log(time)) for size, time in times]
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points))
    return 1 + sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def evaluate(rows: list[tuple[str, int, float]]) -> list[dict]:
    lines = []
    for name, measured in shortest(rows).items():
        value = exponent(measured)
        size, largest = measured[-1]
        lines.append({"name": name, "exponent": value, "size": size, "ns": largest,
                      "missed": ["exponent"] if value > AT_MOST else []})
    return lines


def show(line: dict) -> str:
    verdict = "MISSED: exponent" if line["missed"] else "ok"
    return (f"{line['name']:24} size^{line['exponent']:.2f} (≤ {AT_MOST}), {line['ns'] / 1e6:.0f} ms in inputs of {line['size']}  "
            f"{verdict}")
