#pragma once
// Redirects between a path and the same path with a slash at its end, as web frameworks send them.

#include "spec/http/message.hpp"

#include <optional>
#include <string>

namespace plumbline::client {

/// Returns the URL to which the response redirects the call, if it differs from the call's only by
/// the slash at the end of its path, and the method and body stay the same: 307 and 308, for GET
/// and HEAD also 301 and 302. Nothing for every other redirect: what it leads to may be another
/// service.
[[nodiscard]] std::optional<std::string> slash_redirect(const std::string& url,
                                                        const std::string& method,
                                                        const http::Response& response);

}  // namespace plumbline::client
