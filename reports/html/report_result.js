// The result, read once, and what the views look up in it.

const text = document.getElementById("result").textContent;
const result = JSON.parse(text);
const seed = (text.match(/"seed": *(\d+)/) || ["", ""])[1];  // has up to 64 bits, which a parsed number does not keep
const scenarios = list(result.scenarios);
const requirements = list(result.requirements);
const requirementById = new Map(requirements.map((one) => [one.id, one]));
const scenarioByName = new Map(scenarios.map((one) => [one.name, one]));
/** A position is [index of the file, line, column]. */
function positionOf(where) {
  if (!where) return {};
  return {file: result.texts[where[0]], line: where[1], column: where[2]};
}

const areas = [...new Set([...scenarios, ...requirements].map((one) => one.area).filter(Boolean))].sort();

/** The scenarios that exercised a requirement; the result has the indices of their names. */
const scenariosOf = (requirement) => list(requirement.scenarios).map((one) => scenarioByName.get(result.texts[one])).filter(Boolean);

/** The findings with step and scenario; a scenario without any has its reason as one. */
function occurrencesOf(scenario) {
  const found = list(scenario.steps).flatMap((step) => list(step.findings).map((finding) => ({scenario, step, finding})));
  if (found.length > 0 || scenario.verdict !== "not_run") return found;
  const finding = {cause: scenario.cause, known: scenario.known, code: "not run", verdict: "not_run", requirements: [], expected: "", got: scenario.reason || "no reason given", note: ""};
  return [{scenario, step: list(scenario.steps).at(-1), finding}];
}

const RANKS = Object.keys(VERDICTS);
const rankOf = (verdict) => RANKS.indexOf(verdict);
const isBroken = (verdict) => rankOf(verdict) <= rankOf("fixed") && rankOf(verdict) >= 0;
const isBrokenCause = (cause) => isBroken(cause.verdict) && !cause.isKnown;

/** Groups findings by the causes that the result names, the worst first, then the most frequent. */
function groupCauses() {
  const causes = new Map();
  for (const scenario of scenarios) {
    for (const occurrence of occurrencesOf(scenario)) {
      const {finding} = occurrence;
      if (rankOf(finding.verdict) < 0 || finding.verdict === "passed") continue;
      const key = `${finding.cause} ${Boolean(finding.known)}`;
      if (!causes.has(key)) causes.set(key, {verdict: finding.verdict, isKnown: Boolean(finding.known), finding, occurrences: [], scenarios: new Set()});
      causes.get(key).occurrences.push(occurrence);
      causes.get(key).scenarios.add(scenario);
    }
  }
  const sorted = [...causes.values()].sort((a, b) => a.isKnown - b.isKnown || rankOf(a.verdict) - rankOf(b.verdict) || b.scenarios.size - a.scenarios.size);
  // A stable name for links: independent of the order and of the number of the others.
  for (const cause of sorted) cause.key = `${cause.finding.code}/${list(cause.finding.requirements).join("+") || "-"}/${cause.occurrences[0].scenario.name}/${cause.occurrences[0].step ? cause.occurrences[0].step.id : ""}`;
  return sorted;
}
const causes = groupCauses();

/** All streams with the exchange, step and scenario they belong to. */
const streams = scenarios.flatMap((scenario) => list(scenario.steps).flatMap((step) => list(step.exchanges).flatMap(
  (exchange) => list(exchange.streams).map((stream) => ({scenario, step, exchange, stream})))));
