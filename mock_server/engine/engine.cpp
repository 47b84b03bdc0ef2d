#include "mock_server/engine/engine.hpp"

#include "mock_server/engine/fault_stages.hpp"
#include "mock_server/engine/record_stages.hpp"
#include "mock_server/engine/stages.hpp"

#include <array>
#include <span>

namespace plumbline::mock {
namespace {

constexpr std::array<Stage, 7> kApiStages{
    select_workspace,
    strip_base_path,
    strip_world_base_path,
    find_api_route,
    check_credentials,
    check_parameters,
    check_body,
};

/// The stages that need the simulation, which is locked meanwhile.
constexpr std::array<Stage, 5> kSimulationStages{
    advance_time,
    find_records,
    check_state,
    check_rules,
    perform_action,
};

constexpr std::array<Stage, 6> kControlStages{
    check_control_enabled,
    find_control_route,
    check_control_token,
    check_parameters,
    check_body,
    call_control,
};

std::optional<EngineResponse> run_stages(std::span<const Stage> stages, RequestContext& context) {
    for (const Stage stage : stages) {
        const bool has_faults = context.workspace && !context.workspace->faults().empty();
        auto response = has_faults ? run_with_faults(stage, context) : stage(context);
        if (response) return response;
    }
    return std::nullopt;
}

EngineResponse run_api(RequestContext& context) {
    if (auto response = run_stages(kApiStages, context)) return std::move(*response);
    return context.workspace->simulation().with([&](Simulation& simulation) -> EngineResponse {
        context.simulation = &simulation;
        return *run_stages(kSimulationStages, context);
    });
}

std::vector<OperationRoute> control_routes(const Contract& contract) {
    const ApiDocument* api = contract.find_document(kControlDocument);
    return api ? routes_of(*api) : std::vector<OperationRoute>();
}

}  // namespace

Engine::Engine(EngineConfig config)
    : config_(std::move(config)),
      api_router_(config_.operations->routes()),
      control_router_(control_routes(*config_.contract)) {}

EngineResponse Engine::handle(const http::Request& request) const {
    const auto target = http::parse_target(request.target);
    if (!target) return detail_response(400, target.error().message);
    RequestContext context(*this, request, *target);
    if (is_control_target(*target)) return *run_stages(kControlStages, context);
    EngineResponse response = run_api(context);
    if (!context.workspace || !context.match.route) return response;
    const FaultSet& faults = context.workspace->faults();
    if (faults.empty()) return response;
    if (!http::is_success(status_of(response)) && faults.executes_refused(context.operation_id())) {
        RequestContext second(*this, request, *target);
        second.permissions.is_second_try = true;
        (void)run_api(second);
    }
    return faults.apply(context.operation_id(), std::move(response));
}

}  // namespace plumbline::mock
