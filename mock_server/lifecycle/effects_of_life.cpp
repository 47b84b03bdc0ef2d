// The effects of a life: when they happen, what they set, what their placeholders stand for.

#include "mock_server/lifecycle/life.hpp"
#include "mock_server/store/template.hpp"
#include "spec/base/time_text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::mock {
namespace {

template <typename T>
SharedJson shared(T value) {
    return std::make_shared<const Json>(std::move(value));
}

/// Returns a commit id: 40 hexadecimal digits.
std::string commit_sha(IdSource& ids) {
    const std::uint64_t first = ids.next();
    const std::uint64_t second = ids.next();
    const std::uint64_t third = ids.next();
    return fmt::format("{:016x}{:016x}{:08x}", first, second, third >> 32U);
}

SharedJson value_at(const Json* root, std::string_view pointer) {
    const Json* value = root ? find(*root, pointer) : nullptr;
    return value ? std::make_shared<const Json>(*value) : shared(Json());
}

const Json* body_of(const Record* record) {
    return record ? record->body.get() : nullptr;
}

}  // namespace

void Life::run(const std::vector<Effect>& effects, const RecordRef& self, const Cause& cause) {
    for (const Effect& effect : effects) {
        if (happens(effect, self, cause)) run_one(effect, self, cause);
    }
}

std::vector<RecordRef> Life::tell(const Event& event, const Json& told) {
    std::vector<RecordRef> concerned;
    for (const Record* record : store_.all(event.collection)) {
        if (holds(event.when, record->ref, &told)) concerned.push_back(record->ref);
    }
    for (const RecordRef& one : concerned) {
        run(event.effects, one, {.told = &told});
        mark_changed(one);
    }
    return concerned;
}

bool Life::happens(const Effect& effect, const RecordRef& self, const Cause& cause) const {
    if (birth_.switches.disabled_effects.contains(effect.id)) return false;
    const bool forced = birth_.switches.forced_effects.contains(effect.id);
    if (effect.needs_trigger && !cause.triggered && !forced) return false;
    return holds(effect.when, self);
}

void Life::run_one(const Effect& effect, const RecordRef& self, const Cause& cause) {
    const Record* target = subject(effect.on, self);
    if (!target) return;
    if (effect.kind == Effect::Kind::kCreate) {
        create({effect.collection, target->ref.id, target->tenant, shared(Json(Json::object()))});
        return;
    }
    Json value = fill_template(*effect.value,
                               [&](std::string_view name) { return value_of(name, self, cause); });
    Json body = *target->body;
    // A place whose parent the record does not have is left alone: nothing to set there.
    (void)set_at(body, *JsonPointer::parse(effect.pointer), std::move(value));
    store_.set_body(RecordRef(target->ref), std::move(body));
}

SharedJson Life::value_of(std::string_view name, const RecordRef& self, const Cause& cause) {
    const Record* record = store_.find(self);
    const std::size_t colon = name.find(':');
    const std::string_view argument = colon == std::string_view::npos ? "" : name.substr(colon + 1);
    const std::string_view word = name.substr(0, colon);
    if (word == "now") return shared(to_text(moment_));
    if (word == "sha") return shared(commit_sha(ids_));
    if (word == "uuid") return shared(ids_.uuid());
    if (word == "id") return shared(self.id);
    if (word == "tenant" && record) return shared(record->tenant);
    if (word == "parent_id" && record) return shared(record->parent);
    if (word == "body") return value_at(body_of(record), argument);
    if (word == "parent") return value_at(body_of(subject(Subject::kParent, self)), argument);
    if (word == "request") return value_at(cause.told, argument);
    if (word == "before") return value_at(cause.before, argument);
    return word == "named" ? shared(named_id(birth_.seed, argument)) : nullptr;
}

bool Life::holds(const std::vector<Condition>& conditions,
                 const RecordRef& self,
                 const Json* told) const {
    return std::all_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
        return birth_.switches.disabled_conditions.contains(condition.id) ||
               holds(condition, self, told);
    });
}

bool Life::holds(const Condition& condition, const RecordRef& self, const Json* told) const {
    const Record* record = subject(condition.on, self);
    if (!record) return false;
    const auto list = world().lists.find(condition.list);
    const bool asks_event = told && !condition.event.empty();
    const Json* in_event = asks_event ? find(*told, std::string_view(condition.event)) : nullptr;
    return std::any_of(
        condition.fields.begin(), condition.fields.end(), [&](const std::string& field) {
            const Json* value = find(*record->body, std::string_view(field));
            if (condition.missing) return !value || value->is_null();
            const auto text = value ? condition_text(*value) : std::nullopt;
            if (!text) return false;
            if (!condition.other_than.empty()) {
                const Json* other = find(*record->body, std::string_view(condition.other_than));
                return !other || condition_text(*other) != text;
            }
            if (list != world().lists.end() && list->second.contains(*text)) return true;
            if (in_event && condition_text(*in_event) == text) return true;
            return std::find(condition.values.begin(), condition.values.end(), *text) !=
                   condition.values.end();
        });
}

const Record* Life::subject(Subject on, const RecordRef& self) const {
    const Record* record = store_.find(self);
    if (!record || on == Subject::kSelf) return record;
    return store_.find({laws().collection(self.collection).parent, record->parent});
}

}  // namespace plumbline::mock
