"""The scenarios that are generated from the contract: right on the faultless mock, on real targets and as documents."""

import json
import os
import shutil
import tempfile
import unittest
import unittest.mock
import urllib.request

import programs

DOCUMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "spec", "documents")
WORLDS = ("cloud", "self_hosted")
ONLY = ("--only", "generated/*")


def generate(folder, *words):
    return programs.run("generate", "--out", folder, *words)


def not_passed(result):
    return {scenario["name"] for scenario in result["scenarios"]
            if scenario["verdict"] not in ("passed", "skipped")}


class FaultlessMock(unittest.TestCase):
    def test_passes_all_of_them(self):
        process, result = programs.run_with_result("--strict", *ONLY)
        self.assertEqual(process.returncode, 0, process.stdout[-4000:] + process.stderr)
        self.assertGreater(len(result["scenarios"]), 500)
        self.assertEqual({s["verdict"] for s in result["scenarios"]}, {"passed"})

    def test_passes_in_each_world_what_it_has(self):
        for world in WORLDS:
            process, result = programs.run_with_result("--strict", "--world", world, *ONLY)
            self.assertEqual(process.returncode, 0, process.stdout[-4000:] + process.stderr)
            reasons = {s["reason"] for s in result["scenarios"] if s["verdict"] == "skipped"}
            self.assertTrue(reasons)
            self.assertTrue(all("needs the input" in reason or "not for this target" in reason for reason in reasons))

    def test_gives_the_same_names_and_verdicts_each_time(self):
        runs = set()
        for jobs in ("1", "3", "8"):
            _, result = programs.run_with_result("--jobs", jobs, *ONLY)
            runs.add(str([(s["name"], s["verdict"]) for s in result["scenarios"]]))
        self.assertEqual(len(runs), 1)

    def test_plays_them_beside_the_suites_unless_told_otherwise(self):
        _, result = programs.run_with_result()
        names = [scenario["name"] for scenario in result["scenarios"]]
        self.assertTrue(any(name.startswith("generated/") for name in names))
        self.assertTrue(any(name.startswith("lifecycle/") for name in names))
        _, result = programs.run_with_result("--generated", "none")
        self.assertFalse(any(s["name"].startswith("generated/") for s in result["scenarios"]))

    def test_lists_them(self):
        self.assertIn("generated/createDeployment/name/required\n", programs.run("list").stdout)


class FaultyMock(unittest.TestCase):
    def test_that_shows_no_default_is_not_said_to_fill_it(self):
        rule = "default_from:/source_config/resource_spec/cache_cpu_limit"
        _, result = programs.run_with_result("--fault", f"disable:{rule}", *ONLY)
        outcomes = {row["id"]: row["outcome"] for row in result["requirements"]}
        self.assertEqual(outcomes["CP-RS-CACHE-CPU-LIMIT-DEFAULT"], "not_exercised")
        self.assertEqual(outcomes["CP-RS-DEFAULT-SHOWN"], "warned")
        self.assertTrue(all("/default_from-" in name for name in not_passed(result)), not_passed(result))

    def test_is_told_what_it_breaks_and_nothing_else(self):
        # What an undeclared status says of the operation is the contract's own check.
        operation = {"CP-EP-PATCH", "CP-GEN-JSON", "CP-VER-V2", "CP-VER-PREFIX"}
        for fault, allowed in (("patch-answers-202", {"CP-PATCH-200"} | operation),
                               ("patch-keeps-old-secrets", {"CP-PATCH-READ"}),
                               ("patch-null-makes-revision", {"CP-PATCH-NULL", "CP-REV-NONE"})):
            with self.subTest(fault=fault):
                _, result = programs.run_with_result("--fault", fault, *ONLY)
                self.assertEqual({row["id"] for row in result["requirements"] if row["outcome"] == "failed"}, allowed)


    def test_with_one_slip_is_tried_with_all_the_rest(self):
        for fault, own in (("create-answers-200", "CP-CREATE-201"), ("delete-answers-200", "CP-DELETE-204"),
                           ("create-makes-no-revision", "CP-CREATE-REVISION")):
            with self.subTest(fault=fault):
                _, result = programs.run_with_result("--fault", fault, *ONLY)
                self.assertFalse([s["name"] for s in result["scenarios"] if s["verdict"] == "skipped"])
                self.assertIn(own, {row["id"] for row in result["requirements"] if row["outcome"] == "failed"})
                self.assertGreater(sum(row["outcome"] == "verified" for row in result["requirements"]), 150)


class Documents(unittest.TestCase):
    def test_that_are_written_can_be_linted_and_played(self):
        with tempfile.TemporaryDirectory() as folder:
            written = generate(folder, "--area", "control_plane")
            self.assertEqual(written.returncode, 0, written.stderr)
            lint = programs.run("lint", folder)
            self.assertEqual(lint.returncode, 0, lint.stdout)
            self.assertIn(" 0 errors, 0 pieces of advice", lint.stdout)
            files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
            _, played = programs.run_with_result(*files)
            twice = programs.run("run", "--generated", "all", folder)
            self.assertEqual(twice.returncode, 2, twice.stdout)
            self.assertIn("leave out --generated", twice.stderr)
        _, generated = programs.run_with_result(*ONLY)
        self.assertEqual({(s["name"], s["verdict"]) for s in played["scenarios"]},
                         {(s["name"], s["verdict"]) for s in generated["scenarios"]})

    def test_are_the_same_each_time(self):
        texts = []
        for _ in range(2):
            with tempfile.TemporaryDirectory() as folder:
                generate(folder)
                texts.append({})
                for name in os.listdir(folder):
                    with open(os.path.join(folder, name), encoding="utf-8") as file:
                        texts[-1][name] = file.read()
        self.assertEqual(*texts)

    def test_mistakes_exit_with_2_and_say_how_to_mend_them(self):
        with tempfile.TemporaryDirectory() as folder:
            taken = os.path.join(folder, "taken")
            with open(taken, "w", encoding="utf-8"):
                pass
            for words, hint in ((["generate"], "--out"), (["generate", "--out", folder, "--area", "x"], "control_plane"),
                                (["generate", "--out", taken], "cannot write"),
                                (["run", "--generated", "some"], "--generated"),
                                (["run", "--generated", "all", "--url", "http://127.0.0.1:1"], "--max-creates"),
                                (["run", "--generated", "all", "--url", "http://127.0.0.1:1", "--allow-writes",
                                  "--max-creates", "3"], "may create"),
                                (["run", "--generated", "none", "--url", "http://127.0.0.1:1", "--allow-writes",
                                  "--max-creates", "3"], "may create"),
                                (["run", "--generated", "all", "--url", "http://127.0.0.1:1", "--read-only"],
                                 "--read-only"),
                                (["run", "--generated", "all", "--target", os.path.join(folder, "none.yaml"),
                                  "--allow-writes", "--max-creates", "900"], "none.yaml")):
                process = programs.run(*words)
                self.assertEqual(process.returncode, 2, f"{words}: {process.stdout}{process.stderr}")
                self.assertIn(hint, process.stderr)


class OwnDocuments(unittest.TestCase):
    """A contract of the user's, with a schema of which not every case can be made."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.documents = os.path.join(folder.name, "documents")
        shutil.copytree(DOCUMENTS, self.documents)
        path = os.path.join(self.documents, "control_plane.openapi.yaml")
        with open(path, encoding="utf-8") as file:
            text = file.read()
        changed = text.replace("schema: { type: integer, minimum: 0 }",
                               "schema: { type: integer, minimum: 0, multipleOf: 2 }")
        self.assertNotEqual(changed, text)
        with open(path, "w", encoding="utf-8") as file:
            file.write(changed)
        self.case = "generated/listDeployments/query/offset/minimum-outside"

    def assert_warned(self, process):
        self.assertEqual(process.returncode, 0, process.stdout[-2000:] + process.stderr)
        self.assertRegex(process.stderr, r"warning: .*control_plane.openapi.yaml:\d+:\d+: left out .*" + self.case)

    def test_are_played_without_the_cases_that_cannot_be_made(self):
        process, result = programs.run_with_result("--documents", self.documents, *ONLY)
        self.assert_warned(process)
        names = {scenario["name"] for scenario in result["scenarios"]}
        self.assertNotIn(self.case, names)
        self.assertIn("generated/listDeployments/query/limit/minimum-outside", names)

    def test_are_listed_without_them(self):
        for words in ([], ["--requirements"]):
            process = programs.run("list", "--documents", self.documents, *words)
            self.assert_warned(process)

    def test_are_refused_where_all_cases_are_asked_for(self):
        with tempfile.TemporaryDirectory() as folder:
            for words, hint in ((["run", "--generated", "all"], "without that option"),
                                (["generate", "--out", folder], "nothing is written")):
                process = programs.run(*words, "--documents", self.documents)
                self.assertEqual(process.returncode, 2, process.stderr)
                self.assertIn(self.case, process.stderr)
                self.assertIn(hint, process.stderr)
            self.assertEqual(os.listdir(folder), [])


class RealTarget(unittest.TestCase):
    """A mock whose control interface the runner is not told of."""

    def play(self, mock_words, *words, only=None):
        """`only`: the sources, and their members, that the profile names; all if not given."""
        with programs.Mock(*mock_words) as mock, tempfile.TemporaryDirectory() as folder:
            with urllib.request.urlopen(mock.url + "/_plumbline/workspaces/default", timeout=10) as answer:
                workspace = json.load(answer)
            sources = workspace["sources"]
            if only:
                sources = {name: {member: sources[name][member] for member in members}
                           for name, members in only.items()}
            profile = os.path.join(folder, "profile.json")
            with open(profile, "w", encoding="utf-8") as file:
                json.dump({"urls": {"all": mock.url + workspace.get("base_path", "")},
                           "credentials": {"api_key_env": "OUR_KEY", "tenant_id": workspace["tenant_id"]},
                           "hosting": workspace["hosting"], "sources": sources,
                           "poll": {"interval": "PT0.01S", "deadline": "PT30S"},
                           "rate": {"requests_per_second": 0}, "allow_writes": True}, file)
            with unittest.mock.patch.dict(os.environ, {"OUR_KEY": workspace["api_key"]}):
                process, result = programs.run_with_result("--target", profile, *words)
            headers = {"X-Api-Key": workspace["api_key"], "X-Tenant-Id": workspace["tenant_id"]}
            request = urllib.request.Request(mock.url + workspace.get("base_path", "") + "/v2/deployments",
                                             headers=headers)
            left = []
            for _ in range(2):  # a deleted one is shown once more
                with urllib.request.urlopen(request, timeout=10) as answer:
                    left = json.load(answer)["resources"]
            return process, result, left

    def test_plays_none_of_them_by_itself(self):
        _, result, _ = self.play([], "--only", "tags/*")
        self.assertFalse(any(s["name"].startswith("generated/") for s in result["scenarios"]))

    def test_patches_need_a_deployment_for_each_base(self):
        process, result, left = self.play([], "--generated", "patch", *ONLY)
        self.assertEqual(process.returncode, 0, process.stdout[-4000:] + process.stderr)
        made = [e for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]
                if e["method"] == "POST" and e["url"].endswith("/v2/deployments")]
        self.assertEqual(len(made), 3)
        self.assertEqual([one for one in left if one["status"] != "AWAITING_DELETE"], [])

    def test_start_from_the_one_source_that_the_target_has(self):
        process, result, left = self.play(
            ["--world", "self_hosted"], "--generated", "all", "--max-creates", "600", *ONLY,
            only={"external_container": ["image_uri", "listener_id"]})
        self.assertEqual(process.returncode, 0, process.stdout[-4000:] + process.stderr)
        verdicts = {scenario["name"]: scenario["verdict"] for scenario in result["scenarios"]}
        for name in ("createDeployment/name/required", "patchDeployment/secrets/0/name/type-wrong",
                     "listDeployments/query/limit/minimum-outside"):
            self.assertEqual(verdicts["generated/" + name], "passed")
        about = ("internal_source", "/graph_config_path/", "/source_tarball_path/")
        stray = [s["name"] for s in result["scenarios"] if s["verdict"] == "skipped"
                 and "internal_source" in s["reason"] and not any(word in s["name"] for word in about)]
        self.assertEqual(stray, [])
        self.assertEqual([one for one in left if one["status"] != "AWAITING_DELETE"], [])

    def test_all_leave_nothing_behind_even_where_what_is_wrong_is_taken(self):
        process, result, left = self.play(
            ["--fault", "disable:only_for_sources:/source_config/repo_url"],
            "--generated", "all", "--max-creates", "600", "--only", "generated/createDeployment/*")
        self.assertEqual(process.returncode, 1, process.stderr)
        self.assertTrue(not_passed(result))
        self.assertTrue(all("/source_config/repo_url/" in name for name in not_passed(result)), not_passed(result))
        self.assertEqual([one for one in left if one["status"] != "AWAITING_DELETE"], [])


if __name__ == "__main__":
    unittest.main()
