#!/usr/bin/env python3
"""Runs each check on a tree that breaks its rule, to prove that the check detects it."""

import tempfile
import unittest
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path

import docs
import file_size
import heavy_headers
import isolated_tests
import layers
import ledger
import names
import private_names


def problems(check, tree: dict[str, str]) -> list[str]:
    with tempfile.TemporaryDirectory() as folder, redirect_stderr(StringIO()):
        for name, text in tree.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return [str(problem) for problem in check(Path(folder))]


class Layers(unittest.TestCase):
    CLIENT = {
        "conformance/client/CMakeLists.txt": "plumbline_module(client GROUP g PUBLIC_HEADERS client.hpp TEST_HEADERS testing.hpp)\n",
        "conformance/client/client.hpp": "", "conformance/client/testing.hpp": "", "conformance/client/socket/open.hpp": "",
    }

    def runner(self, links: str, source: str, header: str = "", name: str = "conformance/runner/a.cpp") -> list[str]:
        """Returns the problems of a module `runner` with these links beside the module `client`."""
        module = f"plumbline_module(runner GROUP g  # a comment\n    PUBLIC_HEADERS run.hpp {links})\n"
        return problems(layers.check, {**self.CLIENT, "conformance/runner/CMakeLists.txt": module,
                                       "conformance/runner/run.hpp": header, name: source})

    def test_accepts_public_headers_of_linked_modules(self):
        include = '#include "conformance/client/client.hpp"\n'
        self.assertEqual(self.runner("PRIVATE_LINKS client", include), [])
        self.assertEqual(self.runner("PUBLIC_LINKS client", "", header=include), [])
        self.assertEqual(self.runner("PUBLIC_LINKS client", '#include "conformance/client/testing.hpp"\n', header=include,
                                     name="conformance/runner/step/a_test.cpp"), [])

    def test_refuses_includes_that_no_link_allows(self):
        found = self.runner("", '#include "conformance/client/client.hpp"\n')
        self.assertRegex(found[0], r"^conformance/runner/a\.cpp:1: runner does not link client; add it")

    def test_refuses_internal_headers_of_another_module(self):
        for name in ("socket/open.hpp", "testing.hpp"):
            text = f'#include "conformance/client/client.hpp"\n#include "conformance/client/{name}"\n'
            found = self.runner("PRIVATE_LINKS client", text)
            self.assertEqual(len(found), 1, found)
            self.assertRegex(found[0], r"a\.cpp:2: .* is internal to client, whose public headers are: client\.hpp")

    def test_refuses_links_in_the_wrong_list_or_without_use(self):
        include = '#include "conformance/client/client.hpp"\n'
        self.assertRegex(self.runner("PUBLIC_LINKS client", include)[0], "move it to PRIVATE_LINKS")
        self.assertRegex(self.runner("PRIVATE_LINKS client", "", header=include)[0], "move it to PUBLIC_LINKS")
        self.assertRegex(self.runner("PRIVATE_LINKS client", "")[0], "remove the link")

    def test_refuses_many_public_headers_and_missing_ones(self):
        module = {"spec/a/CMakeLists.txt": "plumbline_module(a GROUP g PUBLIC_HEADERS x.hpp y.hpp z.hpp)\n",
                  "spec/a/x.hpp": "", "spec/a/y.hpp": ""}
        found = problems(layers.check, module)
        self.assertRegex(found[0], r"there is no spec/a/z\.hpp")
        self.assertRegex(found[1], "has 3 public headers, at most 2")

    def test_refuses_modules_that_need_each_other(self):
        tree = {}
        for name, other in (("a", "b"), ("b", "c"), ("c", "a")):
            tree[f"spec/{name}/CMakeLists.txt"] = f"plumbline_module({name} GROUP g PUBLIC_HEADERS x.hpp PUBLIC_LINKS {other})\n"
            tree[f"spec/{name}/x.hpp"] = f'#include "spec/{other}/x.hpp"\n'
        self.assertEqual(len(problems(layers.check, tree)), 3)

    def test_refuses_includes_across_areas_and_of_wrapped_libraries(self):
        for file, included in [
            ("mock_server/engine/a.cpp", '"conformance/client/client.hpp"'),
            ("conformance/checks/a.cpp", '"mock_server/store/store.hpp"'),
            ("spec/contract/a.cpp", '"reports/result.hpp"'),
            ("reports/a.cpp", '"conformance/runner/runner.hpp"'),
            ("mock_server/engine/a.cpp", "<curl/curl.h>"),
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


class PrivateNames(unittest.TestCase):
    def clashes(self, first: str, second: str, names=("a.cpp", "b.cpp")) -> list[str]:
        """Returns the problems of two sources of one module, each text in an unnamed namespace."""
        tree = {"spec/m/CMakeLists.txt": "plumbline_module(m GROUP g)\n"}
        for name, text in zip(names, (first, second)):
            tree[f"spec/m/{name}"] = f"namespace plumbline {{\nnamespace {{\n{text}\n}}\n}}\n"
        return problems(private_names.check, tree)

    def test_reports_both_places_of_a_name(self):
        for text in ("int size(const Text& text) { return 1; }", "constexpr int kTail = 2;", "struct Row { int a; };",
                     "template <class T>\nT made(T value) { return {}; }", "using ::testing::Eq;\nenum class Way { kUp };",
                     "TEST(Rows, AreRead) { EXPECT_EQ(1, 1); }", "const std::map<int, int> kRows{{1, 2}, {3, 4}};"):
            with self.subTest(text=text):
                found = self.clashes(text, "\n" + text)
                self.assertEqual(len(found), 1, found)
                self.assertRegex(found[0], r"^spec/m/b\.cpp:\d+: .* is also defined at spec/m/a\.cpp:\d+")

    def test_accepts_what_the_compiler_accepts(self):
        for first, second in [
            ("int size(int a) { return a; }", "int size(const char* a) { return 0; }"),  # overloads
            ("int size(int a);", "int size(int a) { return a; }"),  # a declaration
            ("int start(Options options = {}) { return 1; }", "int stop(Options options = {}) { return 1; }"),
            ("using Row = int;", "using Row = int;"),
            ("namespace fs = std::filesystem;", "namespace fs = std::filesystem;"),
            ("int a() { int inner = 1; return inner; }", "int b() { int inner = 1; return inner; }"),
            ('INSTANTIATE_TEST_SUITE_P(All, Rows, Values(Row{"a"}, Row{"b"}));', 'INSTANTIATE_TEST_SUITE_P(All, Rows2, Values(Row{"a"}));'),
            ("// int size() {}\nconst char* a() { return \"struct X {\"; }", "int size() { return 0; }"),
        ]:
            with self.subTest(first=first):
                self.assertEqual(self.clashes(first, second), [])

    def test_keeps_tests_and_product_apart(self):
        self.assertEqual(self.clashes("struct Row { int a; };", "struct Row { int a; };", ("a.cpp", "a_test.cpp")), [])


class HeavyHeaders(unittest.TestCase):
    def test_refuses_a_heavy_header_but_not_a_heavy_source(self):
        text = "#include <nlohmann/json.hpp>\n"
        found = problems(heavy_headers.check, {"spec/json/a.hpp": text, "spec/json/a.cpp": text, "spec/json/testing.hpp": text})
        self.assertEqual([problem.split(": ")[0] for problem in found], ["spec/json/a.hpp:1"])

    def test_refuses_a_way_to_test_headers(self):
        tree = {"spec/json/a.hpp": '#include "spec/json/testing.hpp"\n', "spec/json/testing.hpp": ""}
        self.assertRegex(problems(heavy_headers.check, tree)[0], "for tests or precompiled")


class IsolatedTests(unittest.TestCase):
    def test_refuses_shared_folders_and_sleeping(self):
        tree = {"spec/a_test.cpp": "testing::TempDir();\nTemporaryFolder folder;\n",
                "spec/testing.hpp": "std::this_thread::sleep_for(delay);\n",
                "spec/base/temporary_folder.hpp": "testing::TempDir();\n",
                "spec/a.cpp": "std::this_thread::sleep_for(delay);\n"}
        found = problems(isolated_tests.check, tree)
        self.assertEqual([problem.split(": ")[0] for problem in found], ["spec/a_test.cpp:1", "spec/testing.hpp:1"])


class FileSize(unittest.TestCase):
    def test_refuses_what_is_far_too_long_only(self):
        tree = {"spec/a.cpp": "x\n" * 501, "spec/b.cpp": "x\n" * 500, "spec/c.md": "x\n" * 900}
        found = problems(file_size.check, tree)
        self.assertEqual(len(found), 1)
        self.assertRegex(found[0], r"^spec/a\.cpp:501: 501 lines")


class Names(unittest.TestCase):
    GLOSSARY = "| term | type | meaning |\n|---|---|---|\n| request | `http::Request` | What a client sends. |\n"
    TREE = {"docs/glossary.md": GLOSSARY, "spec/http/message.hpp": "/// A request.\nstruct Request {\n};\n"}

    def tree(self, more: dict[str, str]) -> list[str]:
        return problems(names.check, {**self.TREE, **more})

    def test_accepts_plain_names(self):
        self.assertEqual(self.tree({"spec/a.cpp": "// Returns whether a request fits.\nstruct Local { int a; };\n"}), [])

    def test_refuses_a_type_that_exists_twice(self):
        for file in ("spec/z/a.hpp", "spec/z/a.cpp", "spec/z/a_test.cpp"):
            with self.subTest(file=file):
                found = self.tree({file: "namespace x {\nclass Request final : public Y {\n};\n}\n"})
                self.assertRegex("".join(found), r"^spec/z/a[._a-z]*:2: the type Request is also at spec/http/message\.hpp:2; one word")
        two = {"reports/a.cpp": "struct Row { int a; };\n", "spec/b.cpp": "enum class Row { kA };\n"}
        self.assertEqual(len(self.tree(two)), 1)
        self.assertEqual(self.tree({"reports/a_test.cpp": "struct Row {};\n", "spec/b_test.cpp": "struct Row {};\n"}), [])

    def test_refuses_fillers_participles_and_figures(self):
        for name in ("Kind", "Kept", "Prepared", "Keeper", "Whereabouts"):
            with self.subTest(name=name):
                self.assertEqual(len(self.tree({"spec/a.hpp": f"struct {name} {{\n}};\n"})), 1)
        self.assertRegex(self.tree({"spec/a.cpp": "int told_once() { return 1; }\n"})[0], r"a\.cpp:1: told_once has the refused word \"told\"; use: ")

    def test_refuses_phrases_in_comments_messages_and_pages(self):
        for file, text in (("spec/a.cpp", "// Says whether it fits.\n"), ("spec/b.cpp", 'auto a = "nobody reads it";\n'),
                           ("docs/a.md", "How to mend it.\n"), ("scripts/a.py", "# This is told once.\n")):
            with self.subTest(file=file):
                self.assertRegex(self.tree({file: text})[0], r":1: .* is not plain; write: ")
        self.assertEqual(self.tree({"CHANGELOG.md": "nobody\n"}), [])

    def test_refuses_a_glossary_that_is_wrong(self):
        rows = {"| reply | `http::Reply` | X. |\n": "no header declares Reply", "| request | | X. |\n": "is also in line 3",
                "| zymurgy | | X. |\n": "is used nowhere"}
        for row, complaint in rows.items():
            with self.subTest(row=row):
                self.assertRegex("".join(self.tree({"docs/glossary.md": self.GLOSSARY + row})), complaint)
        many = "".join(f"| request{number} | | X. |\n" for number in range(60))
        self.assertRegex("".join(self.tree({"docs/glossary.md": self.GLOSSARY + many, "docs/a.md": many})), "61 terms, at most 60")
        self.assertRegex("".join(problems(names.check, {})), "there is no glossary")

    def test_refuses_a_glossary_that_lacks_a_common_noun(self):
        types = "".join(f"struct {letter}Gadget {{\n}};\n" for letter in "ABCDEFGH")
        self.assertRegex("".join(self.tree({"spec/a.hpp": types})), "8 exported types end in Gadget")

    def test_refuses_vague_and_misspelt_file_names(self):
        tree = {"spec/base/string_utils.cpp": "", "spec/base/Text.cpp": "", "spec/base/text.cpp": "", "spec/base/mend_text.cpp": ""}
        self.assertEqual(len(self.tree(tree)), 3)

    def test_refuses_real_services_in_the_contract(self):
        tree = {"fixtures/worlds/a.json": '\n{"repo_url": "https://gitlab.com/a/b"}', "docs/ci.md": "gitlab\n"}
        self.assertEqual([problem.split(": ")[0] for problem in self.tree(tree)], ["fixtures/worlds/a.json:2"])


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
        self.assertRegex(found[0], r"ledger\.yaml:5: id CP-CREATE-1 is a duplicate")

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
        self.assertRegex(found[0], r"ledger\.yaml:6: CP-FAULT-1 has no check; ")

    def test_refuses_to_do_without_a_ledger(self):
        self.assertEqual(len(problems(ledger.check, {})), 1)


class Docs(unittest.TestCase):
    PAGE = "docs/a.md"

    def found(self, text: str) -> list[str]:
        tree = {self.PAGE: text, "spec/json/parse.cpp": "", "README.md": "# One `word`, two\n"}
        return problems(docs.check, tree)

    def test_accepts_what_exists(self):
        self.assertEqual(self.found("`json/parse.cpp` [a](../README.md#one-word-two) [b](#c) [d](https://x.example)\n## C\n"), [])

    def test_refuses_files_and_link_targets_that_do_not_exist(self):
        self.assertRegex(self.found("`json/parser.cpp`\n")[0], "docs/a.md:1: no file of the project is json/parser.cpp")
        self.assertRegex(self.found("\n[a](b.md)\n")[0], "docs/a.md:2: the link's target b.md does not exist")
        self.assertRegex(self.found("[a](../README.md#two)\n")[0], "README.md has no heading #two")

    def test_compares_the_table_of_variants_with_their_fixtures(self):
        fixture = '{"variants": [{"id": "a", "summary": "x|y"}, {"id": "b", "summary": "z", "departs": ["R"]}]}'
        page = "| variant | behaviour |\n|---|---|\n| `a` | x\\|y |\n| `b` | z (departs from `R`) |\n"

        def found(text):
            return problems(docs.check, {"fixtures/variants/a.json": fixture, "docs/mock_server.md": text})
        self.assertEqual(found(page + "\nMore.\n"), [])
        self.assertRegex(found(page.replace("z", "other"))[0], r"mock_server.md:4: .* expected: \| `b` \| z")
        self.assertRegex(found(page + "| `c` | old |\n")[0], "mock_server.md:5: .* expected: its end")
        self.assertRegex(found("")[0], "mock_server.md:1: ")

    def test_ignores_examples(self):
        self.assertEqual(self.found("```\n[a](b.md) `x/y.cpp`\n```\n"), [])


if __name__ == "__main__":
    unittest.main(verbosity=0, buffer=True)
