#include "mock_server/routing/router.hpp"

#include <algorithm>

namespace plumbline::mock {
namespace {

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

}  // namespace

Router::Router(std::vector<Route> routes) : routes_(std::move(routes)) {
    std::stable_sort(routes_.begin(), routes_.end(), [](const Route& a, const Route& b) {
        return http::is_more_specific(a.path, b.path);
    });
}

std::variant<Match, Miss> Router::find(std::string_view method,
                                       const std::vector<std::string>& segments) const {
    const std::string_view wanted = method == "HEAD" ? "GET" : method;
    for (const Route& route : routes_) {
        if (route.method != wanted || route.path.segments().size() != segments.size()) continue;
        auto parameters = route.path.match(segments);
        if (parameters) return Match{&route, std::move(*parameters)};
    }
    return miss_of(segments);
}

Miss Router::miss_of(const std::vector<std::string>& segments) const {
    Miss miss;
    for (const Route& route : routes_) {
        if (!route.path.match(segments)) continue;
        add_once(miss.allowed, route.method);
        if (route.method == "GET") add_once(miss.allowed, "HEAD");
    }
    return miss;
}

std::vector<Route> routes_of(const ApiDocument& api) {
    std::vector<Route> routes;
    for (const Operation& operation : api.operations()) {
        routes.push_back({operation.id, operation.method, operation.path, &operation, &api});
    }
    return routes;
}

}  // namespace plumbline::mock
