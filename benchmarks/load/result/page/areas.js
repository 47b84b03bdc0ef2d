// Drawings made of areas: bars, histograms, heat maps.

/** Returns the path of a rectangle between values of both axes. */
function rectangle(x, y, {left, right, low, high}) {
  const [from, to] = [left, right].map((value) => coordinate(xOf(place(x, value))));
  const [bottom, top] = [low, high].map((value) => coordinate(yOf(place(y, value))));
  return `M${from} ${top}H${to}V${bottom}H${from}z`;
}

/** Returns a table whose rows have a bar from 0: {caption, rows: [{name, value, text, color, isUncertain}]}. */
function barTable({caption, rows}) {
  const most = Math.max(...rows.map((row) => row.value)) || 1;
  const bar = (row) => (row.value === 0 ? "" : html("div", {
    class: `bar ${row.color}${row.isUncertain ? " hollow" : ""}`, style: `width: ${coordinate((row.value / most) * 100)}%`}));
  return html("table", {class: "bars"}, html("caption", {}, caption),
    html("tbody", {}, ...rows.map((row) => html("tr", {},
      html("th", {scope: "row"}, row.name), html("td", {class: "number"}, row.text), html("td", {class: "track"}, bar(row))))));
}

/** Draws a histogram: {id, title, text, x, y, bins: [{left, right, count}]}. */
function drawHistogram({id, title, text, x, y, bins}) {
  const image = frame(id, title, text, x, y);
  const d = bins.filter((bin) => bin.count > 0)
    .map((bin) => rectangle(x, y, {left: bin.left, right: bin.right, low: y.low, high: bin.count})).join("");
  image.append(svg("path", {class: "bin", d}));
  return [image];
}

const SHADES = 7;  // by the logarithm of the count: single outliers stay visible beside thousands

/** Returns a logarithmic axis with bands for what has no place on it; `below` and `above` are labels or empty. */
function bandedAxis(axis, below, above) {
  const step = (axis.high / axis.low) ** 0.12;
  const banded = {...axis, ticks: [...axis.ticks]};
  if (below) {
    banded.below = {low: axis.low / step, high: axis.low};
    banded.low = banded.below.low;
    banded.ticks.push({value: axis.low / step ** 0.7, label: below, isBand: true});
  }
  if (above) {
    banded.above = {low: axis.high, high: axis.high * step};
    banded.high = banded.above.high;
    banded.ticks.push({value: axis.high * step ** 0.7, label: above, isBand: true});
  }
  return banded;
}

/** Draws counts as shades: {id, title, text, x, y, unit, cells: [{left, right, low, high, count}]}. */
function drawHeatMap(map) {
  const largest = Math.max(...map.cells.map((cell) => cell.count));
  const shadeOf = (count) =>
    largest <= 1 ? SHADES - 1 : Math.min(Math.floor((Math.log(count) / Math.log(largest)) * SHADES), SHADES - 1);
  const shades = Array(SHADES).fill("");
  for (const cell of map.cells) if (cell.count > 0) shades[shadeOf(cell.count)] += rectangle(map.x, map.y, cell);
  // The cells cover the grid, which would look like gaps between them.
  const image = frame(map.id, map.title, map.text, map.x, map.y);
  shades.forEach((d, shade) => d && image.append(svg("path", {class: `h${shade}`, d})));
  const least = shades.map((_, shade) => Math.ceil(largest ** (shade / SHADES) - SLACK));
  const legend = least.map((count, shade) => (least[shade + 1] <= count ? "" :
    key(`from ${countText(count)}`, svg("path", {class: `h${shade}`, d: "M1 1H27V11H1z"}))));
  return [image, html("ul", {class: "legend", "aria-label": `${map.unit} in a cell`},
    html("li", {}, `${map.unit} in a cell:`), ...legend.filter(Boolean))];
}
