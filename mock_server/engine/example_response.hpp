#pragma once
// Responses that are examples of a user's document.

#include "mock_server/engine/request_context.hpp"

#include <optional>
#include <string>

namespace plumbline::mock {

/// Which response of the document a request asks for. Source: RFC 7240, the header Prefer, with
/// the preferences `code` and `example`.
struct PreferredExample {
    std::optional<int> status;
    std::string example{};  ///< a name in `examples`
};

/// Returns what a request prefers.
[[nodiscard]] PreferredExample preferred_example(const http::Request& request);

/// Returns an example of the response that the operation declares for a status: the named example
/// of the media type that the request asks for, or the first one; else a value of its schema; of a
/// stream, its items as events. Without a declared content, there is no body. Returns 404 for an
/// unknown name, 500 with the reason if the schema has no value.
[[nodiscard]] EngineResponse example_response(const RequestContext& context,
                                              int status,
                                              const std::string& example);

/// Returns the response of an operation on records, with an example instead of their JSON if the
/// request asks for a content that is not JSON. Errors: as example_response.
[[nodiscard]] EngineResponse with_requested_content(const RequestContext& context,
                                                    EngineResponse response);

}  // namespace plumbline::mock
