// Reads event streams with ordinary client libraries. Prints a JSON array with what came of each request, in order:
// {"events": [{"name", "data", "id"}], "comments": [...]} or {"problem": TEXT}.
//
//   node read_streams.mjs REQUESTS     in the folder that has node_modules; REQUESTS is a JSON array of
//
//   {"url", "body", "gate"}            posts the body and parses the answer; once there is one of the `events` or
//                                      `comments` that the gate {"url", "body", "upon"} names, opens it
//   {"url", "names", "cut", "gate"}    joins; drops the connection behind `cut` events, opens the gate, lets the
//                                      library connect again; only events of these names reach its listeners
import {createRequire} from 'node:module';

const require = createRequire(`${process.cwd()}/`);
const {EventSource} = require('eventsource');
const {createParser} = require('eventsource-parser');

function post({url, body}) {
  return fetch(url, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
}

/** Returns an event in one form, whichever library has read it. To both an empty id is none. */
function told(name, data, id) {
  return {name, data: JSON.parse(data), id: id || null};
}

async function readRun(request) {
  const answer = await post(request);
  const type = answer.headers.get('content-type');
  if (answer.status !== 200 || type !== 'text/event-stream') throw new Error(`the answer is ${answer.status} ${type}`);
  const read = {events: [], comments: []};
  const parser = createParser({
    onEvent: ({event, data, id}) => read.events.push(told(event, data, id)),
    onComment: (comment) => read.comments.push(comment),
    onError: (error) => {
      throw error;
    },
  });
  let {gate} = request;
  for await (const text of answer.body.pipeThrough(new TextDecoderStream('utf-8', {fatal: true}))) {
    parser.feed(text);
    if (read[gate.upon]?.length > 0) {
      await post(gate);
      gate = {};
    }
  }
  return read;
}

/** Joins from the run's beginning. The library connects again by itself, with the last id that it has seen. */
function resumeRun({url, names, cut, gate}) {
  const read = {events: [], comments: []};
  const line = new AbortController();
  let connections = 0;
  const connect = (address, wishes) => {
    connections += 1;
    if (connections > 1) return fetch(address, wishes);
    return fetch(address, {...wishes, headers: {...wishes.headers, 'Last-Event-ID': '-1'}, signal: line.signal});
  };
  return new Promise((resolve, reject) => {
    const source = new EventSource(url, {fetch: connect});
    const end = (settle, value) => {
      source.close();
      settle(value);
    };
    const listen = ({type, data, lastEventId}) => {
      try {
        read.events.push(told(type, data, lastEventId));
      } catch (error) {
        end(reject, error);
      }
      // An error of its own: an AbortError would mean that whoever listens has closed.
      if (read.events.length === cut) line.abort(new Error('the connection is gone'));
    };
    for (const name of names) source.addEventListener(name, listen);
    source.addEventListener('error', ({message, code}) => {
      if (source.readyState === EventSource.CLOSED) return end(reject, new Error(`${message} ${code}`));
      if (connections > 1) return end(resolve, read);
      if (!line.signal.aborted) return end(reject, new Error(`it ends behind ${read.events.length} events`));
      return post(gate).catch((error) => end(reject, error));
    });
  });
}

const answers = [];
for (const request of JSON.parse(process.argv[2])) {
  try {
    answers.push(await (request.names ? resumeRun(request) : readRun(request)));
  } catch (error) {
    answers.push({problem: error.cause ? `${error.message}: ${error.cause.message}` : error.message});
  }
}
// What is wrong may have left a stream open, which would keep the program alive.
process.stdout.write(JSON.stringify(answers), () => process.exit());
