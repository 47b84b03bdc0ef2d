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
    bool of_record;   ///< needs a record
    bool of_request;  ///< needs the request that has changed it
};

constexpr std::array<Placeholder, 11> kPlaceholders{{
    {"id", true, false},
    {"now", false, false},
    {"tenant", false, false},
    {"sha", false, false},
    {"uuid", false, false},
    {"parent_id", true, false},
    {"body:", true, false},
    {"parent:", true, false},
    {"named:", false, false},
    {"request:", false, true},
    {"before:", true, true},
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

Subject read_subject(const Json& node) {
    return string_or(node, "on", "self") == "parent" ? Subject::kParent : Subject::kSelf;
}

std::vector<std::string> accepted_values(const Json& condition) {
    std::vector<std::string> values;
    const Json* list = member(condition, "is");
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (auto text = condition_text((*list)[i])) values.push_back(std::move(*text));
    }
    return values;
}

Result<Effect> read_effect(const Document& fixture, const std::string& pointer, Around around) {
    const Json& node = *find(*fixture.root, std::string_view(pointer));
    Effect effect;
    effect.id = string_or(node, "id", "");
    effect.on = read_subject(node);
    effect.needs_trigger = bool_or(node, "needs_trigger", false);
    effect.when = read_conditions(fixture, pointer + "/when");
    effect.collection = string_or(node, "create", "");
    if (!effect.collection.empty()) {
        effect.kind = Effect::Kind::kCreate;
        return effect;
    }
    effect.pointer = string_or(node, "set", "");
    const Json* value = member(node, "to");
    if (!value || !JsonPointer::parse(effect.pointer) || effect.pointer.empty()) {
        return fail_at(
            fixture, pointer, "an effect needs \"set\" (a JSON pointer) and \"to\", or \"create\"");
    }
    const auto checked = check_placeholders(fixture, pointer + "/to", around);
    if (!checked) return fail(checked.error());
    effect.value = std::make_shared<const Json>(*value);
    return effect;
}

}  // namespace

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

std::optional<std::string> condition_text(const Json& value) {
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    return as_string(value);
}

std::vector<Condition> read_conditions(const Document& fixture, const std::string& pointer) {
    std::vector<Condition> conditions;
    const Json* list = find(*fixture.root, std::string_view(pointer));
    if (!list || !list->is_array()) return conditions;
    for (const Json& node : *list) {
        conditions.push_back({string_or(node, "id", ""),
                              read_subject(node),
                              strings_or_empty(node, "any_of"),
                              accepted_values(node),
                              string_or(node, "listed", ""),
                              bool_or(node, "missing", false),
                              string_or(node, "event", ""),
                              string_or(node, "other_than", "")});
    }
    return conditions;
}

}  // namespace plumbline::mock
