#pragma once
// The callbacks and webhooks that follow an operation.

#include "mock_server/engine/request_context.hpp"

namespace plumbline::mock {

/// Returns whether the mock has sent the request: a callback or webhook to itself.
[[nodiscard]] bool is_own_request(const http::Request& request);

/// A stage that notes that the action follows, and keeps the record that the request is about, if
/// requests follow the operation: as it is before the action, then as the action leaves it, unless
/// it is deleted.
std::optional<EngineResponse> keep_subject(RequestContext& context);

/// Sends the requests that follow the operation after a success: in another thread. None follow an
/// example that the header Prefer asks for, HEAD, and the mock's own requests, which could follow
/// one another without end.
void send_following_requests(const RequestContext& context, const EngineResponse& response);

}  // namespace plumbline::mock
