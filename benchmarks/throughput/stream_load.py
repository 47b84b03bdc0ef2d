"""Streams as fast as they go, the first chunk, and the end of a paced run: the mock and plumbline-load beside bare programs."""

import json
import random
import tempfile
from pathlib import Path

import pinned
import streams

STREAMS = 256
SECONDS = 0.7
TOKEN_BYTES = 20
EVENT_BYTES = 286  # what the mock makes of such a token; a chunk adds 7
# What floor_stream_writer puts around the bytes that it is asked for.
ITS_OWN_BYTES = 26
# The mock gathers up to 64 KiB for a write when its graph has that much to say: so many such events.
EVENTS_A_WRITE = 224
LEAST_SHARE = 0.01
FIRST_CHUNKS_S = 0.5
PACED = {"tokens": 400, "pause_ms": 10}
PACED_STREAMS = 16


def mock(programs: Path, *words: str) -> list:
    return [programs / "plumbline-mock", "--port", "0", "--workers", "1", *words]


def writer(programs: Path, events_a_write: int) -> list:
    return [programs / "floor_flood_writer", EVENT_BYTES, events_a_write]


def one_event_writer(programs: Path) -> list:
    return [programs / "floor_stream_writer", 0, 1, EVENT_BYTES - ITS_OWN_BYTES]


def read(programs: Path, folder: Path, side: str, command: list) -> list[dict]:
    """Returns the figures of one run against one server, and as the side `SIDE_reader` those of who read."""
    request = folder / "request"
    request.write_text(streams.flood(bytes=TOKEN_BYTES))
    with pinned.server(command) as server:
        before = server.use()
        output, client_use = pinned.client(
            [programs / "floor_flood_reader", server.port, request, STREAMS, SECONDS, server.pid])
        use = server.use() - before
    said = json.loads(output)
    per_s = said["events"] / said["seconds"]
    # Shares come in hundredths: of one that got next to nothing of its core, 0 is said.
    server_busy, client_busy = (max(said[share], LEAST_SHARE) for share in ("server_cpu", "own_cpu"))
    run = {"per_s": per_s, "server_busy": server_busy, "client_busy": client_busy,
           "disturbed": pinned.is_disturbed(use, client_use, said["seconds"]),
           "events_a_read": said["events"] / max(said["reads"], 1)}
    return [{**run, "side": side, "per_cpu_s": per_s / server_busy},
            {**run, "side": f"{side}_reader", "per_cpu_s": per_s / client_busy}]


def load(programs: Path, folder: Path, port: int, *words) -> dict:
    """Returns the level that a run of plumbline-load measured; framing is judged, JSON is not read."""
    pinned.client([programs / "plumbline-load", "stream", "--url", f"http://127.0.0.1:{port}", "--json-sample", "0",
                   "--quiet", "--report-dir", folder, *words], env={"PLUMBLINE_API_KEY": "plumbline-dev-key"})
    level = json.loads((folder / "result.json").read_text())["levels"][0]
    if failed := sum(level["counts"]["failed"].values()):
        raise SystemExit(f"scripts/benchmark: {failed} streams failed: {level['examples']}")
    return level


def is_held_up(use: pinned.Use, level: dict) -> bool:
    return pinned.is_held_up(use) or level["client"]["waited_share"] > pinned.WAITED


def of_load_reader(programs: Path, folder: Path) -> list[dict]:
    with pinned.server(writer(programs, EVENTS_A_WRITE)) as server:
        before = server.use()
        level = load(programs, folder, server.port, "--streams", STREAMS, "--warm-up", "250ms",
                     "--duration", f"{round(1000 * SECONDS)}ms", "--drain", "0ms")
        use = server.use() - before
    per_s, busy = level["counts"]["events"] / level["window_s"], max(level["client"]["cpu_cores"], LEAST_SHARE)
    disturbed = max(use.waited / level["window_s"], level["client"]["waited_share"]) > pinned.WAITED
    return [{"side": "load_reader", "per_s": per_s, "per_cpu_s": per_s / busy, "client_busy": busy, "disturbed": disturbed,
             "events_a_read": level["metrics"]["events_per_read"]["mean"]}]


def of_first_chunk(programs: Path, folder: Path, side: str, command: list) -> list[dict]:
    """One stream at a time, on one connection, from the request to the first event."""
    with pinned.server(command) as server:
        before = server.use()
        level = load(programs, folder, server.port, "--streams", 1, "--input", '{"tokens": 1}', "--warm-up", "100ms",
                     "--duration", f"{round(1000 * FIRST_CHUNKS_S)}ms")
        use = server.use() - before
    times = level["metrics"]["ttfc"]
    # Where too few answers came for a percentile, the machine was so busy that the run says little anyway.
    return [{"side": side, "us": (times["p50"] or times["mean"]) / 1000,
             "disturbed": times["p50"] is None or is_held_up(use, level)}]


def of_pacing(programs: Path, folder: Path) -> list[dict]:
    """How far the ends of paced runs are off, as a part of how long they should take: the one that is off most."""
    right_s = PACED["tokens"] * PACED["pause_ms"] / 1000
    with pinned.server(mock(programs)) as server:
        before = server.use()
        level = load(programs, folder, server.port, "--streams", PACED_STREAMS, "--input", json.dumps(PACED),
                     "--warm-up", "0ms", "--duration", "100ms", "--drain", "10s")
        use = server.use() - before
    times = level["metrics"]["duration"]
    off_s = max(abs(times[end] / 1e9 - right_s) for end in ("min", "max"))
    return [{"side": "mock_pacing", "off": off_s / right_s,
             "disturbed": is_held_up(use, level)}]


def measure(programs: Path, repetitions: int) -> list[dict]:
    """Returns the runs of all sides: each once a turn, in random order, but paced runs, which are compared with a clock."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sides = [
            lambda: read(programs, folder, "mock_flood", mock(programs)),
            lambda: read(programs, folder, "writer_coalesced", writer(programs, EVENTS_A_WRITE)),
            lambda: read(programs, folder, "mock_single", mock(programs, "--write-each-event")),
            lambda: read(programs, folder, "writer_single", writer(programs, 1)),
            lambda: of_load_reader(programs, folder),
            lambda: of_first_chunk(programs, folder, "mock_first_chunk", mock(programs)),
            lambda: of_first_chunk(programs, folder, "writer_first_chunk", one_event_writer(programs))]
        runs = of_pacing(programs, folder)
        for _ in range(repetitions):
            for of_side in random.sample(sides, len(sides)):
                runs += of_side()
        return runs
