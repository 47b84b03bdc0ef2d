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

/// Returns the reference that a mapping names: by the name of a schema in components, or itself.
std::string reference_of(const std::string& text) {
    const bool is_name = text.find_first_of("/#.") == std::string::npos;
    return is_name ? kSchemas + text : text;
}

/// Adds the schemas of `mapping`.
void add_mapped(const Json& discriminator, SelectedSchemas& selected) {
    const Json* mapping = member(discriminator, "mapping");
    if (!mapping || !mapping->is_object()) return;
    for (const auto& [value, target] : mapping->items()) {
        const std::string text = as_string(target).value_or("");
        if (!text.empty()) selected[value] = reference_of(text);
    }
}

/// Returns a schema that a value fits whose property has one of these values.
Json has_one_of(const std::string& property, Json values) {
    Json schema{{"properties", Json{{property, Json{{"enum", std::move(values)}}}}}};
    schema["required"] = Json::array({property});
    return schema;
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
        conditions.push_back(Json{{"if", has_one_of(property, Json::array({value}))},
                                  {"then", Json{{"$ref", reference}}}});
    }
    // OpenAPI 3.2: the schema of other values, and of values without the property.
    const std::string otherwise = string_or(*discriminator, "defaultMapping", "");
    conditions.push_back(
        otherwise.empty()
            ? Json{{"properties", Json{{property, Json{{"enum", std::move(values)}}}}}}
            : Json{{"if", has_one_of(property, std::move(values))},
                   {"else", Json{{"$ref", reference_of(otherwise)}}}});
    Json& all = schema["allOf"];
    if (!all.is_array()) all = Json::array();
    all.insert(all.end(), conditions.begin(), conditions.end());
}

}  // namespace

Document with_discriminators(Document document) {
    return with_changed_parts(std::move(document), add_conditions);
}

}  // namespace plumbline
