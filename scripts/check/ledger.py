#!/usr/bin/env python3
"""Checks that every mentioned requirement id is in the ledger once, and that every requirement has a check.

usage: ledger.py [root]
"""

import re
from pathlib import Path
from typing import Iterator

from sources import Problem, files, lines, run

LEDGER = "spec/documents/ledger.yaml"
ROW = re.compile(r"""^\s*(?:-\s*)?(?:\{\s*)?id:\s*["']?([A-Za-z0-9_.-]+)""")
CHECKABLE = re.compile(r"""^\s*checkable:\s*["']?(\w+)""")
# Where ids are used: documents, suites, known deviations of targets, faults.
USERS = ("spec/documents/", "conformance/suites/", "conformance/deviations/", "fixtures/faults/", "mock_server/rules/")
CHECKERS = ("spec/documents/", "conformance/suites/")
TEXTS = (".yaml", ".yml", ".json", ".cpp", ".hpp")


def rows(root: Path) -> dict[str, int]:
    """Returns id → line; a duplicate row is returned as `id (again)`."""
    found: dict[str, int] = {}
    for number, line in enumerate(lines(root, LEDGER), 1):
        match = ROW.match(line)
        if match:
            name = match[1] if match[1] not in found else f"{match[1]} (again)"
            found[name] = number
    return found


def unchecked(root: Path, mentioned: set[str]) -> Iterator[Problem]:
    """Yields a problem for each checkable row that neither a suite nor the contract names."""
    name, number = "", 0
    for at, line in enumerate(lines(root, LEDGER), 1):
        if match := ROW.match(line):
            name, number = match[1], at
        elif (match := CHECKABLE.match(line)) and match[1] != "no" and name not in mentioned:
            text = f"{name} has no check; name it in a suite or in the contract, or state why it is `checkable: 'no'`"
            yield Problem(LEDGER, number, text)


def check(root: Path) -> Iterator[Problem]:
    if not (root / LEDGER).is_file():
        yield Problem(LEDGER, 1, "the ledger is missing; add the file with one row per requirement")
        return
    known = rows(root)
    if not known:
        yield Problem(LEDGER, 1, "found no row with an id; write rows as `- id: AREA-TOPIC-1`")
        return
    for name, number in known.items():
        if name.endswith(" (again)"):
            yield Problem(LEDGER, number, f"id {name.split()[0]} is a duplicate; give it another number")

    # A mention is any upper-case word with the area prefix of a ledger id.
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
                    yield Problem(file, number, f"{name} is not in {LEDGER}; correct the id or add the row")
    yield from unchecked(root, mentioned)


if __name__ == "__main__":
    run(check)
