// Compares texts word by word, and marks members of JSON texts, also of texts that were cut.

const MAX_WORDS = 400;

/** Returns for both texts the parts that are in the other one and those that are not. */
function diffWords(expected, got) {
  const split = (value) => String(value).match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) || [];
  const a = split(expected), b = split(got);
  const whole = (value) => [{text: String(value), isCommon: true}];
  if (a.length > MAX_WORDS || b.length > MAX_WORDS) return {expected: whole(expected), got: whole(got)};
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);  // of the longest common sequences of the ends
  for (let i = a.length - 1; i >= 0; --i) {
    for (let j = b.length - 1; j >= 0; --j) {
      lengths[i * width + j] = a[i] === b[j] ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  const parts = {expected: [], got: []};
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.expected.push({text: a[i++], isCommon: true});
      parts.got.push({text: b[j++], isCommon: true});
    } else if (j >= b.length || (i < a.length && lengths[(i + 1) * width + j] >= lengths[i * width + j + 1])) {
      parts.expected.push({text: a[i++], isCommon: false});
    } else {
      parts.got.push({text: b[j++], isCommon: false});
    }
  }
  // If little is common, marks would only disturb.
  const letters = (some) => some.reduce((sum, part) => sum + (part.text.trim() ? part.text.length : 0), 0);
  const common = letters(parts.expected.filter((part) => part.isCommon));
  const isAlike = common * 2 >= Math.max(letters(parts.expected), letters(parts.got));
  return isAlike ? parts : {expected: whole(expected), got: whole(got)};
}

/** Joins neighbours that are alike, so that a row of words has one mark. */
function marked(parts, tag, attributes = {}) {
  const nodes = [];
  for (let i = 0; i < parts.length;) {
    let run = "";
    const {isCommon} = parts[i];
    for (; i < parts.length && parts[i].isCommon === isCommon; ++i) run += parts[i].text;
    nodes.push(isCommon ? document.createTextNode(printable(run)) : html(tag, attributes, run));
  }
  return nodes;
}

function expectedAndGot(finding) {
  const parts = diffWords(finding.expected || "", finding.got || "");
  const row = (name, content) => html("div", {class: `side ${name}`}, html("div", {class: "label"}, name),
    html("div", {class: "value"}, ...content));
  return html("div", {class: "diff"},
    ...(finding.expected ? [row("expected", marked(parts.expected, "del"))] : []),
    row("got", marked(parts.got, "ins")));
}

/** Returns the JSON pointers that the texts of a finding contain. */
function pointersOf(finding) {
  const found = new Set();
  for (const part of [finding.pointer, finding.got, finding.expected, finding.note]) {
    for (const match of String(part || "").slice(0, 4000).matchAll(/(?:^|[\s#"'(`])((?:\/[\w~.%-]+)+)/g)) {
      found.add(match[1].replace(/[.]+$/, ""));
    }
  }
  return [...found];
}

const TOKEN = /"(?:[^"\\]|\\.)*"?|[{}[\]:,]|[^\s{}[\]:,"]+/gs;
const keyOf = (token) => {
  try {
    return JSON.parse(token);
  } catch {
    return token.replaceAll("\"", "");
  }
};

/** Returns the tokens of a JSON text on indented lines, each with the pointer of its member. */
function layoutJson(source) {
  const parts = [];
  const stack = [];
  const pointer = () => stack.map((level) => `/${String(level.key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  const add = (part, at = pointer()) => parts.push({text: part, pointer: at});
  const newLine = () => add(`\n${"  ".repeat(Math.min(stack.length, 40))}`);
  const tokens = source.match(TOKEN) || [];
  tokens.forEach((token, i) => {
    const top = stack.at(-1);
    if (token === "{" || token === "[") {
      add(token);
      const isEmpty = tokens[i + 1] === (token === "{" ? "}" : "]");
      stack.push({isObject: token === "{", key: token === "{" ? "" : 0, isEmpty, expectsKey: token === "{"});
      if (!isEmpty) newLine();
    } else if (token === "}" || token === "]") {
      const closed = stack.pop();
      if (closed && !closed.isEmpty) newLine();
      add(token);
    } else if (token === ",") {
      add(token);
      if (top && top.isObject) top.expectsKey = true;
      else if (top) top.key += 1;
      newLine();
    } else if (token === ":") {
      add(": ");
    } else {
      if (top && top.expectsKey) {
        top.key = keyOf(token);
        top.expectsKey = false;
      }
      add(token);
    }
  });
  return parts;
}

/** Shows a body: JSON with indentation and marked members, other texts as they are. */
function bodyText(label, body, pointers = []) {
  const content = html("pre", {tabindex: "0", role: "group", "aria-label": label});
  const isJson = /^\s*[{[]/.test(body);
  if (!isJson) {
    content.append(printable(body));
    return {content, hasMark: false};
  }
  const parts = layoutJson(body);
  const present = new Set(parts.map((part) => part.pointer));
  // A missing member is shown by its parent.
  const wanted = pointers.map((one) => (present.has(one) ? one : one.slice(0, one.lastIndexOf("/")))).filter((one) => one && present.has(one));
  const isMarked = (at) => wanted.some((one) => at === one || at.startsWith(`${one}/`));
  const shown = parts.map((part) => ({text: part.text, isCommon: !isMarked(part.pointer) || part.text.startsWith("\n") || part.text === ","}));
  content.append(...marked(shown, "mark"));
  return {content, hasMark: wanted.length > 0};
}

/** Returns the body that a curl command sends, "" if it has none. */
function sentBody(curl) {
  const match = String(curl || "").match(/ (?:--data-raw|--data-binary|--data|-d) '((?:[^']|'\\'')*)'/);
  return match ? match[1].replaceAll("'\\''", "'") : "";
}
