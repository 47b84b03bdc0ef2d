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

/// Returns whether a value shows nothing about its schema: null, which is like an absent member,
/// a list without items, or a map without members.
bool shows_nothing(const OpenApiNode& schema, const Json& value) {
    if (value.is_null()) return true;
    if (!value.is_structured() || !value.empty()) return false;
    const bool is_map =
        schema.has_object("additionalProperties") && !schema.has_object("properties");
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
        for (const OpenApiNode& branch : schema.items("allOf")) visit(branch, value);
        for (const char* keyword : {"anyOf", "oneOf"}) {
            for (const OpenApiNode& branch : schema.items(keyword)) {
                if (accepts(branch, value)) visit(branch, value);
            }
        }
    }

    void visit_members(const OpenApiNode& schema, const Json& value) {
        const bool has_properties = schema.has_object("properties");
        const OpenApiNode properties =
            has_properties ? schema.child("properties") : OpenApiNode{schema.value, ""};
        if (has_properties) {
            for (const auto& [name, part] : properties.value->items()) {
                if (const Json* found = member(value, name)) visit(properties.child(name), *found);
            }
        }
        if (!schema.has_object("additionalProperties")) return;
        const OpenApiNode others = schema.child("additionalProperties");
        for (const auto& [name, found] : value.items()) {
            if (!has_properties || !properties.has(name)) visit(others, found);
        }
    }

    void visit_items(const OpenApiNode& schema, const Json& value) {
        const auto first_items = schema.items("prefixItems");
        std::size_t next = 0;
        for (; next < first_items.size() && next < value.size(); ++next)
            visit(first_items[next], value[next]);
        if (!schema.has_object("items")) return;
        const OpenApiNode items = schema.child("items");
        for (; next < value.size() && visits_left_ > 0; ++next) visit(items, value[next]);
    }

    const ApiDocument& api_;
    int visits_left_ = kMaxVisits;
    std::set<std::string_view> ids_;  ///< views into the document
};

}  // namespace

std::vector<std::string> applied_requirements(const ApiDocument& api,
                                              std::string_view pointer,
                                              const Json& value) {
    const Json* schema = find(*api.document().root, pointer);
    if (!schema) return {};
    AppliedRequirements applied(api);
    applied.visit({schema, std::string(pointer)}, value);
    return applied.take();
}

}  // namespace plumbline
