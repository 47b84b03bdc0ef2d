"""Documents of other people, and suites as they write them: each row of foreign_documents.json is a document, a response, and how a run judges it.

A row has a `name`, a `verdict` (of the scenario), and maybe `shows`, a text of the finding, or `unjudged`, why a part of the
schema is not judged. Its document is given by `schema`
(of the response) and `schemas` (components), by `operation`, `path_item` or `document`, in which members replace those of a minimal
document, or by `text`, YAML. `version` is that of OpenAPI, `response` the body or {status, headers, text, encoding}; headers that occur twice are pairs.
"""

import json
import os
import re
import unittest

import http_service
import programs
import target_test

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "foreign_documents.json")
SUITE = {
    "arazzo": "1.0.1",
    "info": {"title": "case", "version": "1"},
    "workflows": [{"workflowId": "case", "steps": [{"stepId": "call", "operationId": "call"}]}],
}


def load_cases():
    with open(CASES, encoding="utf-8") as file:
        return json.load(file)["cases"]


def document_of(case):
    """Returns the text of a case's document."""
    if "text" in case:
        return "\n".join(case["text"])
    content = {case.get("content", "application/json"): {"schema": case.get("schema", {})}}
    operation = {"operationId": "call", "responses": {"200": {"description": "ok", "content": content}}}
    return json.dumps({
        "openapi": case.get("version", "3.1.0"),
        "info": {"title": case["name"], "version": "1"},
        "paths": {f"/{case['name']}": {"get": {**operation, **case.get("operation", {})}, **case.get("path_item", {})}},
        "components": {"schemas": case.get("schemas", {})},
        **case.get("document", {}),
    })


def answer_of(case):
    response = case.get("response", {})
    if not (isinstance(response, dict) and "text" in response):
        return http_service.json_answer(200, response)
    return response.get("status", 200), response.get("headers", {}), response["text"].encode(response.get("encoding", "utf-8"))


class ForeignDocuments(target_test.TargetTest):
    def test_are_judged_as_they_say(self):
        cases = load_cases()
        self.assertEqual(len({case["name"] for case in cases}), len(cases))
        answers = {case["name"]: answer_of(case) for case in cases}
        server = self.stack.enter_context(http_service.AnsweringService(
            lambda request: answers.get(re.split("[/?]", request.path)[1], http_service.json_answer(404, {}))))
        suites, sources = [], []
        for case in cases:
            name = case["name"]
            document = self.write(f"{name}.openapi.yaml", document_of(case))
            suite = {**SUITE, **case.get("suite", {}),
                     "sourceDescriptions": [{"name": name, "type": "openapi", "url": os.path.basename(document)}]}
            suites.append(self.write(f"{name}.arazzo.json", json.dumps(suite)))
            sources += ["--server", f"{name}={server.url}"]
        process, result = programs.run_with_result(*sources, *suites)
        self.assertIn(process.returncode, (0, 1), process.stderr)
        scenarios = {scenario["name"].partition("/")[0]: scenario for scenario in result["scenarios"]}
        for case in cases:
            with self.subTest(case["name"]):
                scenario = scenarios[case["name"]]
                self.assertEqual(scenario["verdict"], case["verdict"], json.dumps(scenario["steps"])[:2000])
                self.assertIn(case.get("shows", ""), json.dumps(scenario))
                parts = [part for part in result.get("unjudged", []) if f"/{case['name']}.openapi.yaml:" in part]
                self.assertIn(case.get("unjudged", ""), " ".join(parts))
                self.assertEqual(bool(parts), "unjudged" in case, parts)

    def play(self, case, *options, suite=None, severity=None):
        """Plays a suite about a document of a case, whose source is named api. `severity` is that of a profile."""
        server = self.stack.enter_context(http_service.AnsweringService(http_service.always(*answer_of(case))))
        document = self.write("case.openapi.yaml", document_of(case))
        written = suite or json.dumps({**SUITE, "sourceDescriptions": [
            {"name": "api", "type": "openapi", "url": os.path.basename(document)}]})
        if severity:
            options += ("--target", self.write("profile.yaml", json.dumps(
                {"urls": {"all": server.url}, "severity": severity})))
        return programs.run_with_result("--server", f"api={server.url}", *options,
                                        self.write("case.arazzo.yaml", written))

    def test_severities_of_checks(self):
        case = {"name": "case", "schema": {"type": "object", "required": ["a"]}, "response": {}}
        for option, profile, code, verdict, changed in (
                ("", {}, 1, "failed", None),
                ("schema=warn", {}, 2, "warned", {"schema": "warn"}),  # 2: no step passed
                ("schema=ignore", {}, 0, "passed", {"schema": "ignore"}),
                ("", {"schema": "ignore"}, 0, "passed", {"schema": "ignore"}),
                ("schema=fail", {"schema": "ignore"}, 1, "failed", {"schema": "fail"}),
                ("status=ignore", {}, 1, "failed", {"status": "ignore"})):
            with self.subTest(option=option, profile=profile):
                options = ["--severity", option] if option else []
                process, result = self.play(case, *options, severity=profile)
                self.assertEqual(process.returncode, code, process.stdout + process.stderr)
                self.assertEqual(result["scenarios"][0]["verdict"], verdict)
                self.assertEqual(result.get("severity"), changed)
                shown = ", ".join(f"{name}={value}" for name, value in (changed or {}).items())
                self.assertEqual(f"severity changed: {shown}" in process.stdout, bool(changed), process.stdout)
        process, _ = self.play(case, "--severity", "shema=warn")
        self.assertEqual(process.returncode, 2)
        self.assertIn("there is no check shema; did you mean schema?", process.stderr)
        process, _ = self.play(case, severity={"shema": "warn"})
        self.assertEqual(process.returncode, 2)
        self.assertRegex(process.stderr, r"profile.yaml:1:\d+: there is no check shema; did you mean schema\?")

    def test_suites_as_others_write_them(self):
        case = {"name": "case", "response": {}, "path_item": {"parameters": [
            {"name": "$orderby", "in": "query", "schema": {"type": "string"}}]}}
        suite = ("\ufeffarazzo: 1.0.1\ninfo: {title: t, version: '1'}\nsourceDescriptions:\n"
                 "  - {name: api, type: openapi, url: 'https://elsewhere.test/api.yaml'}\nworkflows:\n"
                 "  - workflowId: case\n    inputs: {type: object, properties: {$orderby: {type: string}}}\n"
                 "    steps:\n      - {stepId: a.b, operationId: api.call, outputs: {y: $response.body}}\n"
                 "      - stepId: c\n        operationPath: GET /case\n        outputs:\n        parameters:\n"
                 "          - {name: $orderby, in: query, value: 2024-01-02}\n"
                 "        successCriteria:\n          - condition: $request.query.$orderby == $inputs.$orderby\n"
                 "          - condition: $steps.a.b.outputs.y != null\n")
        process, _ = self.play(case, suite=suite)
        self.assertEqual(process.returncode, 2)
        self.assertIn("--source api=FILE", process.stderr)
        document = self.write("local.yaml", document_of(case))
        process, result = self.play(case, "--source", f"api={document}", "--input", "$orderby=2024-01-02", suite=suite)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(len(result["scenarios"][0]["steps"]), 2)
        for warning in ("1:1: the text begins with a byte order mark", "write `operationId: '$sourceDescriptions.api.call'`",
                        "write `operationPath: '{$sourceDescriptions.api.url}#/paths/~1case/get'`",
                        "YAML parsers disagree on what 2024-01-02 is", 'the key "outputs" has no value'):
            self.assertIn(warning, process.stderr)
        process, _ = self.play(case, "--source", f"apo={document}", suite=suite)
        self.assertEqual(process.returncode, 2)
        self.assertIn("did you mean api?", process.stderr)

    def test_additional_operations_of_openapi_3_2_keep_their_method(self):
        case = {"name": "case", "version": "3.2.0", "response": {}, "document": {"paths": {"/case": {
            "additionalOperations": {"Sync": {"operationId": "call", "responses": {"200": {"description": "ok"}}}}}}}}
        path = "{$sourceDescriptions.api.url}#/paths/~1case/additionalOperations/Sync"
        suite = {**SUITE, "sourceDescriptions": [{"name": "api", "type": "openapi", "url": "case.openapi.yaml"}],
                 "workflows": [{"workflowId": "case", "steps": [
                     {"stepId": "a", "operationId": "call"},
                     {"stepId": "b", "operationPath": path,
                      "successCriteria": [{"condition": "$method == 'Sync'"}, {"condition": "$statusCode == 200"}]}]}]}
        process, result = self.play(case, "--allow-writes", suite=json.dumps(suite))
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        self.assertEqual(len(result["scenarios"][0]["steps"]), 2)

    def test_documents_of_other_versions_are_refused(self):
        for text, reason in (("swagger: '2.0'", "this is a document of Swagger 2.0; OpenAPI 3.0, 3.1 or 3.2 is needed"),
                             ("openapi: 4.0.0", "OpenAPI 4.0.0 is not supported")):
            process, _ = self.play({"name": "case", "text": [text, "paths: {}"]})
            self.assertEqual(process.returncode, 2, process.stdout)
            self.assertIn(f"case.openapi.yaml:1:1: {reason}", process.stderr)
            self.assertNotIn("no source description has", process.stderr)


if __name__ == "__main__":
    unittest.main()
