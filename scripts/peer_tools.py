"""The other tools, from npm: the very versions of scripts/npm/package-lock.json, installed into build/npm.

They need a newer Node than Debian 12 has; where this machine's is too old, the lock file's own is installed too.
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
    """What a person has to hear; ends the script."""


def install():
    """Installs the tools unless these versions are there. Fails if npm does, or gets nowhere in time."""
    if not shutil.which("npm"):
        raise Failure("npm is needed; scripts/setup --full installs it")
    lock = (LOCKED / "package-lock.json").read_text(encoding="utf-8")
    own_node_fits = fits(version_of("node"), wanted_node(lock))
    # Written last: what an interrupted or an older install left is not taken for these versions.
    installed = NPM / "installed"
    mark = f"{'without' if own_node_fits else 'with'} Node\n{lock}"
    if not installed.exists() or installed.read_text(encoding="utf-8") != mark:
        installed.unlink(missing_ok=True)
        NPM.mkdir(parents=True, exist_ok=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(LOCKED / name, NPM / name)
        npm_ci(*(["--omit=optional"] if own_node_fits else []))
        installed.write_text(mark, encoding="utf-8")
    found = version_of(node())
    if not fits(found, wanted_node(lock)):
        raise Failure(
            f"the tools need Node {wanted_node(lock)}; this machine has {found or 'none'}, and the lock file has none "
            "for it; install such a Node"
        )


def npm_ci(*options):
    command = ["npm", "ci", "--no-audit", "--no-fund", "--fetch-timeout=60000", *options]
    try:
        done = subprocess.run(
            command, cwd=NPM, capture_output=True, text=True, timeout=INSTALL_DEADLINE_S, check=False
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"{' '.join(command)} did not end in {INSTALL_DEADLINE_S} s; is the registry reachable?") from None
    if done.returncode != 0:
        raise Failure(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def wanted_node(lock):
    """Returns the range of Node versions of the linter, such as `>=22.12.0 || >=20.19.0 <21.0.0`."""
    return json.loads(lock)["packages"]["node_modules/@redocly/cli"]["engines"]["node"]


def fits(version, wanted):
    """Says whether a version such as 20.19.1 lies in such a range; the empty version never does."""

    def numbers(text):
        return [int(number) for number in re.findall(r"\d+", text)]

    def holds(bound):
        return (numbers(version) >= numbers(bound)) == bound.startswith(">=")

    return bool(version) and any(all(map(holds, bounds.split())) for bounds in wanted.split("||"))


def version_of(program):
    """Returns the version of a Node, or the empty text if there is none."""
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=DEADLINE_S, check=True)
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip().removeprefix("v")


def node():
    """Returns the Node to use: the lock file's if it was installed, else this machine's."""
    return str(next(MODULES.glob("node-linux-*/bin/node"), "node"))


def run_node(*words, cwd=ROOT):
    """Runs a program of Node to its end; returns the completed process with its texts. Fails if it takes too long."""
    try:
        return subprocess.run(
            [node(), *words],
            capture_output=True,
            text=True,
            timeout=DEADLINE_S,
            cwd=cwd,
            env={**os.environ, **QUIET},
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise Failure(f"node {' '.join(map(str, words[:3]))} did not end in {DEADLINE_S} s") from None


def peer(*words):
    """Runs the other linter and runner."""
    return run_node(LINTER, *words)


def read_yaml(files):
    """Returns the documents in the order of the files."""
    program = (
        "const yaml = require('yaml'), fs = require('fs');"
        "const read = (file) => yaml.parse(fs.readFileSync(file, 'utf8'), {maxAliasCount: -1});"
        "console.log(JSON.stringify(process.argv.slice(1).map(read)))"
    )
    process = run_node("-e", program, *files, cwd=NPM)
    if process.returncode != 0:
        raise Failure(f"the suites cannot be read:\n{process.stderr}")
    return json.loads(process.stdout)
