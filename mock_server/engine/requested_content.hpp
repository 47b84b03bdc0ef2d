#pragma once
// Which of the declared contents a response has.

#include "mock_server/engine/request_context.hpp"

namespace plumbline::mock {

/// Returns the content of a response that a request asks for; null if none is declared. A body with
/// the boolean member `stream` asks for a sequence of items, or for none. Of what is left, the one
/// of the greatest weight in Accept (RFC 9110, section 12.5.1); of equal ones, the one that Accept
/// names first, else that of usual_content, else the first by name.
[[nodiscard]] const MediaType* requested_content(const RequestContext& context,
                                                 const DeclaredResponse& response);

}  // namespace plumbline::mock
