#pragma once
// Checks of one exchange with a target.

#include "conformance/client/client.hpp"
#include "conformance/preflight/preflight_check.hpp"
#include "spec/base/clock.hpp"

#include <optional>
#include <string>
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

/// Returns the failed check for a redirect, which a run would not follow; nothing for others.
[[nodiscard]] std::optional<PreflightCheck> redirect_check(const http::Response& response,
                                                           const std::string& url);

/// Returns the failed check for a 502, 503 or 504, which a gateway answers instead of the service;
/// nothing for others.
[[nodiscard]] std::optional<PreflightCheck> gateway_check(const http::Response& response);

/// Returns the checks of clock skew and of the rate limit.
[[nodiscard]] std::vector<PreflightCheck> header_checks(const http::Response& response,
                                                        const Clock& clock);

}  // namespace plumbline::preflight
