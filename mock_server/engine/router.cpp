#include "mock_server/engine/router.hpp"

#include <algorithm>

namespace plumbline::mock {
namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

Router::Router(std::vector<OperationRoute> routes) : routes_(std::move(routes)) {
    std::stable_sort(
        routes_.begin(), routes_.end(), [](const OperationRoute& a, const OperationRoute& b) {
            return http::is_more_specific(a.path, b.path);
        });
}

std::variant<RouteMatch, RouteMiss> Router::find(std::string_view method,
                                                 const std::vector<std::string>& segments) const {
    const std::string_view lookup_method = method == "HEAD" ? "GET" : method;
    for (const OperationRoute& route : routes_) {
        if (route.method != lookup_method || route.path.segments().size() != segments.size())
            continue;
        auto parameters = route.path.match(segments);
        if (parameters) return RouteMatch{&route, std::move(*parameters)};
    }
    return miss_for(segments);
}

bool Router::has_method(std::string_view method) const {
    return std::ranges::count(routes_, method, &OperationRoute::method) > 0;
}

RouteMiss Router::miss_for(const std::vector<std::string>& segments) const {
    RouteMiss miss;
    for (const OperationRoute& route : routes_) {
        if (!route.path.match(segments)) continue;
        add_once(miss.allowed, route.method);
        if (route.method == "GET") add_once(miss.allowed, "HEAD");
    }
    return miss;
}

std::vector<OperationRoute> routes_of(const ApiDocument& api) {
    std::vector<OperationRoute> routes;
    for (const Operation& operation : api.operations()) {
        routes.push_back(
            {operation.id, operation.method, operation.path, &operation, &api, nullptr});
    }
    return routes;
}

}  // namespace plumbline::mock
