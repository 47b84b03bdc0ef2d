#!/usr/bin/env python3
"""Checks that no header of ours reaches a heavy library: whoever includes it would pay in compile time.

Headers named testing.hpp are for tests only and exempt, as is what only the precompiled headers hold;
a header may not reach one.

usage: heavy_headers.py [root]
"""

import re
from pathlib import Path
from typing import Iterator

from sources import Problem, files, includes, run

HEAVY = re.compile(
    r"^(nlohmann/json\.hpp|valijson/.*|CLI/.*|spdlog/.*|pistache/.*|boost/.*|curl/.*|regex|re2/.*|simdjson\.h)$"
)
MEND = "include it in the .cpp and forward-declare here (JSON: spec/json/json_fwd.hpp)"


PRECOMPILED = "spec/json/compiled_once.hpp"


def is_test_header(file: str) -> bool:
    return file.endswith(("/testing.hpp", "_fixture.hpp"))


def check(root: Path) -> Iterator[Problem]:
    headers = {file: includes(root, file) for file in files(root, ".hpp")}

    # Only the header that includes it directly is at fault; those above are mended with it.
    for header, included in headers.items():
        if is_test_header(header) or header == PRECOMPILED:
            continue
        for include in included:
            if not include.ours and HEAVY.match(include.name):
                yield Problem(header, include.line, f"header includes <{include.name}>; {MEND}")
            if include.ours and include.name == PRECOMPILED:
                yield Problem(header, include.line, f"header includes {include.name}, which is for the precompiled headers; {MEND}")
            if include.ours and is_test_header(include.name):
                yield Problem(header, include.line, f"header includes {include.name}, which is for tests only; leave it out")


if __name__ == "__main__":
    run(check)
