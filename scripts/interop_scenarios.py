"""Reads from the suites what is needed to play their scenarios in another runner."""

import itertools
from dataclasses import dataclass, field
from pathlib import Path

from interop_tools import read_yaml


@dataclass(frozen=True)
class Scenario:
    suite: Path
    workflow: str
    required: frozenset  # inputs
    allowed: dict = field(hash=False)  # input: its allowed values
    verifies: frozenset  # requirement ids
    is_called: bool  # by another workflow
    reads_streams: bool  # event streams, which the other runner cannot read

    def __str__(self):
        return f"{self.suite.name.removesuffix('.arazzo.yaml')}/{self.workflow}"

    def can_run_with(self, inputs):
        return self.required <= inputs.keys() and all(
            inputs[name] in values for name, values in self.allowed.items() if name in inputs
        )


def values_of(node, key):
    """Yields every value of the key, at any depth."""
    if isinstance(node, dict):
        if key in node:
            yield node[key]
        node = list(node.values())
    if isinstance(node, list):
        for item in node:
            yield from values_of(item, key)


STREAM_KEYS = ("x-ct-sse", "x-ct-background")


def reads_stream(step):
    """Returns whether the other runner cannot read the response: it takes an empty stream, as of an ended run, for an object."""
    joins_own_run = step.get("operationId") == "joinRunStream" and any(
        one["name"] == "run_id" and one["value"].startswith("$steps.") for one in step.get("parameters", ())
    )
    return joins_own_run or any(key in STREAM_KEYS for key in step)


def steps_of(document, workflow):
    """Returns the steps of a workflow and of those that it calls."""
    by_id = {one["workflowId"]: one for one in document["workflows"]}
    visited, pending = {}, [workflow["workflowId"]]
    while pending:
        name = pending.pop()
        if name in by_id and name not in visited:
            visited[name] = by_id[name]["steps"]
            pending += values_of(by_id[name]["steps"], "workflowId")
    return list(itertools.chain.from_iterable(visited.values()))


def scenarios(folder):
    """Returns all workflows of the suites in a folder, in order."""
    files = sorted(folder.glob("*.arazzo.yaml"))
    documents = dict(zip(files, read_yaml(files)))
    called = set(itertools.chain.from_iterable(called_workflows(*item) for item in documents.items()))
    return [
        scenario_of(file, document, workflow, called)
        for file, document in documents.items()
        for workflow in document["workflows"]
    ]


def called_workflows(file, document):
    """Yields (file, workflow) of each workflow that a step or action of the document names."""
    urls = {one["name"]: one["url"] for one in document["sourceDescriptions"]}
    for workflow in document["workflows"]:
        for name in values_of(workflow["steps"], "workflowId"):
            if name.startswith("$sourceDescriptions."):
                _, source, other = name.split(".")
                yield file.parent / urls[source], other
            else:
                yield file, name


def scenario_of(file, document, workflow, called):
    inputs = workflow.get("inputs", {})
    if "$ref" in inputs:
        inputs = document["components"]["inputs"][inputs["$ref"].rsplit("/", 1)[1]]
    return Scenario(
        suite=file,
        workflow=workflow["workflowId"],
        required=frozenset(inputs.get("required", ())),
        allowed={name: schema["enum"] for name, schema in inputs.get("properties", {}).items() if "enum" in schema},
        verifies=frozenset(itertools.chain.from_iterable(values_of(workflow, "x-ct-verifies"))),
        is_called=(file, workflow["workflowId"]) in called,
        reads_streams=any(map(reads_stream, steps_of(document, workflow))),
    )
