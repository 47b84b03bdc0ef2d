// The conditions of a life: what must hold of its records.

#include "mock_server/lifecycle/life.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

bool is_one_of(const std::vector<std::string>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Life::holds(const std::vector<Condition>& conditions,
                 const Record& self,
                 const Json* told) const {
    return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
        const auto& disabled = birth_.switches.disabled_conditions;
        return (!disabled.empty() && disabled.contains(condition.id)) ||
               holds(condition, self, told);
    });
}

bool Life::holds(const Condition& condition, const Record& self, const Json* told) const {
    if (!condition.states.empty()) return are_in(condition, self);
    const Record* record = subject(condition.on, self);
    if (!record) return false;
    const Json& body = *record->body;
    return std::any_of(
        condition.fields.begin(), condition.fields.end(), [&](const JsonPointer& field) {
            const Json* value = find(body, field);
            if (condition.missing) return !value || value->is_null();
            if (condition.at_least) {
                const auto number = value ? as_integer(*value) : std::nullopt;
                return number && *number >= number_of(*condition.at_least, body);
            }
            const auto text = value ? condition_text(*value) : std::nullopt;
            return text && is_met_by(condition, *text, body, told);
        });
}

/// Says whether the text of a field is one of those that the condition asks for.
bool Life::is_met_by(const Condition& condition,
                     std::string_view text,
                     const Json& body,
                     const Json* told) const {
    if (!condition.other_than.empty()) {
        const Json* other = find(body, condition.other_than);
        return !other || condition_text(*other) != text;
    }
    if (!condition.list.empty()) {
        const auto list = world().lists.find(condition.list);
        if (list != world().lists.end() && list->second.contains(text)) return true;
    }
    if (told && !condition.event.empty()) {
        const Json* in_event = find(*told, condition.event);
        if (in_event && condition_text(*in_event) == text) return true;
    }
    return is_one_of(condition.values, text);
}

bool Life::are_in(const Condition& condition, const Record& self) const {
    if (condition.on != Subject::kChildren) {
        const Record* record = subject(condition.on, self);
        return record && is_one_of(condition.states, record->state);
    }
    const auto& collections = laws().children_of(self.ref.collection);
    return std::all_of(collections.begin(), collections.end(), [&](const std::string& collection) {
        const auto& states = laws().machine_of(collection)->states();
        return std::all_of(states.begin(), states.end(), [&](const State& state) {
            return is_one_of(condition.states, state.name) ||
                   children_in(collection, self.number, state.name) == 0;
        });
    });
}

std::size_t Life::children_in(std::string_view collection,
                              RecordNumber parent,
                              std::string_view state) const {
    if (!tally_.counts(collection))
        tally_.count_all(laws().collection(collection).name, store_.all(collection));
    return tally_.of_parent(collection, parent, state);
}

std::int64_t Life::number_of(const Threshold& threshold, const Json& body) const {
    if (!threshold.limit.empty()) return limits_.find(threshold.limit)->second.value;
    if (threshold.pointer.empty()) return threshold.number;
    const Json* value = find(body, threshold.pointer);
    return value ? as_integer(*value).value_or(0) : 0;
}

const Record* Life::subject(Subject on, const Record& self) const {
    if (on == Subject::kSelf) return &self;
    return store_.find(self.owner);
}

}  // namespace plumbline::mock
