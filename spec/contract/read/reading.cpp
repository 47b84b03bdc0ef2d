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
        for (const auto& [name, property] : schema.members("properties")) {
            auto done = visit(property, pointer + '/' + escape_pointer_token(name));
            if (!done) return done;
        }
        const auto items = schema.items("prefixItems");
        for (std::size_t i = 0; i < items.size(); ++i) {
            auto done = visit(items[i], pointer + '/' + std::to_string(i));
            if (!done) return done;
        }
        return schema.has_object("items") ? visit(schema.child("items"), pointer + "/*")
                                          : Result<void>{};
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
    return invalid_node(
        document,
        node,
        node.pointer + " is of type " + type_name(*node.value) + ", expected " + expected);
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

bool OpenApiNode::has_object(std::string_view key) const {
    const Json* found = member(*value, key);
    return found && found->is_object();
}

std::vector<OpenApiNode> OpenApiNode::items() const {
    std::vector<OpenApiNode> nodes;
    for (std::size_t i = 0; value->is_array() && i < value->size(); ++i)
        nodes.push_back({&(*value)[i], pointer + '/' + std::to_string(i)});
    return nodes;
}

std::vector<std::pair<std::string, OpenApiNode>> OpenApiNode::members() const {
    std::vector<std::pair<std::string, OpenApiNode>> nodes;
    if (!value->is_object()) return nodes;
    for (const auto& [name, part] : value->items())
        nodes.emplace_back(name, OpenApiNode{&part, pointer + '/' + escape_pointer_token(name)});
    return nodes;
}

std::vector<OpenApiNode> OpenApiNode::items(std::string_view key) const {
    return has(key) ? child(key).items() : std::vector<OpenApiNode>();
}

std::vector<std::pair<std::string, OpenApiNode>> OpenApiNode::members(std::string_view key) const {
    return has_object(key) ? child(key).members()
                           : std::vector<std::pair<std::string, OpenApiNode>>();
}

tl::unexpected<Error> invalid_node(const Document& document,
                                   const OpenApiNode& node,
                                   std::string message) {
    return fail(ErrorCode::kInvalid, std::move(message), document.where(node.pointer));
}

Basis basis_or(const Json& object, std::string_view key, Basis fallback) {
    return parse_basis(string_or(object, key, "")).value_or(fallback);
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
        for (const OpenApiNode& branch : schema.items(keyword)) {
            auto done = collect_schemas(document, branch, found);
            if (!done) return done;
        }
    }
    return {};
}

std::set<std::string> named_types(const std::vector<OpenApiNode>& schemas) {
    std::set<std::string> types;
    for (const OpenApiNode& schema : schemas) {
        if (const std::string one = string_or(*schema.value, "type", ""); !one.empty())
            types.insert(one);
        for (std::string& one : strings_or_empty(*schema.value, "type"))
            types.insert(std::move(one));
    }
    types.erase("null");
    return types;
}

Result<void> for_each_property(const Document& document,
                               const OpenApiNode& root,
                               const std::function<Result<void>(const SchemaProperty&)>& visit) {
    return PropertyTraversal(document, visit).visit(root, "");
}

}  // namespace plumbline::reading
