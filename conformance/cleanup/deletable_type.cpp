#include "conformance/cleanup/deletable_type.hpp"

#include "spec/contract/openapi.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::cleanup {
namespace {

using NameSet = std::set<std::string>;

NameSet parameters_of(const http::PathTemplate& path) {
    return {path.parameters().begin(), path.parameters().end()};
}

std::string last_parameter(const http::PathTemplate& path) {
    return path.parameters().empty() ? "" : path.parameters().back();
}

/// Returns whether an operation of this kind handles the type that `create` creates.
bool is_sibling(const Operation& other, const Operation& create, std::string_view kind) {
    return other.kind == kind && other.resource && other.resource->type == create.resource->type;
}

/// Returns the number of parameters in another path that the create's path parameters fill; -1 if
/// one remains unfilled, besides `own`.
int filled_parameters(const Operation& other, const Operation& create, const std::string& own) {
    const NameSet known = parameters_of(create.path);
    NameSet holes = parameters_of(other.path);
    holes.erase(own);
    const bool all = std::includes(known.begin(), known.end(), holes.begin(), holes.end());
    return all ? static_cast<int>(holes.size()) : -1;
}

/// Returns the operation that lists or deletes what `create` creates, or null. A type may exist
/// under several paths: prefers the path with most of the create's parents, and if possible no
/// other parameters.
const Operation* find_sibling(const ApiDocument& document,
                              const Operation& create,
                              std::string_view kind) {
    const Operation* best = nullptr;
    int most = -1;
    for (const Operation& other : document.operations()) {
        if (!is_sibling(other, create, kind)) continue;
        const std::string own = kind == "delete" ? last_parameter(other.path) : "";
        const int filled = filled_parameters(other, create, own);
        // A delete operation whose path cannot be filled is better than none: trying it shows what
        // remains.
        if (best && filled <= most) continue;
        best = &other;
        most = filled;
    }
    return best;
}

DeletableType deletable_type_of(const ApiDocument& document,
                                const Operation& create,
                                const Operation& remove) {
    DeletableType type;
    type.area = document.name();
    type.type = create.resource->type;
    type.id = create.resource->id;
    type.name = create.resource->name;
    type.create = {create.method, create.path};
    type.remove = {remove.method, remove.path};
    const Operation* list = find_sibling(document, create, "list");
    if (list && filled_parameters(*list, create, "") >= 0) {
        type.list = RequestRoute{list->method, list->path};
        type.items = list->resource->items;
        for (const Parameter& parameter : list->parameters) {
            if (parameter.location == ParameterLocation::kQuery)
                type.list_query.push_back(parameter.name);
        }
    }
    return type;
}

Json to_json(const RequestRoute& route) {
    return {{"method", route.method}, {"path", route.path.text()}};
}

Result<RequestRoute> route_from_json(const Json& json) {
    auto path = http::PathTemplate::parse(string_or(json, "path", ""));
    if (!path) return fail(path.error());
    return RequestRoute{string_or(json, "method", ""), std::move(*path)};
}

}  // namespace

std::vector<DeletableType> deletable_types(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents) {
    std::vector<DeletableType> kinds;
    for (const auto& document : documents) {
        for (const Operation& create : document->operations()) {
            if (create.kind != "create" || !create.resource) continue;
            const Operation* remove = find_sibling(*document, create, "delete");
            if (remove && !last_parameter(remove->path).empty())
                kinds.push_back(deletable_type_of(*document, create, *remove));
        }
    }
    return kinds;
}

std::vector<std::string> credential_headers(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents) {
    NameSet headers;
    for (const auto& document : documents) {
        for (std::string& name : plumbline::credential_headers(*document))
            headers.insert(std::move(name));
    }
    return {headers.begin(), headers.end()};
}

std::optional<std::map<std::string, std::string>> match_route(const RequestRoute& route,
                                                              const std::string& base_url,
                                                              const std::string& method,
                                                              const std::string& url) {
    if (method != route.method || !url.starts_with(base_url)) return {};
    const auto target = http::parse_target(std::string_view(url).substr(base_url.size()));
    if (!target) return {};
    return route.path.match(target->segments);
}

Result<std::string> remove_path(const DeletableType& type,
                                std::map<std::string, std::string> parents,
                                const std::string& id) {
    parents[last_parameter(type.remove.path)] = id;
    return type.remove.path.fill(parents);
}

Json to_json(const DeletableType& type) {
    Json json{{"area", type.area},
              {"type", type.type},
              {"id", type.id},
              {"name", type.name},
              {"create", to_json(type.create)},
              {"remove", to_json(type.remove)}};
    if (!type.list) return json;
    json["list"] = to_json(*type.list);
    json["list"]["items"] = type.items;
    json["list"]["query"] = type.list_query;
    return json;
}

Result<DeletableType> deletable_type_from_json(const Json& json) {
    DeletableType type;
    type.area = string_or(json, "area", "");
    type.type = string_or(json, "type", "");
    type.id = string_or(json, "id", "");
    type.name = string_or(json, "name", "");
    auto create = route_from_json(*member(json, "create"));
    auto remove = route_from_json(*member(json, "remove"));
    if (!create || !remove) return fail((create ? remove : create).error());
    type.create = std::move(*create);
    type.remove = std::move(*remove);
    if (const Json* list = member(json, "list")) {
        auto route = route_from_json(*list);
        if (!route) return fail(route.error());
        type.list = std::move(*route);
        type.items = string_or(*list, "items", "");
        type.list_query = strings_or_empty(*list, "query");
    }
    return type;
}

}  // namespace plumbline::cleanup
