// What the page shows is in the fragment of its address, so that it can be linked:
// #VIEW?q=TEXT&area=AREA&verdict=VERDICT&req=REQUIREMENT&open=ITEM

const FILTERS = ["q", "area", "verdict", "req"];
const VIEWS = ["problems", "scenarios", "coverage", "machines", "streams", "run"];

function stateOf(fragment) {
  const [view, query = ""] = fragment.replace(/^#/, "").split("?");
  const given = new URLSearchParams(query);
  const state = {view: VIEWS.includes(view) ? view : "problems", open: given.get("open") || ""};
  for (const name of FILTERS) state[name] = given.get(name) || "";
  return state;
}

function fragmentOf(state) {
  const query = new URLSearchParams();
  for (const name of [...FILTERS, "open"]) if (state[name]) query.set(name, state[name]);
  const tail = query.toString();
  return `#${state.view}${tail ? `?${tail}` : ""}`;
}

let state = stateOf(location.hash);
const linkTo = (changes) => fragmentOf({view: state.view, ...changes});
const link = (changes, ...content) => html("a", {href: linkTo(changes)}, ...content);

/** Records a change without an entry in the history, e.g. while a text is typed. */
function note(changes) {
  state = {...state, ...changes};
  history.replaceState(null, "", fragmentOf(state));
}

const includes = (texts, wanted) => texts.some((one) => one && String(one).toLowerCase().includes(wanted));
const findingTexts = ({code, expected, got, note: remedy, requirements: ids}) => [code, expected, got, remedy, ...list(ids)];

function requirementNames(id) {
  const known = requirementById.get(id);
  return known ? [id, known.statement, known.section] : [id];
}

function matchesScenario(scenario) {
  const {q, area, verdict, req} = state;
  if (area && scenario.area !== area) return false;
  if (verdict && scenario.verdict !== verdict) return false;
  if (req) {
    const known = requirementById.get(req);
    const isNamed = occurrencesOf(scenario).some(({finding}) => list(finding.requirements).includes(req));
    if (!isNamed && !(known && scenariosOf(known).includes(scenario))) return false;
  }
  const wanted = q.toLowerCase();
  return !q || includes([scenario.name, scenario.summary, scenario.reason], wanted) ||
    occurrencesOf(scenario).some(({finding}) => includes(findingTexts(finding), wanted));
}

function matchesCause(cause) {
  const {q, area, verdict, req} = state;
  const {finding} = cause;
  if (verdict && cause.verdict !== verdict) return false;
  if (req && !list(finding.requirements).includes(req)) return false;
  if (area && ![...cause.scenarios].some((one) => one.area === area)) return false;
  const wanted = q.toLowerCase();
  return !q || includes(findingTexts(finding), wanted) || includes(list(finding.requirements).flatMap(requirementNames), wanted) ||
    [...cause.scenarios].some((one) => includes([one.name], wanted));
}

function matchesRequirement(requirement) {
  const {q, area, verdict, req} = state;
  if (area && requirement.area !== area) return false;
  if (verdict && requirement.outcome !== verdict) return false;
  if (req && requirement.id !== req) return false;
  return !q || includes([requirement.id, requirement.statement, requirement.section, requirement.reason], q.toLowerCase());
}
