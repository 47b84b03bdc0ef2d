"""Checks that the suites of conformance/interop get the same verdict by the same requests here and in another runner.

`x-expected` of each workflow has the verdict that the specification requires and the requests of the service in order.
The first `inAnyOrder` of them belong to workflows whose order is not specified. DEVIATIONS lists where the other runner
deviates from the specification, and why. These deviations are checked too: remove those that no longer exist.
"""

import json
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import programs
from interop_shop import Shop
from interop_tools import ROOT, Failure, read_yaml, run_other_tool

SUITES = ROOT / "conformance/interop"


@dataclass(frozen=True)
class Outcome:
    verdict: str
    requests: tuple[str, ...]

    def __str__(self) -> str:
        return "\n    ".join([self.verdict, *self.requests])


@dataclass(frozen=True)
class Deviation:
    """The other runner's outcome, and why it differs from the specification."""

    reason: str
    theirs: Outcome


@dataclass(frozen=True)
class Comparison:
    """One workflow's expected outcome and its outcomes in both runners."""

    name: str
    expected: Outcome
    ours: Outcome
    theirs: Outcome
    output: str  # of both runners


def failed(*requests: str) -> Outcome:
    return Outcome("failed", requests)


def passed(*requests: str) -> Outcome:
    return Outcome("passed", requests)


DEVIATIONS: dict[str, Deviation] = {
    "depends_on/after-a-chain": Deviation(
        "transitive dependencies have to be played first; it plays only direct ones",
        passed("GET /marks/link", "GET /marks/dependent"),
    ),
    "depends_on/after-what-fails": Deviation(
        "both do not play it; here the dependent is skipped and the dependency failed, there the dependent failed",
        failed("GET /answers/409"),
    ),
    "handed_down/actions-of-the-workflow-stand-behind-those-of-a-step": Deviation(
        "a step's list overrides actions of the same name; there it replaces the whole list of the workflow",
        failed("GET /answers/404"),
    ),
    "nested/criteria-of-the-calling-step": Deviation(
        "a step's criteria have to hold whatever it calls; it ignores those of a step that calls a workflow",
        passed("GET /marks/ending", "GET /marks/never"),
    ),
    "values/a-list-in-a-query": Deviation(
        "a list in a query has the style of the OpenAPI document, by default a parameter per value; it joins the values",
        passed("GET /marks/a?words=b,c"),
    ),
    "values/texts-compare-without-case": Deviation(
        "texts have to be compared case-insensitively; it compares them case-sensitively",
        failed("GET /answers/200"),
    ),
    "retries/retry-after-is-kept": Deviation(
        "Retry-After should override retryAfter; it ignores Retry-After",
        failed("GET /closed/a?wait=8", "GET /closed/a?wait=8"),
    ),
}


def play_here(suite: Path, workflow: str, url: str) -> tuple[str, str]:
    """Plays a workflow in our runner; returns its verdict and the output."""
    name = f"{suite.name.removesuffix('.arazzo.yaml')}/{workflow}"
    process, result = programs.run_with_result(
        *(str(suite), "--only", name, "--server", f"shop={url}"),
        *("--allow-writes", "--max-rate", "0", "--jobs", "1"),
    )
    output = process.stdout + process.stderr
    verdicts = {one["name"]: one["verdict"] for one in (result or {}).get("scenarios", ())}
    return verdicts.get(name, "refused"), output


def play_there(suite: Path, workflow: str, url: str) -> tuple[str, str]:
    """Plays a workflow in the other runner; returns its verdict and the output."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        process = run_other_tool(
            *("respect", suite, "--workflow", workflow, "--server", f"shop={url}", "--json-output", result)
        )
        output = process.stdout + process.stderr
        if not result.exists():
            return "refused", output
        (suite_result,) = json.loads(result.read_text(encoding="utf-8"))["files"].values()
    statuses = {one["workflowId"]: one["status"] for one in suite_result["executedWorkflows"]}
    return {"success": "passed", "error": "failed"}.get(statuses.get(workflow, ""), "not played"), output


def play(shop: Shop, suite: Path, workflow: dict) -> Comparison:
    name = f"{suite.name.removesuffix('.arazzo.yaml')}/{workflow['workflowId']}"
    x_expected = workflow["x-expected"]

    def outcome(verdict: str, requests: list[str]) -> Outcome:
        unordered = x_expected.get("inAnyOrder", 0)
        return Outcome(verdict, (*sorted(requests[:unordered]), *requests[unordered:]))

    expected = outcome(x_expected["verdict"], x_expected["requests"])
    outcomes, outputs = {}, []
    for runner in (play_here, play_there):
        session = f"{runner.__name__}-{name.replace('/', '-')}"
        verdict, output = runner(suite, workflow["workflowId"], f"{shop.url}/{session}")
        outcomes[runner] = outcome(verdict, shop.requests(session))
        outputs.append(output)
    return Comparison(name, expected, outcomes[play_here], outcomes[play_there], "\n".join(outputs))


def problem_of(comparison: Comparison, deviations: dict[str, Deviation]) -> str | None:
    """Returns how an outcome differs from the expected one, or None."""
    if comparison.ours != comparison.expected:
        return f"{comparison.name}: our outcome is {comparison.ours}\n  expected {comparison.expected}"
    deviation = deviations.get(comparison.name)
    if comparison.theirs == (deviation.theirs if deviation else comparison.expected):
        return None
    if deviation and comparison.theirs == comparison.expected:
        return f"{comparison.name}: the other runner now follows the specification; remove it from DEVIATIONS"
    expected = deviation.theirs if deviation else comparison.expected
    return f"{comparison.name}: the other runner's outcome is {comparison.theirs}\n  expected {expected}"


def play_all() -> list[Comparison]:
    files = sorted(SUITES.glob("*.arazzo.yaml"))
    # One thread more than cores: one play only waits for a Retry-After of several seconds.
    with Shop() as shop, ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:
        plays = [
            pool.submit(play, shop, file, workflow)
            for file, document in zip(files, read_yaml(files))
            for workflow in document["workflows"]
            if "x-expected" in workflow  # other workflows are only called
        ]
        try:
            return [one.result() for one in plays]
        finally:
            pool.shutdown(cancel_futures=True)


def check_outcomes(comparisons: list[Comparison], deviations: dict[str, Deviation]) -> None:
    """Fails if a verdict or a request differs from the suites or the table of deviations."""
    problems = [f"{text}\n{one.output}" for one in comparisons if (text := problem_of(one, deviations))]
    if problems:
        raise Failure("\n".join(problems))
    # Without the table exactly its rows must be problems: deviations are detected, and no row is obsolete.
    detected = {one.name for one in comparisons if problem_of(one, {})}
    if unexpected := deviations.keys() ^ detected:
        raise Failure(f"DEVIATIONS has {', '.join(sorted(unexpected))}, but no played workflow deviates so")


def check() -> None:
    """Fails unless both runners play each workflow as its suite or the table of deviations states."""
    comparisons = play_all()
    check_outcomes(comparisons, DEVIATIONS)
    for one in comparisons:
        if deviation := DEVIATIONS.get(one.name):
            print(f"{one.name}: {one.ours.verdict} here, {one.theirs.verdict} there: {deviation.reason}")
    same = [one.ours.verdict for one in comparisons if one.name not in DEVIATIONS]
    print(
        f"{len(same)} workflows get the same verdict in both runners by the same requests, "
        f"{same.count('passed')} pass and {same.count('failed')} fail; {len(DEVIATIONS)} deviate as listed"
    )
