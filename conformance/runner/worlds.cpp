#include "conformance/runner/worlds.hpp"

#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {
namespace {

std::string hosting_in(const TargetWorld& world) {
    return string_or(*world.inputs, "hosting", "");
}

bool is_known(const std::vector<TargetWorld>& worlds, const std::string& hosting) {
    return std::ranges::any_of(
        worlds, [&](const TargetWorld& world) { return hosting_in(world) == hosting; });
}

bool has_inputs_of(const TargetWorld& world,
                   const workflow::Workflow& workflow,
                   const Json& user_inputs) {
    Environment there;
    there.inputs = world.inputs;
    return inputs_for(workflow, there, user_inputs).has_value();
}

}  // namespace

const std::vector<std::string>& all_hostings() {
    static const std::vector<std::string> kHostings{"", "cloud", "self_hosted"};
    return kHostings;
}

Result<std::vector<TargetWorld>> query_worlds(const Target& target,
                                              const std::vector<std::string>& hostings,
                                              const Send& send) {
    std::vector<TargetWorld> worlds;
    for (const std::string& hosting : hostings) {
        if (is_known(worlds, hosting)) continue;
        auto workspace = open_environment(target, send, hosting);
        if (!workspace) {
            const bool has_no_such = workspace.error().code == ErrorCode::kInvalid;
            if (worlds.empty() || !has_no_such) return fail(workspace.error());
            continue;
        }
        close_environment(*workspace, target, send);
        worlds.push_back({hosting, workspace->inputs});
    }
    return worlds;
}

std::string hosting_for(const std::vector<const workflow::Workflow*>& workflows,
                        const std::vector<TargetWorld>& worlds,
                        const InputProvider& user_inputs) {
    const auto is_valid = [&](const TargetWorld& world) {
        return std::ranges::all_of(workflows, [&](const auto* workflow) {
            return has_inputs_of(world, *workflow, user_inputs(*workflow));
        });
    };
    const auto found = std::ranges::find_if(worlds, is_valid);
    if (found != worlds.end()) return found->hosting;
    return worlds.empty() ? "" : worlds.front().hosting;
}

}  // namespace plumbline::runner
