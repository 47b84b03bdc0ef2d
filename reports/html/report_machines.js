// State machines of the mock as diagrams: layers from top to bottom, transitions with their counts.

const NODE_HEIGHT = 30, LAYER_HEIGHT = 84, NODE_GAP = 26;

/** Returns one edge for all transitions between the same states. */
function edgesOf(machine) {
  const edges = new Map();
  for (const {from, to, cause, taken} of list(machine.transitions)) {
    const target = to || "(deleted)";
    const key = JSON.stringify([from, target]);
    if (!edges.has(key)) edges.set(key, {from, to: target, taken: 0, causes: []});
    edges.get(key).taken += taken;
    edges.get(key).causes.push(`${cause} ${taken}`);
  }
  return [...edges.values()];
}

/** Marks the edges that close a cycle; the others give each state a layer below its predecessors. */
function layerStates(edges) {
  const states = [...new Set(edges.flatMap(({from, to}) => [from, to]))];
  const entered = new Set(edges.filter(({from, to}) => from !== to).map(({to}) => to));
  const starts = states.filter((one) => !entered.has(one));
  const layers = new Map(), active = new Set(), done = new Set(), order = [];
  const visit = (one) => {
    active.add(one);
    for (const edge of edges.filter(({from}) => from === one)) {
      edge.isBack = active.has(edge.to);
      if (!edge.isBack && !done.has(edge.to)) visit(edge.to);
    }
    active.delete(one);
    done.add(one);
    order.unshift(one);
  };
  for (const one of [...starts, ...states]) if (!done.has(one)) visit(one);
  for (const one of order) {
    const before = edges.filter(({to, from, isBack}) => to === one && !isBack && from !== one);
    layers.set(one, Math.max(0, ...before.map(({from}) => (layers.get(from) || 0) + 1)));
  }
  return layers;
}

/** Returns the rows of states and, for edges over several layers, of bends, in an order with few crossings. */
function orderRows(edges, layers) {
  const rows = [];
  const put = (node) => (rows[node.layer] = rows[node.layer] || []).push(node);
  const nodes = new Map([...layers].map(([name, layer]) => [name, {name, layer, width: name.length * 7.4 + 22, above: []}]));
  for (const node of nodes.values()) put(node);
  for (const edge of edges.filter((one) => !one.isBack && one.from !== one.to)) {
    let before = nodes.get(edge.from);
    edge.path = [before];
    for (let layer = before.layer + 1; layer < nodes.get(edge.to).layer; ++layer) {
      const bend = {layer, width: 14, above: [before]};
      put(bend);
      edge.path.push(bend);
      before = bend;
    }
    nodes.get(edge.to).above.push(before);
    edge.path.push(nodes.get(edge.to));
  }
  for (const row of rows) {
    const center = (node) => (node.above.length === 0 ? 0 : node.above.reduce((sum, one) => sum + one.index, 0) / node.above.length);
    row.sort((a, b) => center(a) - center(b));
    row.forEach((node, i) => { node.index = i + 0.5 - row.length / 2; });
  }
  return {rows, nodes};
}

function placeRows(rows) {
  const widthOf = (row) => row.reduce((sum, node) => sum + node.width, 0) + NODE_GAP * (row.length - 1);
  const width = Math.max(...rows.map(widthOf)) + 24;
  rows.forEach((row, layer) => {
    let x = (width - widthOf(row)) / 2;
    for (const node of row) {
      node.x = x + node.width / 2;
      node.y = 12 + NODE_HEIGHT / 2 + layer * LAYER_HEIGHT;
      x += node.width + NODE_GAP;
    }
  });
  return width;
}

function edgePath(edge, nodes, right, lane) {
  const from = nodes.get(edge.from), to = nodes.get(edge.to);
  if (edge.path) {
    const points = edge.path;
    const start = [from.x, from.y + NODE_HEIGHT / 2];
    let d = `M${start[0].toFixed(1)} ${start[1]}`;
    points.slice(1).forEach((point, i) => {
      const previous = points[i];
      const y0 = previous.y + (i === 0 ? NODE_HEIGHT / 2 : 0);
      const y1 = point === to ? point.y - NODE_HEIGHT / 2 - 2 : point.y;
      const middle = (y0 + y1) / 2;
      d += `C${previous.x.toFixed(1)} ${middle} ${point.x.toFixed(1)} ${middle} ${point.x.toFixed(1)} ${y1}`;
    });
    const next = points[1];
    return {d, label: [(from.x + next.x) / 2, (start[1] + next.y - (next === to ? NODE_HEIGHT / 2 : 0)) / 2]};
  }
  // A way back, or to the state itself, runs on the right of all states.
  const x = right + 16 + lane * 22;
  const y0 = from.y + 5, y1 = to.y - 5;
  return {d: `M${from.x + from.width / 2} ${y0}C${x} ${y0} ${x} ${y1} ${to.x + to.width / 2 + 2} ${y1}`, label: [(from.x + from.width / 2 + 3 * x) / 4 - 4, (y0 + y1) / 2]};
}

/** Moves labels down that would cover one another. */
function separateLabels(drawn) {
  drawn.forEach(({label}, i) => {
    const isCovered = () => drawn.slice(0, i).some((one) => Math.abs(one.label[0] - label[0]) < 26 && Math.abs(one.label[1] - label[1]) < 12);
    for (let tries = 0; tries < 5 && isCovered(); ++tries) label[1] += 12;
  });
}

let markerCount = 0;
function machineDiagram(machine) {
  const edges = edgesOf(machine);
  const layers = layerStates(edges);
  const {rows, nodes} = orderRows(edges, layers);
  const inner = placeRows(rows);
  const backs = edges.filter((edge) => !edge.path);
  const width = inner + (backs.length > 0 ? 34 + backs.length * 22 : 0);
  const height = rows.length * LAYER_HEIGHT - (LAYER_HEIGHT - NODE_HEIGHT) + 24;
  const marker = `arrow-${++markerCount}`;
  const left = new Set(edges.map(({from}) => from));
  const drawn = edges.map((edge) => ({edge, ...edgePath(edge, nodes, inner, backs.indexOf(edge))}));
  separateLabels(drawn);
  const title = ({edge}) => svg("title", {}, `${edge.from} to ${edge.to}: ${edge.causes.join(", ")}`);
  return html("div", {class: "wide", tabindex: "0", role: "region", "aria-label": `Diagram of ${machine.machine}`},
    svg("svg", {viewBox: `0 0 ${width.toFixed(0)} ${height}`, width: width.toFixed(0), height, class: "machine", role: "img",
                "aria-label": `States and transitions of ${machine.machine}; the table below has the same figures`},
      svg("defs", {}, ...["taken", "untaken"].map((name) => svg("marker", {id: `${marker}-${name}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse", class: name}, svg("path", {d: "M0 0L8 4L0 8z"})))),
      ...drawn.map((one) => svg("path", {class: one.edge.taken > 0 ? "edge taken" : "edge untaken", d: one.d, "marker-end": `url(#${marker}-${one.edge.taken > 0 ? "taken" : "untaken"})`}, title(one))),
      ...[...nodes.values()].flatMap((node) => [
        svg("rect", {class: left.has(node.name) ? "state" : "state final", x: (node.x - node.width / 2).toFixed(1), y: node.y - NODE_HEIGHT / 2, width: node.width.toFixed(1), height: NODE_HEIGHT, rx: 6}),
        svg("text", {class: "name", x: node.x.toFixed(1), y: node.y + 4}, node.name)]),
      ...drawn.map(({edge, label}) => svg("text", {class: edge.taken > 0 ? "count" : "count untaken", x: label[0].toFixed(1), y: (label[1] + 4).toFixed(1)}, edge.taken > 0 ? edge.taken : "0 \u2715"))));
}

function machineItem(machine) {
  const all = list(machine.transitions);
  const taken = all.filter((one) => one.taken > 0).length;
  const rows = all.map((one) => [one.from, one.to || "(deleted)", one.cause, one.taken > 0 ? String(one.taken) : [badge("not_taken", {not_taken: {symbol: "\u2715", text: "not taken"}})]]);
  const key = machine.machine;
  const shown = item({key, onToggle: (isOpen) => note({open: isOpen ? key : ""}), title: [words(key)],
    meta: [html("span", {}, `${taken} of ${plural(all.length, "transition")} taken`)],
    body: () => [machineDiagram(machine), details("Transitions as a table", () => table(`Transitions of ${key}`, ["from", "to", "cause", "taken"], rows, ["", "", "", "number"]))]});
  shown.setOpen(true);
  return shown;
}

function machinesView() {
  const machines = list(result.transitions).filter((one) => list(one.transitions).length > 0);
  const content = machines.length === 0 ? [html("p", {}, "The target does not report transitions; only a mock does.")] : [
    html("p", {class: "muted"}, "The figure at a transition is how often it was taken; a dashed one was not taken. Thick borders: final states."), ...machines.map(machineItem)];
  return {count: machines.length, total: machines.length, noun: "state machine", content: [html("h2", {}, "State machines"), ...content]};
}
