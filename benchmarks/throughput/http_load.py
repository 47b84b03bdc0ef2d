"""Small requests: the mock compared with nginx serving a file of the same size."""

import json
import random
import shutil
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import Iterator

import pinned

# Debian installs nginx in a folder that is only in root's PATH.
PATHS = "/usr/local/bin:/usr/bin:/usr/local/sbin:/usr/sbin"
CONNECTIONS = 64
SECONDS = 1
KEY = {"x-api-key": "plumbline-dev-key", "Content-Type": "application/json"}
# 0.6 KB, most of it fields that the contract checks.
BODY = json.dumps({
    "name": "agent-under-load", "source": "git_host",
    "source_config": {
        "integration_id": "22222222-2222-4222-8222-222222222222", "repo_url": "https://git.example/team/agent",
        "deployment_type": "dev", "build_on_push": True, "install_command": "make install", "build_command": "make build"},
    "source_revision_config": {"repo_ref": "main", "graph_config_path": "services/agent/graphs.json"},
    "secrets": [{"name": "MODEL_API_KEY", "value": "not-a-key-only-as-long-as-one"},
                {"name": "DATABASE_PASSWORD", "value": "neither-is-this-nor-will-it-be"},
                {"name": "LOG_LEVEL", "value": "information"}]})
POLLS_TO_FINAL_STATE = 50

# wrk formats the request once if its script has no function `request`, so the script does not slow the client.
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
# The fastest configuration found for one small file: no sendfile, the file kept open, endless connections.
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
    """Writes a world into `folder` with room for all deployments of a run; the default one is full in a second."""
    world = json.loads((Path(__file__).resolve().parents[2] / "fixtures/worlds/cloud.json").read_text())
    world["limits"]["records"] = 10_000_000
    (folder / "worlds").mkdir()
    (folder / "worlds/cloud.json").write_text(json.dumps(world))


def missing() -> str:
    """Returns why the programs cannot be measured, or ""."""
    absent = [name for name in ("nginx", "wrk") if not shutil.which(name, path=PATHS)]
    return f"not installed: {', '.join(absent)} (scripts/setup --full)" if absent else ""


@contextmanager
def nginx(folder: Path, body: str) -> Iterator[pinned.Server]:
    """Yields a separate nginx in `folder`: one process, no service, without the system's configuration."""
    port = pinned.free_port()
    (folder / "deployment").write_text(body)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, port=port))
    command = [shutil.which("nginx", path=PATHS), "-p", folder, "-e", folder / "error.log", "-c", folder / "nginx.conf"]
    with pinned.server(command, port) as server:
        yield server


def send(server: pinned.Server, path: str, body: str | None = None) -> str:
    request = urllib.request.Request(
        f"http://127.0.0.1:{server.port}{path}", headers=KEY, data=body.encode() if body else None)
    # Bypass proxies: the server is local.
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=5) as response:
        return response.read().decode()


def make_deployment(mock: pinned.Server) -> tuple[str, str]:
    """Returns path and text of a deployment in its final state."""
    path = "/v2/deployments/" + json.loads(send(mock, "/v2/deployments", BODY))["id"]
    texts = [send(mock, path) for _ in range(POLLS_TO_FINAL_STATE)]
    return path, texts[-1]


def load(server: pinned.Server, side: str, folder: Path, path: str, method: str = "GET") -> dict:
    """Returns the figures of one run of wrk: one thread, one outstanding request per connection."""
    script = folder / f"{method}.lua"
    script.write_text(SCRIPT.replace("METHOD", f'"{method}"').replace("BODY", f"[==[{BODY}]==]"))
    before = server.cpu_use()
    output, client_use = pinned.client(
        [shutil.which("wrk", path=PATHS), "--threads", "1", "--connections", str(CONNECTIONS),
         "--duration", f"{SECONDS}s", "--script", script, f"http://127.0.0.1:{server.port}{path}"])
    use = server.cpu_use() - before
    summary = json.loads(output.splitlines()[-1])
    if summary["errors"] or not summary["requests"]:
        raise SystemExit(f"scripts/benchmark: {side}: {summary['errors']} of {summary['requests']} requests failed")
    seconds = summary["us"] / 1e6
    return {"side": side, "per_s": summary["requests"] / seconds, "per_cpu_s": summary["requests"] / use.computed,
            "server_busy": use.computed / seconds, "client_busy": client_use.computed / seconds,
            "disturbed": pinned.is_disturbed(use, client_use, seconds)}


def measure_once(programs: Path, folder: Path, body: str) -> list[dict]:
    """Returns one run of each side, in random order; the mock is new each time, since it fills up."""
    def run_nginx() -> list[dict]:
        with nginx(folder, body) as server:
            return [load(server, "nginx_get", folder, "/deployment")]

    def run_mock() -> list[dict]:
        mock = [programs / "plumbline-mock", "--port", "0", "--workers", "1", "--fixtures", folder / "fixtures"]
        with pinned.server(mock) as server:
            path, _ = make_deployment(server)
            return [load(server, "mock_get", folder, path),
                    load(server, "mock_create", folder, "/v2/deployments", "POST")]

    return [run for run_side in random.sample([run_nginx, run_mock], 2) for run in run_side()]


def measure(programs: Path, repetitions: int) -> list[dict]:
    if reason := missing():
        return [{"side": side, "skipped": reason} for side in ("nginx_get", "mock_get", "mock_create")]
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "fixtures").mkdir()
        write_world(Path(folder) / "fixtures")
        with pinned.server([programs / "plumbline-mock", "--port", "0", "--workers", "1"]) as mock:
            _, body = make_deployment(mock)
        return [run for _ in range(repetitions) for run in measure_once(programs, Path(folder), body)]
