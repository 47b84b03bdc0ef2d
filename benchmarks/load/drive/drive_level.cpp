#include "benchmarks/load/drive/drive_level.hpp"

#include "benchmarks/load/drive/client_monitor.hpp"
#include "benchmarks/load/drive/random_numbers.hpp"
#include "benchmarks/load/drive/request_choice.hpp"
#include "benchmarks/load/drive/verdict.hpp"
#include "spec/base/time_text.hpp"
#include "spec/http/date.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <list>
#include <map>
#include <random>

namespace plumbline::load {
namespace {

constexpr Duration kTick = std::chrono::milliseconds(10);
constexpr Duration kProgressInterval = std::chrono::milliseconds(100);
/// A closed loop starts its requests spread over at most this time: starting all at the same time
/// would measure the backlog.
constexpr Duration kMaxRamp = std::chrono::seconds(1);

/// The number of requests in flight during a window.
class InFlightCounter {
  public:
    InFlightCounter(Instant begin, Instant end) : begin_(begin), end_(end), last_(begin) {}

    /// Sets the number of requests in flight from `at` on, which may be earlier than before: a
    /// response ended when it was read, but is handled later.
    void set_count(Instant at, std::uint64_t count) {
        advance(at);
        const double missed =
            std::chrono::duration<double>(last_ - std::clamp(at, begin_, last_)).count();
        area_ += (static_cast<double>(count) - static_cast<double>(count_)) * missed;
        count_ = count;
        if (at >= begin_ && at < end_) peak_ = std::max(peak_, count);
    }
    /// Returns the mean over the part of the window before `at`.
    [[nodiscard]] double mean(Instant at) {
        advance(at);
        const double elapsed = std::chrono::duration<double>(last_ - begin_).count();
        return elapsed > 0 ? area_ / elapsed : 0;
    }
    [[nodiscard]] std::uint64_t peak() const { return peak_; }

  private:
    void advance(Instant at) {
        const Instant until = std::clamp(at, begin_, end_);
        if (until <= last_) return;
        peak_ = std::max(peak_, count_);
        area_ += static_cast<double>(count_) * std::chrono::duration<double>(until - last_).count();
        last_ = until;
    }

    Instant begin_;
    Instant end_;
    Instant last_;
    std::uint64_t count_ = 0;
    std::uint64_t peak_ = 0;
    double area_ = 0;  ///< requests times seconds
};

/// Compares the clocks by a response; nothing without its Date.
std::optional<ClockSample> clock_sample(const ResponseTracker& response) {
    const auto date = http::parse_http_date(response.headers().joined("Date"));
    const RequestOutcome& outcome = response.outcome();
    if (!date || !outcome.first_byte) return std::nullopt;
    return ClockSample{plumbline::to_text(outcome.sent),
                       plumbline::to_text(*outcome.first_byte),
                       plumbline::to_text(*date)};
}

class LevelRun {
  public:
    LevelRun(const LevelPlan& plan, const LevelEnvironment& environment)
        : plan_(plan),
          environment_(environment),
          started_(environment.clock.now()),
          recorder_(started_ + plan.warmup, plan.window, plan.goodput),
          in_flight_(recorder_.begin(), recorder_.end()),
          monitor_(environment.server_process),
          choice_(environment.weights, {plan.seed, plan.repetition, plan.shard}),
          on_finished_([this](ResponseTracker& response) {
              finish_request(static_cast<RequestSlot&>(response));
          }),
          think_random_(
              random_of(RandomUse::kThinkTime, {plan.seed, plan.repetition, plan.shard})) {
        if (is_open()) {
            arrivals_.emplace(ArrivalOptions{.arrival = plan.arrival,
                                             .shape = plan.shape,
                                             .per_second = plan.rate,
                                             .stages = plan.stages,
                                             .seed = plan.seed,
                                             .repetition = plan.repetition,
                                             .shard = plan.shard,
                                             .shards = plan.shards});
            next_start_ = started_ + arrivals_->next();
        }
    }

    Level run() {
        while (now() < recorder_.end() && !is_interrupted() && !is_unreachable()) step();
        // What became due while the last events were processed; then nothing else is sent.
        if (is_open() && !is_interrupted() && !is_unreachable())
            start_due_requests(recorder_.end());
        if (is_measuring_) monitor_.stop(now(), environment_.transport);
        is_draining_ = true;
        recorder_.end_window(now());
        const Instant drained = now() + plan_.drain;
        while (!in_flight_slots_.empty() && now() < drained && !is_interrupted())
            process_events(drained);
        cancel_all();
        return complete(recorder_.level());
    }

  private:
    /// A reusable slot for one request.
    struct RequestSlot : ResponseTracker {
        using ResponseTracker::ResponseTracker;
        std::size_t index = 0;   ///< selects its request, so that a slot keeps its thread
        std::uint64_t turn = 0;  ///< of its current request, from 1
        bool is_busy = false;
        std::list<RequestSlot*>::iterator in_flight{};  ///< its place while it is busy
    };

    [[nodiscard]] bool is_open() const { return plan_.streams == 0; }
    [[nodiscard]] Instant now() const { return environment_.clock.now(); }
    [[nodiscard]] bool is_interrupted() const {
        return environment_.is_interrupted != nullptr && environment_.is_interrupted->load();
    }

    /// Returns whether enough connects have failed and no response ever arrived.
    [[nodiscard]] bool is_unreachable() const {
        constexpr std::uint64_t kOftenEnough = 10;
        return !has_response_ && failed_connects_ >= kOftenEnough;
    }

    void step() {
        if (!is_measuring_ && now() >= recorder_.begin()) {
            is_measuring_ = true;
            monitor_.start(now(), environment_.transport);
        }
        start_due_requests(now());
        process_events(recorder_.end());
        if (environment_.progress && now() >= last_progress_ + kProgressInterval) {
            last_progress_ = now();
            environment_.progress(complete(recorder_.totals()), last_progress_ - started_);
        }
    }

    /// Starts the requests that are due until `until`, and in the window or before.
    void start_due_requests(Instant until) {
        if (!is_open()) {
            start_after_thinking();
            while (user_count() < target_concurrency()) start_request(now());
            return;
        }
        while (next_start_ <= until && next_start_ < recorder_.end() && has_free_slot()) {
            start_request(next_start_);
            next_start_ = started_ + arrivals_->next();
        }
    }

    /// Returns whether an open loop may start another request.
    [[nodiscard]] bool has_free_slot() const {
        return plan_.max_in_flight == 0 || in_flight_slots_.size() < plan_.max_in_flight;
    }

    /// Returns the current target number of requests in flight of a closed loop.
    [[nodiscard]] std::uint64_t target_concurrency() const {
        const Duration ramp = std::min(plan_.warmup, kMaxRamp);
        const Duration passed = now() - started_;
        if (!plan_.stages.empty())
            return static_cast<std::uint64_t>(std::llround(load_at(plan_.stages, passed)));
        if (passed >= ramp) return plan_.streams;
        const double share =
            std::chrono::duration<double>(passed) / std::chrono::duration<double>(ramp);
        return static_cast<std::uint64_t>(share * static_cast<double>(plan_.streams)) + 1;
    }

    /// Returns the users of a closed loop: those that wait for a response, and those that think.
    [[nodiscard]] std::uint64_t user_count() const {
        return in_flight_slots_.size() + thinking_.size();
    }

    /// Starts the requests of the users that have ended to think; some leave if there are too many.
    void start_after_thinking() {
        while (!thinking_.empty() && thinking_.begin()->first <= now()) {
            free_slots_.push_back(thinking_.begin()->second);
            thinking_.erase(thinking_.begin());
            // It takes the slot that was released last, and so continues its conversation.
            if (user_count() < target_concurrency()) start_request(now());
        }
    }

    void start_request(Instant intended) {
        RequestSlot& slot = acquire_slot();
        ++slot.turn;
        slot.is_busy = true;
        const Instant at = now();
        slot.in_flight = in_flight_slots_.insert(in_flight_slots_.end(), &slot);
        in_flight_.set_count(at, in_flight_slots_.size());
        slot.begin(intended, at, next_inspector());
        environment_.transport.send(next_request(slot), slot);
    }

    const SerializedRequest& next_request(const RequestSlot& slot) {
        const std::size_t rows = environment_.requests.size() / choice_.size();
        const std::uint64_t earlier = plan_.turns > 0 ? (slot.turn - 1) / plan_.turns : 0;
        const std::size_t row = (slot.index + earlier * plan_.streams) % rows;
        return environment_.requests[row * choice_.size() + choice_.next()];
    }

    RequestSlot& acquire_slot() {
        if (free_slots_.empty()) {
            slots_.emplace_back(plan_.response_options, recorder_);
            slots_.back().index = slots_.size() - 1;
            return slots_.back();
        }
        RequestSlot& slot = *free_slots_.back();
        free_slots_.pop_back();
        return slot;
    }

    std::unique_ptr<Inspector> next_inspector() {
        contract_due_ += plan_.contract_sample;
        if (contract_due_ < 1 || !environment_.inspector_factory) return nullptr;
        contract_due_ -= 1;
        return environment_.inspector_factory();
    }

    void finish_request(RequestSlot& slot) {
        record_reachability(slot);
        recorder_.record_end(slot.outcome());
        if (environment_.on_outcome) environment_.on_outcome(slot.outcome(), false);
        release_slot(slot, slot.outcome().ended);
        // After a failure the next request waits for the next tick: a server that rejects requests
        // must not be flooded.
        const bool goes_on = !is_draining_ && now() < recorder_.end();
        if (!goes_on || slot.outcome().failure) return;
        if (is_open()) {
            start_due_requests(now());
        } else if (user_count() < target_concurrency()) {
            start_request(now());
        }
    }

    void record_reachability(const RequestSlot& slot) {
        if (slot.outcome().failure == FailureClass::kClient) return;
        if (slot.outcome().failure == FailureClass::kConnect) {
            if (failed_connects_++ == 0) connect_failure_ = slot.outcome().failure_reason;
        } else {
            has_response_ = true;
            if (slot.outcome().failure != FailureClass::kTimeout) record_server(slot);
        }
    }

    /// Keeps the first values of all levels: later clocks would not be those of the start.
    void record_server(const RequestSlot& slot) const {
        if (environment_.server_header != nullptr && environment_.server_header->empty())
            *environment_.server_header = slot.headers().joined("Server");
        if (environment_.clock_sample != nullptr && !*environment_.clock_sample)
            *environment_.clock_sample = clock_sample(slot);
    }

    void release_slot(RequestSlot& slot, Instant ended) {
        slot.is_busy = false;
        in_flight_slots_.erase(slot.in_flight);
        in_flight_.set_count(ended, in_flight_slots_.size());
        if (plan_.think_time > Duration(0)) {
            thinking_.emplace(ended + next_think_time(), &slot);
        } else {
            free_slots_.push_back(&slot);
        }
    }

    /// Returns a random time with an exponential distribution.
    Duration next_think_time() {
        return std::chrono::round<Duration>(-std::log(uniform(think_random_)) *
                                            std::chrono::duration<double>(plan_.think_time));
    }

    /// Processes events until something is due, at the latest until `limit`.
    void process_events(Instant limit) {
        Instant until = std::min(limit, now() + kTick);
        // While no slot is free, the next start does not limit the wait.
        if (is_open() && !is_draining_ && has_free_slot())
            until = std::min(until, std::max(next_start_, now()));
        if (!thinking_.empty() && !is_draining_)
            until = std::min(until, std::max(thinking_.begin()->first, now()));
        if (!in_flight_slots_.empty()) until = std::min(until, std::max(next_deadline(), now()));
        environment_.transport.run_until(until, on_finished_);
        if (is_measuring_ && !is_draining_) monitor_.record_lag(until, now());
        while (!in_flight_slots_.empty() && next_deadline() <= now()) {
            RequestSlot& slot = *in_flight_slots_.front();
            environment_.transport.cancel(slot);
            slot.on_timeout(now());
            finish_request(slot);
        }
    }

    /// Returns the time limit of the request in flight that was sent first.
    [[nodiscard]] Instant next_deadline() const {
        return in_flight_slots_.front()->outcome().sent + plan_.max_duration;
    }

    /// Ends the observation of the requests in flight, and of those that still wait for a slot.
    void cancel_all() {
        const Instant ended = now();
        // First those with most figures.
        for (const bool has_events : {true, false}) {
            for (RequestSlot& slot : slots_) {
                if (!slot.is_busy || (slot.outcome().events > 0) != has_events) continue;
                environment_.transport.cancel(slot);
                record_incomplete(slot.outcome(), ended);
                release_slot(slot, ended);
            }
        }
        for (; is_open() && next_start_ < recorder_.end();
             next_start_ = started_ + arrivals_->next()) {
            RequestOutcome waiting;
            waiting.intended = next_start_;
            waiting.sent = recorder_.end();
            waiting.is_sent = false;
            record_incomplete(waiting, recorder_.end());
        }
    }

    void record_incomplete(RequestOutcome outcome, Instant at) {
        outcome.ended = at;
        recorder_.record_incomplete(outcome);
        if (environment_.on_outcome) environment_.on_outcome(outcome, true);
    }

    /// Adds what the recorder does not know, and the verdict.
    Level complete(Level level) {
        level.target = is_open() ? plan_.rate : static_cast<double>(plan_.streams);
        level.window_began = plumbline::to_text(recorder_.begin());
        level.in_flight_mean = in_flight_.mean(std::min(now(), recorder_.end()));
        level.in_flight_peak = in_flight_.peak();
        // A closed loop has no queue, and durations that change with the load are none.
        if (!is_open() || is_changing(plan_.stages)) level.in_flight_growth = 0;
        monitor_.write_to(level);
        const bool was_full =
            plan_.max_in_flight > 0 && level.in_flight_peak >= plan_.max_in_flight;
        set_verdict(level, {.is_open = is_open(), .was_full = was_full});
        if (is_interrupted()) level.verdict = kInterrupted;
        if (!has_response_ && failed_connects_ > 0) {
            level.verdict = kUnreachable;
            level.examples = {connect_failure_};
        }
        return level;
    }

    const LevelPlan& plan_;
    const LevelEnvironment& environment_;
    Instant started_;
    LevelRecorder recorder_;
    InFlightCounter in_flight_;
    ClientMonitor monitor_;
    RequestChoice choice_;
    Transport::CompletionCallback on_finished_;
    std::optional<ArrivalSchedule> arrivals_;
    Instant next_start_{};           ///< due time of the next request of an open loop
    std::deque<RequestSlot> slots_;  ///< a deque keeps the addresses of its elements
    std::vector<RequestSlot*> free_slots_;
    std::multimap<Instant, RequestSlot*> thinking_;  ///< slots of users by the end of their time
    std::mt19937_64 think_random_;
    /// In the order in which they were sent. All time limits are equal, so the first is due first.
    std::list<RequestSlot*> in_flight_slots_;
    double contract_due_ = 0;
    Instant last_progress_{};
    bool has_response_ = false;
    std::uint64_t failed_connects_ = 0;
    std::string connect_failure_;
    bool is_measuring_ = false;
    bool is_draining_ = false;
};

}  // namespace

Level drive_level(const LevelPlan& plan, const LevelEnvironment& environment) {
    return LevelRun(plan, environment).run();
}

}  // namespace plumbline::load
