#include "conformance/cleanup/kind.hpp"

#include "spec/contract/credential_places.hpp"
#include "spec/http/url.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace plumbline::cleanup {
namespace {

using Names = std::set<std::string>;

Names holes_of(const http::PathTemplate& path) {
    Names holes;
    for (const auto& segment : path.segments()) {
        if (segment.is_parameter) holes.insert(segment.text);
    }
    return holes;
}

std::string last_hole(const http::PathTemplate& path) {
    const auto& segments = path.segments();
    const auto found = std::find_if(
        segments.rbegin(), segments.rend(), [](const auto& part) { return part.is_parameter; });
    return found == segments.rend() ? "" : found->text;
}

/// Says whether an operation deals with what `create` makes, as `kind` says.
bool is_sibling(const Operation& other, const Operation& create, std::string_view kind) {
    return other.kind == kind && other.resource && other.resource->type == create.resource->type;
}

/// Returns how many holes of another path the values of the create's path fill; -1 if one is left,
/// besides `own`.
int filled_holes(const Operation& other, const Operation& create, const std::string& own) {
    const Names known = holes_of(create.path);
    Names holes = holes_of(other.path);
    holes.erase(own);
    const bool all = std::includes(known.begin(), known.end(), holes.begin(), holes.end());
    return all ? static_cast<int>(holes.size()) : -1;
}

/// Returns the operation that lists or deletes what `create` makes, or null. A type may live in
/// several places: of these the one that has most of the create's parents, if possible no others.
const Operation* sibling(const ApiDocument& document,
                         const Operation& create,
                         std::string_view kind) {
    const Operation* best = nullptr;
    int most = -1;
    for (const Operation& other : document.operations()) {
        if (!is_sibling(other, create, kind)) continue;
        const std::string own = kind == "delete" ? last_hole(other.path) : "";
        const int filled = filled_holes(other, create, own);
        // A deletion whose path cannot be filled is better than none: trying it tells what is left.
        if (best && filled <= most) continue;
        best = &other;
        most = filled;
    }
    return best;
}

Kind kind_of(const ApiDocument& document, const Operation& create, const Operation& remove) {
    Kind kind;
    kind.area = document.name();
    kind.type = create.resource->type;
    kind.id = create.resource->id;
    kind.name = create.resource->name;
    kind.create = {create.method, create.path};
    kind.remove = {remove.method, remove.path};
    const Operation* list = sibling(document, create, "list");
    if (list && filled_holes(*list, create, "") >= 0) {
        kind.list = Route{list->method, list->path};
        kind.items = list->resource->items;
        for (const Parameter& parameter : list->parameters) {
            if (parameter.place == ParameterPlace::kQuery)
                kind.list_query.push_back(parameter.name);
        }
    }
    return kind;
}

Json to_json(const Route& route) {
    return {{"method", route.method}, {"path", route.path.text()}};
}

Result<Route> route_from_json(const Json& json) {
    auto path = http::PathTemplate::parse(string_or(json, "path", ""));
    if (!path) return fail(path.error());
    return Route{string_or(json, "method", ""), std::move(*path)};
}

}  // namespace

std::vector<Kind> kinds_of(const std::vector<std::shared_ptr<const ApiDocument>>& documents) {
    std::vector<Kind> kinds;
    for (const auto& document : documents) {
        for (const Operation& create : document->operations()) {
            if (create.kind != "create" || !create.resource) continue;
            const Operation* remove = sibling(*document, create, "delete");
            if (remove && !last_hole(remove->path).empty())
                kinds.push_back(kind_of(*document, create, *remove));
        }
    }
    return kinds;
}

std::vector<std::string> credential_headers(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents) {
    Names headers;
    for (const auto& document : documents) {
        for (std::string& name : plumbline::credential_headers(*document))
            headers.insert(std::move(name));
    }
    return {headers.begin(), headers.end()};
}

std::optional<std::map<std::string, std::string>> match(const Route& route,
                                                        const std::string& base_url,
                                                        const std::string& method,
                                                        const std::string& url) {
    if (method != route.method || !url.starts_with(base_url)) return {};
    const auto target = http::parse_target(std::string_view(url).substr(base_url.size()));
    if (!target) return {};
    return route.path.match(target->segments);
}

Result<std::string> remove_path(const Kind& kind,
                                std::map<std::string, std::string> parents,
                                const std::string& id) {
    parents[last_hole(kind.remove.path)] = id;
    return kind.remove.path.fill(parents);
}

Json to_json(const Kind& kind) {
    Json json{{"area", kind.area},
              {"type", kind.type},
              {"id", kind.id},
              {"name", kind.name},
              {"create", to_json(kind.create)},
              {"remove", to_json(kind.remove)}};
    if (!kind.list) return json;
    json["list"] = to_json(*kind.list);
    json["list"]["items"] = kind.items;
    json["list"]["query"] = kind.list_query;
    return json;
}

Result<Kind> kind_from_json(const Json& json) {
    Kind kind;
    kind.area = string_or(json, "area", "");
    kind.type = string_or(json, "type", "");
    kind.id = string_or(json, "id", "");
    kind.name = string_or(json, "name", "");
    auto create = route_from_json(*member(json, "create"));
    auto remove = route_from_json(*member(json, "remove"));
    if (!create || !remove) return fail((create ? remove : create).error());
    kind.create = std::move(*create);
    kind.remove = std::move(*remove);
    if (const Json* list = member(json, "list")) {
        auto route = route_from_json(*list);
        if (!route) return fail(route.error());
        kind.list = std::move(*route);
        kind.items = string_or(*list, "items", "");
        kind.list_query = strings_or_empty(*list, "query");
    }
    return kind;
}

}  // namespace plumbline::cleanup
