"""Streams at full speed, first chunks and paced runs: the mock and plumbline-load compared with baseline programs."""

import json
import random
import tempfile
from pathlib import Path

import pinned
import streams

STREAMS = 256
SECONDS = 0.7
TOKEN_BYTES = 20
EVENT_BYTES = 286  # the mock's event of such a token; the chunked coding adds 7
# Bytes that baseline_stream_writer adds to the requested ones.
WRITER_OVERHEAD_BYTES = 26
# The mock combines up to 64 KiB in a write, which is this many events.
EVENTS_PER_WRITE = 224
MIN_SHARE = 0.01  # a nearly idle program has 0
FIRST_CHUNKS_S = 0.5
PACED = {"tokens": 400, "pause_ms": 10}
PACED_STREAMS = 16
# Many streams with an event every 50 ms, which do not end meanwhile.
OVERHEAD_STREAMS, OVERHEAD_GAP_MS, OVERHEAD_S = 1000, 50, 2


def mock(programs: Path, *options: str) -> list:
    return [programs / "plumbline-mock", "--port", "0", "--workers", "1", *options]


def writer(programs: Path, events_per_write: int) -> list:
    return [programs / "baseline_flood_writer", EVENT_BYTES, events_per_write]


def one_event_writer(programs: Path) -> list:
    return [programs / "baseline_stream_writer", 0, 1, EVENT_BYTES - WRITER_OVERHEAD_BYTES]


def read(programs: Path, side: str, command: list) -> list[dict]:
    """Returns the server's figures of one run, and those of the reader as side `SIDE_reader`."""
    with pinned.server(command) as server:
        figures, seconds, server_use, client_use = pinned.read(server, [
            programs / "baseline_flood_reader", server.port, streams.flood(bytes=TOKEN_BYTES), STREAMS, SECONDS])
    per_s = figures["events"] / seconds
    server_busy, client_busy = (max(use.computed / seconds, MIN_SHARE) for use in (server_use, client_use))
    run = {"per_s": per_s, "server_busy": server_busy, "client_busy": client_busy,
           "disturbed": pinned.is_disturbed(server_use, client_use, seconds),
           "events_per_read": figures["events"] / max(figures["reads"], 1)}
    return [{**run, "side": side, "per_cpu_s": per_s / server_busy},
            {**run, "side": f"{side}_reader", "per_cpu_s": per_s / client_busy}]


def load(programs: Path, folder: Path, port: int, *options) -> dict:
    """Returns the level that plumbline-load measures; framing is checked, JSON is not parsed."""
    pinned.client([programs / "plumbline-load", "stream", "--url", f"http://127.0.0.1:{port}", "--json-sample", "0",
                   "--quiet", "--report-dir", folder, *options], env={"PLUMBLINE_API_KEY": "plumbline-dev-key"})
    level = json.loads((folder / "result.json").read_text())["levels"][0]
    if failed := sum(level["counts"]["failed"].values()):
        raise SystemExit(f"scripts/benchmark: {failed} streams failed: {level['examples']}")
    return level


def is_delayed(use: pinned.CpuUse, level: dict) -> bool:
    return pinned.is_delayed(use) or level["client"]["waited_share"] > pinned.WAITED


def run_load_reader(programs: Path, folder: Path) -> list[dict]:
    with pinned.server(writer(programs, EVENTS_PER_WRITE)) as server:
        before = server.cpu_use()
        level = load(programs, folder, server.port, "--streams", STREAMS, "--warm-up", "250ms",
                     "--duration", f"{round(1000 * SECONDS)}ms", "--drain", "0ms")
        use = server.cpu_use() - before
    per_s, busy = level["counts"]["events"] / level["window_s"], max(level["client"]["cpu_cores"], MIN_SHARE)
    disturbed = max(use.waited / level["window_s"], level["client"]["waited_share"]) > pinned.WAITED
    return [{"side": "load_reader", "per_s": per_s, "per_cpu_s": per_s / busy, "client_busy": busy, "disturbed": disturbed,
             "events_per_read": level["metrics"]["events_per_read"]["mean"]}]


def run_first_chunk(programs: Path, folder: Path, side: str, command: list) -> list[dict]:
    """Measures the time from request to first event, one stream at a time, on one connection."""
    with pinned.server(command) as server:
        before = server.cpu_use()
        level = load(programs, folder, server.port, "--streams", 1, "--input", '{"tokens": 1}', "--warm-up", "100ms",
                     "--duration", f"{round(1000 * FIRST_CHUNKS_S)}ms")
        use = server.cpu_use() - before
    times = level["metrics"]["ttfc"]
    # Too few responses for a percentile mean a very busy machine.
    return [{"side": side, "us": times["p50"] / 1000, "disturbed": "p50" in times["uncertain"] or is_delayed(use, level)}]


def run_pacing(programs: Path, folder: Path) -> list[dict]:
    """Returns the largest deviation of paced runs from their duration, relative to it."""
    expected_s = PACED["tokens"] * PACED["pause_ms"] / 1000
    with pinned.server(mock(programs)) as server:
        before = server.cpu_use()
        level = load(programs, folder, server.port, "--streams", PACED_STREAMS, "--input", json.dumps(PACED),
                     "--warm-up", "0ms", "--duration", "100ms", "--drain", "10s")
        use = server.cpu_use() - before
    times = level["metrics"]["duration"]
    deviation_s = max(abs(times[end] / 1e9 - expected_s) for end in ("min", "max"))
    return [{"side": "mock_pacing", "off": deviation_s / expected_s,
             "disturbed": is_delayed(use, level)}]


def paced_writer(programs: Path) -> list:
    return [programs / "baseline_stream_writer", OVERHEAD_GAP_MS, streams.ENDLESS, EVENT_BYTES - WRITER_OVERHEAD_BYTES]


def run_load_overhead(programs: Path, folder: Path) -> list[dict]:
    """Measures how long plumbline-load takes to handle what has arrived of many streams."""
    with pinned.server(paced_writer(programs)) as server:
        before = server.cpu_use()
        level = load(programs, folder, server.port, "--streams", OVERHEAD_STREAMS, "--warm-up", "1s",
                     "--duration", f"{OVERHEAD_S}s", "--drain", "0ms")
        use = server.cpu_use() - before
    return [{"side": "load_overhead", "us": level["client"]["handling_p99_ns"] / 1000, "disturbed": is_delayed(use, level)}]


def run_reader_overhead(programs: Path) -> list[dict]:
    """Measures the same of the baseline reader, which only finds line ends."""
    with pinned.server(paced_writer(programs)) as server:
        reading = pinned.read(server, [
            programs / "baseline_stream_reader", server.port, streams.flood(bytes=TOKEN_BYTES), OVERHEAD_STREAMS,
            OVERHEAD_GAP_MS, OVERHEAD_S])
    waited = max(reading.server_use.waited, reading.client_use.waited) / reading.seconds
    return [{"side": "reader_overhead", "us": reading.figures["handling_p99_ns"] / 1000, "disturbed": waited > pinned.WAITED}]


def measure(programs: Path, repetitions: int) -> list[dict]:
    """Returns the runs of all sides, each once per round in random order; pacing once, overheads every other round."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sides = [
            lambda: read(programs, "mock_flood", mock(programs)),
            lambda: read(programs, "writer_coalesced", writer(programs, EVENTS_PER_WRITE)),
            lambda: read(programs, "mock_single", mock(programs, "--write-each-event")),
            lambda: read(programs, "writer_single", writer(programs, 1)),
            lambda: run_load_reader(programs, folder),
            lambda: run_first_chunk(programs, folder, "mock_first_chunk", mock(programs)),
            lambda: run_first_chunk(programs, folder, "writer_first_chunk", one_event_writer(programs))]
        overheads = [lambda: run_load_overhead(programs, folder), lambda: run_reader_overhead(programs)]
        runs = run_pacing(programs, folder)
        for number in range(repetitions):
            round_sides = sides if number % 2 else sides + overheads
            for run_side in random.sample(round_sides, len(round_sides)):
                runs += run_side()
        return runs
