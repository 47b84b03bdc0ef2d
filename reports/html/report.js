// Puts the page together: views, filters, keys, print.

const VIEW_TEXTS = {problems: "Problems", scenarios: "Scenarios", coverage: "Coverage", machines: "State machines", streams: "Streams", run: "Run"};
const VIEW_CONTENT = {problems: problemsView, scenarios: scenariosView, coverage: coverageView, machines: machinesView, streams: streamsView, run: runView};
const VIEW_COUNTS = {problems: causes.filter(isBrokenCause).length, scenarios: scenarios.length, coverage: requirements.length,
                     machines: list(result.transitions).length, streams: streams.length};
const KEYS = [["j, \u2193", "next item"], ["k, \u2191", "previous item"], ["Enter", "open or close the item"], ["/", "search"],
              ["Escape", "clear search and filters"], ["1 to 6", "the views in their order"], ["?", "this help"]];

const controls = {};

function select(name, label) {
  controls[name] = html("select", {id: `filter-${name}`});
  return html("div", {class: "field"}, html("label", {for: `filter-${name}`}, label), controls[name]);
}

function fillSelect(name, options) {
  controls[name].replaceChildren(html("option", {value: ""}, "all"), ...options.map(([value, shown]) => html("option", {value}, shown)));
  controls[name].value = state[name];
  controls[name].closest(".field").hidden = options.length < 2 && !state[name];
}

function filterBar() {
  controls.q = html("input", {id: "filter-q", type: "search", autocomplete: "off", spellcheck: "false"});
  controls.req = html("input", {id: "filter-req", type: "search", list: "requirement-ids", autocomplete: "off", spellcheck: "false"});
  controls.clear = html("button", {type: "button", class: "clear"}, "Clear");
  controls.help = html("button", {type: "button", class: "help-button"}, "Keys ", html("kbd", {}, "?"));
  controls.status = html("p", {role: "status", class: "status"});
  const form = html("form", {role: "search", class: "filters", "aria-label": "Filters"},
    html("div", {class: "field wide-field"}, html("label", {for: "filter-q"}, "Search ", html("kbd", {}, "/")), controls.q),
    select("area", "Area"), select("verdict", "Verdict"),
    html("div", {class: "field"}, html("label", {for: "filter-req"}, "Requirement"), controls.req),
    html("datalist", {id: "requirement-ids"}, ...requirements.map((one) => html("option", {value: one.id}))),
    controls.clear, controls.help, controls.status);
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const name of FILTERS) {
    controls[name].addEventListener(name === "area" || name === "verdict" ? "change" : "input", () => {
      note({[name]: controls[name].value.trim(), open: ""});
      drawView();
    });
  }
  controls.clear.addEventListener("click", clearFilters);
  controls.help.addEventListener("click", () => helpBox.showModal());
  return form;
}

function clearFilters() {
  note({q: "", area: "", verdict: "", req: "", open: ""});
  drawView();
}

const navigation = html("nav", {"aria-label": "Views"}, html("ul", {}, ...VIEWS.map((view) => html("li", {},
  html("a", {href: "", "data-view": view}, VIEW_TEXTS[view], ...(VIEW_COUNTS[view] !== undefined ? [html("span", {class: "nav-count"}, VIEW_COUNTS[view].toLocaleString("en"))] : []))))));
const main = html("main", {id: "main", tabindex: "-1"});
const helpBox = html("dialog", {"aria-labelledby": "help-title"}, html("h2", {id: "help-title"}, "Keys"), facts(KEYS.map(([key, effect]) => [key, effect])),
  html("form", {method: "dialog"}, html("button", {}, "Close")));

const capitalized = (phrase) => phrase.charAt(0).toUpperCase() + phrase.slice(1);
const items = () => [...main.querySelectorAll(".opener")].filter((one) => one.getClientRects().length > 0);

function drawView() {
  const view = VIEW_CONTENT[state.view]();
  main.replaceChildren(html("div", {class: `view view-${state.view}`}, ...view.content));
  for (const anchor of navigation.querySelectorAll("a")) {
    const name = anchor.dataset.view;
    const kept = {q: state.q, area: state.area, req: state.req, view: name, verdict: name === state.view ? state.verdict : ""};
    anchor.setAttribute("href", fragmentOf(kept));
    if (name === state.view) anchor.setAttribute("aria-current", "page");
    else anchor.removeAttribute("aria-current");
  }
  const isRun = state.view === "run" || state.view === "machines";
  for (const name of FILTERS) if (controls[name].value !== state[name] && document.activeElement !== controls[name]) controls[name].value = state[name];
  fillSelect("area", areas.map((one) => [one, words(one)]));
  const names = view.outcomes ? OUTCOMES : VERDICTS;
  const present = new Set(view.outcomes ? requirements.map((one) => one.outcome) : state.view === "problems" ? causes.map((one) => one.verdict) : scenarios.map((one) => one.verdict));
  fillSelect("verdict", Object.keys(names).filter((one) => present.has(one)).map((one) => [one, names[one].text]));
  controls.verdict.previousElementSibling.textContent = view.outcomes ? "Outcome" : "Verdict";
  document.querySelector(".filters").classList.toggle("unused", isRun);
  controls.clear.hidden = !FILTERS.some((name) => state[name]);
  controls.status.textContent = isRun ? "" : view.count === view.total ? capitalized(view.summary || plural(view.total, view.noun)) : `${view.count.toLocaleString("en")} of ${plural(view.total, view.noun)}`;
  if (!isRun && view.count === 0 && view.total > 0) main.firstChild.append(html("p", {class: "none"}, "Nothing matches the filters."));
  openLinked(view);
}

/** Opens the item that the address names, else the first failure. */
function openLinked(view) {
  const all = [...main.querySelectorAll(".item")];
  const named = state.open && all.find((one) => one.dataset.key === state.open);
  if (named) {
    named.setOpen(true);
    named.scrollIntoView({block: "start"});
  } else if (view.opensFirst && !state.open && all[0]) {
    all[0].setOpen(true);
  } else if (view.outcomes && state.req && all.length === 1) {
    all[0].setOpen(true);
  }
}

function move(step) {
  const all = items();
  if (all.length === 0) return;
  const current = document.activeElement.closest(".item");
  let at = current ? all.indexOf(current.querySelector(".opener")) + step : step > 0 ? 0 : all.length - 1;
  if (at >= all.length) {
    const more = [...main.querySelectorAll(".more")].find((one) => !one.hidden);
    if (more) more.click();
  }
  const grown = items();
  at = Math.max(0, Math.min(at, grown.length - 1));
  grown[at].focus();
  grown[at].scrollIntoView({block: "nearest"});
}

function pressKey(event) {
  const isTyping = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.ctrlKey || event.metaKey || event.altKey || helpBox.open) return;
  if (event.key === "Escape") {
    if (isTyping) event.target.blur();
    return clearFilters();
  }
  if (isTyping) return;
  const isInItem = event.target.classList.contains("opener");
  const actions = {j: () => move(1), k: () => move(-1), "/": () => controls.q.focus(), "?": () => helpBox.showModal(),
    ...(isInItem ? {ArrowDown: () => move(1), ArrowUp: () => move(-1)} : {})};
  VIEWS.forEach((view, i) => { actions[String(i + 1)] = () => { location.hash = fragmentOf({view}); }; });
  if (!actions[event.key]) return;
  event.preventDefault();
  actions[event.key]();
}

/** Paper has no buttons: opens what is broken (with a limit), or the shown items. */
function preparePrint() {
  for (const one of [...main.querySelectorAll(".item")].slice(0, 100)) {
    const isShown = state.view !== "problems" || one.querySelector(".v-failed, .v-not_run, .v-fixed");
    if (isShown && state.view !== "scenarios") one.setOpen(true);
  }
}

function drawPage() {
  document.title = printable(`${headline()} - Plumbline`);
  document.body.append(html("a", {href: "#main", class: "skip"}, "Skip to the content"), pageHeader(), navigation, filterBar(), main, helpBox);
  drawView();
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
  });
  addEventListener("hashchange", () => {
    const old = state.view;
    state = stateOf(location.hash);
    drawView();
    if (old !== state.view && !state.open) scrollTo(0, 0);
  });
  addEventListener("keydown", pressKey);
  addEventListener("beforeprint", preparePrint);
  matchMedia("print").addEventListener("change", (query) => query.matches && preparePrint());
}

drawPage();
