#include "mock_server/streaming/run_faults.hpp"

#include <array>
#include <utility>

namespace plumbline::mock {

std::optional<RunFault> parse_run_fault(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, RunFault>, 11> kNames{{
        {"forgets_state", RunFault::kForgetsState},
        {"shares_state", RunFault::kSharesState},
        {"keeps_stateless", RunFault::kKeepsStateless},
        {"replays_on_join", RunFault::kReplaysOnJoin},
        {"splits_events", RunFault::kSplitsEvents},
        {"ends_with_client", RunFault::kEndsWithClient},
        {"finds_any_run", RunFault::kFindsAnyRun},
        {"accepts_any_graph", RunFault::kAcceptsAnyGraph},
        {"streams_subgraphs", RunFault::kStreamsSubgraphs},
        {"hides_subgraphs", RunFault::kHidesSubgraphs},
        {"streams_values", RunFault::kStreamsValues},
    }};
    for (const auto& [known, fault] : kNames) {
        if (known == name) return fault;
    }
    return std::nullopt;
}

}  // namespace plumbline::mock
