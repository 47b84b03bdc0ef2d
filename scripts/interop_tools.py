"""Other tools from npm, in the versions of scripts/npm/package-lock.json, installed into build/npm.

They need a newer Node than Debian 12 has. The lock file has one, which also starts faster than Node 20: scripts/interop takes
176 s instead of 230 s. A platform for which the lock file has none uses the Node of the machine.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKED = ROOT / "scripts/npm"
NPM = ROOT / "build/npm"
MODULES = NPM / "node_modules"
LINTER = MODULES / "@redocly/cli/bin/cli.js"
QUIET = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NODE_NO_WARNINGS": "1"}
DEADLINE_S = 60
INSTALL_DEADLINE_S = 300


class Failure(Exception):
    """A message for the user; ends the script."""


def install():
    """Installs the tools unless these versions are installed. Fails if npm fails or exceeds the deadline."""
    if not shutil.which("npm"):
        raise Failure("npm is needed; scripts/setup --full installs it")
    lock = (LOCKED / "package-lock.json").read_text(encoding="utf-8")
    # The stamp is written last, so an interrupted or older installation is not mistaken for this one.
    stamp_file = NPM / "installed"
    if not stamp_file.exists() or stamp_file.read_text(encoding="utf-8") != lock:
        stamp_file.unlink(missing_ok=True)
        NPM.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(LOCKED / name, NPM / name)
        npm_ci()
        stamp_file.write_text(lock, encoding="utf-8")
    version = version_of(node())
    if not is_supported(version, required_node(lock)):
        raise Failure(
            f"the tools need Node {required_node(lock)}; this machine has {version or 'none'}, and the lock file has none "
            "for it; install a supported Node"
        )


def npm_ci():
    command = ["npm", "ci", "--no-audit", "--no-fund", "--fetch-timeout=60000"]
    try:
        done = subprocess.run(
            command, cwd=NPM, capture_output=True, text=True, timeout=INSTALL_DEADLINE_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(command)} did not end in {INSTALL_DEADLINE_S} s; is the registry reachable?") from None
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def required_node(lock):
    """Returns the range of Node versions that the linter supports, such as `>=22.12.0 || >=20.19.0 <21.0.0`."""
    return json.loads(lock)["packages"]["node_modules/@redocly/cli"]["engines"]["node"]


def is_supported(version, version_range):
    """Returns whether a version such as 20.19.1 is in the range; the empty version never is."""

    def numbers(text):
        return [int(number) for number in re.findall(r"\d+", text)]

    def holds(bound):
        return (numbers(version) >= numbers(bound)) == bound.startswith(">=")

    return bool(version) and any(all(map(holds, bounds.split())) for bounds in version_range.split("||"))


def version_of(program):
    """Returns the version of a Node, or an empty text if it is not installed."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=DEADLINE_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip().removeprefix("v")


def node():
    """Returns the Node to use: the lock file's if installed, else this machine's."""
    return str(next(MODULES.glob("node-linux-*/bin/node"), "node"))


def run_node(*arguments, cwd=ROOT):
    """Runs a Node program to its end; returns the process with its output. Fails at the deadline."""
    try:
        return subprocess.run(
            [node(), *arguments],
            capture_output=True,
            text=True,
            timeout=DEADLINE_S,
            cwd=cwd,
            env={**os.environ, **QUIET},
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"node {' '.join(map(str, arguments[:3]))} did not end in {DEADLINE_S} s") from None


def run_other_tool(*arguments):
    """Runs the other linter and runner, which are one program."""
    return run_node(LINTER, *arguments)


def read_yaml(files):
    """Returns the documents in the order of the files."""
    program = (
        "const yaml = require('yaml'), fs = require('fs');"
        "const read = (file) => yaml.parse(fs.readFileSync(file, 'utf8'), {maxAliasCount: -1});"
        "console.log(JSON.stringify(process.argv.slice(1).map(read)))"
    )
    process = run_node("-e", program, *files, cwd=NPM)
    if process.returncode != 0:
        raise Failure(f"cannot read the suites:\n{process.stderr}")
    return json.loads(process.stdout)
