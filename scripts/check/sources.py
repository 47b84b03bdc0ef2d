"""Finds the project's files and reads their includes; shared by all checks."""

import os
import re
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

SKIPPED_FOLDERS = {".git", "build", "node_modules", "runs", ".cache", "__pycache__"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


class Include(NamedTuple):
    line: int
    name: str
    ours: bool  # in quotes: a path from the repository root


class Problem(NamedTuple):
    file: str
    line: int
    text: str  # what is wrong; how to fix it

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.text}"


def files(root: Path, *endings: str) -> Iterator[str]:
    """Yields the paths, relative to root, of the project's files with one of the endings, sorted."""
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS)
        for name in sorted(names):
            if name.endswith(endings):
                yield os.path.relpath(os.path.join(folder, name), root)


def lines(root: Path, file: str) -> list[str]:
    return (root / file).read_text(encoding="utf-8", errors="replace").splitlines()


def includes(root: Path, file: str) -> list[Include]:
    found = []
    for number, line in enumerate(lines(root, file), 1):
        match = INCLUDE.match(line)
        if match:
            found.append(Include(number, match[2], match[1] == '"'))
    return found


def run(check) -> None:
    """Runs check(root) over the repository, or over the folder given as argument; ends the program."""
    if len(sys.argv) > 1 and sys.argv[1] in ("-h", "--help"):
        print(sys.modules["__main__"].__doc__)
        sys.exit(0)
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
    problems = list(check(root))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)
