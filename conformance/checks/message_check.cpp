#include "conformance/checks/message_check.hpp"

#include "spec/http/gateway_status.hpp"

namespace plumbline::checks {

CheckResult check_message(const Operation& operation,
                          const client::Exchange& exchange,
                          const SourceRef& where) {
    CheckResult result;
    const client::Exchange& wire = exchange.wire_exchange();
    // A gateway in front of the service has written a response that was given up.
    if (exchange.failure && wire.response && http::is_gateway_status(wire.response->status))
        return result;
    for (const http::MessageViolation& violation : wire.violations) {
        CheckFinding& added = result.findings.emplace_back();
        added.finding.code = "http";
        added.finding.where = where;
        added.finding.expected = violation.expected;
        added.finding.got = violation.got;
        added.finding.requirements = operation.message_requirements;
    }
    if (exchange.failure || !wire.response || !wire.violations.empty()) return result;
    const bool was_read = !wire.stream_end || *wire.stream_end == client::StreamEnd::kComplete;
    const bool was_stream =
        wire.stream_end && http::is_sequence(wire.response->status, wire.response->headers);
    if (was_read && !was_stream) result.verified = operation.message_requirements;
    return result;
}

}  // namespace plumbline::checks
