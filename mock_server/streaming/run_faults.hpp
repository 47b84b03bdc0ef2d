#pragma once
// Deliberate defects and variants of agent runs, besides changes of single events.

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
    // Variants. Source: what existing backends do where the description is silent.
    kPairsInData,       ///< with several modes the data is [mode, chunk]
    kNamesNodes,        ///< with subgraphs, the event of a token also names the token's node
    kStartsLate,        ///< a run waits before its first event
    kEndsLate,          ///< a stream ends some time after its last event
    kRefusesLateJoins,  ///< a join of a run that has ended is refused
    kOmitsFirstState,   ///< values begins after the first super-step
};

using RunFaults = std::set<RunFault>;

}  // namespace plumbline::mock
