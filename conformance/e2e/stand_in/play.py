"""Runs graphs of fixtures/graphs/app/graphs.py: reads a list of {graph, input, records}, writes a list of the records
of each run, at most as many as asked for. The twin is play.mjs."""

import asyncio
import json
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "fixtures" / "graphs" / "app")]
os.environ["GRAPH_LIBRARY"] = "builder"

import graphs  # noqa: E402
from builder import Scope  # noqa: E402


class Enough(Exception):
    pass


async def play(case):
    records = []

    def report(record):
        if len(records) == case["records"]:
            raise Enough
        records.append(vars(record))

    config = {"scope": Scope(report, case["graph"]), "configurable": {}}
    try:
        await graphs.graphs[case["graph"]].run({}, case["input"], config)
    except Enough:
        pass
    except Exception as error:  # of the graph
        records.append({"type": "error", "data": {"error": type(error).__name__, "message": str(error)}, "namespace": ()})
    return records


async def main():
    return await asyncio.gather(*map(play, json.load(sys.stdin)))


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main())))
