#include "conformance/generate/body_location.hpp"

#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::generate {
namespace {

using reading::OpenApiNode;

/// The keywords that schemas of requests may contain: keywords with their own generators
/// (case_generators.hpp), keywords that lead to other schemas, and annotations. For any other
/// keyword, cases would be missing without a message.
constexpr std::string_view kKnownKeywords =
    // bounds and values
    "type enum format pattern minimum maximum exclusiveMinimum exclusiveMaximum minLength "
    "maxLength minItems maxItems required additionalProperties "
    // rules
    "x-immutable x-only-for-sources x-settable-for-sources x-required-on-create-for-sources "
    "x-only-for-hosting x-only-for-compute-kinds x-issued-by x-creates-revision x-patch-mode "
    "x-default-from x-decimals x-unique-by x-key-ref x-rules x-null-means x-do-not-use "
    "x-additional x-applies-to-sources "
    // references to other schemas
    "$ref allOf anyOf oneOf properties items "
    // annotations
    "title description default deprecated example examples externalDocs $comment x-requirements "
    "x-basis "
    // covered by a suite
    "x-default";

bool is_known(std::string_view keyword) {
    const auto known = split(kKnownKeywords, ' ');
    return std::find(known.begin(), known.end(), keyword) != known.end();
}

/// Returns the schema of a map's members; null if there is none.
const OpenApiNode* map_of(const BodyLocation& location) {
    const auto found = std::find_if(
        location.schemas.begin(), location.schemas.end(), [](const OpenApiNode& schema) {
            const Json* others = member(*schema.value, "additionalProperties");
            return others && others->is_object();
        });
    return found == location.schemas.end() ? nullptr : &*found;
}

}  // namespace

const Json* BodyLocation::keyword(std::string_view name) const {
    for (const OpenApiNode& schema : schemas) {
        if (const Json* value = member(*schema.value, name)) return value;
    }
    return nullptr;
}

std::string BodyLocation::keyword_pointer(std::string_view name) const {
    for (const OpenApiNode& schema : schemas) {
        if (schema.has(name)) return schema.child(name).pointer;
    }
    return "";
}

std::set<std::string> BodyLocation::types() const {
    std::set<std::string> found;
    for (const OpenApiNode& schema : schemas) {
        const Json* type = member(*schema.value, "type");
        if (!type) continue;
        if (const auto one = as_string(*type)) found.insert(*one);
        const auto several = strings_or_empty(*schema.value, "type");
        found.insert(several.begin(), several.end());
    }
    return found;
}

const std::string& BodyLocation::identity() const {
    for (const OpenApiNode& schema : schemas) {
        if (!schema.has("$ref") || schema.value->size() > 1) return schema.pointer;
    }
    return schemas.front().pointer;
}

bool BodyLocation::has_members() const {
    return keyword("properties") != nullptr;
}

std::string first_item_pointer(std::string pointer) {
    for (auto star = pointer.find("/*"); star != std::string::npos; star = pointer.find("/*"))
        pointer.replace(star, 2, "/0");
    return pointer;
}

bool is_within(std::string_view pointer, std::string_view above) {
    return pointer.substr(0, above.size()) == above &&
           (pointer.size() == above.size() || pointer[above.size()] == '/');
}

Result<std::vector<BodyLocation>> body_locations(const Operation& operation,
                                                 const ApiDocument& api) {
    const Document& document = api.document();
    const MediaType* content = operation.body && !operation.body->content.empty()
                                   ? &operation.body->content.front()
                                   : nullptr;
    const Json* root =
        content ? find(*document.root, std::string_view(content->schema_pointer)) : nullptr;
    if (!root) {
        return fail(
            ErrorCode::kNotFound, operation.id + " has no body with a schema", operation.where);
    }
    std::vector<BodyLocation> locations;
    const auto keep = [&](const reading::SchemaProperty& property) -> Result<void> {
        locations.push_back({property.pointer, property.schemas, false});
        const OpenApiNode* map = map_of(locations.back());
        if (!map) return {};
        BodyLocation of_map{property.pointer + '/' + kMapMember, {}, true};
        auto gathered =
            reading::collect_schemas(document, map->child("additionalProperties"), of_map.schemas);
        if (!gathered) return gathered;
        locations.push_back(std::move(of_map));
        return {};
    };
    auto walked = reading::for_each_property(document, {root, content->schema_pointer}, keep);
    if (!walked) return fail(walked.error());
    return locations;
}

std::vector<Error> unknown_keywords(const std::vector<BodyLocation>& locations,
                                    const Document& document) {
    std::vector<Error> unknown;
    std::set<std::string> visited;  // locations share schemas
    for (const BodyLocation& location : locations) {
        for (const OpenApiNode& schema : location.schemas) {
            if (!visited.insert(schema.pointer).second) continue;
            for (const auto& [name, value] : schema.value->items()) {
                if (is_known(name)) continue;
                unknown.push_back({ErrorCode::kUnsupported,
                                   "no generator supports the keyword \"" + name + '"',
                                   document.where(schema.child(name).pointer),
                                   {}});
            }
        }
    }
    return unknown;
}

}  // namespace plumbline::generate
