"""The page of plumbline-load in a browser: what its script draws. Skipped if Chromium is not installed."""

import html
import json
import os
import re
import shutil
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import programs

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
            raise unittest.SkipTest("chromium is not installed")
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name

    @classmethod
    def dom_of(cls, page):
        """Returns the HTML of a page after its scripts."""
        process = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={cls.folder}/profile", "--dump-dom",
             f"file://{page}"], capture_output=True, text=True, timeout=programs.DEADLINE_S * 4, check=True)
        return process.stdout

    @classmethod
    def page_of(cls, result):
        source, page = os.path.join(cls.folder, "result.json"), os.path.join(cls.folder, "page.html")
        with open(source, "w", encoding="utf-8") as file:
            json.dump(result, file)
        shown = programs.run("report", source, "--html", page, program=LOAD)
        assert shown.returncode == 0, shown.stderr
        return page

    @classmethod
    def drawn(cls, result):
        """Returns what the script adds to the page, which must be complete and is well-formed XML."""
        dom = cls.dom_of(cls.page_of(result))
        assert '<p id="problem"' not in dom, dom[-2000:]
        content = dom[dom.index("<header>"):dom.index("</main>")]
        return ElementTree.fromstring(f"<page>{content}</main></page>")

    def evaluate(self, expressions):
        """Returns the values of JavaScript expressions that use the functions of the page."""
        scripts = ""
        for path in (DOM, *(os.path.join(RESULT, "page", name) for name in ("figures.js", "plot.js", "charts.js"))):
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
    level = {"target": target, "achieved_per_s": target, "window_s": 10, "request_s": 45, "in_flight_mean": 4.5,
             "in_flight_peak": 31,
             "counts": {"attempted": 1000, "carried_in": 0, "cut": 0, "reconnected": 0, "completed": 1000, "bounded": 0,
                        "incomplete": 0, "late": 0, "events": 20000, "bytes": 6400000,
                        "failed": dict.fromkeys(("connect", "status", "content_type", "framing", "truncated", "timeout", "json",
                                                 "contract", "error_event", "client"), 0),
                        "good": 500, "gaps_of_zero": 0, "json_checked": 0, "contract_checked": 0},
             "metrics": {"gap": histogram({0: 9000, 10 * MS: 10000})},
             "slices": [{"begin_s": i / 2, "events": 1000, "bytes": 1, "completed": 50, "failed": 0,
                         "gap": histogram({0: 450, 10 * MS: 500})} for i in range(20)],
             "client": {"cpu_cores": 0.25, "waited_share": 0, "reads_per_wakeup": 1, "loop_lag_p99_ns": 0, "bound": False, "why": ""},
             "server_cpu_cores": 0.5, "verdict": "ok", "examples": []}
    for metric in ("ttfc", "ttft", "duration", "ttfc_sent", "ttft_sent", "duration_sent"):
        level["metrics"][metric] = histogram({2 * MS: 500, 40 * MS: 500})
    level.update(members)
    return level


def stream_result():
    """Returns a sweep: a level with repetitions, one at which the server is saturated, and one at which the client is the limit."""
    result = base_result()
    failed = dict(level(1)["counts"], completed=993, incomplete=2)
    failed["failed"] = dict(failed["failed"], json=5)
    bound = dict(level(1)["client"], cpu_cores=0.97, bound=True, why="client cpu 0.97 > 0.90")
    result.update(
        levels=[level(50), level(100), level(100, achieved_per_s=98), level(200, verdict="saturated", counts=failed,
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


class PageOfStreams(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = cls.drawn(stream_result())

    def test_begins_with_the_findings(self):
        self.assertEqual(texts(self.page, "header/h1"), ["Load on createRunStream"])
        self.assertEqual(texts(self.page, "header/p"), ["http://127.0.0.1:8080, 2026-03-01T09:30:00Z"])
        self.assertEqual(texts(self.page, "main/ul/li"),
                         ["the server is saturated above 100/s: achieved 96% of the target", "5 levels, 5k requests, 5 of them failed",
                          "one host"])
        self.assertIn("400/s: client-bound (client cpu 0.97 > 0.90). The figures are those of the client",
                      texts(self.page, "main/p[@class='warn']")[0])

    def test_has_a_table_of_the_levels(self):
        rows = tables(self.page)["One row for each level of load, in run order; * marks percentiles of few values"]
        self.assertEqual(rows[:3], [
            ["level", "verdict", "achieved", "in flight", "TTFC p50", "TTFC p99", "TTFT p50", "TTFT p99", "gap p50", "gap p99",
             "duration p50", "duration p99", "events/s", "bytes/s", "failed", "good", "client cpu", "server cpu"],
            ["50/s", "ok", "50/s", "4.5 (peak 31)", "2 ms", "40 ms", "2 ms", "40 ms", "10 ms", "10 ms", "2 ms", "40 ms", "2k",
             "640 kB", "0%", "50%", "0.25", "0.5"],
            ["100/s run 1", "ok", "100/s", *rows[1][3:]]])
        self.assertEqual([row[0] for row in rows[3:]], ["100/s run 2", "200/s", "400/s"])

    def test_has_all_charts(self):
        self.assertEqual(texts(self.page, "main//figcaption/h3"), [
            "Throughput", "Time to first token", "Gap between events", "Corrected and uncorrected latency", "CPU",
            "Percentiles of the time to the first chunk", "Percentiles of the time to the first token",
            "Percentiles of the gap between events", "Percentiles of the duration",
            "Events over time", "Gaps over time at 100/s", "Gaps over time at 200/s"])
        self.assertEqual(len(self.page.findall("main//figure/{*}svg")), 12)
        ids = [element.get("id") for element in self.page.iter() if element.get("id")]
        self.assertEqual(len(ids), 24)
        self.assertEqual(len(set(ids)), 24)

    def test_charts_have_their_data_in_a_table(self):
        shown = tables(self.page)
        self.assertEqual(shown["Throughput"], [
            ["level", "succeeded", "good: ttft <= 100ms"], ["50/s", "50", "25"], ["100/s run 1", "100", "50"],
            ["100/s run 2", "98", "49"], ["200/s", "200", "101"], ["400/s (client-bound)", "400", "200"]])
        self.assertEqual(shown["Percentiles of the duration"][2],
                         ["100/s", "2k", "2 ms", "40 ms", "40 ms", "40 ms", "-", "-", "40 ms"])
        self.assertEqual(shown["Events over time"][:2],
                         [["from", "50/s", "100/s", "200/s", "400/s (client-bound)"], ["0 s", *["2k"] * 4]])
        self.assertEqual(shown["Gaps over time at 100/s"][:2],
                         [["from", "gaps", "p50", "p99", "max"], ["0 s", "950", "10 ms", "-", "10 ms"]])

    def test_marks_of_client_bound_levels_are_hollow_and_their_lines_dashed(self):
        throughput = self.page.find("main//figure")
        self.assertEqual(len(throughput.findall("{*}svg/{*}path[@class='mark c0 hollow']")), 1)
        percentiles = self.page.findall("main//figure")[5]
        self.assertEqual(len(percentiles.findall("{*}svg/{*}path[@class='line r3 dashed']")), 1)

    def test_lists_metrics_and_failures(self):
        shown = tables(self.page)
        self.assertEqual(shown["All metrics at 50/s"][1],
                         ["ttfc", "1k", "2 ms", "21 ms", "2 ms", "40 ms", "40 ms", "40 ms", "40 ms*", "40 ms",
                          "time to the first chunk, which identifies the run"])
        self.assertEqual(shown["Requests that failed, by class"],
                         [["level", "attempted", "failed", "incomplete", "json"], ["200/s", "1000", "5", "2", "5"]])
        self.assertEqual(texts(self.page, "main/pre"), ["timeout <after> 3 s"])

    def test_describes_the_run(self):
        facts = dict(zip(texts(self.page, "main/dl/dt"), texts(self.page, "main/dl/dd")))
        self.assertEqual(facts, {
            "tool": "plumbline-load 1.4.0 (release)", "started": "2026-03-01T09:30:00Z",
            "server": "http://127.0.0.1:8080 plumbline-mock/1.4.0",
            "workload": "stream createRunStream, /runs/stream, modes messages, updates",
            "request body": '{"assistant_id":"agent","input":{"n":20}}',
            "load": "open loop, poisson arrival, seed 7; warm-up 2 s, window 10 s, drain 5 s; at most 30 s per response; "
                    "at most 300 in flight; good: ttft <= 100ms",
            "client": "client on Example CPU 3000 at 2.5 GHz, 8 cores (uses 4-7), 6.1.0-18-amd64; "
                      "checked: framing yes, JSON 100%, contract 10%",
            "shards": "1", "baseline writer_cpu_us_per_event": "8.4"})


class OtherPages(PageTest):
    def test_a_closed_loop_of_calls_has_fewer_charts(self):
        page = self.drawn(rest_result())
        self.assertEqual(texts(page, "main//figcaption/h3"),
                         ["Throughput", "Duration", "Corrected and uncorrected latency", "CPU", "Percentiles of the duration"])
        self.assertIn("No plot: in a closed loop", texts(page, "main//figcaption/p")[2])
        self.assertIn("No request failed.", texts(page, "main/p"))
        self.assertEqual(tables(page)["All metrics at 1 in flight"], [
            ["metric", "values", "min", "mean", "p50", "p90", "p95", "p99", "p99.9", "max", "description"],
            ["duration", "9k", *["1.7 ms"] * 6, "1.7 ms*", "1.7 ms", "time to the end of the response"]])

    def test_a_result_without_levels(self):
        self.assertIn("No level was measured.", texts(self.drawn(base_result()), "main/p"))

    def test_a_missing_plot_is_explained(self):
        result = stream_result()
        for each in result["levels"]:
            each.update(metrics={}, slices=[])
        shown = texts(self.drawn(result), "main//figcaption/p")
        self.assertIn("No plot: no level has enough successes for a percentile (ten beyond it).", shown)
        self.assertIn("No plot: the result has no events in slices of the window.", shown)

    def test_the_first_chunk_is_shown_without_tokens(self):
        result = stream_result()
        for each in result["levels"]:
            del each["metrics"]["ttft"]
        page = self.drawn(result)
        self.assertEqual(texts(page, "main//figcaption/h3")[1], "Time to first chunk")
        self.assertIn("No tokens were read", texts(page, "main//figcaption/p")[1])

    def test_a_plot_has_at_most_six_lines(self):
        result = base_result()
        result["levels"] = [level(target) for target in range(1, 12)]
        shown = tables(self.drawn(result))
        self.assertEqual([row[0] for row in shown["Percentiles of the duration"][1:]], ["1/s", "3/s", "5/s", "7/s", "9/s", "11/s"])
        self.assertEqual(len(shown["Events over time"][0]), 7)

    def test_slices_are_combined_if_there_are_many(self):
        result = base_result()
        slices = [dict(level(1)["slices"][0], begin_s=i / 20) for i in range(200)]
        result["levels"] = [level(1, slices=slices)]
        rows = tables(self.drawn(result))["Events over time"][1:]
        self.assertEqual(len(rows), 50)
        self.assertEqual(rows[1][0], "0.2 s")

    def test_hostile_texts_are_texts(self):
        result = stream_result()
        result.update(url=HOSTILE, server=HOSTILE, notes=[HOSTILE], baselines={HOSTILE: 1})
        result["workload"].update(operation=HOSTILE, body=HOSTILE, modes=[HOSTILE])
        result["levels"][3]["examples"] = [HOSTILE]
        result["levels"][4]["client"]["why"] = HOSTILE
        result["load"].update(goodput=HOSTILE, seed=2**64 - 1)
        page = self.drawn(result)
        shown = HOSTILE.replace("\u0001", "\ufffd")
        self.assertEqual(list(page.iter("script")) + list(page.iter("b")), [])
        self.assertEqual(texts(page, "main/pre"), [shown])
        self.assertEqual(texts(page, "header/h1"), [f"Load on {shown}"])
        self.assertIn("seed 18446744073709551615", "".join(texts(page, "main/dl")))

    def test_an_error_of_the_script_is_shown(self):
        page = self.page_of(base_result())
        with open(page, encoding="utf-8") as file:
            text = file.read()
        with open(page, "w", encoding="utf-8") as file:
            file.write(text.replace("drawPage();\n", "missing();\n"))
        dom = self.dom_of(page)
        self.assertRegex(dom, r'<p id="problem" role="alert">This page is not complete: .*missing is not defined \(line \d+\)</p>')


class Functions(PageTest):
    def test_histograms_and_groups(self):
        values = json.dumps(histogram({0: 10, 5: 1, 2048: 4, 3_600_000_000_000: 5}))
        expected = {
            f"new Histogram([{values}]).count": 20,
            f"[50, 55, 75, 100].map((p) => new Histogram([{values}]).percentile(p))": [0, 5, 2049, 3_600_000_000_000],
            f"[50, 51].map((p) => new Histogram([{values}]).reliablePercentile(p))": [0, None],
            f"[0, 4, 5, 2047, 2048, 1e12].map((v) => new Histogram([{values}, undefined]).countUpTo(v))": [10, 10, 11, 11, 15, 15],
            f"new Histogram([{values}, {values}]).buckets.map((b) => b[1])": [20, 2, 8, 10],
            "[bucketOf(2047), bucketMax(2047), bucketOf(2049), bucketMax(2048), bucketOf(2**41 - 1)]": [
                2047, 2047, 2048, 2049, bucket_of(2**41 - 1)],
            "sampleGroups([1, 2, 3, 4, 5, 6, 7], 3)": [1, 4, 7],
            "sampleGroups([1, 2, 3, 4, 5, 6, 7], 2)": [1, 7],
            "sampleGroups([1, 2], 3)": [1, 2],
            "groupsOf({levels: [2, 1, 2 + 1e-12].map((target) => ({target, client: {bound: target < 2}}))})"
            ".map((group) => [group.target, group.runs.length, group.isClientBound])": [[1, 1, True], [2, 2, False]],
            f"[[false, true], [true, true]].map((bounds) => sumMetric(groupsOf({{levels: bounds.map((bound) => ({{target: 1, client: {{bound}},"
            f"metrics: {{gap: {values}}}}}))}})[0], 'gap').count)": [20, 40],
            "[0, 1, 999, 1000, 12345, 999400, 999500, 61e9, 3600e9].map(timeText)": [
                "0", "1 ns", "999 ns", "1 us", "12.3 us", "999 us", "1 ms", "61 s", "3600 s"],
            "[0, 999, 1250, 3e6, 0.25, 1e15].map(countText)": ["0", "999", "1.25k", "3M", "0.25", "1000T"],
            "[bytesText(1500), shareText(0.00123), shareText(12.5), valueText(44400, 'mHz')]": [
                "1.5 kB", "0.123%", "1250%", "44.4/s"],
        }
        self.assertEqual(self.evaluate(expected), list(expected.values()))

    def test_axes(self):
        def labels(axis):
            return f"{axis}.ticks.map((tick) => tick.label)"

        def ends(axis):
            return f"[{axis}.low, {axis}.high]"
        expected = {
            labels("linearAxis('', 10, countText)"): ["0", "2", "4", "6", "8", "10"],
            labels("linearAxis('', 1234, countText)"): ["0", "500", "1k", "1.5k"],
            labels("linearAxis('', 0.97, digitsText)"): ["0", "0.2", "0.4", "0.6", "0.8", "1"],
            labels("linearAxis('', 3e6, countText)"): ["0", "1M", "2M", "3M"],
            labels("linearAxis('', 0, digitsText)"): ["0", "0.2", "0.4", "0.6", "0.8", "1"],
            ends("linearAxis('', 1234, countText)"): [0, 1500],
            ends("linearAxis('', Infinity, countText)"): [0, 1],
            labels("logAxis('', 3e6, 4e7, timeText)"): ["2 ms", "5 ms", "10 ms", "20 ms", "50 ms"],
            labels("logAxis('', 1e3, 1e8, timeText)"): ["1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms"],
            labels("logAxis('', 2e6, 2e6, timeText)"): ["2 ms", "5 ms", "10 ms", "20 ms"],
            ends("logAxis('', 0, 1000, countText)"): [1000, 10000],
            ends("logAxis('', 5, 0, countText)"): [5, 50],
            ends("logAxis('', 0, 0, countText)"): [1, 10],
            ends("logAxis('', 1, Infinity, countText)"): [1, 10],
            ends("logAxis('', NaN, 5, countText)"): [5, 50],
            labels("percentileAxis(20000)"): ["0%", "50%", "90%", "99%", "99.9%"],
            labels("percentileAxis(1000000)"): ["", "50%", "90%", "99%", "99.9%", "99.99%", "99.999%"],
            labels("percentileAxis(3)"): ["0%", "50%"],
            "[0, 5, 10].map((value) => place(linearAxis('', 10, countText), value))": [0, 0.5, 1],
            "[1, 10, 100, 0, -5, 1e9].map((value) => place(logAxis('', 1, 100, countText), value).toFixed(9))": [
                f"{place:.9f}" for place in (0, 0.5, 1, 0, 0, 1)],
            "place({low: 3, high: 3}, 3)": 0,
            "[3, 3.26, 253.96].map(coordinate)": ["3", "3.3", "254"],
        }
        self.assertEqual(self.evaluate(expected), list(expected.values()))

    def test_plots(self):
        plot = ("drawPlot({id: 'p', title: 'T & t', text: '<d>', x: linearAxis('rate', 10, countText), y: linearAxis('s/s', 10, countText),"
                "series: [{name: 'a < b', color: 'c0', mark: MARK, isDashed: DASHED, line: LINE,"
                "marks: [{x: 0, y: 0}, {x: 10, y: 10, isHollow: true}]}]}).map((drawn) => drawn.outerHTML).join('')")

        def drawn(mark="square", dashed="false", line="[{x: 0, y: 0}, {x: 10, y: 10}]"):
            return plot.replace("MARK", f"'{mark}'").replace("DASHED", dashed).replace("LINE", line)
        usual, dashed, point, *marks = self.evaluate(
            [drawn(), drawn(dashed="true"), drawn(line="[{x: 0, y: 0}]"), *map(drawn, ("circle", "triangle", "diamond"))])
        for part in ('viewBox="0 0 480 300" role="img" aria-labelledby="p-t p-d"', '<title id="p-t">T &amp; t</title>',
                     '<desc id="p-d">&lt;d&gt;</desc>', '<path class="line c0" d="M62 254L462 28">',
                     '<path class="mark c0" d="M58.5 250.5h7v7h-7z">', '<path class="mark c0 hollow" d="M458.5 24.5h7v7h-7z">',
                     '<text class="mid" x="62" y="271">0</text>', '<text class="end" x="56" y="32">10</text>', ">rate</text>", ">s/s</text>",
                     '<path class="line c0" d="M1 6H27">', '<path class="mark c0" d="M10.5 2.5h7v7h-7z">', "</svg>a &lt; b</li>"):
            self.assertIn(part, usual)
        self.assertIn('class="line c0 dashed"', dashed)
        self.assertNotIn('class="line c0"', point.split('<ul class="legend">')[0])
        for mark in marks:
            self.assertIn('class="mark c0" d="M', mark)

    def test_heat_maps(self):
        heat_map = ("drawHeatMap({id: 'h', title: 't', text: 'd', x: linearAxis('s', 2, countText), y: {low: 0, high: 2, ticks: []},"
                    "columns: COLUMNS}).map((drawn) => drawn.outerHTML).join('')")
        usual, single = self.evaluate([heat_map.replace("COLUMNS", columns) for columns in ("[[1, 0], [0, 128]]", "[[1, 0]]")])
        for part in ('<path class="h0" d="M62 141H262V254H62z">', '<path class="h6" d="M262 28H462V141H262z">',
                     '<path class="h0" d="M1 1H27V11H1z"></path></svg>from 1</li>', "from 2<", "from 64<"):
            self.assertIn(part, usual)
        self.assertNotIn('class="h1"', usual.split('<ul class="legend">')[0])
        self.assertNotIn("from 128<", usual)
        self.assertIn('class="h6"', single)
        self.assertNotIn('class="h0"', single)


if __name__ == "__main__":
    unittest.main()
