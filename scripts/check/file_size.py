#!/usr/bin/env python3
"""Checks that sources are small: over 300 lines is a warning, over 500 an error.

usage: file_size.py [root]
"""

import sys
from pathlib import Path
from typing import Iterator

from sources import Problem, files, lines, run

WARNING = 300
ERROR = 500


def check(root: Path) -> Iterator[Problem]:
    for file in files(root, ".cpp", ".hpp"):
        count = len(lines(root, file))
        if count > ERROR:
            yield Problem(file, count, f"{count} lines, at most {ERROR}; split it by responsibility")
        elif count > WARNING:
            print(f"{file}:{count}: warning: {count} lines, recommended at most {WARNING}", file=sys.stderr)


if __name__ == "__main__":
    run(check)
