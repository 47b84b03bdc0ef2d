// The twin of builder.py: a minimal library of the kind that streaming backends build graphs with. A node gets its
// position in the config and passes it on; what happens is reported to config.scope.report as records.
import {randomUUID} from 'node:crypto';

export const START = '__start__';
export const END = '__end__';

function emit(scope, type, data) {
  const {report, ...position} = scope;
  report({type, data: structuredClone(data), ...position});
}

export class AIMessageChunk {
  constructor({content, id}) {
    Object.assign(this, {content, id});
  }
}

export class ChatGenerationChunk {
  constructor({text, message}) {
    Object.assign(this, {text, message});
  }
}

// A model: subclasses emit chunks in _streamResponseChunks.
export class BaseChatModel {
  async *stream(prompt, {scope, tags = []}) {
    const call = {name: this.name, tags};
    let content = '';
    emit(scope, 'model_start', call);
    for await (const {message} of this._streamResponseChunks([prompt], {}, undefined)) {
      content += message.content;
      emit(scope, 'token', {...call, ...message});
      yield message;
    }
    emit(scope, 'model_end', {...call, content});
  }
}

export class StateGraph {
  constructor({channels}) {
    Object.assign(this, {channels, nodes: {}, edges: {}, branches: {}});
  }

  addNode(name, run) {
    if (name in this.nodes || name in this.channels) throw new Error(`the name ${name} is taken by a node or a key`);
    this.nodes[name] = run;
  }

  addEdge(source, target) {
    (this.edges[source] ??= []).push(target);
  }

  addConditionalEdges(source, path, targets) {
    (this.branches[source] ??= []).push({path, targets});
  }

  compile({name}) {
    const ends = Object.entries(this.edges).concat(
      Object.entries(this.branches).map(([source, all]) => [source, all.flatMap(({targets}) => targets)]));
    for (const [source, targets] of ends) {
      const unknown = [source, ...targets].find((name) => !(name in this.nodes) && name !== START && name !== END);
      if (unknown) throw new Error(`an edge names ${unknown}, which is no node`);
    }
    return new CompiledGraph(this, name, 25);
  }
}

// A graph that runs, also within a node of another one (invoke).
class CompiledGraph {
  constructor(graph, name, recursionLimit) {
    Object.assign(this, {graph, name, recursionLimit});
  }

  withConfig({recursionLimit}) {
    return new CompiledGraph(this.graph, this.name, recursionLimit);
  }

  invoke(input, config) {
    const {scope} = config;
    const namespace = [...scope.namespace, `${scope.node}:${randomUUID()}`];
    return this.run({}, input, {...config, scope: {report: scope.report, graph: this.name, namespace, node: '', step: 0}});
  }

  async run(state, input, config) {
    const {channels, nodes} = this.graph;
    const values = Object.fromEntries(
      Object.entries(channels).filter(([, channel]) => channel.default).map(([key, channel]) => [key, channel.default()]));
    const reduce = (update) => {
      for (const [key, value] of Object.entries(structuredClone(update))) {
        if (key in channels) values[key] = key in values ? channels[key].reducer(values[key], value) : value;
      }
    };
    Object.assign(values, structuredClone(state));
    reduce(input ?? {});
    let scope = config.scope;
    emit(scope, 'graph_start', values);
    emit(scope, 'values', values);
    for (let ready = this.#following([START], values); ready.length > 0; ready = this.#following(ready, values)) {
      scope = {...scope, step: scope.step + 1};
      if (scope.step > this.recursionLimit) throw new Error(`more than ${this.recursionLimit} steps`);
      const updates = await Promise.all(ready.map(async (node) => {
        const own = {...scope, node};
        emit(own, 'node_start', values);
        const update = await nodes[node](structuredClone(values),
          {...config, scope: own, writer: (data) => emit(own, 'custom', data)});
        emit(own, 'node_end', update);
        return update;
      }));
      updates.forEach(reduce);
      if (updates.some((update) => Object.keys(update).length > 0)) emit(scope, 'values', values);
    }
    emit({...scope, step: 0}, 'graph_end', values);
    return values;
  }

  #following(sources, state) {
    const targets = sources.flatMap((source) => [...(this.graph.edges[source] ?? []),
      ...(this.graph.branches[source] ?? []).flatMap(({path}) => path(state))]);
    return Object.keys(this.graph.nodes).filter((name) => targets.includes(name));
  }
}
