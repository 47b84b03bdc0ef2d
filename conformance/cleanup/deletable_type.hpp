#pragma once
// The requests that create, list and delete a type of resource, read from the contract.

#include "spec/contract/contract.hpp"
#include "spec/http/path_template.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::cleanup {

/// A method and a path below an area's base URL.
struct RequestRoute {
    std::string method;
    http::PathTemplate path;
};

/// A type of resource that can be created and deleted.
struct DeletableType {
    std::string area;  ///< the API document's name
    std::string type;  ///< e.g. `deployment`
    std::string id;    ///< pointer of the id in the response to a create and in items of a list
    std::string
        name;  ///< pointer of the name in requests and in items of a list, "" if it has none
    RequestRoute create;
    RequestRoute remove;  ///< the last parameter of its path is the id
    /// If there is none, no resource can be found without its id.
    std::optional<RequestRoute> list;
    std::string items;                    ///< pointer of the list's array
    std::vector<std::string> list_query;  ///< names of the list's query parameters
};

/// Returns the types of all operations with `x-operation-kind: create` whose x-resource has a
/// delete operation in the same document. A resource type without a delete operation is not
/// tracked.
[[nodiscard]] std::vector<DeletableType> deletable_types(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents);

/// Returns the names of the headers that carry credentials, according to the documents' security
/// schemes.
[[nodiscard]] std::vector<std::string> credential_headers(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents);

/// Returns the values of the path parameters if a call to `url` with `method` matches the route
/// below `base_url`.
[[nodiscard]] std::optional<std::map<std::string, std::string>> match_route(
    const RequestRoute& route,
    const std::string& base_url,
    const std::string& method,
    const std::string& url);

/// Returns the path (below the area's base URL) that deletes the resource `id`; `parents` fill the
/// other path parameters. Errors: kNotFound (a parameter without a value).
[[nodiscard]] Result<std::string> remove_path(const DeletableType& type,
                                              std::map<std::string, std::string> parents,
                                              const std::string& id);

/// Convert a type to and from its form in a journal. Errors: kSyntax (a path).
[[nodiscard]] Json to_json(const DeletableType& type);
[[nodiscard]] Result<DeletableType> deletable_type_from_json(const Json& json);

}  // namespace plumbline::cleanup
