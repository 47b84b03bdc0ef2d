#pragma once
// Checks the bytes of a response.

#include "conformance/checks/contract_checks.hpp"

namespace plumbline::checks {

/// Returns a finding for each violation of HTTP/1.1 in the bytes of a response, complete or not, of
/// `operation`; a response without any verifies the operation's message requirements, unless its
/// bytes were judged as a stream. Source: RFC 9112; description, "Endpoints".
[[nodiscard]] CheckResult check_message(const Operation& operation,
                                        const client::Exchange& exchange,
                                        const SourceRef& where);

}  // namespace plumbline::checks
