// What supports a finding: requirement, expected and got, the exchange, the command that repeats it.

const pathOf = (url) => String(url).replace(/^[a-z]+:\/\/[^/]+/i, "");

function requirementBlock(id, isTitle = false) {
  const known = requirementById.get(id);
  const name = link({view: "coverage", req: id, open: known ? sectionKey(known) : ""}, id);
  if (!known) return html("li", {}, name);
  return html("li", {}, ...(isTitle ? [] : [html("p", {class: "statement"}, known.statement)]),
    html("p", {class: "sub"}, name, `, section \u201c${known.section}\u201d, `, html("strong", {}, known.basis), BASES[known.basis] ? `: ${BASES[known.basis]}` : ""));
}

function requirementBlocks(ids, titleId = "") {
  const shown = ids.slice(0, 4).map((id) => requirementBlock(id, id === titleId));
  if (ids.length === 0) return [];
  const rest = ids.slice(4);
  return [html("ul", {class: "requirements", "aria-label": "Violated requirements"}, ...shown),
    ...(rest.length > 0 ? [details(`${rest.length} more requirements`, () => html("ul", {class: "requirements"}, ...rest.map((id) => requirementBlock(id))))] : [])];
}

function deviationBlock(entry) {
  const parts = [entry.reason, entry.owner && `owner ${entry.owner}`, entry.until && `until ${entry.until}`].filter(Boolean);
  return html("p", {}, html("strong", {}, "Known deviation: "), parts.join(", "), " ", ...issueLink(entry.issue), html("span", {class: "sub"}, ` ${positionText(entry.where)}`));
}

const issueLink = (issue) => (/^https?:\/\//.test(issue || "") ? [html("a", {href: issue, rel: "noreferrer noopener"}, issue)] : issue ? [issue] : []);

/** The lines of the suite around a finding, if the result has them. */
function suiteLines(where) {
  const {file, line: found} = positionOf(where);
  const source = list(result.sources).map((one) => ({...positionOf(one.where), lines: one.lines}))
    .find((one) => one.file === file && found >= one.line && found < one.line + one.lines.length);
  if (!source) return [];
  const block = html("pre", {class: "source", tabindex: "0", role: "group", "aria-label": `Lines of ${file}`});
  source.lines.forEach((line, i) => {
    const number = source.line + i;
    const shown = `${number === found ? "\u25b8" : " "}${String(number).padStart(5)}  ${line}`;
    block.append(number === found ? html("mark", {}, shown) : printable(shown), "\n");
  });
  return [block];
}

function findingBlock(finding, step) {
  const where = positionText(finding.where) ? finding.where : step && step.where;
  const place = [positionText(where), step && `step ${step.id}`, step && step.attempt > 1 && `attempt ${step.attempt}`,
    step && step.omitted_attempts > 0 && `${plural(step.omitted_attempts, "earlier attempt")} not recorded`].filter(Boolean);
  return [
    expectedAndGot(finding),
    ...(finding.note ? [html("p", {class: "note"}, html("strong", {}, "Note: "), finding.note)] : []),
    ...list(finding.deviations).map(deviationBlock),
    html("p", {class: "sub"}, place.join(", ")),
    ...suiteLines(where)];
}

function exchangeBlock(exchange, finding) {
  const pointers = finding ? pointersOf(finding) : [];
  const isStream = list(exchange.streams).length > 0;
  const sent = sentBody(exchange.curl);
  const request = sent ? bodyText("Body of the request", sent, pointers) : null;
  const response = exchange.response_excerpt ? bodyText("Body of the response", exchange.response_excerpt, pointers) : null;
  const hasMark = (request && request.hasMark) || (response && response.hasMark);
  const status = exchange.status > 0 ? `status ${exchange.status}` : "no response";
  const missing = !exchange.curl && !exchange.response_excerpt;
  return html("div", {class: "exchange"},
    html("p", {class: "request"}, html("strong", {}, exchange.method), " ", html("span", {class: "path"}, exchange.url), ` \u2192 `, html("strong", {}, status), ` in ${durationText(exchange.took_ms)}`),
    ...(isStream ? [streamSection(exchange.streams[0])] : []),
    ...(request ? [html("div", {class: "label"}, "request"), request.content] : []),
    ...(response ? [isStream ? details("Received text", () => response.content) : html("div", {}, html("div", {class: "label"}, "response"), response.content)] : []),
    ...(hasMark ? [html("p", {class: "sub"}, "Marked: the member that the finding names.")] : []),
    ...(exchange.curl ? [command("Repeat the request", exchange.curl)] : []),
    ...(exchange.curl && exchange.record_deleted ? [html("p", {class: "sub"}, "The run has deleted this record since: the command gets 404 once the deletion is done.")] : []),
    ...(missing && exchange.status > 0 ? [html("p", {class: "muted"}, "Command and response are in result.json.")] : []));
}

/** The last exchange of a step is the one its findings are about; the others are closed. */
function exchangesOf(step, finding) {
  const all = list(step && step.exchanges);
  if (all.length === 0) return [];
  const earlier = all.slice(0, -1);
  return [exchangeBlock(all.at(-1), finding),
    ...(earlier.length > 0 ? [details(plural(earlier.length, "earlier exchange"), () => earlier.map((one) => exchangeBlock(one)))] : [])];
}

const quoted = (name) => `'${name.replaceAll("'", "'\\''")}'`;
const repeatScenario = (scenario) => command("Repeat the scenario, with the other options of this run", `plumbline run --only ${quoted(scenario.name)}`);
