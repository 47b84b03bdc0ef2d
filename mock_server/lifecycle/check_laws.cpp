// Checks that what collections, events, machines and incidents name is there.

#include "mock_server/lifecycle/check_laws.hpp"

#include "spec/base/text.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>

namespace plumbline::mock {
namespace {

Result<void> check_collection(const Document& fixture,
                              const Laws& laws,
                              const Collection& collection) {
    const std::string pointer = "/collections/" + escape_pointer_token(collection.name);
    if (!collection.parent.empty() && !laws.collections.contains(collection.parent)) {
        return fail_at(fixture,
                       pointer + "/parent",
                       fmt::format("no collection is named \"{}\"", collection.parent));
    }
    if (!collection.machine.empty() && !laws.machines.contains(collection.machine)) {
        return fail_at(
            fixture,
            pointer + "/machine",
            fmt::format("no file in machines/ defines the machine \"{}\"", collection.machine));
    }
    return check_effects(collection.on_create, laws, collection, fixture, pointer + "/on_create");
}

/// Finds the collection that `pointer` names. Errors: kInvalid.
Result<const Collection*> owner_at(const Document& fixture,
                                   const Laws& laws,
                                   const std::string& name,
                                   const std::string& pointer) {
    const auto found = laws.collections.find(name);
    if (found != laws.collections.end()) return &found->second;
    std::vector<std::string> known;
    for (const auto& [known_name, collection] : laws.collections) known.push_back(known_name);
    const std::string near = nearest_name(name, known);
    return fail_at(fixture,
                   pointer,
                   fmt::format("no collection is named \"{}\"{}",
                               name,
                               near.empty() ? "" : fmt::format("; did you mean \"{}\"?", near)));
}

Result<void> check_event(const Document& fixture, const Laws& laws, const Event& event) {
    const std::string pointer = "/events/" + escape_pointer_token(event.name);
    const auto owner = owner_at(fixture, laws, event.collection, pointer + "/collection");
    if (!owner) return fail(owner.error());
    return check_conditions(event.when, laws, **owner, fixture, pointer + "/when").and_then([&] {
        return check_effects(event.effects, laws, **owner, fixture, pointer + "/effects");
    });
}

Result<void> check_incident(const Document& fixture, const Laws& laws, const Incident& incident) {
    const auto owner = owner_at(fixture, laws, incident.collection, "/collection");
    if (!owner) return fail(owner.error());
    Condition in_states;
    in_states.states = incident.states;
    return check_conditions({in_states}, laws, **owner, fixture, "/states").and_then([&] {
        return check_effects(incident.effects, laws, **owner, fixture, "/effects");
    });
}

}  // namespace

Result<void> check_laws(const Laws& laws,
                        const Document& operations,
                        const std::map<std::string, Document>& machines,
                        const std::map<std::string, Document>& incidents) {
    for (const auto& [name, collection] : laws.collections) {
        auto checked = check_collection(operations, laws, collection);
        if (!checked) return checked;
    }
    for (const auto& [name, event] : laws.events) {
        auto checked = check_event(operations, laws, event);
        if (!checked) return checked;
    }
    for (const auto& [name, collection] : laws.collections) {
        if (collection.machine.empty()) continue;
        auto checked = check_machine(laws.machines.at(collection.machine),
                                     laws,
                                     collection,
                                     machines.at(collection.machine));
        if (!checked) return checked;
    }
    for (const auto& [name, incident] : laws.incidents) {
        auto checked = check_incident(incidents.at(name), laws, incident);
        if (!checked) return checked;
    }
    return {};
}

}  // namespace plumbline::mock
