"""Summary and verdicts of runs, and the runs that several tests share."""

import functools
import re

import programs

VERDICTS = ("passed", "failed", "warned", "deviated", "fixed", "observed", "skipped", "not_run")
SUMMARY = re.compile(r"^\d+ passed, \d+ failed.*, \d+ warned(, \d+ .*)?$")


def summary_of(process):
    """Returns the counts of all verdicts from the last line, which may be wrapped."""
    last = programs.unwrapped(process.stdout.rstrip("\n")).splitlines()[-1]
    assert SUMMARY.match(last), f"the last line is not a summary: {last!r}\n{process.stderr}"
    counts = {name: int(number) for number, name in re.findall(r"(\d+) ([a-z_]+)", last)}
    return [counts.get(name, 0) for name in VERDICTS]


def all_of(result):
    return [(scenario["name"], scenario["verdict"]) for scenario in result["scenarios"]]


def failures_in(result):
    """Returns the findings that fail or warn."""
    return [finding
            for scenario in result["scenarios"] for step in scenario["steps"] for finding in step["findings"]
            if finding["verdict"] in ("failed", "warned")]


def violated_requirements(result):
    return {requirement for finding in failures_in(result) for requirement in finding["requirements"]}


def reasons_of_skips(result):
    return {scenario["name"]: scenario["reason"] for scenario in result["scenarios"] if scenario["verdict"] == "skipped"}


@functools.cache
def embedded_run():
    """Returns process and result of a full run against the embedded mock, shared by all tests of a process."""
    return programs.run_with_result()


# A suite with a scenario that waits for ten minutes.
WAITING_SUITE = """
arazzo: 1.1.0
info: { title: waits, version: '1' }
sourceDescriptions: [ { name: api, type: openapi, url: control_plane.openapi.yaml } ]
workflows:
  - workflowId: waits
    inputs: { type: object, properties: { api_key: { type: string } } }
    parameters: [ { name: X-Api-Key, in: header, value: $inputs.api_key } ]
    steps:
      - stepId: list
        operationId: listDeployments
        successCriteria: [ { condition: $statusCode == 299 } ]
        onFailure: [ { name: again, type: retry, retryAfter: 60, retryLimit: 10 } ]
"""
