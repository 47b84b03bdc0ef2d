#include "spec/schema/sieve.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {

bool Sieve::fits(const valijson::Subschema& part, const Json& value) const {
    return fits(places_.at(&part), value);
}

bool Sieve::fits(Place place, const Json& value) const {
    if (place == kAnything || place == kNothing) return place == kAnything;
    const Node& node = nodes_[place];
    if (!has_type(value, node.types)) return false;
    const bool holds =
        !node.checks || std::all_of(node.checks->begin(),
                                    node.checks->end(),
                                    [&](const Check& check) { return check.holds(value); });
    if (!holds || (node.has_combinations && !fits_combinations(node, value))) return false;
    if (node.judges_members && value.is_object()) return fits_members(node, value);
    return !node.judges_items || !value.is_array() || fits_items(node, value);
}

bool Sieve::fits_combinations(const Node& node, const Json& value) const {
    const auto fits_part = [&](Place part) { return fits(part, value); };
    if (!std::all_of(node.all.begin(), node.all.end(), fits_part)) return false;
    if (!node.any.empty() && std::none_of(node.any.begin(), node.any.end(), fits_part))
        return false;
    if (!node.one.empty() && std::count_if(node.one.begin(), node.one.end(), fits_part) != 1)
        return false;
    if (fits(node.negated, value)) return false;
    return fits(fits(node.condition, value) ? node.then : node.otherwise, value);
}

// Members and the names of properties are both in byte order: one walk over both finds every pair.
bool Sieve::fits_members(const Node& node, const Json& object) const {
    auto property = node.properties.begin();
    for (const auto& [name, value] : object.get_ref<const Json::object_t&>()) {
        while (property != node.properties.end() && property->first < name) ++property;
        bool is_named = property != node.properties.end() && property->first == name;
        if (is_named && !fits(property->second, value)) return false;
        for (const auto& [pattern, place] : node.patterns) {
            if (!pattern->search(name)) continue;
            is_named = true;
            if (!fits(place, value)) return false;
        }
        if (!is_named && !fits(node.other_members, value)) return false;
    }
    return fits_names(node, object);
}

bool Sieve::fits_names(const Node& node, const Json& object) const {
    for (const auto& [name, place] : node.dependents) {
        if (object.contains(name) && !fits(place, object)) return false;
    }
    if (node.names == kAnything) return true;
    const auto& members = object.get_ref<const Json::object_t&>();
    return std::all_of(members.begin(), members.end(), [&](const auto& member) {
        return fits(node.names, Json(member.first));
    });
}

bool Sieve::fits_items(const Node& node, const Json& array) const {
    const auto& items = array.get_ref<const Json::array_t&>();
    for (std::size_t i = 0; i < items.size(); ++i) {
        const Place place = i < node.first_items.size() ? node.first_items[i] : node.other_items;
        if (!fits(place, items[i])) return false;
    }
    return !node.contained || std::any_of(items.begin(), items.end(), [&](const Json& item) {
        return fits(*node.contained, item);
    });
}

}  // namespace plumbline
