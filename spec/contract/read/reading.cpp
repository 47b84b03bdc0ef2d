#include "spec/contract/reading.hpp"

#include "spec/base/check.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/pointer.hpp"
#include "spec/json/print.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::reading {
namespace {

/// Visits the properties below one schema. Tracks the schemas on the path, so that a recursive
/// schema ends.
class PropertyTraversal {
  public:
    PropertyTraversal(const Document& document,
                      const std::function<Result<void>(const SchemaProperty&)>& visit)
        : document_(document), visit_(visit) {}

    Result<void> visit(const OpenApiNode& schema, const std::string& pointer) {
        SchemaProperty property{pointer, {}};
        auto gathered = collect_schemas(document_, schema, property.schemas);
        if (!gathered) return gathered;
        auto visited = visit_(property);
        if (!visited) return visited;
        for (const OpenApiNode& part : property.schemas) {
            if (!open_.insert(part.pointer).second) continue;
            auto done = descend(part, pointer);
            if (!done) return done;
            open_.erase(part.pointer);
        }
        return {};
    }

  private:
    Result<void> descend(const OpenApiNode& schema, const std::string& pointer) {
        if (schema.has("properties") && schema.child("properties").value->is_object()) {
            const OpenApiNode properties = schema.child("properties");
            for (const auto& [name, value] : properties.value->items()) {
                auto done =
                    visit(properties.child(name), pointer + '/' + escape_pointer_token(name));
                if (!done) return done;
            }
        }
        auto done = visit_prefix_items(schema, pointer);
        if (!done) return done;
        if (schema.has("items") && schema.child("items").value->is_object()) {
            return visit(schema.child("items"), pointer + "/*");
        }
        return {};
    }

    Result<void> visit_prefix_items(const OpenApiNode& schema, const std::string& pointer) {
        if (!schema.has("prefixItems")) return {};
        const OpenApiNode list = schema.child("prefixItems");
        for (std::size_t i = 0; list.value->is_array() && i < list.value->size(); ++i) {
            const std::string at = '/' + std::to_string(i);
            auto done = visit({&(*list.value)[i], list.pointer + at}, pointer + at);
            if (!done) return done;
        }
        return {};
    }

    const Document& document_;
    const std::function<Result<void>(const SchemaProperty&)>& visit_;
    std::set<std::string> open_;
};

Result<OpenApiNode> require_type(const Document& document,
                                 OpenApiNode node,
                                 bool fits,
                                 const char* expected) {
    if (fits) return node;
    return fail(ErrorCode::kInvalid,
                node.pointer + " is of type " + type_name(*node.value) + ", expected " + expected,
                document.where(node.pointer));
}

}  // namespace

OpenApiNode OpenApiNode::child(std::string_view key) const {
    const Json* found = member(*value, key);
    PLUMBLINE_CHECK(found, "callers check that the member exists");
    return {found, pointer + '/' + escape_pointer_token(key)};
}

bool OpenApiNode::has(std::string_view key) const {
    return member(*value, key) != nullptr;
}

Result<OpenApiNode> resolve_node(const Document& document, OpenApiNode node) {
    std::set<std::string> seen;
    while (node.value->is_object() && node.has("$ref")) {
        const SourceRef where = document.where(node.pointer + "/$ref");
        const auto reference = as_string(*node.child("$ref").value);
        if (!reference || reference->rfind("#", 0) != 0) {
            return fail(ErrorCode::kUnsupported,
                        "a reference must point into its own document: #/...",
                        where);
        }
        if (!seen.insert(*reference).second) {
            return fail(ErrorCode::kInvalid,
                        "the reference " + *reference + " refers back to itself",
                        where);
        }
        const std::string written = reference->substr(1);
        const std::string pointer = http::percent_decode(written).value_or(written);
        const Json* target = find(*document.root, std::string_view(pointer));
        if (!target) {
            if (auto why = find_read_error(document, pointer)) return fail(*std::move(why));
            const std::string named = linked_location(pointer) ? pointer_text(pointer) : *reference;
            return fail(ErrorCode::kNotFound, "there is nothing at " + named, where);
        }
        node = {target, pointer};
    }
    return node;
}

Result<OpenApiNode> require_object(const Document& document, OpenApiNode node) {
    const bool fits = node.value->is_object();
    return require_type(document, std::move(node), fits, "an object");
}

Result<OpenApiNode> require_array(const Document& document, OpenApiNode node) {
    const bool fits = node.value->is_array();
    return require_type(document, std::move(node), fits, "an array");
}

Result<OpenApiNode> resolve_object(const Document& document, OpenApiNode node) {
    return resolve_node(document, std::move(node)).and_then([&](OpenApiNode found) {
        return require_object(document, std::move(found));
    });
}

void add_requirements(const SchemaProperty& property, std::set<std::string>& ids) {
    for (const OpenApiNode& schema : property.schemas) {
        const auto named = strings_or_empty(*schema.value, "x-requirements");
        ids.insert(named.begin(), named.end());
    }
}

Result<void> collect_schemas(const Document& document,
                             const OpenApiNode& schema,
                             std::vector<OpenApiNode>& found) {
    if (!schema.value->is_object()) return {};
    const bool known = std::any_of(found.begin(), found.end(), [&](const OpenApiNode& other) {
        return other.pointer == schema.pointer;
    });
    if (known) return {};
    found.push_back(schema);
    if (schema.has("$ref")) {
        auto target = resolve_node(document, schema);
        if (!target) return fail(target.error());
        auto done = collect_schemas(document, *target, found);
        if (!done) return done;
    }
    for (const char* keyword : {"allOf", "anyOf", "oneOf"}) {
        if (!schema.has(keyword) || !(*schema.value)[keyword].is_array()) continue;
        const OpenApiNode branches = schema.child(keyword);
        for (std::size_t i = 0; i < branches.value->size(); ++i) {
            auto done =
                collect_schemas(document,
                                {&(*branches.value)[i], branches.pointer + '/' + std::to_string(i)},
                                found);
            if (!done) return done;
        }
    }
    return {};
}

Result<void> for_each_property(const Document& document,
                               const OpenApiNode& root,
                               const std::function<Result<void>(const SchemaProperty&)>& visit) {
    return PropertyTraversal(document, visit).visit(root, "");
}

}  // namespace plumbline::reading
