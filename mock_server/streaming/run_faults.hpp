#pragma once
// Deliberate defects and variants of agent runs, besides changes of single events.

#include "spec/json/json_fwd.hpp"

#include <optional>
#include <set>
#include <string_view>

namespace plumbline::mock {

enum class RunFault {
    kForgetsState,          ///< threads do not keep their state
    kSharesState,           ///< all threads share one state
    kKeepsStateless,        ///< stateless runs continue from one another
    kReplaysOnJoin,         ///< a join also receives earlier events
    kSplitsEvents,          ///< the events are distributed over the readers
    kEndsWithClient,        ///< a run on a thread ends when its client disconnects
    kFindsAnyRun,           ///< a join finds runs of other threads
    kAcceptsAnyGraph,       ///< an unknown assistant runs some graph
    kStreamsSubgraphs,      ///< emits events of subgraphs without request
    kSubgraphsInThreads,    ///< emits events of subgraphs without request in a thread
    kSubgraphsOfModeLists,  ///< emits events of subgraphs without request of several modes
    kHidesSubgraphs,        ///< omits events of subgraphs despite request
    kStreamsValues,         ///< emits the state without request
    // The request.
    kRefusesModeTexts,     ///< stream_mode must be a list
    kRefusesModeLists,     ///< stream_mode must be a text
    kRefusesOtherInput,    ///< input must be an object
    kFirstModeOnly,        ///< of several modes only the first applies
    kListsOfOneAsUpdates,  ///< a list of one mode requests updates
    kIgnoresModes,         ///< the default mode always applies
    kSharesInput,          ///< the first input of an assistant is also that of its later runs
    kKeepsAssistant,       ///< a thread runs its first assistant for ever
    // What is emitted.
    kNoStartOfTokens,        ///< no first chunk in the mode messages-tuple
    kNoStartOfSeveralModes,  ///< no first chunk with several modes
    kStartNamesThread,       ///< the run_id of the first chunk is the id of the thread
    kOneModeName,            ///< with several modes all events have the name of the first one
    kNoModeName,             ///< with several modes all events have one name, which is not a mode
    kReversedPairs,          ///< with several modes the data is [chunk, mode]
    kPreviousNode,           ///< updates and tokens name the node before theirs
    kStateAsUpdate,          ///< an update is the full state
    kMergesUpdates,          ///< the updates of one step are one event
    kGrowingTokens,          ///< a token is the whole text so far
    kWholeMessages,          ///< a message is one token
    kRepeatsMessages,        ///< the whole text follows the tokens
    kNoNamespaces,           ///< events of subgraphs look like those of the graph
    kOneNamespace,           ///< all subgraphs have the same namespace
    // Joins and threads.
    kEmptyJoins,             ///< a join gets an empty stream
    kJoinsNewest,            ///< a join gets the newest run
    kLosesFirstReader,       ///< a join ends the stream of the client that started the run
    kEndsWithJoiner,         ///< a run ends when any client leaves
    kForgetsLeftRuns,        ///< the state of a run whose client has left is not stored
    kRepeatsLastStep,        ///< the stored state contains the last update twice
    kBusyAfterFailure,       ///< a thread stays busy after a failed run
    kStaysOpenAfterFailure,  ///< the stream of a failed run does not end
    kJoinsStayOpen,          ///< the stream of a join does not end, if the run has passed a gate
    // Variants. Source: what existing backends do where the description is silent.
    kPairsInData,       ///< with several modes the data is [mode, chunk]
    kNamesNodes,        ///< with subgraphs, the event of a token also names the token's node
    kStartsLate,        ///< a run waits before its first event
    kEndsLate,          ///< a stream ends some time after its last event
    kRefusesLateJoins,  ///< a join of a run that has ended is refused
    kOmitsFirstState,   ///< values begins after the first super-step
    kStatesFirst,       ///< the state after a step precedes the updates of the step
    kGroupsTokens,      ///< a token is two words
    kEmptyTokens,       ///< a message begins and ends with an empty token
    kStartsJoins,       ///< a join has a first chunk of its own
};

using RunFaults = std::set<RunFault>;

/// A defect of code that copies a JSON value: the input of a run, or the data of an event.
using ValueChange = void (*)(Json& value);

/// Returns the change with that name.
[[nodiscard]] std::optional<ValueChange> find_value_change(std::string_view name);

}  // namespace plumbline::mock
