"""The page of plumbline-load in a browser: what it says of levels that are not ok, of their windows, stages and tokens.

Skipped if Chromium is not installed.
"""

import unittest

from load_page import MS, PageTest, base_result, histogram, level, one_level_result, rest_result, tables, texts


def result_of(*levels, **load):
    result = base_result()
    result["levels"] = list(levels)
    result["notes"] = []
    result["load"].update(load)
    return result


def counts(failed=0, **members):
    """Returns the counts of a level, with failures of the class `status`."""
    some = level(1)["counts"] | members
    some["failed"] = dict(some["failed"], status=failed)
    return some


class LevelPage(PageTest):
    def warnings(self, result):
        return texts(self.drawn(result), "main/p[@class='warn']")

    def finding(self, result):
        return texts(self.drawn(result), "main/ul[@class='findings']/li")


class Verdicts(LevelPage):
    def test_levels_that_are_ok_need_no_warning(self):
        result = result_of(level(50), level(100))
        self.assertEqual(self.warnings(result), [])
        self.assertEqual(self.finding(result), ["2 levels, 2k requests: 2k succeeded, 0 failed"])

    def test_a_level_without_a_success(self):
        result = result_of(level(100, verdict="failing", counts=counts(failed=784, attempted=784, completed=0, good=0),
                                 examples=["status 404: <not found>", "another"]))
        self.assertEqual(self.warnings(result), [
            "failing at 100/s: none of 784 requests succeeded (first failure: status 404: <not found>)."])
        self.assertEqual(self.finding(result), ["1 level, 784 requests: 0 succeeded, 784 failed"])

    def test_a_level_in_which_no_request_ended(self):
        result = result_of(level(100, verdict="failing", counts=counts(attempted=200, completed=0, good=0, incomplete=200, not_sent=50)))
        self.assertEqual(self.warnings(result), ["failing at 100/s: none of 200 requests ended."])
        self.assertEqual(self.finding(result), ["1 level, 200 requests: 0 succeeded, 0 failed, 150 did not end, 50 were not sent"])

    def test_another_verdict_does_not_hide_that_nothing_succeeded(self):
        client = dict(level(1)["client"], bound=True, why="the client was late")
        failed = counts(failed=300, attempted=300, completed=0, good=0)
        self.assertEqual(self.warnings(result_of(level(100, verdict="client-bound", client=client, counts=failed)))[0],
                         "failing at 100/s: none of 300 requests succeeded.")
        going_on = counts(attempted=300, completed=0, good=0, incomplete=300, in_progress=300, in_progress_due=300)
        self.assertEqual(self.warnings(result_of(level(100, verdict="interrupted", counts=failed)))[0],
                         "interrupted at 100/s: the window ended after 10 s of 10 s.")
        self.assertEqual(self.warnings(result_of(level(100, achieved_per_s=0, counts=going_on))), [])

    def test_another_verdict_does_not_hide_a_growing_queue(self):
        client = dict(level(1)["client"], bound=True, why="the client was late")
        for growth, words in ((300, "of 100/s due at most 70/s sustained; a queue grew by at least 300 requests in 10 s."), (10, None)):
            shown = self.warnings(result_of(level(100, verdict="client-bound", client=client, in_flight_growth=growth)))
            self.assertEqual(shown[1:], [f"growing queue at 100/s: {words}"] if words else [])

    def test_a_level_with_some_failures(self):
        failing = level(100, verdict="failing", counts=counts(failed=200, completed=800, good=400))
        self.assertEqual(self.warnings(result_of(failing)), [
            "failing at 100/s: 40% of the requests are good (ttft <= 100ms); 200 of 1k ended requests failed."])
        self.assertEqual(self.warnings(result_of(failing, goodput="")), ["failing at 100/s: 200 of 1k ended requests failed."])

    def test_a_server_that_does_not_respond(self):
        result = result_of(level(100, verdict="unreachable", window_s=0, request_s=0, in_flight_mean=0, achieved_per_s=0, metrics={}, slices=[],
                                 counts=counts(attempted=0, completed=0, good=0, events=0, bytes=0), examples=["connection refused"]))
        self.assertEqual(self.warnings(result), ["unreachable at 100/s: no response from http://127.0.0.1:8080: connection refused."])
        page = self.drawn(result)
        self.assertNotIn("No request failed.", texts(page, "main/p"))
        self.assertEqual(texts(page, "main/pre"), ["connection refused"])

    def test_an_undercounted_level(self):
        self.assertEqual(self.warnings(result_of(level(100, verdict="undercounted", request_s=20))), [
            "undercounted at 100/s: the counted requests explain 44.4% of the time in flight, so some are missing in the figures."])

    def test_an_interrupted_level(self):
        self.assertEqual(self.warnings(result_of(level(100, verdict="interrupted", window_s=3))), [
            "interrupted at 100/s: the window ended after 3 s of 10 s."])

    def test_saturated_levels_with_and_without_a_measured_growth(self):
        result = result_of(level(100, verdict="saturated", achieved_per_s=80),
                           level(200, verdict="saturated", in_flight_growth=300))
        self.assertEqual(self.warnings(result), [
            "saturated at 100/s: of 100/s due at most 80/s sustained; "
            "200/s: of 100/s due at most 70/s sustained; a queue grew by at least 300 requests in 10 s."])

    def test_many_levels_with_one_verdict_are_one_warning(self):
        slow = [level(target, verdict="saturated", achieved_per_s=80) for target in range(100, 600, 100)]
        self.assertEqual(self.warnings(result_of(*slow)), [
            "saturated at " + "".join(f"{target}/s: of 100/s due at most 80/s sustained; " for target in (100, 200, 300)) + "2 more levels."])
        self.assertTrue(self.warnings(result_of(*slow[:4]))[0].endswith("; 1 more level."))

    def test_the_worst_verdict_is_first(self):
        bound = dict(level(1)["client"], bound=True, why="")
        result = result_of(level(50, verdict="saturated", achieved_per_s=80), level(100, verdict="undercounted", client=bound))
        self.assertEqual([text.split(" at ")[0] for text in self.warnings(result)], ["undercounted", "client-bound", "saturated"])
        self.assertIn("client-bound at 100/s: no reason given.", self.warnings(result)[1])


class Windows(LevelPage):
    cut = {"attempted": 1000, "completed": 900, "cut": 100, "incomplete": 100, "in_progress": 30, "not_sent": 60}

    def terms(self, result):
        terms = self.drawn(result).find("main/dl[@class='terms']")
        return dict(zip(texts(terms, "dt"), texts(terms, "dd")))

    def test_requests_that_were_not_sent_are_apart_from_those_that_did_not_end(self):
        terms = self.terms(result_of(level(100, counts=counts(**self.cut))))
        self.assertEqual(list(terms)[:5], ["1000 due", "100 cut", "40 not ended", "60 not sent", "30 in progress"])
        self.assertIn("for those that it had sent", terms["100 cut"])
        self.assertIn("--max-in-flight", terms["60 not sent"])
        self.assertIn("only a longer drain tells", terms["30 in progress"])

    def test_an_interrupted_run_needs_no_longer_drain(self):
        interrupted = level(100, verdict="interrupted", counts=counts(**self.cut))
        terms = self.terms(result_of(interrupted))
        for name in ("100 cut", "40 not ended", "60 not sent", "30 in progress"):
            self.assertIn("interrupted", terms[name])
        self.assertNotIn("drain", "".join(terms.values()))
        both = self.terms(result_of(level(50, counts=counts(**self.cut)), interrupted))
        self.assertRegex(both["in progress"], "only a longer drain tells. At the interrupted level: .* only a complete run tells.")

    def test_failures_of_requests_from_before_the_window_are_not_in_its_rate(self):
        result = result_of(level(100, counts=counts(failed=500, failed_due=100, attempted=1400, carried_in=400, completed=900)))
        page = self.drawn(result)
        self.assertEqual(tables(page)["Throughput"][-1], ["failed", "10/s", ""])
        self.assertEqual(tables(page)["Requests that failed, by class"][1][2], "500")

    def test_a_percentile_needs_requests_that_are_due_in_the_window(self):
        few = {"metrics": {"duration": histogram({2 * MS: 100})}, "slices": []}
        for carried_in, words in ((0, "beyond it: p99 needs a window of 100s."), (50, "beyond it: p99 needs a window of 190s."),
                                  (100, "beyond it: p99 needs a longer window.")):
            with self.subTest(carried_in):
                page = self.drawn(result_of(level(10, counts=counts(attempted=100, completed=100, carried_in=carried_in), **few)))
                self.assertTrue([text for text in texts(page, "main/p") if text.endswith(words)], texts(page, "main/p"))


class Loads(LevelPage):
    def load_text(self, page):
        facts = page.findall("main/dl")[-1]
        return dict(zip(texts(facts, "dt"), texts(facts, "dd")))["load"]

    def test_a_load_that_changes_does_not_look_even(self):
        page = self.drawn(result_of(level(25), stages="5s:50/s,5s:0/s"))
        self.assertIn("Duration over time at 25/s on average", texts(page, "main//figcaption/h3"))
        self.assertIn(", stages 5s:50/s,5s:0/s; warm-up", self.load_text(page))
        self.assertIn("All metrics at 25/s on average", tables(page))

    def test_describes_conversations(self):
        result = rest_result()
        result["load"].update(think_s=0.2, turns=3)
        self.assertIn("closed loop, mean think time 0.2 s, 3 turns per thread; warm-up", self.load_text(self.drawn(result)))

    def test_a_comparison_describes_both_loads(self):
        results = [one_level_result() for _ in range(2)]
        for seed, result in enumerate(results):
            result["load"].update(stages="5s:200/s,5s:0/s", seed=seed)
        page = self.content_of(self.compared(*results))
        load = next(row for row in tables(page)["Both runs"] if row[0] == "load")
        for seed in (0, 1):
            self.assertIn(f"seed {seed}, stages 5s:200/s,5s:0/s", load[1 + seed])
        self.assertIn("Changes at 100/s on average", texts(page, "main/h2"))
        self.assertIn("Duration at 100/s on average", texts(page, "main//figcaption/h3"))

    def test_a_comparison_of_a_million_requests_per_second_has_plots(self):
        results = [result_of(level(1e6)) for _ in range(2)]
        self.assertIn("Duration at 1000000/s", texts(self.content_of(self.compared(*results)), "main//figcaption/h3"))

    def test_rates_of_tokens_are_shown_if_there_are_tokens(self):
        caption = "One row for each level of load, in run order"
        rows = tables(self.drawn(result_of(level(100, counts=counts(tokens=19000)), level(200))))[caption]
        at = rows[0].index("tokens/s")
        self.assertEqual([row[at:at + 2] for row in rows], [["tokens/s", "tokens/s per user"], ["1.9k", "422"], ["0", "0"]])
        self.assertNotIn("tokens/s", tables(self.drawn(result_of(level(100))))[caption][0])


if __name__ == "__main__":
    unittest.main()
