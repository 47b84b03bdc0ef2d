"""`plumbline report`: shards and their merge, comparisons, baselines, other forms of a result."""

import json
import os
import re
import tempfile
import unittest

import programs
import report_forms_test

# The fault answers every delete with 200: a clean-up step of some of these scenarios fails.
SCENARIOS = ("--only", "tags/*", "--only", "reading/s*")
FAULT = "delete-answers-200"
REQUIREMENT = "CP-DELETE-204"
OTHER_FAULT = "create-answers-200"

DIFFERENT = {"started", "took_ms", "started_ms", "at_ms", "first_event_ms", "curl", "response_excerpt"}
VALUES = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|/w/[0-9a-f]+")


def without_values(result):
    """Returns a result without what two equal runs differ in: times, ids, commands and bodies with ids."""
    if isinstance(result, dict):
        return {name: without_values(value) for name, value in result.items() if name not in DIFFERENT}
    if isinstance(result, list):
        return [without_values(value) for value in result]
    return VALUES.sub("ID", result) if isinstance(result, str) else result


class ReportCommand(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        mock = programs.Mock("--fault", FAULT)
        cls.addClassCleanup(mock.__exit__)
        cls.red = ("--url", mock.__enter__().url, "--control-url", mock.url)
        cls.green = ()
        cls.play("red", 1, *cls.red)
        cls.play("green", 0)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name, "result.json")

    @classmethod
    def play(cls, name, status, *options, only=SCENARIOS):
        process = programs.run("run", "--progress", "none", "--report-dir", os.path.join(cls.folder, name), *only, *options)
        if process.returncode != status:
            raise AssertionError(f"exit code {process.returncode}: {process.stdout}{process.stderr}")
        return process

    def report(self, action, status, *options):
        process = programs.run("report", action, *options)
        self.assertEqual(process.returncode, status, process.stdout + process.stderr)
        return process

    def load(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def write(self, name, text):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def shards(self, name, count, *options, only=SCENARIOS):
        """Plays all shards; returns their result files and exit codes."""
        codes = []
        for number in range(1, count + 1):
            process = programs.run("run", "--quiet", "--shard", f"{number}/{count}", "--report-dir",
                                   os.path.join(self.folder, f"{name}{number}"), "--format", "json", *only, *options)
            codes.append(process.returncode)
        return [self.path(f"{name}{number}") for number in range(1, count + 1)], codes

    def merged(self, name, files, status):
        folder = os.path.join(self.folder, name)
        process = self.report("merge", status, *files, "--report-dir", folder)
        return process, self.load(name)

    def test_merged_shards_equal_the_whole_run(self):
        for times in ((), ("--shard-times", self.path("green"))):
            with self.subTest(times):
                files, codes = self.shards("part", 3, *self.red, *times)
                self.assertIn(1, codes)
                _, merged = self.merged("merged", files, 1)
                self.assertEqual(without_values(merged), without_values(self.load("red")))
        names = [[one["name"] for one in self.load(f"part{number}")["scenarios"]] for number in (1, 2, 3)]
        self.assertTrue(all(names), "each shard has scenarios")
        self.assertEqual(sorted(sum(names, [])), sorted(one["name"] for one in self.load("red")["scenarios"]))

    def test_deviations_and_gates_are_judged_at_the_merge(self):
        entries = self.write("entries.yaml", f"- {{requirement: {REQUIREMENT}, reason: known}}\n"
                                             "- {requirement: CP-GET-200, reason: known}\n")
        options = (*self.red, "--deviations", entries, "--min-verified", "20")
        files, codes = self.shards("deviating", 2, *options)
        self.assertEqual(codes, [0, 0])
        self.play("whole", 1, *options)
        process, merged = self.merged("joined", files, 1)
        self.assertEqual(without_values(merged), without_values(self.load("whole")))
        self.assertEqual([one["status"] for one in merged["deviations"]], ["applied", "fixed"])
        self.assertTrue(merged["gates"][0]["met"])
        self.assertIn("fixed", process.stdout)

    def test_more_shards_than_groups_leave_some_empty(self):
        files, codes = self.shards("small", 2, only=("--only", "reading/same-everywhere"))
        self.assertEqual(codes, [0, 0])
        _, merged = self.merged("few", files, 0)
        self.assertEqual(len(merged["scenarios"]), 1)

    def test_merge_refuses_what_are_not_all_shards_of_one_run(self):
        files, _ = self.shards("ok", 2)
        others, _ = self.shards("strict", 2, "--strict")
        for arguments, message in (
                (files[:1], "shard 2 of 2 is missing"), ([files[0], *files], "shard 1 of 2 is given twice"),
                ([files[0], self.path("green")], "found the result of a whole run, expected that of a shard"),
                ([files[0], others[1]], "only one has --strict")):
            with self.subTest(message):
                self.assertIn(message, self.report("merge", 2, *arguments).stderr)

    def test_diff_names_what_newly_fails_and_what_is_fixed(self):
        worse = self.report("diff", 1, self.path("green"), self.path("red")).stdout
        self.assertRegex(worse, rf"newly failing:\n    \S+/\S+: {REQUIREMENT}: expected ")
        self.assertRegex(worse, rf"lost coverage:\n(?:    .*\n)*    {REQUIREMENT}: failed")
        better = json.loads(self.report("diff", 0, self.path("red"), self.path("green"), "--format", "json").stdout)
        self.assertEqual(better["newly_failing"], [])
        self.assertEqual({one["requirement"] for one in better["no_longer_failing"]}, {REQUIREMENT})
        self.assertIn(REQUIREMENT, [one["requirement"] for one in better["newly_verified"]])
        same = self.report("diff", 0, self.path("red"), self.path("red")).stdout
        self.assertTrue(same.startswith("0 newly failing, 0 lost coverage"), same)

    def test_a_baseline_excuses_only_what_it_has(self):
        process = self.play("known", 0, *self.red, "--baseline", self.path("red"))
        failed = self.load("red")["tally"]["failed"]
        self.assertGreater(failed, 0)
        self.assertIn(f" {failed} failed ({failed} known from the baseline), ", process.stdout)
        known = self.load("known")
        self.assertEqual((known["exit_code"], known["tally"]["known"]), (0, failed))
        with open(os.path.join(self.folder, "known", "junit.xml"), encoding="utf-8") as file:
            self.assertIn('<skipped message="known from the baseline: CP-DELETE-204', file.read())
        process = self.play("new", 1, "--fault", FAULT, "--fault", OTHER_FAULT, "--baseline", self.path("red"))
        self.assertRegex(process.stdout, r"\n\d+ passed, [1-9]\d* failed, ")
        files, _ = self.shards("based", 2, *self.red)
        self.report("merge", 0, *files, "--baseline", self.path("red"))

    def test_show_prints_exchanges_of_the_named_scenarios(self):
        name = next(one["name"] for one in self.load("red")["scenarios"] if one["verdict"] == "failed")
        shown = self.report("show", 0, self.path("red"), "--only", name).stdout
        self.assertTrue(shown.startswith(f"failed   {name} ("), shown)
        self.assertIn("\n  cleanup: DELETE http://", shown)
        self.assertRegex(shown, r"\n    repeat    .*curl ")
        self.assertEqual(len(re.findall(r"^(?:failed|passed) ", shown, re.MULTILINE)), 1)
        self.assertIn("no scenario of the result matches", self.report("show", 2, self.path("red"), "--only", "x/*").stderr)

    def contents(self, path):
        """Returns the text of a file, or the texts of the files of a folder by their names."""
        if os.path.isdir(path):
            return {name: self.contents(os.path.join(path, name)) for name in os.listdir(path)}
        with open(path, encoding="utf-8") as file:
            return file.read()

    def test_render_writes_each_form_as_the_run_does(self):
        folder = os.path.join(self.folder, "forms")
        options = [option for form in report_forms_test.FORMS for option in ("--report", f"{form}={folder}/of-run/{form}")]
        self.play("forms", 1, *self.red, *options)
        for form in report_forms_test.FORMS:
            with self.subTest(form):
                written = self.contents(os.path.join(folder, "of-run", form))
                self.assertTrue(written)
                copy = os.path.join(folder, "rendered", form)
                self.report("render", 0, self.path("forms"), "--format", form, "--output", copy)
                self.assertEqual(self.contents(copy), written)
                if form == "allure":
                    refused = self.report("render", 2, self.path("forms"), "--format", form)
                    self.assertIn("allure is a folder of files; name it with --output", refused.stderr)
                else:
                    self.assertEqual(self.report("render", 0, self.path("forms"), "--format", form).stdout, written)

    def test_unusable_results_are_refused(self):
        unusable = (("missing.json", "no such file"), (self.write("text.json", "no JSON"), "not JSON"),
                    (self.write("old.json", '{"version": 1}'), "found 1, expected 2; repeat the run with this version"),
                    (self.write("other.json", "{}"), "found no version"))
        for path, message in unusable:
            for arguments in (("report", "render", path), ("report", "show", path), ("report", "merge", path),
                              ("report", "diff", self.path("red"), path), ("run", *SCENARIOS, "--baseline", path)):
                with self.subTest(arguments):
                    process = programs.run(*arguments)
                    self.assertEqual(process.returncode, 2, process.stdout)
                    self.assertIn(message, process.stderr)
                    self.assertIn(path, process.stderr)
                    self.assertIn("expected the result.json that `plumbline run --report-dir` wrote", process.stderr)

    def test_unusable_times_are_refused(self):
        for shard, times, message in (("1/2", "missing.json", "--shard-times: no such file: missing.json"),
                                      ("3/2", self.path("red"), 'found "3/2", expected the number of the shard')):
            process = programs.run("run", *SCENARIOS, "--shard", shard, "--shard-times", times)
            self.assertEqual(process.returncode, 2, process.stdout)
            self.assertIn(message, process.stderr)

    def test_shards_are_not_compared(self):
        files, _ = self.shards("single", 2)
        for arguments in (("report", "diff", files[0], self.path("red")), ("run", *SCENARIOS, "--baseline", files[0])):
            process = programs.run(*arguments)
            self.assertEqual(process.returncode, 2)
            self.assertIn("found the result of shard 1 of 2, expected that of a whole run", process.stderr)


if __name__ == "__main__":
    unittest.main()
