#include "mock_server/engine/engine.hpp"

#include "mock_server/engine/declared_response.hpp"
#include "mock_server/engine/entity_tags.hpp"
#include "mock_server/engine/example_response.hpp"
#include "mock_server/engine/following_requests.hpp"
#include "mock_server/engine/record_stages.hpp"
#include "mock_server/engine/stages.hpp"
#include "mock_server/validation/request_validation.hpp"

#include <nlohmann/json.hpp>

#include <array>
#include <span>

namespace plumbline::mock {
namespace {

constexpr std::array<Stage, 8> kApiStages{
    select_workspace,
    strip_base_path,
    strip_world_base_path,
    find_api_route,
    requested_example,
    check_credentials,
    check_parameters,
    check_body,
};

/// The stages that need the simulation, which is locked meanwhile.
constexpr std::array<Stage, 7> kSimulationStages{
    advance_time,
    find_records,
    check_preconditions,
    check_state,
    check_rules,
    keep_subject,
    perform_action,
};

constexpr std::array<Stage, 7> kControlStages{
    check_control_enabled,
    check_control_origin,
    find_control_route,
    check_control_token,
    check_parameters,
    check_body,
    call_control,
};

/// How a fault changes a stage.
enum class StageChange {
    kSkip,           ///< the stage does not run
    kIgnoreRefusal,  ///< the stage runs, but does not end the request
    kPermit,         ///< the stage runs with a permission
};

struct StageFault {
    FaultStage fault;
    Stage stage;
    StageChange change;
    bool FaultPermissions::*permission = nullptr;  ///< kPermit
};

constexpr std::array<StageFault, 9> kStageFaults{{
    {FaultStage::kBasePath, strip_world_base_path, StageChange::kSkip},
    {FaultStage::kCredentials, check_credentials, StageChange::kIgnoreRefusal},
    {FaultStage::kKey, check_credentials, StageChange::kIgnoreRefusal},
    {FaultStage::kParameters, check_parameters, StageChange::kSkip},
    {FaultStage::kTenant, find_records, StageChange::kPermit, &FaultPermissions::other_tenants},
    {FaultStage::kParent, find_records, StageChange::kPermit, &FaultPermissions::other_parents},
    {FaultStage::kDeletion, find_records, StageChange::kPermit, &FaultPermissions::deleted_records},
    {FaultStage::kState, check_state, StageChange::kIgnoreRefusal, &FaultPermissions::final_states},
    {FaultStage::kRules, check_rules, StageChange::kIgnoreRefusal},
}};

/// Returns the target with or without a slash at the end of its path.
std::string with_other_end(std::string target, bool has_slash) {
    const std::size_t end = std::min(target.find('?'), target.size());
    return has_slash ? target.erase(end - 1, 1) : target.insert(end, 1, '/');
}

/// Finds the route whether or not the path ends with a slash, and redirects from the one form to
/// the other.
std::optional<EngineResponse> find_route_or_redirect(RequestContext& context) {
    const bool has_slash = context.segments.size() > 1 && context.segments.back().empty();
    if (has_slash) context.segments.pop_back();
    auto missed = find_api_route(context);
    if (missed) return missed;
    const auto redirect = context.workspace->faults().slash_redirect(context.operation_id());
    if (redirect != (has_slash ? SlashRedirect::kRemovesSlash : SlashRedirect::kAddsSlash))
        return std::nullopt;
    constexpr int kPermanentRedirect = 308;
    return EngineResponse{kPermanentRedirect,
                          {{"Location", with_other_end(context.request.target, has_slash)}}};
}

/// Runs a stage as the faults of the workspace change it.
std::optional<EngineResponse> run_with_faults(Stage stage, RequestContext& context) {
    const FaultSet& faults = context.workspace->faults();
    FaultPermissions& permissions = context.permissions;
    if (stage == check_body)
        permissions.body = {
            faults.tolerated_pointers(context.operation_id(), permissions.is_second_try),
            faults.refused_nulls(context.operation_id())};
    if (stage == find_api_route && faults.redirects_slashes())
        return find_route_or_redirect(context);
    if (stage == find_records) permissions.picks = faults.picks(context.operation_id());
    if (stage == check_rules && context.body)
        context.sent_body = std::make_shared<const Json>(*context.body);
    if (stage == perform_action) permissions.effects = faults.effects(context.operation_id());
    bool ignores_refusal = false;
    for (const StageFault& row : kStageFaults) {
        const bool applies =
            row.stage == stage &&
            faults.skips(row.fault, context.operation_id(), permissions.is_second_try);
        if (!applies) continue;
        if (row.fault == FaultStage::kKey && api_key_of(context.request).empty()) continue;
        if (row.permission) permissions.*row.permission = true;
        if (row.change == StageChange::kSkip) return std::nullopt;
        if (row.change == StageChange::kIgnoreRefusal) ignores_refusal = true;
    }
    auto response = stage(context);
    return ignores_refusal ? std::nullopt : std::move(response);
}

std::optional<EngineResponse> run_stages(std::span<const Stage> stages, RequestContext& context) {
    for (const Stage stage : stages) {
        const bool has_faults = context.workspace && !context.workspace->faults().empty();
        auto response = has_faults ? run_with_faults(stage, context) : stage(context);
        if (response) return response;
    }
    return std::nullopt;
}

EngineResponse run_api_stages(RequestContext& context) {
    if (auto response = run_stages(kApiStages, context)) return std::move(*response);
    return context.workspace->simulation().with([&](Simulation& simulation) -> EngineResponse {
        context.simulation = &simulation;
        EngineResponse response = *run_stages(kSimulationStages, context);
        (void)keep_subject(context);
        return response;
    });
}

EngineResponse run_api(RequestContext& context) {
    EngineResponse response = run_api_stages(context);
    if (!context.is_foreign()) return response;
    response = declared_response(context, with_requested_content(context, std::move(response)));
    send_following_requests(context, response);
    return response;
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
    if (!context.workspace) return response;
    const FaultSet& faults = context.workspace->faults();
    if (faults.empty()) return response;
    if (!http::is_success(response.status) && faults.executes_refused(context.operation_id())) {
        RequestContext second(*this, request, *target);
        second.permissions.is_second_try = true;
        (void)run_api(second);
    }
    return faults.apply(context.operation_id(), std::move(response));
}

}  // namespace plumbline::mock
