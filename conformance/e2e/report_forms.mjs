// Reads the forms of report folders with the schema or the reader that each form has. Prints a JSON object:
// {FOLDER: {FORM: {problems: [...], counts: {STATUS: NUMBER}}}}.
//
//   node report_forms.mjs FOLDER...     in the folder that has node_modules
import {readFileSync, readdirSync} from 'node:fs';
import {createRequire} from 'node:module';
import {basename, join} from 'node:path';
import {pathToFileURL} from 'node:url';

const require = createRequire(`${process.cwd()}/`);
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const moduleOf = (name) => import(pathToFileURL(join(process.cwd(), 'node_modules', name, 'dist/index.js')).href);
const {allure2, junitXml} = await moduleOf('@allurereport/reader');
const {BufferResultFile} = await moduleOf('@allurereport/reader-api');
const {validate} = await moduleOf('ctrf');
const {Parser} = await load('tap-parser');
const {marked} = await load('marked');

/** The published schema of SARIF 2.1.0 (JSON Schema draft 4). */
function sarifValidator() {
  const near = createRequire(require.resolve('@microsoft/jest-sarif/package.json'));
  const Ajv = near('ajv');
  const ajv = new Ajv({schemaId: 'auto', allErrors: true});
  ajv.addMetaSchema(near('ajv/lib/refs/json-schema-draft-04.json'));
  return ajv.compile(near('./lib/schemas/sarif-2.1.0-rtm.5.json'));
}
const isSarif = sarifValidator();

const counted = (names) => names.reduce((counts, name) => ({...counts, [name]: (counts[name] || 0) + 1}), {});

/** Lets a reader of test results read files; returns the statuses of the tests. */
async function readResults(reader, files) {
  const problems = [];
  const statuses = [];
  const ids = new Set();
  const ignore = async () => {};
  const visitor = {
    visitTestResult: async (test) => {
      statuses.push(test.status);
      if (!test.name || !test.labels) problems.push(`a test without name or labels: ${JSON.stringify(test).slice(0, 200)}`);
      if (test.historyId && ids.has(test.historyId)) problems.push(`two tests with the history of ${test.name}`);
      ids.add(test.historyId);
    },
    visitMetadata: ignore, visitAttachmentFile: ignore, visitTestFixtureResult: ignore, visitGlobals: ignore, visitCheckResult: ignore,
    visitMetrics: ignore,
  };
  for (const file of files) {
    const read = await reader.read(visitor, new BufferResultFile(readFileSync(file), basename(file)));
    if (!read) problems.push(`${basename(file)} cannot be read`);
  }
  return {problems, counts: counted(statuses)};
}

const FORMS = {
  async sarif(folder) {
    const log = JSON.parse(readFileSync(join(folder, 'result.sarif'), 'utf8'));
    const problems = isSarif(log) ? [] : isSarif.errors.map((error) => `${error.dataPath} ${error.message}`);
    return {problems, counts: counted(log.runs[0].results.map((result) => result.properties.verdict))};
  },
  async ctrf(folder) {
    const report = JSON.parse(readFileSync(join(folder, 'ctrf.json'), 'utf8'));
    const {valid, errors} = validate(report);
    return {problems: valid ? [] : errors.map((error) => JSON.stringify(error)), counts: counted(report.results.tests.map((test) => test.status))};
  },
  async tap(folder) {
    const results = await new Promise((done) => {
      const parser = new Parser({strict: true}, done);
      parser.end(readFileSync(join(folder, 'result.tap'), 'utf8'));
    });
    const problems = results.failures.filter((failure) => failure.tapError).map((failure) => JSON.stringify(failure));
    const {pass, fail, skip, todo, count} = results;
    return {problems, counts: {pass, fail, skip, todo, count}};
  },
  allure: (folder) => readResults(allure2, readdirSync(join(folder, 'allure-results')).map((name) => join(folder, 'allure-results', name))),
  junit: (folder) => readResults(junitXml, [join(folder, 'junit.xml')]),
  /** Whatever a target sends, the summary has no markup but headings, lists, tables and code. */
  async markdown(folder) {
    const problems = [];
    const walk = (tokens) => marked.walkTokens(tokens, (token) => {
      if (['html', 'link', 'image', 'def'].includes(token.type)) problems.push(`${token.type}: ${token.raw.slice(0, 80)}`);
    });
    const tokens = marked.lexer(readFileSync(join(folder, 'summary.md'), 'utf8'));
    walk(tokens);
    return {problems, counts: counted(tokens.map((token) => token.type))};
  },
};

const output = {};
for (const folder of process.argv.slice(2)) {
  output[basename(folder)] = {};
  for (const [name, read] of Object.entries(FORMS)) {
    try {
      output[basename(folder)][name] = await read(folder);
    } catch (error) {
      output[basename(folder)][name] = {problems: [String(error.stack)], counts: {}};
    }
  }
}
process.stdout.write(JSON.stringify(output));
