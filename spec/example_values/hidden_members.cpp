#include "spec/example_values/hidden_members.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {

bool HiddenMembers::has(const std::vector<reading::OpenApiNode>& property) const {
    const auto parts = SchemaParts::collect(document_, property, 0);
    return parts &&
           parts->has_flag(direction_ == MessageDirection::kRequest ? "readOnly" : "writeOnly");
}

void HiddenMembers::remove(const std::vector<Json*>& values,
                           const std::vector<reading::OpenApiNode>& schemas,
                           std::size_t depth) const {
    const bool are_structured =
        std::ranges::any_of(values, [](const Json* one) { return one->is_structured(); });
    if (!are_structured || depth > kMaxExampleDepth) return;
    if (const auto parts = SchemaParts::collect(document_, schemas, 0))
        remove(values, *parts, depth);
}

void HiddenMembers::remove(const std::vector<Json*>& values,
                           const SchemaParts& parts,
                           std::size_t depth) const {
    std::vector<Json*> items;
    for (Json* value : values) {
        if (!value->is_array()) continue;
        for (Json& item : *value) items.push_back(&item);
    }
    if (!items.empty()) remove(items, parts.at("items"), depth + 1);
    for (const std::string& name : parts.property_names()) {
        std::vector<Json*> members;
        for (Json* value : values) {
            if (value->is_object() && value->contains(name)) members.push_back(&(*value)[name]);
        }
        if (members.empty()) continue;
        const auto property = parts.property(name);
        if (!has(property)) {
            remove(members, property, depth + 1);
            continue;
        }
        for (Json* value : values) {
            if (value->is_object()) value->erase(name);
        }
    }
}

}  // namespace plumbline
