// The charts. Each is {title, text, drawing, data}: `drawing` is empty if there is nothing to draw, and then `text`
// says why; `data` is a table with the drawn values.

const MAX_LINES = 6;  // more lines in one plot cannot be distinguished
const MAX_INTERVALS = 60;
const FAR_APART = 50;  // beyond this ratio, a linear axis would leave the low values near 0

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const smallest = (values) => Math.min(...values.filter((value) => value > 0));
const withBound = (name, isBound) => (isBound ? `${name} (client-bound)` : name);

/** A chart over the offered load; the members of `plot.series` read one figure of a level, null if it has none. */
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
  chart.data = {caption: plot.title, head: ["level", ...series.map((each) => each.name)],
                rows: result.levels.map((level, i) => [
                  withBound(levelName(result, i), level.client.bound),
                  ...series.map((each) => (each.read(level) === null ? "-" : plot.number(each.read(level))))])};
  return chart;
}

function percentileSeries(metric, percent, number, more) {
  return {name: `p${percent}`, color: `c${number}`, mark: ["circle", "square", "triangle"][number],
          read: (level) => histogramOf(level, metric).reliablePercentile(percent), ...more};
}
const threePercentiles = (metric) => [50, 99, 99.9].map((percent, i) => percentileSeries(metric, percent, i));

function throughputChart(result) {
  const isOpen = result.load.loop !== "closed";
  const series = [{name: "succeeded", color: "c0", mark: "circle", read: (level) => level.achieved_per_s}];
  if (result.load.goodput) {
    series.push({name: `good: ${result.load.goodput}`, color: "c2", mark: "square",
                 read: ({achieved_per_s: achieved, counts}) => (achieved * counts.good) / (successesOf(counts) || 1)});
  }
  return chartOverLoad(result, {
    id: "throughput", title: "Throughput", label: "successes/s", number: countText, series, hasDiagonal: isOpen,
    text: isOpen ? "Successful requests per second. The server keeps up while the line follows the dashed line."
                 : "Successful requests per second over the number of requests in flight."});
}

function latencyChart(result) {
  const metric = ["ttft", "ttfc"].find((name) => isMeasured(result, name)) || "duration";
  const title = {ttft: "Time to first token", ttfc: "Time to first chunk", duration: "Duration"}[metric];
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
    text: "Corrected: measured from the due time. Uncorrected: measured from the send time, which excludes the wait " +
          "of a client that could not send. Where the lines diverge, requests were queued before they were sent.",
    series: [percentileSeries(due, 50, 0, {name: "p50 corrected"}),
             percentileSeries(due, 99, 1, {name: "p99 corrected"}),
             percentileSeries(sent, 50, 0, {name: "p50 uncorrected", mark: "triangle", isDashed: true}),
             percentileSeries(sent, 99, 1, {name: "p99 uncorrected", mark: "diamond", isDashed: true})]});
}

function loadCharts(result) {
  const gaps = chartOverLoad(result, {
    id: "gap", title: "Gap between events", label: "Gap", isLog: true, number: timeText, series: threePercentiles("gap"),
    text: "Time between successive events of a stream, as read. Gaps of 0 (events of one read) are drawn at the bottom."});
  const cpu = chartOverLoad(result, {
    id: "cpu", title: "CPU", label: "cores", number: digitsText, limit: 0.9,
    text: "Cores in use. A client that uses a whole core limits what it measures.",
    series: [{name: "client", color: "c0", mark: "circle", read: (level) => level.client.cpu_cores},
             {name: "server", color: "c1", mark: "square", read: (level) => level.server_cpu_cores}]});
  const optional = [gaps, correctionChart(result)].filter((chart) => chart.drawing.length > 0 || chart.isKept);
  return [throughputChart(result), latencyChart(result), ...optional, cpu];
}

function percentileChart(result, metric, title) {
  const curves = sampleGroups(groupsOf(result), MAX_LINES).map((group) => ({
    name: withBound(targetText(result, group.target), group.isClientBound), isDashed: group.isClientBound,
    values: sumMetric(group, metric)})).filter((curve) => curve.values.count > 0);
  if (curves.length === 0) return null;
  const STEPS = 80;
  curves.forEach((curve, number) => {
    const last = Math.max(curve.values.count / MIN_BEYOND, 1);
    curve.color = `r${number}`;
    curve.line = Array.from({length: STEPS + 1}, (_, i) => last ** (i / STEPS)).map(
      (x) => ({x, y: curve.values.percentile(100 - 100 / x)}));
  });
  const values = curves.flatMap((curve) => curve.line.map((point) => point.y));
  const high = Math.max(...values);
  const text = "Each additional nine has the same width. A line ends where only ten values remain.";
  // Gaps start at the duration of a read; four decades show the range that matters.
  const y = logAxis(metric, Math.max(smallest(values), high / 1e4), high, timeText);
  const x = percentileAxis(Math.max(...curves.map((curve) => curve.values.count)));
  const percents = [50, 90, 95, 99, 99.9, 99.99];
  return {title, text, drawing: drawPlot({id: `p-${metric}`, title, text, x, y, series: curves}),
          data: {caption: title, head: ["level", "values", ...percents.map((percent) => `p${percent}`), "max"],
                 rows: curves.map(({name, values: all}) => [
                   name, countText(all.count),
                   ...percents.map((percent) => valueText(all.reliablePercentile(percent), "ns")), timeText(all.max)])}};
}

function percentileCharts(result) {
  return [["ttfc", "time to the first chunk"], ["ttft", "time to the first token"], ["gap", "gap between events"],
          ["duration", "duration"]].map(([metric, name]) => percentileChart(result, metric, `Percentiles of the ${name}`))
    .filter((chart) => chart !== null);
}

/** Returns the slices of a level, combined so that a plot has at most MAX_INTERVALS. */
function intervalsOf(level) {
  const each = Math.ceil(level.slices.length / MAX_INTERVALS);
  const intervals = [];
  level.slices.forEach((slice, i) => {
    if (i % each === 0) intervals.push({begin: slice.begin_s, seconds: 0, events: 0, slices: []});
    const next = level.slices[i + 1];
    const interval = intervals[intervals.length - 1];
    interval.seconds += Math.max((next ? next.begin_s : level.window_s) - slice.begin_s, 0);
    interval.events += slice.events;
    interval.slices.push(slice.gap);
  });
  for (const interval of intervals) {
    interval.gaps = new Histogram(interval.slices);
    interval.rate = interval.seconds > 0 ? interval.events / interval.seconds : 0;
  }
  return intervals;
}

const beginText = (interval) => `${numberText(interval.begin)} s`;
const windowAxis = (seconds) => linearAxis("seconds of the window", seconds, digitsText);

function eventsChart(result) {
  const title = "Events over time";
  const text = "Events read per second, for the first repetition of each level.";
  const levels = sampleGroups(groupsOf(result), MAX_LINES).map((group) => group.runs[0])
    .filter((level) => level.slices.length > 0);
  const lines = levels.map((level, i) => ({
    name: withBound(targetText(result, level.target), level.client.bound), color: `r${i}`,
    isDashed: level.client.bound, intervals: intervalsOf(level)}));
  const rates = lines.flatMap((line) => line.intervals.map((interval) => interval.rate));
  const [low, high] = [Math.min(...rates), Math.max(0, ...rates)];
  if (high === 0) return {title, text: "No plot: the result has no events in slices of the window.", drawing: []};
  for (const line of lines)
    line.line = line.intervals.map((each) => ({x: each.begin + each.seconds / 2, y: each.rate}));
  const x = windowAxis(Math.max(...levels.map((level) => level.window_s)));
  const y = low > 0 && high / low >= FAR_APART ? logAxis("events/s", low, high, countText)
                                               : linearAxis("events/s", high, countText);
  const longest = lines.reduce((a, b) => (b.intervals.length > a.intervals.length ? b : a));
  return {title, text, drawing: drawPlot({id: "events", title, text, x, y, series: lines}),
          data: {caption: title, head: ["from", ...lines.map((line) => line.name)],
                 rows: longest.intervals.map((interval, i) => [
                   beginText(interval),
                   ...lines.map((line) => (line.intervals[i] ? countText(line.intervals[i].rate) : "-"))])}};
}

/** Returns the upper bounds of the rows: about 24 steps of equal ratio over the powers of ten around the gaps above 0. */
function gapRows(intervals) {
  const all = new Histogram(intervals.flatMap((interval) => interval.slices));
  const zeros = all.countUpTo(0);
  // A few extreme gaps at either end get no separate rows; they count in the outermost rows.
  const few = Math.floor((all.count - zeros) / 1000);
  const first = Math.floor(Math.log10(Math.max(all.valueAtRank(zeros + 1 + few), 1)));
  const last = Math.max(Math.ceil(Math.log10(Math.max(all.valueAtRank(all.count - few), 1))), first + 1);
  const steps = Math.max(Math.floor(24 / (last - first)), 1);
  return {steps, edges: Array.from({length: (last - first) * steps + 1}, (_, i) => 10 ** (first + i / steps))};
}

function gapChart(result, level, number) {
  const title = `Gaps over time at ${targetText(result, level.target)}`;
  const text = "Number of gaps by length in each part of the window. A stall of the server appears as a column, " +
    "sending in bursts as two bands. Gaps of 0 (events of one read) are in the lowest row." +
    (level.client.bound ? " This level is client-bound." : "");
  const intervals = intervalsOf(level);
  const {steps, edges} = gapRows(intervals);
  // The last row also has the gaps beyond its bound.
  const columns = intervals.map(({gaps}) => {
    const upTo = edges.map((edge, i) => (i + 1 === edges.length ? gaps.count : gaps.countUpTo(Math.floor(edge))));
    return upTo.map((count, i) => count - (i > 0 ? upTo[i - 1] : 0));
  });
  // The first row ends at the first bound; from there on each row is a step of the logarithm.
  const ticks = logAxis("", edges[0], edges[edges.length - 1], timeText).ticks.map(
    (tick) => ({value: 1 + steps * Math.log10(tick.value / edges[0]), label: tick.label}));
  const y = {label: "gap", low: 0, high: edges.length, isLog: false, ticks};
  return {title, text,
          drawing: drawHeatMap({id: `heat-${number}`, title, text, x: windowAxis(level.window_s), y, columns}),
          data: {caption: title, head: ["from", "gaps", "p50", "p99", "max"],
                 rows: intervals.map((interval) => [
                   beginText(interval), countText(interval.gaps.count),
                   ...[50, 99].map((percent) => valueText(interval.gaps.reliablePercentile(percent), "ns")),
                   timeText(interval.gaps.max)])}};
}

/** Returns the largest load with the verdict ok and the next larger one, whose difference is of interest. */
function levelsAroundSaturation(result) {
  let some = [];
  for (const level of groupsOf(result).map((group) => group.runs[0])) {
    if (!level.slices.some((slice) => slice.gap && slice.gap.count > 0)) continue;
    if (level.verdict === "ok") some = [];
    if (some.length < 2) some.push(level);
  }
  return some;
}

function timeCharts(result) {
  if (result.workload.kind !== "stream") return [];
  const events = eventsChart(result);
  if (events.drawing.length === 0) return [events];
  return [events, ...levelsAroundSaturation(result).map((level, i) => gapChart(result, level, i + 1))];
}
