"""Checks that a mock without a rule of the contract fails exactly the generated scenarios that need this rule."""

import json
import os
import re
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

import programs

ONLY = ("--only", "generated/*")

# Requirements on responses that show values of another source.
SOURCE_VALUES = {"CP-SC-BOUND-GIT", "CP-SC-BOUND-EXTERNAL"}
# Other scenarios that also fail without a rule, and why.
ALSO_FAILING = {
    "replace:/source_config/resource_spec": "/source_config/resource_spec/",  # values of earlier patches stay
}

# Types of rules that refuse nothing: their cases look for an effect.
WITH_EFFECT = {"creates_revision", "decimals", "default_from", "replace"}
# An explicit value overrides a default, so this case passes without the rule.
INDEPENDENT_CASE = "/default_from-given"
# Requirements that fail if the effect of a rule is not visible; an invisible default may exist.
IF_INVISIBLE = {"default_from": "CP-RS-DEFAULT-SHOWN"}
FAILING_BASES = ("stated", "implied")


class RuleScenarios:
    """The generated scenarios of one rule."""

    def __init__(self):
        self.names = set()  # of all its scenarios
        self.dependent = set()  # names of those that cannot pass without the rule
        self.requirements = set()


def workflows():
    """Returns all generated workflows from the written documents."""
    with tempfile.TemporaryDirectory() as folder:
        process = programs.run("generate", "--out", folder)
        assert process.returncode == 0, process.stderr
        generated = []
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                generated += json.load(file)["workflows"]
        return generated


def type_of(rule):
    return rule.partition(":")[0]


def depends_on(workflow, rule):
    """Returns whether a scenario about a rule cannot pass without it."""
    shows_effect = type_of(rule) in WITH_EFFECT and not workflow["x-ct-name"].endswith(INDEPENDENT_CASE)
    return shows_effect or workflow["summary"].endswith((" is refused", " changes nothing"))


def all_rules():
    """Returns {rule: RuleScenarios}."""
    rules = {}
    for workflow in workflows():
        match = re.fullmatch(r"Rule: (.*); required by (.*)", workflow.get("description", ""))
        named_rules = match[1].split(", ") if match else []
        for rule in named_rules:
            scenarios = rules.setdefault(rule, RuleScenarios())
            scenarios.names.add(workflow["x-ct-name"])
            if depends_on(workflow, rule):
                scenarios.dependent.add(workflow["x-ct-name"])
            if len(named_rules) == 1:
                scenarios.requirements.update(match[2].split(", "))
    return rules


def hand_written_by_rule():
    """Returns {rule: {requirement: hand-written scenarios that verify it}}."""
    rules = {}
    # The requirements also name workflows that only others call.
    scenarios = set(re.findall(r"^\S+", programs.run("list").stdout, re.MULTILINE))
    listing = re.sub(r"\n {8}", " ", programs.run("list", "--requirements").stdout)
    for requirement, checks in re.findall(r"^(CP-\S+) .*\n((?:    .*\n)+)", listing, re.MULTILINE):
        names = scenarios.intersection(re.findall(r"^    ([a-z_]+/[a-z-]+)$", checks, re.MULTILINE))
        if not names:
            continue
        for rule in re.findall(r"^    rule: (\S+) \(", checks, re.MULTILINE):
            rules.setdefault(rule, {})[requirement] = names
    return rules


def options_for(requirements):
    """Returns the options that play only the scenarios of these requirements."""
    names = sorted(set().union(*requirements.values()))
    return ("--generated", "none", *(option for name in names for option in ("--only", name)))


def failed_requirements(result):
    return {requirement
            for scenario in result["scenarios"] for step in scenario["steps"] for finding in step["findings"]
            if finding["verdict"] in ("failed", "warned") for requirement in finding["requirements"]}


def has_own_findings(scenario):
    """Returns whether a scenario has findings besides those about a record that other scenarios changed against a rule:
    history findings, and findings about values of another source."""
    return any(not finding["code"].startswith("history-") and not set(finding["requirements"]) <= SOURCE_VALUES
               for step in scenario["steps"] for finding in step["findings"])


def results_without(options_of):
    """Yields each rule with the result of a run without it, played with its options. Concurrent runs use the cores while
    others wait."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {rule: pool.submit(programs.run_with_result, "--quiet", "--fault", f"disable:{rule}", *options)
                for rule, options in sorted(options_of.items())}
        for rule, run in runs.items():
            yield rule, run.result()[1]


class Rules(unittest.TestCase):
    def problems_of(self, rule, result, rules):
        """Returns how a run without a rule differs from the expectation."""
        scenarios = rules[rule]
        not_passed = {s["name"]: s for s in result["scenarios"] if s["verdict"] not in ("passed", "skipped")}
        rows = {row["id"]: row for row in result["requirements"]}
        if_invisible = IF_INVISIBLE.get(type_of(rule))
        affected = {if_invisible} if if_invisible else scenarios.requirements
        expected = "failed" if any(rows[one]["basis"] in FAILING_BASES for one in affected) else "warned"
        problems = [] if scenarios.dependent else [f"{rule}: no scenario depends on it"]
        for name in sorted(scenarios.dependent):
            if name not in not_passed or not_passed[name]["verdict"] not in ("failed", expected):
                problems.append(f"without {rule} this scenario is not {expected}: {name}")
        for one in sorted(scenarios.requirements):
            shown_by_others = if_invisible and any(one in rules[other].requirements for other in rules if other != rule)
            if rows[one]["outcome"] == "verified" and not shown_by_others:
                problems.append(f"without {rule} this requirement is verified: {one}, by {rows[one]['scenarios'][:3]}")
        also = ALSO_FAILING.get(rule)
        for name, scenario in not_passed.items():
            if name not in scenarios.names and has_own_findings(scenario) and not (also and also in name):
                problems.append(f"without {rule} this scenario fails: {name}")
        return problems

    def test_a_disabled_rule_fails_exactly_its_scenarios(self):
        rules = all_rules()
        self.assertGreater(len(rules), 50)
        for rule, result in results_without(dict.fromkeys(rules, ONLY)):
            with self.subTest(rule=rule):
                self.assertEqual(self.problems_of(rule, result, rules), [])

    def test_a_disabled_rule_fails_hand_written_scenarios(self):
        rules = hand_written_by_rule()
        self.assertGreater(len(rules), 35)
        for rule, result in results_without({rule: options_for(rules[rule]) for rule in rules}):
            with self.subTest(rule=rule):
                self.assertTrue(failed_requirements(result) & rules[rule].keys(), f"no failure of {sorted(rules[rule])}")


if __name__ == "__main__":
    unittest.main()
