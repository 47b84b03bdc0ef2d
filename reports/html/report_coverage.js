// Which requirements of the description the run verified, by section.

const sectionKey = (requirement) => `${requirement.area}/${requirement.section}`;

function countOutcomes(some) {
  const counts = Object.fromEntries(Object.keys(OUTCOMES).map((name) => [name, 0]));
  for (const one of some) counts[one.outcome] = (counts[one.outcome] || 0) + 1;
  return counts;
}

/** A bar with a part for each outcome; the same figures follow as text. */
function outcomeBar(counts) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0) || 1;
  const bar = html("div", {class: "outcomes", "aria-hidden": "true"});
  for (const name of ["verified", ...Object.keys(OUTCOMES).filter((one) => one !== "verified")]) {
    if (!counts[name]) continue;
    const part = html("span", {class: `o-${name}`});
    part.style.flexGrow = String(Math.max(counts[name], total / 100));
    bar.append(part);
  }
  return bar;
}

const outcomeTexts = (counts) => ["verified", ...Object.keys(OUTCOMES).filter((one) => one !== "verified")]
  .filter((name) => counts[name] > 0).map((name) => html("span", {class: "outcome"}, badge(name, OUTCOMES), ` ${counts[name]}`));

function whyText(requirement) {
  const deviations = list(result.deviations).filter((one) => one.requirement === requirement.id && one.status === "applied");
  return [requirement.reason, requirement.missing && !String(requirement.reason).includes(requirement.missing) && `missing: ${requirement.missing}`,
    ...deviations.map((one) => [one.reason, one.owner && `owner ${one.owner}`, one.until && `until ${one.until}`].filter(Boolean).join(", "))].filter(Boolean).join("; ");
}

function requirementRow(requirement) {
  const count = scenariosOf(requirement).length;
  return [requirement.id, [html("span", {}, requirement.statement)], requirement.basis, [badge(requirement.outcome, OUTCOMES)], whyText(requirement) || "\u2013",
    count > 0 ? [link({view: "scenarios", req: requirement.id}, count)] : ["0"]];
}

function sectionItem([key, members]) {
  const counts = countOutcomes(members);
  return item({key, onToggle: (isOpen) => note({open: isOpen ? key : ""}),
    title: [members[0].section || "Without a section"],
    meta: outcomeTexts(counts),
    line: [outcomeBar(counts)],
    level: 4,
    body: () => [table(`Requirements of \u201c${members[0].section}\u201d`, ["requirement", "statement", "basis", "outcome", "why", "scenarios"],
      members.map(requirementRow), ["id", "words", "", "", "words", "number"])]});
}

function reasonsTable(caption, reasons) {
  const sorted = [...reasons.entries()].sort((a, b) => b[1].length - a[1].length);
  if (sorted.length === 0) return [];
  return [details(`${caption} (${sorted.reduce((sum, [, ids]) => sum + ids.length, 0)})`, () => table(caption, ["reason", "count", "requirements"],
    sorted.map(([reason, ids]) => [reason || "no reason given", String(ids.length), ids.join(", ")]), ["words", "number", "words"]))];
}

function groupBy(some, keyOfOne) {
  const groups = new Map();
  for (const one of some) {
    const key = keyOfOne(one);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(one);
  }
  return groups;
}

const reasonsOf = (some) => new Map([...groupBy(some, (one) => one.missing || one.reason).entries()].map(([reason, members]) => [reason, members.map((one) => one.id)]));

function coverageView() {
  const shown = requirements.filter(matchesRequirement);
  const content = [html("h2", {}, "Coverage of the description")];
  for (const [area, members] of groupBy(shown, (one) => one.area)) {
    const counts = countOutcomes(members);
    content.push(html("h3", {}, words(area)), outcomeBar(counts), html("p", {class: "legend"}, ...outcomeTexts(counts)),
      longList([...groupBy(members, sectionKey).entries()], sectionItem, 200));
  }
  content.push(...reasonsTable("Not exercised, and why", reasonsOf(shown.filter((one) => one.outcome === "not_exercised"))),
    ...reasonsTable("Not checkable, and why", reasonsOf(shown.filter((one) => one.outcome === "not_checkable"))));
  return {count: shown.length, total: requirements.length, noun: "requirement", content, outcomes: true};
}
