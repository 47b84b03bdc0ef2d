#pragma once
// The callbacks and webhooks that follow an operation.

#include "mock_server/engine/request_context.hpp"

namespace plumbline::mock {

/// A stage that keeps the record that the request is about, if requests follow the operation: as it
/// is before the action, then as the action leaves it, unless it is deleted.
std::optional<EngineResponse> keep_subject(RequestContext& context);

/// Sends the requests that follow the operation after a success: in another thread.
void send_following_requests(const RequestContext& context, const EngineResponse& response);

}  // namespace plumbline::mock
