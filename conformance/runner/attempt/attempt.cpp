#include "conformance/runner/attempt/attempt.hpp"

#include "conformance/checks/contract_checks.hpp"
#include "conformance/checks/message_check.hpp"
#include "conformance/monitors/history_monitor.hpp"
#include "conformance/runner/access/message_secrets.hpp"
#include "conformance/runner/access/secrets.hpp"
#include "conformance/runner/attempt/expected_statuses.hpp"
#include "conformance/runner/attempt/ignored_checks.hpp"
#include "conformance/runner/attempt/list_orders.hpp"
#include "conformance/runner/waiting.hpp"
#include "conformance/verdicts/severity.hpp"
#include "reports/reports.hpp"
#include "spec/base/text.hpp"
#include "spec/json/access.hpp"
#include "spec/json/parse.hpp"
#include "spec/json/print.hpp"
#include "spec/names/accepted_names.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <set>

namespace plumbline::runner {
namespace {

using reports::Finding;
using reports::Verdict;

constexpr std::size_t kExcerptBytes = 2000;

void read_body(AttemptData& data) {
    const http::Response& response = *data.exchange->response;
    const std::string* type = response.headers.find("Content-Type");
    if (type && http::is_json_media_type(http::media_type(*type)) && !response.body.empty()) {
        auto json = parse_foreign_json(response.body, "response body");
        if (json) {
            data.response_body = std::make_shared<const Json>(std::move(*json));
            return;
        }
        data.body_error = to_text(json.error());
    }
    data.response_body = std::make_shared<const Json>(Json(response.body));
}

void read_order(const AttemptContext& context, AttemptData& data) {
    const auto& orders = context.environment.list_orders;
    if (!orders || !data.json_body()) return;
    data.ordered_body =
        orders->ordered(*context.step.operation, data.exchange->call.url, *data.response_body);
}

/// Translates a successful JSON response from accepted alternative names to the contract's names;
/// the wire exchange stays unchanged. Returns the alternative names that were found.
std::vector<AcceptedNameMatch> apply_accepted_names(const Operation& operation,
                                                    client::Exchange& exchange) {
    const bool may_have = !operation.accepted_names.empty() && exchange.response &&
                          http::is_success(exchange.response->status);
    if (!may_have) return {};
    auto body = parse_foreign_json(exchange.response->body);
    if (!body) return {};
    auto matches = rename_accepted_names(operation, *body);
    if (matches.empty()) return matches;
    if (!exchange.wire) exchange.wire = std::make_shared<const client::Exchange>(exchange);
    exchange.response->body = to_text(*body);
    return matches;
}

/// Returns the finding for an alternative name; each is reported once per run.
Finding accepted_name_finding(const workflow::Step& step, const AcceptedNameMatch& match) {
    return {std::string(reports::kAcceptedName),
            Verdict::kObserved,
            match.member->requirements,
            step.where,
            match.member->pointer + " in the response of " + step.operation->id,
            match.name,
            "accepted for it: the description names it in prose only"};
}

std::string sent_content_type(const http::Request& request) {
    const std::string* type = request.headers.find("Content-Type");
    return type && !request.body.empty() ? *type : "";
}

/// Sets the verdict of each finding and adds the findings and verified requirements to the attempt.
void add_check_result(const RunContext& run, checks::CheckResult check_result, Attempt& attempt) {
    reports::StepResult& result = attempt.result;
    for (checks::CheckFinding& broken : check_result.findings) {
        Finding& finding = broken.finding;
        attempt.has_other_body = attempt.has_other_body || broken.is_other_body;
        rate(run.severity,
             finding.requirements.empty()
                 ? verdicts::verdict_for(broken.basis, run.severity)
                 : verdicts::verdict_for(finding.requirements, run.ledger, run.severity),
             finding);
        if (!broken.unknown_value.empty() && finding.verdict == Verdict::kFailed)
            attempt.unknown_values.push_back(std::move(broken.unknown_value));
        result.findings.push_back(std::move(finding));
    }
    result.findings.insert(result.findings.end(),
                           std::make_move_iterator(check_result.observations.begin()),
                           std::make_move_iterator(check_result.observations.end()));
    result.verified.insert(result.verified.end(),
                           std::make_move_iterator(check_result.verified.begin()),
                           std::make_move_iterator(check_result.verified.end()));
}

/// Checks the bytes of a response, also of one that cannot be read.
void check_message(const AttemptContext& context, Attempt& attempt) {
    checks::CheckResult checked =
        checks::check_message(*context.step.operation, *attempt.data.exchange, context.step.where);
    drop_unchecked(context, attempt.data, EvidenceSource::kResponse, checked.verified);
    add_check_result(context.run, std::move(checked), attempt);
}

void check_contract(const AttemptContext& context, Attempt& attempt) {
    const AttemptData& data = attempt.data;
    const workflow::Step& step = context.step;
    const http::Response& response = *data.exchange->response;
    const auto& coding_error = data.exchange->coding_error;
    checks::CheckResult checked =
        checks::check_exchange({*step.operation,
                                *step.api,
                                response,
                                response.body.empty() ? nullptr : data.json_body().get(),
                                data.body_error,
                                step.where,
                                sent_content_type(data.request->call.request),
                                coding_error ? &*coding_error : nullptr});
    drop_unchecked(context, data, EvidenceSource::kResponse, checked.verified);
    add_check_result(context.run, std::move(checked), attempt);
}

/// Adds the contract findings of a stream, and records the stream.
void add_stream_result(const AttemptContext& context, Attempt& attempt) {
    StreamOutcome& stream = *attempt.data.stream;
    drop_unchecked(context, attempt.data, EvidenceSource::kStream, stream.contract_result.verified);
    add_check_result(context.run, std::move(stream.contract_result), attempt);
    if (!stream.is_stream) return;
    const streaming::StreamSummary& summary = stream.summary;
    reports::StreamRecord record;
    record.events = summary.events;
    record.bytes = summary.bytes;
    if (summary.first_event) record.first_event_ms = milliseconds_of(*summary.first_event);
    if (summary.end) record.end = client::to_text(*summary.end);
    record.arrivals = std::move(stream.arrivals);
    record.excerpts = std::move(stream.excerpts);
    attempt.result.exchanges.back().streams.push_back(std::move(record));
}

monitors::MonitoredCall monitored_call(const AttemptContext& context, const BuiltRequest& request) {
    return {*context.step.operation,
            *context.step.api,
            request.call,
            member(*request.parameters, "path"),
            request.body.get(),
            context.environment.owner};
}

/// A response that is no stream and was cut is not judged, as if it was not read as a stream.
void fail_if_cut(client::Exchange& exchange) {
    using client::StreamEnd;
    const bool is_cut =
        exchange.stream_end == StreamEnd::kClosed || exchange.stream_end == StreamEnd::kReset;
    if (!is_cut || !exchange.response) return;
    const std::string* type = exchange.response->headers.find("Content-Type");
    if (type && http::is_sequence_media_type(http::media_type(*type))) return;
    if (!exchange.wire) exchange.wire = std::make_shared<const client::Exchange>(exchange);
    exchange.failure = Error{ErrorCode::kIo,
                             exchange.call.request.method + ' ' + exchange.call.url +
                                 ": the connection ended within the response, after status " +
                                 std::to_string(exchange.response->status),
                             {},
                             {}};
    exchange.response.reset();
}

/// Adds the secrets of a response before any text is made of it.
void add_response_secrets(const AttemptContext& context, const AttemptData& data) {
    const auto& secrets = context.environment.message_secrets;
    if (!secrets || !data.exchange->response) return;
    secrets->add_response(*context.step.api,
                          *context.step.operation,
                          *data.exchange->response,
                          data.json_body().get());
}

/// Checks the exchange against earlier ones. The findings count for the verdict, but do not affect
/// which steps are played next: that depends on the suite's criteria only.
void check_history(const AttemptContext& context, Attempt& attempt) {
    const auto& monitor = context.environment.monitor;
    if (!monitor) return;
    const AttemptData& data = attempt.data;
    checks::CheckResult checked =
        monitor->check(monitored_call(context, *data.request),
                       {*data.exchange, data.json_body(), context.step.where, context.step.id});
    drop_unchecked(context, data, EvidenceSource::kHistory, checked.verified);
    if (attempt.shows_nothing) checked.verified.clear();
    add_check_result(context.run, std::move(checked), attempt);
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

Finding error_finding(std::string code, std::string expected, const Error& error) {
    Finding finding{
        std::move(code), Verdict::kNotRun, {}, error.where, std::move(expected), error.message, ""};
    for (const std::string& note : error.notes) add_note(finding, note);
    return finding;
}

Attempt not_run(Attempt attempt, std::string expected, const Error& reason) {
    Finding finding = error_finding("request", std::move(expected), reason);
    if (finding.where.file.empty()) finding.where = attempt.result.where;
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
    record.started_ms = milliseconds_of(std::max(wire.started, run.run_started) - run.run_started);
    record.took_ms = milliseconds_of(wire.ended - wire.started);
    record.curl = client::curl_command(
        exchange, run.curl, current_variables(environment), current_secrets(environment));
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
    expressions::Scope scope = values.scope();
    scope.allowance = std::make_shared<JsonPathAllowance>();
    scope.outputs = data.outputs.get();
    if (data.request) data.request->add_to(scope);
    if (data.exchange && data.exchange->response) {
        scope.response = &*data.exchange->response;
        scope.response_body = (data.ordered_body ? data.ordered_body : data.response_body).get();
        scope.list_items = data.list_items;
    }
    return scope;
}

Attempt prepare_operation(const AttemptContext& context, int number) {
    constexpr const char* kExpected = "a request that can be built";
    const auto& [run, step, values, environment] = context;
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
    expressions::Scope scope = values.scope();
    scope.allowance = std::make_shared<JsonPathAllowance>();
    auto request = build_request(step, base, scope);
    if (!request) return not_run(std::move(attempt), kExpected, request.error());
    request->call.timeout = step.timeout.value_or(run.target.timeout);
    request->call.expected_statuses = expected_statuses(step);
    if (step.api->name() == kControlDocument && !run.target.control_token.empty())
        request->call.request.headers.set(kControlTokenHeader, run.target.control_token.reveal());
    if (environment.message_secrets) {
        environment.message_secrets->add_request(
            *step.api, *step.operation, *request->parameters, *request->body);
    }
    if (environment.monitor) environment.monitor->announce(monitored_call(context, *request));
    attempt.data.request = std::move(*request);
    return attempt;
}

void check_exchange(const AttemptContext& context,
                    client::Exchange completed_exchange,
                    StreamListener* listener,
                    Attempt& attempt) {
    const workflow::Step& step = context.step;
    client::Exchange& exchange = attempt.data.exchange.emplace(std::move(completed_exchange));
    fail_if_cut(exchange);
    const auto names = apply_accepted_names(*step.operation, exchange);
    if (!exchange.failure) {
        if (listener) attempt.data.stream = listener->finish(exchange);
        read_body(attempt.data);
        if (step.operation->resource) attempt.data.list_items = step.operation->resource->items;
        read_order(context, attempt.data);
    }
    add_response_secrets(context, attempt.data);
    attempt.result.exchanges.push_back(exchange_record(context.run, exchange, context.environment));
    check_message(context, attempt);
    if (exchange.failure) {
        Finding& finding = attempt.result.findings.emplace_back(
            error_finding("transport", "a response to " + step.operation->id, *exchange.failure));
        finding.where = step.where;
    } else {
        check_contract(context, attempt);
        if (listener) add_stream_result(context, attempt);
        for (const AcceptedNameMatch& name : names)
            attempt.result.findings.push_back(accepted_name_finding(step, name));
    }
    check_criteria(context, attempt);
    check_history(context, attempt);
}

Attempt try_operation(const AttemptContext& context, const Send& send, int number) {
    Attempt attempt = prepare_operation(context, number);
    if (!attempt.data.request) return attempt;
    std::optional<StreamListener> listener;
    client::HttpCall& call = attempt.data.request->call;
    if (may_stream(context.step)) {
        listener.emplace(context, *attempt.data.request);
        call.sink = &*listener;
    }
    const Instant ready = context.run.clock.now();
    client::Exchange exchange = send(call);
    attempt.delay = delay_between(ready, exchange.started);
    call.sink = nullptr;
    check_exchange(context, std::move(exchange), listener ? &*listener : nullptr, attempt);
    return attempt;
}

}  // namespace plumbline::runner
