#!/usr/bin/env python3
"""Checks that the files, folders and sections that the pages name exist.

A path in backquotes that ends like a source or data file must be the end of the path of a file of the project. The target
of a relative link must exist, and its fragment must be a heading of the page.

usage: docs.py [root]
"""

import os
import re
from pathlib import Path
from typing import Iterator

from sources import Problem, files, lines, run

PATH = re.compile(r"`([\w./-]+/[\w.-]+\.(?:cpp|hpp|py|yaml|json|html|mjs))`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)")
# Placeholders for any file, and files that programs write.
EXAMPLES = re.compile(r"NAME|DIR|FILE|/result\.json$|plumbline-report/|^build/|^/|^\./|^\.\./")
FENCE = "```"


def fragment_of(heading: str) -> str:
    """Returns the fragment that web views of Markdown give a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", ""))
    return kept.replace(" ", "-")


def headings(root: Path, page: str) -> set[str]:
    return {fragment_of(match[1]) for line in lines(root, page) if (match := HEADING.match(line))}


def outside_examples(root: Path, page: str) -> Iterator[tuple[int, str]]:
    """Yields the lines of a page that are not in a fenced example, with their numbers."""
    is_example = False
    for number, line in enumerate(lines(root, page), 1):
        if line.lstrip().startswith(FENCE):
            is_example = not is_example
        elif not is_example:
            yield number, line


def check_link(root: Path, page: str, number: int, target: str) -> Iterator[Problem]:
    if re.match(r"[a-z]+:", target):
        return
    path, _, fragment = target.partition("#")
    found = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if not (root / found).exists():
        yield Problem(page, number, f"the link's target {target} does not exist; correct or remove it")
    elif fragment and found.endswith(".md") and fragment not in headings(root, found):
        yield Problem(page, number, f"{found} has no heading #{fragment}; name one of its headings")


def check(root: Path) -> Iterator[Problem]:
    known = list(files(root, ".cpp", ".hpp", ".py", ".yaml", ".json", ".html", ".mjs"))
    ends = {"/" + file for file in known}
    for page in files(root, ".md"):
        for number, line in outside_examples(root, page):
            for path in PATH.findall(line):
                if not EXAMPLES.search(path) and not any(end.endswith("/" + path) for end in ends):
                    yield Problem(page, number, f"no file of the project is {path}; correct the path")
            for target in LINK.findall(line):
                yield from check_link(root, page, number, target)


if __name__ == "__main__":
    run(check)
