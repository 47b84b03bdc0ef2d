// A page of another origin uses a mock in Chromium: creates, patches, deletes, reads a stream, joins a run. Prints a JSON
// object with what it saw.
//
//   node cross_origin.mjs PAGE_URL MOCK_URL KEY     in the folder that has node_modules
import {createRequire} from 'node:module';

const {chromium} = createRequire(`${process.cwd()}/`)('playwright-core');
const [, , pageUrl, mock, key] = process.argv;
const OPTIONS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const DEADLINE_MS = 20000;

/** Runs in the page. */
async function useMock({mock, key}) {
  const json = {'Content-Type': 'application/json', 'X-Api-Key': key};
  const call = (method, path, body, headers = json) => fetch(mock + path, {method, headers, body: body && JSON.stringify(body)});
  const seen = {};
  const created = await call('POST', '/v2/deployments', {
    name: 'from-a-page', source: 'internal_source', secrets: [], source_config: {}, source_revision_config: {graph_config_path: 'graphs.json'},
  });
  seen.create = created.status;
  const {id} = await created.json();
  seen.patch = (await call('PATCH', `/v2/deployments/${id}`, {secrets: [{name: 'A', value: 'b'}]})).status;
  seen.delete = (await call('DELETE', `/v2/deployments/${id}`)).status;
  seen.unauthorized = (await call('GET', '/v2/deployments', undefined, {})).status;

  const plain = {'Content-Type': 'application/json'};
  const stream = await call('POST', '/runs/stream', {assistant_id: 'chat', stream_mode: 'values'}, plain);
  seen.location = stream.headers.get('Content-Location');
  const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
  seen.events = text.split('\n\n').filter((event) => event.startsWith('event: ')).length;

  const {thread_id: thread} = await (await call('POST', '/threads', {}, plain)).json();
  const run = await (await call('POST', `/threads/${thread}/runs`, {assistant_id: 'gated', stream_mode: 'values'}, plain)).json();
  seen.joined = await new Promise((resolve) => {
    const source = new EventSource(`${mock}/threads/${thread}/runs/${run.run_id}/stream`);
    source.onopen = () => { source.close(); resolve('open'); };
    source.onerror = () => { source.close(); resolve('error'); };
  });

  const control = (options) => fetch(`${mock}/_plumbline/workspaces/default/reset`, {method: 'POST', ...options})
    .then((response) => response.status, () => 'blocked');
  seen.reset = await control({});
  seen.blindReset = (await fetch(`${mock}/_plumbline/workspaces/default/reset`, {method: 'POST', mode: 'no-cors'})).type;
  return seen;
}

const browser = await chromium.launch({executablePath: process.env.PLUMBLINE_CHROMIUM, args: OPTIONS});
try {
  const page = await browser.newPage();
  page.setDefaultTimeout(DEADLINE_MS);
  await page.goto(pageUrl);
  console.log(JSON.stringify(await page.evaluate(useMock, {mock, key})));
} finally {
  await browser.close();
}
