#!/usr/bin/env python3
"""Checks names and words: one word, one meaning, one type, and plain technical English.

- No type is declared twice: types of headers are unique in the tree, types of product sources differ from them and
  from each other, types of tests differ from those of headers.
- No exported type has a participle or a filler as its name, and no identifier has a refused word.
- Comments, messages and pages have no refused phrase. The table below contains the better word.
- docs/glossary.md has at most 60 terms; each names an existing type, no type twice; each term is used; each noun that
  ends the names of many exported types is a term.
- Files say what is in them, and the contract and its data name no real service.

usage: names.py [root]
"""

import re
from collections import Counter
from pathlib import Path
from typing import Iterator, NamedTuple

from sources import Problem, files, lines, run

# Vague names, which fit any content.
VAGUE = {"manager", "helper", "helpers", "util", "utils", "misc", "stuff", "common"}
SOURCE_NAME = re.compile(r"^[a-z][a-z0-9]*(_[a-z0-9]+)*(\.[a-z0-9_]+)+$")
SOURCES = (".cpp", ".hpp", ".py", ".mjs", ".cmake", ".arazzo.yaml", ".openapi.yaml")

# Well-known hosts of code and of clouds: which examples are most likely to contain.
SERVICE = re.compile(r"\b(github|gitlab|bitbucket|amazonaws|azure|googleapis)\b", re.IGNORECASE)
# Formats of reports have the names of the services that read them.
NAMED_FORMATS = ("reports/forms/", "reports/render.cpp", "reports/render_test.cpp")
NEUTRAL_FOLDERS = ("spec/", "fixtures/", "conformance/suites/", "conformance/interop/", "mock_server/", "reports/")
TEXTS = (".cpp", ".hpp", ".py", ".mjs", ".yaml", ".yml", ".json", ".md", ".txt")

# Names of exported types that have no meaning.
FILLERS = {"Kind", "Form", "Word", "Place", "Spot", "Piece", "Part", "Thing", "Data", "Info", "Item"}
IRREGULAR = {"Kept", "Seen", "Held", "Heard", "Shown", "Found", "Made", "Met", "Told", "Said", "Given", "Ready", "Sent",
             "Begun", "Left", "Lost", "Broken", "Written", "Chosen", "Known", "Due"}
PARTICIPLE = re.compile(r"^[A-Z][a-z]+ed$")

# Parts of identifiers that are refused, and the word to use.
REFUSED_PARTS = {
    "custody": "cleanup tracking", "keeper": "journaling client", "teller": "emitter", "telling": "config",
    "whereabouts": "node path", "utterance": "model call", "sighting": "observation", "census": "connection limiter",
    "breaches": "violations", "told": "reported", "heard": "received", "sparing": "circuit breaker",
    "insisting": "retry", "standstill": "blocked step", "obstacle": "block reason", "handing": "output",
    "deed": "graph step", "village": "fixture", "sieve": "fast validator", "chronicle": "transition log",
    "laws": "definitions", "passage": "state change", "birth": "seed", "heart": "stall detector", "pulse": "stall history",
    "mend": "fix", "mends": "fix", "hush": "drain", "endurance": "invariants",
    "wish": "requested rate", "prover": "verifier", "giver": "provider", "sought": "key view",
    "spot": "location", "goodbye": "close", "weigh": "severity_of", "gathering": "build result",
}

# Phrases of prose that are refused, and how to say it.
REFUSED_PHRASES = [
    (r"\b[Ss]ays? whether\b", "returns whether"),
    (r"\b[Tt]ells? whether\b", "returns whether"),
    (r"\b[Nn]obody\b", "name the actor, or use the passive: \"is not read\""),
    (r"\bmend(s|ed|ing)?\b", "fix"),
    (r"\bgoodbye\b", "close"),
    (r"\bpieces? of advice\b", "suggestion"),
    (r"\b[Ww]ho(ever)? has\b", "name the actor: \"a client that has\""),
    (r"\bstands? for\b(?! itself)", "is, or represents"),
    (r"\bis told\b", "is reported"),
    (r"\btold (once|of)\b", "reported"),
    (r"\bcame of\b", "resulted from"),
    (r"\bhas come to\b", "reached"),
]
PROSE = (".cpp", ".hpp", ".py", ".mjs", ".md", ".yaml", ".cmake", ".txt", ".sh")
EXEMPT = ("CHANGELOG.md", "docs/requirements.md", "scripts/check/names.py", "scripts/check/checks_test.py", "spec/documents/ledger.yaml")

GLOSSARY = "docs/glossary.md"
ENDING = re.compile(r"^\|\s*([A-Z][a-z]+)\s*\|[^|]*\|$")  # a row of the table of endings of type names
MOST_TERMS = 60
# A noun that ends the names of so many exported types has to be a term.
COMMON_NOUN = 8

COMMENT_OR_TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|R"([^(\s]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"', re.DOTALL)
TYPE = re.compile(r"^\s*(?:template\s*<[^;{]*>\s*)?(?:struct|class|enum\s+class|enum|union)\s+(?:\[\[\w+\]\]\s*)?"
                  r"([A-Z]\w*)\s*(?:final\s*)?(?::(?!:)[^;{]*)?\{|^\s*using\s+([A-Z]\w*)\s*=", re.MULTILINE)
IDENTIFIER = re.compile(r"\b[A-Za-z_]\w*\b")
HUMP = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


class Type(NamedTuple):
    name: str
    file: str
    line: int


def blanked(match: re.Match) -> str:
    return re.sub(r"[^\n]", " ", match[0])


def code_of(root: Path, file: str) -> str:
    """Returns a source without comments and literals; all lines keep their numbers."""
    return COMMENT_OR_TEXT.sub(blanked, (root / file).read_text(encoding="utf-8", errors="replace"))


def types_in(code: str, file: str) -> Iterator[Type]:
    for match in TYPE.finditer(code):
        group = 1 if match[1] else 2
        # An alias that only shortens the name of a type adds no meaning, nor does one of a std type.
        target = code[match.end():code.find(";", match.end())].strip()
        if group == 2 and (target.endswith(f"::{match[2]}") or re.fullmatch(r"std::(\w+::)*\w+", target)):
            continue
        yield Type(match[group], file, code.count("\n", 0, match.start(group)) + 1)


def is_test(file: str) -> bool:
    return file.endswith("_test.cpp")


def type_problems(types: list[Type]) -> Iterator[Problem]:
    exported: dict[str, Type] = {}
    for one in types:
        if not one.file.endswith(".hpp"):
            continue
        if one.name in exported:
            yield duplicate(one, exported[one.name])
        exported.setdefault(one.name, one)
        if one.name in FILLERS or one.name in IRREGULAR or PARTICIPLE.match(one.name):
            yield Problem(one.file, one.line, f"{one.name} is a filler or a participle; name the type by the noun for what it is")
    local: dict[str, Type] = {}
    for one in types:
        if one.file.endswith(".hpp"):
            continue
        if one.name in exported:
            yield duplicate(one, exported[one.name])
        elif not is_test(one.file):
            if one.name in local and local[one.name].file != one.file:
                yield duplicate(one, local[one.name])
            local.setdefault(one.name, one)


def duplicate(one: Type, other: Type) -> Problem:
    return Problem(one.file, one.line,
                   f"the type {one.name} is also at {other.file}:{other.line}; one word, one type: qualify it by its domain")


def identifier_problems(code: str, file: str) -> Iterator[Problem]:
    reported: set[str] = set()
    for match in IDENTIFIER.finditer(code):
        name = match[0]
        if name in reported:
            continue
        for part in HUMP.findall(name):
            better = REFUSED_PARTS.get(part.lower())
            if better:
                reported.add(name)
                line = code.count("\n", 0, match.start()) + 1
                yield Problem(file, line, f"{name} has the refused word \"{part.lower()}\"; use: {better}")
                break


def phrase_problems(text: list[str], file: str) -> Iterator[Problem]:
    for number, line in enumerate(text, 1):
        for phrase, better in PHRASES:
            if match := phrase.search(line):
                yield Problem(file, number, f"\"{match[0]}\" is not plain; write: {better}")


PHRASES = [(re.compile(phrase), better) for phrase, better in REFUSED_PHRASES]


class Term(NamedTuple):
    word: str
    type: str  # empty: a word without its own type
    line: int


def terms_in(text: list[str]) -> list[Term]:
    """Returns the rows of the glossary's tables: `| term | type | meaning |`."""
    terms = []
    for number, line in enumerate(text, 1):
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 3 and cells[0] not in ("term", "") and not set(cells[0]) <= {"-", ":", " "}:
            type_name = re.search(r"`(?:\w+::)*(\w+)`", cells[1])
            terms.append(Term(cells[0].strip("*` "), type_name[1] if type_name else "", number))
    return terms


def glossary_problems(root: Path, types: list[Type], prose: str) -> Iterator[Problem]:
    if not (root / GLOSSARY).is_file():
        yield Problem(GLOSSARY, 1, "there is no glossary; add one with a row `| term | type | meaning |` for each term")
        return
    terms = terms_in(lines(root, GLOSSARY))
    exported = {one.name for one in types if one.file.endswith(".hpp")}
    if len(terms) > MOST_TERMS:
        yield Problem(GLOSSARY, terms[MOST_TERMS].line, f"{len(terms)} terms, at most {MOST_TERMS}; remove the least used")
    seen: dict[str, Term] = {}
    for term in terms:
        if term.type and term.type not in exported:
            yield Problem(GLOSSARY, term.line, f"no header declares {term.type}; correct the type of \"{term.word}\"")
        for key in {term.word.lower(), term.type} - {""}:
            if key in seen:
                yield Problem(GLOSSARY, term.line, f"{key} is also in line {seen[key].line}; one word, one meaning, one type")
            seen.setdefault(key, term)
        if not re.search(rf"\b{re.escape(term.word)}", prose, re.IGNORECASE):
            yield Problem(GLOSSARY, term.line, f"\"{term.word}\" is used nowhere; remove the row")
    words = {word.lower().rstrip("s") for term in terms for word in re.findall(r"\w+", term.word + " " + " ".join(HUMP.findall(term.type)))}
    words |= {match[1].lower().rstrip("s") for line in lines(root, GLOSSARY) if (match := ENDING.match(line))}
    nouns = Counter(HUMP.findall(name)[-1] for name in exported)
    for noun, count in sorted(nouns.items()):
        if count >= COMMON_NOUN and noun.lower().rstrip("s") not in words:
            yield Problem(GLOSSARY, 1, f"{count} exported types end in {noun}, which is not a term; add a row")


def file_problems(root: Path) -> Iterator[Problem]:
    for file in files(root, *SOURCES):
        name = file.rsplit("/", 1)[-1]
        words = name.split(".")[0].lower().split("_")
        vague = VAGUE.intersection(words)
        if vague:
            yield Problem(file, 1, f"a file named {vague.pop()} does not describe its purpose; name it after what it offers")
        for word in words:
            if word in REFUSED_PARTS:
                yield Problem(file, 1, f"the file's name has the refused word \"{word}\"; use: {REFUSED_PARTS[word]}")
        if not SOURCE_NAME.match(name) and name != "CMakeLists.txt":
            yield Problem(file, 1, f"{name} is not snake_case; rename it")
    for file in files(root, *TEXTS):
        if not file.startswith(NEUTRAL_FOLDERS) or file.startswith(NAMED_FORMATS):
            continue
        for number, line in enumerate(lines(root, file), 1):
            service = SERVICE.search(line)
            if service:
                yield Problem(file, number, f"names a real service ({service[0]}); use a neutral word or example.com")


def check(root: Path) -> Iterator[Problem]:
    yield from file_problems(root)
    types: list[Type] = []
    for file in files(root, ".cpp", ".hpp"):
        code = code_of(root, file)
        types += types_in(code, file)
        yield from identifier_problems(code, file)
    yield from type_problems(types)
    prose = []
    for file in files(root, *PROSE):
        if file in EXEMPT or file.endswith(("package-lock.json",)):
            continue
        text = lines(root, file)
        if file != GLOSSARY:
            yield from phrase_problems(text, file)
            prose += text
    yield from glossary_problems(root, types, "\n".join(prose))


if __name__ == "__main__":
    run(check)
