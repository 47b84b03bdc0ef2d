#!/usr/bin/env python3
"""Checks names: files say what is in them, and the contract and its data name no real service.

usage: names.py [root]
"""

import re
from pathlib import Path
from typing import Iterator

from sources import Problem, files, lines, run

# Names under which everything ends up.
VAGUE = {"manager", "helper", "helpers", "util", "utils", "misc", "stuff", "common"}
SOURCE_NAME = re.compile(r"^[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-z0-9_]+)+$")
SOURCES = (".cpp", ".hpp", ".py", ".cmake", ".arazzo.yaml", ".openapi.yaml")

# Well-known hosts of code and of clouds: the likeliest to slip into an example.
SERVICE = re.compile(r"\b(github|gitlab|bitbucket|amazonaws|azure|googleapis)\b", re.IGNORECASE)
NEUTRAL_FOLDERS = ("spec/", "fixtures/", "conformance/suites/", "conformance/peer/", "mock_server/", "reports/")
TEXTS = (".cpp", ".hpp", ".yaml", ".yml", ".json", ".md", ".txt")


def check(root: Path) -> Iterator[Problem]:
    for file in files(root, *SOURCES):
        name = file.rsplit("/", 1)[-1]
        vague = VAGUE.intersection(name.split(".")[0].lower().split("_"))
        if vague:
            yield Problem(file, 1, f"a file named {vague.pop()} says nothing of its job; name it after what it offers")
        if not SOURCE_NAME.match(name) and name != "CMakeLists.txt":
            yield Problem(file, 1, f"{name} is not snake_case; rename it")
    for file in files(root, *TEXTS):
        if not file.startswith(NEUTRAL_FOLDERS):
            continue
        for number, line in enumerate(lines(root, file), 1):
            service = SERVICE.search(line)
            if service:
                yield Problem(file, number, f"names a real service ({service[0]}); use a neutral word or example.com")


if __name__ == "__main__":
    run(check)
