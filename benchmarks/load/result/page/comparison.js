// The page of two results: the changes of the figures with their verdicts, the percentiles of both, what was run.

const VERDICT_MARKS = {worse: "\u25bc", better: "\u25b2", same: "=", undecided: "?"};
const SHOWN_CHANGE = 0.5;  // at either end of the drawn interval

/** Draws the interval of a change on an axis from -50% to +50% around no change; an arrow marks an end beyond it. */
function intervalDrawing({change, verdict}) {
  if (change === null) return "";
  const x = (value) => coordinate(60 + Math.min(Math.max(value / SHOWN_CHANGE, -1), 1) * 50);
  const arrows = (change.low < -SHOWN_CHANGE ? "M10 3L3 8L10 13z" : "") + (change.high > SHOWN_CHANGE ? "M110 3L117 8L110 13z" : "");
  const isShown = change.low <= SHOWN_CHANGE && change.high >= -SHOWN_CHANGE;
  return svg("svg", {class: `interval ${verdict}`, viewBox: "0 0 120 16", "aria-hidden": "true"},
    svg("path", {class: "axis", d: "M60 0V16"}), svg("path", {class: "grid", d: "M10 2V14M110 2V14"}),
    ...(isShown ? [svg("path", {class: "range", d: `M${x(change.low)} 8H${x(change.high)}`})] : []),
    ...(Math.abs(change.value) <= SHOWN_CHANGE ? [svg("path", {class: "value", d: MARKS.circle(Number(x(change.value)), 8)})] : []),
    ...(arrows ? [svg("path", {class: "value", d: arrows})] : []));
}

function figureRow(figure) {
  // The reason is below the verdict: a column for it would be out of sight on a narrow screen, but make all rows high.
  const verdict = html("div", {class: "judged"},
    html("span", {class: `verdict ${figure.verdict}`},
      html("span", {"aria-hidden": "true"}, `${VERDICT_MARKS[figure.verdict]} `), figure.verdict),
    ...(figure.why ? [html("div", {class: "why"}, figure.why)] : []));
  return [figure.name, verdict, figure.a_text, figure.b_text, figure.change_text, figure.interval_text, intervalDrawing(figure)];
}

function levelChange(level) {
  const heading = html("h2", {}, `Changes at ${level.name}`);
  if (level.why) return [heading, html("p", {class: "warn"}, `Not comparable: ${level.why}.`)];
  return [heading, table({
    caption: `Changes at ${level.name}. Runs: ${level.a_runs} of A, ${level.b_runs} of B. The drawn interval is from -50% to +50%; ` +
      "an arrow marks more.",
    head: ["figure", "verdict", "A", "B", "change", "99% interval", "-50% to +50%"],
    rows: level.figures.map(figureRow)})];
}

function verdictsText({levels}) {
  const figures = levels.flatMap((level) => level.figures);
  const count = (verdict) => figures.filter((figure) => figure.verdict === verdict).length;
  return Object.keys(VERDICT_MARKS).map((verdict) => `${count(verdict)} ${verdict}`).join(", ");
}

function percentilesOfBoth(name, metric, groups) {
  const curves = groups.map(([side, group], i) => ({name: side, color: `c${i}`, isDashed: i > 0, values: sumMetric(group, metric)}));
  if (curves.some((curve) => curve.values.count === 0)) return null;
  const id = `p-${metric}-${name}`.replace(/[^a-z0-9]+/g, "-");
  return percentilePlot({id, metric, title: `${METRIC_TITLES[metric]} at ${name}`, curves, ofEach: "result"});
}

function bothCharts(comparison, a, b) {
  return comparison.levels.filter((level) => !level.why).flatMap(({name, target}) => {
    const [ofA, ofB] = [a, b].map((result) => groupsOf(result).find((group) => isSameTarget(group.target, target)));
    return Object.keys(METRIC_TITLES).map((metric) => percentilesOfBoth(name, metric, [["A", ofA], ["B", ofB]])).filter(Boolean);
  });
}

function factsOfBoth(a, b) {
  const [ofA, ofB] = [a, b].map((run) => new Map(runFacts(run)));
  const names = [...new Set([...ofA.keys(), ...ofB.keys()])];
  return [html("h2", {}, "What was run"), table({
    caption: "Both runs", head: ["fact", "A", "B", "same"], isText: true,
    rows: names.map((name) => [name, ofA.get(name) || "-", ofB.get(name) || "-", ofA.get(name) === ofB.get(name) ? "yes" : "no"])})];
}

function comparisonSections(comparison, a, b) {
  return [
    html("ul", {class: "findings"}, ...[verdictsText(comparison), `A: ${comparison.a}`, `B: ${comparison.b}`, ...comparison.notes].map(
      (text) => html("li", {}, text))),
    html("p", {}, "Same: the change and its interval are within the tolerance. Better or worse: the interval excludes no change. " +
                  "Undecided: the noise is too large to tell; run longer or repeat the levels."),
    ...comparison.levels.flatMap(levelChange),
    ...chartSection("Percentiles of both", bothCharts(comparison, a.result, b.result)),
    ...factsOfBoth(a, b)];
}
