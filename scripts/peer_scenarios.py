"""The scenarios of the suites, as far as another runner has to be told of them."""

import itertools
from dataclasses import dataclass, field
from pathlib import Path

from peer_tools import read_yaml


@dataclass(frozen=True)
class Scenario:
    suite: Path
    workflow: str
    required: frozenset  # inputs without which it cannot be played
    allowed: dict = field(hash=False)  # input: the values it may have
    verifies: frozenset  # requirement ids
    called: bool  # by another workflow
    streams: bool  # looks into streams of events, which the other runner cannot read

    def __str__(self):
        return f"{self.suite.name.removesuffix('.arazzo.yaml')}/{self.workflow}"

    def fits(self, inputs):
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


def steps_of(document, workflow):
    """Returns the steps of a workflow and of those that it calls."""
    by_id = {one["workflowId"]: one for one in document["workflows"]}
    reached, waiting = {}, [workflow["workflowId"]]
    while waiting:
        name = waiting.pop()
        if name in by_id and name not in reached:
            reached[name] = by_id[name]["steps"]
            waiting += values_of(by_id[name]["steps"], "workflowId")
    return list(itertools.chain.from_iterable(reached.values()))


def scenarios(folder):
    """Returns all workflows of the suites in a folder, in their order."""
    files = sorted(folder.glob("*.arazzo.yaml"))
    return [
        scenario_of(file, document, workflow)
        for file, document in zip(files, read_yaml(files))
        for workflow in document["workflows"]
    ]


def scenario_of(file, document, workflow):
    inputs = workflow.get("inputs", {})
    if "$ref" in inputs:
        inputs = document["components"]["inputs"][inputs["$ref"].rsplit("/", 1)[1]]
    called = {name for other in document["workflows"] for name in values_of(other["steps"], "workflowId")}
    return Scenario(
        suite=file,
        workflow=workflow["workflowId"],
        required=frozenset(inputs.get("required", ())),
        allowed={name: schema["enum"] for name, schema in inputs.get("properties", {}).items() if "enum" in schema},
        verifies=frozenset(itertools.chain.from_iterable(values_of(workflow, "x-ct-verifies"))),
        called=workflow["workflowId"] in called,
        streams=any(key in STREAM_KEYS for step in steps_of(document, workflow) for key in step),
    )
