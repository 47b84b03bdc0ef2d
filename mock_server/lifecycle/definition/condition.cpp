#include "mock_server/lifecycle/definition/condition.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

/// Returns a pointer of a fixture, empty if the text is none; the schema rules that out.
JsonPointer parse_pointer_or_empty(std::string_view text) {
    return JsonPointer::parse(text).value_or(JsonPointer());
}

IsAtLeast read_threshold(const FixtureValue& node) {
    if (const auto number = as_integer(node.json())) return {*number};
    if (node.json().is_object()) return {LimitName{node.text("limit"), node.where()}};
    return {parse_pointer_or_empty(node.text())};
}

IsOneOf read_values(const FixtureValue& node) {
    IsOneOf test;
    for (const FixtureValue& item : node.at("is").items()) {
        if (const auto text = comparable_text(item.json())) test.values.emplace_back(*text);
    }
    test.list_name = node.text("in_list");
    if (node.at("event").exists()) test.event_pointer = parse_pointer_or_empty(node.text("event"));
    return test;
}

decltype(RecordCondition::test) read_test(const FixtureValue& node) {
    if (auto states = node.texts("state"); !states.empty()) return IsInState{std::move(states)};
    if (node.flag("missing")) return IsMissing{};
    if (node.at("sent").exists()) return IsSent{node.flag("sent")};
    if (node.at("at_least").exists()) return read_threshold(node.at("at_least"));
    if (node.at("differs_from").exists())
        return DiffersFrom{parse_pointer_or_empty(node.text("differs_from"))};
    return read_values(node);
}

}  // namespace

RecordRelation read_relation(const FixtureValue& node) {
    const std::string name = node.text("on");
    if (name == "children") return RecordRelation::kChildren;
    if (name == "siblings") return RecordRelation::kSiblings;
    return name == "parent" ? RecordRelation::kParent : RecordRelation::kSelf;
}

std::optional<std::string_view> comparable_text(const Json& value) {
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    if (!value.is_string()) return std::nullopt;
    return value.get_ref<const std::string&>();
}

std::vector<RecordCondition> read_conditions(const FixtureValue& list) {
    std::vector<RecordCondition> conditions;
    for (const FixtureValue& node : list.items()) {
        RecordCondition& condition = conditions.emplace_back();
        condition.id = node.text("id");
        condition.on = read_relation(node);
        for (const std::string& field : node.texts("any_of"))
            condition.fields.push_back(parse_pointer_or_empty(field));
        condition.test = read_test(node);
        condition.where = node.where();
    }
    return conditions;
}

}  // namespace plumbline::mock
