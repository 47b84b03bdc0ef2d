#pragma once
// Listens to the answer of one step while it comes: judges it, keeps outputs, says when to leave.

#include "conformance/client/stream.hpp"
#include "conformance/expressions/scope.hpp"
#include "conformance/runner/build_request.hpp"
#include "conformance/runner/event_rules.hpp"
#include "conformance/runner/scenario.hpp"
#include "conformance/runner/values.hpp"
#include "conformance/streaming/judge.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/json/json_fwd.hpp"

#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Says whether an answer to the step may be a stream.
[[nodiscard]] bool listens(const workflow::Step& step);

/// What came of listening.
struct Heard {
    checks::Judged judged;          ///< by the contract
    std::vector<Unmet> unmet;       ///< what the suite asks for
    std::vector<std::string> held;  ///< requirements of the suite's rules that held
    streaming::Summary summary;
    bool is_stream = false;
    bool is_cut_short = false;  ///< the runner ended it before its time
    SharedJson outputs;         ///< values of those outputs that read events
    /// For each observation of the step that reads events the event that answers it.
    std::vector<std::optional<EventValue>> answers;
};

/// Listens to one answer. Thread: the exchange's thread calls what StreamSink has; `wait_for`,
/// `outputs` and `leave` may be called from another one meanwhile, the rest once the exchange is
/// over.
class Listener final : public client::StreamSink {
  public:
    /// `stage` and `step` are borrowed; `request` and `values` are what the step sees; `secrets` no
    /// output may hold.
    Listener(const Stage& stage,
             const workflow::Step& step,
             Values values,
             BuiltRequest request,
             std::vector<std::string> secrets);

    void begin(Instant at) override;
    void take_head_line(std::string_view line, Instant at) override;
    bool take_bytes(std::string_view bytes, Instant at) override;
    [[nodiscard]] std::optional<Instant> patience() const override;
    [[nodiscard]] std::string body() const override { return judge_.body(); }

    /// Waits until so many events have come (0: the head), or the exchange is over; says whether
    /// they have come.
    bool wait_for(std::uint64_t events);
    /// Returns the outputs that events have given so far.
    [[nodiscard]] Json outputs() const;
    /// Ends the exchange soon.
    void leave() { is_told_to_leave_ = true; }

    /// Says that the exchange is over and returns what came of it. Once.
    [[nodiscard]] Heard finish(const client::Exchange& exchange);
    /// Wakes whoever waits: the exchange is over.
    void end();

  private:
    bool take_event(const streaming::Seen& seen);
    void keep_outputs(const expressions::Scope& scope);
    void keep_answers(const expressions::Scope& scope, const EventValue& event);
    [[nodiscard]] bool has_enough(const expressions::Scope& scope) const;
    [[nodiscard]] Instant end_of_others() const;
    [[nodiscard]] expressions::Scope scope() const;
    [[nodiscard]] bool is_told() const {
        return is_told_to_leave_ || (stage_.is_stopped() && !step_.finally);
    }
    [[nodiscard]] std::optional<Unmet> lateness(const client::Exchange& exchange) const;
    [[nodiscard]] std::optional<Unmet> bad_end(client::StreamEnd end) const;

    const Stage& stage_;
    const workflow::Step& step_;
    const Values values_;
    const BuiltRequest request_;
    streaming::Judge judge_;
    std::optional<EventRules> rules_;
    http::Response response_;  ///< its head
    std::vector<std::optional<EventValue>> answers_;
    std::vector<bool> is_answered_;
    Instant started_{};
    Instant head_at_{};
    Instant last_bytes_{};
    std::atomic<bool> is_told_to_leave_ = false;

    mutable std::mutex mutex_;  ///< guards what follows
    std::condition_variable changed_;
    std::uint64_t events_ = 0;
    bool has_head_ = false;
    bool is_over_ = false;
    std::shared_ptr<Json> outputs_;
};

}  // namespace plumbline::runner
