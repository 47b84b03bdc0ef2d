#!/usr/bin/env python3
"""Shows each check a tree that breaks its rule: a check that nothing trips checks nothing."""

import tempfile
import unittest
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import file_size
import heavy_headers
import layers
import ledger
import names


def problems(check, tree: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, redirect_stderr(StringIO()):
        for name, text in tree.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return [str(problem) for problem in check(Path(folder))]


class Layers(unittest.TestCase):
    def test_accepts_arrows_that_point_down(self):
        tree = {
            "conformance/client/client.cpp": '#include "spec/http/url.hpp"\n#include <curl/curl.h>\n',
            "mock_server/transport/a.cpp": '#include "mock_server/engine/reply.hpp"\n#include <boost/beast.hpp>\n',
            "reports/text.cpp": '#include "spec/base/text.hpp"\n// steady_clock::now is not called here\n',
        }
        self.assertEqual(problems(layers.check, tree), [])

    def test_refuses_arrows_across_and_up(self):
        for file, included in [
            ("mock_server/rules/a.cpp", '"conformance/client/client.hpp"'),
            ("conformance/checks/a.cpp", '"mock_server/store/store.hpp"'),
            ("spec/json/a.cpp", '"spec/contract/contract.hpp"'),
            ("spec/contract/a.cpp", '"reports/result.hpp"'),
            ("reports/a.cpp", '"conformance/runner/runner.hpp"'),
            ("mock_server/engine/a.cpp", '"mock_server/transport/server.hpp"'),
            ("mock_server/rules/a.cpp", "<curl/curl.h>"),
            ("conformance/runner/a.cpp", "<curl/curl.h>"),
            ("mock_server/engine/a.cpp", "<pistache/tcp.h>"),
            ("spec/contract/a.cpp", "<re2/re2.h>"),
            ("spec/contract/a.cpp", "<yaml.h>"),
            ("conformance/runner/a.cpp", "<CLI/CLI.hpp>"),
            ("spec/json/a.cpp", "<regex>"),
            ("mock_server/lifecycle/a.cpp", "<filesystem>"),
            ("conformance/checks/a.cpp", "<sys/socket.h>"),
        ]:
            with self.subTest(file=file, included=included):
                found = problems(layers.check, {file: f"\n#include {included}\n"})
                self.assertEqual(len(found), 1, found)
                self.assertTrue(found[0].startswith(f"{file}:2: "), found)

    def test_refuses_the_machines_clock(self):
        tree = {"mock_server/engine/a.cpp": "auto t = std::chrono::steady_clock::now();\n"}
        self.assertRegex(problems(layers.check, tree)[0], r"a\.cpp:1: .*Clock")

    def test_refuses_modules_that_need_one_another(self):
        tree = {
            "mock_server/store/a.hpp": '#include "mock_server/lifecycle/b.hpp"\n',
            "mock_server/lifecycle/b.hpp": '#include "mock_server/rules/c.hpp"\n',
            "mock_server/rules/c.hpp": '#include "mock_server/store/a.hpp"\n',
        }
        self.assertEqual(len(problems(layers.check, tree)), 3)


    def test_lets_modules_share_a_seam(self):
        tree = {
            "mock_server/engine/a.hpp": '#include "mock_server/rules/c.hpp"\n',
            "mock_server/rules/c.hpp": '#include "mock_server/engine/reply.hpp"\n',
        }
        self.assertEqual(problems(layers.check, tree), [])


class HeavyHeaders(unittest.TestCase):
    def test_refuses_a_heavy_header_but_not_a_heavy_source(self):
        text = "#include <nlohmann/json.hpp>\n"
        found = problems(heavy_headers.check, {"spec/json/a.hpp": text, "spec/json/a.cpp": text, "spec/json/testing.hpp": text})
        self.assertEqual([problem.split(": ")[0] for problem in found], ["spec/json/a.hpp:1"])

    def test_refuses_a_way_to_test_headers(self):
        tree = {"spec/json/a.hpp": '#include "spec/json/testing.hpp"\n', "spec/json/testing.hpp": ""}
        self.assertRegex(problems(heavy_headers.check, tree)[0], "for tests only")


class FileSize(unittest.TestCase):
    def test_refuses_what_is_far_too_long_only(self):
        tree = {"spec/a.cpp": "x\n" * 501, "spec/b.cpp": "x\n" * 500, "spec/c.md": "x\n" * 900}
        found = problems(file_size.check, tree)
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"^spec/a\.cpp:501: 501 lines")


class Names(unittest.TestCase):
    def test_refuses_vague_and_misspelt_file_names(self):
        tree = {"spec/base/string_utils.cpp": "", "spec/base/Text.cpp": "", "spec/base/text.cpp": ""}
        self.assertEqual(len(problems(names.check, tree)), 2)

    def test_refuses_real_services_in_the_contract(self):
        tree = {"fixtures/worlds/a.json": '\n{"repo_url": "https://gitlab.com/a/b"}', "docs/ci.md": "gitlab\n"}
        self.assertEqual([problem.split(": ")[0] for problem in problems(names.check, tree)], ["fixtures/worlds/a.json:2"])


class Ledger(unittest.TestCase):
    ROWS = "requirements:\n  - id: CP-CREATE-1\n    statement: x\n  - id: CP-CREATE-2\n"

    def test_refuses_an_id_that_the_ledger_lacks(self):
        tree = {
            "spec/documents/ledger.yaml": self.ROWS,
            "conformance/suites/a.arazzo.yaml": "x: [CP-CREATE-1]\ny: CP-CREATE-NAM, UTF-8\n",
            "fixtures/faults/a.json": '{"breaks": ["CP-PATCH-1"]}',
        }
        found = problems(ledger.check, tree)
        self.assertEqual(
            [problem.split(" is no")[0] for problem in found],
            ["conformance/suites/a.arazzo.yaml:2: CP-CREATE-NAM", "fixtures/faults/a.json:1: CP-PATCH-1"],
        )

    def test_refuses_a_row_twice(self):
        found = problems(ledger.check, {"spec/documents/ledger.yaml": self.ROWS + "  - id: CP-CREATE-1\n"})
        self.assertRegex(found[0], r"ledger\.yaml:5: id CP-CREATE-1 stands here a second time")

    def test_refuses_a_row_that_nothing_checks(self):
        row = "  - id: CP-{}\n    checkable: {}\n"
        rows = [("SUITE-1", "black_box"), ("CONTRACT-1", "passive"), ("FAULT-1", "control"), ("SILENT-1", "'no'")]
        tree = {
            "spec/documents/ledger.yaml": "requirements:\n" + "".join(row.format(*one) for one in rows),
            "spec/documents/api.openapi.yaml": "x-requirements: [CP-CONTRACT-1]\n",
            "conformance/suites/a.arazzo.yaml": "x-ct-verifies: [CP-SUITE-1]\n",
            "fixtures/faults/a.json": '{"breaks": ["CP-FAULT-1"]}',
        }
        found = problems(ledger.check, tree)
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"ledger\.yaml:6: nothing checks CP-FAULT-1; ")

    def test_refuses_to_do_without_a_ledger(self):
        self.assertEqual(len(problems(ledger.check, {})), 1)


if __name__ == "__main__":
    unittest.main(verbosity=0, buffer=True)
