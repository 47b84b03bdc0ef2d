// Reads event streams with client libraries. Prints a JSON array with the result of each request, in order:
// {"events": [{"name", "data", "id"}], "comments": [...]} or {"problem": TEXT}.
//
//   node read_streams.mjs REQUESTS     in the folder that has node_modules; REQUESTS is a JSON array of
//
//   {"url", "body", "gate"}            posts the body and parses the response; opens the gate {"url", "body", "after"}
//                                      after the first of the `events` or `comments`, as `after` says
//   {"url", "names", "cut", "gate"}    joins; drops the connection after `cut` events, opens the gate, lets the library
//                                      reconnect; only events with these names reach its listeners
import {createRequire} from 'node:module';

const require = createRequire(`${process.cwd()}/`);
const {EventSource} = require('eventsource');
const {createParser} = require('eventsource-parser');

function post({url, body}) {
  return fetch(url, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)});
}

/** Returns an event in the same form for both libraries, which report a missing id as an empty one. */
function toEvent(name, data, id) {
  return {name, data: JSON.parse(data), id: id || null};
}

async function readRun(request) {
  const response = await post(request);
  const type = response.headers.get('content-type');
  if (response.status !== 200 || type !== 'text/event-stream') throw new Error(`the response is ${response.status} ${type}`);
  const read = {events: [], comments: []};
  const parser = createParser({
    onEvent: ({event, data, id}) => read.events.push(toEvent(event, data, id)),
    onComment: (comment) => read.comments.push(comment),
    onError: (error) => {
      throw error;
    },
  });
  let {gate} = request;
  for await (const text of response.body.pipeThrough(new TextDecoderStream('utf-8', {fatal: true}))) {
    parser.feed(text);
    if (read[gate.after]?.length > 0) {
      await post(gate);
      gate = {};
    }
  }
  return read;
}

/** Joins from the run's beginning. The library reconnects automatically with the last event id. */
function resumeRun({url, names, cut, gate}) {
  const read = {events: [], comments: []};
  const firstConnection = new AbortController();
  let connections = 0;
  const connect = (address, options) => {
    connections += 1;
    if (connections > 1) return fetch(address, options);
    const headers = {...options.headers, 'Last-Event-ID': '-1'};
    return fetch(address, {...options, headers, signal: firstConnection.signal});
  };
  return new Promise((resolve, reject) => {
    const source = new EventSource(url, {fetch: connect});
    const end = (finish, value) => {
      source.close();
      finish(value);
    };
    const listen = ({type, data, lastEventId}) => {
      try {
        read.events.push(toEvent(type, data, lastEventId));
      } catch (error) {
        end(reject, error);
      }
      // Not an AbortError, which would mean that the listener has closed.
      if (read.events.length === cut) firstConnection.abort(new Error('the connection is lost'));
    };
    for (const name of names) source.addEventListener(name, listen);
    source.addEventListener('error', ({message, code}) => {
      if (source.readyState === EventSource.CLOSED) return end(reject, new Error(`${message} ${code}`));
      if (connections > 1) return end(resolve, read);
      if (!firstConnection.signal.aborted) return end(reject, new Error(`it ends after ${read.events.length} events`));
      return post(gate).catch((error) => end(reject, error));
    });
  });
}

const results = [];
for (const request of JSON.parse(process.argv[2])) {
  try {
    results.push(await (request.names ? resumeRun(request) : readRun(request)));
  } catch (error) {
    results.push({problem: error.cause ? `${error.message}: ${error.cause.message}` : error.message});
  }
}
// A failure may have left a stream open, which would keep the program running.
process.stdout.write(JSON.stringify(results), () => process.exit());
