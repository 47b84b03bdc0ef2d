"""Scenarios generated from the contract: on mocks with and without faults, on real targets, and as documents."""

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


def generate(folder, *options):
    return programs.run("generate", "--out", folder, *options)


def not_passed(result):
    return {scenario["name"] for scenario in result["scenarios"]
            if scenario["verdict"] not in ("passed", "skipped")}


class MockWithoutFaults(unittest.TestCase):
    def test_passes_all_of_them(self):
        process, result = programs.run_with_result("--strict", *ONLY)
        self.assertEqual(process.returncode, 0, process.stdout[-4000:] + process.stderr)
        self.assertGreater(len(result["scenarios"]), 500)
        self.assertEqual({s["verdict"] for s in result["scenarios"]}, {"passed"})

    def test_passes_in_each_world_those_with_inputs(self):
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

    def test_plays_them_beside_the_suites_by_default(self):
        _, result = programs.run_with_result()
        names = [scenario["name"] for scenario in result["scenarios"]]
        self.assertTrue(any(name.startswith("generated/") for name in names))
        self.assertTrue(any(name.startswith("lifecycle/") for name in names))
        _, result = programs.run_with_result("--generated", "none")
        self.assertFalse(any(s["name"].startswith("generated/") for s in result["scenarios"]))

    def test_lists_them(self):
        self.assertIn("generated/createDeployment/name/required\n", programs.run("list").stdout)


class FaultyMock(unittest.TestCase):
    def test_without_a_visible_default_does_not_verify_the_default(self):
        rule = "default_from:/source_config/resource_spec/cache_cpu_limit"
        _, result = programs.run_with_result("--fault", f"disable:{rule}", *ONLY)
        outcomes = {row["id"]: row["outcome"] for row in result["requirements"]}
        self.assertEqual(outcomes["CP-RS-CACHE-CPU-LIMIT-DEFAULT"], "not_exercised")
        self.assertEqual(outcomes["CP-RS-DEFAULT-SHOWN"], "warned")
        self.assertTrue(all("/default_from-" in name for name in not_passed(result)), not_passed(result))

    def test_fails_only_the_violated_requirements(self):
        # Another success breaks the statement about the status, and none about what the operation does.
        for fault, allowed in (("patch-answers-202", {"CP-PATCH-200"}),
                               ("patch-keeps-old-secrets", {"CP-PATCH-READ", "CP-PATCH-NULL"}),
                               ("patch-null-makes-revision", {"CP-PATCH-NULL", "CP-REV-NONE"})):
            with self.subTest(fault=fault):
                _, result = programs.run_with_result("--fault", fault, *ONLY)
                self.assertEqual({row["id"] for row in result["requirements"] if row["outcome"] == "failed"}, allowed)

    def test_with_one_fault_is_still_tested_with_all_other_cases(self):
        for fault, own in (("create-answers-200", "CP-CREATE-201"), ("delete-answers-200", "CP-DELETE-204"),
                           ("create-makes-no-revision", "CP-CREATE-REVISION")):
            with self.subTest(fault=fault):
                _, result = programs.run_with_result("--fault", fault, *ONLY)
                self.assertFalse([s["name"] for s in result["scenarios"] if s["verdict"] == "skipped"])
                self.assertIn(own, {row["id"] for row in result["requirements"] if row["outcome"] == "failed"})
                self.assertGreater(sum(row["outcome"] == "verified" for row in result["requirements"]), 150)


class Documents(unittest.TestCase):
    def test_written_to_files_pass_lint_and_run(self):
        with tempfile.TemporaryDirectory() as folder:
            written = generate(folder, "--area", "control_plane")
            self.assertEqual(written.returncode, 0, written.stderr)
            lint = programs.run("lint", folder)
            self.assertEqual(lint.returncode, 0, lint.stdout)
            self.assertIn(" 0 errors, 0 suggestions", lint.stdout)
            files = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
            _, from_files = programs.run_with_result(*files)
            duplicate = programs.run("run", "--generated", "all", folder)
            self.assertEqual(duplicate.returncode, 2, duplicate.stdout)
            self.assertIn("omit --generated", duplicate.stderr)
        _, generated = programs.run_with_result(*ONLY)
        self.assertEqual({(s["name"], s["verdict"]) for s in from_files["scenarios"]},
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

    def test_wrong_usage_exits_with_2_and_a_fix(self):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "file")
            with open(file, "w", encoding="utf-8"):
                pass
            for arguments, fix in ((["generate"], "--out"), (["generate", "--out", folder, "--area", "x"], "control_plane"),
                                (["generate", "--out", file], "cannot create the folder"),
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
                process = programs.run(*arguments)
                self.assertEqual(process.returncode, 2, f"{arguments}: {process.stdout}{process.stderr}")
                self.assertIn(fix, process.stderr)


class OwnDocuments(unittest.TestCase):
    """A user's contract with a schema for which some cases cannot be generated."""

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
        self.assertRegex(process.stderr, r"warning: .*control_plane.openapi.yaml:\d+:\d+: omitted .*" + self.case)

    def test_are_played_without_the_cases_that_cannot_be_generated(self):
        process, result = programs.run_with_result("--documents", self.documents, *ONLY)
        self.assert_warned(process)
        names = {scenario["name"] for scenario in result["scenarios"]}
        self.assertNotIn(self.case, names)
        self.assertIn("generated/listDeployments/query/limit/minimum-outside", names)

    def test_are_listed_without_them(self):
        for options in ([], ["--requirements"]):
            process = programs.run("list", "--documents", self.documents, *options)
            self.assert_warned(process)

    def test_are_refused_if_all_cases_are_requested(self):
        with tempfile.TemporaryDirectory() as folder:
            for arguments, fix in ((["run", "--generated", "all"], "without that option"),
                                (["generate", "--out", folder], "nothing is written")):
                process = programs.run(*arguments, "--documents", self.documents)
                self.assertEqual(process.returncode, 2, process.stderr)
                self.assertIn(self.case, process.stderr)
                self.assertIn(fix, process.stderr)
            self.assertEqual(os.listdir(folder), [])


class RealTarget(unittest.TestCase):
    """A mock without --control-url."""

    def play(self, mock_options, *options, only=None):
        """Plays with a profile that has all sources, or only the given sources and members."""
        with programs.Mock(*mock_options) as mock, tempfile.TemporaryDirectory() as folder:
            with urllib.request.urlopen(mock.url + "/_plumbline/workspaces/default", timeout=10) as response:
                workspace = json.load(response)
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
                process, result = programs.run_with_result("--target", profile, *options)
            headers = {"X-Api-Key": workspace["api_key"], "X-Tenant-Id": workspace["tenant_id"]}
            request = urllib.request.Request(mock.url + workspace.get("base_path", "") + "/v2/deployments",
                                             headers=headers)
            left = []
            for _ in range(2):  # a deleted deployment is shown once more
                with urllib.request.urlopen(request, timeout=10) as response:
                    left = [one for one in json.load(response)["resources"] if one["created_at"] >= programs.WORLD_START]
            return process, result, left

    def test_plays_none_of_them_by_default(self):
        _, result, _ = self.play([], "--only", "tags/*")
        self.assertFalse(any(s["name"].startswith("generated/") for s in result["scenarios"]))

    def test_patches_need_a_deployment_for_each_base(self):
        process, result, left = self.play([], "--generated", "patch", *ONLY)
        self.assertEqual(process.returncode, 0, process.stdout[-4000:] + process.stderr)
        creates = [e for s in result["scenarios"] for step in s["steps"] for e in step["exchanges"]
                if e["method"] == "POST" and e["url"].endswith("/v2/deployments")]
        self.assertEqual(len(creates), 3)
        self.assertEqual([one for one in left if one["status"] != "AWAITING_DELETE"], [])

    def test_use_the_only_source_of_the_target(self):
        process, result, left = self.play(
            ["--world", "self_hosted"], "--generated", "all", "--max-creates", "600", *ONLY,
            only={"external_container": ["image_uri", "listener_id"]})
        self.assertEqual(process.returncode, 0, process.stdout[-4000:] + process.stderr)
        verdicts = {scenario["name"]: scenario["verdict"] for scenario in result["scenarios"]}
        for name in ("createDeployment/name/required", "patchDeployment/secrets/0/name/type-wrong",
                     "listDeployments/query/limit/minimum-outside"):
            self.assertEqual(verdicts["generated/" + name], "passed")
        about_another_source = ("internal_source", "/graph_config_path/", "/source_tarball_path/")
        unexpected = [s["name"] for s in result["scenarios"] if s["verdict"] == "skipped"
                 and "internal_source" in s["reason"] and not any(word in s["name"] for word in about_another_source)]
        self.assertEqual(unexpected, [])
        self.assertEqual([one for one in left if one["status"] != "AWAITING_DELETE"], [])

    def test_delete_everything_even_if_invalid_bodies_are_accepted(self):
        process, result, left = self.play(
            ["--fault", "disable:only_for_sources:/source_config/repo_url"],
            "--generated", "all", "--max-creates", "600", "--only", "generated/createDeployment/*")
        self.assertEqual(process.returncode, 1, process.stderr)
        self.assertTrue(not_passed(result))
        self.assertTrue(all("/source_config/repo_url/" in name for name in not_passed(result)), not_passed(result))
        self.assertEqual([one for one in left if one["status"] != "AWAITING_DELETE"], [])


if __name__ == "__main__":
    unittest.main()
