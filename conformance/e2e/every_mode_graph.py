"""A graph with output in every mode before and after a gate, and the events that a stream of it must have.

Ids and times differ from run to run; `normalize` replaces them by RUN, THREAD and TIME, and other ids by U1, U2, … in
order of appearance.
"""

import json

from event_streams import TIME, UUID, Event, event_name

NAME = "every_mode"
# Texts that readers often misread: all kinds of line ends, quotes, fields.
HARD_TEXT = "lines\nand\r\nmore\rof\u2028them\u2029all\u0085\v\f\n\ndata: {\n: ä 😀 \"'\\ \u0000\ufeff"
TOKENS = {1: ["two ", "lines\nof ", "it"], 2: ["and ", "mehr, ", "größer"]}
CUSTOM = {1: HARD_TEXT, 2: [None, {"": 7}]}
INPUT = {"texts": ["before"], "unknown to the graph": 1}


def text(step):
    return "".join(TOKENS[step])


def _step(step):
    model = {"name": "writer", "text": text(step), "tags": ["draft", "ö"]}
    instructions = [{"custom": CUSTOM[step]}, {"model": model}, {"update": {"done": step, "texts": ["{text}"]}}]
    return {"step": [{"node": "worker", "instructions": instructions}]}


GRAPH = {
    "graph": NAME,
    "summary": "Emits output in every mode before and after the gate `go`",
    "state": {"done": "replace", "texts": "append"},
    "instructions": [_step(1), {"gate": "go"}, _step(2)],
}


def _state(step):
    texts = ["before", *(text(each) for each in (1, 2) if each <= step)]
    return {"done": step, "texts": texts} if step else {"texts": texts}


def _update(step):
    return {"done": step, "texts": [text(step)]}


def _debug(type, step, payload):
    return {"step": step, "type": type, "timestamp": "TIME", "payload": payload}


class ExpectedEvents:
    """The events of each mode for a run of the graph, without a thread or in one."""

    def __init__(self, in_thread):
        self._in_thread = in_thread

    def _metadata(self, step, tags):
        return {
            **{"graph_node": "worker", "step": step, "tags": tags, "namespace": "", "graph_id": NAME},
            **{"assistant_id": NAME, "run_id": "RUN", "run_attempt": 1},
            **({"thread_id": "THREAD"} if self._in_thread else {}),
        }

    def _record(self, event, step, name, data):
        tags = ["draft", "ö"] if name == "writer" else []
        metadata = self._metadata(step, tags)
        if name == NAME:  # an event of the graph itself, not of a node
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
        events = [
            self._record("on_chain_start", step, "worker", {"input": _state(step - 1)}),
            self._record("on_chat_model_start", step, "writer", id),
            *(
                self._record("on_chat_model_stream", step, "writer", {"chunk": {"content": token, **id}})
                for token in TOKENS[step]
            ),
            self._record("on_chat_model_end", step, "writer", {"output": {"content": text(step), **id}}),
            self._record("on_chain_end", step, "worker", {"output": _update(step)}),
        ]
        end = self._record("on_chain_end", step, NAME, {"output": _state(step)})
        return [*events, end] if step == 2 else events

    def of(self, mode, step):
        """Returns the events of a mode in a step; step 0 is the beginning of the run."""
        name = event_name(mode)
        return [Event(name, data) for data in getattr(self, f"_{name}")(step)]


def normalize(events, run_id, thread_id=None):
    """Returns the events with placeholders instead of ids and times, and without the event numbers of threads."""
    placeholders = {run_id: "RUN", thread_id: "THREAD"}
    normalized = []
    for event in events:
        content = json.dumps([event.name, event.data], ensure_ascii=False)
        content = UUID.sub(lambda match: placeholders.setdefault(match[0], f"U{len(placeholders) - 1}"), content)
        normalized.append(Event(*json.loads(TIME.sub("TIME", content))))
    return normalized
