"""Documents of other people: each row of foreign_documents.json is a document, a response, and how a run judges it.

A row has a `name`, a `verdict` (of the scenario), and maybe `shows`, a text of the finding, or `unjudged`, why a part of the
schema is not judged. Its document is given by `schema`
(of the response) and `schemas` (components), by `operation`, `path_item` or `document`, in which members replace those of a minimal
document, or by `text`, YAML. `version` is that of OpenAPI, `response` the body or {status, headers, text}.
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
    return response.get("status", 200), response.get("headers", {}), response["text"]


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


if __name__ == "__main__":
    unittest.main()
