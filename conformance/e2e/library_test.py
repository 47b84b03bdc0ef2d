"""Sends a client library's requests to the mock and checks what the library needs in the responses."""

import http.client
import json
import re
import unittest

import programs
from client_library import Library, LibraryError, chunks, run_body
from event_streams import Curl, Workspace, events_in, run_id_in

STEPS = {"count": 2}
# The library retries responses with other error statuses, which would hide errors for a while.
NOT_RETRIED = {*range(400, 410), 422}
HEARTBEAT = b": hb\n"


def tuples_of(chunks):
    return [(chunk.event, chunk.data, chunk.id) for chunk in chunks]


class OnAMock(unittest.TestCase):
    """Tests in the mock's default workspace."""

    @classmethod
    def setUpClass(cls):
        cls.mock = cls.enterClassContext(programs.Mock())
        cls.library = Library(cls.mock.url)

    def open_gate(self, run):
        run_id = run_id_in(run)
        self.library.call("POST", "/_plumbline/workspaces/default/gates", {"gate": "go", "run_id": run_id})


class Requests(OnAMock):
    def test_create_a_thread(self):
        threads = [self.library.create_thread() for _ in range(2)]
        self.assertNotEqual(*threads)

    def test_have_a_key_or_none(self):
        for key in (None, "plumbline-dev-key"):
            library = Library(self.mock.url, key)
            with library.run(library.create_thread(), "steps", input=STEPS) as stream:
                self.assertEqual([chunk.event for chunk in stream.rest()], ["metadata", *["values"] * 3])

    def test_stream_in_a_thread(self):
        thread = self.library.create_thread()
        options = {"input": STEPS, "stream_mode": ["updates", "custom"], "stream_subgraphs": False}
        with self.library.run(thread, "steps", stream_resumable=False, **options) as stream:
            first, *others = stream.rest()
        self.assertEqual(stream.run, f"/threads/{thread}/runs/{first.data['run_id']}")
        self.assertEqual((first.event, first.data["attempt"], first.id), ("metadata", 1, "0"))
        self.assertEqual(
            tuples_of(others),
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
        self.assertEqual(tuples_of(others), [("custom", {"progress": 1}, None), ("custom", {"progress": 2}, None)])

    def test_accept_one_mode_as_text_or_list(self):
        for mode in ("values", "updates", "custom", "debug", "events", "messages-tuple"):
            with self.subTest(mode=mode):
                event_names = []
                for stream_mode in (mode, [mode]):
                    with self.library.run(None, "chat", stream_mode=stream_mode) as stream:
                        event_names.append([chunk.event for chunk in stream.rest()])
                self.assertEqual(event_names[0], event_names[1])

    def test_get_uncompressed_bytes_whatever_encodings_they_accept(self):
        with self.library.run(self.library.create_thread(), "steps") as stream:
            stream.rest()
            self.assertNotIn("content-encoding", stream.headers)
            # With a location the library would resume a broken stream there.
            self.assertNotIn("location", stream.headers)
            self.assertEqual(stream.headers["transfer-encoding"], "chunked")

    def test_follow_the_path_of_a_run_below_a_base_path(self):
        with programs.Mock("--base-path", "/api-host") as mock:
            library = Library(f"{mock.url}/api-host")
            with library.run(library.create_thread(), "steps") as stream:
                stream.rest()
            self.assertTrue(stream.run.startswith("/api-host/threads/"), stream.run)
            with library.join(stream.run) as joined:
                self.assertEqual(joined.rest(), [])


class Joins(OnAMock):
    OPTIONS = {"stream_mode": ["updates", "values"]}
    BEFORE_GATE = [("values", {}, "1"), ("updates", {"before": {"done": 1}}, "2"), ("values", {"done": 1}, "3")]
    AFTER_GATE = [("updates", {"behind": {"done": 2}}, "4"), ("values", {"done": 2}, "5")]

    def test_follow_content_location(self):
        with self.library.run(self.library.create_thread(), "gated", **self.OPTIONS) as stream:
            self.assertEqual(tuples_of(stream.next(4))[1:], self.BEFORE_GATE)
            with self.library.join(stream.run) as joined, self.library.join(stream.run) as other:
                self.open_gate(stream.run)
                for each in (stream, joined, other):
                    self.assertEqual(tuples_of(each.rest()), self.AFTER_GATE)
                self.assertIn("text/event-stream", joined.headers["content-type"])

    def test_can_be_closed_without_ending_the_run(self):
        with self.library.run(self.library.create_thread(), "gated", **self.OPTIONS) as stream:
            stream.next(4)
            run = stream.run
        with self.library.join(run):
            pass
        with self.library.join(run) as joined:
            self.open_gate(run)
            self.assertEqual(tuples_of(joined.rest()), self.AFTER_GATE)

    def test_read_a_background_run(self):
        run = self.library.start(self.library.create_thread(), "gated", **self.OPTIONS)
        with self.library.join(run) as joined:
            self.open_gate(run)
            self.assertEqual(tuples_of(joined.rest()), self.AFTER_GATE)

    def test_may_request_modes_without_changing_those_of_the_run(self):
        for mode in ("updates", "custom"):
            run = self.library.start(self.library.create_thread(), "gated", **self.OPTIONS)
            with self.library.join(run, stream_mode=mode) as joined:
                self.open_gate(run)
                self.assertEqual(tuples_of(joined.rest()), self.AFTER_GATE)

    def test_resume_after_the_last_event(self):
        thread = self.library.create_thread()
        with self.library.run(thread, "gated", stream_resumable=True, **self.OPTIONS) as stream:
            first, *_ = stream.next(2)  # then the connection closes
            run = stream.run
        self.open_gate(run)
        all_events = [("metadata", first.data, "0"), *self.BEFORE_GATE, *self.AFTER_GATE]
        for last in range(-1, 6):
            with self.library.join(run, last_event_id=str(last)) as joined:
                self.assertEqual(tuples_of(joined.rest()), all_events[last + 1 :], last)

    def test_of_a_finished_run_have_no_events(self):
        for options in ({}, {"stream_resumable": True}):
            with self.library.run(self.library.create_thread(), "steps", **options) as stream:
                stream.rest()
            with self.library.join(stream.run) as joined:
                self.assertEqual(joined.rest(), [])

    def test_stay_open_during_silence_without_empty_chunks(self):
        run = self.library.start(self.library.create_thread(), "gated", stream_resumable=True, **self.OPTIONS)
        with Curl(f"{self.mock.url}{run}/stream?cancel_on_disconnect=0", "--header", "Last-Event-ID: -1") as curl:
            curl.until_bytes(HEARTBEAT)
            self.open_gate(run)
            curl.until_end()
        self.assertEqual(len(events_in(curl.body)), 6)
        read = list(chunks(curl.body.removesuffix(b"\n").split(b"\n")))
        self.assertEqual([chunk for chunk in read if chunk.is_empty], [])
        self.assertEqual(tuples_of(read)[1:], [*self.BEFORE_GATE, *self.AFTER_GATE])


class Errors(OnAMock):
    UNKNOWN = "00000000-0000-4000-8000-000000000000"

    def error(self, method, path, body=None):
        connection, response = self.library.send(method, path, body)
        try:
            detail = json.loads(response.read())["detail"]
            self.assertTrue(detail)
            self.assertIn(response.status, NOT_RETRIED)
            return response.status, response.headers
        finally:
            connection.close()

    def test_report_a_wrong_method(self):
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
                status, headers = self.error(method, path, {} if method == "POST" else None)
                self.assertEqual(status, 405)
                self.assertIn(allowed, re.split(", *", headers["allow"]))

    def test_report_an_unknown_path(self):
        thread = self.library.create_thread()
        for method, path in (
            ("POST", "/threads/"),
            ("POST", "/thread"),
            ("POST", "/runs/streams"),
            ("GET", f"/threads/{thread}/runs/{self.UNKNOWN}"),
            ("GET", "/"),
        ):
            with self.subTest(method=method, path=path):
                self.assertEqual(self.error(method, path, {} if method == "POST" else None)[0], 404)

    def test_report_unknown_ids(self):
        thread, other = (self.library.create_thread() for _ in range(2))
        run_id = run_id_in(self.library.start(thread, "gated"))
        stream_request = {"method": "POST", "body": run_body("steps")}
        self.assertEqual(self.error(path=f"/threads/{self.UNKNOWN}/runs/stream", **stream_request)[0], 404)
        self.assertEqual(self.error("POST", "/runs/stream", run_body("unknown"))[0], 404)
        for path in (f"/threads/{thread}/runs/{self.UNKNOWN}", f"/threads/{other}/runs/{run_id}"):
            self.assertEqual(self.error("GET", f"{path}/stream?cancel_on_disconnect=0")[0], 404)

    def test_report_an_invalid_body(self):
        thread = self.library.create_thread()
        modes = [run_body("steps", stream_mode=mode) for mode in ("none", ["values", "none"])]
        for body in ({}, {"assistant_id": 7}, *modes):
            for path in ("/runs/stream", f"/threads/{thread}/runs/stream", f"/threads/{thread}/runs"):
                with self.subTest(path=path, body=body):
                    self.assertEqual(self.error("POST", path, body)[0], 422)

    def test_report_a_busy_thread(self):
        thread = self.library.create_thread()
        run = self.library.start(thread, "gated")
        self.assertEqual(self.error("POST", f"/threads/{thread}/runs/stream", run_body("steps"))[0], 422)
        self.open_gate(run)
        with self.library.run(thread, "steps", input=STEPS, stream_mode="values") as stream:
            self.assertEqual(stream.rest()[-1].data["total"], 2)


class BrokenMocks(unittest.TestCase):
    """The library detects faults of the mock."""

    FAULTS = [
        ("threads-break-the-server", LibraryError, "500"),
        ("no-runs-in-threads", LibraryError, "404"),
        ("stream-as-text", LibraryError, "text/plain"),
        ("data-is-no-json", json.JSONDecodeError, ""),
        ("stream-does-not-end", http.client.IncompleteRead, ""),
        ("no-joins", LibraryError, "404"),
        ("join-answers-202", LibraryError, "202"),
    ]

    @classmethod
    def setUpClass(cls):
        cls.mock = cls.enterClassContext(programs.Mock())

    def stream_and_join(self, *faults):
        """Streams a run in a thread and joins it after its end; returns the chunks of the join.

        The join uses the path in the response, which has the prefix of a workspace.
        """
        library = Library(Workspace(self.mock.url, faults=faults).url)
        with library.run(library.create_thread(), "steps", stream_mode="values") as stream:
            stream.rest()
        with library.join(stream.run) as joined:
            return joined.rest()

    def test_are_detected(self):
        self.assertEqual(self.stream_and_join(), [])
        for fault, error, message in self.FAULTS:
            with self.subTest(fault=fault), self.assertRaisesRegex(error, message):
                self.stream_and_join(fault)

    def test_that_send_blank_lines_after_comments_cause_empty_chunks(self):
        stream = [b"event: values", b"data: {}", b"id: 1", b"", b": hb", b""]
        self.assertEqual([chunk.is_empty for chunk in chunks(stream)], [False, True])
        self.assertEqual([chunk.is_empty for chunk in chunks(stream[:-1])], [False])
        with self.assertRaisesRegex(AssertionError, "invalid event at byte"):
            events_in(b"\n".join([*stream, b""]))


if __name__ == "__main__":
    unittest.main()
