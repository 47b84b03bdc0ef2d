#include "spec/contract/load/discriminators.hpp"

#include "spec/contract/load/description_parts.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace plumbline {
namespace {

constexpr const char* kSchemas = "#/components/schemas/";

/// The references to the schemas that a discriminator selects, by value.
using SelectedSchemas = std::map<std::string, std::string>;

/// Adds the alternatives by their names in components.
void add_by_name(const Json& schema, const char* keyword, SelectedSchemas& selected) {
    const Json* alternatives = member(schema, keyword);
    if (!alternatives || !alternatives->is_array()) return;
    for (const Json& one : *alternatives) {
        const std::string reference = string_or(one, "$ref", "");
        if (!reference.empty())
            selected.emplace(reference.substr(reference.rfind('/') + 1), reference);
    }
}

/// Adds the schemas of `mapping`: each is a name in components or a reference.
void add_mapped(const Json& discriminator, SelectedSchemas& selected) {
    const Json* mapping = member(discriminator, "mapping");
    if (!mapping || !mapping->is_object()) return;
    for (const auto& [value, target] : mapping->items()) {
        const std::string text = as_string(target).value_or("");
        const bool is_name = text.find_first_of("/#.") == std::string::npos;
        if (!text.empty()) selected[value] = is_name ? kSchemas + text : text;
    }
}

void add_conditions(Json& schema) {
    const Json* discriminator = member(schema, "discriminator");
    if (!discriminator) return;
    const std::string property = string_or(*discriminator, "propertyName", "");
    if (property.empty()) return;
    SelectedSchemas selected;
    add_by_name(schema, "oneOf", selected);
    add_by_name(schema, "anyOf", selected);
    if (selected.empty()) return;
    add_mapped(*discriminator, selected);
    Json values = Json::array();
    Json conditions = Json::array();
    for (const auto& [value, reference] : selected) {
        values.push_back(value);
        Json has_value{{"properties", Json{{property, Json{{"enum", Json::array({value})}}}}}};
        has_value["required"] = Json::array({property});
        conditions.push_back(
            Json{{"if", std::move(has_value)}, {"then", Json{{"$ref", reference}}}});
    }
    conditions.push_back(Json{{"properties", Json{{property, Json{{"enum", std::move(values)}}}}}});
    Json& all = schema["allOf"];
    if (!all.is_array()) all = Json::array();
    all.insert(all.end(), conditions.begin(), conditions.end());
}

}  // namespace

Document with_discriminators(Document document) {
    return with_changed_parts(std::move(document), add_conditions);
}

}  // namespace plumbline
