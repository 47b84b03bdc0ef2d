#pragma once
// Where the messages of an operation contain secrets.

#include "spec/contract/contract.hpp"

#include <functional>
#include <string>
#include <vector>

namespace plumbline {

/// The end of the path to a secret in a body: at most two names and the wildcards `*` (an item, or
/// a member of a map) after the first, e.g. `secrets * value`. It applies at any depth, as services
/// wrap records in lists and in errors; a path without names applies only from the body's root.
using SecretPath = std::vector<std::string>;

/// A parameter whose value is secret.
struct SecretParameter {
    std::string name;
    ParameterLocation location = ParameterLocation::kQuery;
};

/// The secrets of an operation, by the schemas of its document: values of format password, and
/// values that are only written (writeOnly).
struct SecretPlaces {
    std::vector<SecretPath> bodies;  ///< of the request, of responses and of the events of streams
    std::vector<SecretParameter> parameters;
    std::vector<std::string> headers;  ///< of responses

    [[nodiscard]] bool empty() const {
        return bodies.empty() && parameters.empty() && headers.empty();
    }
};

/// Finds the secrets of an operation of this document. A schema that cannot be read has none. Takes
/// time in proportion to the schemas of the operation, up to a bound.
[[nodiscard]] SecretPlaces find_secret_places(const ApiDocument& api, const Operation& operation);

/// Returns the paths with two names to secrets in any schema of a document. They are specific
/// enough to apply to every message: a service may show a record, with its secrets, in a response
/// whose schema does not declare them.
[[nodiscard]] std::vector<SecretPath> find_secret_paths(const ApiDocument& api);

/// Calls `visit` with each text, number and boolean that a body has at these paths, and the name of
/// the nearest member that contains it ("" if there is none).
void for_each_secret(const std::vector<SecretPath>& paths,
                     const Json& body,
                     const std::function<void(const std::string&, const Json&)>& visit);

}  // namespace plumbline
