// The head of the page and the facts of the run.

const EXIT_MEANINGS = {0: "what was verified conforms", 1: "something does not conform or was not run, or a coverage gate is not met", 2: "nothing was verified", 3: "no response from the target", 130: "the run was interrupted"};

const tallyOf = (verdict) => (result.tally || {})[verdict] || 0;

function headline() {
  const total = scenarios.length;
  if (result.target_unreachable) return "No response from the target: nothing was run";
  if (result.interrupted) return `Interrupted: ${tallyOf("not_run").toLocaleString("en")} of ${plural(total, "scenario")} not run, ${tallyOf("failed").toLocaleString("en")} failed`;
  if (total === 0) return "No scenario was run";
  const failed = tallyOf("failed"), notRun = tallyOf("not_run"), fixed = tallyOf("fixed");
  const known = tallyOf("known") > 0 ? `, ${tallyOf("known").toLocaleString("en")} known from the baseline` : "";
  if (failed > 0) return `${failed.toLocaleString("en")} of ${plural(total, "scenario")} failed${known}`;
  if (notRun > 0) return `${notRun.toLocaleString("en")} of ${plural(total, "scenario")} could not be run${known}`;
  if (fixed > 0) return `${plural(fixed, "known deviation")} no longer there`;
  if (result.exit_code === 2) return "Nothing was verified";
  if (result.exit_code === 1) return "Every scenario conforms, but the run fails";
  return `Nothing failed in ${plural(total, "scenario")}`;
}

function lead() {
  const broken = causes.filter(isBrokenCause);
  const ids = new Set(broken.flatMap((cause) => list(cause.finding.requirements)));
  const stated = [...ids].filter((id) => (requirementById.get(id) || {}).basis === "stated").length;
  if (broken.length > 0) {
    const causeText = plural(broken.length, "cause");
    if (ids.size === 0) return `${causeText} of failure.`;
    const violate = broken.length === 1 ? "violates" : "violate";
    const weight = stated === 0 ? "" : stated < ids.size ? `, of which the description states ${stated}`
      : `, which the description states`;
    return `${causeText} of failure ${violate} ${plural(ids.size, "requirement")}${weight}.`;
  }
  return `Exit code ${result.exit_code}: ${EXIT_MEANINGS[result.exit_code] || ""}.`;
}

function coverageLine() {
  const counts = result.coverage || {};
  if (!counts.checkable) return [];
  const percent = Math.floor((counts.verified * 100) / counts.checkable);
  return [html("p", {class: "coverage-line"}, html("a", {href: fragmentOf({view: "coverage"})}, html("strong", {}, `${percent} %`), ` of ${counts.checkable} checkable requirements verified`)), outcomeBar({...counts, checkable: 0}),
    html("p", {class: "legend"}, ...outcomeTexts({...counts, checkable: 0}))];
}

function pageHeader() {
  const tally = Object.keys(VERDICTS).filter((verdict) => tallyOf(verdict) > 0).map((verdict) => html("li", {},
    html("a", {href: fragmentOf({view: "scenarios", verdict}), title: VERDICTS[verdict].meaning}, html("span", {class: "figure"}, tallyOf(verdict).toLocaleString("en")), badge(verdict))));
  const isGood = result.exit_code === 0;
  return html("header", {class: `page-head ${isGood ? "good" : "bad"}`},
    html("p", {class: "kicker"}, `Plumbline ${result.tool_version} \u00b7 ${result.target} \u00b7 ${String(result.started).slice(0, 19).replace("T", " ")} \u00b7 ${durationText(result.took_ms)}`),
    html("h1", {}, html("span", {"aria-hidden": "true", class: "sign"}, isGood ? "\u2713" : "\u2715"), " ", headline()),
    html("p", {class: "lead"}, lead()),
    html("ul", {class: "tally", "aria-label": "Scenarios by verdict"}, ...tally), ...coverageLine());
}

function deviationsTable() {
  const all = list(result.deviations);
  if (all.length === 0) return [];
  return [html("h3", {}, "Known deviations"), table("Entries of the files of known deviations", ["requirement", "status", "covers", "reason", "detail", "position"],
    all.map((one) => [one.requirement, words(one.status), [one.scenario, one.code && `code ${one.code}`, one.scope && `scope ${one.scope}`].filter(Boolean).join(", ") || "all",
      [[one.reason, one.owner && `owner ${one.owner}`, one.until && `until ${one.until}`].filter(Boolean).join(", "), " ", ...issueLink(one.issue)], one.detail, positionText(one.where)]),
    ["", "", "words", "words", "words", "words"])];
}

function authoritiesText({origin, authorities, authorities_source: source}) {
  if (authorities) return `${authorities} (${source})`;
  return origin.startsWith("https:") ? "the system's" : "\u2013";
}

/** What the words of all views mean. */
function wordsTable() {
  const meanings = (names) => facts(Object.values(names).map(({text: word, meaning}) => [word, meaning]));
  return [html("h3", {}, "What the words mean"), details("Verdicts of scenarios", () => meanings(VERDICTS)), details("Outcomes of requirements", () => meanings(OUTCOMES)),
    details("Basis of requirements", () => facts(Object.entries(BASES)))];
}

function runView() {
  const gates = list(result.gates), connections = list(result.connections);
  const slowest = [...scenarios].sort((a, b) => b.took_ms - a.took_ms).slice(0, 10);
  const texts = (title, some) => (some.length === 0 ? [] : [html("h3", {}, title), html("ul", {class: "texts"}, ...some.map((one) => html("li", {}, one)))]);
  const content = [html("h2", {}, "The run"),
    facts([["target", result.target], ["started", result.started], ["duration", durationText(result.took_ms)], ["shard", result.shard && `${result.shard.number} of ${result.shard.count}`], ["baseline", result.baseline], ["seed", seed], ["version", result.tool_version],
      ["exit code", `${result.exit_code}: ${EXIT_MEANINGS[result.exit_code] || ""}`], ["summary", result.summary]]),
    ...texts("Notes", list(result.notes)),
    ...(gates.length > 0 ? [html("h3", {}, "Coverage gates"), table("Required coverage", ["gate", "result", "the run has"], gates.map((one) => [one.gate, [badge(one.met ? "passed" : "failed", {passed: {symbol: "\u2713", text: "met"}, failed: {symbol: "\u2715", text: "not met"}})], one.got]), ["", "", "words"])] : []),
    ...deviationsTable(),
    ...(connections.length > 0 ? [html("h3", {}, "Connections"), table("How the requests reached the target", ["origin", "proxy", "trusted authorities", "note"], connections.map((one) => [one.origin, one.proxy ? `${one.proxy} (${one.proxy_source})` : "none", authoritiesText(one), one.note || "\u2013"]), ["words", "words", "words", "words"])] : []),
    ...texts("Not judged", list(result.unjudged)),
    ...(slowest.length > 0 ? [html("h3", {}, "Slowest scenarios"), table("The ten scenarios that took longest", ["scenario", "verdict", "duration"], slowest.map((one) => [[link({view: "scenarios", open: one.name}, one.name)], [badge(one.verdict)], durationText(one.took_ms)]), ["words", "", "number"])] : []),
    ...wordsTable()];
  return {count: 0, total: 0, noun: "", content};
}
