#pragma once
// Steps of a written suite: how an operation is named, and what a request of it has.

#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::api_suite {

/// Expressions or values of path parameters, by name.
using PathValues = std::map<std::string, std::string>;

/// Returns a valid JSON request body. JSON null if the operation has none, or if none is found for
/// its schema.
[[nodiscard]] Json example_body(const ApiDocument& api, const Operation& operation);

/// Returns a step that calls an operation: with path parameters, examples of the other required
/// parameters, credentials and the body (none if it is null). Nothing if a required parameter has
/// no example.
[[nodiscard]] std::optional<Json> call_step(const ApiDocument& api,
                                            const Operation& operation,
                                            const std::string& id,
                                            const PathValues& path_values,
                                            const Json& body);

/// Returns a text as the literal of a condition.
[[nodiscard]] std::string literal(const Json& value);

/// Returns a text as an id of a workflow or step.
[[nodiscard]] std::string id_of(std::string_view text);

}  // namespace plumbline::api_suite
