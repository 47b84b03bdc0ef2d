#include "mock_server/engine/engine.hpp"

#include "mock_server/engine/actions.hpp"
#include "mock_server/engine/exchange.hpp"
#include "mock_server/engine/stages.hpp"

#include <array>

namespace plumbline::mock {
namespace {

/// A stage fills in its part of the exchange, or ends it with a reply.
struct StageRow {
    std::string_view name;
    std::optional<Reply> (*run)(const Engine&, Exchange&);
};

constexpr std::array<StageRow, 9> kStages{{
    {"target", read_target},
    {"workspace", select_workspace},
    {"base path", strip_base_path},
    {"routing", find_route},
    {"control access", admit_to_control},
    {"credentials", check_credentials},
    {"parameters", check_parameters},
    {"body", check_body},
    {"action", act},
}};

std::vector<Route> control_routes(const Contract& contract) {
    const ApiDocument* api = contract.find_document(kControlDocument);
    return api ? routes_of(*api) : std::vector<Route>();
}

Exchange begin(const http::Request& request) {
    return {request, {}, {}, false, nullptr, {}, nullptr, "", nullptr, {}};
}

Reply play(const Engine& engine, Exchange& exchange) {
    for (const StageRow& stage : kStages) {
        if (auto reply = stage.run(engine, exchange)) return std::move(*reply);
    }
    return EmptyReply{500, {}};
}

}  // namespace

Engine::Engine(EngineParts parts)
    : parts_(std::move(parts)),
      api_(parts_.plan->routes()),
      control_(control_routes(*parts_.contract)) {}

Reply Engine::answer(const http::Request& request) const {
    Exchange exchange = begin(request);
    Reply reply = play(*this, exchange);
    const bool is_served = exchange.workspace && exchange.match.route;
    if (!is_served) return reply;
    const FaultSet& faults = exchange.workspace->faults();
    if (!http::is_success(status_of(reply)) && faults.acts_in_secret(exchange.operation_id())) {
        Exchange again = begin(request);
        again.is_secret = true;
        (void)play(*this, again);
    }
    return faults.change(exchange.operation_id(), std::move(reply));
}

}  // namespace plumbline::mock
