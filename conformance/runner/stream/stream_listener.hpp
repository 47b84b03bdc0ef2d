#pragma once
// Receives the response of one step while it arrives: checks it, collects outputs, decides when to
// disconnect.

#include "conformance/client/stream_sink.hpp"
#include "conformance/expressions/scope.hpp"
#include "conformance/runner/attempt/attempt_context.hpp"
#include "conformance/runner/request/build_request.hpp"
#include "conformance/runner/stream/event_rule_checker.hpp"
#include "conformance/streaming/stream_checker.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/json/json_fwd.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Returns whether a response to the step may be a stream.
[[nodiscard]] bool may_stream(const workflow::Step& step);

/// The result of listening to a response.
struct StreamOutcome {
    checks::CheckResult contract_result;      ///< result of the checks by the contract
    std::vector<StreamRuleFailure> failures;  ///< failures of the suite's rules
    std::vector<std::string> verified;  ///< requirements of the suite's rules that are satisfied
    streaming::StreamSummary summary;
    std::vector<reports::StreamArrival> arrivals;
    std::vector<reports::StreamExcerpt> excerpts;
    bool is_stream = false;
    /// It was stopped by request_stop or an interrupt; not: left as `x-ct-sse` asks.
    bool is_interrupted = false;
    NeededEvents needed_events;
    /// From the first event, or that which lets later steps begin, to the last: a server may end
    /// the stream seconds after its agent run. 0 without an event.
    Duration duration{};
    SharedJson outputs;  ///< values of the outputs that read events
    /// For each observation of the step that reads events, the event that answers it.
    std::vector<std::optional<EventValue>> observed_events;
};

/// Listens to one response. Partly thread-safe: the exchange's thread calls the functions of
/// StreamSink; meanwhile another thread may call `wait_for_events`, `sent_at`, `outputs` and
/// `request_stop`. Call all others only after the end of the exchange.
class StreamListener final : public client::StreamSink {
  public:
    /// `request` and what `context` refers to are borrowed. The secrets of events are added to
    /// those of the environment, and no output contains any of them.
    StreamListener(const AttemptContext& context, const BuiltRequest& request);

    void begin(Instant at) override;
    void take_head_line(std::string_view line, Instant at) override;
    bool take_bytes(std::string_view bytes, Instant at) override;
    [[nodiscard]] std::optional<Instant> idle_deadline() const override;
    [[nodiscard]] std::string body() const override { return checker_.body(); }

    /// Waits until this many events have arrived (0: until the head has), or the exchange has
    /// ended; returns whether they have arrived. Events beside the output of the agent run are not
    /// counted.
    bool wait_for_events(std::uint64_t events);
    /// Returns when the request was sent, once a head has arrived.
    [[nodiscard]] Instant sent_at() const;
    /// Returns the outputs collected from events so far.
    [[nodiscard]] Json outputs() const;
    /// Ends the exchange soon.
    void request_stop() { stop_requested_ = true; }

    /// Ends listening and returns the result. Call it once, after the exchange.
    [[nodiscard]] StreamOutcome finish(const client::Exchange& exchange);
    /// Wakes waiting threads because the exchange has ended.
    void notify_end();

  private:
    [[nodiscard]] bool is_beside_output(std::string_view name) const;
    bool add_event(const streaming::ReceivedEvent& received);
    void collect_outputs(const expressions::Scope& scope);
    void collect_observed_events(const expressions::Scope& scope, const EventValue& event);
    [[nodiscard]] bool should_disconnect(const expressions::Scope& scope) const;
    [[nodiscard]] Instant non_stream_deadline() const;
    [[nodiscard]] expressions::Scope scope() const;
    [[nodiscard]] bool is_stop_requested() const {
        return stop_requested_ || (run_.is_stopped() && !step_.finally);
    }
    [[nodiscard]] std::vector<std::string> type_requirements() const;
    [[nodiscard]] std::vector<std::string> own_or_stated(const std::vector<std::string>& own,
                                                         std::string_view rule_name) const;
    [[nodiscard]] std::optional<StreamRuleFailure> late_first_event(
        const client::Exchange& exchange) const;
    [[nodiscard]] std::optional<StreamRuleFailure> unexpected_end(client::StreamEnd end) const;
    [[nodiscard]] bool is_cut(client::StreamEnd end, Instant ended) const;
    /// Adds what the rules of the suite find in the whole stream.
    void finish_rules(client::StreamEnd end,
                      const client::Exchange& exchange,
                      StreamOutcome& outcome);

    const RunContext& run_;
    const workflow::Step& step_;
    const WorkflowValues& values_;
    const BuiltRequest& request_;
    streaming::StreamChecker checker_;
    std::optional<EventRuleChecker> rules_;
    http::Response response_;  ///< the response; only its head is set
    std::vector<std::optional<EventValue>> observed_events_;
    std::vector<bool> is_answered_;
    Instant started_{};
    Instant head_at_{};
    Instant last_bytes_at_{};
    Instant measured_from_{};
    Instant last_event_at_{};
    std::atomic<bool> stop_requested_ = false;

    mutable std::mutex mutex_;  ///< guards the members below
    std::condition_variable changed_;
    std::uint64_t events_ = 0;
    bool has_head_ = false;
    Instant sent_at_{};
    bool is_over_ = false;
    std::shared_ptr<Json> outputs_;
};

}  // namespace plumbline::runner
