"""Small requests and streams at full speed: each row of limits.json compares our program with another one that runs
alternately, each on its own core.

  side, beside   the compared runs; without `beside` the figure itself is evaluated
  figure         per_s at full load; per_cpu_s, per second of its core; us; off, the relative deviation
  as             "difference": the figures are subtracted; otherwise divided
  at_least, at_most              the target, evaluated with --strict on a quiet machine
  busy_at_least, busy_at_most    evaluated otherwise, with rates per core second if all runs were disturbed: half (times:
                                 twice) the target, or half of the measured value if less. A row within this limit but short of its
                                 target is marked, also one without this limit, of which the machine decides most
  needs_calm     delays change how this row reads and writes: without --strict it is evaluated only if a pair of runs
                 was undisturbed
  today          the value measured when the limits were set, for comparison with the target

A run is disturbed if its server waited for its core, or if neither side was busy for most of the time.
"""

import json
import statistics
from pathlib import Path

import http_load
import pinned
import stream_load

TARGETS = Path(__file__).with_name("limits.json")


def measure(programs: Path, repetitions: int) -> list[dict]:
    """Returns the figures of all runs; for a side that cannot be measured the reason."""
    return http_load.measure(programs, repetitions) + stream_load.measure(programs, repetitions)


class Comparison:
    """The runs of two sides as pairs of consecutive runs. Pairs with a disturbed run are used only if all are disturbed."""

    def __init__(self, runs: list[dict], limit: dict):
        side, beside = limit["side"], limit.get("beside")
        self.is_difference = limit.get("as") == "difference"
        ours = [run for run in runs if run["side"] == side]
        theirs = [run for run in runs if run["side"] == beside] if beside else [None] * len(ours)
        if not ours or not theirs:
            raise SystemExit(f"scripts/benchmark: limits.json has a side without measurements: {side} or {beside}")
        self.runs = [run for run in ours + theirs if run]
        pairs = list(zip(ours, theirs))
        calm = [pair for pair in pairs if not any(run.get("disturbed") for run in pair if run)]
        self.is_calm = bool(calm)
        self.pairs = calm or pairs

    def skip_reason(self) -> str:
        return next((run["skipped"] for run in self.runs if "skipped" in run), "")

    def median(self, figure: str) -> float:
        return statistics.median(ours[figure] for ours, _ in self.pairs)

    def median_beside(self, figure: str) -> float | None:
        return statistics.median(theirs[figure] for _, theirs in self.pairs) if self.pairs[0][1] else None

    def compare(self, ours: float, theirs: float | None) -> float:
        """Returns the difference or the ratio of two values; the first value if there is no second one."""
        if theirs is None:
            return ours
        return ours - theirs if self.is_difference else ours / theirs

    def value(self, figure: str) -> float:
        return self.compare(self.median(figure), self.median_beside(figure))

    def spread(self, figure: str) -> list[float]:
        """Returns the smallest and the largest value of a pair."""
        values = [self.compare(ours[figure], theirs and theirs[figure]) for ours, theirs in self.pairs]
        return [min(values), max(values)]


def is_missed(value: float, limit: dict, prefix: str = "") -> bool:
    at_least, at_most = limit.get(f"{prefix}at_least"), limit.get(f"{prefix}at_most")
    return (at_least is not None and value < at_least) or (at_most is not None and value > at_most)


def evaluate(runs: list[dict], strict: bool) -> list[dict]:
    """Returns a line of figures for each row."""
    lines = []
    for name, limit in json.loads(TARGETS.read_text()).items():
        both = Comparison(runs, limit)
        if reason := both.skip_reason():
            lines.append({"name": name, "limit": limit, "skipped": reason, "missed": []})
            continue
        figure = limit["figure"]
        # An idle side's rate per core second is not its rate at full load, so it is only the substitute.
        has_rate = figure in ("per_s", "per_cpu_s")
        steady = "per_cpu_s" if has_rate and not both.is_calm else figure
        value = both.value(figure)
        is_short = is_missed(value, limit)
        is_evaluated = strict or both.is_calm or not limit.get("needs_calm")
        misses_limit = is_short if strict else is_missed(both.value(steady), limit, "busy_")
        lines.append({
            "name": name, "limit": limit, "value": both.median(figure), "beside": both.median_beside(figure),
            "compared": value, "spread": both.spread(figure),
            "per_cpu_s": both.median("per_cpu_s") if has_rate else None,
            "per_cpu_ratio": both.value("per_cpu_s") if has_rate else None,
            "client_bound": sum(run.get("server_busy", 1) < pinned.BUSY < run.get("client_busy", 0) for run in both.runs),
            "disturbed": sum(run["disturbed"] for run in both.runs), "runs": len(both.runs), "is_short": is_short,
            "is_evaluated": is_evaluated, "missed": [figure] if is_evaluated and misses_limit else []})
    return lines


def show(line: dict) -> str:
    limit = line["limit"]
    if "skipped" in line:
        return f"{line['name']}: SKIPPED, {line['skipped']}"
    sign, wanted = ("≥", limit["at_least"]) if "at_least" in limit else ("≤", limit["at_most"])
    low, high = line["spread"]
    text = f"{line['name']}: {line['value']:.4g} {limit['figure']}"
    if line["beside"] and limit.get("as") == "difference":
        text += (f" = {line['compared']:.4g} ({low:.4g} to {high:.4g}, {sign} {wanted}) more than {limit['beside']}"
                 f" ({line['beside']:.4g})")
    elif line["beside"]:
        text += f" = {line['compared']:.2f} ({low:.2f} to {high:.2f}, {sign} {wanted}) × {limit['beside']} ({line['beside']:.4g})"
    else:
        text += f" ({low:.2g} to {high:.2g}, {sign} {wanted})"
    if line["per_cpu_s"]:
        text += f"; {1e6 / line['per_cpu_s']:.3g} us of core time each = {line['per_cpu_ratio']:.2f}"
    if not line["is_evaluated"]:
        return text + "  NOT EVALUATED: every run was disturbed"
    text += "  MISSED: " + ", ".join(line["missed"]) if line["missed"] else "  ok"
    if line["is_short"] and not line["missed"]:
        text += ", but short of the target"
    if line["client_bound"]:
        text += f"; the client was the limit in {line['client_bound']} of {line['runs']} runs"
    return text + (f"; {line['disturbed']} of {line['runs']} runs disturbed" if line["disturbed"] else "")
