"""Small requests: the mock beside nginx with a file of the same size, and beside the bare responder."""

import json
import random
import shutil
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pinned

# Debian keeps nginx where only root's PATH leads.
PATHS = "/usr/local/bin:/usr/bin:/usr/local/sbin:/usr/sbin"
CONNECTIONS = 64
SECONDS = 1
KEY = {"x-api-key": "plumbline-dev-key", "Content-Type": "application/json"}
# 0.6 KB, most of it fields that the contract judges.
BODY = json.dumps({
    "name": "agent-under-load", "source": "git_host",
    "source_config": {
        "integration_id": "22222222-2222-4222-8222-222222222222", "repo_url": "https://git.example/team/agent",
        "deployment_type": "dev", "build_on_push": True, "install_command": "make install", "build_command": "make build"},
    "source_revision_config": {"repo_ref": "main", "graph_config_path": "services/agent/graphs.json"},
    "secrets": [{"name": "MODEL_API_KEY", "value": "not-a-key-only-as-long-as-one"},
                {"name": "DATABASE_PASSWORD", "value": "neither-is-this-nor-will-it-be"},
                {"name": "LOG_LEVEL", "value": "information"}]})
ENOUGH_POLLS = 50

# wrk formats a request once where its script has no function `request`, so the script costs the client nothing.
SCRIPT = """
wrk.method = METHOD
wrk.headers["x-api-key"] = "plumbline-dev-key"
if METHOD == "POST" then
  wrk.body = BODY
  wrk.headers["Content-Type"] = "application/json"
end
function done(summary)
  local e = summary.errors
  print(string.format('{"requests": %d, "us": %d, "errors": %d}', summary.requests, summary.duration,
                      e.connect + e.read + e.write + e.status + e.timeout))
end
"""
# The quickest that was found for one small file: no sendfile, the file kept open, connections never ended.
NGINX = """
daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile off; open_file_cache max=16; open_file_cache_valid 60s;
  keepalive_requests 1000000000; default_type application/json;
  client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  server {{ listen 127.0.0.1:{port}; root {folder}; }}
}}
"""


def write_world(folder: Path) -> None:
    """Puts a world into `folder` that has room for all deployments of a run; the usual one is full in a second."""
    world = json.loads((Path(__file__).resolve().parents[2] / "fixtures/worlds/cloud.json").read_text())
    world["limits"]["records"] = 10_000_000
    (folder / "worlds").mkdir()
    (folder / "worlds/cloud.json").write_text(json.dumps(world))


def missing() -> str:
    """Returns why nothing can be measured, "" if all is there."""
    absent = [name for name in ("nginx", "wrk") if not shutil.which(name, path=PATHS)]
    return f"not installed: {', '.join(absent)} (scripts/setup --full)" if absent else ""


@contextmanager
def nginx(folder: Path, body: str) -> Iterator[pinned.Server]:
    """Yields an nginx of its own in `folder`: one process, no service, nothing of the system's configuration."""
    port = pinned.free_port()
    (folder / "deployment").write_text(body)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port))
    command = [shutil.which("nginx", path=PATHS), "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"]
    with pinned.server(command, port) as server:
        yield server


def ask(server: pinned.Server, path: str, body: str | None = None) -> str:
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}", headers=KEY, data=body.encode() if body else None)
    # No proxy: this never leaves the machine.
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=5) as answer:
        return answer.read().decode()


def make_deployment(mock: pinned.Server) -> tuple[str, str]:
    """Returns path and text of a deployment that has come to rest."""
    path = "/v2/deployments/" + json.loads(ask(mock, "/v2/deployments", BODY))["id"]
    texts = [ask(mock, path) for _ in range(ENOUGH_POLLS)]
    return path, texts[-1]


def load(server: pinned.Server, side: str, folder: Path, path: str, method: str = "GET") -> dict:
    """Returns the figures of one run of wrk: one thread, which never asks again before it is answered."""
    script = folder / f"{method}.lua"
    script.write_text(SCRIPT.replace("METHOD", f'"{method}"').replace("BODY", f"[==[{BODY}]==]"))
    before = server.use()
    output, client_use = pinned.client(
        [shutil.which("wrk", path=PATHS), "--threads", "1", "--connections", str(CONNECTIONS),
         "--duration", f"{SECONDS}s", "--script", script, f"http://127.0.0.1:{server.port}{path}"])
    use = server.use() - before
    said = json.loads(output.splitlines()[-1])
    if said["errors"] or not said["requests"]:
        raise SystemExit(f"scripts/benchmark: {side}: {said['errors']} of {said['requests']} requests failed")
    seconds = said["us"] / 1e6
    return {"side": side, "per_s": said["requests"] / seconds, "per_cpu_s": said["requests"] / use.computed,
            "server_busy": use.computed / seconds, "client_busy": client_use.computed / seconds,
            "disturbed": pinned.is_disturbed(use, client_use, seconds)}


def measure_once(programs: Path, folder: Path, body: str) -> list[dict]:
    """Returns one run of each side, in random order; the mock's are of a fresh one, which fills up."""
    def of_nginx() -> list[dict]:
        with nginx(folder, body) as server:
            return [load(server, "nginx_get", folder, "/deployment")]

    def of_responder() -> list[dict]:
        with pinned.server([programs / "floor_http_responder", len(body.encode())]) as server:
            return [load(server, "responder_get", folder, "/deployment")]

    def of_mock() -> list[dict]:
        mock = [programs / "plumbline-mock", "--port", "0", "--workers", "1", "--fixtures", folder / "fixtures"]
        with pinned.server(mock) as server:
            path, _ = make_deployment(server)
            return [load(server, "mock_get", folder, path),
                    load(server, "mock_create", folder, "/v2/deployments", "POST")]

    return [run for of_side in random.sample([of_nginx, of_responder, of_mock], 3) for run in of_side()]


def measure(programs: Path, repetitions: int) -> list[dict]:
    if why := missing():
        return [{"side": side, "skipped": why} for side in ("nginx_get", "responder_get", "mock_get", "mock_create")]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "fixtures").mkdir()
        write_world(Path(folder) / "fixtures")
        with pinned.server([programs / "plumbline-mock", "--port", "0", "--workers", "1"]) as mock:
            _, body = make_deployment(mock)
        return [run for _ in range(repetitions) for run in measure_once(programs, Path(folder), body)]
