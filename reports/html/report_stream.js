// Streams: when events arrived, and the bytes at which a rule is violated.

const MAX_LANES = 8;
const laneOf = ({mode, type}) => mode || type;

/** Returns each arrival with its number, the gap before it, and a gap where events are not recorded. */
function numberedArrivals(stream) {
  const arrivals = list(stream.arrivals);
  const omitted = stream.events - arrivals.length;
  const firstPart = omitted > 0 ? Math.floor(arrivals.length / 2) : arrivals.length;
  return arrivals.map((arrival, i) => ({...arrival,
    number: i < firstPart ? i + 1 : i + 1 + omitted,
    follows: i === 0 ? "request" : i === firstPart ? "omitted" : "event",
    gap: i === 0 ? arrival.at_ms : Math.max(0, arrival.at_ms - arrivals[i - 1].at_ms)}));
}

function timeline(stream) {
  const arrivals = numberedArrivals(stream);
  const excerpts = list(stream.excerpts);
  const names = [...new Set(arrivals.map(laneOf))];
  const lanes = names.slice(0, MAX_LANES);
  const laneIndex = (arrival) => Math.min(names.indexOf(laneOf(arrival)), MAX_LANES - 1);
  const width = Math.max(280, Math.min(880, document.documentElement.clientWidth - 72));
  const left = Math.min(130, width / 3), right = 16, top = 8, rowHeight = 22;
  const end = Math.max(1, ...arrivals.map((one) => one.at_ms), ...excerpts.map((one) => one.at_ms));
  const x = (ms) => left + (ms / end) * (width - left - right);
  const bottom = top + rowHeight * Math.max(1, lanes.length + (excerpts.length > 0 ? 1 : 0));
  const ticks = (width < 500 ? [0, 0.5, 1] : [0, 0.25, 0.5, 0.75, 1]).map((part) => part * end);
  const mark = (arrival) => {
    const radius = 2.5 + Math.min(3.5, Math.log10(Math.max(1, arrival.bytes)));
    return svg("circle", {cx: x(arrival.at_ms).toFixed(1), cy: top + rowHeight * (laneIndex(arrival) + 0.5), r: radius.toFixed(1), class: `event lane-${laneIndex(arrival)}`},
      svg("title", {}, `event ${arrival.number}, ${arrival.type}: ${durationText(arrival.at_ms)}, ${bytesText(arrival.bytes)}`));
  };
  const violation = ({at_ms: at, code}) => {
    const [cx, cy] = [x(at), top + rowHeight * (lanes.length + 0.5)];
    return svg("path", {class: "violation", d: `M${cx.toFixed(1)} ${cy - 6}l6 11h-12z`}, svg("title", {}, `${code}, ${durationText(at)}`));
  };
  const laneText = (name, i) => svg("text", {x: 0, y: top + rowHeight * (i + 0.5) + 4, class: "lane"}, name.length > 18 ? `${name.slice(0, 17)}\u2026` : name);
  const summary = `Timeline of ${plural(stream.events, "event")} in ${durationText(end)}` +
    (excerpts.length > 0 ? `, ${plural(excerpts.length, "violation")} marked` : "");
  return html("figure", {class: "timeline"},
    svg("svg", {viewBox: `0 0 ${width} ${bottom + 26}`, width, height: bottom + 26, role: "img", "aria-label": summary},
      ...lanes.map((_, i) => svg("path", {class: "rule", d: `M${left} ${top + rowHeight * (i + 0.5)}H${width - right}`})),
      ...ticks.map((ms) => svg("path", {class: "tick", d: `M${x(ms).toFixed(1)} ${top}V${bottom}`})),
      ...lanes.map((name, i) => laneText(name, i)),
      ...(excerpts.length > 0 ? [laneText("\u25b2 violation", lanes.length)] : []),
      ...ticks.map((ms, i) => svg("text", {x: x(ms).toFixed(1), y: bottom + 18, class: i === ticks.length - 1 ? "end" : i === 0 ? "" : "mid"}, durationText(ms))),
      ...arrivals.map(mark), ...excerpts.map(violation)));
}

function arrivalsTable(stream) {
  const arrivals = numberedArrivals(stream);
  const longest = Math.max(0.001, ...arrivals.map((one) => one.gap));
  const violated = new Set(list(stream.excerpts).map((one) => one.event));
  const gap = (arrival) => {
    if (arrival.follows === "omitted") return ["events omitted"];
    const bar = html("span", {class: "bar", "aria-hidden": "true"});
    bar.style.width = `${Math.max(1, (arrival.gap / longest) * 60).toFixed(0)}px`;
    return [durationText(arrival.gap), bar];
  };
  return table("Events as they arrived; the gap is the time since the event before, of the first since the request",
    ["#", "arrived", "gap", "event", "mode", "size"],
    arrivals.map((one) => [violated.has(one.number) ? `\u25b2 ${one.number}` : one.number, durationText(one.at_ms), gap(one), one.type, one.mode || "\u2013", bytesText(one.bytes)]),
    ["number", "number", "gap", "", "", "number"]);
}

const byteText = (byte) => (byte === 10 ? "\u21b5" : byte === 13 ? "\u2190" : byte === 9 ? "\u2192"
  : byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "\u00b7");

/** Shows bytes in rows as numbers and as text (line feeds, carriage returns and tabs as arrows), the first byte of the violation marked. */
function bytesOf(excerpt) {
  const bytes = (excerpt.hex.match(/../g) || []).map((pair) => parseInt(pair, 16));
  const perRow = matchMedia("(max-width: 40rem)").matches ? 8 : 16;
  const at = excerpt.offset - excerpt.begin;
  const block = html("pre", {class: "bytes", tabindex: "0", role: "group", "aria-label": `Bytes around offset ${excerpt.offset}`});
  for (let row = 0; row < bytes.length; row += perRow) {
    const part = bytes.slice(row, row + perRow);
    const show = (textOf, i, separator) => {
      const shown = textOf(part[i]);
      block.append(row + i === at ? html("mark", {}, shown) : printable(shown), separator);
    };
    block.append(`${String(excerpt.begin + row).padStart(7)}  `);
    part.forEach((_, i) => show((byte) => byte.toString(16).padStart(2, "0"), i, " "));
    block.append("   ".repeat(perRow - part.length), " ");
    part.forEach((_, i) => show(byteText, i, ""));
    block.append("\n");
  }
  if (at >= bytes.length) block.append(html("mark", {}, "end of the received bytes"));
  return block;
}

function violationOf(excerpt) {
  const place = `${excerpt.event > 0 ? `event ${excerpt.event}, ` : ""}byte ${excerpt.offset} of the body, ${durationText(excerpt.at_ms)} after the request`;
  return html("div", {class: "violated"},
    html("p", {}, html("span", {class: "violation-sign", "aria-hidden": "true"}, "\u25b2 "), html("strong", {}, excerpt.code), ` at ${place}`),
    excerpt.hex ? bytesOf(excerpt) : html("p", {class: "muted"}, "The bytes are not shown: a secret is among them, or none was received."));
}

function streamSummary(stream) {
  const first = stream.first_event_ms >= 0 ? `first event after ${durationText(stream.first_event_ms)}` : "no event";
  return `${plural(stream.events, "event")}, ${bytesText(stream.bytes)}, ${first}, ended: ${stream.end || "unknown"}`;
}

function streamSection(stream) {
  const arrivals = list(stream.arrivals);
  const gaps = numberedArrivals(stream).filter((one) => one.follows === "event");
  const longest = gaps.reduce((most, one) => (one.gap > most.gap ? one : most), {gap: 0});
  return html("div", {class: "stream"},
    html("p", {}, html("strong", {}, "Stream: "), streamSummary(stream) + (longest.gap > 0 ? `; longest gap ${durationText(longest.gap)}, before event ${longest.number}` : "")),
    ...list(stream.excerpts).map(violationOf),
    ...(arrivals.length > 0 || list(stream.excerpts).length > 0 ? [timeline(stream)] : []),
    arrivals.length > 0 ? details(`Arrivals of ${arrivals.length === stream.events ? "all" : `${arrivals.length} of ${stream.events}`} events`, () => arrivalsTable(stream))
      : html("p", {class: "muted"}, "The arrivals of this stream are not recorded: a result keeps those of streams with findings and of a few others."));
}

function streamItem({scenario, step, exchange, stream}) {
  const key = `${scenario.name}/${step.id}/${step.attempt || 1}`;
  return item({key, onToggle: (isOpen) => note({open: isOpen ? key : ""}),
    title: [badge(step.verdict), " ", html("span", {class: "path"}, scenario.name), `, step ${step.id}`],
    meta: [html("span", {}, streamSummary(stream))],
    line: [html("p", {class: "sub brief"}, `${exchange.method} ${pathOf(exchange.url)}`)],
    body: () => [streamSection(stream), html("p", {}, link({view: "scenarios", open: scenario.name}, `Scenario ${scenario.name}`))]});
}

function streamsView() {
  const recorded = ({stream}) => list(stream.excerpts).length * 1000 + list(stream.arrivals).length;
  const shown = streams.filter(({scenario}) => matchesScenario(scenario)).sort((a, b) => recorded(b) - recorded(a));
  return {count: shown.length, total: streams.length, noun: "stream", content: [
    html("h2", {}, "Streams"), html("p", {class: "muted"}, "Those with violations first, then those whose arrivals are recorded."),
    longList(shown, streamItem)]};
}
