#include "spec/contract/load/discriminators.hpp"

#include "spec/contract/load/description_parts.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace plumbline {
namespace {

constexpr const char* kSchemas = "#/components/schemas/";

/// The references to the schemas that a discriminator selects, by value.
using SelectedSchemas = std::map<std::string, std::string>;

std::vector<const Json*> alternatives_of(const Json& schema) {
    std::vector<const Json*> found;
    for (const char* keyword : {"oneOf", "anyOf"}) {
        const Json* list = member(schema, keyword);
        for (std::size_t i = 0; list && list->is_array() && i < list->size(); ++i)
            found.push_back(&(*list)[i]);
    }
    return found;
}

/// Adds the alternatives by their names in components.
void add_by_name(const Json& schema, SelectedSchemas& selected) {
    for (const Json* one : alternatives_of(schema)) {
        const std::string reference = string_or(*one, "$ref", "");
        if (!reference.empty())
            selected.emplace(reference.substr(reference.rfind('/') + 1), reference);
    }
}

/// The values that alternatives give a property by `const` and `enum`. The discriminator says
/// nothing about them if they are no names, but a value that fits its alternative is valid.
class FixedValues {
  public:
    FixedValues(const Json& document, std::string property)
        : document_(document), property_(std::move(property)) {}

    void add_of_alternatives(const Json& schema) {
        for (const Json* one : alternatives_of(schema)) add_of(*one, true);
    }

    /// Returns the values; nothing if an alternative leaves them open in a way that only its own
    /// schema tells: it is no reference, or has alternatives itself.
    [[nodiscard]] const std::optional<std::set<std::string>>& values() const { return values_; }

  private:
    /// Adds the values of an alternative, or of a schema that applies to the same value.
    void add_of(const Json& schema, bool is_alternative) {
        if (!schema.is_object()) return;
        const bool has_fixed = add_of_property(schema);
        const std::string reference = string_or(schema, "$ref", "");
        const Json* target = target_of(reference);
        if (target && followed_.insert(reference).second) add_of(*target, false);
        const Json* all = member(schema, "allOf");
        for (std::size_t i = 0; all && all->is_array() && i < all->size(); ++i)
            add_of((*all)[i], false);
        const bool is_open = is_alternative && reference.empty() && !has_fixed;
        if (is_open || !alternatives_of(schema).empty()) values_.reset();
    }

    /// Returns whether the schema itself fixes the property.
    bool add_of_property(const Json& schema) {
        constexpr int kMaxReferences = 32;  // a loop of references ends
        const Json* properties = member(schema, "properties");
        const Json* property = properties ? member(*properties, property_) : nullptr;
        for (int i = 0; property && i < kMaxReferences; ++i) {
            const Json* target = target_of(string_or(*property, "$ref", ""));
            if (!target) break;
            property = target;
        }
        if (!property || !values_) return false;
        Json fixed = Json::array();
        if (const Json* only = member(*property, "const")) fixed.push_back(*only);
        if (const Json* listed = member(*property, "enum"); listed && listed->is_array())
            fixed.insert(fixed.end(), listed->begin(), listed->end());
        for (const Json& value : fixed) {
            if (value.is_string()) values_->insert(value.get<std::string>());
        }
        return !fixed.empty();
    }

    [[nodiscard]] const Json* target_of(const std::string& reference) const {
        return reference.starts_with("#/") ? find(document_, std::string_view(reference).substr(1))
                                           : nullptr;
    }

    const Json& document_;
    std::string property_;
    std::set<std::string> followed_;
    std::optional<std::set<std::string>> values_{std::in_place};
};

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

void add_conditions(const Json& document, Json& schema) {
    const Json* discriminator = member(schema, "discriminator");
    if (!discriminator) return;
    const std::string property = string_or(*discriminator, "propertyName", "");
    if (property.empty()) return;
    SelectedSchemas selected;
    add_by_name(schema, selected);
    if (selected.empty()) return;
    add_mapped(*discriminator, selected);
    FixedValues fixed(document, property);
    fixed.add_of_alternatives(schema);
    Json values = Json::array();
    Json conditions = Json::array();
    for (const auto& [value, reference] : selected) {
        values.push_back(value);
        conditions.push_back(Json{{"if", has_one_of(property, Json::array({value}))},
                                  {"then", Json{{"$ref", reference}}}});
    }
    for (const std::string& value : fixed.values().value_or(std::set<std::string>())) {
        if (!selected.contains(value)) values.push_back(value);
    }
    // OpenAPI 3.2: the schema of other values, and of values without the property.
    const std::string otherwise = string_or(*discriminator, "defaultMapping", "");
    if (!otherwise.empty()) {
        conditions.push_back(Json{{"if", has_one_of(property, std::move(values))},
                                  {"else", Json{{"$ref", reference_of(otherwise)}}}});
    } else if (fixed.values()) {
        conditions.push_back(
            Json{{"properties", Json{{property, Json{{"enum", std::move(values)}}}}}});
    }
    Json& all = schema["allOf"];
    if (!all.is_array()) all = Json::array();
    all.insert(all.end(), conditions.begin(), conditions.end());
}

}  // namespace

Document with_discriminators(Document document) {
    const SharedJson root = document.root;
    return with_changed_parts(std::move(document),
                              [&](Json& schema) { add_conditions(*root, schema); });
}

}  // namespace plumbline
