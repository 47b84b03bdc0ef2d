"""Plays the example suites of docs/examples against small services: correct ones pass, broken ones fail for the right rule."""

import json
import os
import unittest

import http_service
import programs

EXAMPLES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "examples")


def event(data, **fields):
    """Returns the bytes of an event. Data that is no text is sent as JSON."""
    text = data if isinstance(data, str) else json.dumps(data)
    lines = [*(f"{name}: {value}" for name, value in fields.items()), f"data: {text}", "", ""]
    return "\n".join(lines).encode()


def delta(reason=None, **content):
    choice = {"index": 0, "delta": content, "finish_reason": reason}
    return event({"id": "c-1", "created": 1700000000, "choices": [choice]})


USAGE = event({"id": "c-1", "created": 1700000000, "choices": [],
               "usage": {"prompt_tokens": 3, "completion_tokens": 2, "total_tokens": 5}})
DONE = event("[DONE]")
COMPLETION = [delta(role="assistant", content=""), delta(content="Hel"), delta(content="lo"), delta("stop"), USAGE, DONE]


class Chat(http_service.Handler):
    """Streams the server's events in chunks."""

    def do_POST(self):  # noqa: N802
        if not json.loads(self.read_body())["messages"]:
            return self.send(400, {"Content-Type": "application/json"}, b'{"error": "no messages"}')
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for part in [*self.server.events, b""]:
            self.wfile.write(f"{len(part):x}\r\n".encode() + part + b"\r\n")
        return None


NOTIFICATIONS = [("created", {"item": "a", "title": "A"}), ("deleted", {"item": "a"}), ("created", {"item": "b", "title": "B"})]


class Notifications(http_service.Handler):
    """Streams the notifications after the last one that the client names, until the client leaves."""

    protocol_version = "HTTP/1.0"

    def do_GET(self):  # noqa: N802
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        last = int(self.headers.get("Last-Event-ID") or 0)
        self.wfile.write(b"\xef\xbb\xbfretry: 100\r\n\r\n: hello\n")
        for part in self.server.after(last):
            self.wfile.write(part)
        self.rfile.read()


def numbered(notifications, first=1):
    return [event(data, id=number, event=kind) for number, (kind, data) in enumerate(notifications, first)]


def ledger_of(suite):
    """Returns the option that names the requirements of a suite, if it has some of its own."""
    ledger = os.path.join(EXAMPLES, suite.replace(".arazzo.", ".ledger."))
    return ("--ledger", ledger) if os.path.exists(ledger) else ()


class Examples(unittest.TestCase):
    def play(self, suite, source, handler, **members):
        """Plays an example; returns the findings by step, as `code: expected`."""
        service = http_service.Server(handler)
        self.addCleanup(service.server_close)
        for name, value in members.items():
            setattr(service, name, value)
        process, result = programs.run_with_result(
            os.path.join(EXAMPLES, suite), "--server", f"{source}={service.url}", "--url", service.url,
            "--allow-writes", "--max-rate", "0", *ledger_of(suite))
        findings = {}
        for scenario in result["scenarios"]:
            for step in scenario["steps"]:
                for finding in step.get("findings", []):
                    findings.setdefault(step["id"], []).append(f"{finding['code']}: {finding['expected']}")
        self.assertEqual(process.returncode == 0, not findings, process.stdout + process.stderr)
        return findings

    def chat(self, *events):
        return self.play("chat_completions.arazzo.yaml", "chat", Chat, events=events)

    def notify(self, after):
        return self.play("notifications.arazzo.yaml", "notifications", Notifications, after=after)

    def assert_only(self, findings, step, start):
        self.assertEqual(list(findings), [step], findings)
        self.assertEqual([finding for finding in findings[step] if not finding.startswith(start)], [], findings)

    def test_accept_a_completion(self):
        self.assertEqual(self.chat(*COMPLETION), {})

    def test_find_a_chunk_that_does_not_fit_its_schema(self):
        broken = event({"id": "c-1", "created": 1700000000, "choices": [{"index": 0, "delta": {"content": 7}, "finish_reason": None}]})
        self.assert_only(self.chat(COMPLETION[0], broken, *COMPLETION[2:]), "stream",
                         "D1-item: /choices/0/delta/content: ")

    def test_find_a_chunk_that_is_cut(self):
        self.assert_only(self.chat(COMPLETION[0], event('{"id": "c-1"'), *COMPLETION[2:]), "stream", ("D1-item: ", "criterion: "))

    def test_find_a_missing_end_marker(self):
        findings = self.chat(*COMPLETION[:-1])
        self.assert_only(findings, "stream", ("D2-end-marker: ", "criterion: "))
        self.assertIn('D2-end-marker: "[DONE]" as the last item', findings["stream"])

    def test_find_a_chunk_after_the_end_marker(self):
        findings = self.chat(*COMPLETION, USAGE)
        self.assertIn("D2-end-marker: an end marker as the last item", findings["stream"])

    def test_find_a_missing_usage(self):
        self.assert_only(self.chat(*COMPLETION[:-2], DONE), "stream", "criterion: ")

    def test_accept_notifications(self):
        self.assertEqual(self.notify(lambda last: numbered(NOTIFICATIONS)[last:]), {})

    def test_find_a_stream_that_starts_again(self):
        self.assert_only(self.notify(lambda _: numbered(NOTIFICATIONS)), "reconnect", "criterion: ")

    def test_find_a_notification_of_an_undeclared_kind(self):
        other = [("renamed", {"item": "a"}), *NOTIFICATIONS]
        self.assert_only(self.notify(lambda last: numbered(other)[last:]), "connect", "D3-kind: ")

    def test_find_a_notification_that_does_not_fit_its_kind(self):
        broken = [NOTIFICATIONS[0], ("deleted", {"name": "a"}), NOTIFICATIONS[2]]
        findings = self.notify(lambda last: numbered(broken)[last:])
        self.assertEqual(set(findings), {"reconnect", "reconnect-again"}, findings)
        self.assertTrue(all(one.startswith("D1-item: ") for step in findings.values() for one in step), findings)


if __name__ == "__main__":
    unittest.main()
