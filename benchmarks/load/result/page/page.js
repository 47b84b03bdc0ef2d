// The sections of the page.

/** The last column has words if `hasDescriptions`, every column if `isText`. */
function table({caption, head, rows, hasDescriptions, isText}) {
  const style = (i) => (isText || (hasDescriptions && i + 1 === head.length) ? {class: "words"} : {});
  const cell = (content, i) => (i === 0 ? html("th", {scope: "row"}, content) : html("td", style(i), content));
  // Takes the focus and has a name, so that it can be scrolled with the keyboard.
  return html("div", {class: "wide", tabindex: "0", role: "region", "aria-label": caption},
    html("table", {},
      html("caption", {}, html("span", {}, caption)),
      html("thead", {}, html("tr", {}, ...head.map((text, i) => html("th", {scope: "col", ...style(i)}, text)))),
      html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map(cell))))));
}

const details = (summary, content) => html("details", {}, html("summary", {}, summary), content);

function saturationText(result) {
  const {load, reason, found} = result.saturation;
  const target = targetText(result, load);
  const text = found ? `the server is saturated above ${target}` : `the server sustained ${target}, the end of the sweep`;
  return text + (reason ? `: ${reason}` : "");
}

function findings(result) {
  const total = (read) => countText(result.levels.reduce((sum, level) => sum + read(level.counts), 0));
  const levels = result.levels.length === 1 ? "1 level" : `${result.levels.length} levels`;
  const texts = [...(result.saturation ? [saturationText(result)] : []),
    `${levels}, ${total((counts) => counts.attempted)} requests, ${total(failuresOf)} of them failed`,
    ...result.notes];
  return html("ul", {class: "findings"}, ...texts.map((text) => html("li", {}, text)));
}

function boundWarnings(result) {
  const marks = groupsOf(result).length === 1 ? "." : "; in the plots the marks are hollow and the lines dashed.";
  return result.levels.map((level, i) => (!level.client.bound ? "" : html("p", {class: "warn"},
    `${levelName(result, i)}: client-bound (${level.client.why || "no reason given"}). The figures are those of the ` +
    `client, not of the server${marks}`)));
}

function isSustained(level) {
  const {counts} = level;
  const answered = level.achieved_per_s * level.window_s + (counts.in_progress_due ?? 0);
  return Math.min(answered, dueOf(counts) - level.in_flight_growth) >= 0.98 * dueOf(counts);
}

function growthWarnings(result) {
  return result.levels.map((level, i) => (!level.in_flight_growth || isSustained(level) ? "" : html("p", {class: "warn"},
    `${levelName(result, i)}: a queue grew by ${digitsText(level.in_flight_growth)} requests in the window of ` +
    `${digitsText(level.window_s)} s.`)));
}

const LATENCIES = [["ttfb", "TTFB"], ["ttfc", "TTFC"], ["ttft", "TTFT"], ["gap", "gap"], ["duration", "duration"]];

/** Returns the window in seconds that gives each latency enough values for a percentile; 0 if they have them. */
function secondsNeeded(result, percent) {
  const needed = MIN_BEYOND / (1 - percent / 100);
  const ofMetric = (level, values) => (values.count === 0 || values.reliablePercentile(percent) !== null
    ? 0 : Math.ceil((level.window_s * needed * (1 - 1e-9)) / values.count));
  return Math.max(...result.levels.flatMap((level) => LATENCIES.filter(([metric]) => level.metrics[metric]).map(
    ([metric]) => ofMetric(level, histogramOf(level, metric)))), 0);
}

/** Explains the mark of percentiles, and how long to run for those without it. */
function fewValuesNote(result) {
  const windows = [50, 99].map((percent) => [percent, secondsNeeded(result, percent)]).filter(([, seconds]) => seconds > 0)
    .map(([percent, seconds]) => `p${percent} needs a window of ${seconds} s`);
  return windows.length === 0 ? "" : html("p", {},
    `* marks a percentile with fewer than ${MIN_BEYOND} values beyond it: ${windows.join(", ")}.`);
}

function levelsTable(result) {
  const latencies = LATENCIES.filter(([metric]) => isMeasured(result, metric));
  const row = (level, i) => [
    levelName(result, i), level.verdict, `${digitsText(level.achieved_per_s)}/s`,
    `${digitsText(level.in_flight_mean)} (peak ${level.in_flight_peak})`,
    ...latencies.flatMap(([metric]) => [50, 99].map(
      (percent) => histogramOf(level, metric).percentileText(percent, "ns"))),
    countText(perSecond(level.counts.events, level)), bytesText(perSecond(level.counts.bytes, level)),
    shareText(failedShare(level.counts)),
    result.load.goodput ? shareText(goodShare(level.counts)) : "-",
    digitsText(level.client.cpu_cores),
    level.server_cpu_cores === null ? "-" : digitsText(level.server_cpu_cores)];
  return table({
    caption: "One row for each level of load, in run order; * marks percentiles of few values",
    head: ["level", "verdict", "achieved", "in flight", ...latencies.flatMap(([, title]) => [`${title} p50`, `${title} p99`]),
           "events/s", "bytes/s", "failed", "good", "client cpu", "server cpu"],
    rows: result.levels.map(row)});
}

function metricsTable(level, name, metrics) {
  const percents = [50, 90, 95, 99, 99.9];
  const rows = metrics.filter((metric) => level.metrics[metric.name]).map((metric) => {
    const values = level.metrics[metric.name];
    const text = (value) => valueText(value, values.unit);
    const all = histogramOf(level, metric.name);
    return [metric.name, countText(values.count), text(values.min), text(values.mean),
            ...percents.map((percent) => all.percentileText(percent, values.unit)), text(values.max), metric.text];
  });
  return table({caption: `All metrics at ${name}`, rows, hasDescriptions: true, head: [
    "metric", "values", "min", "mean", ...percents.map((percent) => `p${percent}`), "max", "description"]});
}

function metricsSection(result, metrics) {
  return [html("h2", {}, "All metrics"),
    html("p", {}, "The metrics of each level with their units and numbers of values. * marks a percentile with " +
                  `fewer than ${MIN_BEYOND} values beyond it.`),
    ...result.levels.map((level, i) => details(levelName(result, i), metricsTable(level, levelName(result, i), metrics)))];
}

function failuresSection(result, classes) {
  const occurring = classes.filter((name) => result.levels.some((level) => level.counts.failed[name] > 0));
  const rows = result.levels.map((level, i) => [
    levelName(result, i), level.counts.attempted, failuresOf(level.counts), level.counts.incomplete,
    ...occurring.map((name) => level.counts.failed[name])]).filter((row) => row[2] > 0 || row[3] > 0);
  const heading = html("h2", {}, "Failures");
  if (rows.length === 0) return [heading, html("p", {}, "No request failed.")];
  const examples = result.levels.flatMap((level, i) => (level.examples.length === 0 ? [] : [
    html("h3", {}, `Examples at ${levelName(result, i)}`), ...level.examples.map((text) => html("pre", {}, text))]));
  return [heading, table({caption: "Requests that failed, by class",
                          head: ["level", "attempted", "failed", "incomplete", ...occurring], rows}), ...examples];
}

/** Returns the seed as text: it has up to 64 bits, which a parsed number does not keep. */
const seedOf = (text) => text.match(/"seed": *(\d+)/)[1];

function loadText(load, seed) {
  const seconds = (value) => `${digitsText(value)} s`;
  return `${load.loop} loop` + (load.arrival ? `, ${load.arrival} arrival, seed ${seed}` : "") +
    `; warm-up ${seconds(load.warmup_s)}, window ${seconds(load.window_s)}, drain ${seconds(load.drain_s)}` +
    (load.max_events > 0 ? `; at most ${load.max_events} events per stream` : "") +
    (load.max_answer_s > 0 ? `; at most ${seconds(load.max_answer_s)} per response` : "") +
    (load.max_in_flight > 0 ? `; at most ${load.max_in_flight} in flight` : "") +
    (load.goodput ? `; good: ${load.goodput}` : "");
}

/** Returns names and texts of what describes a run. */
function runFacts(result, seed) {
  const {workload, host, validation} = result;
  return [
    ["tool", `plumbline-load ${result.tool_version} (${result.build})`],
    ["started", result.started],
    ["server", `${result.url} ${result.server}`.trim()],
    ["workload", `${workload.kind} ${workload.operation}, ${workload.path}` +
                 (workload.modes.length > 0 ? `, modes ${workload.modes.join(", ")}` : "")],
    ["request body", workload.body || "none"],
    ["load", loadText(result.load, seed)],
    ["client", `client on ${host.cpu}, ${host.cores} cores (uses ${host.pinning || "all"}), ${host.kernel}; checked: ` +
               `framing ${validation.framing ? "yes" : "no"}, JSON ${shareText(validation.json_sample)}, ` +
               `contract ${shareText(validation.contract_sample)}`],
    ["shards", String(result.shards)],
    ...Object.entries(result.baselines).map(([name, value]) => [`baseline ${name}`, numberText(value)])];
}

function runSection(result, seed) {
  return [html("h2", {}, "What was run"),
          html("dl", {}, ...runFacts(result, seed).flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]))];
}

function chartSection(title, charts) {
  if (charts.length === 0) return [];
  const figure = (chart) => html("figure", {},
    html("figcaption", {}, html("h3", {}, chart.title), html("p", {}, chart.text)), ...chart.drawing,
    ...(chart.data ? [details("The data of this plot", table(chart.data))] : []));
  return [html("h2", {}, title), html("div", {class: "plots"}, ...charts.map(figure))];
}

function levelSections(result) {
  if (groupsOf(result).length === 1)
    return [...chartSection("The level", levelCharts(result)), ...chartSection("Distributions", distributionCharts(result))];
  return chartSection("Over the load", loadCharts(result));
}

function resultSections(result, seed, names) {
  const levels = result.levels.length === 0 ? [html("p", {}, "No level was measured.")] : [
    html("h2", {}, "Levels"), levelsTable(result), fewValuesNote(result), ...windowSection(result), ...levelSections(result),
    ...chartSection("Percentiles", percentileCharts(result)),
    ...chartSection("Over time", timeCharts(result)),
    ...metricsSection(result, names.metrics), ...failuresSection(result, names.failures)];
  return [findings(result), ...boundWarnings(result), ...growthWarnings(result), ...levels, ...runSection(result, seed)];
}

function drawPage() {
  const textOf = (id) => document.getElementById(id).textContent;
  const text = textOf("result");
  const result = JSON.parse(text);
  const comparison = JSON.parse(textOf("comparison"));
  const title = comparison ? `Two loads on ${result.workload.operation}` : `Load on ${result.workload.operation}`;
  document.title = printable(title);
  const lead = comparison ? "A is the first result, B the second; a change is from A to B." : `${result.url}, ${result.started}`;
  const sections = comparison
    ? comparisonSections(comparison, {result, seed: seedOf(text)}, {result: JSON.parse(textOf("other")), seed: seedOf(textOf("other"))})
    : resultSections(result, seedOf(text), JSON.parse(textOf("names")));
  document.body.append(
    html("header", {}, html("h1", {}, title), html("p", {class: "lead"}, lead)), html("main", {}, ...sections));
}

drawPage();
