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
        if (auto text = condition_text((*list)[i])) values.push_back(std::move(*text));
    }
    return values;
}

std::optional<Threshold> read_threshold(const Json& condition) {
    const Json* node = member(condition, "at_least");
    if (!node) return std::nullopt;
    if (node->is_number_integer()) return Threshold{node->get<std::int64_t>(), "", ""};
    return Threshold{0, string_or(*node, "limit", ""), as_string(*node).value_or("")};
}

}  // namespace

Subject read_subject(const Json& node) {
    const std::string word = string_or(node, "on", "self");
    if (word == "children") return Subject::kChildren;
    return word == "parent" ? Subject::kParent : Subject::kSelf;
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
                              string_or(node, "other_than", ""),
                              read_threshold(node),
                              strings_or_empty(node, "state")});
    }
    return conditions;
}

}  // namespace plumbline::mock
