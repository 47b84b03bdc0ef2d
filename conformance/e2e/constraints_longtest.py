"""Checks that a mock that ignores the schema at one position of a request body fails the generated scenarios about it."""

import os
import unittest
from concurrent.futures import ThreadPoolExecutor

import programs
import rules_longtest

# The mock cannot create or change a deployment from these bodies, whatever it ignores. Faults that change the status of
# its refusal, such as invalid-create-answers-201, fail them.
UNUSABLE = {
    "generated/createDeployment/type-wrong", "generated/createDeployment/source/type-wrong",
    "generated/createDeployment/source/type-null", "generated/createDeployment/source/enum-unknown",
    "generated/patchDeployment/type-wrong"}


def refused_by_schema():
    """Returns {(operation, pointer): {name: requirements}} of the generated scenarios that send what a schema refuses."""
    positions = {}
    for workflow in rules_longtest.workflows():
        _, operation, *position, keyword = workflow["x-ct-name"].split("/")
        is_about_rule = workflow.get("description", "").startswith("Rule: ")
        is_in_body = position[:1] not in (["path"], ["query"])
        is_refused = workflow["summary"].endswith(" is refused") and workflow["x-ct-name"] not in UNUSABLE
        if is_about_rule or not is_in_body or not is_refused:
            continue
        attempt = next(step for step in workflow["steps"] if step["stepId"] == "attempt")
        if keyword == "required":
            position.pop()  # the object violates the schema
        cases = positions.setdefault((operation, "".join("/" + token for token in position)), {})
        cases[workflow["x-ct-name"]] = set(attempt["x-ct-verifies"])
    return positions


def is_about(rule, pointer):
    """Returns whether a rule is about a value at the position, above or below it."""
    _, _, other = rule.partition(":")
    return all(token in ("*", wanted) for token, wanted in zip(other.split("/"), pointer.split("/")))


def problems_at(position, cases, rules):
    """Returns the scenarios that do not violate their requirements although the mock ignores the schema, and its rules about
    the position, which refuse some of the values too."""
    operation, pointer = position
    faults = [f"tolerate:{operation}:{pointer}"] + [f"disable:{rule}" for rule in rules if is_about(rule, pointer)]
    options = [option for fault in faults for option in ("--fault", fault)] + [
        option for name in cases for option in ("--only", name)]
    _, result = programs.run_with_result("--quiet", *options)
    violated = {
        scenario["name"]: {requirement for step in scenario["steps"] for finding in step["findings"]
                           if finding["verdict"] in ("failed", "warned") for requirement in finding["requirements"]}
        for scenario in result["scenarios"]}
    return [f"{name}: expected {sorted(requirements)}, violated {sorted(violated.get(name, ()))}"
            for name, requirements in cases.items() if not requirements & violated.get(name, set())]


class Constraints(unittest.TestCase):
    def test_an_ignored_schema_fails_the_scenarios_about_it(self):
        positions = refused_by_schema()
        self.assertGreater(len(positions), 100)
        rules = list(rules_longtest.all_rules())
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            problems = pool.map(lambda position: problems_at(position, positions[position], rules), positions)
            self.assertEqual("\n".join(problem for each in problems for problem in each), "")
        print(f"\n{len(positions)} positions, {sum(map(len, positions.values()))} scenarios")


if __name__ == "__main__":
    unittest.main()
