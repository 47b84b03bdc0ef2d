#include "mock_server/lifecycle/condition.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {
namespace {

std::vector<std::string> accepted_values(const Json& condition) {
    std::vector<std::string> values;
    const Json* list = member(condition, "is");
    for (std::size_t i = 0; list && i < list->size(); ++i) {
        if (const auto text = condition_text((*list)[i])) values.emplace_back(*text);
    }
    return values;
}

/// Returns the pointer that a fixture states; its schema lets nothing else be there.
JsonPointer pointer_of(std::string_view text) {
    return JsonPointer::parse(text).value_or(JsonPointer());
}

std::vector<JsonPointer> pointers_of(const Json& condition, std::string_view key) {
    std::vector<JsonPointer> pointers;
    for (const std::string& text : strings_or_empty(condition, key))
        pointers.push_back(pointer_of(text));
    return pointers;
}

std::optional<Threshold> read_threshold(const Json& condition) {
    const Json* node = member(condition, "at_least");
    if (!node) return std::nullopt;
    if (node->is_number_integer()) return Threshold{node->get<std::int64_t>(), "", {}};
    return Threshold{0, string_or(*node, "limit", ""), pointer_of(as_string(*node).value_or(""))};
}

}  // namespace

Subject read_subject(const Json& node) {
    const std::string word = string_or(node, "on", "self");
    if (word == "children") return Subject::kChildren;
    return word == "parent" ? Subject::kParent : Subject::kSelf;
}

std::optional<std::string_view> condition_text(const Json& value) {
    if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
    if (!value.is_string()) return std::nullopt;
    return value.get_ref<const std::string&>();
}

std::vector<Condition> read_conditions(const Document& fixture, const std::string& pointer) {
    std::vector<Condition> conditions;
    const Json* list = find(*fixture.root, std::string_view(pointer));
    if (!list || !list->is_array()) return conditions;
    for (const Json& node : *list) {
        conditions.push_back({string_or(node, "id", ""),
                              read_subject(node),
                              pointers_of(node, "any_of"),
                              accepted_values(node),
                              string_or(node, "listed", ""),
                              bool_or(node, "missing", false),
                              pointer_of(string_or(node, "event", "")),
                              pointer_of(string_or(node, "other_than", "")),
                              read_threshold(node),
                              strings_or_empty(node, "state")});
    }
    return conditions;
}

}  // namespace plumbline::mock
