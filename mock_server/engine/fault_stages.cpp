#include "mock_server/engine/fault_stages.hpp"

#include "mock_server/engine/record_stages.hpp"
#include "mock_server/engine/stages.hpp"

#include <array>

namespace plumbline::mock {
namespace {

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

constexpr std::array<StageFault, 7> kStageFaults{{
    {FaultStage::kBasePath, strip_world_base_path, StageChange::kSkip},
    {FaultStage::kCredentials, check_credentials, StageChange::kIgnoreRefusal},
    {FaultStage::kParameters, check_parameters, StageChange::kSkip},
    {FaultStage::kTenant, find_records, StageChange::kPermit, &FaultPermissions::other_tenants},
    {FaultStage::kDeletion, find_records, StageChange::kPermit, &FaultPermissions::deleted_records},
    {FaultStage::kState, check_state, StageChange::kIgnoreRefusal, &FaultPermissions::final_states},
    {FaultStage::kRules, check_rules, StageChange::kIgnoreRefusal},
}};

}  // namespace

std::optional<EngineResponse> run_with_faults(Stage stage, RequestContext& context) {
    const FaultSet& faults = context.workspace->faults();
    FaultPermissions& permissions = context.permissions;
    if (stage == check_body)
        permissions.tolerated_pointers = faults.tolerated_pointers(context.operation_id());
    if (stage == perform_action) permissions.effects = faults.effects(context.operation_id());
    bool ignores_refusal = false;
    for (const StageFault& row : kStageFaults) {
        const bool applies =
            row.stage == stage &&
            faults.skips(row.fault, context.operation_id(), permissions.is_second_try);
        if (!applies) continue;
        if (row.permission) permissions.*row.permission = true;
        if (row.change == StageChange::kSkip) return std::nullopt;
        if (row.change == StageChange::kIgnoreRefusal) ignores_refusal = true;
    }
    auto response = stage(context);
    return ignores_refusal ? std::nullopt : std::move(response);
}

}  // namespace plumbline::mock
