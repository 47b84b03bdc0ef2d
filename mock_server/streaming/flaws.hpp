#pragma once
// What a fault can make wrong about runs, beyond what a stream of one says.

#include <optional>
#include <set>
#include <string_view>

namespace plumbline::mock {

enum class RunFlaw {
    kForgets,         ///< threads keep no state
    kSharesState,     ///< all threads have one state
    kKeepsStateless,  ///< runs without a thread go on from one another
    kJoinsFromStart,  ///< a join gets what was told before it
    kDealsOut,        ///< several readers get the events in turn
    kEndsWithReader,  ///< a thread's run ends when its client leaves
    kFindsAnyRun,     ///< a join finds runs of other threads
    kTakesAnyGraph,   ///< an unknown assistant runs a graph all the same
    kTellsSubgraphs,  ///< of graphs in graphs too, unasked
    kHidesSubgraphs,  ///< not of graphs in graphs, though asked
    kTellsValues,     ///< the state too, unasked
};

[[nodiscard]] std::optional<RunFlaw> parse_run_flaw(std::string_view word);

using RunFlaws = std::set<RunFlaw>;

}  // namespace plumbline::mock
