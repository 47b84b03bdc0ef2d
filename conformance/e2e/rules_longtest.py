"""A mock without one rule of the contract fails the scenarios that are about this rule, and no other generated ones."""

import json
import os
import re
import tempfile
import unittest

import programs

ONLY = ("--only", "generated/*")

# Rules that no mock can be without, for the reason given.
WITHOUT_EFFECT = {
    "immutable:/name": "a patch has no such field, so there is nothing to switch off",
    "immutable:/source": "a patch has no such field, so there is nothing to switch off",
    "replace:/secrets": "an array is replaced with the rule and without it",
    "replace:/secret_references": "an array is replaced with the rule and without it",
}
# What answers show of a record that has values of another source.
BOUND = {"CP-SC-BOUND-GIT", "CP-SC-BOUND-EXTERNAL"}
# What else cannot be right without a rule, and why.
ALSO_BROKEN = {
    "replace:/source_config/resource_spec": "default_from",  # what an earlier patch filled stays
}


def workflows():
    """All generated workflows, as the written documents have them."""
    with tempfile.TemporaryDirectory() as folder:
        process = programs.run("generate", "--out", folder)
        assert process.returncode == 0, process.stderr
        found = []
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                found += json.load(file)["workflows"]
        return found


def names_by_rule():
    """{rule: names of the scenarios that are about it}"""
    rules = {}
    for workflow in workflows():
        for rule in workflow.get("description", "").removeprefix("Rule: ").split(", "):
            if rule:
                rules.setdefault(rule, set()).add(workflow["x-ct-name"])
    return rules


def requirements_by_rule():
    """{rule: its requirements that scenarios written by hand verify}"""
    rules = {}
    listing = programs.run("list", "--requirements").stdout
    for requirement, checks in re.findall(r"^(CP-\S+) .*\n((?:    .*\n)+)", listing, re.MULTILINE):
        if not re.search(r"^    (?!generated/)[a-z_]+/[a-z-]+$", checks, re.MULTILINE):
            continue
        for rule in re.findall(r"^    rule: (\S+) \(", checks, re.MULTILINE):
            rules.setdefault(rule, set()).add(requirement)
    return rules


def broken_requirements(result):
    return {requirement
            for scenario in result["scenarios"] for step in scenario["steps"] for finding in step["findings"]
            if finding["verdict"] in ("failed", "warned") for requirement in finding["requirements"]}


def fails_by_itself(scenario):
    """Whether a scenario finds more than what a record shows that others changed against a rule: monitors watch such
    a record as long as it is there, and answers that hold values of another source warn."""
    return any(not finding["code"].startswith("history-") and not set(finding["requirements"]) <= BOUND
               for step in scenario["steps"] for finding in step["findings"])


class Rules(unittest.TestCase):
    def judge(self, rule, names):
        """Returns what is wrong with what fails without a rule that the scenarios `names` are about."""
        _, result = programs.run_with_result("--quiet", "--fault", f"disable:{rule}", *ONLY)
        against = {s["name"]: s for s in result["scenarios"] if s["verdict"] not in ("passed", "skipped")}
        problems = [] if set(against) & names else [f"{rule}: none of {sorted(names)} fails"]
        also = ALSO_BROKEN.get(rule)
        for name, scenario in against.items():
            if name not in names and fails_by_itself(scenario) and not (also and also in name):
                problems.append(f"without {rule} fails {name}")
        return problems

    def test_each_rule_is_missed_by_its_scenarios_and_by_no_others(self):
        rules = names_by_rule()
        self.assertGreater(len(rules), 50)
        self.assertLessEqual(set(WITHOUT_EFFECT), set(rules))
        for rule in sorted(set(rules) - set(WITHOUT_EFFECT)):
            with self.subTest(rule=rule):
                self.assertEqual(self.judge(rule, rules[rule]), [])

    def test_each_rule_is_missed_by_the_scenarios_written_by_hand(self):
        rules = requirements_by_rule()
        self.assertGreater(len(rules), 35)
        for rule in sorted(set(rules) - set(WITHOUT_EFFECT)):
            with self.subTest(rule=rule):
                _, result = programs.run_with_result("--quiet", "--fault", f"disable:{rule}", "--generated", "none")
                self.assertTrue(broken_requirements(result) & rules[rule], f"nothing breaks {sorted(rules[rule])}")

    def test_a_rule_without_effect_has_none(self):
        for rule in WITHOUT_EFFECT:
            with self.subTest(rule=rule):
                process, _ = programs.run_with_result("--quiet", "--fault", f"disable:{rule}", *ONLY)
                self.assertEqual(process.returncode, 0, process.stdout[-2000:])


if __name__ == "__main__":
    unittest.main()
