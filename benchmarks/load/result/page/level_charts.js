// The charts of a result with one level of load: bars with their values, where a plot over the load would be a dot.

const BAR_PERCENTS = [50, 90, 95, 99, 99.9];

const barChart = (title, text, rows) => ({title, text, drawing: [barTable({caption: title, rows})]});
const meanOf = (runs, read) => runs.reduce((sum, run) => sum + read(run), 0) / runs.length;

function rateBars(result, {runs}) {
  const row = (name, color, read) => {
    const value = meanOf(runs, read);
    return {name, color, value, text: `${digitsText(value)}/s`};
  };
  const isOpen = result.load.loop !== "closed";
  const text = `The requests that ${isOpen ? "were due" : "began"} in the window, per second` +
    (runs.length > 1 ? ", mean of the repetitions." : ".") + (isOpen ? ` ${SUSTAINED_TEXT}` : "");
  return barChart("Throughput", text, [
    row(isOpen ? "due" : "begun", "c5", dueRate),
    ...(isOpen ? [row("sustained", "c3", sustainedRate)] : []),
    row("succeeded", "c0", (run) => run.achieved_per_s),
    ...(result.load.goodput ? [row(`good: ${result.load.goodput}`, "c2", goodRate)] : []),
    row("failed", "c1", (run) => perSecond(run.counts.failed_due ?? 0, run))]);
}

function percentileRow(values, percent, name, color) {
  const value = values.percentile(percent);
  const isUncertain = values.reliablePercentile(percent) === null;
  return {name, color, value, text: values.percentileText(percent, "ns"), isUncertain};
}

function percentileBars(group, metric) {
  const values = sumMetric(group, metric);
  const rows = BAR_PERCENTS.map((percent) => percentileRow(values, percent, `p${percent}`, "c0"));
  const hasUncertain = rows.some((row) => row.isUncertain);
  return barChart(METRIC_TITLES[metric],
                  `${countText(values.count)} values.` + (hasUncertain ? ` * and hollow: fewer than ${MIN_BEYOND} values lie beyond it.` : ""),
                  [...rows, {name: "max", color: "c1", value: values.max, text: timeText(values.max)}]);
}

function correctionBars(result, group) {
  const due = result.workload.kind === "stream" ? "ttfc" : "duration";
  const [corrected, uncorrected] = [due, `${due}_sent`].map((metric) => sumMetric(group, metric));
  if (result.load.loop === "closed" || corrected.count === 0 || uncorrected.count === 0) return null;
  return barChart("Corrected and uncorrected latency", CORRECTION_TEXT, [50, 99].flatMap((percent) => [
    percentileRow(corrected, percent, `p${percent} from the due time`, "c0"),
    percentileRow(uncorrected, percent, `p${percent} from the send time`, "c3")]));
}

function cpuBars({runs}) {
  const row = (name, color, read) => ({name, color, value: meanOf(runs, read), text: `${digitsText(meanOf(runs, read))} cores`});
  const hasServer = runs.every((run) => run.server_cpu_cores !== null);
  return barChart("CPU", CPU_TEXT, [
    row("client", "c0", (run) => run.client.cpu_cores),
    ...(hasServer ? [row("server", "c1", (run) => run.server_cpu_cores)] : []),
    {name: "limit of the client", color: "c4", value: CLIENT_LIMIT, text: `${CLIENT_LIMIT} cores`}]);
}

const measuredIn = (group) => Object.keys(METRIC_TITLES).filter((metric) => sumMetric(group, metric).count > 0);

/** Returns the bars of the only level. */
function levelCharts(result) {
  const [group] = groupsOf(result);
  return [rateBars(result, group), ...measuredIn(group).map((metric) => percentileBars(group, metric)),
          correctionBars(result, group), cpuBars(group)].filter(Boolean);
}

const BINS = 40;

function distributionChart(group, metric) {
  const values = sumMetric(group, metric);
  const zeros = values.countUpTo(0);
  const title = `Distribution of the ${METRIC_TITLES[metric].toLowerCase()}`;
  if (zeros === values.count) return null;
  const x = logAxis(METRIC_TITLES[metric].toLowerCase(), values.valueAtRank(zeros + 1), values.max, timeText);
  const decades = Math.round(Math.log10(x.high / x.low));
  const each = Math.max(Math.floor(BINS / decades), 1);
  const edges = Array.from({length: decades * each + 1}, (_, i) => x.low * 10 ** (i / each));
  const upTo = edges.map((edge, i) => (i === 0 ? zeros : values.countUpTo(Math.floor(edge * (1 + SLACK)))));
  const bins = edges.slice(1).map((right, i) => ({left: edges[i], right, count: upTo[i + 1] - upTo[i]}));
  const text = "Number of values by length. Each step along the axis is ten times as long, and all bars span the same ratio." +
    (zeros > 0 ? ` Not in it: ${countText(zeros)} values of 0 (events of one read).` : "");
  const y = linearAxis("values", Math.max(...bins.map((bin) => bin.count)), countText);
  return {title, text, drawing: drawHistogram({id: `d-${metric}`, title, text, x, y, bins}),
          data: {caption: title, head: ["above", "up to", "values"],
                 rows: bins.filter((bin) => bin.count > 0).map(
                   (bin) => [timeText(bin.left), timeText(bin.right), countText(bin.count)])}};
}

function distributionCharts(result) {
  const [group] = groupsOf(result);
  return measuredIn(group).map((metric) => distributionChart(group, metric)).filter(Boolean);
}
