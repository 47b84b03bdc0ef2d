#include "spec/names/schema_names.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline {
namespace {

using reading::OpenApiNode;

Json translate_object(const Json& value, const SchemaNames& schema_names, NameDirection direction) {
    Json result = Json::object();
    for (const auto& [name, part] : value.items()) {
        const std::string& other = schema_names.names.translate(name, direction);
        const SchemaNames* member =
            schema_names.member(direction == NameDirection::kToTarget ? name : other);
        result[other] = translate(part, member, direction);
    }
    return result;
}

Json translate_array(const Json& value, const SchemaNames& schema_names, NameDirection direction) {
    Json result = Json::array();
    for (std::size_t i = 0; i < value.size(); ++i) {
        result.push_back(translate(value[i], schema_names.item(i), direction));
    }
    return result;
}

std::vector<const SchemaNames*> children_of(const SchemaNames& schema_names) {
    std::vector<const SchemaNames*> parts = schema_names.prefix_items;
    parts.push_back(schema_names.items);
    parts.push_back(schema_names.additional);
    for (const auto& [name, member] : schema_names.members) parts.push_back(member);
    return parts;
}

}  // namespace

const SchemaNames* SchemaNames::member(const std::string& contract_name) const {
    const auto found = members.find(contract_name);
    return found == members.end() ? additional : found->second;
}

const SchemaNames* SchemaNames::item(std::size_t index) const {
    return index < prefix_items.size() ? prefix_items[index] : items;
}

Json translate(const Json& value, const SchemaNames* schema_names, NameDirection direction) {
    if (!schema_names || !schema_names->has_renames) return value;
    if (value.is_object()) return translate_object(value, *schema_names, direction);
    if (value.is_array()) return translate_array(value, *schema_names, direction);
    if (!value.is_string()) return value;
    return schema_names->values.translate(value.get_ref<const std::string&>(), direction);
}

const SchemaNames* SchemaNamesBuilder::for_body(const std::vector<std::string>& schema_pointers) {
    OpenApiNodes roots;
    for (const std::string& pointer : schema_pointers)
        roots.push_back({find(*document_.root, std::string_view(pointer)), pointer});
    return build(roots, {});
}

const SchemaNames* SchemaNamesBuilder::for_parameter(const std::string& name,
                                                     const std::string& schema_pointer) {
    return build({{find(*document_.root, std::string_view(schema_pointer)), schema_pointer}},
                 {"", name});
}

const SchemaNames* SchemaNamesBuilder::build(const OpenApiNodes& roots,
                                             const FieldContext& context) {
    if (roots.empty()) return nullptr;
    std::string key = context.parent + '/' + context.field;
    for (const OpenApiNode& root : roots) key += ' ' + root.pointer;
    auto& slot = built_[key];
    if (slot) return slot.get();
    slot = std::make_unique<SchemaNames>();
    SchemaNames& schema_names =
        *slot;  // registered before its parts: a recursive schema finds itself
    OpenApiNodes schemas;
    for (const OpenApiNode& root : roots) {
        auto gathered = reading::collect_schemas(document_, root, schemas);
        if (!gathered) file_.report(std::move(gathered.error()));
    }
    add_values(schemas, context, schema_names);
    add_members(schemas, context, schema_names);
    add_items(schemas, context, schema_names);
    return &schema_names;
}

void SchemaNamesBuilder::add_values(const OpenApiNodes& schemas,
                                    const FieldContext& context,
                                    SchemaNames& schema_names) {
    std::set<std::string> declared;
    const auto declare = [&](const Json& value) {
        // The empty text is no name.
        if (value.is_string() && !value.get_ref<const std::string&>().empty())
            declared.insert(value.get<std::string>());
    };
    for (const OpenApiNode& schema : schemas) {
        if (const Json* only = member(*schema.value, "const")) declare(*only);
        for (const OpenApiNode& listed : schema.items("enum")) declare(*listed.value);
    }
    NameEntries* entries =
        declared.empty() ? nullptr : file_.values_of(context.parent, context.field);
    if (!entries) return;
    schema_names.values = file_.build_name_map(
        declared, "the values of " + context.field, [&](const std::string& value) {
            return entries->find(value);
        });
}

void SchemaNamesBuilder::add_members(const OpenApiNodes& schemas,
                                     const FieldContext& context,
                                     SchemaNames& schema_names) {
    std::map<std::string, OpenApiNodes> properties;
    std::set<std::string> declared;
    OpenApiNodes others;
    for (const OpenApiNode& schema : schemas) {
        if (schema.has("additionalProperties"))
            others.push_back(schema.child("additionalProperties"));
        for (const auto& [name, property] : schema.members("properties")) {
            properties[name].push_back(property);
            declared.insert(name);
        }
    }
    schema_names.names = file_.build_name_map(
        declared,
        context.field.empty() ? "the same body" : "the field " + context.field,
        [&](const std::string& name) { return file_.fields.find_inside(context.field, name); });
    for (const auto& [name, places] : properties)
        schema_names.members[name] = build(places, {context.field, name});
    schema_names.additional = build(others, {context.field, "*"});
}

void SchemaNamesBuilder::add_items(const OpenApiNodes& schemas,
                                   const FieldContext& context,
                                   SchemaNames& schema_names) {
    std::vector<OpenApiNodes> leading;
    OpenApiNodes items;
    for (const OpenApiNode& schema : schemas) {
        if (schema.has("items")) items.push_back(schema.child("items"));
        const OpenApiNodes list = schema.items("prefixItems");
        leading.resize(std::max(leading.size(), list.size()));
        for (std::size_t i = 0; i < list.size(); ++i) leading[i].push_back(list[i]);
    }
    for (const OpenApiNodes& places : leading)
        schema_names.prefix_items.push_back(build(places, context));
    schema_names.items = build(items, context);
}

void SchemaNamesBuilder::mark_renamed() {
    for (bool changed = true; changed;) {
        changed = false;
        for (auto& [key, schema_names] : built_) {
            if (schema_names->has_renames) continue;
            const auto parts = children_of(*schema_names);
            schema_names->has_renames =
                !schema_names->names.empty() || !schema_names->values.empty() ||
                std::any_of(parts.begin(), parts.end(), [](const SchemaNames* part) {
                    return part && part->has_renames;
                });
            changed = changed || schema_names->has_renames;
        }
    }
}

}  // namespace plumbline
