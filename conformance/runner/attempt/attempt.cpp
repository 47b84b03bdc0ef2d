#include "conformance/runner/attempt/attempt.hpp"

#include "conformance/checks/contract_checks.hpp"
#include "conformance/monitors/history_monitor.hpp"
#include "conformance/runner/access/message_secrets.hpp"
#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/attempt/expected_statuses.hpp"
#include "conformance/runner/attempt/observations.hpp"
#include "conformance/verdicts/severity.hpp"
#include "reports/reports.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace plumbline::runner {
namespace {

using reports::Finding;
using reports::Verdict;

constexpr std::size_t kExcerptBytes = 2000;

double milliseconds(Duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

void read_body(AttemptData& data) {
    const http::Response& response = *data.exchange->response;
    const std::string* type = response.headers.find("Content-Type");
    if (type && http::is_json_media_type(http::media_type(*type)) && !response.body.empty()) {
        auto json = parse_json(response.body, "response body");
        if (json) {
            data.response_body = std::make_shared<const Json>(std::move(*json));
            return;
        }
        data.body_error = to_text(json.error());
    }
    data.response_body = std::make_shared<const Json>(Json(response.body));
}

Finding transport_finding(const workflow::Step& step, const Error& failure) {
    Finding finding;
    finding.code = "transport";
    finding.verdict = Verdict::kNotRun;
    finding.where = step.where;
    finding.expected = "a response to " + step.operation->id;
    finding.got = failure.message;
    for (const std::string& note : failure.notes) add_note(finding, note);
    return finding;
}

std::string sent_media_type(const http::Request& request) {
    const std::string* type = request.headers.find("Content-Type");
    return type && !request.body.empty() ? http::media_type(*type) : "";
}

/// Sets the verdict of each finding and adds the findings and verified requirements to the attempt.
void add_check_result(const RunContext& run,
                      checks::CheckResult check_result,
                      reports::StepResult& result) {
    for (checks::CheckFinding& broken : check_result.findings) {
        Finding& finding = broken.finding;
        finding.verdict =
            finding.requirements.empty()
                ? verdicts::verdict_for(broken.basis, run.severity)
                : verdicts::verdict_for(finding.requirements, run.ledger, run.severity);
        result.findings.push_back(std::move(finding));
    }
    result.findings.insert(result.findings.end(),
                           std::make_move_iterator(check_result.observations.begin()),
                           std::make_move_iterator(check_result.observations.end()));
    result.verified.insert(result.verified.end(),
                           std::make_move_iterator(check_result.verified.begin()),
                           std::make_move_iterator(check_result.verified.end()));
}

void check_contract(const RunContext& run, const workflow::Step& step, Attempt& attempt) {
    const http::Response& response = *attempt.data.exchange->response;
    const bool is_json = attempt.data.body_error.empty() && !response.body.empty();
    add_check_result(run,
                     checks::check_exchange({*step.operation,
                                             *step.api,
                                             response,
                                             is_json ? attempt.data.response_body.get() : nullptr,
                                             attempt.data.body_error,
                                             step.where,
                                             sent_media_type(attempt.data.request->call.request)}),
                     attempt.result);
}

/// Adds the contract findings of a stream, and records the stream.
void add_stream_result(const RunContext& run, Attempt& attempt) {
    StreamOutcome& stream = *attempt.data.stream;
    add_check_result(run, std::move(stream.contract_result), attempt.result);
    if (!stream.is_stream) return;
    const streaming::StreamSummary& summary = stream.summary;
    reports::StreamRecord record;
    record.events = summary.events;
    record.bytes = summary.bytes;
    if (summary.first_event) record.first_event_ms = milliseconds(*summary.first_event);
    if (summary.end) record.end = client::to_text(*summary.end);
    attempt.result.exchanges.back().streams.push_back(std::move(record));
}

monitors::MonitoredCall monitored_call(const workflow::Step& step,
                                       const BuiltRequest& request,
                                       const Environment& environment) {
    return {*step.operation,
            *step.api,
            request.call,
            member(*request.parameters, "path"),
            request.body.get(),
            environment.owner};
}

/// Adds the secrets of a response before any text is made of it.
void add_response_secrets(const workflow::Step& step,
                          const Environment& environment,
                          const AttemptData& data) {
    if (!environment.message_secrets || !data.exchange->response) return;
    const bool is_json = data.response_body && data.body_error.empty();
    environment.message_secrets->add_response(*step.api,
                                              *step.operation,
                                              *data.exchange->response,
                                              is_json ? data.response_body.get() : nullptr);
}

/// Checks the exchange against earlier ones. The findings count for the verdict, but do not affect
/// which steps are played next: that depends on the suite's criteria only.
void check_history(const RunContext& run,
                   const workflow::Step& step,
                   const Environment& environment,
                   Attempt& attempt) {
    if (!environment.monitor) return;
    const AttemptData& data = attempt.data;
    const bool is_json = data.response_body && data.body_error.empty();
    add_check_result(
        run,
        environment.monitor->check(
            monitored_call(step, *data.request, environment),
            {*data.exchange, is_json ? data.response_body : nullptr, step.where, step.id}),
        attempt.result);
    attempt.result.verdict = verdicts::worst_verdict(attempt.result.findings);
}

}  // namespace

Attempt new_attempt(const workflow::Step& step, int number) {
    Attempt attempt;
    attempt.result.id = step.id;
    attempt.result.attempt = number;
    attempt.result.where = step.where;
    attempt.result.cleanup = step.finally;
    return attempt;
}

Attempt not_run(Attempt attempt, std::string expected, const Error& reason) {
    Finding finding;
    finding.code = "request";
    finding.verdict = Verdict::kNotRun;
    finding.where = reason.where.file.empty() ? attempt.result.where : reason.where;
    finding.expected = std::move(expected);
    finding.got = reason.message;
    for (const std::string& note : reason.notes) add_note(finding, note);
    attempt.result.findings.push_back(std::move(finding));
    attempt.result.verdict = Verdict::kNotRun;
    return attempt;
}

reports::ExchangeRecord exchange_record(const RunContext& run,
                                        const client::Exchange& exchange,
                                        const Environment& environment) {
    const client::Exchange& wire = exchange.wire_exchange();
    reports::ExchangeRecord record;
    record.method = wire.call.request.method;
    record.url = wire.call.url;
    // A call that was refused was never sent: it has no start time.
    record.started_ms = milliseconds(std::max(wire.started, run.run_started) - run.run_started);
    record.took_ms = milliseconds(wire.ended - wire.started);
    record.curl =
        client::curl_command(exchange, run.curl, environment.variables, environment.secrets);
    if (wire.response) {
        record.status = wire.response->status;
        record.response_excerpt =
            masked_excerpt(wire.response->body, kExcerptBytes, output_mask(environment));
    }
    return record;
}

void drop_provisional_findings(reports::StepResult& attempt, bool is_excused) {
    std::erase_if(attempt.findings, [&](const Finding& finding) {
        return finding.code == "criterion" || finding.code == "observation" ||
               finding.code == "transport" || finding.code == reports::kPrecondition ||
               (is_excused && finding.code == "status");
    });
    attempt.verdict = verdicts::worst_verdict(attempt.findings);
}

expressions::Scope scope_of(const WorkflowValues& values, const AttemptData& data) {
    expressions::Scope scope;
    values.add_to(scope);
    scope.outputs = data.outputs.get();
    if (data.request) {
        scope.url = &data.request->call.url;
        scope.request = &data.request->call.request;
        scope.request_parameters = data.request->parameters.get();
        scope.request_body = data.request->body.get();
    }
    if (data.exchange && data.exchange->response) {
        scope.response = &*data.exchange->response;
        scope.response_body = data.response_body.get();
    }
    return scope;
}

Attempt prepare_operation(const RunContext& run,
                          const workflow::Step& step,
                          const WorkflowValues& values,
                          const Environment& environment,
                          int number) {
    constexpr const char* kExpected = "a request that can be built";
    Attempt attempt = new_attempt(step, number);
    const std::string base =
        base_url_of(environment.urls(), step.source, *step.api, step.server_url);
    if (base.empty()) {
        return not_run(std::move(attempt),
                       kExpected,
                       {ErrorCode::kNotFound,
                        "unknown base URL of " + step.source + "; give it with --server " +
                            step.source + "=URL",
                        {},
                        {}});
    }
    auto request = build_request(step, base, scope_of(values, {}));
    if (!request) return not_run(std::move(attempt), kExpected, request.error());
    request->call.timeout = step.timeout.value_or(run.target.timeout);
    request->call.expected_statuses = expected_statuses(step);
    if (step.api->name() == "mock_control" && !run.target.control_token.empty()) {
        request->call.request.headers.set(kControlTokenHeader, run.target.control_token.reveal());
    }
    attempt.data.request = std::move(*request);
    if (environment.message_secrets) {
        const BuiltRequest& built = *attempt.data.request;
        environment.message_secrets->add_request(
            *step.api, *step.operation, *built.parameters, *built.body);
    }
    if (environment.monitor)
        environment.monitor->announce(monitored_call(step, *attempt.data.request, environment));
    return attempt;
}

Attempt check_attempt(Attempt attempt,
                      client::Exchange completed_exchange,
                      StreamListener* listener,
                      const RunContext& run,
                      const workflow::Step& step,
                      const WorkflowValues& values,
                      const Environment& environment) {
    attempt.data.exchange = std::move(completed_exchange);
    const auto names = apply_accepted_names(*step.operation, *attempt.data.exchange);
    const client::Exchange& exchange = *attempt.data.exchange;
    if (!exchange.failure) {
        if (listener) attempt.data.stream = listener->finish(exchange);
        read_body(attempt.data);
    }
    add_response_secrets(step, environment, attempt.data);
    attempt.result.exchanges.push_back(exchange_record(run, exchange, environment));
    if (exchange.failure) {
        attempt.result.findings.push_back(transport_finding(step, *exchange.failure));
    } else {
        check_contract(run, step, attempt);
        if (listener) add_stream_result(run, attempt);
        for (const AcceptedNameMatch& name : names)
            attempt.result.findings.push_back(
                accepted_name_finding(*step.operation, name, step.where));
    }
    check_criteria(run, step, values, attempt);
    check_history(run, step, environment, attempt);
    return attempt;
}

Attempt try_operation(const RunContext& run,
                      const workflow::Step& step,
                      const WorkflowValues& values,
                      const Environment& environment,
                      const Send& send,
                      int number) {
    Attempt attempt = prepare_operation(run, step, values, environment, number);
    if (!attempt.data.request) return attempt;
    std::optional<StreamListener> listener;
    client::HttpCall& call = attempt.data.request->call;
    if (may_stream(step)) {
        listener.emplace(run, step, values, *attempt.data.request, environment);
        call.sink = &*listener;
    }
    client::Exchange exchange = send(call);
    call.sink = nullptr;
    return check_attempt(std::move(attempt),
                         std::move(exchange),
                         listener ? &*listener : nullptr,
                         run,
                         step,
                         values,
                         environment);
}

}  // namespace plumbline::runner
