"""A graph that tells something in every mode on both sides of a gate, and what a stream must have of it.

Ids and times differ from run to run; `named` writes RUN, THREAD and TIME for them, and U1, U2, … for others in the
order in which a stream has them.
"""

import json

from event_streams import TIME, UUID, Event, event_name

NAME = "told"
# What has led readers astray: line ends of all kinds, some only to a library's splitting of lines; quotes; fields.
TRAPS = "lines\nand\r\nmore\rof\u2028them\u2029all\u0085\v\f\n\ndata: {\n: ä 😀 \"'\\ \u0000\ufeff"
TOKENS = {1: ["two ", "lines\nof ", "it"], 2: ["and ", "mehr, ", "größer"]}
CUSTOM = {1: TRAPS, 2: [None, {"": 7}]}
INPUT = {"said": ["before"], "unknown to the graph": 1}


def text(step):
    return "".join(TOKENS[step])


def _step(step):
    model = {"name": "saying", "text": text(step), "tags": ["draft", "ö"]}
    deeds = [{"custom": CUSTOM[step]}, {"model": model}, {"update": {"done": step, "said": ["{text}"]}}]
    return {"step": [{"node": "worker", "play": deeds}]}


GRAPH = {
    "graph": NAME,
    "summary": "Tells something in every mode in front of the gate `go` and behind it",
    "state": {"done": "replace", "said": "append"},
    "play": [_step(1), {"gate": "go"}, _step(2)],
}


def _state(step):
    said = ["before", *(text(each) for each in (1, 2) if each <= step)]
    return {"done": step, "said": said} if step else {"said": said}


def _update(step):
    return {"done": step, "said": [text(step)]}


def _debug(type, step, payload):
    return {"step": step, "type": type, "timestamp": "TIME", "payload": payload}


class Telling:
    """What each mode tells of a run of the graph, without a thread or in one."""

    def __init__(self, in_thread):
        self._in_thread = in_thread

    def _metadata(self, step, tags):
        return {
            **{"graph_node": "worker", "step": step, "tags": tags, "namespace": "", "graph_id": NAME},
            **{"assistant_id": NAME, "run_id": "RUN", "run_attempt": 1},
            **({"thread_id": "THREAD"} if self._in_thread else {}),
        }

    def _record(self, event, step, name, data):
        tags = ["draft", "ö"] if name == "saying" else []
        metadata = self._metadata(step, tags)
        if name == NAME:  # the graph itself is in none of its nodes
            metadata.update(graph_node="", step=0)
        return {"event": event, "name": name, "run_id": "RUN", "tags": tags, "data": data, "metadata": metadata}

    def _values(self, step):
        return [_state(step)]

    def _updates(self, step):
        return [{"worker": _update(step)}] if step else []

    def _messages(self, step):
        metadata = self._metadata(step, ["draft", "ö"])
        tokens = TOKENS.get(step, ())
        return [[{"content": token, "id": f"U{step}", "type": "ai"}, metadata] for token in tokens]

    def _debug(self, step):
        checkpoint = _debug("checkpoint", step, {"values": _state(step), "metadata": {"step": step}})
        if not step:
            return [checkpoint]
        task = _debug("task", step, {"name": "worker", "input": _state(step - 1)})
        return [task, _debug("task_result", step, {"name": "worker", "result": _update(step)}), checkpoint]

    def _custom(self, step):
        return [CUSTOM[step]] if step else []

    def _events(self, step):
        if not step:
            return [self._record("on_chain_start", 0, NAME, {"input": _state(0)})]
        id = {"id": f"U{step}"}
        told = [
            self._record("on_chain_start", step, "worker", {"input": _state(step - 1)}),
            self._record("on_chat_model_start", step, "saying", id),
            *(
                self._record("on_chat_model_stream", step, "saying", {"chunk": {"content": token, **id}})
                for token in TOKENS[step]
            ),
            self._record("on_chat_model_end", step, "saying", {"output": {"content": text(step), **id}}),
            self._record("on_chain_end", step, "worker", {"output": _update(step)}),
        ]
        end = self._record("on_chain_end", step, NAME, {"output": _state(step)})
        return [*told, end] if step == 2 else told

    def of(self, mode, step):
        """Returns what comes of a mode with a step; 0 is the beginning of the run."""
        name = event_name(mode)
        return [Event(name, data) for data in getattr(self, f"_{name}")(step)]


def named(events, run_id, thread_id=None):
    """Returns the events with names in the place of ids and times, and without the ids that threads number them by."""
    names = {run_id: "RUN", thread_id: "THREAD"}
    plain = []
    for event in events:
        words = json.dumps([event.name, event.data], ensure_ascii=False)
        words = UUID.sub(lambda found: names.setdefault(found[0], f"U{len(names) - 1}"), words)
        plain.append(Event(*json.loads(TIME.sub("TIME", words))))
    return plain
