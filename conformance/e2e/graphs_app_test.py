"""The graphs of fixtures/graphs/app, in Python and in JavaScript, put out what the table says, and what the mock does.

The table, graph_outputs.json, has the outputs of each graph by mode. Of `messages` it has node, tags and token, of `debug`
and `events` the lines that name them; what a subgraph puts out follows the name of its node.
"""

import itertools
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
import urllib.request
from pathlib import Path

import programs
from event_streams import UUID, events_in
from stand_in import builder, wire

HERE = Path(__file__).resolve().parent
GRAPHS = HERE.parents[1] / "fixtures" / "graphs"
CASES = json.loads((HERE / "graph_outputs.json").read_text(encoding="utf-8"))
PYTHON = [sys.executable, "stand_in/play.py"]
JAVASCRIPT = ["node", "stand_in/play.mjs"]
MODES = ("values", "updates", "messages", "custom", "debug", "events", "error")


def play(command):
    """Runs every case in one process; returns the (event name, data) of each."""
    cases = [{"graph": case["graph"], "input": case["input"], "records": case.get("records")} for case in CASES]
    environment = {**os.environ, "GRAPH_GATE_MS": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    process = subprocess.run(command, input=json.dumps(cases), capture_output=True, text=True, cwd=HERE, env=environment,
                             timeout=programs.DEADLINE_S, check=False)
    if process.returncode != 0:
        raise AssertionError(process.stderr)
    return [events_of(records) for records in json.loads(process.stdout)]


def in_order(records):
    """Returns the records with those of parallel nodes sorted by node, because such nodes end in any order."""
    groups = itertools.groupby(records, lambda record: (record["step"], bool(record["node"])) if "step" in record else None)
    for _, group in groups:
        yield from sorted(group, key=lambda record: "" if record["namespace"] else record.get("node", ""))


def events_of(records):
    for record in in_order(records):
        if record["type"] == "error":
            yield "error", record["data"]
        else:
            yield from wire.events_of(builder.Record(**record), {"run_id": "-"}, wire.MODES, with_subgraphs=True)


def mock_events(url, case):
    modes = ["values", "updates", "messages-tuple", "custom"]
    body = {"assistant_id": case["graph"], "input": case["input"], "stream_mode": modes, "stream_subgraphs": True}
    request = urllib.request.Request(f"{url}/runs/stream", json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=programs.DEADLINE_S) as response:
        return [(event.name, event.data) for event in events_in(response.read())[1:]]


def without_ids(value):
    return json.loads(UUID.sub("ID", json.dumps(value)))


def summary(mode, data):
    if mode == "messages":
        message, metadata = data
        return [metadata["graph_node"], metadata["tags"], message["content"]]
    if mode == "debug":
        return f"{data['step']} {data['type']} {data['payload'].get('name', '')}".strip()
    if mode == "events":
        return f"{data['event']} {data['name']}"
    return data


def outputs(events):
    """Returns the outputs by mode, and the order of the events of all modes except debug and events."""
    by_mode, order = {}, []
    for name, data in events:
        name, data = without_ids([name, data])
        mode, *namespace = name.replace(":ID", "").split("|")
        item = summary(mode, data)
        by_mode.setdefault(mode, []).append([*namespace, item] if namespace else item)
        if mode not in ("debug", "events"):
            order.append("|".join((mode, *namespace)))
    return {**{mode: by_mode[mode] for mode in MODES if mode in by_mode}, "order": " ".join(order)}


def as_of_mock(found, mode):
    """Returns outputs of a mode without counters of loops, which the mock's states lack, and without the order of nodes."""
    without_counters = json.loads(json.dumps(found.get(mode, [])), object_hook=lambda value: {
        key: inner for key, inner in value.items() if not key.endswith("_loop")})
    return sorted(without_counters, key=json.dumps)


class GraphsApp(unittest.TestCase):
    maxDiff = None

    def check(self, command):
        for case, events in zip(CASES, play(command), strict=True):
            with self.subTest(graph=case["graph"], input=case["input"]):
                self.assertEqual(outputs(events), case["outputs"])

    def test_the_python_module_puts_out_what_the_table_says(self):
        self.check(PYTHON)

    @unittest.skipUnless(shutil.which("node"), "needs node")
    def test_the_javascript_module_puts_out_what_the_table_says(self):
        self.check(JAVASCRIPT)

    def test_every_graph_is_in_the_table(self):
        self.assertEqual({case["graph"] for case in CASES}, {path.stem for path in GRAPHS.glob("*.json")})

    def test_the_modules_export_every_graph(self):
        """An export of JavaScript is a name in the source."""
        exports = re.search(r"export const \{(.*)\} = graphs", (GRAPHS / "app" / "graphs.mjs").read_text(encoding="utf-8"))
        self.assertEqual(exports[1].split(", "), sorted(path.stem for path in GRAPHS.glob("*.json")))

    def test_the_page_deploys_every_graph_that_is_an_assistant(self):
        """inner is called by others, flood is for measurements."""
        page = (GRAPHS / "app" / "README.md").read_text(encoding="utf-8")
        deployed = json.loads(re.search(r"```json\n(.*?)```", page, re.DOTALL)[1])["graphs"]
        self.assertEqual(deployed, {name: f"./graphs/app/graphs.mjs:{name}" for name in deployed})
        self.assertEqual({*deployed, "inner", "flood"}, {path.stem for path in GRAPHS.glob("*.json")})

    def test_the_mock_puts_out_the_same(self):
        with programs.Mock() as mock:
            for case in CASES:
                if case["graph"] in ("endless", "gated", "stages"):
                    continue
                with self.subTest(graph=case["graph"], input=case["input"]):
                    received = outputs(mock_events(mock.url, case))
                    for mode in ("updates", "messages", "custom", "error"):
                        self.assertEqual(as_of_mock(received, mode), as_of_mock(case["outputs"], mode))

    def test_a_missing_name_of_the_library_is_reported(self):
        environment = {**os.environ, "GRAPH_LIBRARY": "json", "PYTHONDONTWRITEBYTECODE": "1"}
        process = subprocess.run([sys.executable, "graphs.py"], capture_output=True, text=True, env=environment,
                                 cwd=GRAPHS / "app", timeout=programs.DEADLINE_S, check=False)
        self.assertIn('no module of GRAPH_LIBRARY ("json") has StateGraph; add the one that does', process.stderr)


if __name__ == "__main__":
    unittest.main()
