"""What the tests of the page of plumbline-load share: pages in Chromium, and results for them."""

import html
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import programs

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "scripts"))
import interop_tools

LOAD = os.path.join(programs.BIN, "plumbline-load")
RESULT = os.path.join(os.path.dirname(__file__), "..", "result")
DOM = os.path.join(os.path.dirname(__file__), "..", "..", "..", "reports", "html", "dom.js")
BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MS = 1_000_000
HOSTILE = "</script><!--<script>alert(1)</script><b>\"'&\u0001"


def bucket_of(value):
    dropped = max(value.bit_length() - 11, 0)
    return dropped * 1024 + (value >> dropped)


def histogram(values, unit="ns"):
    """Returns a histogram in the form of the result; `values` maps values to how often they occur."""
    buckets = {}
    for value, times in values.items():
        buckets[bucket_of(value)] = buckets.get(bucket_of(value), 0) + times
    counts, before = [], 0
    for bucket, times in sorted(buckets.items()):
        counts += [bucket - before, times]
        before = bucket
    return {"unit": unit, "digits": 3, "count": sum(values.values()), "clipped": 0, "min": min(values), "max": max(values),
            "sum": sum(value * times for value, times in values.items()), "counts": counts}


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if BROWSER is None:
            cls.skip("chromium is not installed")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name

    @staticmethod
    def skip(reason):
        raise AssertionError(reason) if os.environ.get("PLUMBLINE_NEEDS_BROWSER") else unittest.SkipTest(reason)

    @classmethod
    def dom_of(cls, page, *options):
        """Returns the HTML of a page after its scripts."""
        process = subprocess.run(
            [BROWSER, *options, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={cls.folder}/profile", "--dump-dom",
             f"file://{page}"], capture_output=True, text=True, timeout=programs.DEADLINE_S * 4, check=True)
        return process.stdout

    @classmethod
    def page_of(cls, result):
        source, page = os.path.join(cls.folder, "result.json"), os.path.join(cls.folder, "page.html")
        with open(source, "w", encoding="utf-8") as file:
            json.dump(result, file)
        shown = programs.run("report", source, "--html", page, program=LOAD)
        assert shown.returncode in (0, 1), shown.stderr  # 1: a level is undercounted
        return page

    @classmethod
    def compared(cls, *results):
        """Returns the page that compares two results."""
        files = [os.path.join(cls.folder, f"{side}.json") for side in "ab"]
        for path, result in zip(files, results):
            with open(path, "w", encoding="utf-8") as file:
                json.dump(result, file)
        page = os.path.join(cls.folder, "comparison.html")
        shown = programs.run("compare", *files, "--html", page, program=LOAD)
        assert os.path.exists(page), shown.stderr
        return page

    @classmethod
    def drawn(cls, result):
        return cls.content_of(cls.page_of(result))

    @classmethod
    def content_of(cls, page):
        """Returns what the script adds to the page, which must be complete and is well-formed XML."""
        dom = cls.dom_of(page)
        assert '<p id="problem"' not in dom, dom[-2000:]
        content = dom[dom.index("<header>"):dom.index("</main>")]
        return ElementTree.fromstring(f"<page>{content}</main></page>")

    def evaluate(self, expressions):
        """Returns the values of JavaScript expressions that use the functions of the page."""
        scripts = ""
        for path in (DOM, *(os.path.join(RESULT, "page", name) for name in ("figures.js", "plot.js", "areas.js", "charts.js", "time_charts.js", "window.js", "verdicts.js",
                                                                "level_tables.js"))):
            with open(path, encoding="utf-8") as file:
                scripts += file.read()
        page = os.path.join(self.folder, "evaluated.html")
        with open(page, "w", encoding="utf-8") as file:
            file.write(f"<!DOCTYPE html><meta charset=utf-8><pre></pre><script>{scripts}\ndocument.querySelector('pre').textContent = "
                       f"JSON.stringify([{','.join(expressions)}]);</script>")
        return json.loads(html.unescape(re.search("<pre>(.*?)</pre>", self.dom_of(page), re.DOTALL).group(1)))


def base_result():
    with open(os.path.join(RESULT, "json", "approved", "result.json"), encoding="utf-8") as file:
        result = json.load(file)
    result.update(levels=[], saturation=None)
    return result


def level(target, **members):
    """Returns a level of 1,000 streams with 20 events each; a fast and a slow half of the streams."""
    level = {"target": target, "achieved_per_s": target, "window_s": 10, "in_flight_mean": 4.5, "in_flight_peak": 31,
             "request_s": 45, "counts": {"attempted": 1000, "carried_in": 0, "cut": 0, "reconnected": 0, "late": 0, "completed": 1000,
                        "bounded": 0, "incomplete": 0, "events": 20000, "bytes": 6400000,
                        "failed": dict.fromkeys(("connect", "status", "content_type", "framing", "truncated", "timeout", "json",
                                                 "contract", "error_event", "client"), 0),
                        "good": 500, "gaps_of_zero": 0, "json_checked": 0, "contract_checked": 0},
             "metrics": {"gap": histogram({0: 9000, 10 * MS: 10000})},
             "slices": [{"begin_s": i / 2, "events": 1000, "bytes": 1, "completed": 50, "failed": 0,
                         "gap": histogram({0: 450, 10 * MS: 500}), "latency": {
                            # 2 ms in half of the requests, 40 ms in the others; at the end 3 that have not ended
                            "ttft": {"counts": [79, 25, 17, 25], "not_ended": 0},
                            "duration": {"counts": [79, 25, 17, 25], "not_ended": 3 if i == 19 else 0}}} for i in range(20)],
             "client": {"cpu_cores": 0.25, "waited_share": 0, "reads_per_wakeup": 1, "loop_lag_p99_ns": 0, "handling_p99_ns": 0, "bound": False, "why": ""},
             "server_cpu_cores": 0.5, "verdict": "ok", "examples": []}
    for metric in ("ttfc", "ttft", "duration", "ttfc_sent", "ttft_sent", "duration_sent"):
        level["metrics"][metric] = histogram({2 * MS: 500, 40 * MS: 500})
    level.update(members)
    return level


def stream_result():
    """Returns a sweep: a level with repetitions, one at which the server is saturated, and one at which the client is the limit."""
    result = base_result()
    failed = dict(level(1)["counts"], completed=993, incomplete=2, carried_in=12, cut=9)
    failed["failed"] = dict(failed["failed"], json=5)
    bound = dict(level(1)["client"], cpu_cores=0.97, bound=True, why="client cpu 0.97 > 0.90")
    result.update(
        levels=[level(50), level(100), level(100, achieved_per_s=98), level(200, verdict="saturated", counts=failed, request_s=40.5,
                                                                             examples=["timeout <after> 3 s"]),
                level(400, verdict="client-bound", client=bound)],
        saturation={"load": 100, "reason": "achieved 96% of the target", "found": True}, notes=["one host"])
    return result


def rest_result():
    result = base_result()
    result["workload"].update(kind="rest", operation="listRuns", modes=[], body="")
    result["load"].update(loop="closed", arrival="", goodput="")
    result["levels"] = [level(target, metrics={"duration": histogram({1_700_000: 9000})}, slices=[]) for target in (1, 16)]
    return result


def texts(page, path):
    return ["".join(element.itertext()) for element in page.findall(path)]


def tables(page):
    """Returns the tables by caption: the rows, the first with the headings."""
    return {texts(table, "caption")[0]: [["".join(cell.itertext()) for cell in row] for row in table.iter("tr")]
            for table in page.iter("table")}


def one_level_result():
    """Returns an open loop with one level, in which some requests are only partly in the window."""
    result = base_result()
    counts = dict(level(1)["counts"], attempted=1008, carried_in=8, cut=15, incomplete=5, late=2, reconnected=1, completed=1003)
    result["levels"] = [level(100, counts=counts)]
    return result
