"""Plays the suites against deliberate faults of the mock: one fault, one or more runs."""

import contextlib
import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
AREAS = {"CP": "control_plane", "BE": "bulk_export", "AS": "agent_streaming"}
# Under a sanitizer a run with a fault that leaves streams open takes three times the deadline of a stream.
DEADLINE_S = 180
# A few scenarios catch most faults, and more of them only take longer.
MOST_AT_FIRST = 8
GENERATED = "generated/"
DESCRIPTIVE_MEMBERS = {"id", "summary", "breaks", "needs", "unobservable", "operations"}
# Their entries name parts of the contract: the same code handles all of them.
NAMING_MEMBERS = {"tolerate", "refuse_null", "disable_rules", "disable_effects", "disable_conditions", "force_effects",
                  "freeze_machines"}


class Failure(Exception):
    """A run that gives no result, or a mock without faults that violates a requirement."""


@dataclass(frozen=True)
class Fault:
    id: str
    summary: str
    breaks: frozenset
    needs: tuple
    unobservable: str
    # What distinguishes the code that executes it: names of effective members, with the members of their entries.
    kinds: frozenset

    @property
    def areas(self):
        return sorted({AREAS[requirement.split("-")[0]] for requirement in self.breaks})


@dataclass
class Outcome:
    fault: Fault
    verdict: str  # caught, misblamed, survived or unobservable
    # Requirement -> the checks that report its violation: positions of criteria, codes of other findings.
    violated: dict
    runs: int


def kinds_of(row):
    for member in row.keys() - DESCRIPTIVE_MEMBERS:
        entries = row[member] if isinstance(row[member], list) else [row[member]]
        for entry in [None] if member in NAMING_MEMBERS else entries:
            yield member, tuple(sorted(entry)) if isinstance(entry, dict) else str(entry)


def read_faults(fixtures):
    for path in sorted((fixtures / "faults").glob("*.json")):
        for row in json.loads(path.read_text(encoding="utf-8"))["faults"]:
            yield Fault(row["id"], row["summary"], frozenset(row["breaks"]), tuple(row.get("needs", ())),
                        row.get("unobservable", ""), frozenset(kinds_of(row)))


def one_of_each_kind(faults):
    """Returns the faults with a kind that no earlier fault has."""
    chosen, covered = [], set()
    for fault in faults:
        if not fault.kinds <= covered:
            chosen.append(fault)
        covered |= fault.kinds
    return chosen


def violations_in(result):
    """Returns each violated requirement with the checks that report it."""
    violated = {}
    for scenario in result["scenarios"]:
        for step in scenario["steps"]:
            for finding in step["findings"]:
                if finding["verdict"] not in ("failed", "warned"):
                    continue
                check = finding["code"]
                if check == "criterion":
                    file, line, column = finding["where"]
                    check = f"{result['texts'][file]}:{line}:{column}"
                for requirement in finding["requirements"]:
                    violated.setdefault(requirement, set()).add(check)
    return violated


def merge(violated, more):
    for requirement, checks in more.items():
        violated.setdefault(requirement, set()).update(checks)


def some_of(scenarios):
    return scenarios[::len(scenarios) // MOST_AT_FIRST + 1]


def options_for(option, values):
    return [argument for value in values for argument in (option, value)]


def playing(scenarios):
    """Returns the options that play these scenarios."""
    is_generated = any(name.startswith(GENERATED) for name in scenarios)
    return ["--generated", "all" if is_generated else "none", *options_for("--only", scenarios)]


class Batch:
    """A process that reads the suites once and executes one run after the other; for one thread at a time."""

    def __init__(self, program, files):
        self.folder = tempfile.TemporaryDirectory()
        self.errors = Path(self.folder.name) / "errors.txt"
        # A session of its own: a run that hangs is ended with the process.
        self.process = subprocess.Popen(
            [program, "batch", *files], text=True, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=self.errors.open("a"), start_new_session=True, env={**os.environ, "XDG_STATE_HOME": self.folder.name})

    def play(self, arguments):
        """Executes a run; returns its result. A Failure if it gives none."""
        path = Path(self.folder.name) / "result.json"
        path.unlink(missing_ok=True)
        os.truncate(self.errors, 0)
        deadline = threading.Timer(DEADLINE_S, self.end)
        deadline.start()
        with contextlib.suppress(BrokenPipeError):  # it has ended: it gives no exit code below
            self.process.stdin.write(json.dumps([*arguments, "--report-dir", self.folder.name, "--format", "json"]) + "\n")
            self.process.stdin.flush()
        code = self.process.stdout.readline().strip()
        deadline.cancel()
        if code not in ("0", "1") or not path.exists():
            self.end()
            raise Failure(f"the run with {' '.join(arguments)} ended with {code or 'no exit code'}:\n{self.errors.read_text()}")
        return json.loads(path.read_text(encoding="utf-8"))

    def end(self):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


class FaultRuns:
    """Runs with the programs in `bin_folder`, and with the suites, documents and fixtures that are built into them or,
    if `from_checkout`, with those of this checkout: then a run takes more than twice the time."""

    def __init__(self, bin_folder, from_checkout, needs_conformity=True):
        self.program = bin_folder / "plumbline"
        self.files = []
        if from_checkout:
            suites = sorted((ROOT / "conformance/suites").glob("*.arazzo.yaml"))
            self.files = [*(str(path.relative_to(ROOT)) for path in suites), "--documents", "spec/documents"]
        self.common = [*(["--fixtures", "fixtures"] if from_checkout else []),
                       "--strict", "--quiet", "--no-preflight", "--jobs", "8", "--poll-deadline", "2"]
        self.idle = queue.SimpleQueue()
        self.verifying = self.scenarios_by_requirement(needs_conformity)

    def play(self, *arguments):
        """Runs the suites; returns the result."""
        try:
            batch = self.idle.get_nowait()
        except queue.Empty:
            batch = Batch(self.program, self.files)
        result = batch.play([*self.common, *arguments])
        self.idle.put(batch)
        return result

    def scenarios_by_requirement(self, needs_conformity):
        result = self.play("--generated", "all")
        violated = violations_in(result)
        if violated and needs_conformity:
            raise Failure(f"the mock without faults violates {', '.join(sorted(violated))}")
        return {row["id"]: [result["texts"][index] for index in row.get("scenarios", [])]
                for row in result["requirements"]}

    def checks(self):
        """Returns the lines of `list --checks`: (type, positions or code, requirements)."""
        process = subprocess.run([self.program, "list", "--checks", *self.files],
                                 text=True, check=True, cwd=ROOT, capture_output=True, timeout=DEADLINE_S)
        return [(kind, tuple(positions.split()), tuple(requirements.split()))
                for kind, positions, requirements in (line.split("\t") for line in process.stdout.splitlines())]

    def close_scenarios(self, fault):
        """Returns the scenarios that verify what a fault breaks, those written by hand first. Generated ones are among them if
        only they verify a requirement that it breaks."""
        written, generated = set(), set()
        for requirement in fault.breaks:
            names = self.verifying.get(requirement, [])
            by_hand = [name for name in names if not name.startswith(GENERATED)]
            written.update(by_hand)
            generated.update([] if by_hand else names)
        return sorted(written) + sorted(generated)

    def execute(self, faults):
        """Plays some of the scenarios that verify what each of the faults breaks, on a mock with all of them."""
        names = {name for fault in faults for name in some_of(self.close_scenarios(fault))}
        self.play(*options_for("--fault", [fault.id for fault in faults]), *playing(sorted(names)))

    def ways(self, fault):
        """Yields the options of the runs that may catch a fault, the shortest first: some of the scenarios that verify what it
        breaks, all of them, all of its areas, the generated ones as well."""
        close = self.close_scenarios(fault)
        some = some_of(close)
        yield from (playing(names) for names in ([some, close] if some != close else [close]) if names)
        areas = options_for("--area", fault.areas)
        # Without such scenarios only generated ones verify it.
        if close and not close[0].startswith(GENERATED):
            yield ["--generated", "none", *areas]
        yield ["--generated", "all", *areas]

    def judge(self, fault):
        """Plays the fault until a run catches it."""
        violated = {}
        for number, way in enumerate(self.ways(fault), 1):
            merge(violated, violations_in(self.play("--fault", fault.id, *way)))
            if fault.breaks <= violated.keys():
                return Outcome(fault, "caught", violated, number)
        verdict = "misblamed" if violated else "unobservable" if fault.unobservable else "survived"
        return Outcome(fault, verdict, violated, number)
