#include "mock_server/lifecycle/definition/effect.hpp"

#include "mock_server/store/fixtures.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::mock {
namespace {

using EffectAction = decltype(Effect::action);

/// The members of one kind of effect: {KEY: pointer or name, VALUE_KEY: ...}.
struct EffectRow {
    std::string_view key;
    std::string_view value_key;  ///< "" for none
    bool is_pointer;             ///< the member `key` is a pointer
    /// Makes the action; `value` is null if the member is missing.
    EffectAction (*read)(const FixtureValue& node, std::string key, const SharedJson& value);
};

EffectPointer read_pointer(std::string text) {
    const bool is_template = !placeholders(Json(text)).empty();
    JsonPointer pointer = JsonPointer::parse(text).value_or(JsonPointer());
    return {std::move(pointer), is_template ? std::move(text) : ""};
}

template <typename Action>
EffectAction read_with_value(const FixtureValue&, std::string pointer, const SharedJson& value) {
    return Action{read_pointer(std::move(pointer)), value};
}

template <typename Action>
EffectAction read_name(const FixtureValue&, std::string name, const SharedJson&) {
    return Action{std::move(name)};
}

EffectAction read_portion(const FixtureValue& node, std::string pointer, const SharedJson&) {
    return SetPortion{
        read_pointer(std::move(pointer)), node.text("of"), node.text("done"), node.text("parts")};
}

EffectAction read_create(const FixtureValue& node,
                         std::string collection,
                         const SharedJson& times) {
    return CreateChildren{std::move(collection),
                          times,
                          JsonPointer::parse(node.text("numbered")).value_or(JsonPointer())};
}

constexpr std::array<EffectRow, 7> kEffects{{
    {"set", "to", true, read_with_value<SetValue>},
    {"add", "by", true, read_with_value<AddNumber>},
    {"append", "item", true, read_with_value<AppendItem>},
    {"portion", "", true, read_portion},
    {"create", "times", false, read_create},
    {"send_event", "", false, read_name<QueueEvent>},
    {"stop_alarm", "", false, read_name<StopAlarm>},
}};

/// Returns whether the member `key` is valid and the value is present.
bool is_complete(const FixtureValue& node, const EffectRow& row) {
    const std::string key = node.text(row.key);
    return !row.is_pointer || (!key.empty() && JsonPointer::parse(key) &&
                               (row.value_key.empty() || node.at(row.value_key).exists()));
}

Result<Effect> read_effect(const FixtureValue& node, PlaceholderScope scope) {
    const auto row = std::find_if(kEffects.begin(), kEffects.end(), [&](const EffectRow& one) {
        return node.at(one.key).exists();
    });
    if (row == kEffects.end() || !is_complete(node, *row)) {
        return node.fail(
            "an effect needs \"set\" (a JSON pointer) and \"to\", \"add\" and \"by\", "
            "\"append\" and \"item\", \"portion\", \"create\", \"send_event\" or \"stop_alarm\"");
    }
    const FixtureValue value = node.at(row->value_key);
    auto checked = check_placeholders(value, scope);
    if (checked && row->is_pointer) checked = check_placeholders(node.at(row->key), scope);
    if (!checked) return fail(checked.error());
    return Effect{node.text("id"),
                  read_relation(node),
                  node.flag("needs_trigger"),
                  read_conditions(node.at("when")),
                  row->read(node, node.text(row->key), value.shared()),
                  node.where()};
}

}  // namespace

Result<std::vector<Effect>> read_effects(const FixtureValue& list, PlaceholderScope scope) {
    return read_each(list.items(),
                     [&](const FixtureValue& node) { return read_effect(node, scope); });
}

}  // namespace plumbline::mock
