// Runs effects; creates and removes records.

#include "mock_server/lifecycle/simulation.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

std::int64_t number_in(const Json* value) {
    return value ? as_integer(*value).value_or(0) : 0;
}

/// Runs one effect on a record: a function for each kind of effect.
struct EffectRun {
    Simulation& simulation;
    const Effect& effect;
    const Record& self;
    const EffectContext& context;

    [[nodiscard]] Json filled(const Json& value) const {
        return fill_template(value, [&](std::string_view name) {
            return placeholder_value(simulation, name, &self, context);
        });
    }
    [[nodiscard]] JsonPointer filled(const EffectPointer& pointer) const {
        if (pointer.text.empty()) return pointer.pointer;
        const auto text = as_string(filled(Json(pointer.text)));
        return JsonPointer::parse(text.value_or("")).value_or(JsonPointer());
    }
    [[nodiscard]] std::vector<const Record*> targets() const {
        return related_records(simulation, effect.on, self);
    }
    /// Calls `change(body, pointer)` with the body of each record that the effect changes. Does
    /// nothing if the record has no parent for that value.
    template <typename Change>
    void change_bodies(const EffectPointer& pointer, const Change& change) const {
        const JsonPointer at = filled(pointer);
        for (const Record* target : targets()) change(simulation.store.edit(*target), at);
    }

    void operator()(const SetValue& set) const {
        const Json value = filled(*set.value);
        change_bodies(set.pointer,
                      [&](Json& body, const JsonPointer& at) { (void)set_at(body, at, value); });
    }
    void operator()(const AddNumber& add) const {
        const Json value = filled(*add.number);
        change_bodies(add.pointer, [&](Json& body, const JsonPointer& at) {
            (void)set_at(body, at, number_in(find(body, at)) + number_in(&value));
        });
    }
    void operator()(const AppendItem& append) const {
        const Json value = filled(*append.item);
        change_bodies(append.pointer, [&](Json& body, const JsonPointer& at) {
            const Json* list = find(body, at);
            const bool is_list = list && list->is_array();
            (void)set_at(
                body, is_list ? at.child("-") : at, is_list ? value : Json::array({value}));
        });
    }
    void operator()(const SetPortion& portion) const {
        change_bodies(portion.pointer, [&](Json& body, const JsonPointer& at) {
            const auto number = [&](const std::string& pointer) {
                return number_in(find(body, std::string_view(pointer)));
            };
            const std::int64_t parts = std::max<std::int64_t>(number(portion.parts), 1);
            (void)set_at(body, at, number(portion.of) * number(portion.done) / parts);
        });
    }
    void operator()(const CreateChildren& create) const {
        // Copies: an incident injected into the first child may remove the record.
        const RecordNumber owner = self.number;
        const std::string tenant = self.tenant;
        const Json times = create.times ? filled(*create.times) : Json(1);
        for (std::int64_t number = 0, count = number_in(&times); number < count; ++number) {
            Json body = Json::object();
            if (!create.number_pointer.empty())
                (void)set_at(body, create.number_pointer, Json(number));
            (void)add_record(simulation,
                             {create.collection,
                              owner,
                              tenant,
                              std::make_shared<const Json>(std::move(body)),
                              ""});
        }
    }
    void operator()(const QueueEvent& queue) const {
        for (const Record* target : targets())
            simulation.events.push_back({queue.event, target->number, false});
    }
    void operator()(const StopAlarm& stop) const {
        for (const Record* target : targets()) simulation.timers.cancel(target->number, stop.alarm);
    }
};

bool should_apply(const Simulation& simulation,
                  const Effect& effect,
                  const Record& self,
                  const EffectContext& context) {
    const FaultOverrides& overrides = simulation.setup.overrides;
    if (overrides.disabled_effects.contains(effect.id)) return false;
    if (effect.needs_trigger && !context.triggers_revision &&
        !overrides.forced_effects.contains(effect.id))
        return false;
    return holds(simulation, effect.when, self, context.payload);
}

}  // namespace

void run_effects(Simulation& simulation,
                 const std::vector<Effect>& effects,
                 RecordNumber self,
                 const EffectContext& context) {
    apply_effects(simulation, effects, self, context);
    process_pending(simulation);
}

void apply_effects(Simulation& simulation,
                   const std::vector<Effect>& effects,
                   RecordNumber self,
                   const EffectContext& context) {
    for (const Effect& effect : effects) {
        // Looked up each time: incidents may be injected into new children and remove the record.
        const Record* record = simulation.store.find(self);
        if (record && should_apply(simulation, effect, *record, context))
            std::visit(EffectRun{simulation, effect, *record, context}, effect.action);
    }
}

std::vector<RecordRef> dispatch_event(Simulation& simulation,
                                      const ExternalEvent& event,
                                      const Json& payload) {
    std::vector<RecordRef> affected;
    std::vector<RecordNumber> numbers;
    for (const Record* record : simulation.store.all(event.collection)) {
        if (!holds(simulation, event.when, *record, &payload)) continue;
        affected.push_back(record->ref);
        numbers.push_back(record->number);
    }
    for (const RecordNumber one : numbers) {
        run_effects(simulation, event.effects, one, {.payload = &payload});
        mark_changed(simulation, one);
    }
    return affected;
}

RecordNumber create_record(Simulation& simulation, NewRecord record) {
    const RecordNumber created = add_record(simulation, std::move(record));
    process_pending(simulation);
    return created;
}

RecordNumber add_record(Simulation& simulation, NewRecord record) {
    const Collection& collection = simulation.model().collection(record.collection);
    Record created;
    created.ref = {std::move(record.collection),
                   record.id.empty() ? simulation.ids.uuid() : std::move(record.id)};
    created.owner = record.owner;
    created.tenant = std::move(record.tenant);
    created.body = std::move(record.body);
    const RecordNumber number = simulation.store.insert(std::move(created)).number;
    apply_effects(simulation, collection.on_create, number);
    const Record* existing = simulation.store.find(number);
    if (existing && collection.machine)
        enter_state(simulation, *existing, collection.machine->initial, kCreationCause);
    inject_scripted_incidents(simulation, number);
    return number;
}

void remove_record(Simulation& simulation, const Record& self) {
    for (const Record* child : simulation.store.children(self)) remove_record(simulation, *child);
    simulation.timers.cancel(self.number);
    simulation.slots.forget(self.number);
    simulation.incidents.erase(self.number);
    simulation.unseen_changes.erase(self.number);
    if (simulation.setup.overrides.retains_deleted) return simulation.store.mark_deleted(self);
    simulation.store.remove(self);
}

}  // namespace plumbline::mock
