#include "mock_server/engine/check_worlds.hpp"

#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <vector>

namespace plumbline::mock {
namespace {

template <typename Names>
Result<void> check_known(const Names& names,
                         const std::set<std::string>& known,
                         std::string_view what,
                         const World& world) {
    for (const std::string& name : names) {
        if (known.contains(name)) continue;
        const std::string near = nearest_name(name, {known.begin(), known.end()});
        return fail(ErrorCode::kInvalid,
                    fmt::format("the world \"{}\" names the {} \"{}\", which does not exist{}",
                                world.name,
                                what,
                                name,
                                near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)),
                    world.where);
    }
    return {};
}

template <typename Map>
std::set<std::string> keys_of(const Map& map) {
    std::set<std::string> keys;
    for (const auto& [key, value] : map) keys.insert(key);
    return keys;
}

Result<void> check_world_limits(const World& world, const Laws& laws) {
    std::set<std::string> known = keys_of(laws.limits);
    known.insert({"records", "issued", "streams", "runs", "resumable_bytes"});
    auto checked = check_known(keys_of(world.limits), known, "limit", world);
    for (const auto& [name, limit] : laws.limits) {
        if (!checked) return checked;
        if (!world.limits.contains(name) || world.time_limits.contains(name) == limit.is_time)
            continue;
        checked = fail(ErrorCode::kInvalid,
                       fmt::format("the world \"{}\" needs a {} as limit \"{}\"",
                                   world.name,
                                   limit.is_time ? "duration" : "number",
                                   name),
                       world.where);
    }
    return checked;
}

/// Checks that the script of a world is about records that there are or may be.
Result<void> check_scripts(const World& world, const Laws& laws) {
    std::set<std::string> ids;
    for (const PastRecord& record : world.past) ids.insert(record.id);
    for (const ScriptedIncident& script : world.incidents) {
        const Incident& incident = laws.incidents.find(script.incident)->second;
        if (script.child && laws.collection(incident.collection).parent.empty()) {
            return fail(
                ErrorCode::kInvalid,
                fmt::format("the world \"{}\" lets \"{}\" strike a child, but \"{}\" belong "
                            "to nothing; leave out \"child\"",
                            world.name,
                            script.incident,
                            incident.collection),
                world.where);
        }
        const std::vector<std::string> struck{script.record};
        auto checked = script.record.empty()
                           ? Result<void>()
                           : check_known(struck, ids, "record of the past", world);
        if (!checked) return checked;
    }
    return {};
}

/// A world that names what is not there would silently do nothing of what it says.
Result<void> check_world(const World& world, const Laws& laws, const std::set<std::string>& rules) {
    std::vector<std::string> filled;
    for (const WorldRecord& record : world.records) filled.push_back(record.collection);
    for (const PastRecord& record : world.past) filled.push_back(record.collection);
    std::vector<std::string> incidents;
    for (const ScriptedIncident& script : world.incidents) incidents.push_back(script.incident);
    return check_known(world.disabled_rules, rules, "rule", world)
        .and_then([&] { return check_known(keys_of(world.lifted_rules), rules, "rule", world); })
        .and_then([&] {
            return check_known(keys_of(world.timings), laws.timed_places(), "state", world);
        })
        .and_then(
            [&] { return check_known(filled, keys_of(laws.collections), "collection", world); })
        .and_then(
            [&] { return check_known(incidents, keys_of(laws.incidents), "incident", world); })
        .and_then([&] { return check_scripts(world, laws); })
        .and_then([&] { return check_world_limits(world, laws); });
}

}  // namespace

Result<std::map<std::string, std::shared_ptr<const World>>> load_worlds(
    const Fixtures& fixtures, const Laws& laws, const std::set<std::string>& rules) {
    auto worlds = mock::load_worlds(fixtures);
    if (!worlds) return worlds;
    for (const auto& [name, world] : *worlds) {
        const auto checked = check_world(*world, laws, rules);
        if (!checked) return fail(checked.error());
    }
    return worlds;
}

}  // namespace plumbline::mock
