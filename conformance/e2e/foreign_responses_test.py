"""Responses that are judged as a document of the user says: media types, headers, codings, bodies that are not JSON."""

import json
import tempfile

import http_service
import programs
import target_test

SUITE = """
arazzo: 1.1.0
info: { title: items, version: '1' }
sourceDescriptions: [ { name: items, type: openapi, url: items.openapi.json } ]
workflows: [ { workflowId: all, steps: [ { stepId: read, operationId: read%s } ] } ]
"""
OBJECT = {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}}
VALID = '{"id": 1}'


class ForeignResponses(target_test.TargetTest):
    def play(self, answer, *, content=None, headers=None, parameters=(), step=""):
        """Plays one call of an operation that declares these media types and headers, and is given the answer."""
        server = self.stack.enter_context(http_service.AnsweringService(http_service.always(*answer)))
        response = {"description": "found", "headers": headers or {}}
        if content:
            response["content"] = {key: {"schema": schema} for key, schema in content.items()}
        read = {"operationId": "read", "parameters": list(parameters), "responses": {"200": response}}
        api = {"openapi": "3.1.0", "info": {"title": "items", "version": "1"}, "paths": {"/items": {"get": read}}}
        self.write("items.openapi.json", json.dumps(api))
        reports = self.stack.enter_context(tempfile.TemporaryDirectory())
        process = programs.run("run", "--server", f"items={server.url}", "--report-dir", reports,
                               self.write("items.arazzo.yaml", SUITE % step))
        with open(f"{reports}/result.json", encoding="utf-8") as file:
            return process, json.load(file), server.requests

    def assert_passes(self, *arguments, **options):
        process, result, requests = self.play(*arguments, **options)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return result, requests

    def assert_fails(self, expected, *arguments, **options):
        process, _, _ = self.play(*arguments, **options)
        self.assertEqual(process.returncode, 1, process.stdout + process.stderr)
        self.assertIn(expected, programs.unwrapped(process.stdout))

    def test_compare_media_types_by_value(self):
        key = "Application/JSON; charset=utf-8"
        for received in ("application/json", 'application/json;Charset="UTF-8"'):
            with self.subTest(received):
                self.assert_passes((200, {"Content-Type": received}, VALID), content={key: OBJECT})
                self.assert_fails('the member "id"', (200, {"Content-Type": received}, "{}"), content={key: OBJECT})
        self.assert_fails(f"Content-Type {key} on status 200",
                          (200, {"Content-Type": "application/json; charset=ascii"}, VALID), content={key: OBJECT})

    def test_are_judged_by_the_most_specific_media_type(self):
        content = {"*/*": {"type": "object", "required": ["other"]}, "application/json": OBJECT}
        self.assert_passes(http_service.json_answer(200, {"id": 1}), content=content)
        self.assert_fails('the member "other"', (200, {"Content-Type": "application/problem+json"}, VALID),
                          content=content)
