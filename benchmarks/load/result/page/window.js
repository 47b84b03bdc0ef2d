// What the window of each level contains, in words: also the requests that are only partly in it.

// `interrupted` replaces the text, or is added to it, if a level was interrupted: its drain is not complete.
const WINDOW_COUNTS = [
  {name: "due", read: dueOf, isAlways: true,
   text: "The requests that were due in the window. Rates are of these."},
  {name: "carried in", read: (counts) => counts.carried_in,
   text: "Were due before the window and had not ended when it began. They count in percentiles and failures with their " +
         "whole time, so a server that has been hanging since before the window began is seen."},
  {name: "cut", read: (counts) => counts.cut,
   text: "Had not ended when the window ended. The tool waited until the end of the drain for those that it had sent.",
   interrupted: "Had not ended when the window ended. The tool waited for them at most until the run was interrupted."},
  {name: "not ended", read: notEndedOf,
   text: "Of the cut ones, those that had not ended after the drain either. The result knows only that they take at least as " +
         "long as they had taken by then. Percentiles and maxima have this least time (a censored value): the true ones are longer.",
   interrupted: "Of the cut ones, those that had not ended when the run was interrupted. Percentiles and maxima have the time " +
                "that they had taken by then (a censored value): the true ones are longer."},
  {name: "not sent", read: notSentOf,
   text: "Of the cut ones, those that waited until the end of the window for a place in flight (--max-in-flight) and were never " +
         "sent. Percentiles and maxima have this wait as their least time.",
   interrupted: "Of the cut ones, those that waited for a place in flight (--max-in-flight) until the run was interrupted and " +
                "were never sent. Percentiles and maxima have this wait as their least time."},
  {name: "in progress", read: (counts) => counts.in_progress ?? 0,
   text: "Of those that did not end, those whose stream went on until the end of the drain: the drain was shorter than these " +
         "streams. Whether the server keeps up with them, only a longer drain tells.",
   interrupted: "Of those that did not end, those whose stream went on until the run was interrupted. Whether the server keeps " +
                "up with them, only a complete run tells."},
  {name: "late", read: (counts) => counts.late,
   text: "Of those that did not end, those already slower than a limit for good responses. They count as not good."},
  {name: "reconnected", read: (counts) => counts.reconnected,
   text: "Sent once again on a new connection, because the server had closed the kept one."}];

const isInterrupted = (level) => level.verdict === "interrupted";

/** Returns the text of a count for levels of which all, some or none were interrupted. */
function countMeaning({text, interrupted}, levels) {
  if (!interrupted || !levels.some(isInterrupted)) return text;
  return levels.every(isInterrupted) ? interrupted : `${text} At the interrupted level: ${interrupted}`;
}

/** Returns the part of the time in flight that the counted requests explain (Little's law); null without requests. */
const accountedShare = (level) => shareOf(level.request_s, level.in_flight_mean * level.window_s);

function accountedText(level) {
  const share = accountedShare(level);
  return `On average ${digitsText(level.in_flight_mean)} requests were in flight for ${digitsText(level.window_s)} s: ` +
    `${digitsText(level.in_flight_mean * level.window_s)} seconds of requests. The counted requests explain ` +
    `${digitsText(level.request_s)} of them, ${shareText(share)}` + (share < 0.95 ? ": some requests are missing in the figures." : ".");
}

function windowSection(result) {
  const shown = WINDOW_COUNTS.filter(({read, isAlways}) => isAlways || result.levels.some((level) => read(level.counts) > 0));
  const [first] = result.levels;
  const isOne = result.levels.length === 1;
  const terms = shown.flatMap((count) => [
    html("dt", {}, isOne ? `${count.read(first.counts)} ${count.name}` : count.name),
    html("dd", {}, countMeaning(count, result.levels))]);
  const accounted = isOne && accountedShare(first) === null ? [] : [html("dt", {}, isOne ? `${shareText(accountedShare(first))} accounted` : "accounted"),
                     html("dd", {}, isOne ? accountedText(first)
                       : "The mean number in flight times the window, against the time that the counted requests were in flight in it. " +
                         "Below 95% requests are missing in the figures.")];
  const rows = result.levels.map((level, i) => [
    levelName(result, i), ...shown.map(({read}) => read(level.counts)), shareText(accountedShare(level))]);
  return [html("h2", {}, "What the window contains"),
    ...(isOne ? [] : [table({caption: "Requests of each window", head: ["level", ...shown.map(({name}) => name), "accounted"], rows})]),
    html("dl", {class: "terms"}, ...terms, ...accounted)];
}
