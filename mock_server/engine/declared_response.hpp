#pragma once
// Responses as a user's document declares them: bodies that are valid, error bodies, headers.

#include "mock_server/engine/request_context.hpp"

#include <memory>
#include <string>

namespace plumbline::mock {

/// Returns the response of a mock that finds none.
[[nodiscard]] EngineResponse no_example(const Error& error);
[[nodiscard]] std::shared_ptr<const std::string> shared_text(std::string text);
/// Adds an example of each declared header that the response lacks.
void add_declared_headers(const RequestContext& context,
                          const DeclaredResponse& declared,
                          EngineResponse& response);

/// Returns the response as the document declares it for its status: a body that is valid, with the
/// text of an error in the members that take one; declared headers that it lacks. The response is
/// unchanged if the document declares none for its status.
[[nodiscard]] EngineResponse declared_response(const RequestContext& context,
                                               EngineResponse response);

}  // namespace plumbline::mock
