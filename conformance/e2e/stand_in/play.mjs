// Runs graphs of fixtures/graphs/app/graphs.mjs: reads a list of {graph, input, records}, writes a list of the records
// of each run, at most as many as asked for. The twin is play.py.
import {readFileSync} from 'node:fs';

process.env.GRAPH_LIBRARY = new URL('builder.mjs', import.meta.url).href;
const {graphs} = await import('../../../fixtures/graphs/app/graphs.mjs');

async function play({graph, input, records: most}) {
  const records = [];
  const report = (record) => {
    if (records.length === most) throw new Error('enough');
    records.push(record);
  };
  const scope = {report, graph, namespace: [], node: '', step: 0};
  try {
    await graphs[graph].run({}, input, {scope, configurable: {}});
  } catch ({name, message}) {
    if (message !== 'enough') records.push({type: 'error', data: {error: name, message}, namespace: []});
  }
  return records;
}

console.log(JSON.stringify(await Promise.all(JSON.parse(readFileSync(0, 'utf8')).map(play))));
