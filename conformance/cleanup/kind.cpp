#include "conformance/cleanup/kind.hpp"

#include "spec/http/url.hpp"
#include "spec/json/access.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::cleanup {
namespace {

/// Returns the operation of that kind for the type of `like`, of the same parents.
const Operation* sibling(const ApiDocument& document,
                         const Operation& like,
                         std::string_view kind) {
    const auto& all = document.operations();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Operation& other) {
        return other.kind == kind && other.resource && other.resource->type == like.resource->type;
    });
    return found == all.end() ? nullptr : &*found;
}

std::string last_hole(const http::PathTemplate& path) {
    const auto& segments = path.segments();
    const auto found = std::find_if(
        segments.rbegin(), segments.rend(), [](const auto& part) { return part.is_parameter; });
    return found == segments.rend() ? "" : found->text;
}

Kind kind_of(const ApiDocument& document, const Operation& create, const Operation& remove) {
    Kind kind;
    kind.area = document.name();
    kind.type = create.resource->type;
    kind.id = create.resource->id;
    kind.name = create.resource->name;
    kind.create = {create.method, create.path};
    kind.remove = {remove.method, remove.path};
    if (const Operation* list = sibling(document, create, "list")) {
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
