#include "spec/example_values/schema_parts.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace plumbline {
namespace {

using reading::OpenApiNode;

/// The keywords that only values of one type can violate.
struct TypeKeywords {
    std::string_view type;
    std::array<std::string_view, 6> keywords;
};

constexpr std::array<TypeKeywords, 4> kTypeKeywords{{
    {"object",
     {"properties", "required", "additionalProperties", "minProperties", "patternProperties", ""}},
    {"array", {"items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains"}},
    {"string", {"pattern", "minLength", "maxLength", "format", "contentEncoding", ""}},
    {"number", {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", ""}},
}};

/// The types that a schema allows, in its order; empty if it has no `type`.
std::vector<std::string> types_of(const Json& schema) {
    const std::string one = string_or(schema, "type", "");
    return one.empty() ? strings_or_empty(schema, "type") : std::vector{one};
}

bool allows(const std::vector<std::string>& types, std::string_view type) {
    return types.empty() || std::any_of(types.begin(), types.end(), [&](const std::string& known) {
               return known == type || (known == "number" && type == "integer");
           });
}

}  // namespace

Result<SchemaParts> SchemaParts::collect(const Document& document,
                                         const std::vector<OpenApiNode>& schemas,
                                         std::size_t branch) {
    SchemaParts parts;
    for (const OpenApiNode& schema : schemas) {
        auto added = parts.add(document, schema, branch);
        if (!added) return fail(added.error());
    }
    return parts;
}

SchemaParts SchemaParts::at_pointer(const Document& document, const std::string& pointer) {
    const Json* schema = find(*document.root, std::string_view(pointer));
    if (pointer.empty() || !schema) return {};
    return collect(document, {{schema, pointer}}, 0).value_or(SchemaParts());
}

Result<void> SchemaParts::add(const Document& document,
                              const OpenApiNode& schema,
                              std::size_t branch) {
    if (!schema.value->is_object()) return {};
    const bool is_known = std::any_of(schemas_.begin(), schemas_.end(), [&](const auto& other) {
        return other.value == schema.value;
    });
    if (is_known) return {};
    if (schemas_.size() == kMaxParts) {
        return fail(ErrorCode::kLimit,
                    "more than " + std::to_string(kMaxParts) + " schemas apply to one value",
                    document.where(schema.pointer));
    }
    schemas_.push_back(schema);
    if (schema.has("$ref")) {
        auto target = reading::resolve_node(document, schema);
        if (!target) return fail(target.error());
        auto added = add(document, *target, branch);
        if (!added) return added;
    }
    for (const OpenApiNode& part : schema.items("allOf")) {
        auto added = add(document, part, branch);
        if (!added) return added;
    }
    for (const char* keyword : {"oneOf", "anyOf"}) {
        const auto branches = schema.items(keyword);
        if (branches.empty()) continue;
        branch_count_ = std::max(branch_count_, branches.size());
        auto added = add(document, branches[branch % branches.size()], branch);
        if (!added) return added;
    }
    return {};
}

const Json* SchemaParts::keyword(std::string_view name) const {
    for (const OpenApiNode& schema : schemas_) {
        if (const Json* found = member(*schema.value, name)) return found;
    }
    return nullptr;
}

bool SchemaParts::has_flag(std::string_view name) const {
    return std::any_of(schemas_.begin(), schemas_.end(), [&](const OpenApiNode& schema) {
        return bool_or(*schema.value, name, false);
    });
}

std::vector<double> SchemaParts::numbers(std::string_view name) const {
    std::vector<double> found;
    for (const OpenApiNode& schema : schemas_) {
        const Json* value = member(*schema.value, name);
        if (value && value->is_number()) found.push_back(value->get<double>());
    }
    return found;
}

std::optional<double> SchemaParts::greatest(std::string_view name) const {
    const std::vector<double> found = numbers(name);
    return found.empty() ? std::nullopt
                         : std::optional(*std::max_element(found.begin(), found.end()));
}

std::optional<double> SchemaParts::smallest(std::string_view name) const {
    const std::vector<double> found = numbers(name);
    return found.empty() ? std::nullopt
                         : std::optional(*std::min_element(found.begin(), found.end()));
}

std::vector<OpenApiNode> SchemaParts::at(std::string_view name) const {
    std::vector<OpenApiNode> found;
    for (const OpenApiNode& schema : schemas_) {
        if (schema.has_object(name)) found.push_back(schema.child(name));
    }
    return found;
}

std::vector<OpenApiNode> SchemaParts::property(const std::string& name) const {
    std::vector<OpenApiNode> found;
    for (const OpenApiNode& properties : at("properties")) {
        if (properties.has_object(name)) found.push_back(properties.child(name));
    }
    for (const OpenApiNode& schema : schemas_) {
        // A schema that does not declare the property allows it by additionalProperties.
        const bool declares =
            schema.has_object("properties") && schema.child("properties").has(name);
        if (!declares && !schema.has("patternProperties") &&
            schema.has_object("additionalProperties"))
            found.push_back(schema.child("additionalProperties"));
    }
    return found;
}

std::optional<SchemaParts> SchemaParts::property_parts(const Document& document,
                                                       const std::string& name) const {
    const auto nodes = property(name);
    if (nodes.empty()) return std::nullopt;
    auto parts = collect(document, nodes, 0);
    return parts ? std::optional(std::move(*parts)) : std::nullopt;
}

std::vector<std::string> SchemaParts::property_names() const {
    std::vector<std::string> names;
    const auto add_name = [&](const std::string& name) {
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    };
    for (const OpenApiNode& schema : schemas_) {
        for (const auto& [name, property] : schema.members("properties")) add_name(name);
        for (const std::string& name : strings_or_empty(*schema.value, "required")) add_name(name);
    }
    return names;
}

bool SchemaParts::requires_property(std::string_view name) const {
    return std::any_of(schemas_.begin(), schemas_.end(), [&](const OpenApiNode& schema) {
        const auto names = strings_or_empty(*schema.value, "required");
        return std::find(names.begin(), names.end(), name) != names.end();
    });
}

std::string SchemaParts::type() const {
    bool allows_null = false;
    for (const OpenApiNode& schema : schemas_) {
        for (const std::string& type : types_of(*schema.value)) {
            const bool is_allowed =
                std::all_of(schemas_.begin(), schemas_.end(), [&](const OpenApiNode& other) {
                    return allows(types_of(*other.value), type);
                });
            if (is_allowed && type != "null") return type;
            allows_null = allows_null || is_allowed;
        }
    }
    if (allows_null) return "null";
    for (const TypeKeywords& row : kTypeKeywords) {
        for (const std::string_view name : row.keywords) {
            if (!name.empty() && has(name)) return std::string(row.type);
        }
    }
    return "";
}

}  // namespace plumbline
