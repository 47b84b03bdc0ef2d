#!/usr/bin/env python3
"""Checks that every requirement id that is mentioned exists in the ledger, once, and that something checks each.

usage: ledger.py [root]
"""

import re
from pathlib import Path
from typing import Iterator

from sources import Problem, files, lines, run

LEDGER = "spec/documents/ledger.yaml"
ROW = re.compile(r"""^\s*(?:-\s*)?(?:\{\s*)?id:\s*["']?([A-Za-z0-9_.-]+)""")
CHECKABLE = re.compile(r"""^\s*checkable:\s*["']?(\w+)""")
# Where ids are used: the documents, the suites, what is known of targets, the faults.
USERS = ("spec/documents/", "conformance/suites/", "conformance/deviations/", "fixtures/faults/", "mock_server/rules/")
CHECKERS = ("spec/documents/", "conformance/suites/")
TEXTS = (".yaml", ".yml", ".json", ".cpp", ".hpp")


def rows(root: Path) -> dict[str, int]:
    """Returns id → line; a second row of the same id is kept as `id (again)`."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines(root, LEDGER), 1):
        match = ROW.match(line)
        if match:
            name = match[1] if match[1] not in found else f"{match[1]} (again)"
            found[name] = number
    return found


def unchecked(root: Path, mentioned: set[str]) -> Iterator[Problem]:
    """Yields the rows that can be checked, and that no suite and no contract names."""
    name, number = "", 0
    for at, line in enumerate(lines(root, LEDGER), 1):
        if match := ROW.match(line):
            name, number = match[1], at
        elif (match := CHECKABLE.match(line)) and match[1] != "no" and name not in mentioned:
            text = f"nothing checks {name}; name it in a suite or in the contract, or say why it is `checkable: 'no'`"
            yield Problem(LEDGER, number, text)


def check(root: Path) -> Iterator[Problem]:
    if not (root / LEDGER).is_file():
        yield Problem(LEDGER, 1, "there is no ledger; add the file with one row a requirement")
        return
    known = rows(root)
    if not known:
        yield Problem(LEDGER, 1, "no row with an id was found; write rows as `- id: AREA-TOPIC-1`")
        return
    for name, number in known.items():
        if name.endswith(" (again)"):
            yield Problem(LEDGER, number, f"id {name.split()[0]} stands here a second time; give it a number of its own")

    # A mention is any word in capitals that begins as the ledger's ids do.
    areas = "|".join(sorted({re.escape(name.split("-")[0]) for name in known}))
    mention = re.compile(rf"(?<![\w-])(?:{areas})(?:-[A-Z0-9]+)+(?![\w-])")
    mentioned: set[str] = set()
    for file in files(root, *TEXTS):
        if not file.startswith(USERS):
            continue
        for number, line in enumerate(lines(root, file), 1):
            for name in mention.findall(line):
                if file.startswith(CHECKERS) and file != LEDGER:
                    mentioned.add(name)
                if name not in known:
                    yield Problem(file, number, f"{name} is no requirement of {LEDGER}; correct the id or add the row")
    yield from unchecked(root, mentioned)


if __name__ == "__main__":
    run(check)
