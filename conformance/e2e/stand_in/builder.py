"""A minimal library of the kind that streaming backends build graphs with: the six names that the graphs need.

A graph runs in super-steps: the nodes of a step run in parallel on the state before it, their updates are reduced into
the state after it, and the edges name the nodes of the next one. What happens is reported to a function as records,
which wire.py turns into events.
"""

import asyncio
import copy
import typing
import uuid
from dataclasses import dataclass, replace

START, END = "__start__", "__end__"


@dataclass(frozen=True)
class Record:
    """What happened, where: a type, its data and the position in the run."""

    type: str  # graph_start, values, node_start, custom, model_start, token, model_end, node_end, graph_end
    data: object
    graph: str
    namespace: tuple = ()  # `node:uuid` of each enclosing graph
    node: str = ""
    step: int = 0


@dataclass(frozen=True)
class Scope:
    """The position of running code, carried in the config that a node gets and passes on."""

    report: typing.Callable
    graph: str
    namespace: tuple = ()
    node: str = ""
    step: int = 0

    def emit(self, record_type, data):
        self.report(Record(record_type, copy.deepcopy(data), self.graph, self.namespace, self.node, self.step))


@dataclass
class AIMessageChunk:
    content: str
    id: str


@dataclass
class ChatGenerationChunk:
    message: AIMessageChunk


class BaseChatModel:
    """A model: subclasses emit chunks in _astream."""

    def __init__(self, **fields):
        vars(self).update(fields)

    async def astream(self, prompt, config):
        scope, call, text = config["scope"], {"name": self.name, "tags": config.get("tags", [])}, ""
        scope.emit("model_start", call)
        async for chunk in self._astream([prompt]):
            text += chunk.message.content
            scope.emit("token", {**call, **vars(chunk.message)})
            yield chunk.message
        scope.emit("model_end", {**call, "content": text})


class StateGraph:
    """Nodes, edges and the reducer of each key of the state, which the annotations of a TypedDict name."""

    def __init__(self, schema):
        hints = typing.get_type_hints(schema, include_extras=True)
        self.reducers = {key: hint.__metadata__[-1] for key, hint in hints.items()}
        self.defaults = {key: hint.__origin__() for key, hint in hints.items() if hint.__origin__ in (list, int)}
        self.nodes, self.edges, self.branches = {}, {}, {}

    def add_node(self, name, function):
        if name in self.nodes or name in self.reducers:
            raise ValueError(f"the name {name} is taken by a node or a key of the state")
        self.nodes[name] = function

    def add_edge(self, source, target):
        self.edges.setdefault(source, []).append(target)

    def add_conditional_edges(self, source, path, targets):
        self.branches.setdefault(source, []).append((path, targets))

    def compile(self, name):
        for source, target in [*self._all_edges()]:
            if source not in {START, *self.nodes} or target not in {END, *self.nodes}:
                raise ValueError(f"the edge from {source} to {target} has an unknown end")
        return CompiledGraph(self, name)

    def _all_edges(self):
        for source, targets in self.edges.items():
            yield from ((source, target) for target in targets)
        for source, branches in self.branches.items():
            yield from ((source, target) for _, targets in branches for target in targets)


class CompiledGraph:
    """A graph that runs, also within a node of another one (ainvoke)."""

    def __init__(self, graph, name, recursion_limit=25):
        self.graph, self.name, self.recursion_limit = graph, name, recursion_limit

    def with_config(self, recursion_limit):
        return CompiledGraph(self.graph, self.name, recursion_limit)

    async def ainvoke(self, values, config):
        scope = config["scope"]
        namespace = (*scope.namespace, f"{scope.node}:{uuid.uuid4()}")
        return await self.run({}, values, {**config, "scope": Scope(scope.report, self.name, namespace)})

    async def run(self, state, values, config):
        """Runs from a state and an input, reports to config["scope"] and returns the last state."""
        scope = config["scope"]
        state = {**copy.deepcopy(self.graph.defaults), **copy.deepcopy(state)}
        self._reduce(state, values if isinstance(values, dict) else {})
        scope.emit("graph_start", state)
        scope.emit("values", state)
        ready = self._following([START], state)
        while ready:
            scope = replace(scope, step=scope.step + 1)
            if scope.step > self.recursion_limit:
                raise RecursionError(f"more than {self.recursion_limit} steps")
            updates = await self._run_step(ready, state, config, scope)
            for update in updates:
                self._reduce(state, update)
            if any(updates):
                scope.emit("values", state)
            ready = self._following(ready, state)
        replace(scope, step=0).emit("graph_end", state)
        return state

    async def _run_step(self, names, state, config, scope):
        async def run_node(name):
            at_node = replace(scope, node=name)
            before = copy.deepcopy(state)
            at_node.emit("node_start", before)
            update = await self.graph.nodes[name](
                before, {**config, "scope": at_node}, writer=lambda data: at_node.emit("custom", data))
            at_node.emit("node_end", update)
            return update

        tasks = [asyncio.ensure_future(run_node(name)) for name in names]
        try:
            return await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    def _following(self, sources, state):
        targets = set()
        for source in sources:
            targets.update(self.graph.edges.get(source, []))
            for path, _ in self.graph.branches.get(source, []):
                chosen = path(state)
                targets.update(chosen if isinstance(chosen, list) else [chosen])
        return [name for name in self.graph.nodes if name in targets]

    def _reduce(self, state, update):
        for key, value in update.items():
            if key in self.graph.reducers:
                value = copy.deepcopy(value)
                state[key] = self.graph.reducers[key](state[key], value) if key in state else value
