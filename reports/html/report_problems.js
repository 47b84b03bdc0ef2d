// What did not pass, grouped by cause, the worst first.

const GROUPS = [
  {title: "What is broken", verdicts: ["failed", "not_run", "fixed"], none: "Nothing failed."},
  {title: "Warnings", verdicts: ["warned"]},
  {title: "Known from the baseline", verdicts: ["failed", "not_run"], isKnown: true},
  {title: "Known deviations", verdicts: ["deviated"]},
  {title: "Skipped by a finding", verdicts: ["skipped"]},
  {title: "Observations", verdicts: ["observed"], isClosed: true},
];

const knownRequirement = (finding) => list(finding.requirements).map((id) => requirementById.get(id)).find(Boolean);

function causeTitle({finding}) {
  const known = knownRequirement(finding);
  if (known) return known.statement;
  return finding.expected ? `${finding.code}: ${finding.expected}` : `${finding.code}: ${finding.got}`;
}

function causeItem(cause) {
  const {finding, occurrences} = cause;
  const ids = list(finding.requirements);
  const count = cause.scenarios.size;
  const shortLine = html("p", {class: "sub brief"}, ...(finding.expected ? ["expected ", html("b", {}, finding.expected.slice(0, 160)), ", "] : []), "got ", html("b", {}, String(finding.got || "").slice(0, 160)));
  return item({key: cause.key, onToggle: (isOpen) => note({open: isOpen ? cause.key : ""}),
    title: [badge(cause.verdict), " ", causeTitle(cause)],
    meta: [html("span", {class: "count"}, plural(count, "scenario")), html("span", {}, ids.length > 0 ? ids.slice(0, 2).join(", ") + (ids.length > 2 ? ` +${ids.length - 2}` : "") : finding.code)],
    line: [shortLine],
    body: () => causeBody(occurrences, ids, count)});
}

function causeBody(occurrences, ids, count) {
  const box = html("div", {class: "occurrence"});
  const show = (at) => {
    const {scenario, step, finding} = occurrences[at];
    box.replaceChildren(
      html("p", {}, html("strong", {}, count > 1 ? "Example: " : "Scenario: "), link({view: "scenarios", open: scenario.name}, scenario.name), scenario.summary ? `: ${scenario.summary}` : ""),
      ...findingBlock(finding, step), ...exchangesOf(step, finding), repeatScenario(scenario));
  };
  show(0);
  const seen = [...new Map(occurrences.map((one, i) => [one.scenario, i])).entries()];
  const names = () => {
    const rows = html("ul", {class: "names"});
    for (const [scenario, at] of seen.slice(0, 500)) {
      const button = html("button", {type: "button", class: "plain"}, scenario.name);
      button.addEventListener("click", () => { show(at); box.scrollIntoView({block: "nearest"}); });
      rows.append(html("li", {}, button));
    }
    if (seen.length > 500) rows.append(html("li", {}, `and ${seen.length - 500} more, see `, link({view: "scenarios", req: ids[0] || "", verdict: "failed"}, "Scenarios")));
    return rows;
  };
  return [...requirementBlocks(ids, (knownRequirement(occurrences[0].finding) || {}).id), box, ...(seen.length > 1 ? [details(`All ${plural(seen.length, "scenario")} with this cause`, names)] : [])];
}

/** What makes the run fail besides scenarios. */
function otherFailures(afterScenarios) {
  const gates = list(result.gates).filter((one) => !one.met).map((one) => ["Coverage gate not met: ", html("code", {}, one.gate), `: ${one.got}`]);
  const stale = list(result.deviations).filter((one) => ["fixed", "expired"].includes(one.status))
    .map((one) => [`Known deviation ${words(one.status)}: `, html("strong", {}, one.requirement), `, ${one.detail} (${positionText(one.where)})`]);
  const rows = [...gates, ...stale];
  return rows.length === 0 ? [] : [html("div", {class: "also"}, html("h3", {}, afterScenarios ? "These fail the run, too" : "These fail the run"), html("ul", {}, ...rows.map((row) => html("li", {}, ...row))))];
}

function problemsView() {
  const shown = causes.filter(matchesCause);
  const content = [];
  const counts = [];
  for (const {title, verdicts, none, isClosed, isKnown = false} of GROUPS) {
    const group = shown.filter((cause) => verdicts.includes(cause.verdict) && cause.isKnown === isKnown);
    const isFiltered = FILTERS.some((name) => state[name]);
    if (group.length === 0 && (!none || isFiltered)) continue;
    if (group.length > 0) counts.push(`${title.toLowerCase()}: ${group.length}`);
    const affected = new Set(group.flatMap((cause) => [...cause.scenarios])).size;
    content.push(html("h2", {}, title, ...(group.length > 0 ? [html("span", {class: "h-count"}, ` ${plural(group.length, "cause")}, ${plural(affected, "scenario")}`)] : [])));
    const others = none && !isFiltered ? otherFailures(group.length > 0) : [];
    if (group.length === 0) content.push(html("p", {}, others.length > 0 ? "No scenario failed." : none));
    const makeList = () => longList(group, causeItem);
    const isHidden = isClosed && !isFiltered && !group.some((cause) => cause.key === state.open);
    content.push(isHidden ? details(`Show ${plural(group.length, "observation")}: they do not affect the verdict`, makeList) : makeList());
    content.push(...others);
  }
  return {count: shown.length, total: causes.length, noun: "cause", summary: counts.join(", "), content, opensFirst: shown.length > 0 && isBrokenCause(shown[0])};
}
