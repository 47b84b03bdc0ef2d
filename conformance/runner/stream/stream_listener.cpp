#include "conformance/runner/stream/stream_listener.hpp"

#include "conformance/client/client.hpp"
#include "conformance/runner/access/message_secrets.hpp"
#include "conformance/runner/access/output_mask.hpp"
#include "conformance/runner/waiting.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {
namespace {

using client::StreamEnd;

/// From the head of a response that is not a stream to its end.
constexpr std::chrono::seconds kNonStreamTimeout{2};

streaming::StreamCheckInput stream_check_input(const AttemptContext& context,
                                               const BuiltRequest& request) {
    const auto& [run, step, values, environment] = context;
    const Json* path = member(*request.parameters, "path");
    streaming::StreamCheckInput subject{.operation = *step.operation, .api = *step.api};
    if (!request.body->is_null()) subject.request = request.body.get();
    if (path) subject.run_id = string_or(*path, "run_id", "");
    subject.where = step.where;
    subject.mask = output_mask(environment);
    subject.records_arrivals = true;
    subject.is_in_real_time = !run.target.has_control();
    if (environment.message_secrets) {
        subject.observe_event =
            [secrets = environment.message_secrets, api = step.api, operation = step.operation](
                const sse::Event& event, const Json* data) {
                secrets->add_event(*api, *operation, data, event.data);
            };
    }
    if (const auto name_mapping = run.target.name_mapping;
        name_mapping && name_mapping->covers(step.api->name())) {
        subject.rename = [name_mapping, operation = step.operation](std::string_view event,
                                                                    const Json& data) {
            return name_mapping->translate_event(
                *operation, event, data, NameDirection::kToContract);
        };
    }
    if (step.sse) {
        subject.replaced_keys = step.sse->replaced_keys;
        subject.pauses = {step.sse->requested_pause, step.sse->requested_steps};
        subject.must_end = step.sse->must_end;
    }
    return subject;
}

std::string describe_end(StreamEnd end) {
    switch (end) {
        case StreamEnd::kComplete:
            return "a clean end";
        case StreamEnd::kClosed:
            return "the connection closed within it";
        case StreamEnd::kReset:
            return "the connection was reset within it";
        case StreamEnd::kDeadline:
            return "no end before the deadline";
        case StreamEnd::kStopped:
            return "stopped";
        case StreamEnd::kMalformed:
            return "malformed bytes";
    }
    return "";
}

constexpr std::string_view kErrorEvent = "error";

}  // namespace

bool may_stream(const workflow::Step& step) {
    if (!step.operation) return false;
    if (step.sse) return true;
    const auto& responses = step.operation->responses;
    return std::ranges::any_of(responses, [](const DeclaredResponse& response) {
        return std::ranges::any_of(response.content, [](const MediaType& content) {
            return http::is_sequence_media_type(http::media_type(content.name));
        });
    });
}

StreamListener::StreamListener(const AttemptContext& context, const BuiltRequest& request)
    : run_(context.run),
      step_(context.step),
      values_(context.values),
      request_(request),
      checker_(stream_check_input(context, request)),
      observed_events_(step_.observations.size()),
      is_answered_(step_.observations.size()),
      outputs_(std::make_shared<Json>(Json::object())) {
    if (step_.sse) rules_.emplace(step_);
}

void StreamListener::begin(Instant at) {
    started_ = at;
    last_bytes_at_ = at;
    checker_.begin(at);
}

void StreamListener::take_head_line(std::string_view line, Instant at) {
    last_bytes_at_ = at;
    checker_.take_head_line(line);
    if (!checker_.head().is_complete()) return;
    head_at_ = at;
    response_.status = checker_.head().status();
    response_.headers = checker_.head().headers();
    const std::lock_guard lock(mutex_);
    has_head_ = true;
    sent_at_ = started_;
    changed_.notify_all();
}

bool StreamListener::take_bytes(std::string_view bytes, Instant at) {
    last_bytes_at_ = at;
    bool continues = true;
    checker_.feed(bytes, at, [&](const streaming::ReceivedEvent& received) {
        continues = add_event(received);
        return continues;
    });
    return continues && !is_stop_requested() && at < non_stream_deadline();
}

/// A response that is not a stream is read to its end, but it might not end.
Instant StreamListener::non_stream_deadline() const {
    const streaming::ResponseHead& head = checker_.head();
    return head.is_complete() && !head.is_stream() ? head_at_ + kNonStreamTimeout : Instant::max();
}

/// Returns whether a server may send the event beside the output of the agent run: one of
/// `other_events` that is neither the first event nor an error. Rules of the suite do not see it,
/// so that their counts and their last event are those of the agent run.
bool StreamListener::is_beside_output(std::string_view name) const {
    const StreamContract* contract = step_.operation->stream();
    if (!contract || name == kErrorEvent || !contract->is_other_event(name)) return false;
    return !contract->first || contract->first->name != name;
}

bool StreamListener::add_event(const streaming::ReceivedEvent& received) {
    // Of a stream that the contract does not describe, every event counts.
    const bool keeps_alive = step_.operation->stream() && received.mode.empty() && received.data &&
                             received.data->is_null();
    if (keeps_alive || is_beside_output(received.event.type)) return true;
    const EventValue event = event_value(received);
    expressions::Scope own = scope();
    event.add_to(own);
    if (rules_) rules_->add_event(own, event, [&] { return checker_.describe(received.position); });
    collect_observed_events(own, event);
    {
        const std::lock_guard lock(mutex_);
        collect_outputs(own);
        ++events_;
        last_event_at_ = received.arrived_at;
        const bool is_awaited =
            step_.background && events_ <= step_.background->release_after_events;
        if (events_ == 1 || is_awaited) measured_from_ = received.arrived_at;
    }
    changed_.notify_all();
    return !should_disconnect(own);
}

bool StreamListener::should_disconnect(const expressions::Scope& scope) const {
    if (!step_.sse) return false;
    const auto& rules = *step_.sse;
    if (rules.disconnect_after_events && events_ >= *rules.disconnect_after_events) return true;
    const auto& when = rules.disconnect_when;
    return !when.empty() && all_hold(when, scope);
}

/// An output that reads events gets its value from the first event that has one.
void StreamListener::collect_outputs(const expressions::Scope& scope) {
    for (const workflow::OutputDefinition& output : step_.outputs) {
        if (!output.value.uses().message || outputs_->contains(output.name)) continue;
        if (auto value = output.value.evaluate(scope)) (*outputs_)[output.name] = std::move(*value);
    }
}

/// A question is answered by the first event for which it holds, else by the latest.
void StreamListener::collect_observed_events(const expressions::Scope& scope,
                                             const EventValue& event) {
    for (std::size_t i = 0; i < observed_events_.size(); ++i) {
        const workflow::StepObservation& one = step_.observations[i];
        const bool reads =
            one.criterion ? one.criterion->uses().message : one.value->uses().message;
        if (!reads || is_answered_[i]) continue;
        observed_events_[i] = event;
        is_answered_[i] = one.criterion ? one.criterion->evaluate(scope).holds
                                        : one.value->evaluate(scope).has_value();
    }
}

expressions::Scope StreamListener::scope() const {
    expressions::Scope scope = values_.scope();
    request_.add_to(scope);
    scope.response = &response_;
    return scope;
}

std::optional<Instant> StreamListener::idle_deadline() const {
    if (is_stop_requested()) return started_;
    Instant until = non_stream_deadline();
    const auto& rules = step_.sse;
    if (rules && rules->first_event_within && checker_.summary().events == 0)
        until = std::min<Instant>(until, started_ + *rules->first_event_within);
    if (rules && rules->idle_within)
        until = std::min<Instant>(until, last_bytes_at_ + *rules->idle_within);
    return until == Instant::max() ? std::nullopt : std::optional(until);
}

bool StreamListener::wait_for_events(std::uint64_t events) {
    std::unique_lock lock(mutex_);
    // The exchange ends by its own deadline, and wakes this thread.
    const auto has_arrived = [&] { return has_head_ && events_ >= events; };
    changed_.wait(lock, [&] { return is_over_ || has_arrived(); });
    return has_arrived();
}

Instant StreamListener::sent_at() const {
    const std::lock_guard lock(mutex_);
    return sent_at_;
}

Json StreamListener::outputs() const {
    const std::lock_guard lock(mutex_);
    return *outputs_;
}

void StreamListener::notify_end() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    changed_.notify_all();
}

StreamOutcome StreamListener::finish(const client::Exchange& exchange) {
    StreamEnd end = exchange.stream_end.value_or(StreamEnd::kComplete);
    if (end == StreamEnd::kDeadline && is_stop_requested()) end = StreamEnd::kStopped;
    checker_.finish(end,
                    [&](const streaming::ReceivedEvent& received) { return add_event(received); });
    StreamOutcome outcome;
    outcome.is_stream = checker_.head().is_stream();
    outcome.summary = checker_.summary();
    outcome.contract_result = checker_.take_result();
    outcome.arrivals = checker_.take_arrivals();
    outcome.excerpts = checker_.take_excerpts();
    outcome.outputs = std::make_shared<const Json>(outputs());
    outcome.observed_events = std::move(observed_events_);
    outcome.is_interrupted = is_stop_requested();
    outcome.duration = last_event_at_ - measured_from_;
    if (!rules_) return outcome;
    outcome.needed_events = rules_->needed_events();
    if (outcome.is_interrupted) {
        outcome.failures = rules_->failures();
        return outcome;
    }
    if (!outcome.is_stream && step_.sse->is_optional) {
        outcome.verified = rules_->verified_by_no_event();
        return outcome;
    }
    if (outcome.is_stream) {
        finish_rules(end, exchange, outcome);
    } else {
        const std::string* type = response_.headers.find("Content-Type");
        outcome.failures.push_back(
            {step_.sse->where,
             type_requirements(),
             "a stream of events",
             fmt::format("status {}, {}",
                         response_.status,
                         type ? "Content-Type " + *type : "no Content-Type")});
    }
    return outcome;
}

void StreamListener::finish_rules(StreamEnd end,
                                  const client::Exchange& exchange,
                                  StreamOutcome& outcome) {
    rules_->finish(scope(), is_cut(end, exchange.ended));
    outcome.failures = rules_->failures();
    for (StreamRuleFailure& failure : outcome.failures) {
        if (failure.is_cut) failure.got += "; " + describe_end(end);
    }
    outcome.verified = rules_->verified();
    if (end == StreamEnd::kComplete && outcome.summary.events > 0)
        outcome.verified.insert(
            outcome.verified.end(), step_.sse->verifies.end.begin(), step_.sse->verifies.end.end());
    auto failure = late_first_event(exchange);
    if (!failure) failure = unexpected_end(end);
    if (failure) outcome.failures.push_back(std::move(*failure));
}

/// Returns the requirements on the type of the response, if it has the status of a stream.
std::vector<std::string> StreamListener::type_requirements() const {
    const DeclaredResponse* declared = step_.operation->response_for(response_.status);
    const bool is_success = http::is_success(response_.status);
    return declared && is_success ? declared->content_requirements : std::vector<std::string>{};
}

/// Returns the requirements that the suite names for a rule, else those that the contract states
/// for the streams of the operation.
std::vector<std::string> StreamListener::own_or_stated(const std::vector<std::string>& own,
                                                       std::string_view rule_name) const {
    if (!own.empty()) return own;
    const StreamContract* contract = step_.operation->stream();
    const StreamRule* rule = contract ? contract->rule(rule_name) : nullptr;
    return rule ? rule->requirements : std::vector<std::string>{};
}

std::optional<StreamRuleFailure> StreamListener::late_first_event(
    const client::Exchange& exchange) const {
    const auto& within = step_.sse->first_event_within;
    const auto first = checker_.summary().first_event;
    const Duration waited = exchange.ended - started_;
    if (!within || (first ? *first : waited) <= *within) return std::nullopt;
    // A stream that closes earlier is not late.
    if (!first && exchange.stream_end != StreamEnd::kDeadline) return std::nullopt;
    return StreamRuleFailure{step_.sse->where,
                             own_or_stated(step_.sse->verifies.first_event_within, "arrival"),
                             fmt::format("the first event within {} ms", within->count()),
                             first ? fmt::format("after {:.1f} ms", milliseconds_of(*first))
                                   : fmt::format("none in {:.1f} ms", milliseconds_of(waited))};
}

/// Returns whether events may be missing because of the connection or the timeout of the request: a
/// wait that the suite itself limits shows that they did not come.
bool StreamListener::is_cut(StreamEnd end, Instant ended) const {
    if (end == StreamEnd::kComplete || end == StreamEnd::kStopped) return false;
    if (end != StreamEnd::kDeadline) return true;
    const workflow::StreamRules& rules = *step_.sse;
    const bool is_late = rules.first_event_within && checker_.summary().events == 0 &&
                         ended >= started_ + *rules.first_event_within;
    const bool is_idle = rules.idle_within && ended >= last_bytes_at_ + *rules.idle_within;
    return rules.must_end && !is_late && !is_idle;
}

/// If the suite accepts any end, a deadline or silence may end the stream; but a reset or malformed
/// data may not.
std::optional<StreamRuleFailure> StreamListener::unexpected_end(StreamEnd end) const {
    const workflow::StreamRules& rules = *step_.sse;
    if (end == StreamEnd::kComplete || end == StreamEnd::kStopped) return std::nullopt;
    // In the chunked coding the missing last chunk has been reported, and is the only violation.
    if (end == StreamEnd::kClosed && checker_.head().is_chunked()) return std::nullopt;
    const bool is_cut = end == StreamEnd::kDeadline || end == StreamEnd::kClosed;
    if (is_cut && !rules.must_end) return std::nullopt;
    const auto& idle = rules.idle_within;
    const bool is_idle = end == StreamEnd::kDeadline && idle;
    const auto& own = rules.verifies;
    return StreamRuleFailure{
        rules.where,
        is_idle ? own_or_stated(own.idle_within, "arrival") : own_or_stated(own.end, "end"),
        is_idle ? fmt::format("an end, and no silence of {} ms before it", idle->count())
                : "a clean end of the stream",
        describe_end(end)};
}

}  // namespace plumbline::runner
