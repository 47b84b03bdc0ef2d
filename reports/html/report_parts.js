// Parts that several views use.

const VERDICTS = {
  failed: {symbol: "\u2715", text: "failed", meaning: "the target violates a stated or implied requirement, or a check without one"},
  not_run: {symbol: "\u2298", text: "not run", meaning: "a set-up failed, the target did not answer, or the run was interrupted"},
  fixed: {symbol: "\u2191", text: "fixed", meaning: "a known deviation is listed, but its check was made and holds: remove the entry"},
  warned: {symbol: "!", text: "warned", meaning: "the target violates what Plumbline assumes where the description is silent"},
  deviated: {symbol: "\u2248", text: "deviated", meaning: "fails only as the known deviations of the target list"},
  observed: {symbol: "\u25cb", text: "observed", meaning: "what the target does where the description leaves it open: nothing is judged"},
  skipped: {symbol: "\u2013", text: "skipped", meaning: "not played: the target, the profile or an option lacks what it needs"},
  passed: {symbol: "\u2713", text: "passed", meaning: "every check holds"},
};
const OUTCOMES = {
  failed: {symbol: "\u2715", text: "failed", meaning: "a check fails the run"},
  warned: {symbol: "!", text: "warned", meaning: "an assumption of Plumbline is violated"},
  deviated: {symbol: "\u2248", text: "deviated", meaning: "it is violated only as the known deviations list"},
  observed: {symbol: "\u25cb", text: "observed", meaning: "it is open: what the target does was recorded, nothing was judged"},
  not_exercised: {symbol: "\u2013", text: "not exercised", meaning: "no scenario of this run made a check of it"},
  not_checkable: {symbol: "\u00b7", text: "not checkable", meaning: "no client of the API can check it; not part of the coverage"},
  verified: {symbol: "\u2713", text: "verified", meaning: "a check of it was made and holds"},
};
const BASES = {
  stated: "the description says it",
  implied: "it follows from the description",
  assumed: "decided by Plumbline where the description is silent",
  open: "undecided in the description, only observed",
};

const list = (value) => value || [];
const plural = (count, one, many = `${one}s`) => `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
const words = (name) => String(name).replaceAll("_", " ");

function durationText(ms) {
  if (!(ms >= 0)) return "";
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${ms.toFixed(0)} ms`;
  return ms < 120000 ? `${(ms / 1000).toFixed(1)} s` : `${(ms / 60000).toFixed(1)} min`;
}
const bytesText = (bytes) => (bytes < 10000 ? `${bytes} B` : bytes < 1e7 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1e6).toFixed(1)} MB`);
function positionText(where) {
  const {file, line, column} = positionOf(where);
  return [file, ...(line ? [line, ...(column ? [column] : [])] : [])].filter(Boolean).join(":");
}

/** The name of a verdict or an outcome with its symbol: the colour is never the only sign. */
function badge(name, names = VERDICTS) {
  const {symbol, text} = names[name] || {symbol: "?", text: words(name)};
  return html("span", {class: `badge v-${name}`}, html("span", {"aria-hidden": "true"}, symbol), " ", text);
}

function copyText(text) {
  if (navigator.clipboard && isSecureContext) return navigator.clipboard.writeText(text);
  const area = html("textarea", {"aria-hidden": "true"});
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied ? Promise.resolve() : Promise.reject(new Error("the browser refused"));
}

/** A command with a button that copies it as it is, not as it is shown. */
function command(label, text) {
  const button = html("button", {type: "button", class: "copy", "aria-label": `Copy: ${label}`}, "Copy");
  const show = (outcome) => {
    button.textContent = outcome;
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  };
  button.addEventListener("click", () => copyText(text).then(() => show("Copied"), () => show("Select it and copy")));
  return html("div", {class: "command"},
    html("div", {class: "label"}, label, button), html("pre", {tabindex: "0", role: "group", "aria-label": label}, text));
}

/** A table that scrolls on its own if it is wider than the page. */
function table(caption, head, rows, classes = []) {
  const cell = (content, i) => html(i === 0 ? "th" : "td",
    {...(i === 0 ? {scope: "row"} : {}), ...(classes[i] ? {class: classes[i]} : {})}, ...[content].flat());
  return html("div", {class: "wide", tabindex: "0", role: "region", "aria-label": caption},
    html("table", {}, html("caption", {}, caption),
      html("thead", {}, html("tr", {}, ...head.map((text, i) => html("th", {scope: "col", ...(classes[i] ? {class: classes[i]} : {})}, text)))),
      html("tbody", {}, ...rows.map((row) => html("tr", {}, ...row.map(cell))))));
}

const facts = (pairs) => html("dl", {}, ...pairs.filter(([, value]) => value !== "" && value !== undefined && value !== null)
  .flatMap(([name, value]) => [html("dt", {}, name), html("dd", {}, ...[value].flat())]));

/** Content that is made when it is opened first: by the click, because the toggle event comes after the element is shown. */
function details(summary, makeContent, isOpen = false) {
  const control = html("summary", {}, ...[summary].flat());
  const element = html("details", {}, control);
  const fill = () => {
    if (element.childElementCount === 1) element.append(...[makeContent()].flat());
  };
  control.addEventListener("click", fill);
  if (isOpen) {
    fill();
    element.open = true;
  }
  return element;
}

let itemCount = 0;
/** An item of a list: a heading with a button that opens its body, which is made when it is opened first. */
function item({title, meta = [], line = [], level = 3, body, key = "", onToggle = () => {}}) {
  const id = `item-${++itemCount}`;
  const button = html("button", {type: "button", class: "opener", "aria-expanded": "false", "aria-controls": id}, ...title);
  const panel = html("div", {id, class: "body", hidden: ""});
  const element = html("article", {class: "item", "data-key": key},
    html("div", {class: "head"}, html(`h${level}`, {}, button), html("div", {class: "meta"}, ...meta)), ...line, panel);
  element.setOpen = (isOpen) => {
    if (isOpen && !panel.firstChild) panel.append(...[body()].flat());
    panel.hidden = !isOpen;
    button.setAttribute("aria-expanded", String(isOpen));
    element.classList.toggle("open", isOpen);
  };
  element.isOpen = () => !panel.hidden;
  button.addEventListener("click", () => {
    element.setOpen(panel.hidden);
    onToggle(!panel.hidden);
  });
  return element;
}

/** A list that shows its first items and, on demand, the next: thousands of items open at once. */
function longList(entries, makeItem, batch = 100) {
  const box = html("div", {class: "list"});
  const more = html("button", {type: "button", class: "more"});
  let shown = 0;
  box.showMore = (until = shown + batch) => {
    for (; shown < Math.min(until, entries.length); ++shown) box.insertBefore(makeItem(entries[shown], shown), more);
    more.hidden = shown >= entries.length;
    more.textContent = `Show more (${shown} of ${entries.length})`;
  };
  more.addEventListener("click", () => box.showMore());
  box.append(more);
  box.showMore();
  return box;
}
