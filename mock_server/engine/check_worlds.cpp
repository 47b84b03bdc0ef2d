#include "mock_server/engine/check_worlds.hpp"

#include "spec/base/name_hint.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace plumbline::mock {
namespace {

tl::unexpected<Error> world_error(const World& world, const std::string& message) {
    return fail(
        ErrorCode::kInvalid, fmt::format("the world \"{}\" {}", world.name, message), world.where);
}

/// Checks that `known` contains each name. An unknown name in a world would silently have no
/// effect.
template <typename Names, typename Known>
Result<void> check_names_exist(const Names& names,
                               const Known& known,
                               std::string_view what,
                               const World& world) {
    return check_each(names, [&](const std::string& name) -> Result<void> {
        if (std::ranges::count(known, name) > 0) return {};
        return world_error(world,
                           fmt::format("names the {} \"{}\", which does not exist{}",
                                       what,
                                       name,
                                       quoted_name_hint(name, {known.begin(), known.end()})));
    });
}

Result<void> check_world_limits(const World& world, const StateModel& model) {
    std::set<std::string> known{"records", "issued", "streams", "runs", "resumable_bytes"};
    for (const auto& [name, limit] : model.limits) known.insert(name);
    auto checked = check_names_exist(keys_of(world.limits), known, "limit", world);
    if (!checked) return checked;
    return check_each(model.limits, [&](const auto& row) -> Result<void> {
        const auto& [name, limit] = row;
        if (!world.limits.contains(name) || world.time_limits.contains(name) == limit.is_time)
            return {};
        return world_error(
            world,
            fmt::format("needs a {} as limit \"{}\"", limit.is_time ? "duration" : "number", name));
    });
}

/// Checks that the scripted incidents of a world name records that exist or may be created.
Result<void> check_scripted_incidents(const World& world, const StateModel& model) {
    std::set<std::string> ids{""};
    for (const PastRecord& record : world.history) ids.insert(record.id);
    return check_each(world.incidents, [&](const ScriptedIncident& script) -> Result<void> {
        const Incident& incident = model.incidents.find(script.incident)->second;
        if (script.child && model.collection(incident.collection).parent.empty()) {
            return world_error(world,
                               fmt::format("injects \"{}\" into a child, but \"{}\" have no "
                                           "parent; omit \"child\"",
                                           script.incident,
                                           incident.collection));
        }
        return check_names_exist(std::vector{script.record}, ids, "record of the history", world);
    });
}

Result<void> check_world(const World& world,
                         const StateModel& model,
                         const std::set<std::string>& rules) {
    std::vector<std::string> collections;
    for (const WorldRecord& record : world.records) collections.push_back(record.collection);
    for (const PastRecord& record : world.history) collections.push_back(record.collection);
    std::vector<std::string> incidents;
    for (const ScriptedIncident& script : world.incidents) incidents.push_back(script.incident);
    return check_names_exist(world.disabled_rules, rules, "rule", world)
        .and_then(
            [&] { return check_names_exist(keys_of(world.waived_rules), rules, "rule", world); })
        .and_then([&] {
            return check_names_exist(keys_of(world.timings), model.timing_keys(), "state", world);
        })
        .and_then([&] {
            return check_names_exist(collections, keys_of(model.collections), "collection", world);
        })
        .and_then([&] {
            return check_names_exist(incidents, keys_of(model.incidents), "incident", world);
        })
        .and_then([&] { return check_scripted_incidents(world, model); })
        .and_then([&] { return check_world_limits(world, model); });
}

}  // namespace

Result<std::map<std::string, std::shared_ptr<const World>, std::less<>>> load_worlds(
    const Fixtures& fixtures, const StateModel& model, const std::set<std::string>& rules) {
    auto worlds = mock::load_worlds(fixtures);
    if (!worlds) return worlds;
    return check_each(*worlds,
                      [&](const auto& world) { return check_world(*world.second, model, rules); })
        .map([&] { return std::move(*worlds); });
}

}  // namespace plumbline::mock
