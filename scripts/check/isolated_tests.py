#!/usr/bin/env python3
"""Checks that tests do not depend on one another or on speed: they run side by side, in several processes.

usage: isolated_tests.py [root]
"""

import re
from pathlib import Path
from typing import Iterator, NamedTuple

from sources import Problem, files, lines, run


class Rule(NamedTuple):
    pattern: re.Pattern
    text: str  # what is wrong; how to fix it
    allowed_in: str = ""


RULES = (
    Rule(re.compile(r"\bTempDir\(|\bmkdtemp\(|\btemp_directory_path\("),
         "a folder that other tests may use; use TemporaryFolder of spec/base/temporary_folder.hpp",
         "spec/base/temporary_folder.hpp"),
    Rule(re.compile(r"\bsleep_(for|until)\(|\busleep\(|\bnanosleep\("),
         "a test that sleeps; wait for what it needs, or pass a clock"),
)


def check(root: Path) -> Iterator[Problem]:
    for file in files(root, "_test.cpp", "testing.hpp", "_fixture.hpp", "temporary_folder.hpp"):
        for number, line in enumerate(lines(root, file), 1):
            for rule in RULES:
                if file != rule.allowed_in and rule.pattern.search(line):
                    yield Problem(file, number, rule.text)


if __name__ == "__main__":
    run(check)
