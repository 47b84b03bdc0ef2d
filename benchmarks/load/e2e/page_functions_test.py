"""The functions of the page of plumbline-load, in Chromium: figures, axes, drawings. Skipped if Chromium is not installed."""

import json
import unittest

from load_page import PageTest, bucket_of, histogram


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

    def test_a_number_in_the_middle_is_rounded_as_in_the_text_output(self):
        values = [184.5, 185.5, 12.25, 12.75, 12.35, 1.125, 1.375, 0.1875, -184.5, 1000.5, 1001.5, 999.5, 0.5, 0, 1e-4]
        expected = ["184", "186", "12.2", "12.8", "12.3", "1.12", "1.38", "0.188", "-184", "1000", "1002", "1000", "0.5", "0", "0.0001"]
        # Python rounds as the C++ program does.
        self.assertEqual([f"{value:.0f}" if abs(value) >= 999.5 else f"{value:.3g}" for value in values], expected)
        self.assertEqual(self.evaluate([f"{values}.map(digitsText)"]), [expected])

    def test_names_of_targets(self):
        def name(target, **load):
            return f"targetText({{load: {json.dumps(load)}}}, {target})"
        expected = {
            name(50, loop="open"): "50/s", name(64, loop="closed"): "64 in flight",
            name(50, loop="open", stages="1s:50/s"): "50/s on average", name(64, loop="closed", stages="1s:64"): "up to 64 in flight",
            name(1e6, loop="open"): "1000000/s", name(1234567, loop="open"): "1234567/s", name(33.3333333, loop="open"): "33.3333/s"}
        self.assertEqual(self.evaluate(expected), list(expected.values()))

    def test_sustained_rate(self):
        def rate(**members):
            level = {"window_s": 10, "achieved_per_s": 100, "counts": {"attempted": 1000, "carried_in": 0}} | members
            return f"[sustainedRate({json.dumps(level)}), isSustained({json.dumps(level)})]"
        expected = {
            rate(): [100, True], rate(achieved_per_s=97.9): [97.9, False], rate(in_flight_growth=100): [90, False],
            rate(achieved_per_s=90, counts={"attempted": 1000, "carried_in": 0, "in_progress_due": 90}): [99, True],
            rate(window_s=0): [0, True]}
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
            labels("logAxis('', 3e6, 4e7, timeText)"): ["1 ms", "10 ms", "100 ms"],
            labels("logAxis('', 1e3, 1e8, timeText)"): ["1 us", "10 us", "100 us", "1 ms", "10 ms", "100 ms"],
            labels("logAxis('', 2e6, 2e6, timeText)"): ["1 ms", "10 ms"],
            labels("logAxis('', 1, 3e12, timeText)"): ["1 ns", "", "100 ns", "", "10 us", "", "1 ms", "", "100 ms", "", "10 s", "", "1000 s", ""],
            "logAxis('', 1, 10, countText).minor.map((line) => line.value)": [2, 3, 4, 5, 6, 7, 8, 9],
            "logAxis('gap', 1, 10, countText).label": "gap, log scale",
            ends("logAxis('', 0, 1000, countText)"): [1000, 10000],
            ends("logAxis('', 5, 0, countText)"): [1, 10],
            ends("logAxis('', 0, 0, countText)"): [1, 10],
            ends("logAxis('', 1, Infinity, countText)"): [1, 10],
            ends("logAxis('', NaN, 5, countText)"): [1, 10],
            ends("bandedAxis(logAxis('', 1, 100, countText), '0', '')"): [0.5754399373371569, 100],
            "bandedAxis(logAxis('', 1, 100, countText), '', 'no end').above.low": 100,
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
                     '<desc id="p-d">&lt;d&gt;</desc>', '<path class="line c0" d="M62 254L450 28">',
                     '<path class="mark c0" d="M58.5 250.5h7v7h-7z">', '<path class="mark c0 hollow" d="M446.5 24.5h7v7h-7z">',
                     '<text class="mid" x="62" y="271">0</text>', '<text class="end" x="56" y="32">10</text>', ">rate</text>", ">s/s</text>",
                     '<path class="line c0" d="M1 6H27">', '<path class="mark c0" d="M10.5 2.5h7v7h-7z">', "</svg>a &lt; b</li>"):
            self.assertIn(part, usual)
        self.assertIn('class="line c0 dashed"', dashed)
        self.assertNotIn('class="line c0"', point.split('<ul class="legend">')[0])
        for mark in marks:
            self.assertIn('class="mark c0" d="M', mark)

    def test_heat_maps(self):
        heat_map = ("drawHeatMap({id: 'h', title: 't', text: 'd', unit: 'gaps', x: linearAxis('s', 2, countText), "
                    "y: {low: 0, high: 2, ticks: []}, cells: CELLS}).map((drawn) => drawn.outerHTML).join('')")
        one, other = "{left: 0, right: 1, low: 0, high: 1, count: 1}", "{left: 1, right: 2, low: 1, high: 2, count: 128}"
        usual, single = self.evaluate([heat_map.replace("CELLS", f"[{cells}]") for cells in (f"{one}, {other}", one)])
        for part in ('<path class="h0" d="M62 141H256V254H62z">', '<path class="h6" d="M256 28H450V141H256z">', "<li>gaps in a cell:</li>",
                     '<path class="h0" d="M1 1H27V11H1z"></path></svg>from 1</li>', "from 2<", "from 64<"):
            self.assertIn(part, usual)
        self.assertNotIn('class="h1"', usual.split('<ul class="legend"')[0])
        self.assertNotIn("from 128<", usual)
        self.assertIn('class="h6"', single)
        self.assertNotIn('class="h0"', single)

    def test_coarse_latencies(self):
        slices = "[{latency: {duration: {counts: [79, 25, 17, 5], not_ended: 2}}}, {latency: {duration: {counts: [79, 1], not_ended: 1}}}, {}]"
        latencies = f"latenciesOf({{parts: {slices}}}, 'duration')"
        expected = {
            "[0, 7, 8, 9, 10, 2 * 10**6].map((value) => bucketOf(value, COARSE_BITS))": [0, 7, 8, 8, 9, 79],
            "[bucketMin(79, COARSE_BITS), bucketMax(79, COARSE_BITS)]": [1835008, 2097151],
            f"[...{latencies}.counts]": [[79, 26], [96, 5]],
            f"{latencies}.notEnded": 3,
            f"[0.5, 0.83, 1].map((share) => coarseQuantile({latencies}, share))": [2097151, 2097151, 41943039],
            "coarseQuantile(latenciesOf({parts: []}, 'duration'), 1)": None,
        }
        self.assertEqual(self.evaluate(expected), list(expected.values()))


if __name__ == "__main__":
    unittest.main()
