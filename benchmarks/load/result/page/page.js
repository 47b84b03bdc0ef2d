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
  const examples = result.levels.flatMap((level, i) => (level.examples.length === 0 ? [] : [
    html("h3", {}, `Examples at ${levelName(result, i)}`), ...level.examples.map((text) => html("pre", {}, text))]));
  const counted = table({caption: "Requests that failed, by class", head: ["level", "attempted", "failed", "incomplete", ...occurring], rows});
  // An unreachable level has an example, although no request counts.
  const none = examples.length > 0 ? [] : [html("p", {}, "No request failed.")];
  return [html("h2", {}, "Failures"), ...(rows.length > 0 ? [counted] : none), ...examples];
}

/** Returns names and texts of what describes a run; `texts` are those of the text output. */
function runFacts({result, texts}) {
  return [
    ["tool", `plumbline-load ${result.tool_version} (${result.build})`],
    ["started", result.started],
    ["server", `${result.url} ${result.server}`.trim()],
    ["workload", texts.workload],
    ["request body", result.workload.body || "none"],
    ["load", texts.load],
    ["client", texts.client],
    ["shards", String(result.shards)],
    ...Object.entries(result.baselines).map(([name, value]) => [`baseline ${name}`, numberText(value)])];
}

function runSection(run) {
  return [html("h2", {}, "What was run"),
          html("dl", {}, ...runFacts(run).flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, value)]))];
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

function resultSections(run, names) {
  const {result} = run;
  const levels = result.levels.length === 0 ? [html("p", {}, "No level was measured.")] : [
    html("h2", {}, "Levels"), ...levelTables(run), ...windowSection(result), ...levelSections(result),
    ...chartSection("Percentiles", percentileCharts(result)),
    ...chartSection("Over time", timeCharts(result)),
    ...metricsSection(result, names.metrics), ...failuresSection(result, names.failures)];
  return [findings(run), ...verdictWarnings(result), ...levels, ...runSection(run)];
}

/** Marks the tables that are wider than their place, also when they are shown later or the window changes. */
function markScrolling() {
  const observer = new ResizeObserver((entries) => entries.forEach(
    ({target}) => target.classList.toggle("scrolls", target.scrollWidth > target.clientWidth)));
  document.querySelectorAll(".wide").forEach((element) => observer.observe(element));
}

function drawPage() {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const [result, comparison, other, texts] = ["result", "comparison", "other", "runs"].map(read);
  const title = comparison ? `Two loads on ${result.workload.operation}` : `Load on ${result.workload.operation}`;
  document.title = printable(title);
  const lead = comparison ? "A is the first result, B the second; a change is from A to B." : `${result.url}, ${result.started}`;
  const [a, b] = [{result, texts: texts[0]}, {result: other, texts: texts[1]}];
  const sections = comparison ? comparisonSections(comparison, a, b) : resultSections(a, read("names"));
  document.body.append(
    html("header", {}, html("h1", {}, title), html("p", {class: "lead"}, lead)), html("main", {}, ...sections));
  markScrolling();
}

drawPage();
