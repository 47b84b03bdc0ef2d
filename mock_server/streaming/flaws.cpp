#include "mock_server/streaming/flaws.hpp"

#include <array>
#include <utility>

namespace plumbline::mock {

std::optional<RunFlaw> parse_run_flaw(std::string_view word) {
    static constexpr std::array<std::pair<std::string_view, RunFlaw>, 11> kWords{{
        {"forgets", RunFlaw::kForgets},
        {"shares_state", RunFlaw::kSharesState},
        {"keeps_stateless", RunFlaw::kKeepsStateless},
        {"joins_from_start", RunFlaw::kJoinsFromStart},
        {"deals_out", RunFlaw::kDealsOut},
        {"ends_with_reader", RunFlaw::kEndsWithReader},
        {"finds_any_run", RunFlaw::kFindsAnyRun},
        {"takes_any_graph", RunFlaw::kTakesAnyGraph},
        {"tells_subgraphs", RunFlaw::kTellsSubgraphs},
        {"hides_subgraphs", RunFlaw::kHidesSubgraphs},
        {"tells_values", RunFlaw::kTellsValues},
    }};
    for (const auto& [name, flaw] : kWords) {
        if (name == word) return flaw;
    }
    return std::nullopt;
}

}  // namespace plumbline::mock
