#include "spec/schema/schema_resources.hpp"

#include "spec/base/name_hint.hpp"
#include "spec/json/access.hpp"
#include "spec/json/linked_files.hpp"
#include "spec/json/pointer.hpp"
#include "spec/schema/keywords.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline {
namespace {

/// What earlier drafts of JSON Schema, and documents of Swagger, have in place of `$defs`.
constexpr std::string_view kDefinitionsMember = "definitions";

bool is_inside(std::string_view pointer, std::string_view outer) {
    return pointer.starts_with(outer) &&
           (pointer.size() == outer.size() || pointer[outer.size()] == '/');
}

/// Returns whether the tokens lead from a resource to a schema through keywords that contain
/// schemas, so that no reference can reach a value that only looks like a schema (a default, an
/// enum value, a path). The structure of other files is unknown (many are plain maps of schemas),
/// so any location in them is accepted.
bool is_schema_location(const std::vector<std::string>& tokens) {
    if (tokens.size() >= 2 && tokens[0] == kLinkedFiles) return true;
    std::size_t i = 0;
    if (tokens.size() >= 3 && tokens[0] == "components" && tokens[1] == "schemas") {
        i = 3;
    } else if (tokens.size() >= 2 && tokens[0] == kDefinitionsMember) {
        i = 2;
    } else if (!tokens.empty() && (tokens[0] == "paths" || tokens[0] == "components")) {
        // The schema of a parameter, header or body of the API.
        const auto schema = std::ranges::find(tokens, "schema");
        if (schema == tokens.end()) return false;
        i = static_cast<std::size_t>(schema - tokens.begin()) + 1;
    }
    while (i < tokens.size()) {
        const Keyword* keyword = find_keyword(tokens[i]);
        if (keyword == nullptr) return false;
        switch (keyword->role) {
            case KeywordRole::kSchema:
            case KeywordRole::kSeparateSchema:
                i += 1;
                break;
            case KeywordRole::kSchemaList:
            case KeywordRole::kSchemaMap:
            case KeywordRole::kDefinitions:
                i += 2;
                break;
            default:
                if (tokens[i] != kDefinitionsMember) return false;
                i += 2;
        }
    }
    return i == tokens.size();
}

/// Describes the first missing part of the pointer and suggests the nearest name.
std::string describe_missing_token(const Json& root, const JsonPointer& pointer) {
    const Json* at = &root;
    JsonPointer walked;
    for (const std::string& token : pointer.tokens()) {
        walked = walked.child(token);
        const Json* next = find(root, walked);
        if (next == nullptr) {
            std::vector<std::string> names;
            if (at->is_object()) {
                for (const auto& member : at->items()) names.push_back(member.key());
            }
            return fmt::format(
                "there is no {}{}", pointer_text(walked.to_text()), quoted_name_hint(token, names));
        }
        at = next;
    }
    return {};
}

/// Returns the reference as its author wrote it, except for the folder.
std::string reference_as_written(std::string_view reference) {
    const std::string pointer = reference_pointer(reference);
    return linked_location(pointer) ? pointer_text(pointer) : std::string(reference);
}

std::string without_fragment(const std::string& uri) {
    return uri.substr(0, uri.find('#'));
}

std::string text_member(const Json& schema, std::string_view key) {
    const Json* value = member(schema, key);
    return value && value->is_string() ? value->get<std::string>() : "";
}

}  // namespace

SchemaResources::SchemaResources(const Json& document) : document_(document) {
    resources_.push_back({});
    const Json* components = find(document, std::string_view("/components/schemas"));
    if (components && components->is_object()) {
        for (const auto& [name, schema] : components->items())
            add_schema("/components/schemas/" + escape_pointer_token(name));
    }
    if (!member(document, "openapi")) add_schema("");
}

void SchemaResources::add_schema(std::string_view pointer) {
    const auto holds = [&](const std::string& outer) { return is_inside(pointer, outer); };
    if (std::any_of(added_.begin(), added_.end(), holds)) return;
    const Json* schema = find(document_, pointer);
    if (schema == nullptr) return;
    added_.emplace(pointer);
    add_identifiers(*schema, std::string(pointer), resource_at(pointer));
}

void SchemaResources::add_identifiers(const Json& schema,
                                      const std::string& pointer,
                                      std::size_t resource) {
    if (!schema.is_object()) return;
    const std::string id = without_fragment(text_member(schema, "$id"));
    if (!id.empty()) {
        std::string uri = resolve_uri(resources_[resource].uri, id);
        if (!pointer.empty()) {
            resource = resources_.size();
            resources_.push_back({});
        }
        resources_[resource].pointer = pointer;
        resources_[resource].uri = std::move(uri);
    }
    const std::string anchor = text_member(schema, "$anchor");
    if (!anchor.empty()) resources_[resource].anchors.emplace(anchor, pointer);
    const std::string dynamic = text_member(schema, "$dynamicAnchor");
    if (!dynamic.empty()) resources_[resource].dynamic_anchors.emplace(dynamic, pointer);
    for (const auto& [name, value] : schema.items()) {
        const Keyword* keyword = find_keyword(name);
        if (keyword == nullptr) continue;
        const std::string child = pointer + '/' + name;
        switch (keyword->role) {
            case KeywordRole::kSchema:
            case KeywordRole::kSeparateSchema:
                add_identifiers(value, child, resource);
                break;
            case KeywordRole::kSchemaList:
            case KeywordRole::kSchemaMap:
            case KeywordRole::kDefinitions:
                if (!value.is_structured()) break;
                for (const auto& [key, part] : value.items())
                    add_identifiers(part, child + '/' + escape_pointer_token(key), resource);
                break;
            default:
                break;
        }
    }
}

std::size_t SchemaResources::resource_at(std::string_view pointer) const {
    std::size_t innermost = 0;
    for (std::size_t i = 1; i < resources_.size(); ++i) {
        const std::string& outer = resources_[i].pointer;
        if (is_inside(pointer, outer) && outer.size() >= resources_[innermost].pointer.size())
            innermost = i;
    }
    return innermost;
}

std::vector<DynamicAnchor> SchemaResources::dynamic_anchors(std::string_view name) const {
    std::vector<DynamicAnchor> all;
    for (std::size_t i = 0; i < resources_.size(); ++i) {
        const auto found = resources_[i].dynamic_anchors.find(name);
        if (found != resources_[i].dynamic_anchors.end()) all.push_back({i, found->second});
    }
    return all;
}

Result<ReferenceTarget> SchemaResources::resolve(std::string_view reference,
                                                 std::string_view at) const {
    const auto start = fmt::format("\"$ref\" points to \"{}\"", reference_as_written(reference));
    const std::size_t hash = std::min(reference.find('#'), reference.size());
    const std::string fragment = reference_pointer(reference.substr(hash));
    if (linked_location(fragment)) return resolve_in(resources_.front(), fragment, start);
    const SchemaResource& base = resources_[resource_at(at)];
    if (hash == 0) {
        auto found = resolve_in(base, fragment, start);
        if (found || !fragment.starts_with('/')) return found;
        // Many authors and tools ignore that an `$id` changes what `#` is.
        const auto in_document = resolve_in(resources_.front(), fragment, start);
        return in_document ? in_document : found;
    }
    const std::string uri = resolve_uri(base.uri, reference.substr(0, hash));
    const auto found = std::find_if(
        resources_.begin(), resources_.end(), [&](const auto& one) { return one.uri == uri; });
    if (found != resources_.end()) return resolve_in(*found, fragment, start);
    return fail(ErrorCode::kUnsupported,
                start + ", which is outside this document; point to #/components/schemas/NAME");
}

Result<ReferenceTarget> SchemaResources::resolve_in(const SchemaResource& resource,
                                                    std::string_view fragment,
                                                    const std::string& start) const {
    if (!fragment.empty() && fragment.front() != '/') {
        const auto dynamic = resource.dynamic_anchors.find(fragment);
        if (dynamic != resource.dynamic_anchors.end())
            return ReferenceTarget{dynamic->second, dynamic->first};
        const auto anchor = resource.anchors.find(fragment);
        if (anchor != resource.anchors.end()) return ReferenceTarget{anchor->second, ""};
        std::vector<std::string> names;
        for (const auto& [name, pointer] : resource.anchors) names.push_back(name);
        return fail(ErrorCode::kNotFound,
                    start + ", but there is no such $anchor" + quoted_name_hint(fragment, names));
    }
    const auto relative = JsonPointer::parse(fragment);
    if (!relative) return fail(ErrorCode::kSyntax, start + ": " + relative.error().message);
    const bool is_api = resource.pointer.empty() && member(document_, "openapi");
    if (!is_schema_location(relative->tokens()) || (relative->empty() && is_api)) {
        return fail(ErrorCode::kUnsupported,
                    start + ", which is not a schema; point to #/components/schemas/NAME");
    }
    const std::string text = resource.pointer + relative->to_text();
    const auto pointer = JsonPointer::parse(text);
    if (!pointer || find(document_, *pointer) == nullptr) {
        return fail(
            ErrorCode::kNotFound,
            start + ", but " + describe_missing_token(document_, pointer.value_or(*relative)));
    }
    return ReferenceTarget{text, ""};
}

}  // namespace plumbline
