#include "conformance/runner/listener.hpp"

#include "conformance/client/mask.hpp"
#include "spec/json/access.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace plumbline::runner {
namespace {

using client::StreamEnd;

constexpr std::string_view kStreamType = "text/event-stream";
constexpr std::string_view kRunParameter = "run_id";
/// From the head of an answer that is no stream to its end.
constexpr std::chrono::seconds kPatienceWithOthers{2};

streaming::Subject subject_of(const Stage& stage,
                              const workflow::Step& step,
                              const BuiltRequest& request,
                              std::vector<std::string> secrets) {
    const Json* path = member(*request.parameters, "path");
    streaming::Subject subject{.operation = *step.operation, .api = *step.api};
    if (!request.body->is_null()) subject.request = request.body.get();
    if (path) subject.run_id = string_or(*path, kRunParameter, "");
    subject.where = step.where;
    subject.mask = [secrets = std::move(secrets)](std::string_view text) {
        return client::mask_secrets(text, secrets);
    };
    if (const auto naming = stage.target.vocabulary; naming && naming->covers(step.api->name())) {
        subject.rename = [naming, operation = step.operation](std::string_view event,
                                                              const Json& data) {
            return naming->translated_event(*operation, event, data, Toward::kOurs);
        };
    }
    if (step.sse) {
        subject.replaced = step.sse->replaced;
        subject.has_to_end = step.sse->has_to_end;
    }
    return subject;
}

std::string words_of(StreamEnd end) {
    switch (end) {
        case StreamEnd::kComplete:
            return "a clean end";
        case StreamEnd::kClosed:
            return "the connection closed within it";
        case StreamEnd::kReset:
            return "the connection was reset within it";
        case StreamEnd::kDeadline:
            return "no end before the deadline";
        case StreamEnd::kLeft:
            return "left";
        case StreamEnd::kGarbled:
            return "bytes that cannot be read";
    }
    return "";
}

Instant earlier(std::optional<Instant> one, Instant other) {
    return one ? std::min(*one, other) : other;
}

double milliseconds_of(Duration time) {
    return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace

bool listens(const workflow::Step& step) {
    if (!step.operation) return false;
    if (step.sse) return true;
    const auto& responses = step.operation->responses;
    return std::any_of(responses.begin(), responses.end(), [](const DeclaredResponse& response) {
        return std::any_of(
            response.content.begin(), response.content.end(), [](const Content& content) {
                return content.media_type == kStreamType;
            });
    });
}

Listener::Listener(const Stage& stage,
                   const workflow::Step& step,
                   Values values,
                   BuiltRequest request,
                   std::vector<std::string> secrets)
    : stage_(stage),
      step_(step),
      values_(std::move(values)),
      request_(std::move(request)),
      judge_(subject_of(stage, step, request_, std::move(secrets))),
      answers_(step.observations.size()),
      is_answered_(step.observations.size()),
      outputs_(std::make_shared<Json>(Json::object())) {
    if (step.sse) rules_.emplace(step);
}

void Listener::begin(Instant at) {
    started_ = at;
    last_bytes_ = at;
    judge_.begin(at);
}

void Listener::take_head_line(std::string_view line, Instant at) {
    last_bytes_ = at;
    judge_.take_head_line(line);
    if (!judge_.head().is_whole()) return;
    head_at_ = at;
    response_.status = judge_.head().status();
    response_.headers = judge_.head().headers();
    const std::lock_guard lock(mutex_);
    has_head_ = true;
    changed_.notify_all();
}

bool Listener::take_bytes(std::string_view bytes, Instant at) {
    last_bytes_ = at;
    bool goes_on = true;
    judge_.take(bytes, at, [&](const streaming::Seen& seen) {
        goes_on = take_event(seen);
        return goes_on;
    });
    return goes_on && !is_told() && at < end_of_others();
}

/// Whatever comes in place of a stream is read to its end; but it might have none.
Instant Listener::end_of_others() const {
    const streaming::Head& head = judge_.head();
    return head.is_whole() && !head.is_stream() ? head_at_ + kPatienceWithOthers : Instant::max();
}

bool Listener::take_event(const streaming::Seen& seen) {
    const EventValue event = value_of(seen);
    expressions::Scope own = scope();
    event.enter(own);
    if (rules_) rules_->take(own, event, [&] { return judge_.describe(seen.spot); });
    keep_answers(own, event);
    {
        const std::lock_guard lock(mutex_);
        keep_outputs(own);
        ++events_;
    }
    changed_.notify_all();
    return !has_enough(own);
}

bool Listener::has_enough(const expressions::Scope& scope) const {
    if (!step_.sse) return false;
    const auto& rules = *step_.sse;
    if (rules.disconnect_after_events && events_ >= *rules.disconnect_after_events) return true;
    const auto& when = rules.disconnect_when;
    return !when.empty() && std::all_of(when.begin(), when.end(), [&](const auto& criterion) {
        return criterion.judge(scope).holds;
    });
}

/// An output that reads events takes the first in which it has a value.
void Listener::keep_outputs(const expressions::Scope& scope) {
    for (const workflow::Output& output : step_.outputs) {
        if (!output.value.uses().message || outputs_->contains(output.name)) continue;
        if (auto value = output.value.evaluate(scope)) (*outputs_)[output.name] = std::move(*value);
    }
}

/// A question is answered by the first event of which it holds, else by the latest.
void Listener::keep_answers(const expressions::Scope& scope, const EventValue& event) {
    for (std::size_t i = 0; i < answers_.size(); ++i) {
        const workflow::Observation& one = step_.observations[i];
        const bool reads =
            one.criterion ? one.criterion->uses().message : one.value->uses().message;
        if (!reads || is_answered_[i]) continue;
        answers_[i] = event;
        is_answered_[i] = one.criterion ? one.criterion->judge(scope).holds
                                        : one.value->evaluate(scope).has_value();
    }
}

expressions::Scope Listener::scope() const {
    expressions::Scope scope;
    values_.enter(scope);
    scope.url = &request_.call.url;
    scope.request = &request_.call.request;
    scope.request_parameters = request_.parameters.get();
    scope.request_body = request_.body.get();
    scope.response = &response_;
    return scope;
}

std::optional<Instant> Listener::patience() const {
    if (is_told()) return started_;
    std::optional<Instant> until;
    if (const Instant end = end_of_others(); end < Instant::max()) until = end;
    if (!step_.sse) return until;
    if (step_.sse->first_event_within && judge_.summary().events == 0)
        until = earlier(until, started_ + *step_.sse->first_event_within);
    if (step_.sse->idle_within) until = earlier(until, last_bytes_ + *step_.sse->idle_within);
    return until;
}

bool Listener::wait_for(std::uint64_t events) {
    std::unique_lock lock(mutex_);
    // The exchange ends by its own deadline, and says so.
    const auto has_come = [&] { return has_head_ && events_ >= events; };
    changed_.wait(lock, [&] { return is_over_ || has_come(); });
    return has_come();
}

Json Listener::outputs() const {
    const std::lock_guard lock(mutex_);
    return *outputs_;
}

void Listener::end() {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
    changed_.notify_all();
}

Heard Listener::finish(const client::Exchange& exchange) {
    StreamEnd end = exchange.stream_end.value_or(StreamEnd::kComplete);
    if (end == StreamEnd::kDeadline && is_told()) end = StreamEnd::kLeft;
    judge_.finish(end);
    Heard heard;
    heard.is_stream = judge_.head().is_stream();
    heard.summary = judge_.summary();
    heard.judged = judge_.take_judged();
    heard.outputs = std::make_shared<const Json>(outputs());
    heard.answers = std::move(answers_);
    heard.is_cut_short = is_told();
    if (!rules_) return heard;
    if (heard.is_cut_short) {
        heard.unmet = rules_->unmet();
        return heard;
    }
    if (!heard.is_stream) {
        const std::string* type = response_.headers.find("Content-Type");
        heard.unmet.push_back({step_.sse->where,
                               {},
                               "a stream of events",
                               fmt::format("status {}, {}",
                                           response_.status,
                                           type ? "Content-Type " + *type : "no Content-Type")});
        return heard;
    }
    rules_->finish(scope());
    heard.unmet = rules_->unmet();
    heard.held = rules_->held();
    if (auto late = lateness(exchange)) {
        heard.unmet.push_back(std::move(*late));
    } else if (auto bad = bad_end(end)) {
        heard.unmet.push_back(std::move(*bad));
    }
    return heard;
}

std::optional<Unmet> Listener::lateness(const client::Exchange& exchange) const {
    const auto& within = step_.sse->first_event_within;
    const auto first = judge_.summary().first_event;
    const Duration waited = exchange.ended - started_;
    if (!within || (first ? *first : waited) <= *within) return std::nullopt;
    // Who closes before has not been late.
    if (!first && exchange.stream_end != StreamEnd::kDeadline) return std::nullopt;
    return Unmet{step_.sse->where,
                 {},
                 fmt::format("the first event within {} ms", within->count()),
                 first ? fmt::format("after {:.1f} ms", milliseconds_of(*first))
                       : fmt::format("none in {:.1f} ms", milliseconds_of(waited))};
}

/// Where any end will do, time and silence end a stream; but what is broken off has not ended.
std::optional<Unmet> Listener::bad_end(StreamEnd end) const {
    const bool is_cut = end == StreamEnd::kDeadline && !step_.sse->has_to_end;
    if (end == StreamEnd::kComplete || end == StreamEnd::kLeft || is_cut) return std::nullopt;
    if (!step_.sse->has_to_end && end == StreamEnd::kClosed) return std::nullopt;
    const auto& idle = step_.sse->idle_within;
    const bool is_idle = end == StreamEnd::kDeadline && idle;
    return Unmet{step_.sse->where,
                 {},
                 is_idle ? fmt::format("an end, and no silence of {} ms before it", idle->count())
                         : "a clean end of the stream",
                 words_of(end)};
}

}  // namespace plumbline::runner
