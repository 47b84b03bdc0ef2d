// Evaluates conditions.

#include "mock_server/lifecycle/simulation.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

bool is_one_of(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// A field of a record that is tested.
struct FieldTest {
    const Simulation& simulation;
    const Json& body;
    const Json* value;    ///< of the field, null if it is absent
    const Json* payload;  ///< of the event, null if there is none

    /// Returns the text of the field, nothing if it is neither text nor boolean.
    [[nodiscard]] std::optional<std::string_view> text() const {
        return value ? comparable_text(*value) : std::nullopt;
    }

    bool operator()(const IsMissing&) const { return !value || value->is_null(); }
    bool operator()(const IsAtLeast& test) const {
        const auto number = value ? as_integer(*value) : std::nullopt;
        return number && *number >= std::visit(*this, test.threshold);
    }
    bool operator()(const DiffersFrom& test) const {
        const Json* other = find(body, test.field);
        return text() && (!other || comparable_text(*other) != text());
    }
    bool operator()(const IsOneOf& test) const {
        if (!text()) return false;
        const auto& lists = simulation.world().lists;
        const auto list = lists.find(test.list_name);
        if (list != lists.end() && list->second.contains(*text())) return true;
        const Json* in_event =
            payload && test.event_pointer ? find(*payload, *test.event_pointer) : nullptr;
        return (in_event && comparable_text(*in_event) == text()) ||
               is_one_of(test.values, *text());
    }
    bool operator()(const IsSent&) const { return false; }     // not a test of a record
    bool operator()(const IsInState&) const { return false; }  // not a test of a field

    std::int64_t operator()(std::int64_t number) const { return number; }
    std::int64_t operator()(const LimitName& limit) const { return simulation.limit(limit.name); }
    std::int64_t operator()(const JsonPointer& pointer) const {
        const Json* other = find(body, pointer);
        return other ? as_integer(*other).value_or(0) : 0;
    }
};

bool holds(const Simulation& simulation,
           const RecordCondition& condition,
           const Record& self,
           const Json* payload) {
    const auto records = related_records(simulation, condition.on, self);
    if (const auto* test = std::get_if<IsInState>(&condition.test)) {
        if (records.empty()) return condition.on == RecordRelation::kChildren;
        return std::all_of(records.begin(), records.end(), [&](const Record* record) {
            return is_one_of(test->states, record->state);
        });
    }
    if (const auto* test = std::get_if<IsSent>(&condition.test)) {
        const bool is_sent =
            payload && std::ranges::any_of(condition.fields, [&](const JsonPointer& field) {
                const Json* sent = find(*payload, field);
                return sent && !sent->is_null();
            });
        return is_sent == test->expected;
    }
    if (records.empty()) return false;
    const Json& body = *records.front()->body;
    return std::any_of(
        condition.fields.begin(), condition.fields.end(), [&](const JsonPointer& field) {
            return std::visit(FieldTest{simulation, body, find(body, field), payload},
                              condition.test);
        });
}

}  // namespace

bool holds(const Simulation& simulation,
           const std::vector<RecordCondition>& conditions,
           const Record& self,
           const Json* payload) {
    return std::all_of(conditions.begin(), conditions.end(), [&](const RecordCondition& condition) {
        return simulation.setup.overrides.disabled_conditions.contains(condition.id) ||
               holds(simulation, condition, self, payload);
    });
}

std::vector<const Record*> related_records(const Simulation& simulation,
                                           RecordRelation on,
                                           const Record& self) {
    if (on == RecordRelation::kSelf) return {&self};
    if (on == RecordRelation::kParent) {
        const Record* parent = simulation.store.find(self.owner);
        return parent ? std::vector{parent} : std::vector<const Record*>();
    }
    if (on == RecordRelation::kChildren) return simulation.store.children(self);
    auto siblings = simulation.store.all(self.ref.collection);
    std::erase_if(siblings, [&](const Record* record) {
        return record == &self || record->owner != self.owner || record->tenant != self.tenant;
    });
    return siblings;
}

}  // namespace plumbline::mock
