#pragma once
// Finds the operation of a request by its method and path.

#include "spec/contract/contract.hpp"
#include "spec/http/path_template.hpp"

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::mock {

struct OperationSpec;

/// A route. `operation` and `api` are null if no document describes it.
struct OperationRoute {
    std::string id;  ///< operationId
    std::string method;
    http::PathTemplate path;
    const Operation* operation = nullptr;
    const ApiDocument* api = nullptr;
    const OperationSpec* spec = nullptr;  ///< null for control operations
};

/// The matching route, and the values of its path parameters.
struct RouteMatch {
    const OperationRoute* route = nullptr;
    std::map<std::string, std::string> parameters;
};

/// No route matches; `allowed` lists the methods of the path, none if there is no such path.
struct RouteMiss {
    std::vector<std::string> allowed;
};

/// Finds the route of a request. Thread-safe: immutable.
class Router {
  public:
    explicit Router(std::vector<OperationRoute> routes);

    /// A literal segment takes precedence over a parameter; HEAD matches as GET.
    [[nodiscard]] std::variant<RouteMatch, RouteMiss> find(
        std::string_view method, const std::vector<std::string>& segments) const;

    /// Returns whether a route has the method.
    [[nodiscard]] bool has_method(std::string_view method) const;

  private:
    [[nodiscard]] RouteMiss miss_for(const std::vector<std::string>& segments) const;

    std::vector<OperationRoute> routes_;  ///< more specific ones first
};

/// Returns the routes of all operations of a document, which must outlive them.
[[nodiscard]] std::vector<OperationRoute> routes_of(const ApiDocument& api);

}  // namespace plumbline::mock
