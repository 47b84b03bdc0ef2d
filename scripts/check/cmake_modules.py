"""Reads the modules of the project from its CMakeLists.txt files; what the checks of the structure share."""

import re
from pathlib import Path
from typing import NamedTuple

from sources import files

CALL = re.compile(r"^\s*plumbline_module\(([^)]*)\)", re.MULTILINE)
KEYWORDS = ("GROUP", "PUBLIC_HEADERS", "TEST_HEADERS", "SEPARATE_SOURCES", "PUBLIC_LINKS", "PRIVATE_LINKS", "TEST_LINKS",
            "PUBLIC_PACKAGES", "PRIVATE_PACKAGES")


class Module(NamedTuple):
    name: str
    folder: str
    file: str  # its CMakeLists.txt
    line: int  # of the call
    arguments: dict[str, list[str]]

    def list_of(self, keyword: str) -> list[str]:
        return self.arguments.get(keyword, [])

    @property
    def public_headers(self) -> list[str]:
        return [f"{self.folder}/{name}" for name in self.list_of("PUBLIC_HEADERS")]

    @property
    def test_headers(self) -> list[str]:
        return [f"{self.folder}/{name}" for name in self.list_of("TEST_HEADERS")]

    @property
    def links(self) -> list[str]:
        return self.list_of("PUBLIC_LINKS") + self.list_of("PRIVATE_LINKS")


class Structure(NamedTuple):
    modules: dict[str, Module]  # by name
    by_folder: dict[str, Module]

    def module_of(self, path: str) -> Module | None:
        """Returns the module whose folder, or a folder below it, contains the file."""
        folder = path.rpartition("/")[0]
        while folder:
            if folder in self.by_folder:
                return self.by_folder[folder]
            folder = folder.rpartition("/")[0]
        return None

    def reachable(self, names: list[str]) -> set[str]:
        """Returns the modules linked by those named, directly or not, and these themselves."""
        found: set[str] = set()
        waiting = [name for name in names if name in self.modules]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found.add(name)
                waiting += [link for link in self.modules[name].links if link in self.modules]
        return found


def without_comments(text: str) -> str:
    return re.sub(r"#[^\n]*", "", text)


def arguments_of(words: list[str]) -> dict[str, list[str]]:
    lists: dict[str, list[str]] = {}
    current: list[str] = lists.setdefault("", [])
    for word in words:
        if word in KEYWORDS:
            current = lists.setdefault(word, [])
        else:
            current.append(word)
    return lists


def read_structure(root: Path) -> Structure:
    structure = Structure({}, {})
    for file in files(root, "CMakeLists.txt"):
        text = without_comments((root / file).read_text(encoding="utf-8"))
        folder = file.rpartition("/")[0]
        for call in CALL.finditer(text):
            line = text.count("\n", 0, call.start(1)) + 1
            arguments = arguments_of(call[1].split())
            name = arguments[""][0]
            module = Module(name, folder, file, line, arguments)
            structure.modules[name] = module
            structure.by_folder[folder] = module
    return structure
