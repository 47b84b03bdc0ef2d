#include "conformance/generate/places.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace plumbline::generate {
namespace {

using reading::Place;

/// What the schemas of requests may say: keywords with a kind of case of their own (kinds.hpp),
/// those that only lead to others, and those that demand nothing. A keyword that is none of these
/// would be forgotten in silence.
constexpr std::array<std::string_view, 49> kKnownKeywords{// bounds, and what stands at a place
                                                          "type",
                                                          "enum",
                                                          "format",
                                                          "pattern",
                                                          "minimum",
                                                          "maximum",
                                                          "exclusiveMinimum",
                                                          "exclusiveMaximum",
                                                          "minLength",
                                                          "maxLength",
                                                          "minItems",
                                                          "maxItems",
                                                          "required",
                                                          "additionalProperties",
                                                          // rules
                                                          "x-immutable",
                                                          "x-only-for-sources",
                                                          "x-settable-for-sources",
                                                          "x-required-on-create-for-sources",
                                                          "x-only-for-hosting",
                                                          "x-only-for-compute-kinds",
                                                          "x-issued-by",
                                                          "x-creates-revision",
                                                          "x-patch-mode",
                                                          "x-default-from",
                                                          "x-decimals",
                                                          "x-unique-by",
                                                          "x-key-ref",
                                                          "x-rules",
                                                          "x-null-means",
                                                          "x-do-not-use",
                                                          "x-additional",
                                                          "x-applies-to-sources",
                                                          // ways to other schemas
                                                          "$ref",
                                                          "allOf",
                                                          "anyOf",
                                                          "oneOf",
                                                          "properties",
                                                          "items",
                                                          // nothing is demanded
                                                          "title",
                                                          "description",
                                                          "default",
                                                          "deprecated",
                                                          "example",
                                                          "examples",
                                                          "externalDocs",
                                                          "$comment",
                                                          "x-requirements",
                                                          "x-basis",
                                                          // played by a suite
                                                          "x-default"};

bool is_known(std::string_view keyword) {
    return std::find(kKnownKeywords.begin(), kKnownKeywords.end(), keyword) != kKnownKeywords.end();
}

/// Finds the schema of a map's members, if there is one.
const Place* map_of(const BodyPlace& place) {
    const auto found =
        std::find_if(place.schemas.begin(), place.schemas.end(), [](const Place& schema) {
            const Json* others = member(*schema.node, "additionalProperties");
            return others && others->is_object();
        });
    return found == place.schemas.end() ? nullptr : &*found;
}

}  // namespace

const Json* BodyPlace::keyword(std::string_view name) const {
    for (const Place& schema : schemas) {
        if (const Json* value = member(*schema.node, name)) return value;
    }
    return nullptr;
}

std::string BodyPlace::keyword_pointer(std::string_view name) const {
    for (const Place& schema : schemas) {
        if (schema.has(name)) return schema.child(name).pointer;
    }
    return "";
}

std::set<std::string> BodyPlace::types() const {
    std::set<std::string> found;
    for (const Place& schema : schemas) {
        const Json* type = member(*schema.node, "type");
        if (!type) continue;
        if (const auto one = as_string(*type)) found.insert(*one);
        const auto several = strings_or_empty(*schema.node, "type");
        found.insert(several.begin(), several.end());
    }
    return found;
}

const std::string& BodyPlace::identity() const {
    for (const Place& schema : schemas) {
        if (!schema.has("$ref") || schema.node->size() > 1) return schema.pointer;
    }
    return schemas.front().pointer;
}

bool BodyPlace::has_members() const {
    return keyword("properties") != nullptr;
}

std::string first_at(std::string pointer) {
    for (auto star = pointer.find("/*"); star != std::string::npos; star = pointer.find("/*"))
        pointer.replace(star, 2, "/0");
    return pointer;
}

bool is_within(std::string_view pointer, std::string_view above) {
    return pointer.substr(0, above.size()) == above &&
           (pointer.size() == above.size() || pointer[above.size()] == '/');
}

Result<std::vector<BodyPlace>> places_of(const Operation& operation, const ApiDocument& api) {
    const Document& document = api.document();
    const Content* content = operation.body && !operation.body->content.empty()
                                 ? &operation.body->content.front()
                                 : nullptr;
    const Json* root =
        content ? find(*document.root, std::string_view(content->schema_pointer)) : nullptr;
    if (!root) {
        return fail(
            ErrorCode::kNotFound, operation.id + " has no body with a schema", operation.where);
    }
    std::vector<BodyPlace> places;
    const auto keep = [&](const reading::Property& property) -> Result<void> {
        places.push_back({property.pointer, property.schemas, false});
        const Place* map = map_of(places.back());
        if (!map) return {};
        BodyPlace of_map{property.pointer + '/' + kMapMember, {}, true};
        auto gathered =
            reading::gather_schemas(document, map->child("additionalProperties"), of_map.schemas);
        if (!gathered) return gathered;
        places.push_back(std::move(of_map));
        return {};
    };
    auto walked = reading::for_each_property(document, {root, content->schema_pointer}, keep);
    if (!walked) return fail(walked.error());
    return places;
}

std::vector<Error> unknown_keywords(const std::vector<BodyPlace>& places,
                                    const Document& document) {
    std::vector<Error> unknown;
    std::set<std::string> looked_at;  // places share schemas
    for (const BodyPlace& place : places) {
        for (const Place& schema : place.schemas) {
            if (!looked_at.insert(schema.pointer).second) continue;
            for (const auto& [name, value] : schema.node->items()) {
                if (is_known(name)) continue;
                unknown.push_back({ErrorCode::kUnsupported,
                                   "no kind of generated case knows the keyword \"" + name + '"',
                                   document.where(schema.child(name).pointer),
                                   {}});
            }
        }
    }
    return unknown;
}

}  // namespace plumbline::generate
