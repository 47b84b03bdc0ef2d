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

std::int64_t number_in(const Json* value) {
    return value ? as_integer(*value).value_or(0) : 0;
}

/// Returns the day that many days behind the first that records are about: a thousand before the
/// world's start, so that all of them are over.
std::string day_text(Instant start, std::int64_t days) {
    constexpr std::int64_t kDaysBefore = 1000;
    const auto first = std::chrono::floor<std::chrono::days>(start);
    const Instant day = first + std::chrono::days(days - kDaysBefore);
    return to_text(day).substr(0, std::string_view("2026-01-05").size());
}

const Json* body_of(const Record* record) {
    return record ? record->body.get() : nullptr;
}

}  // namespace

void Life::run(const std::vector<Effect>& effects, const RecordRef& self, const Cause& cause) {
    apply(effects, self, cause);
    settle();
}

void Life::apply(const std::vector<Effect>& effects, const RecordRef& self, const Cause& cause) {
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

std::vector<RecordRef> Life::targets(Subject on, const RecordRef& self) const {
    std::vector<RecordRef> all;
    if (on != Subject::kChildren) {
        if (const Record* one = subject(on, self)) all.push_back(one->ref);
        return all;
    }
    for (const std::string& collection : laws().children_of(self.collection)) {
        for (std::string& id : store_.children(collection, self.id))
            all.push_back({collection, std::move(id)});
    }
    return all;
}

void Life::run_one(const Effect& effect, const RecordRef& self, const Cause& cause) {
    const auto fill = [&](const Json& form) {
        return fill_template(form,
                             [&](std::string_view name) { return value_of(name, self, cause); });
    };
    const Json value = !effect.value    ? Json()
                       : effect.is_form ? fill(*effect.value)
                                        : *effect.value;
    JsonPointer moved;
    if (effect.moves) {
        const auto pointer = as_string(fill(Json(effect.pointer)));
        moved = JsonPointer::parse(pointer.value_or("")).value_or(JsonPointer());
    }
    const JsonPointer& place = effect.moves ? moved : effect.place;
    if (effect.kind == Effect::Kind::kCreate) return create_children(effect, self, value);
    for (const RecordRef& target : targets(effect.on, self)) {
        if (effect.kind == Effect::Kind::kFire) {
            fired_.push_back({effect.name, target, false});
        } else if (effect.kind == Effect::Kind::kStop) {
            timers_.cancel(target, effect.name);
        } else {
            change_body(effect, target, place, value);
        }
    }
}

/// Changes a place of a record. One whose parent the record does not have is left alone: nothing to
/// set there.
void Life::change_body(const Effect& effect,
                       const RecordRef& target,
                       const JsonPointer& place,
                       Json value) {
    Json& body = store_.edit(target);
    if (effect.kind == Effect::Kind::kAdd) {
        value = number_in(find(body, place)) + number_in(&value);
    } else if (effect.kind == Effect::Kind::kAppend) {
        const Json* list = find(body, place);
        (void)set_at(body,
                     list && list->is_array() ? place.child("-") : place,
                     list && list->is_array() ? std::move(value) : Json::array({value}));
        return;
    } else if (effect.kind == Effect::Kind::kPortion) {
        const auto number = [&](const std::string& at) {
            return number_in(find(body, std::string_view(at)));
        };
        const std::int64_t parts = std::max<std::int64_t>(number(effect.portion.parts), 1);
        value = number(effect.portion.of) * number(effect.portion.done) / parts;
    }
    (void)set_at(body, place, std::move(value));
}

void Life::create_children(const Effect& effect, const RecordRef& self, const Json& times) {
    const std::string tenant = store_.find(self)->tenant;
    const std::int64_t count = effect.value ? number_in(&times) : 1;
    for (std::int64_t number = 0; number < count; ++number) {
        Json body = Json::object();
        if (!effect.pointer.empty()) (void)set_at(body, effect.place, Json(number));
        (void)make({effect.name, self.id, tenant, shared(std::move(body)), ""});
    }
}

SharedJson Life::value_of(std::string_view name, const RecordRef& self, const Cause& cause) {
    const std::size_t colon = name.find(':');
    const std::string_view argument = colon == std::string_view::npos ? "" : name.substr(colon + 1);
    const std::string_view word = name.substr(0, colon);
    if (word == "now") return shared(to_text(moment_));
    if (word == "sha") return shared(commit_sha(ids_));
    if (word == "uuid") return shared(ids_.uuid());
    if (word == "id") return shared(self.id);
    const Record* record = store_.find(self);
    if (word == "tenant" && record) return shared(record->tenant);
    if (word == "parent_id" && record) return shared(record->parent);
    if (word == "body") return value_at(body_of(record), argument);
    if (word == "parent") return value_at(body_of(subject(Subject::kParent, self)), argument);
    if (word == "day") {
        const Json* body = body_of(record);
        return shared(day_text(world().start, number_in(body ? find(*body, argument) : nullptr)));
    }
    if (word == "request") return value_at(cause.told, argument);
    if (word == "before") return value_at(cause.before, argument);
    return word == "named" ? shared(named_id(birth_.seed, argument)) : nullptr;
}

}  // namespace plumbline::mock
