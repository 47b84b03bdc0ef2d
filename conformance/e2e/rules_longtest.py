"""A mock without one rule of the contract fails each generated scenario that needs this rule, and no other one."""

import json
import os
import re
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

import programs

ONLY = ("--only", "generated/*")
# By hand are written the rules' scenarios of this area alone.
BY_HAND = ("--generated", "none", "--area", "control_plane")

# What answers show of a record that has values of another source.
BOUND = {"CP-SC-BOUND-GIT", "CP-SC-BOUND-EXTERNAL"}
# What else cannot be right without a rule, and why.
ALSO_BROKEN = {
    "replace:/source_config/resource_spec": "/source_config/resource_spec/",  # what earlier patches sent stays
}


# Kinds of rules that refuse nothing: without them, what their cases look for is not there.
SHOWING = {"creates_revision", "decimals", "default_from", "replace"}
# A value of one's own goes before a default, whether there is one or not.
HOLDS_ANYHOW = "/default_from-given"
# What is broken where an answer shows nothing of a rule at all. A default that is not shown may be there.
UNSEEN = {"default_from": "CP-RS-DEFAULT-SHOWN"}
DEMANDED = ("stated", "implied")


class About:
    """What the generated scenarios say of one rule."""

    def __init__(self):
        self.names = set()  # of its scenarios
        self.needing = set()  # of those that cannot pass without it
        self.requirements = set()


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


def kind_of(rule):
    return rule.partition(":")[0]


def needs(workflow, rule):
    """Whether a scenario about a rule cannot pass without it."""
    shows = kind_of(rule) in SHOWING and not workflow["x-ct-name"].endswith(HOLDS_ANYHOW)
    return shows or workflow["summary"].endswith((" is refused", " changes nothing"))


def all_rules():
    """{rule: About}"""
    rules = {}
    for workflow in workflows():
        found = re.fullmatch(r"Rule: (.*); demanded by (.*)", workflow.get("description", ""))
        named = found[1].split(", ") if found else []
        for rule in named:
            about = rules.setdefault(rule, About())
            about.names.add(workflow["x-ct-name"])
            if needs(workflow, rule):
                about.needing.add(workflow["x-ct-name"])
            if len(named) == 1:
                about.requirements.update(found[2].split(", "))
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


def played(rules, *words):
    """Yields each rule with the result of a run without it. Two at a time: a run that waits leaves the machine to the next."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        runs = {rule: pool.submit(programs.run_with_result, "--quiet", "--fault", f"disable:{rule}", *words)
                for rule in sorted(rules)}
        for rule, run in runs.items():
            yield rule, run.result()[1]


class Rules(unittest.TestCase):
    def judge(self, rule, result, rules):
        """Returns what is wrong with a run without a rule."""
        about = rules[rule]
        against = {s["name"]: s for s in result["scenarios"] if s["verdict"] not in ("passed", "skipped")}
        rows = {row["id"]: row for row in result["requirements"]}
        unseen = UNSEEN.get(kind_of(rule))
        demands = {unseen} if unseen else about.requirements
        wanted = "failed" if any(rows[one]["basis"] in DEMANDED for one in demands) else "warned"
        problems = [] if about.needing else [f"{rule}: nothing needs it"]
        for name in sorted(about.needing):
            if name not in against or against[name]["verdict"] not in ("failed", wanted):
                problems.append(f"without {rule} is not {wanted}: {name}")
        for one in sorted(about.requirements):
            shown_of_others = unseen and any(one in rules[other].requirements for other in rules if other != rule)
            if rows[one]["outcome"] == "verified" and not shown_of_others:
                problems.append(f"without {rule} is verified: {one}, by {rows[one]['scenarios'][:3]}")
        also = ALSO_BROKEN.get(rule)
        for name, scenario in against.items():
            if name not in about.names and fails_by_itself(scenario) and not (also and also in name):
                problems.append(f"without {rule} fails {name}")
        return problems

    def test_each_rule_is_missed_by_its_scenarios_and_by_no_others(self):
        rules = all_rules()
        self.assertGreater(len(rules), 50)
        for rule, result in played(rules, *ONLY):
            with self.subTest(rule=rule):
                self.assertEqual(self.judge(rule, result, rules), [])

    def test_each_rule_is_missed_by_the_scenarios_written_by_hand(self):
        rules = requirements_by_rule()
        self.assertGreater(len(rules), 35)
        for rule, result in played(rules, *BY_HAND):
            with self.subTest(rule=rule):
                self.assertTrue(broken_requirements(result) & rules[rule], f"nothing breaks {sorted(rules[rule])}")


if __name__ == "__main__":
    unittest.main()
