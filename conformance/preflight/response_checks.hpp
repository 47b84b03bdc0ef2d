#pragma once
// Checks of one exchange with a target.

#include "conformance/client/client.hpp"
#include "conformance/preflight/preflight_check.hpp"
#include "spec/base/clock.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::preflight {

/// Return a check that succeeded, or that failed.
[[nodiscard]] PreflightCheck passed(std::string name, std::string detail);
[[nodiscard]] PreflightCheck failed(std::string name,
                                    CheckFailure failure,
                                    std::string detail,
                                    std::string remedy);

/// Returns whether the response has a JSON media type.
[[nodiscard]] bool is_json(const http::Response& response);

/// Returns the checks of DNS, TCP, TLS and the HTTP version: all that succeeded, and the one that
/// failed.
[[nodiscard]] std::vector<PreflightCheck> connection_checks(const client::Exchange& exchange,
                                                            const std::string& base_url,
                                                            const Clock& clock);

/// Returns the failed check for a redirect, which a run would not follow, or for the status of one
/// without a Location; nothing for others.
[[nodiscard]] std::optional<PreflightCheck> redirect_check(const http::Response& response,
                                                           const std::string& url);

/// Returns the failed check for a 503 or a status that only a gateway answers (see
/// http::is_gateway_status); nothing for others.
[[nodiscard]] std::optional<PreflightCheck> gateway_check(const http::Response& response);

/// Returns whether two responses say the same: their status, media type and the words of their
/// bodies, without those with digits (ids, times) and without the path of each request.
[[nodiscard]] bool are_alike(const http::Response& one,
                             std::string_view one_path,
                             const http::Response& other,
                             std::string_view other_path);

/// Returns the checks of clock skew and of the rate limit.
[[nodiscard]] std::vector<PreflightCheck> header_checks(const http::Response& response,
                                                        const Clock& clock);

}  // namespace plumbline::preflight
