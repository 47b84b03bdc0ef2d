#!/usr/bin/env python3
"""Checks that private names of a module differ: names in unnamed namespaces, and static functions.

The compiler gets several sources of a module at a time (plumbline_batches in cmake/modules.cmake), so a private name
that two sources define is an error there, reported for one of them only and in the compiler's words. This check
reports both places. Tests and product sources are compiled apart. Overloads with different parameters may share a name.

usage: private_names.py [root]
       private_names.py --sources FILE...     these sources are one batch: what the build runs
"""

import re
import sys
from pathlib import Path
from typing import Iterator, NamedTuple

from cmake_modules import read_structure
from sources import Problem, files, run

LITERAL = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
NAMESPACE = re.compile(r"^(?:inline\s+)?namespace\b\s*([\w:]*)\s*$")
TYPE = re.compile(r"^(?:struct|class|enum\s+class|enum|union)\s+(?:\[\[\w+\]\]\s*)?(\w+)\s*(?:final\s*)?(?::(?!:).*)?$", re.DOTALL)
ALIAS = re.compile(r"^(?:using|namespace)\s+\w+\s*=")
TEST = re.compile(r"^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)$")
FUNCTION = re.compile(r"(?<![\w:~])(\w+)\s*\((.*)\)[^()]*$", re.DOTALL)
VARIABLE = re.compile(r"(?<![\w:])(\w+)\s*(?:\[[^\]]*\]\s*)*$")
ATTRIBUTE = re.compile(r"\[\[[^\]]*\]\]")
KEYWORDS = {"noexcept", "decltype", "requires", "operator", "alignas", "sizeof"}


class Definition(NamedTuple):
    name: str  # with its named namespaces
    parameters: str | None  # of a function: the types as written
    file: str
    line: int


def blanked(match: re.Match) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def without_template(text: str) -> str:
    """Returns a declaration without its `template <...>`."""
    while text.startswith("template"):
        depth = 0
        for at, char in enumerate(text):
            depth += (char == "<") - (char == ">")
            if char == ">" and depth == 0:
                text = text[at + 1:].lstrip()
                break
        else:
            return ""
    return text


def parameter_types(text: str) -> str:
    """Returns a parameter list without the names and defaults of the parameters, as far as text shows them."""
    parts, depth, current = [], 0, ""
    for char in text + ",":
        depth += (char in "<({[") - (char in ">)}]")
        if char == "," and depth == 0:
            parts.append(current)
            current = ""
        else:
            current += char
    types = []
    for part in parts:
        words = part.split("=")[0].split()
        if len(words) > 1 and re.fullmatch(r"[&*]*\w+", words[-1]):
            words[-1] = re.sub(r"\w+$", "", words[-1])
        types.append("".join(words))
    return ",".join(types)


def before_initializer(text: str) -> str:
    """Returns a declaration without what follows the `=` of a variable; that of a default argument is none."""
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "(<[") - (char in ")>]")
        if char == "=" and depth == 0 and "operator" not in text:
            return text[:at].rstrip()
    return text


def definition_in(statement: str, ends_in: str) -> tuple[str, str | None] | None:
    """Returns the name that a statement at namespace scope defines, and a function's parameters."""
    text = without_template(ATTRIBUTE.sub("", statement).strip())
    if not text or text.startswith(("#", "extern", "friend", "static_assert", "using namespace")):
        return None
    if ALIAS.match(text):
        return None  # the same alias twice is not an error
    if match := TYPE.match(text):
        return (match[1], None) if ends_in == "{" else None
    head = before_initializer(text)
    if match := TEST.match(text):
        return f"{match[1]}.{match[2]}", None
    match = FUNCTION.search(head)
    if match and match.start(1) == 0:
        return None  # a macro: a function has a type before its name
    if match and match[1] not in KEYWORDS and "operator" not in head[:match.end(1)]:
        # What ends in a semicolon without an initialiser is a declaration: the definition is found elsewhere.
        return (match[1], parameter_types(match[2])) if ends_in == "{" else None
    match = VARIABLE.search(head)
    return (match[1], None) if match and " " in head and "operator" not in head else None


def definitions(file: str, text: str) -> Iterator[Definition]:
    """Yields the private names that a source defines."""
    text = LITERAL.sub(blanked, text)
    text = re.sub(r"^\s*#(?:[^\n]*\\\n)*[^\n]*", blanked, text, flags=re.MULTILINE)
    scopes: list[str] = []  # namespaces around; an unnamed one is ""
    begin = at = 0
    while at < len(text):
        char = text[at]
        if char == "(":
            at = end_of(text, at, "()")  # parameters, or the arguments of a macro
        elif char == ";":
            yield from private(text[begin:at], ";", scopes, file, text, begin)
            begin = at + 1
        elif char == "}":
            if scopes:
                scopes.pop()
            begin = at + 1
        elif char == "{":
            statement = text[begin:at].strip()
            if match := NAMESPACE.match(statement):
                scopes.append(match[1])
                begin = at + 1
            else:
                yield from private(text[begin:at], "{", scopes, file, text, begin)
                at = end_of(text, at, "{}")
                # `};` and `} name;` end a type or an initialiser, `}` alone a function.
                rest = re.match(r"[^;{}()=]*;", text[at + 1:]) if "(" not in statement or "=" in statement else None
                at += rest.end() if rest else 0
                begin = at + 1
        at += 1


def end_of(text: str, at: int, pair: str) -> int:
    """Returns the position of the bracket that closes the one at `at`."""
    depth = 0
    while at < len(text):
        depth += (text[at] == pair[0]) - (text[at] == pair[1])
        if depth == 0:
            return at
        at += 1
    return at


def private(statement: str, ends_in: str, scopes: list[str], file: str, text: str, begin: int) -> Iterator[Definition]:
    if "" not in scopes and not statement.lstrip().startswith("static "):
        return
    defined = definition_in(statement, ends_in)
    if defined:
        line = text.count("\n", 0, begin + len(statement) - len(statement.lstrip())) + 1
        yield Definition("::".join([*filter(None, scopes), defined[0]]), defined[1], file, line)


def clashes(root: Path, batch: list[str]) -> Iterator[Problem]:
    """Yields each private name that two sources of a batch define."""
    first: dict[str, list[Definition]] = {}
    for file in batch:
        for one in definitions(file, (root / file).read_text(encoding="utf-8", errors="replace")):
            for other in first.get(one.name, []):
                if other.file != file and (None in (one.parameters, other.parameters) or one.parameters == other.parameters):
                    text = (f"{one.name.rpartition('::')[2]} is also defined at {other.file}:{other.line}, and both are compiled "
                            "together; give one of them a more specific name, or move what both need into a header")
                    yield Problem(file, one.line, text)
                    break
            first.setdefault(one.name, []).append(one)


def check(root: Path) -> Iterator[Problem]:
    structure = read_structure(root)
    batches: dict[tuple[str, bool], list[str]] = {}
    for file in files(root, ".cpp"):
        module = structure.module_of(file)
        if module and not file.endswith("/main.cpp"):
            batches.setdefault((module.name, file.endswith("_test.cpp")), []).append(file)
    for batch in batches.values():
        yield from clashes(root, batch)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--sources"]:
        found = list(clashes(Path.cwd(), sys.argv[2:]))
        print(*found, sep="\n", end="\n" if found else "")
        sys.exit(1 if found else 0)
    run(check)
