// What the page says first: the findings, and the levels whose figures need care, with the reasons.

const MAX_REASONS = 3;  // of a sweep, the first levels with a verdict stand for the others

/** Returns the requests of all levels by how they ended; those that did not end are neither successes nor failures. */
function requestsText(result) {
  const total = (read) => result.levels.reduce((sum, level) => sum + read(level.counts), 0);
  const levels = result.levels.length === 1 ? "1 level" : `${result.levels.length} levels`;
  const outcomes = [["succeeded", successesOf, true], ["failed", failuresOf, true], ["did not end", notEndedOf],
                    ["were not sent", notSentOf]];
  const shown = outcomes.map(([name, read, isAlways]) => ({name, count: total(read), isAlways}))
    .filter(({count, isAlways}) => isAlways || count > 0).map(({name, count}) => `${countText(count)} ${name}`);
  return `${levels}, ${countText(total((counts) => counts.attempted))} requests: ${shown.join(", ")}`;
}

function findings({result, texts}) {
  const shown = [...(texts.saturation ? [texts.saturation] : []), requestsText(result), ...result.notes];
  return html("ul", {class: "findings"}, ...shown.map((text) => html("li", {}, text)));
}

const firstFailure = (level) => (level.examples.length > 0 ? ` (first failure: ${level.examples[0]})` : "");

function failingText(level, result) {
  const {counts} = level;
  if (counts.attempted === 0) return "no request was due in the window";
  if (endedOf(counts) === 0) return `none of ${countText(counts.attempted)} requests ended`;
  if (successesOf(counts) === 0) return `none of ${countText(counts.attempted)} requests succeeded${firstFailure(level)}`;
  const {goodput} = result.load;
  const failed = `${countText(failuresOf(counts))} of ${countText(endedOf(counts))} ended requests failed${firstFailure(level)}`;
  return goodput ? `${shareText(goodShare(counts))} of the requests are good (${goodput}); ${failed}` : failed;
}

const undercountedText = (level) =>
  `the counted requests explain ${shareText(accountedShare(level))} of the time in flight, so some are missing in the figures`;

const interruptedText = (level, {load}) =>
  `the window ended after ${digitsText(level.window_s)} s${load.window_s > 0 ? ` of ${digitsText(load.window_s)} s` : ""}`;

function saturatedText(level) {
  const growth = growthOf(level) === 0 ? ""
    : `; a queue grew by at least ${digitsText(growthOf(level))} requests in ${digitsText(level.window_s)} s`;
  return `of ${digitsText(dueRate(level))}/s due at most ${digitsText(sustainedRate(level))}/s sustained${growth}`;
}

function boundNote(result) {
  const marks = groupsOf(result).length === 1 ? "" : "; in the plots the marks are hollow and the lines dashed";
  return ` The figures are those of the client, not of the server${marks}.`;
}

/** Returns whether requests ended, or should have, but none succeeded: whatever verdict comes first. */
const isWithoutSuccess = ({verdict, counts}) => !["unreachable", "interrupted"].includes(verdict) &&
  counts.attempted > 0 && successesOf(counts) === 0 && (failuresOf(counts) > 0 || !counts.in_progress);

const hasGrowth = (level) => growthOf(level) > 0 && !isSustained(level);

// The verdicts other than ok, the worst first. A level has only the first verdict that applies; so some conditions that
// matter as much are tested here.
const VERDICTS = [
  {name: "unreachable", reason: (level, {url}) => [`no response from ${url}`, ...level.examples.slice(0, 1)].join(": ")},
  {name: "undercounted", reason: undercountedText},
  {name: "failing", applies: (level) => level.verdict === "failing" || isWithoutSuccess(level), reason: failingText},
  {name: "client-bound", applies: (level) => level.client.bound, note: boundNote,
   reason: (level) => level.client.why || "no reason given"},
  {name: "interrupted", reason: interruptedText},
  {name: "saturated", reason: saturatedText},
  {name: "growing queue", applies: (level) => level.verdict !== "saturated" && hasGrowth(level), reason: saturatedText}];

/** Returns a warning for each verdict that some levels have, with the reasons of the first of these. */
function verdictWarnings(result) {
  return VERDICTS.flatMap(({name, applies = ({verdict}) => verdict === name, reason, note = () => ""}) => {
    const numbers = result.levels.flatMap((level, i) => (applies(level) ? [i] : []));
    if (numbers.length === 0) return [];
    const reasons = numbers.slice(0, MAX_REASONS).map((i) => `${levelName(result, i)}: ${reason(result.levels[i], result)}`);
    const others = numbers.length - reasons.length;
    const more = others === 0 ? [] : [others === 1 ? "1 more level" : `${others} more levels`];
    return [html("p", {class: "warn"}, html("strong", {}, name), ` at ${[...reasons, ...more].join("; ")}.${note(result)}`)];
  });
}
