// Axes and line plots as SVG. The style sheet defines the colours.

const WIDTH = 480, HEIGHT = 300, LEFT = 62, RIGHT = 30, TOP = 28, BOTTOM = 46;
const xOf = (place) => LEFT + place * (WIDTH - LEFT - RIGHT);
const yOf = (place) => HEIGHT - BOTTOM - place * (HEIGHT - TOP - BOTTOM);
const coordinate = (value) => String(Number(value.toFixed(1)));

const FACTORS = [1, 2, 5];
const SLACK = 1e-9;  // maximum rounding error of a ratio that is exactly one
const exponentBelow = (value) => Math.floor(Math.log10(value) + SLACK);
const isAboveZero = (value) => value > 0 && Number.isFinite(value);

/** Returns the smallest of 1, 2, 5 times a power of ten that is at least `value`. */
function roundUp(value) {
  const power = 10 ** exponentBelow(value);
  return (FACTORS.find((factor) => factor * power >= value * (1 - SLACK)) || 10) * power;
}

/** Returns a value's place on an axis, 0 to 1; values beyond an end are clamped. */
function place(axis, value) {
  const within = Math.min(Math.max(value, axis.low), axis.high);
  if (axis.high <= axis.low) return 0;
  return axis.isLog ? Math.log(within / axis.low) / Math.log(axis.high / axis.low)
                    : (within - axis.low) / (axis.high - axis.low);
}

/** Returns an axis from 0 with about five ticks. */
function linearAxis(label, high, text) {
  if (!isAboveZero(high)) high = 1;
  const step = roundUp(high / 5);
  const count = Math.max(Math.ceil(high / step - SLACK), 1);
  const ticks = Array.from({length: count + 1}, (_, i) => ({value: i * step, label: text(i * step)}));
  return {label, low: 0, high: count * step, isLog: false, ticks};
}

const MAX_DECADES = 7;  // whose labels fit beside each other

/** Returns an axis over whole decades: labels only at powers of ten, so that nobody reads it as even steps. */
function logAxis(label, low, high, text) {
  if (!isAboveZero(high)) high = isAboveZero(low) ? low : 1;
  if (!isAboveZero(low) || low > high) low = high;
  const first = exponentBelow(low);
  const last = Math.max(Math.ceil(Math.log10(high) - SLACK), first + 1);
  const each = Math.ceil((last - first) / MAX_DECADES);
  const ticks = [], minor = [];
  for (let e = first; e <= last; ++e) {
    ticks.push({value: 10 ** e, label: (e - first) % each === 0 ? text(10 ** e) : ""});
    if (e < last && each === 1) for (let factor = 2; factor < 10; ++factor) minor.push({value: factor * 10 ** e});
  }
  return {label: `${label}, log scale`, low: 10 ** first, high: 10 ** last, isLog: true, ticks, minor};
}

/** Returns an axis of 1 / (1 - p), so that each nine has the same width; it ends where ten of `values` remain. */
function percentileAxis(values) {
  const high = Math.max(values / MIN_BEYOND, 2);
  // If five nines share the width, the first two labels would touch.
  const ticks = [{value: 1, label: high < 3000 ? "0%" : ""}, {value: 2, label: "50%"}];
  for (let nines = 1; nines <= exponentBelow(high); ++nines)
    ticks.push({value: 10 ** nines, label: `${(100 - 100 / 10 ** nines).toFixed(Math.max(nines - 2, 0))}%`});
  return {label: "percentile (each nine has the same width)", low: 1, high, isLog: true, ticks};
}

function frame(id, title, description, x, y) {
  const path = (style, d) => svg("path", {class: style, d});
  const across = (tick) => `M${LEFT} ${coordinate(yOf(place(y, tick.value)))}H${WIDTH - RIGHT}`;
  const upwards = (tick) => `M${coordinate(xOf(place(x, tick.value)))} ${yOf(0)}V${TOP}`;
  const lines = (ticks, line) => (ticks || []).filter((tick) => !tick.isBand).map(line).join("");
  const text = (style, x, y, label) => svg("text", {class: style, x: coordinate(x), y: coordinate(y)}, label);
  return svg("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-labelledby": `${id}-t ${id}-d`},
    svg("title", {id: `${id}-t`}, title),
    svg("desc", {id: `${id}-d`}, description),
    path("minor", lines(y.minor, across) + lines(x.minor, upwards)),
    path("grid", lines(y.ticks, across) + lines(x.ticks, upwards)),
    ...y.ticks.map((tick) => text("end", LEFT - 6, yOf(place(y, tick.value)) + 4, tick.label)),
    text("label", 4, 14, y.label),
    path("axis", `M${LEFT} ${yOf(0)}H${WIDTH - RIGHT}`),
    ...x.ticks.map((tick) => text("mid", xOf(place(x, tick.value)), yOf(0) + 17, tick.label)),
    text("mid label", xOf(0.5), HEIGHT - 8, x.label));
}

// Marks differ in shape as well as in colour, for colour-blind readers and for print.
const MARKS = {
  circle: (x, y) => `M${coordinate(x - 4)} ${coordinate(y)}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z`,
  square: (x, y) => `M${coordinate(x - 3.5)} ${coordinate(y - 3.5)}h7v7h-7z`,
  triangle: (x, y) => `M${coordinate(x)} ${coordinate(y - 5)}l4.5 8h-9z`,
  diamond: (x, y) => `M${coordinate(x)} ${coordinate(y - 5)}l5 5l-5 5l-5 -5z`,
};

const lineStyle = (series) => `line ${series.color}${series.isDashed ? " dashed" : ""}`;

function key(text, ...drawing) {
  return html("li", {}, svg("svg", {class: "key", viewBox: "0 0 28 12", "aria-hidden": "true"}, ...drawing), text);
}

/**
 * Draws a plot: {id, title, text, x, y, series}. A series is {name, color, mark, isDashed, line, marks}: `line` joins
 * points, `marks` are single values, hollow if they are client-bound. Returns the drawing and its legend.
 */
function drawPlot(plot) {
  const at = (point) => [xOf(place(plot.x, point.x)), yOf(place(plot.y, point.y))];
  const image = frame(plot.id, plot.title, plot.text, plot.x, plot.y);
  for (const series of plot.series) {
    if (series.line.length < 2) continue;
    const d = "M" + series.line.map((point) => at(point).map(coordinate).join(" ")).join("L");
    image.append(svg("path", {class: lineStyle(series), d}));
  }
  for (const series of plot.series) {  // above all lines
    for (const isHollow of [false, true]) {
      const marks = (series.marks || []).filter((point) => Boolean(point.isHollow) === isHollow);
      const d = marks.map((point) => MARKS[series.mark](...at(point))).join("");
      if (d) image.append(svg("path", {class: `mark ${series.color}${isHollow ? " hollow" : ""}`, d}));
    }
  }
  const legend = plot.series.map((series) => key(series.name,
    svg("path", {class: lineStyle(series), d: "M1 6H27"}),
    ...(series.mark ? [svg("path", {class: `mark ${series.color}`, d: MARKS[series.mark](14, 6)})] : [])));
  return [image, html("ul", {class: "legend"}, ...legend)];
}
