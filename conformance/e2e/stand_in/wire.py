"""What a run streams: the events of each stream mode for the records of builder.py, and their bytes."""

import datetime
import json

MODES = ("values", "updates", "messages-tuple", "debug", "custom", "events")

CALLBACKS = {
    "graph_start": ("on_chain_start", "input"),
    "node_start": ("on_chain_start", "input"),
    "model_start": ("on_chat_model_start", "input"),
    "token": ("on_chat_model_stream", "chunk"),
    "model_end": ("on_chat_model_end", "output"),
    "node_end": ("on_chain_end", "output"),
    "graph_end": ("on_chain_end", "output"),
}
DEBUG_TYPES = {"values": "checkpoint", "node_start": "task", "node_end": "task_result"}


def metadata_of(record, run):
    tags = record.data.get("tags", []) if record.type in ("model_start", "token", "model_end") else []
    return {"graph_node": record.node, "step": record.step, "namespace": "|".join(record.namespace), "tags": tags, **run}


def chunks_of(record, run):
    """Yields (mode, event name, data) for each mode that shows the record; `run` describes the run."""
    data = record.data
    if record.type == "values":
        yield "values", "values", data
    if record.type == "custom":
        yield "custom", "custom", data
    if record.type == "node_end":
        yield "updates", "updates", {record.node: data}
    if record.type == "token":
        message = {"content": data["content"], "id": data["id"], "type": "ai"}
        yield "messages-tuple", "messages", [message, metadata_of(record, run)]
    if record.type in DEBUG_TYPES:
        payload = {"values": data} if record.type == "values" else {
            "name": record.node, "input" if record.type == "node_start" else "result": data}
        yield "debug", "debug", {"step": record.step, "type": DEBUG_TYPES[record.type], "payload": payload,
                                 "timestamp": datetime.datetime.now(datetime.timezone.utc).isoformat()}
    if record.type in CALLBACKS:
        event, member = CALLBACKS[record.type]
        name = data.get("name") if "model" in event else record.node or record.graph
        metadata = metadata_of(record, run)
        yield "events", "events", {"event": event, "name": name, "run_id": run["run_id"], "tags": metadata["tags"],
                                   "metadata": metadata, "data": {member: data}}


def events_of(record, run, modes, with_subgraphs):
    """Yields (name, data) of the requested events. A namespace is appended to the name, except in mode events."""
    for mode, name, data in chunks_of(record, run):
        if mode not in modes:
            continue
        if mode == "events" or not record.namespace:
            yield name, data
        elif with_subgraphs:
            yield "|".join((name, *record.namespace)), data


def encoded(name, data, event_id):
    lines = [f"event: {name}", f"data: {json.dumps(data, ensure_ascii=False, separators=(',', ':'))}"]
    if event_id is not None:
        lines.append(f"id: {event_id}")
    return ("\n".join(lines) + "\n\n").encode()
