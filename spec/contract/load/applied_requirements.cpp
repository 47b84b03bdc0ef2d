// Finds the requirements of the schemas that apply to the parts of a value.

#include "spec/contract/contract.hpp"
#include "spec/contract/reading.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline {
namespace {

using reading::OpenApiNode;

/// A long list shows no more with each further item.
constexpr int kMaxVisits = 20'000;

bool is_schema_object(const OpenApiNode& schema, std::string_view keyword) {
    const Json* value = member(*schema.value, keyword);
    return value && value->is_object();
}

/// Returns whether a value shows nothing about its schema: null, which is like an absent member,
/// a list without items, or a map without members.
bool shows_nothing(const OpenApiNode& schema, const Json& value) {
    if (value.is_null()) return true;
    if (!value.is_structured() || !value.empty()) return false;
    const bool is_map =
        is_schema_object(schema, "additionalProperties") && !is_schema_object(schema, "properties");
    return value.is_array() ? schema.has("items") : is_map;
}

/// Walks through a value and the schemas that describe it.
class AppliedRequirements {
  public:
    explicit AppliedRequirements(const ApiDocument& api) : api_(api) {}

    void visit(const OpenApiNode& schema, const Json& value) {
        if (!schema.value->is_object() || --visits_left_ < 0) return;
        if (schema.has("$ref")) {
            const auto target = reading::resolve_node(api_.document(), schema);
            if (target) visit(*target, value);
        }
        const bool is_relevant = !schema.has("if") || accepts(schema.child("if"), value);
        if (is_relevant && !shows_nothing(schema, value)) add_ids(schema);
        visit_branches(schema, value);
        if (value.is_object()) visit_members(schema, value);
        if (value.is_array()) visit_items(schema, value);
    }

    [[nodiscard]] std::vector<std::string> take() const { return {ids_.begin(), ids_.end()}; }

  private:
    [[nodiscard]] bool accepts(const OpenApiNode& schema, const Json& value) const {
        const auto& compiled = api_.schema(schema.pointer);
        return compiled && compiled->accepts(value);
    }

    void add_ids(const OpenApiNode& schema) {
        const Json* ids = member(*schema.value, "x-requirements");
        if (!ids || !ids->is_array()) return;
        for (const Json& id : *ids) {
            if (id.is_string()) ids_.insert(id.get_ref<const std::string&>());
        }
    }

    void visit_branches(const OpenApiNode& schema, const Json& value) {
        for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
            if (!schema.has(keyword)) continue;
            const OpenApiNode branches = schema.child(keyword);
            for (std::size_t i = 0; branches.value->is_array() && i < branches.value->size(); ++i) {
                const OpenApiNode branch{&(*branches.value)[i],
                                         branches.pointer + '/' + std::to_string(i)};
                const bool applies = *keyword == 'a' && keyword[1] == 'l';
                if (applies || accepts(branch, value)) visit(branch, value);
            }
        }
    }

    void visit_members(const OpenApiNode& schema, const Json& value) {
        const bool has_properties = is_schema_object(schema, "properties");
        const OpenApiNode properties =
            has_properties ? schema.child("properties") : OpenApiNode{schema.value, ""};
        if (has_properties) {
            for (const auto& [name, part] : properties.value->items()) {
                if (const Json* found = member(value, name)) visit(properties.child(name), *found);
            }
        }
        if (!is_schema_object(schema, "additionalProperties")) return;
        const OpenApiNode others = schema.child("additionalProperties");
        for (const auto& [name, found] : value.items()) {
            if (!has_properties || !properties.has(name)) visit(others, found);
        }
    }

    void visit_items(const OpenApiNode& schema, const Json& value) {
        std::size_t next = 0;
        if (schema.has("prefixItems")) {
            const OpenApiNode list = schema.child("prefixItems");
            for (; list.value->is_array() && next < list.value->size() && next < value.size();
                 ++next)
                visit({&(*list.value)[next], list.pointer + '/' + std::to_string(next)},
                      value[next]);
        }
        if (!is_schema_object(schema, "items")) return;
        const OpenApiNode items = schema.child("items");
        for (; next < value.size() && visits_left_ > 0; ++next) visit(items, value[next]);
    }

    const ApiDocument& api_;
    int visits_left_ = kMaxVisits;
    std::set<std::string_view> ids_;  ///< views into the document
};

}  // namespace

std::vector<std::string> ApiDocument::applied_requirements(std::string_view pointer,
                                                           const Json& value) const {
    const Json* schema = find(*document().root, pointer);
    if (!schema) return {};
    AppliedRequirements applied(*this);
    applied.visit({schema, std::string(pointer)}, value);
    return applied.take();
}

}  // namespace plumbline
