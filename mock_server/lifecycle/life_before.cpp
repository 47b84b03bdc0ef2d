// What a life has been before its workspace was made: records of the world, and what it says that
// has happened.

#include "mock_server/lifecycle/life.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {

/// Records that a world states as they are do not move, but they are counted.
void Life::adopt_records() {
    for (const auto& [name, collection] : laws().collections) {
        const Machine* machine = laws().machine_of(name);
        if (!machine) continue;
        for (const Record* record : store_.all(name)) {
            const Json* held = find(*record->body, std::string_view(machine->field()));
            const State* state = machine->find_state(held ? as_string(*held).value_or("") : "");
            if (!state) continue;
            tally_.move(
                *record, {collection.name, "", state->name}, machine->has_slots_of_tenants());
            store_.set_state(*record, state->name);
        }
    }
}

/// Which records the world's incidents are about is asked whenever one is made.
void Life::name_scripted() {
    for (const ScriptedIncident& script : world().incidents) {
        const Json id = fill_named(Json(script.record), birth_.seed);
        scripted_.push_back(as_string(id).value_or(""));
    }
}

/// Lets the past happen: as if clients had made the records, each at its time. Nothing of it counts
/// as what the workspace has seen.
void Life::live_past() {
    if (world().past.empty()) return;
    constexpr std::uint64_t kOfThePast = 0x5DEECE66DU;
    ids_ = IdSource(birth_.seed ^ kOfThePast);
    const Instant start = clock_.now();
    for (const PastRecord& one : world().past) {
        (void)fire_due(start - one.ago);
        const Json id = fill_named(Json(one.id), birth_.seed);
        (void)create({one.collection,
                      0,
                      tenant_id(birth_.identities, one.tenant),
                      std::make_shared<const Json>(fill_named(*one.body, birth_.seed)),
                      as_string(id).value_or("")});
    }
    (void)fire_due(start);
    ids_ = IdSource(birth_.seed);
    chronicle_ = {};
    unshown_.clear();
}

void Life::strike_as_scripted(RecordNumber made) {
    for (std::size_t i = 0; i < scripted_.size(); ++i) {
        // Found again each time: an incident may have removed it.
        const Record* record = store_.find(made);
        if (!record) return;
        const RecordRef& ref = record->ref;
        if (!scripted_[i].empty() && scripted_[i] != ref.id) continue;
        const ScriptedIncident& script = world().incidents[i];
        const Incident& incident = laws().incidents.find(script.incident)->second;
        if (!script.child) {
            if (incident.collection == ref.collection) (void)strike(incident, made, script.times);
            continue;
        }
        if (laws().collection(incident.collection).parent != ref.collection) continue;
        const auto children = store_.children(incident.collection, *record);
        if (*script.child < children.size())
            (void)strike(incident, children[*script.child]->number, script.times);
    }
}

}  // namespace plumbline::mock
