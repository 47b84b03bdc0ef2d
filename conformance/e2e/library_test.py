"""A client library streams runs: its own requests, and what it needs of the answers, against the mock."""

import http.client
import json
import re
import unittest

import programs
from client_library import Library, Refused, chunks, run_body
from event_streams import Curl, Workspace, events_in, run_id_in

STEPS = {"count": 2}
# Answers with another status of these are sent for again; the library would hide what is wrong for a while.
NOT_RETRIED = {*range(400, 410), 422}
HEARTBEAT = b": hb\n"


def told(chunks):
    return [(chunk.event, chunk.data, chunk.id) for chunk in chunks]


class OnAMock(unittest.TestCase):
    """Of the mock's own workspace."""

    @classmethod
    def setUpClass(cls):
        cls.mock = cls.enterClassContext(programs.Mock())
        cls.library = Library(cls.mock.url)

    def open_gate(self, run):
        run_id = run_id_in(run)
        self.library.ask("POST", "/_plumbline/workspaces/default/gates", {"gate": "go", "run_id": run_id})


class Requests(OnAMock):
    def test_make_a_thread(self):
        made = [self.library.create_thread() for _ in range(2)]
        self.assertNotEqual(*made)

    def test_bear_a_key_or_none(self):
        for key in (None, "plumbline-dev-key"):
            library = Library(self.mock.url, key)
            with library.run(library.create_thread(), "steps", input=STEPS) as stream:
                self.assertEqual([chunk.event for chunk in stream.rest()], ["metadata", *["values"] * 3])

    def test_stream_in_a_thread(self):
        thread = self.library.create_thread()
        wishes = {"input": STEPS, "stream_mode": ["updates", "custom"], "stream_subgraphs": False}
        with self.library.run(thread, "steps", stream_resumable=False, **wishes) as stream:
            first, *others = stream.rest()
        self.assertEqual(stream.run, f"/threads/{thread}/runs/{first.data['run_id']}")
        self.assertEqual((first.event, first.data["attempt"], first.id), ("metadata", 1, "0"))
        self.assertEqual(
            told(others),
            [
                ("custom", {"progress": 1}, "1"),
                ("updates", {"worker": {"done": 1, "log": ["step 1"], "total": 1}}, "2"),
                ("custom", {"progress": 2}, "3"),
                ("updates", {"worker": {"done": 2, "log": ["step 2"], "total": 1}}, "4"),
            ],
        )

    def test_stream_without_a_thread(self):
        with self.library.run(None, "steps", input=STEPS, stream_mode="custom") as stream:
            first, *others = stream.rest()
        self.assertEqual(stream.run, f"/runs/{first.data['run_id']}")
        self.assertEqual(told(others), [("custom", {"progress": 1}, None), ("custom", {"progress": 2}, None)])

    def test_name_one_mode_as_a_text_or_as_a_list(self):
        for mode in ("values", "updates", "custom", "debug", "events", "messages-tuple"):
            with self.subTest(mode=mode):
                counts = []
                for stream_mode in (mode, [mode]):
                    with self.library.run(None, "chat", stream_mode=stream_mode) as stream:
                        counts.append([chunk.event for chunk in stream.rest()])
                self.assertEqual(counts[0], counts[1])

    def test_get_plain_bytes_whatever_encodings_they_take(self):
        with self.library.run(self.library.create_thread(), "steps") as stream:
            stream.rest()
            self.assertNotIn("content-encoding", stream.headers)
            # With a location the library would ask there for the rest of what is cut off.
            self.assertNotIn("location", stream.headers)
            self.assertEqual(stream.headers["transfer-encoding"], "chunked")

    def test_follow_the_path_of_a_run_through_a_base_path(self):
        with programs.Mock("--base-path", "/api-host") as mock:
            library = Library(f"{mock.url}/api-host")
            with library.run(library.create_thread(), "steps") as stream:
                stream.rest()
            self.assertTrue(stream.run.startswith("/api-host/threads/"), stream.run)
            with library.join(stream.run) as joined:
                self.assertEqual(joined.rest(), [])


class Joins(OnAMock):
    WISHES = {"stream_mode": ["updates", "values"]}
    IN_FRONT = [("values", {}, "1"), ("updates", {"before": {"done": 1}}, "2"), ("values", {"done": 1}, "3")]
    BEHIND = [("updates", {"behind": {"done": 2}}, "4"), ("values", {"done": 2}, "5")]

    def test_follow_content_location(self):
        with self.library.run(self.library.create_thread(), "gated", **self.WISHES) as stream:
            self.assertEqual(told(stream.next(4))[1:], self.IN_FRONT)
            with self.library.join(stream.run) as joined, self.library.join(stream.run) as other:
                self.open_gate(stream.run)
                for each in (stream, joined, other):
                    self.assertEqual(told(each.rest()), self.BEHIND)
                self.assertIn("text/event-stream", joined.headers["content-type"])

    def test_may_be_left_and_leave_the_run(self):
        with self.library.run(self.library.create_thread(), "gated", **self.WISHES) as stream:
            stream.next(4)
            run = stream.run
        with self.library.join(run):
            pass
        with self.library.join(run) as joined:
            self.open_gate(run)
            self.assertEqual(told(joined.rest()), self.BEHIND)

    def test_read_a_run_of_the_background(self):
        run = self.library.start(self.library.create_thread(), "gated", **self.WISHES)
        with self.library.join(run) as joined:
            self.open_gate(run)
            self.assertEqual(told(joined.rest()), self.BEHIND)

    def test_may_ask_for_modes_that_the_run_has_chosen(self):
        for mode in ("updates", "custom"):
            run = self.library.start(self.library.create_thread(), "gated", **self.WISHES)
            with self.library.join(run, stream_mode=mode) as joined:
                self.open_gate(run)
                self.assertEqual(told(joined.rest()), self.BEHIND)

    def test_resume_behind_the_last_event(self):
        thread = self.library.create_thread()
        with self.library.run(thread, "gated", stream_resumable=True, **self.WISHES) as stream:
            first, *_ = stream.next(2)  # and the connection is gone
            run = stream.run
        self.open_gate(run)
        everything = [("metadata", first.data, "0"), *self.IN_FRONT, *self.BEHIND]
        for last in range(-1, 6):
            with self.library.join(run, last_event_id=str(last)) as joined:
                self.assertEqual(told(joined.rest()), everything[last + 1 :], last)

    def test_find_nothing_of_what_is_past(self):
        for wishes in ({}, {"stream_resumable": True}):
            with self.library.run(self.library.create_thread(), "steps", **wishes) as stream:
                stream.rest()
            with self.library.join(stream.run) as joined:
                self.assertEqual(joined.rest(), [])

    def test_stay_alive_in_silence_without_hollow_chunks(self):
        run = self.library.start(self.library.create_thread(), "gated", stream_resumable=True, **self.WISHES)
        with Curl(f"{self.mock.url}{run}/stream?cancel_on_disconnect=0", "--header", "Last-Event-ID: -1") as curl:
            curl.until_bytes(HEARTBEAT)
            self.open_gate(run)
            curl.to_the_end()
        self.assertEqual(len(events_in(curl.body)), 6)
        read = list(chunks(curl.body.removesuffix(b"\n").split(b"\n")))
        self.assertEqual([chunk for chunk in read if chunk.is_hollow], [])
        self.assertEqual(told(read)[1:], [*self.IN_FRONT, *self.BEHIND])


class Refusals(OnAMock):
    UNKNOWN = "00000000-0000-4000-8000-000000000000"

    def refusal(self, method, path, body=None):
        connection, response = self.library.send(method, path, body)
        try:
            detail = json.loads(response.read())["detail"]
            self.assertTrue(detail)
            self.assertIn(response.status, NOT_RETRIED)
            return response.status, response.headers
        finally:
            connection.close()

    def test_tell_a_wrong_method(self):
        thread = self.library.create_thread()
        run = self.library.start(thread, "gated")
        for method, path, allowed in (
            ("GET", "/threads", "POST"),
            ("PUT", "/threads", "POST"),
            ("GET", "/runs/stream", "POST"),
            ("DELETE", f"/threads/{thread}/runs/stream", "POST"),
            ("PATCH", f"/threads/{thread}/runs", "POST"),
            ("POST", f"{run}/stream", "GET"),
        ):
            with self.subTest(method=method, path=path):
                status, headers = self.refusal(method, path, {} if method == "POST" else None)
                self.assertEqual(status, 405)
                self.assertIn(allowed, re.split(", *", headers["allow"]))

    def test_tell_an_unknown_path(self):
        thread = self.library.create_thread()
        for method, path in (
            ("POST", "/threads/"),
            ("POST", "/thread"),
            ("POST", "/runs/streams"),
            ("GET", f"/threads/{thread}/runs/{self.UNKNOWN}"),
            ("GET", "/"),
        ):
            with self.subTest(method=method, path=path):
                self.assertEqual(self.refusal(method, path, {} if method == "POST" else None)[0], 404)

    def test_tell_what_is_not_there(self):
        thread, other = (self.library.create_thread() for _ in range(2))
        run_id = run_id_in(self.library.start(thread, "gated"))
        streaming = {"method": "POST", "body": run_body("steps")}
        self.assertEqual(self.refusal(path=f"/threads/{self.UNKNOWN}/runs/stream", **streaming)[0], 404)
        self.assertEqual(self.refusal("POST", "/runs/stream", run_body("nobody"))[0], 404)
        for path in (f"/threads/{thread}/runs/{self.UNKNOWN}", f"/threads/{other}/runs/{run_id}"):
            self.assertEqual(self.refusal("GET", f"{path}/stream?cancel_on_disconnect=0")[0], 404)

    def test_tell_a_wrong_body(self):
        thread = self.library.create_thread()
        modes = [run_body("steps", stream_mode=mode) for mode in ("none", ["values", "none"])]
        for body in ({}, {"assistant_id": 7}, *modes):
            for path in ("/runs/stream", f"/threads/{thread}/runs/stream", f"/threads/{thread}/runs"):
                with self.subTest(path=path, body=body):
                    self.assertEqual(self.refusal("POST", path, body)[0], 422)

    def test_tell_a_busy_thread(self):
        thread = self.library.create_thread()
        run = self.library.start(thread, "gated")
        self.assertEqual(self.refusal("POST", f"/threads/{thread}/runs/stream", run_body("steps"))[0], 422)
        self.open_gate(run)
        with self.library.run(thread, "steps", input=STEPS, stream_mode="values") as stream:
            self.assertEqual(stream.rest()[-1].data["total"], 2)


class BrokenMocks(unittest.TestCase):
    """The library is no judge that takes everything."""

    FAULTS = [
        ("threads-break-the-server", Refused, "500"),
        ("no-runs-in-threads", Refused, "404"),
        ("stream-as-text", Refused, "text/plain"),
        ("data-is-no-json", json.JSONDecodeError, ""),
        ("stream-does-not-end", http.client.IncompleteRead, ""),
        ("no-joins", Refused, "404"),
        ("join-answers-202", Refused, "202"),
    ]

    @classmethod
    def setUpClass(cls):
        cls.mock = cls.enterClassContext(programs.Mock())

    def use(self, *faults):
        """Streams a run in a thread, and joins it when it has ended; returns what it read then.

        It follows the path that the answer names: through the prefix of a workspace.
        """
        library = Library(Workspace(self.mock.url, faults=faults).url)
        with library.run(library.create_thread(), "steps", stream_mode="values") as stream:
            stream.rest()
        with library.join(stream.run) as joined:
            return joined.rest()

    def test_are_noticed(self):
        self.assertEqual(self.use(), [])
        for fault, error, words in self.FAULTS:
            with self.subTest(fault=fault), self.assertRaisesRegex(error, words):
                self.use(fault)

    def test_that_send_blank_lines_behind_comments_make_hollow_chunks(self):
        stream = [b"event: values", b"data: {}", b"id: 1", b"", b": hb", b""]
        self.assertEqual([chunk.is_hollow for chunk in chunks(stream)], [False, True])
        self.assertEqual([chunk.is_hollow for chunk in chunks(stream[:-1])], [False])
        with self.assertRaisesRegex(AssertionError, "no event, at byte"):
            events_in(b"\n".join([*stream, b""]))


if __name__ == "__main__":
    unittest.main()
