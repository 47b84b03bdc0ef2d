#pragma once
// Finds what a request means by its method and path.

#include "spec/contract/contract.hpp"
#include "spec/http/path_template.hpp"

#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace plumbline::mock {

/// One way in. `operation` and `api` are null for a route that no document describes.
struct Route {
    std::string id;  ///< operationId
    std::string method;
    http::PathTemplate path;
    const Operation* operation = nullptr;
    const ApiDocument* api = nullptr;
};

/// The route that fits, and the values of its path parameters.
struct Match {
    const Route* route = nullptr;
    std::map<std::string, std::string> parameters;
};

/// No route fits; `allowed` lists the methods the path would take, none if there is no such path.
struct Miss {
    std::vector<std::string> allowed;
};

/// Thread: immutable, safe from any thread.
class Router {
  public:
    explicit Router(std::vector<Route> routes);

    /// A literal segment goes before a parameter; HEAD is looked up as GET.
    [[nodiscard]] std::variant<Match, Miss> find(std::string_view method,
                                                 const std::vector<std::string>& segments) const;

  private:
    [[nodiscard]] Miss miss_of(const std::vector<std::string>& segments) const;

    std::vector<Route> routes_;  ///< the more specific first
};

/// Returns the routes of all operations of a document, which must outlive them.
[[nodiscard]] std::vector<Route> routes_of(const ApiDocument& api);

}  // namespace plumbline::mock
