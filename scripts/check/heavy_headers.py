#!/usr/bin/env python3
"""Checks that our headers include no heavy library, which would slow down the compilation of every user.

Test headers (testing.hpp, *_fixture.hpp) and the header of the precompiled headers are exempt; other headers must not
include them.

usage: heavy_headers.py [root]
"""

import re
from pathlib import Path
from typing import Iterator

from sources import Problem, files, includes, run

HEAVY = re.compile(
    r"^(nlohmann/json\.hpp|valijson/.*|CLI/.*|spdlog/.*|pistache/.*|boost/.*|curl/.*|regex|re2/.*|simdjson\.h)$"
)
FIX = "include it in the .cpp and forward-declare here (JSON: spec/json/json_fwd.hpp)"


def is_exempt(file: str) -> bool:
    return file.endswith(("/testing.hpp", "_fixture.hpp", "cmake/shared_templates.hpp"))


def check(root: Path) -> Iterator[Problem]:
    headers = {file: includes(root, file) for file in files(root, ".hpp")}

    # Report the direct includer only; fixing it fixes the headers above it.
    for header, included in headers.items():
        if is_exempt(header):
            continue
        for include in included:
            if not include.ours and HEAVY.match(include.name):
                yield Problem(header, include.line, f"header includes <{include.name}>; {FIX}")
            if include.ours and is_exempt(include.name):
                yield Problem(header, include.line, f"header includes {include.name}, which is for tests or precompiled headers only; remove the include")


if __name__ == "__main__":
    run(check)
