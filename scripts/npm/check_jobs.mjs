// Checks manifests of Kubernetes Jobs against the published schema, which is compiled into the package kubernetes-models.
// Prints a JSON object: file to a list of problems.
//
//   node check_jobs.mjs FILE...     in the folder that has node_modules
import fs from 'node:fs';
import {createRequire} from 'node:module';
import {pathToFileURL} from 'node:url';

const require = createRequire(`${process.cwd()}/`);
const yaml = require('yaml');
const schema = pathToFileURL(`${process.cwd()}/node_modules/kubernetes-models/_schemas/IoK8sApiBatchV1Job.js`);
const {validate} = await import(schema);

/** Returns a copy whose members remove themselves from `unread` when they are read. The schema allows unknown members, which a
 *  server would drop: they are those that its validator never reads. */
function watched(value, path, unread) {
  if (value === null || typeof value !== 'object') return value;
  const copy = Array.isArray(value) ? [] : {};
  for (const [key, member] of Object.entries(value)) {
    const pointer = `${path}/${key}`;
    const child = watched(member, pointer, unread);
    unread.add(pointer);
    const get = () => (unread.delete(pointer), child);
    Object.defineProperty(copy, key, {enumerable: true, get});
  }
  return copy;
}

function problems(text) {
  const unread = new Set();
  const isValid = validate(watched(yaml.parse(text), '', unread));
  const errors = isValid ? [] : validate.errors;
  return [...errors.map((error) => `${error.instancePath}: ${error.keyword} ${JSON.stringify(error.params)}`),
          ...[...unread].map((pointer) => `${pointer}: unknown member`)];
}

const files = process.argv.slice(2);
console.log(JSON.stringify(Object.fromEntries(files.map((file) => [file, problems(fs.readFileSync(file, 'utf8'))]))));
