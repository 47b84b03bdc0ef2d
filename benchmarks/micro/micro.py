"""Parts in memory: the cost of each, and for the rows of limits.json the speed relative to the baseline."""

import json
import statistics
import subprocess
from pathlib import Path

TARGETS = Path(__file__).with_name("limits.json")
# Other load slows computing more than reading, through shared caches and memory: without --strict half is enough.
ALLOWANCE = 0.5


def measure(programs: Path, repetitions: int) -> list[dict]:
    """Returns google/benchmark's rows of every repetition."""
    output = subprocess.run(
        [programs / "micro_benchmark", f"--benchmark_repetitions={repetitions}", "--benchmark_format=json",
         "--benchmark_enable_random_interleaving=true", "--benchmark_min_time=0.05"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    rows = [row for row in json.loads(output)["benchmarks"] if row["run_type"] == "iteration"]
    for row in rows:
        if row.get("error_occurred"):
            raise SystemExit(f"scripts/benchmark: {row['name']}: {row['error_message']}")
    return rows


def evaluate(rows: list[dict], strict: bool) -> list[dict]:
    """Returns a line of figures for each part."""
    limits = json.loads(TARGETS.read_text())
    medians = {name: statistics.median(row["cpu_time"] for row in rows if row["run_name"] == name)
               for name in dict.fromkeys(row["run_name"] for row in rows)}
    rates = {name: statistics.median(row.get("bytes_per_second") or 0 for row in rows if row["run_name"] == name)
             for name in medians}
    if missing := limits.keys() - medians.keys():
        raise SystemExit(f"scripts/benchmark: limits.json has rows without a measurement: {', '.join(sorted(missing))}")
    lines = []
    for name, ns in medians.items():
        limit = limits.get(name)
        # Compare rates, since parts read different numbers of bytes.
        ratio = rates[name] / rates[limit["baseline"]] if limit else None
        at_least = limit["at_least"] * (1 if strict else ALLOWANCE) if limit else 0
        lines.append({"name": name, "ns": ns, "bytes_per_second": rates[name], "target": limit, "ratio": ratio,
                      "missed": ["ratio"] if limit and ratio < at_least else []})
    return lines


def show(line: dict) -> str:
    rate = f"  {line['bytes_per_second'] / 1e6:8.0f} MB/s" if line["bytes_per_second"] else " " * 15
    target = line["target"]
    ratio = f"  {line['ratio']:.2g} of {target['baseline']} (≥ {target['at_least']})" if target else ""
    verdict = "" if not target else "  MISSED: ratio" if line["missed"] else "  ok"
    return f"{line['name']:24} {line['ns']:14.1f} ns{rate}{ratio}{verdict}"
