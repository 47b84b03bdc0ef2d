"""Responses that are judged as a document of the user says: media types, headers, codings, bodies that are not JSON."""

import gzip
import json
import tempfile
import unittest
import zlib

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


def json_in(coding, body):
    return 200, {"Content-Type": "application/json", "Content-Encoding": coding}, body


class ForeignResponses(target_test.TargetTest):
    def play(self, answer, *, content=None, headers=None, parameters=(), step="", item_schema=None, **items):
        """Plays one call of an operation that declares these media types and headers, and is given the answer. With
        `item_schema`, multipart/mixed has it and the other members of `items`."""
        server = self.stack.enter_context(http_service.AnsweringService(http_service.always(*answer)))
        response = {"description": "found", "headers": headers or {}}
        if content:
            response["content"] = {key: {"schema": schema} for key, schema in content.items()}
        if item_schema:
            response["content"] = {"multipart/mixed": {"itemSchema": item_schema, **items}}
        read = {"operationId": "read", "parameters": list(parameters), "responses": {"200": response}}
        api = {"openapi": "3.2.0" if item_schema else "3.1.0", "info": {"title": "items", "version": "1"}, "paths": {"/items": {"get": read}}}
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

    def test_ignore_what_openapi_ignores_about_headers(self):
        wrong = {"required": True, "schema": {"type": "string", "enum": ["text/x"]}}
        ignored = [{"name": name, "in": "header", "required": True, "schema": {"type": "string", "enum": ["text/x"]}}
                   for name in ("Accept", "Authorization", "Content-Type")]
        _, requests = self.assert_passes(
            http_service.json_answer(200, {"id": 1}), content={"application/json": OBJECT},
            headers={"content-type": wrong}, parameters=ignored,
            step=", parameters: [ { name: Authorization, in: header, value: Basic YTpi } ]")
        self.assertEqual(requests[-1][1]["Authorization"], "Basic YTpi")

    def test_judge_lists_and_objects_in_headers(self):
        numbers = {"schema": {"type": "array", "items": {"type": "integer"}, "maxItems": 3}}
        sizes = {"schema": {"type": "object", "properties": {"a": {"type": "integer"}}}}
        headers = {"X-Numbers": numbers, "X-Sizes": sizes, "X-Exploded": {**sizes, "explode": True}}
        for name, value, expected in (("X-Numbers", "1, 2", ""), ("X-Numbers", "1,2,x", 'found string "x"'),
                                      ("X-Numbers", "1,2,3,4", "X-Numbers: "),
                                      ("X-Sizes", "a,1,b,x", ""), ("X-Sizes", "a,x", "the header X-Sizes /a"),
                                      ("X-Sizes", "a", "the header X-Sizes to contain an object"),
                                      ("X-Exploded", "a=1", ""), ("X-Exploded", "a=x", "the header X-Exploded /a")):
            with self.subTest(f"{name}: {value}"):
                answer = (200, {name: value}, "")
                if expected:
                    self.assert_fails(expected, answer, headers=headers)
                else:
                    self.assert_passes(answer, headers=headers)

    def test_are_requested_without_brackets_in_the_query(self):
        deep = {"name": "f", "in": "query", "style": "deepObject", "explode": True, "schema": {"type": "object"}}
        _, requests = self.assert_passes((200, {}, ""), parameters=[deep],
                                         step=", parameters: [ { name: f, in: query, value: { a: 1 } } ]")
        self.assertEqual(requests[-1][0], "GET /items?f%5Ba%5D=1")

    def test_are_judged_after_their_content_coding(self):
        for coding, encode in (("gzip", gzip.compress), ("deflate", zlib.compress),
                               ("deflate", lambda text: zlib.compress(text)[2:-4])):
            with self.subTest(coding):
                _, requests = self.assert_passes(json_in(coding, encode(VALID.encode())),
                                                 content={"application/json": OBJECT})
                self.assertEqual(requests[-1][1]["Accept-Encoding"], "gzip, deflate")
                self.assert_fails('the member "id"', json_in(coding, encode(b"{}")),
                                  content={"application/json": OBJECT})

    def test_fail_if_their_content_coding_cannot_be_undone(self):
        for coding, body, got in (("gzip", VALID.encode(), "Content-Encoding gzip: incorrect header check"),
                                  ("gzip", gzip.compress(VALID.encode())[:-1], "its end is missing"),
                                  ("br", b"x", "Content-Encoding br: only gzip and deflate can be decoded")):
            with self.subTest(got):
                process, result, _ = self.play(json_in(coding, body), content={"application/json": OBJECT})
                self.assertEqual(process.returncode, 1, process.stdout)
                (finding,) = result["scenarios"][0]["steps"][0]["findings"]
                self.assertEqual(finding["code"], "content-coding")
                self.assertIn(got, finding["got"])

    def test_are_refused_if_they_are_too_large_when_decoded(self):
        process, _, _ = self.play(json_in("gzip", gzip.compress(bytes(9 * 2**20))), content={"application/json": OBJECT})
        self.assertIn("more than 8388608 bytes when decoded", programs.unwrapped(process.stdout))
        self.assertNotEqual(process.returncode, 0)

    def test_that_may_be_streams_are_requested_without_coding(self):
        content = {"application/json": OBJECT, "text/event-stream": {}}
        _, requests = self.assert_passes(http_service.json_answer(200, {"id": 1}), content=content)
        self.assertEqual(requests[-1][1]["Accept-Encoding"], "identity")
        self.assert_fails("Content-Encoding gzip: it was not asked for",
                          json_in("gzip", gzip.compress(VALID.encode())), content=content)

    def test_are_judged_as_text_and_forms(self):
        form = {**OBJECT, "properties": {"id": {"type": "integer"}, "tags": {"type": "array"}}}
        for media_type, schema, body, expected in (
                ("text/plain", {"type": "integer"}, "42", ""), ("text/plain", {"type": "integer"}, "x", "expected integer"),
                ("text/plain", {"type": "string", "pattern": "^o"}, "ok", ""),
                ("text/plain", {"type": "string", "pattern": "^o"}, "no", "^o"),
                ("application/x-www-form-urlencoded", form, "id=1&tags=a", ""),
                ("application/x-www-form-urlencoded", form, "id=x", "/id: found string")):
            with self.subTest(f"{media_type}: {body}"):
                answer, content = (200, {"Content-Type": media_type}, body), {media_type: schema}
                if expected:
                    self.assert_fails(expected, answer, content=content)
                else:
                    result, _ = self.assert_passes(answer, content=content)
                    self.assertEqual(result["unjudged"], [])

    def test_are_listed_if_they_cannot_be_judged(self):
        for media_type, body in (("application/xml", "<id>1</id>"), ("text/csv", "id\n1\n"),
                                 ("application/x-ndjson", '{"id":1}\n'), ("multipart/mixed; boundary=b", "--b--\r\n")):
            with self.subTest(media_type):
                name = media_type.partition(";")[0]
                result, _ = self.assert_passes((200, {"Content-Type": media_type}, body), content={name: OBJECT})
                (part,) = result["unjudged"]
                self.assertIn(f"bodies of {name} of operation read", part)

    def test_are_judged_part_by_part(self):
        def answer(*parts, end="--b--\r\n"):
            lines = [f"--b\r\nContent-Type: {media_type}\r\n\r\n{body}\r\n" for media_type, body in parts]
            return 200, {"Content-Type": 'multipart/mixed; boundary="b"'}, "".join(lines) + end

        good = ("application/json", VALID)
        encoding = {"contentType": "application/json, image/*", "headers": {}}
        result, requests = self.assert_passes(answer(good, ("image/png", "x"), good), item_schema=OBJECT,
                                              itemEncoding=encoding)
        self.assertEqual(requests[-1][1]["Accept"], "multipart/mixed, application/json")
        (part,) = result["unjudged"]
        self.assertIn("headers of parts of multipart/mixed of operation read", part)
        (finding,) = result["scenarios"][0]["steps"][0]["findings"]
        self.assertEqual((finding["code"], finding["got"]), ("not-judged", "Content-Type image/png"))
        for expected, broken in (('the member "id"', answer(good, ("application/json", "{}"))),
                                 ("items that are JSON texts", answer(("application/json", "{"))),
                                 ('parts of "application/json" or "image/*"', answer(("text/plain", "x"))),
                                 ("a close delimiter at the end of the body", answer(good, end=""))):
            with self.subTest(expected):
                self.assert_fails(expected, broken, item_schema=OBJECT, itemEncoding=encoding)

    def test_are_observed_if_only_they_show_that_they_cannot_be_judged(self):
        result, _ = self.assert_passes((200, {"Content-Type": "application/xml"}, "<id/>"), content={"*/*": OBJECT})
        (finding,) = result["scenarios"][0]["steps"][0]["findings"]
        self.assertEqual((finding["code"], finding["got"]), ("not-judged", "Content-Type application/xml"))


if __name__ == "__main__":
    unittest.main()
