#!/usr/bin/env python3
"""Checks that the files, folders and sections that the pages name exist.

The table of variants is that of their fixtures. A path in backquotes that ends like a source or data file must be the end of the path of a file of the project. The target
of a relative link must exist, and its fragment must be a heading of the page.

usage: docs.py [root]
"""

import json
import os
import re
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Iterator

from sources import Problem, files, lines, run

PATH = re.compile(r"`([\w./-]+/[\w.-]+\.(?:cpp|hpp|py|yaml|json|html|mjs))`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)")
# Placeholders for any file, and files that programs write.
EXAMPLES = re.compile(r"NAME|DIR|FILE|/result\.json$|plumbline-report/|^build/|^/|^\./|^\.\./")
FENCE = "```"
VARIANTS_PAGE = "docs/mock_server.md"
VARIANTS_HEAD = "| variant | behaviour |"


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


def variant_rows(root: Path) -> list[str]:
    """Returns the rows of the table of variants that their fixtures define."""
    rows = []
    for path in sorted((root / "fixtures/variants").glob("*.json"), reverse=True):
        for one in json.loads(path.read_text(encoding="utf-8"))["variants"]:
            departs = ", ".join(f"`{requirement}`" for requirement in one.get("departs", []))
            text = one["summary"].replace("|", "\\|") + (f" (departs from {departs})" if departs else "")
            rows.append(f"| `{one['id']}` | {text} |")
    return rows


def check_variants(root: Path) -> Iterator[Problem]:
    expected = variant_rows(root)
    if not expected:
        return
    page = lines(root, VARIANTS_PAGE)
    start = page.index(VARIANTS_HEAD) + 2 if VARIANTS_HEAD in page else 0
    found = list(takewhile(lambda line: line.startswith("|"), page[start:]))
    for number, (line, row) in enumerate(zip_longest(found, expected, fillvalue=""), start + 1):
        if line != row:
            yield Problem(VARIANTS_PAGE, number, f"the table differs from fixtures/variants; expected: {row or 'its end'}")
            return


def check(root: Path) -> Iterator[Problem]:
    yield from check_variants(root)
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
