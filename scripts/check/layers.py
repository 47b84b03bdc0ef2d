#!/usr/bin/env python3
"""Checks that includes and calls keep to the layers: the tables below are the law of the architecture.

usage: layers.py [root]
"""

import re
from pathlib import Path
from typing import Iterator

from sources import Problem, files, includes, lines, run

# A folder may include only what lies under the folders listed for it. The longest matching row counts.
MAY_INCLUDE = {
    "spec/base": ["spec/base"],
    "spec/json": ["spec/json", "spec/base"],
    "spec/http": ["spec/http", "spec/base"],
    "spec/sse": ["spec/sse", "spec/base"],
    "spec/regex": ["spec/regex", "spec/base"],
    "spec/jsonpath": ["spec/jsonpath", "spec/regex", "spec/json", "spec/base"],
    "spec/schema": ["spec/schema", "spec/regex", "spec/json", "spec/base"],
    "spec/names": ["spec/names", "spec/contract", "spec/schema", "spec/embedded", "spec/http", "spec/json", "spec/base"],
    "spec": ["spec"],
    "reports": ["reports", "spec"],
    "mock_server": ["mock_server", "spec"],
    "conformance": ["conformance", "reports", "spec"],
    "benchmarks/load/result": ["benchmarks/load/result", "reports", "spec"],
    "benchmarks": ["benchmarks", "mock_server", "conformance", "reports", "spec"],
}

# A folder that only the listed ones may include (and itself): the upper layers.
USED_ONLY_BY = {
    "mock_server/transport": ["mock_server/app", "mock_server/fuzz", "mock_server/main.cpp", "benchmarks"],
    "mock_server/app": ["mock_server/main.cpp", "benchmarks"],
    "conformance/app": ["conformance/main.cpp"],
    "benchmarks": [],
}

# Plain values at a seam: both sides speak of them, so they make no dependency.
SEAMS = {"mock_server/engine/reply.hpp", "mock_server/engine/stream.hpp"}

# A third-party library and the only places that may include it.
THIRD_PARTY = {
    "pistache": (r"pistache/", ["mock_server/transport"]),
    "Boost": (r"boost/", ["mock_server/transport"]),
    "libcurl": (r"curl/", ["conformance/client", "benchmarks/load/drive"]),
    "valijson": (r"valijson/", ["spec/schema"]),
    "RE2": (r"re2/", ["spec/regex"]),
    "simdjson": (r"simdjson\.h$", ["spec/json"]),
    "libyaml": (r"^yaml\.h$", ["spec/json"]),
    "CLI11": (r"CLI/", ["mock_server/app", "conformance/app", "benchmarks"]),
    "google/benchmark": (r"benchmark/benchmark\.h$", ["benchmarks"]),
    "std::regex": (r"regex$", []),
}

# Folders that only compute: the same input gives the same answer on every machine.
PURE = ["mock_server/rules", "mock_server/lifecycle", "conformance/checks", "conformance/streaming", "conformance/monitors"]
IMPURE_INCLUDES = re.compile(
    r"^(filesystem|fstream|sys/.*|netinet/.*|arpa/.*|unistd\.h|fcntl\.h|poll\.h|netdb\.h|spec/base/file\.hpp)$"
)
IMPURE_CALLS = re.compile(r"\bgetenv\s*\(")

# Reading the machine's clock or sleeping: everyone else gets a Clock.
CLOCK_CALLS = re.compile(r"\b(system_clock|steady_clock|high_resolution_clock)::now\b|\bsleep_(for|until)\s*\(")
CLOCK_USERS = [
    "spec/base/system_clock.cpp",
    "spec/base/clock_test.cpp",
    "conformance/client",
    "mock_server/transport",
    "benchmarks",
]


def is_under(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def is_under_any(path: str, folders: list[str]) -> bool:
    return any(is_under(path, folder) for folder in folders)


def row_of(path: str, table: dict) -> str:
    return max((folder for folder in table if is_under(path, folder)), key=len, default="")


def arrow_problem(file: str, name: str) -> str:
    row = row_of(file, MAY_INCLUDE)
    if row and not is_under_any(name, MAY_INCLUDE[row]):
        return f"{row} must not include {name}: it may use {', '.join(MAY_INCLUDE[row])}; move what both need down"
    upper = row_of(name, USED_ONLY_BY)
    if upper and not is_under(file, upper) and not is_under_any(file, USED_ONLY_BY[upper]):
        users = ", ".join(USED_ONLY_BY[upper]) or "nobody"
        return f"{name} belongs to an upper layer, used only by {users}; turn the dependency round"
    return ""


def library_problem(file: str, name: str) -> str:
    for library, (pattern, homes) in THIRD_PARTY.items():
        if re.match(pattern, name) and not is_under_any(file, homes):
            return f"{library} is included where only {' and '.join(homes) or 'nobody'} may; use the seam of that folder"
    return ""


def call_problem(file: str, line: str) -> str:
    code = line.split("//", 1)[0]
    if CLOCK_CALLS.search(code) and not is_under_any(file, CLOCK_USERS):
        return "reads the machine's clock or sleeps; take a plumbline::Clock instead"
    if IMPURE_CALLS.search(code) and is_under_any(file, PURE):
        return "reads the environment in a folder that only computes; take the value as a parameter"
    return ""


def module_of(path: str) -> str:
    return "/".join(path.split("/")[:2]) if path.count("/") > 1 else path.split("/")[0]


def cycle_problems(arrows: dict[tuple[str, str], Problem]) -> Iterator[Problem]:
    """Yields one problem for each pair of modules that reach one another."""
    reach: dict[str, set[str]] = {}
    for user, used in arrows:
        reach.setdefault(user, set()).add(used)
    changed = True
    while changed:
        changed = False
        for targets in reach.values():
            more = set().union(*(reach.get(target, set()) for target in targets)) - targets
            changed = changed or bool(more)
            targets |= more
    for (user, used), place in sorted(arrows.items()):
        if user in reach.get(used, set()):
            yield Problem(place.file, place.line, f"{user} and {used} need one another; move what both need down")


def check(root: Path) -> Iterator[Problem]:
    arrows: dict[tuple[str, str], Problem] = {}
    for file in files(root, ".cpp", ".hpp"):
        for include in includes(root, file):
            if include.ours:
                problem = arrow_problem(file, include.name)
                pair = (module_of(file), module_of(include.name))
                # Tests may look sideways: they are linked into programs of their own.
                is_free = include.name in SEAMS or file.endswith("_test.cpp")
                if pair[0] != pair[1] and not is_free:
                    arrows.setdefault(pair, Problem(file, include.line, ""))
            else:
                problem = library_problem(file, include.name)
            if not problem and is_under_any(file, PURE) and IMPURE_INCLUDES.match(include.name):
                problem = f"{include.name} in a folder that only computes; take what it gives as a parameter"
            if problem:
                yield Problem(file, include.line, problem)
        for number, line in enumerate(lines(root, file), 1):
            problem = call_problem(file, line)
            if problem:
                yield Problem(file, number, problem)
    yield from cycle_problems(arrows)


if __name__ == "__main__":
    run(check)
