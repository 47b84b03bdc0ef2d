#!/usr/bin/env python3
"""Checks that includes keep to the architecture: CMake's link lists define which module uses which.

A module is a folder with a call of plumbline_module in its CMakeLists.txt, and the folders below it.
- A source includes headers of another module only where its own module links that module.
- It includes only the PUBLIC_HEADERS of the other module; a test also its TEST_HEADERS.
- A link is in PUBLIC_LINKS exactly if a public header needs it, and no link is without use.
- A module has at most two public headers; the exceptions have a reason below.
- Modules do not need each other in a circle.
- Areas (spec, reports, mock_server, conformance, benchmarks) use each other only as the table below allows.
- A third-party library is included only in the folder that wraps it.
- Folders that only compute read no file, socket, environment or clock.

usage: layers.py [root]
"""

import re
from pathlib import Path
from typing import Iterator

from cmake_modules import Module, Structure, read_structure
from sources import Problem, files, includes, lines, run

# An area may include only what is in the areas listed for it. The longest matching row counts.
AREAS = {
    "spec": ["spec"],
    "reports": ["reports", "spec"],
    "mock_server": ["mock_server", "spec"],
    "conformance": ["conformance", "reports", "spec"],
    "benchmarks/load/result": ["benchmarks/load/result", "reports", "spec"],
    "benchmarks": ["benchmarks", "mock_server", "conformance", "reports", "spec"],
}

# Modules with more than two public headers, each with the reason.
MANY_HEADERS = {
    "spec/base": "each header is one value or service that is used without the others",
    "spec/http": "each header is one value of HTTP",
    "spec/json": "each header is one step from text to value and back; a common one would rebuild the whole tree",
    "spec/sse": "decoder, encoder and chunked coding are used without each other",
    "spec/regex": "patterns of RE2, of I-Regexp and of ECMA-262 are used without each other",
    "spec/schema": "schemas, formats, the numbers of a text and the URIs of references are used without each other",
    "spec/contract": "the model, the rules evaluated on requests, and OpenAPI nodes below the model",
    "reports": "results, their renderings, and the mapping of members to JSON, which load results share",
    "mock_server/store": "fixture files, the worlds read from them, and the store made from a world",
}
MOST_HEADERS = 2

# A third-party library and the only places that may include it.
THIRD_PARTY = {
    "pistache": (r"pistache/", ["mock_server/transport"]),
    "Boost": (r"boost/", ["mock_server/transport", "mock_server/outgoing"]),
    "libcurl": (r"curl/", ["conformance/client", "benchmarks/load/drive"]),
    "valijson": (r"valijson/", ["spec/schema"]),
    "RE2": (r"re2/", ["spec/regex"]),
    "PCRE2": (r"^pcre2\.h$", ["spec/regex"]),
    "libidn2": (r"^idn2\.h$", ["spec/schema"]),
    "simdjson": (r"simdjson\.h$", ["spec/json"]),
    "libyaml": (r"^yaml\.h$", ["spec/json"]),
    "zlib": (r"^zlib\.h$", ["spec/http"]),
    "CLI11": (r"CLI/", ["spec/command_line", "mock_server/app", "conformance/app", "benchmarks"]),
    "google/benchmark": (r"benchmark/benchmark\.h$", ["benchmarks"]),
    "std::regex": (r"regex$", []),
}

# Folders that only compute: the same input leads to the same result on every machine.
PURE = ["mock_server/lifecycle", "conformance/checks", "conformance/streaming", "conformance/monitors"]
IMPURE_INCLUDES = re.compile(
    r"^(filesystem|fstream|sys/.*|netinet/.*|arpa/.*|unistd\.h|fcntl\.h|poll\.h|netdb\.h|spec/base/file\.hpp)$"
)
IMPURE_CALLS = re.compile(r"\bgetenv\s*\(")

# Reading the machine's clock or sleeping: all other code gets a Clock.
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


def is_test(file: str) -> bool:
    return file.endswith(("_test.cpp", "testing.hpp", "testing.cpp", "_fixture.hpp", "_fixture.cpp"))


def area_problem(file: str, name: str) -> str:
    row = max((area for area in AREAS if is_under(file, area)), key=len, default="")
    if row and not is_under_any(name, AREAS[row]):
        return f"{row} must not include {name}: it may use {', '.join(AREAS[row])}; move what both need down"
    return ""


def library_problem(file: str, name: str) -> str:
    for library, (pattern, homes) in THIRD_PARTY.items():
        if re.match(pattern, name) and not is_under_any(file, homes):
            return f"{library} is included outside {' and '.join(homes) or 'any wrapper'}; use the interface of that folder"
    return ""


def call_problem(file: str, line: str) -> str:
    code = line.split("//", 1)[0]
    if CLOCK_CALLS.search(code) and not is_under_any(file, CLOCK_USERS):
        return "reads the machine's clock or sleeps; take a plumbline::Clock instead"
    if IMPURE_CALLS.search(code) and is_under_any(file, PURE):
        return "reads the environment in a folder that only computes; take the value as a parameter"
    return ""


def module_problem(structure: Structure, file: str, module: Module | None, other: Module, name: str) -> str:
    """Returns what is wrong with an include of a header of another module; empty if nothing is."""
    headers = other.public_headers
    if module is None or is_test(file):
        # Tests and programs of tests see what is linked, directly or not, and the test headers.
        headers = headers + other.test_headers
    if name not in headers:
        public = ", ".join(other.list_of("PUBLIC_HEADERS")) or "none"
        return f"{name} is internal to {other.name}, whose public headers are: {public}"
    if module is None:
        return ""
    if is_test(file):
        linked = structure.reachable(module.links + module.list_of("TEST_LINKS"))
        return "" if other.name in linked else f"{module.name} does not link {other.name}; add it to TEST_LINKS"
    if other.name not in module.links:
        return f"{module.name} does not link {other.name}; add it to the links in {module.file}, or leave the include out"
    return ""


def reached_headers(headers: list[str], included: dict[str, list[str]], module: Module, structure: Structure) -> set[str]:
    """Returns the names included by these headers and by the headers of the same module that they include."""
    found: set[str] = set()
    waiting = list(headers)
    seen: set[str] = set()
    while waiting:
        header = waiting.pop()
        if header in seen:
            continue
        seen.add(header)
        for name in included.get(header, []):
            found.add(name)
            if structure.module_of(name) is module:
                waiting.append(name)
    return found


def link_problems(structure: Structure, module: Module, included: dict[str, list[str]]) -> Iterator[Problem]:
    """Yields the links that are without use or in the wrong list."""

    def users_of(names: set[str]) -> set[str]:
        owners = (structure.module_of(name) for name in names)
        return {owner.name for owner in owners if owner and owner is not module}

    own = [file for file in included if structure.module_of(file) is module and not is_test(file)]
    used = users_of({name for file in own for name in included[file]})
    public = users_of(reached_headers(module.public_headers, included, module, structure))
    tested = users_of({name for file in included if structure.module_of(file) is module and is_test(file)
                       for name in included[file]})
    for link in module.links:
        if link not in structure.modules:
            continue  # files built in by plumbline_embed
        if link not in used and not (not own and link in tested):
            yield Problem(module.file, module.line, f"{module.name} links {link} and includes nothing of it; remove the link")
        elif link in public and link not in module.list_of("PUBLIC_LINKS"):
            yield Problem(module.file, module.line, f"a public header of {module.name} needs {link}; move it to PUBLIC_LINKS")
        elif link not in public and link in module.list_of("PUBLIC_LINKS") and own:
            yield Problem(module.file, module.line, f"no public header of {module.name} needs {link}; move it to PRIVATE_LINKS")


def header_problems(root: Path, module: Module) -> Iterator[Problem]:
    for header in module.public_headers + module.test_headers:
        if not (root / header).is_file():
            yield Problem(module.file, module.line, f"there is no {header}; correct the list of headers")
    count = len(module.public_headers)
    if count > MOST_HEADERS and module.folder not in MANY_HEADERS:
        yield Problem(module.file, module.line,
                      f"{module.name} has {count} public headers, at most {MOST_HEADERS}; join them, split the module, "
                      "or give a reason in MANY_HEADERS of scripts/check/layers.py")
    if module.folder in MANY_HEADERS and count <= MOST_HEADERS:
        yield Problem(module.file, module.line, f"{module.folder} needs no row in MANY_HEADERS; remove it")


def cycle_problems(structure: Structure) -> Iterator[Problem]:
    for module in structure.modules.values():
        if module.name in structure.reachable(module.links):
            yield Problem(module.file, module.line, f"{module.name} needs itself through its links; move what both need down")


def check(root: Path) -> Iterator[Problem]:
    structure = read_structure(root)
    included: dict[str, list[str]] = {}
    for file in files(root, ".cpp", ".hpp"):
        module = structure.module_of(file)
        own = included.setdefault(file, [])
        for include in includes(root, file):
            own.append(include.name)
            if include.ours:
                problem = area_problem(file, include.name)
                other = structure.module_of(include.name)
                if not problem and other and other is not module:
                    problem = module_problem(structure, file, module, other, include.name)
            else:
                problem = library_problem(file, include.name)
            if not problem and is_under_any(file, PURE) and IMPURE_INCLUDES.match(include.name):
                problem = f"{include.name} in a folder that only computes; take its result as a parameter"
            if problem:
                yield Problem(file, include.line, problem)
        for number, line in enumerate(lines(root, file), 1):
            problem = call_problem(file, line)
            if problem:
                yield Problem(file, number, problem)
    for module in structure.modules.values():
        yield from header_problems(root, module)
        yield from link_problems(structure, module, included)
    yield from cycle_problems(structure)


if __name__ == "__main__":
    run(check)
