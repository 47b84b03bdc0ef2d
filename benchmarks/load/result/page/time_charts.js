// The charts over the time of the window.

const MAX_INTERVALS = 60;

/** Returns the slices of a level, combined so that a plot has at most MAX_INTERVALS. */
function intervalsOf(level) {
  const each = Math.ceil(level.slices.length / MAX_INTERVALS);
  const intervals = [];
  level.slices.forEach((slice, i) => {
    if (i % each === 0) intervals.push({begin: slice.begin_s, seconds: 0, events: 0, parts: []});
    const next = level.slices[i + 1];
    const interval = intervals[intervals.length - 1];
    interval.seconds += Math.max((next ? next.begin_s : level.window_s) - slice.begin_s, 0);
    interval.events += slice.events;
    interval.parts.push(slice);
  });
  for (const interval of intervals) {
    interval.gaps = new Histogram(interval.parts.map((slice) => slice.gap));
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

/** Returns the steps of equal ratio over the powers of ten around the gaps above 0. */
function gapRows(intervals) {
  const all = new Histogram(intervals.flatMap((interval) => interval.parts.map((slice) => slice.gap)));
  const zeros = all.countUpTo(0);
  // A few extreme gaps at either end get no separate rows; they count in the outermost rows.
  const few = Math.floor((all.count - zeros) / 1000);
  const axis = logAxis("gap", all.valueAtRank(zeros + 1 + few), all.valueAtRank(all.count - few), timeText);
  const decades = Math.round(Math.log10(axis.high / axis.low));
  const steps = decades * Math.max(Math.floor(24 / decades), 1);
  const edges = Array.from({length: steps + 1}, (_, i) => axis.low * (axis.high / axis.low) ** (i / steps));
  return {axis: bandedAxis(axis, "0", ""), edges};
}

function gapChart(result, level, number) {
  const title = `Gaps over time at ${targetText(result, level.target)}`;
  const text = "Number of gaps by length in each part of the window. A stall of the server appears as a column, " +
    "sending in bursts as two bands. Gaps of 0 are between events of one read." +
    (level.client.bound ? " This level is client-bound." : "");
  const intervals = intervalsOf(level);
  const {axis, edges} = gapRows(intervals);
  const cells = intervals.flatMap(({gaps, begin, seconds}) => {
    const column = {left: begin, right: begin + seconds};
    const zeros = gaps.countUpTo(0);
    // The first and the last row also have the gaps beyond their bounds.
    const upTo = edges.slice(1).map((edge, i) => (i + 2 === edges.length ? gaps.count : gaps.countUpTo(Math.floor(edge))));
    return [{...column, ...axis.below, count: zeros},
            ...upTo.map((count, i) => ({...column, low: edges[i], high: edges[i + 1], count: count - (i > 0 ? upTo[i - 1] : zeros)}))];
  });
  return {title, text,
          drawing: drawHeatMap({id: `gaps-${number}`, title, text, unit: "gaps", x: windowAxis(level.window_s), y: axis, cells}),
          data: {caption: title, head: ["from", "gaps", "p50", "p99", "max"],
                 rows: intervals.map((interval) => [
                   beginText(interval), countText(interval.gaps.count),
                   ...[50, 99].map((percent) => interval.gaps.percentileText(percent, "ns")),
                   timeText(interval.gaps.max)])}};
}

/** Returns the requests of an interval by latency: {counts, notEnded, total}, `counts` by coarse bucket. */
function latenciesOf(interval, metric) {
  const sum = {counts: new Map(), notEnded: 0, total: 0};
  for (const {latency} of interval.parts) {
    if (!latency || !latency[metric]) continue;
    const {counts, not_ended: notEnded} = latency[metric];
    for (let i = 0, bucket = 0; i < counts.length; i += 2) {
      bucket += counts[i];
      sum.counts.set(bucket, (sum.counts.get(bucket) || 0) + counts[i + 1]);
      sum.total += counts[i + 1];
    }
    sum.notEnded += notEnded;
  }
  return sum;
}

/** Returns the upper bound of the bucket that has the value at a share of the counts. */
function coarseQuantile({counts, total}, share) {
  let seen = 0;
  for (const [bucket, count] of [...counts].sort((a, b) => a[0] - b[0])) {
    seen += count;
    if (seen >= share * total) return bucketMax(bucket, COARSE_BITS);
  }
  return null;
}

/** Returns null if no request of the level has the figure. */
function latencyMap(result, level, metric, number) {
  const title = `${METRIC_TITLES[metric]} over time at ${targetText(result, level.target)}`;
  const intervals = intervalsOf(level).map((interval) => ({...interval, ...latenciesOf(interval, metric)}));
  const buckets = intervals.flatMap(({counts}) => [...counts.keys()]);
  if (buckets.length === 0) return null;
  const hasNotEnded = intervals.some((interval) => interval.notEnded > 0);
  const text = "Number of requests by the part of the window in which they were due and by how long they took. A stall of the " +
    "server appears as a slope that falls to its end. Not in it: failed requests, and those carried in from before the window." +
    (hasNotEnded ? " \"no end\": they had not ended when the observation ended." : "");
  const axis = bandedAxis(logAxis(METRIC_TITLES[metric].toLowerCase(), bucketMin(Math.min(...buckets), COARSE_BITS),
                                  bucketMax(Math.max(...buckets), COARSE_BITS), timeText), "", hasNotEnded ? "no end" : "");
  const cells = intervals.flatMap(({begin, seconds, counts, notEnded}) => {
    const column = {left: begin, right: begin + seconds};
    return [...[...counts].map(([bucket, count]) => ({
              ...column, low: bucketMin(bucket, COARSE_BITS), high: bucketMax(bucket, COARSE_BITS) + 1, count})),
            ...(hasNotEnded ? [{...column, ...axis.above, count: notEnded}] : [])];
  });
  const upTo = (interval, share) => valueText(coarseQuantile(interval, share), "ns");
  return {title, text,
          drawing: drawHeatMap({id: `${metric}-${number}`, title, text, unit: "requests", x: windowAxis(level.window_s), y: axis, cells}),
          data: {caption: title, head: ["due from", "requests", "half took at most", "all took at most", "not ended"],
                 rows: intervals.map((interval) => [beginText(interval), countText(interval.total), upTo(interval, 0.5),
                                                    upTo(interval, 1), countText(interval.notEnded)])}};
}

/**
 * Returns the two levels whose difference is of interest: those of the largest load that a sweep found sustained and of the
 * next larger one; without a saturation the last level with the verdict ok and the next one in run order.
 */
function levelsAroundSaturation(result) {
  const {found, load} = result.saturation ?? {};
  if (found) {
    const measured = groupsOf(result).map((group) => group.runs[0]).filter((level) => level.slices.length > 0);
    const above = measured.filter((level) => level.target > load && !isSameTarget(level.target, load));
    return [measured.find((level) => isSameTarget(level.target, load)),
            above.sort((a, b) => a.target - b.target)[0]].filter(Boolean);
  }
  let some = [];
  for (const level of groupsOf(result).map((group) => group.runs[0])) {
    if (level.slices.length === 0) continue;
    if (level.verdict === "ok") some = [];
    if (some.length < 2) some.push(level);
  }
  return some;
}

function timeCharts(result) {
  const hasGaps = (level) => level.slices.some((slice) => slice.gap && slice.gap.count > 0);
  const first = ["ttft", "ttfc"].filter((metric) => isMeasured(result, metric)).slice(0, 1);
  const maps = levelsAroundSaturation(result).flatMap((level, i) => [
    ...[...first, "duration"].map((metric) => latencyMap(result, level, metric, i + 1)),
    hasGaps(level) ? gapChart(result, level, i + 1) : null]);
  return [...(result.workload.kind === "stream" ? [eventsChart(result)] : []), ...maps.filter(Boolean)];
}
