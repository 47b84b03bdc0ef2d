"""A stream without end: what the judgement of an item costs, and how much memory the items leave behind."""

import json
import statistics
import subprocess
from pathlib import Path

LIMITS = Path(__file__).with_name("limits.json")


def measure(programs: Path) -> list[dict]:
    """Returns the speed and the growth of each row of limits.json."""
    rows = []
    for name, limit in json.loads(LIMITS.read_text()).items():
        marks = [str(limit[key]) for key in ("grows_from", "to")]
        output = subprocess.run([programs / name, *marks], check=True, stdout=subprocess.PIPE).stdout
        first, last = (json.loads(line) for line in output.splitlines())
        rows.append({"name": name, "events": last["events"], "per_second": last["events"] / last["cpu_s"],
                     "growth_MB": last["resident_MB"] - first["resident_MB"], "resident_MB": last["resident_MB"]})
    return rows


def evaluate(rows: list[dict], strict: bool) -> list[dict]:
    """Returns a line for each row. Growth does not depend on other load, speed does: it is checked with --strict only."""
    lines = []
    for name, limit in json.loads(LIMITS.read_text()).items():
        own = [row for row in rows if row["name"] == name]
        line = {**own[-1], "per_second": statistics.median(row["per_second"] for row in own),
                "growth_MB": min(row["growth_MB"] for row in own), "target": limit}
        missed = {"growth": line["growth_MB"] > limit["at_most_growth_MB"],
                  "speed": strict and line["per_second"] < limit["at_least_per_second"]}
        lines.append({**line, "missed": [figure for figure, is_missed in missed.items() if is_missed]})
    return lines


def show(line: dict) -> str:
    target = line["target"]
    verdict = "MISSED: " + ", ".join(line["missed"]) if line["missed"] else "ok"
    return (f"{line['name']:24} {line['per_second']:,.0f} events/s (≥ {target['at_least_per_second']:,}), "
            f"{line['growth_MB']:.1f} MB more after {line['events']:,} events than after {target['grows_from']:,} "
            f"(≤ {target['at_most_growth_MB']}), {line['resident_MB']:.1f} MB  {verdict}")
