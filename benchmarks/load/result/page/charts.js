// The charts. Each is {title, text, drawing, data}: `drawing` is empty if there is nothing to draw, and then `text`
// says why; `data` is a table with the drawn values.

const MAX_LINES = 6;  // more lines in one plot cannot be distinguished
const FAR_APART = 50;  // beyond this ratio, a linear axis would leave the low values near 0

const METRIC_TITLES = {ttfc: "Time to first chunk", ttft: "Time to first token", gap: "Gap between events", duration: "Duration"};

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const smallest = (values) => Math.min(...values.filter((value) => value > 0));
const withBound = (name, isBound) => (isBound ? `${name} (client-bound)` : name);

/**
 * A chart over the offered load; the members of `plot.series` read one figure of a level, null if it has none. Those of
 * `plot.columns` are only in the table of the data.
 */
function chartOverLoad(result, plot) {
  const groups = groupsOf(result);
  const series = plot.series.map((each) => {
    const points = groups.map((group) => group.runs.filter((run) => each.read(run) !== null).map(
      (run) => ({x: group.target, y: each.read(run), isHollow: run.client.bound})));
    const measured = points.filter((runs) => runs.length > 0);
    return {...each, marks: measured.flat(),
            line: measured.map((runs) => ({x: runs[0].x, y: median(runs.map((run) => run.y))}))};
  }).filter((each) => each.marks.length > 0);
  const chart = {title: plot.title, text: plot.text, drawing: []};
  if (series.length === 0) return chart;

  const rates = [groups[0].target, groups[groups.length - 1].target];
  const xLabel = result.load.loop === "closed" ? "requests in flight" : "offered rate (requests/s)";
  const x = rates[0] > 0 && rates[1] / rates[0] >= FAR_APART ? logAxis(xLabel, ...rates, countText)
                                                             : linearAxis(xLabel, rates[1], countText);
  const values = series.flatMap((each) => each.marks.map((point) => point.y));
  const high = Math.max(0, plot.limit || 0, ...values);
  const isLog = plot.isLog || (plot.hasDiagonal && x.isLog);
  const y = isLog ? logAxis(plot.label, smallest(values), high, plot.number)
                  : linearAxis(plot.label, high, plot.number);
  const shown = [...series];
  const reference = {color: "ref", isDashed: true};
  if (plot.hasDiagonal) {
    const ends = [Math.max(x.low, y.low), Math.min(x.high, y.high)];
    shown.push({...reference, name: "offered rate", line: ends.map((end) => ({x: end, y: end}))});
  } else if (plot.limit) {
    shown.push({...reference, name: plot.limit, line: [x.low, x.high].map((end) => ({x: end, y: plot.limit}))});
  }
  chart.drawing = drawPlot({...plot, x, y, series: shown});
  const columns = [...series, ...(plot.columns || [])];
  chart.data = {caption: plot.title, head: ["level", ...columns.map((each) => each.name)],
                rows: result.levels.map((level, i) => [
                  withBound(levelName(result, i), level.client.bound),
                  ...columns.map((each) => (each.text ? each.text(level) : each.read(level) === null ? "-" : plot.number(each.read(level))))])};
  return chart;
}

function percentileSeries(metric, percent, number, more) {
  return {name: `p${percent}`, color: `c${number}`, mark: ["circle", "square", "triangle"][number],
          read: (level) => histogramOf(level, metric).reliablePercentile(percent),
          text: (level) => histogramOf(level, metric).percentileText(percent, "ns"), ...more};
}
const threePercentiles = (metric) => [50, 99, 99.9].map((percent, i) => percentileSeries(metric, percent, i));

const SUSTAINED_TEXT = "Sustained: what succeeded or was still in progress, without what adds to a queue.";

function throughputChart(result) {
  const isOpen = result.load.loop !== "closed";
  const look = {color: "c0", mark: "circle"};
  const succeeded = {...look, name: "succeeded", read: (level) => level.achieved_per_s};
  const good = {name: `good: ${result.load.goodput}`, color: "c2", mark: "square", read: goodRate};
  return chartOverLoad(result, {
    id: "throughput", title: "Throughput", label: isOpen ? "requests/s" : "successes/s", number: countText, hasDiagonal: isOpen,
    series: [isOpen ? {...look, name: "sustained", read: sustainedRate} : succeeded, ...(result.load.goodput ? [good] : [])],
    columns: isOpen ? [succeeded] : [],
    text: isOpen ? `Requests per second. ${SUSTAINED_TEXT} The server keeps up while the line follows the dashed line.`
                 : "Successful requests per second over the number of requests in flight."});
}

function latencyChart(result) {
  const metric = ["ttft", "ttfc"].find((name) => isMeasured(result, name)) || "duration";
  const title = METRIC_TITLES[metric];
  let text = result.load.loop === "closed" ? "Measured from the send time of a request."
                                           : "Measured from the due time of a request, even if it was sent later.";
  if (metric === "ttfc" && result.workload.kind === "stream")
    text += " No tokens were read, so the plot shows the first chunk.";
  const chart = chartOverLoad(result, {id: "latency", title, text, label: title, isLog: true, number: timeText,
                                       series: threePercentiles(metric)});
  if (chart.drawing.length === 0)
    chart.text = "No plot: no level has enough successes for a percentile (ten beyond it).";
  return chart;
}

const CORRECTION_TEXT =
  "Corrected: measured from the due time. Uncorrected: measured from the send time, which excludes the wait " +
  "of a client that could not send. Where they differ, requests were queued before they were sent.";

function correctionChart(result) {
  const title = "Corrected and uncorrected latency";
  if (result.load.loop === "closed") {
    return {title, drawing: [], isKept: true, text:
      "No plot: in a closed loop a request is due when it is sent, so there is nothing to correct."};
  }
  const due = result.workload.kind === "stream" ? "ttfc" : "duration";
  const sent = `${due}_sent`;
  return chartOverLoad(result, {
    id: "corrected", title, label: due === "ttfc" ? "Time to first chunk" : "Duration", isLog: true, number: timeText,
    text: CORRECTION_TEXT,
    series: [percentileSeries(due, 50, 0, {name: "p50 corrected"}),
             percentileSeries(due, 99, 1, {name: "p99 corrected"}),
             percentileSeries(sent, 50, 0, {name: "p50 uncorrected", mark: "triangle", isDashed: true}),
             percentileSeries(sent, 99, 1, {name: "p99 uncorrected", mark: "diamond", isDashed: true})]});
}

const CLIENT_LIMIT = 0.9;
const CPU_TEXT = "Cores in use. A client that uses a whole core limits what it measures.";

function loadCharts(result) {
  const gaps = chartOverLoad(result, {
    id: "gap", title: METRIC_TITLES.gap, label: "Gap", isLog: true, number: timeText, series: threePercentiles("gap"),
    text: "Time between successive events of a stream, as read. Gaps of 0 (events of one read) are drawn at the bottom."});
  const cpu = chartOverLoad(result, {
    id: "cpu", title: "CPU", label: "cores", number: digitsText, limit: CLIENT_LIMIT, text: CPU_TEXT,
    series: [{name: "client", color: "c0", mark: "circle", read: (level) => level.client.cpu_cores},
             {name: "server", color: "c1", mark: "square", read: (level) => level.server_cpu_cores}]});
  const optional = [gaps, correctionChart(result)].filter((chart) => chart.drawing.length > 0 || chart.isKept);
  return [throughputChart(result), latencyChart(result), ...optional, cpu];
}

/** Draws the percentiles of curves: {name, values, color, isDashed}; `ofEach` says what a curve is of. */
function percentilePlot({id, metric, title, curves, ofEach}) {
  const STEPS = 80;
  for (const curve of curves) {
    const last = Math.max(curve.values.count / MIN_BEYOND, 1);
    curve.line = Array.from({length: STEPS + 1}, (_, i) => last ** (i / STEPS)).map(
      (x) => ({x, y: curve.values.percentile(100 - 100 / x)}));
  }
  const values = curves.flatMap((curve) => curve.line.map((point) => point.y));
  const high = Math.max(...values);
  const text = "Each additional nine has the same width. A line ends where only ten values remain.";
  // Gaps start at the duration of a read; four decades show the range that matters.
  const y = logAxis(METRIC_TITLES[metric].toLowerCase(), Math.max(smallest(values), high / 1e4), high, timeText);
  const x = percentileAxis(Math.max(...curves.map((curve) => curve.values.count)));
  const percents = [50, 90, 95, 99, 99.9, 99.99];
  return {title, text, drawing: drawPlot({id, title, text, x, y, series: curves}),
          data: {caption: title, head: [ofEach, "values", ...percents.map((percent) => `p${percent}`), "max"],
                 rows: curves.map(({name, values: all}) => [
                   name, countText(all.count),
                   ...percents.map((percent) => all.percentileText(percent, "ns")), timeText(all.max)])}};
}

function percentileChart(result, metric) {
  const curves = sampleGroups(groupsOf(result), MAX_LINES).map((group, number) => ({
    name: withBound(targetText(result, group.target), group.isClientBound), isDashed: group.isClientBound,
    color: `r${number}`, values: sumMetric(group, metric)})).filter((curve) => curve.values.count > 0);
  const title = `Percentiles of the ${METRIC_TITLES[metric].toLowerCase()}`;
  return curves.length === 0 ? null : percentilePlot({id: `p-${metric}`, metric, title, curves, ofEach: "level"});
}

const percentileCharts = (result) =>
  Object.keys(METRIC_TITLES).map((metric) => percentileChart(result, metric)).filter(Boolean);
