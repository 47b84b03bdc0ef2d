// The tables of the levels: what each of them achieved, and their latencies.

const LATENCIES = [["ttfb", "TTFB"], ["ttfc", "TTFC"], ["ttft", "TTFT"], ["gap", "gap"], ["duration", "duration"]];
const SHOWN_PERCENTS = [50, 99];

const isMarked = (level, metric) => histogramOf(level, metric).count > 0 &&
  SHOWN_PERCENTS.some((percent) => histogramOf(level, metric).reliablePercentile(percent) === null);

/** Explains the mark of percentiles, and how long to run for those without it. */
function fewValuesNote({result, texts}, latencies) {
  if (!result.levels.some((level) => latencies.some(([metric]) => isMarked(level, metric)))) return "";
  return html("p", {}, `* marks a percentile with fewer than ${MIN_BEYOND} values beyond it` +
                       (texts.windows_needed ? `: ${texts.windows_needed}.` : "."));
}

const shownOrDash = (value, text) => (value === null ? "-" : text(value));

/** Returns the columns of the first table, what decides first: {name, cell}. */
function levelColumns(result) {
  const some = (read) => result.levels.some(read);
  const column = (name, cell, isShown = true) => (isShown ? [{name, cell}] : []);
  const rate = (read, text) => (level) => text(perSecond(read(level.counts) ?? 0, level));
  const hasTokens = some((level) => level.counts.tokens > 0);
  return [
    ...column("verdict", (level) => level.verdict),
    ...column("achieved", (level) => `${digitsText(level.achieved_per_s)}/s`),
    ...column("failed", (level) => shareText(failedShare(level.counts))),
    ...column("good", (level) => shareText(goodShare(level.counts)), result.load.goodput),
    ...column("in flight", (level) => `${digitsText(level.in_flight_mean)} (peak ${level.in_flight_peak})`),
    ...column("tokens/s", rate((counts) => counts.tokens, countText), hasTokens),
    ...column("tokens/s per user", (level) => shownOrDash(tokensPerUser(level), digitsText), hasTokens),
    ...column("events/s", rate((counts) => counts.events, countText), some((level) => level.counts.events > 0)),
    ...column("bytes/s", rate((counts) => counts.bytes, bytesText)),
    ...column("client cpu", (level) => digitsText(level.client.cpu_cores)),
    ...column("server cpu", (level) => shownOrDash(level.server_cpu_cores, digitsText), some((level) => level.server_cpu_cores !== null))];
}

function latencyTable(result, latencies) {
  return table({
    caption: "Latencies of each level; * marks percentiles of few values",
    head: ["level", ...latencies.flatMap(([, title]) => SHOWN_PERCENTS.map((percent) => `${title} p${percent}`))],
    rows: result.levels.map((level, i) => [levelName(result, i), ...latencies.flatMap(([metric]) => SHOWN_PERCENTS.map(
      (percent) => histogramOf(level, metric).percentileText(percent, "ns")))])});
}

function levelTables(run) {
  const {result} = run;
  const latencies = LATENCIES.filter(([metric]) => isMeasured(result, metric));
  const columns = levelColumns(result);
  return [
    table({caption: "One row for each level of load, in run order", head: ["level", ...columns.map(({name}) => name)],
           rows: result.levels.map((level, i) => [levelName(result, i), ...columns.map(({cell}) => cell(level))])}),
    ...(latencies.length > 0 ? [latencyTable(result, latencies), fewValuesNote(run, latencies)] : [])];
}
