#include "mock_server/lifecycle/effect.hpp"

#include "mock_server/store/template.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

/// A placeholder that Life::value_of fills; one that ends in ':' takes an argument.
struct Placeholder {
    std::string_view name;
    Reference::Word word;
    bool of_record;   ///< needs a record
    bool of_request;  ///< needs the request that has changed it
};

constexpr std::array<Placeholder, 12> kPlaceholders{{
    {"id", Reference::Word::kId, true, false},
    {"now", Reference::Word::kNow, false, false},
    {"tenant", Reference::Word::kTenant, false, false},
    {"sha", Reference::Word::kSha, false, false},
    {"uuid", Reference::Word::kUuid, false, false},
    {"parent_id", Reference::Word::kParentId, true, false},
    {"body:", Reference::Word::kBody, true, false},
    {"parent:", Reference::Word::kParent, true, false},
    {"named:", Reference::Word::kNamed, false, false},
    {"day:", Reference::Word::kDay, true, false},
    {"request:", Reference::Word::kRequest, false, true},
    {"before:", Reference::Word::kBefore, true, true},
}};

bool is_filled(const Placeholder& one, Around around) {
    if (one.of_record && around == Around::kNothing) return false;
    return !one.of_request || around == Around::kRequest;
}

/// An argument is a name or a pointer; without one there is nothing to look for.
bool fits(std::string_view name, std::string_view known) {
    if (known.back() != ':') return name == known;
    const std::string_view argument = name.substr(std::min(known.size(), name.size()));
    return name.substr(0, known.size()) == known && !argument.empty() &&
           (known == "named:" || argument.front() == '/');
}

/// What one kind of effect is written as: {KEY: place or name, VALUE: ...}.
struct EffectWord {
    std::string_view key;
    Effect::Kind kind;
    std::string_view value;  ///< "" for none
    bool is_place;           ///< the member `key` is a pointer
};

constexpr std::array<EffectWord, 7> kWords{{
    {"set", Effect::Kind::kSet, "to", true},
    {"add", Effect::Kind::kAdd, "by", true},
    {"append", Effect::Kind::kAppend, "item", true},
    {"portion", Effect::Kind::kPortion, "", true},
    {"create", Effect::Kind::kCreate, "times", false},
    {"fire", Effect::Kind::kFire, "", false},
    {"stop", Effect::Kind::kStop, "", false},
}};

Result<void> check_place(const Document& fixture,
                         const Effect& effect,
                         const std::string& pointer) {
    const bool is_pointer = !effect.pointer.empty() && JsonPointer::parse(effect.pointer);
    const bool has_value = effect.kind == Effect::Kind::kPortion || effect.value;
    if (is_pointer && has_value) return {};
    return fail_at(fixture,
                   pointer,
                   "an effect needs \"set\" (a JSON pointer) and \"to\", \"add\" and \"by\", "
                   "\"append\" and \"item\", \"portion\", \"create\", \"fire\" or \"stop\"");
}

/// Says whether a form has a placeholder of the request's body.
bool is_of_request(const Json& form) {
    const auto names = placeholders(form);
    return std::any_of(names.begin(), names.end(), [](const std::string& name) {
        const auto reference = read_reference(name);
        return reference && reference->word == Reference::Word::kRequest;
    });
}

Result<Effect> read_effect(const Document& fixture, const std::string& pointer, Around around) {
    const Json& node = *find(*fixture.root, std::string_view(pointer));
    const auto word = std::find_if(kWords.begin(), kWords.end(), [&](const EffectWord& one) {
        return member(node, one.key) != nullptr;
    });
    Effect effect;
    if (word == kWords.end()) return fail(check_place(fixture, effect, pointer).error());
    effect.kind = word->kind;
    effect.id = string_or(node, "id", "");
    effect.on = read_subject(node);
    effect.needs_trigger = bool_or(node, "needs_trigger", false);
    effect.when = read_conditions(fixture, pointer + "/when");
    effect.portion = {
        string_or(node, "of", ""), string_or(node, "done", ""), string_or(node, "parts", "")};
    if (const Json* value = member(node, word->value)) {
        auto checked =
            check_placeholders(fixture, pointer + '/' + std::string(word->value), around);
        if (!checked) return fail(checked.error());
        effect.value = std::make_shared<const Json>(*value);
    }
    if (!word->is_place) effect.name = string_or(node, word->key, "");
    effect.pointer = string_or(node, word->is_place ? word->key : "numbered", "");
    effect.place = JsonPointer::parse(effect.pointer).value_or(JsonPointer());
    effect.moves = !placeholders(Json(effect.pointer)).empty();
    effect.is_form = effect.value && !placeholders(*effect.value).empty();
    effect.tells_request =
        is_of_request(Json(effect.pointer)) || (effect.value && is_of_request(*effect.value));
    if (effect.is_form)
        effect.whole = read_reference(whole_placeholder(*effect.value).value_or(""));
    if (!word->is_place) return effect;
    return check_place(fixture, effect, pointer)
        .and_then([&] {
            return check_placeholders(fixture, pointer + '/' + std::string(word->key), around);
        })
        .map([&] { return std::move(effect); });
}

}  // namespace

std::optional<Reference> read_reference(std::string_view name) {
    const std::size_t colon = name.find(':');
    const std::size_t end = colon == std::string_view::npos ? name.size() : colon + 1;
    for (const Placeholder& one : kPlaceholders) {
        if (one.name == name.substr(0, end))
            return Reference{one.word, std::string(name.substr(end))};
    }
    return std::nullopt;
}

bool tell_request(const std::vector<Effect>& effects) {
    return std::any_of(
        effects.begin(), effects.end(), [](const Effect& effect) { return effect.tells_request; });
}

Result<std::vector<Effect>> read_effects(const Document& fixture,
                                         const std::string& pointer,
                                         Around around) {
    std::vector<Effect> effects;
    const Json* list = find(*fixture.root, std::string_view(pointer));
    const std::size_t count = list && list->is_array() ? list->size() : 0;
    for (std::size_t i = 0; i < count; ++i) {
        auto effect = read_effect(fixture, fmt::format("{}/{}", pointer, i), around);
        if (!effect) return fail(effect.error());
        effects.push_back(std::move(*effect));
    }
    return effects;
}

Result<void> check_placeholders(const Document& fixture,
                                const std::string& pointer,
                                Around around,
                                const std::vector<std::string>& also) {
    const Json* value = find(*fixture.root, std::string_view(pointer));
    if (!value) return {};
    std::vector<std::string> known = also;
    for (const Placeholder& one : kPlaceholders) {
        if (is_filled(one, around)) known.emplace_back(one.name);
    }
    for (const std::string& name : placeholders(*value)) {
        const bool is_known = std::any_of(
            known.begin(), known.end(), [&](const std::string& one) { return fits(name, one); });
        if (is_known) continue;
        return fail_at(
            fixture,
            pointer,
            fmt::format("unknown placeholder {{{}}}; known here are {}, where : takes an argument",
                        name,
                        join(known, ", ")));
    }
    return {};
}

}  // namespace plumbline::mock
