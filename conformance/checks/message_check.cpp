#include "conformance/checks/message_check.hpp"

namespace plumbline::checks {

CheckResult check_message(const Operation& operation,
                          const client::Exchange& exchange,
                          const SourceRef& where) {
    CheckResult result;
    const client::Exchange& wire = exchange.wire_exchange();
    for (const http::MessageViolation& violation : wire.violations) {
        CheckFinding& added = result.findings.emplace_back();
        added.finding.code = "http";
        added.finding.where = where;
        added.finding.expected = violation.expected;
        added.finding.got = violation.got;
        added.finding.requirements = operation.message_requirements;
    }
    const bool was_stream = wire.stream_end && wire.response &&
                            http::is_success(wire.response->status) &&
                            http::is_sequence_media_type(
                                http::media_type(wire.response->headers.joined("Content-Type")));
    if (wire.response && !exchange.failure && wire.violations.empty() && !was_stream)
        result.verified = operation.message_requirements;
    return result;
}

}  // namespace plumbline::checks
