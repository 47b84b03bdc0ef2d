"""Shows that the suites of conformance/peer get one verdict here and in another Arazzo runner, by the same requests.

Each workflow says what the specification demands of it: `x-expected` has its verdict and the requests that a service
then sees, in their order; they are the evidence that both took the same way. The first `inAnyOrder` of them belong to
workflows whose order is not specified. Where the other runner departs from the
specification, DIFFERENCES says how and why. That is asserted too: a difference that is no more has to be taken out.
"""

import json
import os
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import programs
from peer_shop import Shop
from peer_tools import ROOT, Failure, peer, read_yaml

SUITES = ROOT / "conformance/peer"


@dataclass(frozen=True)
class Outcome:
    verdict: str
    requests: tuple[str, ...]

    def __str__(self) -> str:
        return "\n    ".join([self.verdict, *self.requests])


@dataclass(frozen=True)
class Difference:
    """What the other runner does, and why that is not what the specification says."""

    why: str
    theirs: Outcome


@dataclass(frozen=True)
class Played:
    """One workflow, as its suite expects it and as both runners have played it."""

    name: str
    expected: Outcome
    ours: Outcome
    theirs: Outcome
    told: str  # what the runners have printed


def failed(*requests: str) -> Outcome:
    return Outcome("failed", requests)


def passed(*requests: str) -> Outcome:
    return Outcome("passed", requests)


DIFFERENCES: dict[str, Difference] = {
    "depends_on/after-a-chain": Difference(
        "what a dependency depends on has to be played before it; only direct ones are",
        passed("GET /marks/link", "GET /marks/dependent"),
    ),
    "depends_on/after-what-fails": Difference(
        "neither plays it; here a workflow whose dependency failed is skipped, and the dependency is what failed",
        failed("GET /answers/409"),
    ),
    "handed_down/actions-of-the-workflow-stand-behind-those-of-a-step": Difference(
        "a step's list overrides actions, it removes none; there it replaces the whole list of the workflow",
        failed("GET /answers/404"),
    ),
    "nested/criteria-of-the-calling-step": Difference(
        "a step's criteria have to hold whatever it calls; of a step that calls a workflow they are ignored",
        passed("GET /marks/ending", "GET /marks/never"),
    ),
    "values/a-list-in-a-query": Difference(
        "a list in a query is sent in the style of the OpenAPI document, by default each value by itself; it is joined",
        passed("GET /marks/a?words=b,c"),
    ),
    "values/texts-compare-without-case": Difference(
        "texts have to be compared without regard to case; they are not",
        failed("GET /answers/200"),
    ),
    "retries/retry-after-is-kept": Difference(
        "Retry-After should overrule retryAfter; it is ignored",
        failed("GET /closed/a?wait=8", "GET /closed/a?wait=8"),
    ),
}


def play_here(suite: Path, workflow: str, url: str) -> tuple[str, str]:
    """Plays a workflow in our runner; returns its verdict and what was printed."""
    name = f"{suite.name.removesuffix('.arazzo.yaml')}/{workflow}"
    process, result = programs.run_with_result(
        *(str(suite), "--only", name, "--server", f"shop={url}"),
        *("--allow-writes", "--max-rate", "0", "--jobs", "1"),
    )
    told = process.stdout + process.stderr
    verdicts = {one["name"]: one["verdict"] for one in (result or {}).get("scenarios", ())}
    return verdicts.get(name, "refused"), told


def play_there(suite: Path, workflow: str, url: str) -> tuple[str, str]:
    """Plays a workflow in the other runner; returns its verdict and what was printed."""
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        process = peer("respect", suite, "--workflow", workflow, "--server", f"shop={url}", "--json-output", result)
        told = process.stdout + process.stderr
        if not result.exists():
            return "refused", told
        (played,) = json.loads(result.read_text(encoding="utf-8"))["files"].values()
    statuses = {one["workflowId"]: one["status"] for one in played["executedWorkflows"]}
    return {"success": "passed", "error": "failed"}.get(statuses.get(workflow, ""), "not played"), told


def play(shop: Shop, suite: Path, workflow: dict) -> Played:
    name = f"{suite.name.removesuffix('.arazzo.yaml')}/{workflow['workflowId']}"
    wanted = workflow["x-expected"]

    def outcome(verdict: str, requests: list[str]) -> Outcome:
        loose = wanted.get("inAnyOrder", 0)
        return Outcome(verdict, (*sorted(requests[:loose]), *requests[loose:]))

    expected = outcome(wanted["verdict"], wanted["requests"])
    outcomes, told = {}, []
    for runner in (play_here, play_there):
        place = f"{runner.__name__}-{name.replace('/', '-')}"
        verdict, text = runner(suite, workflow["workflowId"], f"{shop.url}/{place}")
        outcomes[runner] = outcome(verdict, shop.requests(place))
        told.append(text)
    return Played(name, expected, outcomes[play_here], outcomes[play_there], "\n".join(told))


def complaint(played: Played, differences: dict[str, Difference]) -> str | None:
    """Says what is not as it must be, if anything is."""
    if played.ours != played.expected:
        return f"{played.name}: ours is {played.ours}\n  and not {played.expected}"
    difference = differences.get(played.name)
    if played.theirs == (difference.theirs if difference else played.expected):
        return None
    if difference and played.theirs == played.expected:
        return f"{played.name}: the other runner does as the specification says; take it out of DIFFERENCES"
    wanted = difference.theirs if difference else played.expected
    return f"{played.name}: the other runner's is {played.theirs}\n  and not {wanted}"


def play_all() -> list[Played]:
    files = sorted(SUITES.glob("*.arazzo.yaml"))
    # One more than can compute at once: one play only waits as a Retry-After of many seconds says.
    with Shop() as shop, ThreadPoolExecutor((os.cpu_count() or 1) + 1) as pool:
        plays = [
            pool.submit(play, shop, file, workflow)
            for file, document in zip(files, read_yaml(files))
            for workflow in document["workflows"]
            if "x-expected" in workflow  # the others are only called
        ]
        try:
            return [one.result() for one in plays]
        finally:
            pool.shutdown(cancel_futures=True)


def judge(all_played: list[Played], differences: dict[str, Difference]) -> None:
    """Fails where a verdict or a request is not as the suites, or the table of differences, say."""
    complaints = [f"{text}\n{one.told}" for one in all_played if (text := complaint(one, differences))]
    if complaints:
        raise Failure("\n".join(complaints))
    # Without the table each of its rows has to be noticed: so a difference would be, and no row is out of date.
    noticed = {one.name for one in all_played if complaint(one, {})}
    if odd := differences.keys() ^ noticed:
        raise Failure(f"DIFFERENCES has {', '.join(sorted(odd))}, but no workflow that is played differs so")


def show() -> None:
    """Fails unless both runners play each workflow as its suite, or the table of differences, says."""
    all_played = play_all()
    judge(all_played, DIFFERENCES)
    for one in all_played:
        if difference := DIFFERENCES.get(one.name):
            print(f"{one.name}: {one.ours.verdict} here, {one.theirs.verdict} there: {difference.why}")
    same = [one.ours.verdict for one in all_played if one.name not in DIFFERENCES]
    print(
        f"{len(same)} workflows get the same verdict in both runners by the same requests, "
        f"{same.count('passed')} pass and {same.count('failed')} fail; {len(DIFFERENCES)} differ as listed"
    )
