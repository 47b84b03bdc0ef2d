#include "conformance/runner/attempt.hpp"

#include "conformance/checks/contract_checks.hpp"
#include "conformance/monitors/watch.hpp"
#include "conformance/runner/observing.hpp"
#include "conformance/runner/secrets.hpp"
#include "conformance/verdicts/weigh.hpp"
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

void read_body(Evidence& evidence) {
    const http::Response& response = *evidence.exchange->response;
    const std::string* type = response.headers.find("Content-Type");
    if (type && http::is_json_media_type(http::media_type(*type)) && !response.body.empty()) {
        auto json = parse_json(response.body, "response body");
        if (json) {
            evidence.response_body = std::make_shared<const Json>(std::move(*json));
            return;
        }
        evidence.body_problem = to_text(json.error());
    }
    evidence.response_body = std::make_shared<const Json>(Json(response.body));
}

Finding transport_finding(const workflow::Step& step, const Error& failure) {
    Finding finding;
    finding.code = "transport";
    finding.verdict = Verdict::kNotRun;
    finding.where = step.where;
    finding.expected = "an answer to " + step.operation->id;
    finding.got = failure.message;
    for (const std::string& note : failure.notes) add_note(finding, note);
    return finding;
}

std::string sent_type(const http::Request& request) {
    const std::string* type = request.headers.find("Content-Type");
    return type && !request.body.empty() ? http::media_type(*type) : "";
}

/// Weighs what was found and adds it, and what held, to the attempt.
void add_judged(const Stage& stage, checks::Judged judged, reports::StepResult& result) {
    for (checks::Observation& broken : judged.broken) {
        Finding& finding = broken.finding;
        finding.verdict =
            finding.requirements.empty()
                ? verdicts::broken(broken.basis, stage.severity)
                : verdicts::broken(finding.requirements, stage.ledger, stage.severity);
        result.findings.push_back(std::move(finding));
    }
    result.findings.insert(result.findings.end(),
                           std::make_move_iterator(judged.observed.begin()),
                           std::make_move_iterator(judged.observed.end()));
    result.verified.insert(result.verified.end(),
                           std::make_move_iterator(judged.verified.begin()),
                           std::make_move_iterator(judged.verified.end()));
}

void judge_contract(const Stage& stage, const workflow::Step& step, Attempt& attempt) {
    const http::Response& response = *attempt.evidence.exchange->response;
    const bool is_json = attempt.evidence.body_problem.empty() && !response.body.empty();
    add_judged(stage,
               checks::judge_exchange({*step.operation,
                                       *step.api,
                                       response,
                                       is_json ? attempt.evidence.response_body.get() : nullptr,
                                       attempt.evidence.body_problem,
                                       step.where,
                                       sent_type(attempt.evidence.request->call.request)}),
               attempt.result);
}

/// Adds what listening to a stream brought by the contract, and tells the record of it.
void judge_stream(const Stage& stage, Attempt& attempt) {
    Heard& heard = *attempt.evidence.heard;
    add_judged(stage, std::move(heard.judged), attempt.result);
    if (!heard.is_stream) return;
    const streaming::Summary& summary = heard.summary;
    reports::StreamRecord record;
    record.events = summary.events;
    record.bytes = summary.bytes;
    if (summary.first_event) record.first_event_ms = milliseconds(*summary.first_event);
    if (summary.end) record.end = client::to_text(*summary.end);
    attempt.result.exchanges.back().streams.push_back(std::move(record));
}

monitors::Call seen_by_monitors(const workflow::Step& step,
                                const BuiltRequest& request,
                                const Environment& environment) {
    return {*step.operation,
            *step.api,
            request.call,
            member(*request.parameters, "path"),
            request.body.get(),
            environment.owner};
}

/// Judges the exchange by those before it. What is found weighs in the verdict, but what is played
/// next does not depend on it: that is for the suite's criteria.
void judge_history(const Stage& stage,
                   const workflow::Step& step,
                   const Environment& environment,
                   Attempt& attempt) {
    if (!environment.watch) return;
    const Evidence& evidence = attempt.evidence;
    const bool is_json = evidence.response_body && evidence.body_problem.empty();
    add_judged(
        stage,
        environment.watch->judge(
            seen_by_monitors(step, *evidence.request, environment),
            {*evidence.exchange, is_json ? evidence.response_body : nullptr, step.where, step.id}),
        attempt.result);
    attempt.result.verdict = verdicts::weigh(attempt.result.findings);
}

}  // namespace

Attempt begin_attempt(const workflow::Step& step, int number) {
    Attempt attempt;
    attempt.result.id = step.id;
    attempt.result.attempt = number;
    attempt.result.where = step.where;
    attempt.result.cleanup = step.finally;
    return attempt;
}

Attempt not_run(Attempt attempt, std::string expected, const Error& why) {
    Finding finding;
    finding.code = "request";
    finding.verdict = Verdict::kNotRun;
    finding.where = why.where.file.empty() ? attempt.result.where : why.where;
    finding.expected = std::move(expected);
    finding.got = why.message;
    for (const std::string& note : why.notes) add_note(finding, note);
    attempt.result.findings.push_back(std::move(finding));
    attempt.result.verdict = Verdict::kNotRun;
    return attempt;
}

reports::ExchangeRecord record_of(const Stage& stage,
                                  const client::Exchange& exchange,
                                  const std::vector<std::string>& secrets) {
    const client::Exchange& wire = exchange.on_the_wire();
    reports::ExchangeRecord record;
    record.method = wire.call.request.method;
    record.url = wire.call.url;
    // What was held back never started: it has no time of its own.
    record.started_ms = milliseconds(std::max(wire.started, stage.run_started) - stage.run_started);
    record.took_ms = milliseconds(wire.ended - wire.started);
    record.curl = client::curl_command(exchange, stage.secret_headers);
    if (wire.response) {
        record.status = wire.response->status;
        record.response_excerpt = masked_excerpt(wire.response->body, kExcerptBytes, secrets);
    }
    return record;
}

void forget_not_yet(reports::StepResult& attempt, bool is_excused) {
    std::erase_if(attempt.findings, [&](const Finding& finding) {
        return finding.code == "criterion" || finding.code == "observation" ||
               finding.code == "transport" || (is_excused && finding.code == "status");
    });
    attempt.verdict = verdicts::weigh(attempt.findings);
}

expressions::Scope scope_of(const Values& values, const Evidence& evidence) {
    expressions::Scope scope;
    values.enter(scope);
    scope.outputs = evidence.outputs.get();
    if (evidence.request) {
        scope.url = &evidence.request->call.url;
        scope.request = &evidence.request->call.request;
        scope.request_parameters = evidence.request->parameters.get();
        scope.request_body = evidence.request->body.get();
    }
    if (evidence.exchange && evidence.exchange->response) {
        scope.response = &*evidence.exchange->response;
        scope.response_body = evidence.response_body.get();
    }
    return scope;
}

Attempt prepare_operation(const Stage& stage,
                          const workflow::Step& step,
                          const Values& values,
                          const Environment& environment,
                          int number) {
    constexpr const char* kWanted = "a request that can be put together";
    Attempt attempt = begin_attempt(step, number);
    const std::string base = base_url_of(environment, step.source, *step.api, step.server_url);
    if (base.empty()) {
        return not_run(std::move(attempt),
                       kWanted,
                       {ErrorCode::kNotFound,
                        "no address is known for " + step.source + "; give it with --server " +
                            step.source + "=URL",
                        {},
                        {}});
    }
    auto request = build_request(step, base, scope_of(values, {}));
    if (!request) return not_run(std::move(attempt), kWanted, request.error());
    request->call.timeout = step.timeout.value_or(stage.target.timeout);
    if (step.api->name() == "mock_control" && !stage.target.control_token.empty()) {
        request->call.request.headers.set(kControlTokenHeader, stage.target.control_token.reveal());
    }
    attempt.evidence.request = std::move(*request);
    if (environment.watch)
        environment.watch->announce(seen_by_monitors(step, *attempt.evidence.request, environment));
    return attempt;
}

Attempt judge_exchange(Attempt attempt,
                       client::Exchange given,
                       Listener* listener,
                       const Stage& stage,
                       const workflow::Step& step,
                       const Values& values,
                       const Environment& environment) {
    attempt.evidence.exchange = std::move(given);
    const auto names = take_names(*step.operation, *attempt.evidence.exchange);
    const client::Exchange& exchange = *attempt.evidence.exchange;
    attempt.result.exchanges.push_back(record_of(stage, exchange, environment.secrets));
    if (exchange.failure) {
        attempt.result.findings.push_back(transport_finding(step, *exchange.failure));
    } else {
        if (listener) attempt.evidence.heard = listener->finish(exchange);
        read_body(attempt.evidence);
        judge_contract(stage, step, attempt);
        if (listener) judge_stream(stage, attempt);
        for (const MetName& name : names)
            attempt.result.findings.push_back(name_met(*step.operation, name, step.where));
    }
    judge_criteria(stage, step, values, attempt);
    judge_history(stage, step, environment, attempt);
    return attempt;
}

Attempt try_operation(const Stage& stage,
                      const workflow::Step& step,
                      const Values& values,
                      const Environment& environment,
                      const Send& send,
                      int number) {
    Attempt attempt = prepare_operation(stage, step, values, environment, number);
    if (!attempt.evidence.request) return attempt;
    std::optional<Listener> listener;
    client::Call& call = attempt.evidence.request->call;
    if (listens(step)) {
        listener.emplace(stage, step, values, *attempt.evidence.request, environment.secrets);
        call.sink = &*listener;
    }
    client::Exchange exchange = send(call);
    call.sink = nullptr;
    return judge_exchange(std::move(attempt),
                          std::move(exchange),
                          listener ? &*listener : nullptr,
                          stage,
                          step,
                          values,
                          environment);
}

}  // namespace plumbline::runner
