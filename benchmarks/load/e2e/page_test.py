"""The page of plumbline-load in a browser: what its script draws. Skipped if Chromium is not installed.

`scripts/ci page` installs axe-core and sets PLUMBLINE_NEEDS_BROWSER: then nothing is skipped.
"""

import html
import json
import os
import re
import unittest
from pathlib import Path

from load_page import (HOSTILE, MS, PageTest, base_result, histogram, interop_tools, level, one_level_result, rest_result, stream_result,
                       tables, texts)


class PageOfStreams(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = cls.drawn(stream_result())

    def test_begins_with_the_findings(self):
        self.assertEqual(texts(self.page, "header/h1"), ["Load on createRunStream"])
        self.assertEqual(texts(self.page, "header/p"), ["http://127.0.0.1:8080, 2026-03-01T09:30:00Z"])
        self.assertEqual(texts(self.page, "main/ul/li"),
                         ["the server is saturated above 100/s: achieved 96% of the target", "5 levels, 5k requests: 4.99k succeeded, 5 failed, 2 did not end",
                          "one host"])
        self.assertEqual(texts(self.page, "main/p[@class='warn']"), [
            "client-bound at 400/s: client cpu 0.97 > 0.90. The figures are those of the client, not of the server; in the plots the marks "
            "are hollow and the lines dashed.",
            "saturated at 200/s: of 98.8/s due at most 98.8/s sustained."])

    def test_has_a_table_of_the_levels(self):
        rows = tables(self.page)["One row for each level of load, in run order"]
        self.assertEqual(rows[:3], [
            ["level", "verdict", "achieved", "failed", "good", "in flight", "events/s", "bytes/s", "client cpu", "server cpu"],
            ["50/s", "ok", "50/s", "0%", "50%", "4.5 (peak 31)", "2k", "640 kB", "0.25", "0.5"],
            ["100/s run 1", "ok", "100/s", *rows[1][3:]]])
        self.assertEqual([row[0] for row in rows[3:]], ["100/s run 2", "200/s", "400/s"])

    def test_has_a_table_of_the_latencies(self):
        rows = tables(self.page)["Latencies of each level; * marks percentiles of few values"]
        self.assertEqual(rows[:2], [
            ["level", "TTFC p50", "TTFC p99", "TTFT p50", "TTFT p99", "gap p50", "gap p99", "duration p50", "duration p99"],
            ["50/s", *["2 ms", "40 ms"] * 2, "10 ms", "10 ms", "2 ms", "40 ms"]])
        self.assertEqual(len(rows), 6)

    def test_has_all_charts(self):
        self.assertEqual(texts(self.page, "main//figcaption/h3"), [
            "Throughput", "Time to first token", "Gap between events", "Corrected and uncorrected latency", "CPU",
            "Percentiles of the time to first chunk", "Percentiles of the time to first token",
            "Percentiles of the gap between events", "Percentiles of the duration",
            "Events over time", "Time to first token over time at 100/s", "Duration over time at 100/s", "Gaps over time at 100/s",
            "Time to first token over time at 200/s", "Duration over time at 200/s", "Gaps over time at 200/s"])
        self.assertEqual(len(self.page.findall("main//figure/{*}svg")), 16)
        ids = [element.get("id") for element in self.page.iter() if element.get("id")]
        self.assertEqual(len(ids), 32)
        self.assertEqual(len(set(ids)), 32)

    def test_charts_have_their_data_in_a_table(self):
        shown = tables(self.page)
        self.assertEqual(shown["Throughput"], [
            ["level", "sustained", "good: ttft <= 100ms", "succeeded"], ["50/s", "50", "25", "50"], ["100/s run 1", "100", "50", "100"],
            ["100/s run 2", "98", "49", "98"], ["200/s", "98.8", "101", "200"], ["400/s (client-bound)", "100", "200", "400"]])
        self.assertEqual(shown["Percentiles of the duration"][2],
                         ["100/s", "2k", "2 ms", "40 ms", "40 ms", "40 ms", "40 ms*", "40 ms*", "40 ms"])
        self.assertEqual(shown["Events over time"][:2],
                         [["from", "50/s", "100/s", "200/s", "400/s (client-bound)"], ["0 s", *["2k"] * 4]])
        self.assertEqual(shown["Gaps over time at 100/s"][:2],
                         [["from", "gaps", "p50", "p99", "max"], ["0 s", "950", "10 ms", "10 ms*", "10 ms"]])
        self.assertEqual(shown["Duration over time at 100/s"][:2],
                         [["due from", "requests", "half took at most", "all took at most", "not ended"],
                          ["0 s", "50", "2.1 ms", "41.9 ms", "0"]])
        self.assertEqual(shown["Duration over time at 100/s"][20], ["9.5 s", "50", "2.1 ms", "41.9 ms", "3"])

    def test_logarithmic_axes_say_so_and_have_powers_of_ten(self):
        duration = self.page.find("main//{*}svg[@aria-labelledby='p-duration-t p-duration-d']")
        labels = texts(duration, "{*}text")
        self.assertEqual(labels[:3] + [labels[-1]], ["1 ms", "10 ms", "100 ms", "percentile (each nine has the same width)"])
        self.assertIn("duration, log scale", labels)

    def test_requests_that_have_not_ended_have_their_own_row(self):
        for metric, is_shown in (("duration", True), ("ttft", False)):
            self.assertEqual("no end" in texts(self.page, f"main//{{*}}svg[@aria-labelledby='{metric}-1-t {metric}-1-d']/{{*}}text"), is_shown)

    def test_says_what_the_windows_contain(self):
        rows = tables(self.page)["Requests of each window"]
        self.assertEqual(rows[0], ["level", "due", "carried in", "cut", "not ended", "accounted"])
        self.assertEqual(rows[1], ["50/s", "1000", "0", "0", "0", "100%"])
        self.assertEqual(rows[4], ["200/s", "988", "12", "9", "2", "90%"])
        terms = self.page.find("main/dl[@class='terms']")
        self.assertEqual(texts(terms, "dt"), rows[0][1:])
        self.assertIn("at least as long as they had taken", texts(terms, "dd")[3])

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
        last = self.page.findall("main/dl")[-1]
        facts = dict(zip(texts(last, "dt"), texts(last, "dd")))
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


class PageOfOneLevel(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.page = cls.drawn(one_level_result())

    def bars(self, caption):
        """Returns name, value and width of each bar, with * at the end of the width of a hollow one."""
        table = next(table for table in self.page.iter("table") if texts(table, "caption") == [caption])
        self.assertEqual(table.get("class"), "bars")
        return [(*texts(row, "th"), texts(row, "td")[0], self.width(row.find("td/div"))) for row in table.iter("tr")]

    @staticmethod
    def width(bar):
        return "none" if bar is None else bar.get("style").removeprefix("width: ") + ("*" if "hollow" in bar.get("class") else "")

    def test_has_bars_from_zero_instead_of_dots(self):
        self.assertEqual(self.page.findall("main//{*}path[@class='mark c0']"), [])
        self.assertEqual(self.bars("Throughput"), [
            ("due", "100/s", "100%"), ("sustained", "100/s", "100%"), ("succeeded", "100/s", "100%"),
            ("good: ttft <= 100ms", "49.9/s", "49.9%"), ("failed", "0/s", "none")])
        self.assertEqual(self.bars("Duration"), [
            ("p50", "2 ms", "5%"), ("p90", "40 ms", "100%"), ("p95", "40 ms", "100%"), ("p99", "40 ms", "100%"),
            ("p99.9", "40 ms*", "100%*"), ("max", "40 ms", "100%")])
        self.assertEqual([row[:2] for row in self.bars("Corrected and uncorrected latency")], [
            ("p50 from the due time", "2 ms"), ("p50 from the send time", "2 ms"),
            ("p99 from the due time", "40 ms"), ("p99 from the send time", "40 ms")])
        self.assertEqual(self.bars("CPU")[0], ("client", "0.25 cores", "27.8%"))

    def test_has_histograms_with_logarithmic_axes(self):
        drawing = self.page.find("main//{*}svg[@aria-labelledby='d-duration-t d-duration-d']")
        labels = texts(drawing, "{*}text")
        self.assertEqual(labels[-3:], ["10 ms", "100 ms", "duration, log scale"])
        self.assertEqual(drawing.find("{*}path[@class='bin']").get("d").count("M"), 2)
        self.assertEqual(tables(self.page)["Distribution of the duration"],
                         [["above", "up to", "values"], ["2 ms", "2.24 ms", "500"], ["39.8 ms", "44.7 ms", "500"]])
        self.assertIn("Not in it: 9k values of 0", "".join(texts(self.page, "main//figcaption/p")))

    def test_says_in_words_what_the_window_contains(self):
        terms = self.page.find("main/dl[@class='terms']")
        self.assertEqual(texts(terms, "dt"), ["1000 due", "8 carried in", "15 cut", "5 not ended", "2 late", "1 reconnected", "100% accounted"])
        self.assertIn("45 seconds of requests. The counted requests explain 45 of them, 100%.", texts(terms, "dd")[-1])

    def test_missing_requests_are_named(self):
        result = one_level_result()
        result["levels"][0].update(request_s=20, verdict="undercounted")
        words = "".join(texts(self.drawn(result), "main/dl[@class='terms']/dd"))
        self.assertIn("explain 20 of them, 44.4%: some requests are missing", words)


class PageOfTwoResults(PageTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        a, b = one_level_result(), one_level_result()
        for result, fast in ((a, 2), (b, 4)):
            result["levels"][0]["metrics"]["ttft"] = histogram({fast * MS: 900, 40 * MS: 100})
        b.update(started="2026-03-02T09:30:00Z", notes=[HOSTILE])
        b["load"]["seed"] = 2**64 - 1
        cls.page = cls.content_of(cls.compared(a, b))

    def test_shows_each_figure_with_difference_and_verdict(self):
        self.assertEqual(texts(self.page, "header/h1"), ["Two loads on createRunStream"])
        rows = next(rows for caption, rows in tables(self.page).items() if caption.startswith("Changes at 100/s. Runs: 1 of A, 1 of B."))
        self.assertEqual(rows[0], ["figure", "verdict", "A", "B", "change", "99% interval", "-50% to +50%"])
        shown = {row[0]: row[1:] for row in rows[1:]}
        self.assertEqual(shown["ttft_p50"][:4], ["\u25bc worse", "2 ms", "4 ms", "+100%"])
        self.assertEqual(shown["achieved"][:4], ["= same", "100/s", "100/s", "0.0%"])
        self.assertEqual(shown["server_cpu_per_event"][0], "? undecidedthe noise of a single run is unknown")
        self.assertRegex(texts(self.page, "main/ul/li")[0], r"^1 worse, 0 better, \d same, \d undecided$")
        self.assertIn("A: 2026-03-01T09:30:00Z, plumbline-load 1.4.0", texts(self.page, "main/ul/li")[1])

    def test_an_interval_beyond_the_drawing_ends_in_an_arrow(self):
        self.assertEqual(len(self.page.findall(".//{*}svg[@class='interval worse']/{*}path[@d='M110 3L117 8L110 13z']")), 1)
        self.assertTrue(self.page.findall(".//{*}svg[@class='interval same']/{*}path[@class='range']"))

    def test_draws_the_percentiles_of_both_in_one_plot(self):
        self.assertIn("Time to first token at 100/s", texts(self.page, "main//figcaption/h3"))
        self.assertEqual([row[0] for row in tables(self.page)["Time to first token at 100/s"]], ["result", "A", "B"])

    def test_shows_what_was_run_side_by_side(self):
        facts = {row[0]: row[1:] for row in tables(self.page)["Both runs"]}
        self.assertEqual(facts["started"], ["2026-03-01T09:30:00Z", "2026-03-02T09:30:00Z", "no"])
        self.assertEqual(facts["workload"][2], "yes")
        self.assertIn("seed 18446744073709551615", facts["load"][1])


class Accessibility(PageTest):
    def report_of(self, page, script, width=390):
        """Returns the value of a function of the page's document, for the page in a frame of `width` pixels."""
        with open(page, encoding="utf-8") as file:
            content = file.read()
        frame = os.path.join(self.folder, "frame.html")
        with open(frame, "w", encoding="utf-8") as file:
            file.write("<!DOCTYPE html><meta charset=utf-8><pre></pre>"
                       f'<iframe style="width: {width}px; height: 800px" srcdoc="{html.escape(content)}"></iframe>'
                       # The page marks what scrolls when it has been laid out.
                       "<script>addEventListener('load', () => setTimeout(() => {"
                       "const page = document.querySelector('iframe').contentDocument;"
                       f"document.querySelector('pre').textContent = JSON.stringify(({script})(page)); }}, 500));</script>")
        dom = self.dom_of(frame, "--virtual-time-budget=10000")
        return json.loads(html.unescape(re.search("<pre>(.*?)</pre>", dom, re.DOTALL).group(1)))

    def pages(self):
        yield self.page_of(one_level_result())
        yield self.page_of(stream_result())
        yield self.compared(stream_result(), stream_result())

    def test_fits_into_390_pixels_and_names_its_charts(self):
        for number, page in enumerate(self.pages()):
            with self.subTest(number):
                width, unnamed, out_of_reach = self.report_of(page, """(page) => [
                    page.documentElement.scrollWidth,
                    [...page.querySelectorAll("svg:not([aria-hidden])")].filter((image) => image.getAttribute("role") !== "img" ||
                        !image.getAttribute("aria-labelledby").split(" ").every((id) => page.getElementById(id).textContent)).length,
                    [...page.querySelectorAll("main *")].filter((element) => element.scrollWidth > element.clientWidth + 1 &&
                        getComputedStyle(element).overflowX === "auto" && element.tabIndex < 0).length]""")
                self.assertLessEqual(width, 390)
                self.assertEqual((unnamed, out_of_reach), (0, 0))

    def test_tables_of_the_levels_fit_into_1280_pixels(self):
        result = stream_result()
        for each in result["levels"]:
            each["target"] *= 1000
            each["counts"]["tokens"] = 19000
            each["metrics"].update(ttfb=each["metrics"]["ttfc"])
        page = self.page_of(result)
        for width, scrolling in ((1280, 0), (390, 4)):
            with self.subTest(width):
                self.assertEqual(self.report_of(page, """(page) => { const tables = [...page.querySelectorAll("main > .wide")];
                    return [tables.filter((table) => table.scrollWidth > table.clientWidth).length,
                            tables.filter((table) => table.classList.contains("scrolls")).length]; }""", width), [scrolling, scrolling])

    def test_reasons_of_a_comparison_are_visible_on_a_narrow_screen(self):
        rights = self.report_of(self.compared(one_level_result(), one_level_result()), """(page) =>
            [...page.querySelectorAll(".why")].map((reason) => reason.getBoundingClientRect().right)""")
        self.assertTrue(rights)
        self.assertLessEqual(max(rights), 390)

    def axe_problems(self, page, scheme):
        """Returns the rules of axe-core that a page violates, each with an element."""
        content = Path(page).read_text(encoding="utf-8")
        axe = (interop_tools.MODULES / "axe-core/axe.min.js").read_text(encoding="utf-8")
        checked = Path(self.folder, "checked.html")
        checked.write_text(content.replace("</body>", f"""<script>{axe}</script><script>
            axe.run(document, {{resultTypes: ["violations"]}}).then((found) => document.documentElement.setAttribute("data-axe",
                JSON.stringify(found.violations.map(({{id, nodes}}) => `${{id}}: ${{nodes[0].html}}`))));</script></body>"""), encoding="utf-8")
        dom = self.dom_of(checked, "--virtual-time-budget=60000", f"--blink-settings=preferredColorScheme={scheme}")
        return json.loads(html.unescape(re.search('data-axe="(.*?)"', dom).group(1)))

    def test_axe_finds_nothing(self):
        if not (interop_tools.MODULES / "axe-core").exists():
            self.skip("axe-core is not installed; scripts/ci page installs it")
        for number, page in enumerate(self.pages()):
            for name, scheme in (("dark", 0), ("light", 1)):
                with self.subTest(number, scheme=name):
                    self.assertEqual(self.axe_problems(page, scheme), [])


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
            for part in each["slices"]:
                part["latency"]["ttfc"] = part["latency"].pop("ttft")
        page = self.drawn(result)
        self.assertEqual(texts(page, "main//figcaption/h3")[1], "Time to first chunk")
        self.assertIn("No tokens were read", texts(page, "main//figcaption/p")[1])
        self.assertIn("Time to first chunk over time at 100/s", texts(page, "main//figcaption/h3"))

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
        shown = tables(self.drawn(result))
        for name, count in (("Events over time", "4k"), ("Duration over time at 1/s", "200")):
            self.assertEqual(len(shown[name]), 51)
            self.assertEqual(shown[name][2][:2], ["0.2 s", {"4k": "20k"}.get(count, count)])

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


if __name__ == "__main__":
    unittest.main()
