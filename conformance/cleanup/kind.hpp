#pragma once
// Which requests create something, and how to find and delete it again: read from the contract.

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
struct Route {
    std::string method;
    http::PathTemplate path;
};

/// A kind of resource that can be created and deleted.
struct Kind {
    std::string area;  ///< the API document's name
    std::string type;  ///< e.g. `deployment`
    std::string id;    ///< pointer of the id in the answer to a create and in items of a list
    std::string
        name;  ///< pointer of the name in requests and in items of a list, "" if it has none
    Route create;
    Route remove;                         ///< the last hole of its path takes the id
    std::optional<Route> list;            ///< where there is none, nothing is found without its id
    std::string items;                    ///< pointer of the list's array
    std::vector<std::string> list_query;  ///< names of the list's query parameters
};

/// Returns the kinds of all operations marked `x-operation-kind: create` whose x-resource has a
/// delete operation in the same document. What nothing can delete is no kind.
[[nodiscard]] std::vector<Kind> kinds_of(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents);

/// Returns the names of the headers that carry credentials, as the documents' security schemes say.
[[nodiscard]] std::vector<std::string> credential_headers(
    const std::vector<std::shared_ptr<const ApiDocument>>& documents);

/// Returns the values of the path's holes if a call to `url` with `method` takes the route below
/// `base_url`.
[[nodiscard]] std::optional<std::map<std::string, std::string>> match(const Route& route,
                                                                      const std::string& base_url,
                                                                      const std::string& method,
                                                                      const std::string& url);

/// Returns the path (below the area's base URL) that deletes the resource `id`; `parents` fill the
/// path's other holes. Errors: kNotFound (a hole without value).
[[nodiscard]] Result<std::string> remove_path(const Kind& kind,
                                              std::map<std::string, std::string> parents,
                                              const std::string& id);

/// Returns the form in which a journal holds a kind, and reads it back. Errors: kSyntax (a path).
[[nodiscard]] Json to_json(const Kind& kind);
[[nodiscard]] Result<Kind> kind_from_json(const Json& json);

}  // namespace plumbline::cleanup
