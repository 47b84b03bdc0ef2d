#include "benchmarks/load/drive/drive_level.hpp"

#include "benchmarks/load/drive/client_watch.hpp"
#include "benchmarks/load/drive/in_flight.hpp"
#include "benchmarks/load/drive/verdict.hpp"

#include <algorithm>
#include <deque>

namespace plumbline::load {
namespace {

constexpr Duration kTick = std::chrono::milliseconds(10);
constexpr Duration kBetweenProgress = std::chrono::milliseconds(100);
/// A closed loop begins its requests over this time at most: all at once would measure the backlog.
constexpr Duration kLongestRamp = std::chrono::seconds(1);

class LevelRun {
  public:
    LevelRun(const LevelPlan& plan, const Driver& driver)
        : plan_(plan),
          driver_(driver),
          began_(driver.clock.now()),
          recorder_(began_ + plan.warmup, plan.window, plan.goodput),
          in_flight_(recorder_.begin(), recorder_.end()),
          watch_(driver.server_process),
          over_([this](Answer& answer) { end(static_cast<Slot&>(answer)); }) {
        if (is_open()) {
            arrivals_.emplace(plan.arrival, plan.rate, plan.seed, plan.shard, plan.shards);
            next_ = began_ + arrivals_->next();
        }
    }

    Level run() {
        while (now() < recorder_.end() && !is_interrupted() && !is_hopeless()) step();
        if (is_measuring_) watch_.end(now(), driver_.transport.health());
        is_draining_ = true;
        const Instant drained = now() + plan_.drain;
        while (busy_ > 0 && now() < drained && !is_interrupted()) wait(drained);
        leave_all();
        return level();
    }

  private:
    /// A place for a request; used again and again.
    struct Slot : Answer {
        using Answer::Answer;
        std::size_t index = 0;     ///< chooses its request: who has a thread keeps it
        std::uint64_t number = 0;  ///< of the request that has it
        bool is_busy = false;
    };
    struct Deadline {
        Instant at;
        Slot* slot;
        std::uint64_t number;
    };

    [[nodiscard]] bool is_open() const { return plan_.streams == 0; }
    [[nodiscard]] Instant now() const { return driver_.clock.now(); }
    [[nodiscard]] bool is_interrupted() const {
        return driver_.is_interrupted != nullptr && driver_.is_interrupted->load();
    }

    /// Says whether nobody has ever answered, and often enough.
    [[nodiscard]] bool is_hopeless() const {
        constexpr std::uint64_t kOftenEnough = 10;
        return !has_answer_ && refused_ >= kOftenEnough;
    }

    void step() {
        if (!is_measuring_ && now() >= recorder_.begin()) {
            is_measuring_ = true;
            watch_.begin(now(), driver_.transport.health());
        }
        offer();
        wait(recorder_.end());
        if (driver_.progress && now() >= told_ + kBetweenProgress) {
            told_ = now();
            driver_.progress(level(), told_ - began_);
        }
    }

    /// Starts what is due.
    void offer() {
        if (!is_open()) {
            while (busy_ < wanted()) start(now());
            return;
        }
        while (next_ <= now() && has_place()) {
            start(next_);
            next_ = began_ + arrivals_->next();
        }
    }

    /// Says whether an open loop may start another one.
    [[nodiscard]] bool has_place() const {
        return plan_.max_in_flight == 0 || busy_ < plan_.max_in_flight;
    }

    /// Returns how many a closed loop is to have in flight now.
    [[nodiscard]] std::uint64_t wanted() const {
        const Duration ramp = std::min(plan_.warmup, kLongestRamp);
        const Duration passed = now() - began_;
        if (passed >= ramp) return plan_.streams;
        const double part =
            std::chrono::duration<double>(passed) / std::chrono::duration<double>(ramp);
        return static_cast<std::uint64_t>(part * static_cast<double>(plan_.streams)) + 1;
    }

    void start(Instant intended) {
        Slot& slot = free_slot();
        slot.number = ++count_;
        slot.is_busy = true;
        in_flight_.change(now(), ++busy_);
        const Instant at = now();
        deadlines_.push_back({at + plan_.max_duration, &slot, slot.number});
        slot.begin(intended, at, inspector());
        driver_.transport.send(driver_.requests[slot.index % driver_.requests.size()], slot);
    }

    Slot& free_slot() {
        if (free_.empty()) {
            slots_.emplace_back(plan_.rules, recorder_);
            slots_.back().index = slots_.size() - 1;
            return slots_.back();
        }
        Slot& slot = *free_.back();
        free_.pop_back();
        return slot;
    }

    std::unique_ptr<Inspector> inspector() {
        contract_due_ += plan_.contract_sample;
        if (contract_due_ < 1 || !driver_.inspector) return nullptr;
        contract_due_ -= 1;
        return driver_.inspector();
    }

    void end(Slot& slot) {
        note_answer(slot);
        recorder_.ended(slot.outcome());
        release(slot);
        // What failed is followed at the next turn: a server that refuses is not to be stormed.
        const bool goes_on = !is_open() && !is_draining_ && now() < recorder_.end();
        if (goes_on && !slot.outcome().failure && busy_ < wanted()) start(now());
    }

    void note_answer(const Slot& slot) {
        if (slot.outcome().failure == Failure::kConnect) {
            if (refused_++ == 0) why_refused_ = slot.outcome().why;
        } else if (!has_answer_) {
            has_answer_ = true;
            if (driver_.server != nullptr) *driver_.server = slot.headers().joined("Server");
        }
    }

    void release(Slot& slot) {
        slot.is_busy = false;
        free_.push_back(&slot);
        in_flight_.change(now(), --busy_);
    }

    /// Handles what comes until something is due, `limit` at the latest.
    void wait(Instant limit) {
        Instant until = std::min(limit, now() + kTick);
        // Who waits for a place does not wait for the clock.
        if (is_open() && !is_draining_ && has_place())
            until = std::min(until, std::max(next_, now()));
        driver_.transport.run_until(until, over_);
        if (is_measuring_ && !is_draining_) watch_.handled(until, now());
        while (!deadlines_.empty() && deadlines_.front().at <= now()) {
            const Deadline due = deadlines_.front();
            deadlines_.pop_front();
            if (!due.slot->is_busy || due.slot->number != due.number) continue;
            driver_.transport.leave(*due.slot);
            due.slot->out_of_time(now());
            end(*due.slot);
        }
    }

    void leave_all() {
        for (Slot& slot : slots_) {
            if (!slot.is_busy) continue;
            driver_.transport.leave(slot);
            recorder_.left(slot.outcome().intended);
            release(slot);
        }
    }

    Level level() {
        Level level = recorder_.level();
        level.target = is_open() ? plan_.rate : static_cast<double>(plan_.streams);
        level.in_flight_mean = in_flight_.mean(now());
        level.in_flight_peak = in_flight_.peak();
        watch_.tell(level);
        judge_level(level, is_open());
        if (is_interrupted()) level.verdict = kInterrupted;
        if (!has_answer_ && refused_ > 0) {
            level.verdict = kUnreachable;
            level.examples = {why_refused_};
        }
        return level;
    }

    const LevelPlan& plan_;
    const Driver& driver_;
    Instant began_;
    Recorder recorder_;
    InFlight in_flight_;
    ClientWatch watch_;
    Transport::Over over_;
    std::optional<Arrivals> arrivals_;
    Instant next_{};          ///< when the next request of an open loop is due
    std::deque<Slot> slots_;  ///< a deque: they stay where they are
    std::vector<Slot*> free_;
    std::deque<Deadline> deadlines_;  ///< all wait equally long, so the first is due first
    std::uint64_t busy_ = 0;
    std::uint64_t count_ = 0;
    double contract_due_ = 0;
    Instant told_{};
    bool has_answer_ = false;
    std::uint64_t refused_ = 0;
    std::string why_refused_;
    bool is_measuring_ = false;
    bool is_draining_ = false;
};

}  // namespace

Level drive_level(const LevelPlan& plan, const Driver& driver) {
    return LevelRun(plan, driver).run();
}

}  // namespace plumbline::load
