// All scenarios with their steps and exchanges.

function stepBlock(step, isFirst) {
  const last = list(step.exchanges).at(-1);
  const findings = list(step.findings);
  const title = [badge(step.verdict), " ", html("strong", {}, step.id), step.attempt > 1 ? ` (attempt ${step.attempt})` : "", step.cleanup ? " (clean-up)" : "",
    last ? html("span", {class: "path"}, ` ${last.method} ${pathOf(last.url)} \u2192 ${last.status || "no response"}, ${durationText(last.took_ms)}`) : "",
    step.action ? html("span", {class: "sub"}, ` then ${step.action}`) : ""];
  const content = () => [
    ...(findings.length === 0 && positionText(step.where) ? [html("p", {class: "sub"}, positionText(step.where))] : []),
    ...findings.flatMap((finding) => [html("h4", {}, badge(finding.verdict), ` ${finding.code}`), ...requirementBlocks(list(finding.requirements)), ...findingBlock(finding, step)]),
    ...exchangesOf(step, findings[0])];
  return html("li", {}, details(title, content, isFirst));
}

function scenarioBody(scenario) {
  const steps = list(scenario.steps);
  const first = steps.find((step) => list(step.findings).some((finding) => finding.verdict !== "observed"));
  return [
    ...(scenario.summary ? [html("p", {}, scenario.summary)] : []),
    ...(scenario.reason ? [html("p", {}, html("strong", {}, "Reason: "), scenario.reason)] : []),
    ...(scenario.replayed ? [html("p", {}, html("strong", {}, "Replayed: "), scenario.replayed)] : []),
    html("p", {class: "sub"}, [words(scenario.area), positionText(scenario.where)].filter(Boolean).join(", ")),
    ...(steps.length > 0 ? [html("ol", {class: "steps", "aria-label": "Steps"}, ...steps.map((step) => stepBlock(step, step === first)))] : [html("p", {class: "muted"}, "No step was played.")]),
    repeatScenario(scenario)];
}

function scenarioItem(scenario) {
  return item({key: scenario.name, onToggle: (isOpen) => note({open: isOpen ? scenario.name : ""}),
    title: [badge(scenario.verdict), " ", html("span", {class: "path"}, scenario.name), scenario.known ? " (known from the baseline)" : ""],
    meta: [html("span", {}, durationText(scenario.took_ms))],
    line: scenario.reason ? [html("p", {class: "sub brief"}, scenario.reason)] : [],
    body: () => scenarioBody(scenario)});
}

function scenariosView() {
  const shown = scenarios.filter(matchesScenario).sort((a, b) => rankOf(a.verdict) - rankOf(b.verdict));
  const box = longList(shown, scenarioItem);
  const opened = shown.findIndex((one) => one.name === state.open);
  if (opened >= 0) box.showMore(opened + 1);
  return {count: shown.length, total: scenarios.length, noun: "scenario", content: [html("h2", {}, "Scenarios"), box]};
}
