#pragma once
// Cross-origin requests: which pages in a browser may use the mock. Source: Fetch standard, "CORS
// protocol".

#include "mock_server/response/engine_response.hpp"
#include "mock_server/transport/server.hpp"
#include "spec/base/result.hpp"

#include <string>
#include <vector>

namespace plumbline::mock {

/// Checks the origins of --cors: `*`, or scheme, host and port as browsers send them.
/// Errors: kUsage.
[[nodiscard]] Result<void> check_origins(const std::vector<std::string>& origins);

/// Returns a handler that lets pages of these origins (`*`: of any) send all requests and read all
/// responses, and answers the preflight requests of browsers.
[[nodiscard]] RequestHandler with_allowed_origins(RequestHandler handler,
                                                  std::vector<std::string> origins);

}  // namespace plumbline::mock
