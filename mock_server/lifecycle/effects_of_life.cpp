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

/// Returns a commit id: 40 hexadecimal digits.
std::string commit_sha(IdSource& ids) {
    constexpr std::size_t kDigits = 40;
    constexpr std::size_t kPerWord = 16;
    std::string text(kDigits, '0');
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kDigits; ++i) {
        if (i % kPerWord == 0) word = ids.next();
        text[i] = "0123456789abcdef"[word >> 60U];
        word <<= 4U;
    }
    return text;
}

Json value_at(const Json* root, std::string_view pointer) {
    const Json* value = root ? find(*root, pointer) : nullptr;
    return value ? *value : Json();
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

}  // namespace

void Life::run(const std::vector<Effect>& effects, RecordNumber self, const Cause& cause) {
    if (store_.find(self)) apply(effects, self, cause);
    settle();
}

void Life::apply(const std::vector<Effect>& effects, RecordNumber self, const Cause& cause) {
    if (effects.empty()) return;
    const Record* record = store_.find(self);
    for (const Effect& effect : effects) {
        if (record && happens(effect, *record, cause)) run_one(effect, *record, cause);
        // Incidents strike what is made, and may remove the record.
        if (effect.kind == Effect::Kind::kCreate) record = store_.find(self);
    }
}

std::vector<RecordRef> Life::tell(const Event& event, const Json& told) {
    std::vector<RecordRef> concerned;
    std::vector<RecordNumber> numbers;
    for (const Record* record : store_.all(event.collection)) {
        if (!holds(event.when, *record, &told)) continue;
        concerned.push_back(record->ref);
        numbers.push_back(record->number);
    }
    for (const RecordNumber one : numbers) {
        run(event.effects, one, {.told = &told});
        mark_changed(one);
    }
    return concerned;
}

bool Life::happens(const Effect& effect, const Record& self, const Cause& cause) const {
    const auto& disabled = birth_.switches.disabled_effects;
    if (!disabled.empty() && disabled.contains(effect.id)) return false;
    if (effect.needs_trigger && !cause.triggered &&
        !birth_.switches.forced_effects.contains(effect.id))
        return false;
    return holds(effect.when, self);
}

std::vector<const Record*> Life::children_of(const Record& self) const {
    std::vector<const Record*> all;
    for (const std::string& collection : laws().children_of(self.ref.collection)) {
        const auto some = store_.children(collection, self);
        all.insert(all.end(), some.begin(), some.end());
    }
    return all;
}

/// Runs an effect that sets a time or an id, as most do: from text to text. Says whether it is one.
bool Life::set_kept_text(const Effect& effect, const Record& self) {
    const bool sets_one = effect.kind == Effect::Kind::kSet && effect.whole && !effect.moves &&
                          effect.on != Subject::kChildren;
    const auto text = sets_one ? text_of(*effect.whole, &self) : std::nullopt;
    if (!text) return false;
    const Record* target = subject(effect.on, self);
    if (target) (void)set_text_at(store_.edit(*target), effect.place, *text);
    return true;
}

void Life::run_one(const Effect& effect, const Record& self, const Cause& cause) {
    if (set_kept_text(effect, self)) return;
    const auto fill = [&](const Json& form) {
        return fill_template(form,
                             [&](std::string_view name) { return value_of(name, &self, cause); });
    };
    Json value;
    if (effect.whole) {
        value = value_of(*effect.whole, &self, cause).value_or(*effect.value);
    } else if (effect.value) {
        value = effect.is_form ? fill(*effect.value) : *effect.value;
    }
    JsonPointer moved;
    if (effect.moves) {
        const auto pointer = as_string(fill(Json(effect.pointer)));
        moved = JsonPointer::parse(pointer.value_or("")).value_or(JsonPointer());
    }
    const JsonPointer& place = effect.moves ? moved : effect.place;
    if (effect.kind == Effect::Kind::kCreate) return create_children(effect, self, value);
    if (effect.on == Subject::kChildren) {
        for (const Record* child : children_of(self)) change(effect, *child, place, Json(value));
    } else if (const Record* target = subject(effect.on, self)) {
        change(effect, *target, place, std::move(value));
    }
}

void Life::change(const Effect& effect,
                  const Record& target,
                  const JsonPointer& place,
                  Json&& value) {
    if (effect.kind == Effect::Kind::kFire) {
        fired_.push_back({effect.name, target.number, false});
    } else if (effect.kind == Effect::Kind::kStop) {
        timers_.cancel(target.number, effect.name);
    } else {
        change_body(effect, target, place, std::move(value));
    }
}

/// Changes a place of a record. One whose parent the record does not have is left alone: nothing to
/// set there.
void Life::change_body(const Effect& effect,
                       const Record& target,
                       const JsonPointer& place,
                       Json&& value) {
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

void Life::create_children(const Effect& effect, const Record& self, const Json& times) {
    // Copies: an incident that strikes the first child may remove the record.
    const RecordNumber owner = self.number;
    const std::string_view tenant = self.tenant;
    const std::int64_t count = effect.value ? number_in(&times) : 1;
    for (std::int64_t number = 0; number < count; ++number) {
        Json body(Json::value_t::object);
        constexpr std::size_t kMembers = 8;  // what few children have more of
        body.get_ref<Json::object_t&>().reserve(kMembers);
        if (!effect.pointer.empty()) (void)set_at(body, effect.place, Json(number));
        (void)make({effect.name, owner, tenant, std::make_shared<const Json>(std::move(body)), ""});
    }
}

/// What is done in one moment says so many times.
const std::string& Life::now_text() {
    if (now_text_.empty() || now_text_of_ != moment_) {
        now_text_of_ = moment_;
        now_text_ = to_text(moment_);
    }
    return now_text_;
}

/// Returns what a reference stands for where that is a text that is kept.
std::optional<std::string_view> Life::text_of(const Reference& reference, const Record* self) {
    using Word = Reference::Word;
    if (reference.word == Word::kNow) return now_text();
    if (!self) return std::nullopt;
    switch (reference.word) {
        case Word::kId:
            return self->ref.id;
        case Word::kTenant:
            return self->tenant;
        case Word::kParentId: {
            const Record* parent = subject(Subject::kParent, *self);
            return parent ? std::string_view(parent->ref.id) : "";
        }
        default:
            return std::nullopt;
    }
}

std::optional<Json> Life::value_of(std::string_view name, const Record* self, const Cause& cause) {
    const auto reference = read_reference(name);
    return reference ? value_of(*reference, self, cause) : std::nullopt;
}

std::optional<Json> Life::value_of(const Reference& reference,
                                   const Record* self,
                                   const Cause& cause) {
    using Word = Reference::Word;
    if (const auto text = text_of(reference, self)) return Json(*text);
    const std::string& argument = reference.argument;
    switch (reference.word) {
        case Word::kSha:
            return Json(commit_sha(ids_));
        case Word::kUuid:
            return Json(ids_.uuid());
        case Word::kRequest:
            return value_at(cause.told, argument);
        case Word::kBefore:
            return value_at(cause.before, argument);
        case Word::kNamed:
            return Json(named_id(birth_.seed, argument));
        default:
            return self ? value_of_record(reference, *self) : std::nullopt;
    }
}

std::optional<Json> Life::value_of_record(const Reference& reference, const Record& self) const {
    using Word = Reference::Word;
    const std::string& argument = reference.argument;
    switch (reference.word) {
        case Word::kBody:
            return value_at(self.body.get(), argument);
        case Word::kParent: {
            const Record* parent = subject(Subject::kParent, self);
            return value_at(parent ? parent->body.get() : nullptr, argument);
        }
        case Word::kDay:
            return Json(
                day_text(world().start, number_in(find(*self.body, std::string_view(argument)))));
        default:
            return std::nullopt;
    }
}

}  // namespace plumbline::mock
