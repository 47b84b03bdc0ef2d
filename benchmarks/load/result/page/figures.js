// Texts of numbers, histograms and figures of levels, as in the text summary.

const MIN_BEYOND = 10;  // a percentile needs ten values beyond it

/** Returns the value with some decimals; of two equally near numbers the even one, as in the text output. */
function roundedText(value, decimals) {
  // Only a multiple of a power of two can be exactly in the middle; toFixed() chooses the larger number there.
  const isTie = Math.abs(value * 2 ** (decimals + 1)) % 2 === 1;
  const text = value.toFixed(decimals);
  return isTie && Number(text.slice(-1)) % 2 === 1 ? (value * (1 - Number.EPSILON)).toFixed(decimals) : text;
}

function digitsText(value) {
  if (Math.abs(value) >= 999.5) return roundedText(value, 0);
  const exponent = Number(value.toExponential().split("e")[1]);
  return String(Number(roundedText(value, Math.min(2 - exponent, 100))));
}

/** Returns the value in the largest unit in which it is at least 1; 999.5 us rounds to 1 ms. */
function steppedText(value, units) {
  let step = 0;
  while (step + 1 < units.length && value >= 1000 ** (step + 1) * 0.9995) ++step;
  return digitsText(value / 1000 ** step) + units[step];
}

const timeText = (ns) => (ns === 0 ? "0" : steppedText(ns, [" ns", " us", " ms", " s"]));
const countText = (count) => steppedText(count, ["", "k", "M", "G", "T"]);
const bytesText = (bytes) => steppedText(bytes, [" B", " kB", " MB", " GB", " TB"]);
const shareText = (share) => (share === null ? "-" : digitsText(share * 100) + "%");
const numberText = (value) => String(Number(value.toPrecision(6)));

function valueText(value, unit) {
  if (value === null) return "-";
  if (unit === "ns") return timeText(value);
  if (unit === "bytes") return bytesText(value);
  return unit === "mHz" ? countText(value / 1000) + "/s" : countText(value);
}

const FINE_BITS = 11;   // of a value that a histogram keeps
const COARSE_BITS = 3;  // of a latency in a part of the window

/** Returns the bucket of a value: each value has its own up to 2 ** bits, then each doubling has 2 ** (bits - 1). */
function bucketOf(value, bits = FINE_BITS) {
  let dropped = 0;
  for (; value >= 2 ** bits; value = Math.floor(value / 2)) ++dropped;
  return dropped * 2 ** (bits - 1) + value;
}

function bucketMin(bucket, bits = FINE_BITS) {
  const each = 2 ** (bits - 1);
  const dropped = Math.max(Math.floor(bucket / each) - 1, 0);
  return (bucket - dropped * each) * 2 ** dropped;
}

const bucketMax = (bucket, bits = FINE_BITS) => bucketMin(bucket + 1, bits) - 1;

/** A histogram of the result, or the sum of several. */
class Histogram {
  constructor(parts) {
    const present = parts.filter((part) => part && part.count > 0);
    const counts = new Map();
    this.count = 0;
    for (const part of present) {
      this.count += part.count;
      let bucket = 0;
      for (let i = 0; i < part.counts.length; i += 2) {
        bucket += part.counts[i];
        counts.set(bucket, (counts.get(bucket) || 0) + part.counts[i + 1]);
      }
    }
    this.max = Math.max(0, ...present.map((part) => part.max));
    this.buckets = [...counts].sort((a, b) => a[0] - b[0]);
  }

  /** Returns the smallest number of values that is at least `percent` of all. */
  rank(percent) {
    // 99.9 % of 1,000 is 999.0000000000001 in doubles, and must not be rounded up to 1,000.
    const rank = Math.ceil((percent / 100) * this.count * (1 - 1e-12));
    return Math.min(Math.max(rank, 1), this.count);
  }

  valueAtRank(rank) {
    let seen = 0;
    for (const [bucket, count] of this.buckets) {
      seen += count;
      if (seen >= rank) return Math.min(bucketMax(bucket), this.max);
    }
    return this.max;
  }

  percentile(percent) {
    return this.valueAtRank(this.rank(percent));
  }

  /** Returns null if too few values lie beyond the percentile. */
  reliablePercentile(percent) {
    return this.count - this.rank(percent) < MIN_BEYOND ? null : this.percentile(percent);
  }

  /** Returns the text of a percentile, marked if too few values lie beyond it. */
  percentileText(percent, unit) {
    if (this.count === 0) return "-";
    return valueText(this.percentile(percent), unit) + (this.reliablePercentile(percent) === null ? "*" : "");
  }

  countUpTo(value) {
    const last = bucketOf(value);
    return this.buckets.reduce((sum, [bucket, count]) => (bucket <= last ? sum + count : sum), 0);
  }
}

const histogramOf = (level, metric) => new Histogram([level.metrics[metric]]);
const isMeasured = (result, metric) => result.levels.some((level) => level.metrics[metric]);
const failuresOf = (counts) => Object.values(counts.failed).reduce((a, b) => a + b, 0);
const successesOf = (counts) => counts.completed + counts.bounded;
const dueOf = (counts) => counts.attempted - counts.carried_in;
const notSentOf = (counts) => counts.not_sent ?? 0;
const notEndedOf = (counts) => counts.incomplete - notSentOf(counts);
const perSecond = (count, level) => (level.window_s > 0 ? count / level.window_s : 0);
const dueRate = (level) => perSecond(dueOf(level.counts), level);
const growthOf = (level) => level.in_flight_growth ?? 0;

/** Returns what of the due rate the server sustains: docs/load.md. */
const sustainedRate = (level) => (level.window_s > 0
  ? Math.min(level.achieved_per_s + perSecond(level.counts.in_progress_due ?? 0, level), dueRate(level) - perSecond(growthOf(level), level))
  : 0);
const isSustained = (level) => sustainedRate(level) >= 0.98 * dueRate(level);

function shareOf(part, total) {
  return total === 0 ? null : part / total;
}
const endedOf = (counts) => successesOf(counts) + failuresOf(counts);
const failedShare = (counts) => shareOf(failuresOf(counts), endedOf(counts));
const goodShare = (counts) => shareOf(counts.good, endedOf(counts) + counts.late);

const tokensPerUser = (level) => shareOf(perSecond(level.counts.tokens ?? 0, level), level.in_flight_mean);

const goodRate = ({achieved_per_s: achieved, counts}) => (achieved * counts.good) / (successesOf(counts) || 1);

/** Returns the name of a target, as in the text output: with stages, the mean rate or the largest number in flight. */
function targetText(result, target) {
  const {loop, stages} = result.load;
  const number = target >= 999999.5 ? roundedText(target, 0) : numberText(target);
  if (loop === "closed") return `${stages ? "up to " : ""}${number} in flight`;
  return number + (stages ? "/s on average" : "/s");
}

/** Targets of merged shards are sums, so they are equal only up to rounding. */
const isSameTarget = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b));

function levelName(result, number) {
  const target = result.levels[number].target;
  const isAlike = (level) => isSameTarget(level.target, target);
  const name = targetText(result, target);
  if (result.levels.filter(isAlike).length === 1) return name;
  return `${name} run ${result.levels.slice(0, number + 1).filter(isAlike).length}`;
}

/** Returns the levels by target, in ascending order: the repetitions of each load. */
function groupsOf(result) {
  const groups = [];
  for (const level of result.levels) {
    const found = groups.find((group) => isSameTarget(group.target, level.target));
    if (found) found.runs.push(level);
    else groups.push({target: level.target, runs: [level]});
  }
  for (const group of groups) group.isClientBound = group.runs.every((run) => run.client.bound);
  return groups.sort((a, b) => a.target - b.target);
}

/** Returns at most `most` groups, evenly distributed, including the first and the last. */
function sampleGroups(groups, most) {
  if (groups.length <= most) return groups;
  return Array.from({length: most}, (_, i) => groups[Math.floor((i * (groups.length - 1)) / (most - 1))]);
}

/** Returns the sum over the runs that are not client-bound; over all runs if all are. */
function sumMetric(group, metric) {
  const runs = group.runs.filter((run) => group.isClientBound || !run.client.bound);
  return new Histogram(runs.map((run) => run.metrics[metric]));
}
