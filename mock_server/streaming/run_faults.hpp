#pragma once
// Deliberate defects of agent runs, besides changes of single events.

#include <set>

namespace plumbline::mock {

enum class RunFault {
    kForgetsState,      ///< threads do not keep their state
    kSharesState,       ///< all threads share one state
    kKeepsStateless,    ///< stateless runs continue from one another
    kReplaysOnJoin,     ///< a join also receives earlier events
    kSplitsEvents,      ///< the events are distributed over the readers
    kEndsWithClient,    ///< a run on a thread ends when its client disconnects
    kFindsAnyRun,       ///< a join finds runs of other threads
    kAcceptsAnyGraph,   ///< an unknown assistant runs some graph
    kStreamsSubgraphs,  ///< emits events of subgraphs without request
    kHidesSubgraphs,    ///< omits events of subgraphs despite request
    kStreamsValues,     ///< emits the state without request
};

using RunFaults = std::set<RunFault>;

}  // namespace plumbline::mock
