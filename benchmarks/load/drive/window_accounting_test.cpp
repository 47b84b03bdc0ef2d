// Compares the figures of random levels with those of a plain simulation, which knows when the
// server received, answered, delayed and cut off each request.

#include "benchmarks/load/drive/drive_level.hpp"
#include "benchmarks/load/drive/testing.hpp"
#include "benchmarks/load/drive/verdict.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr Duration kNever = Duration::max();

enum class ServedAs { kWhole, kCutOff, kHangs, kSilent };

/// A request as the server sees it.
struct ServedRequest {
    Instant due{};
    Instant sent{};
    bool is_sent = true;
    Duration takes{};
    ServedAs served = ServedAs::kWhole;

    [[nodiscard]] bool has_event() const { return served != ServedAs::kSilent; }
    [[nodiscard]] Duration until_first_event() const { return takes / 10; }
    /// Returns the times of its events.
    [[nodiscard]] std::vector<Instant> events() const {
        std::vector<Instant> times;
        if (has_event()) times.push_back(sent + until_first_event());
        if (served == ServedAs::kWhole || served == ServedAs::kCutOff)
            times.push_back(sent + takes / 2);
        if (served == ServedAs::kWhole) times.push_back(sent + takes);
        return times;
    }
};

/// Random service: most requests take milliseconds, few take longer than the window; some are cut
/// off, stop after an event or have no response.
class RandomService {
  public:
    explicit RandomService(std::uint64_t seed) : random_(seed) {}

    ServedRequest next(Instant sent) {
        ServedRequest request;
        request.due = request.sent = sent;
        const double takes_s = std::min(0.02 * std::pow(uniform(), -1 / 0.9), 40.0);
        request.takes = Duration(std::llround(takes_s * 1e9));
        const double kind = uniform();
        if (kind < 0.02) request.served = ServedAs::kHangs;
        if (kind > 0.9) request.served = ServedAs::kCutOff;
        if (kind > 0.97) request.served = ServedAs::kSilent;
        return request;
    }

  private:
    double uniform() { return (static_cast<double>(random_() >> 11U) + 0.5) / 9007199254740992.0; }

    std::mt19937_64 random_;
};

std::vector<DelayedBytes> response_to(const ServedRequest& request) {
    std::vector<DelayedBytes> parts;
    if (request.has_event())
        parts.push_back({request.until_first_event(), kStreamHead + chunk(first_event())});
    if (request.served == ServedAs::kWhole || request.served == ServedAs::kCutOff)
        parts.push_back({request.takes / 2, chunk(token("a"))});
    if (request.served == ServedAs::kWhole)
        parts.push_back({request.takes, chunk(token("b")) + kLastChunk});
    if (request.served == ServedAs::kCutOff) parts.push_back({request.takes, "", true});
    return parts;
}

/// The figures of a window, computed from all requests at once.
class PlainSimulation {
  public:
    PlainSimulation(const LevelPlan& plan, Instant started)
        : plan_(plan),
          begin_(started + plan.warmup),
          end_(begin_ + plan.window),
          observed_(end_ + plan.drain) {}

    void add(const ServedRequest& request) {
        const Instant ends = end_of(request);
        const Instant seen = std::min(ends, request.is_sent ? observed_ : end_);
        const bool is_due = request.due >= begin_ && request.due < end_;
        if (request.is_sent) add_gaps(request, ends);
        if (!is_due && !(request.due < begin_ && seen > begin_)) return;
        ++counts.attempted;
        if (!is_due) ++counts.carried_in;
        if (seen >= end_) ++counts.cut;
        if (request.is_sent) {
            const Duration in_window = std::min(seen, end_) - std::max(request.sent, begin_);
            request_time += std::max(in_window, Duration(0));
        }
        const Duration took = seen - request.due;
        if (ends > observed_ || !request.is_sent) {
            ++counts.incomplete;
            if (!request.is_sent) ++counts.not_sent;
            if (request.is_sent && is_in_progress(request)) {
                ++counts.in_progress;
                if (is_due) ++counts.in_progress_due;
            }
            durations.push_back(took.count());
        } else if (is_failure(request, ends)) {
            const bool is_timeout = ends == request.sent + plan_.max_duration;
            const auto failure = is_timeout ? FailureClass::kTimeout : FailureClass::kTruncated;
            ++counts.failed[static_cast<std::size_t>(failure)];
            if (is_due) ++counts.failed_due;
            failed_durations.push_back(took.count());
        } else {
            ++(ends < request.sent + plan_.max_duration ? counts.completed : counts.bounded);
            if (is_due) ++due_successes;
            durations.push_back(took.count());
        }
    }

    [[nodiscard]] Instant end_of(const ServedRequest& request) const {
        if (!request.is_sent) return Instant::max();
        const bool ends = request.served == ServedAs::kWhole || request.served == ServedAs::kCutOff;
        return request.sent + std::min(ends ? request.takes : kNever, plan_.max_duration);
    }

    LevelCounts counts;
    std::uint64_t due_successes = 0;
    Duration request_time{};
    std::vector<std::int64_t> durations;
    std::vector<std::int64_t> failed_durations;
    std::vector<std::int64_t> gaps;

  private:
    [[nodiscard]] bool is_failure(const ServedRequest& request, Instant ends) const {
        if (ends < request.sent + plan_.max_duration) return request.served == ServedAs::kCutOff;
        return request.sent + request.until_first_event() > ends || !request.has_event();
    }

    /// Returns whether another event came, and the wait for the next one is no longer than usual.
    [[nodiscard]] bool is_in_progress(const ServedRequest& request) const {
        std::vector<Instant> seen = request.events();
        std::erase_if(seen, [&](Instant event) { return event > observed_; });
        if (seen.size() < 2) return false;
        const Duration usual = std::max<Duration>(2 * (seen[1] - seen[0]), seconds(1));
        return observed_ - seen[1] <= usual;
    }

    void add_gaps(const ServedRequest& request, Instant ends) {
        std::optional<Instant> before;
        for (const Instant event : request.events()) {
            if (event > std::min(ends, observed_)) break;
            if (event >= begin_ && event < end_) {
                ++counts.events;
                if (before) ++counts.tokens;
            }
            if (before && event >= begin_ && *before < end_)
                gaps.push_back((event - *before).count());
            before = event;
        }
        const bool is_open = ends > observed_ && before && *before < end_;
        if (is_open && request.due < end_) gaps.push_back((observed_ - *before).count());
    }

    LevelPlan plan_;
    Instant begin_;
    Instant end_;
    Instant observed_;
};

void expect_values(const Histogram& found, std::vector<std::int64_t> values) {
    std::sort(values.begin(), values.end());
    ASSERT_EQ(found.count(), values.size());
    if (values.empty()) return;
    EXPECT_EQ(found.min(), values.front());
    EXPECT_EQ(found.max(), values.back());
    for (const double percent : {10.0, 50.0, 90.0, 99.0}) {
        const double rank = std::ceil(percent / 100 * static_cast<double>(values.size()) - 1e-9);
        const auto exact =
            static_cast<double>(values[static_cast<std::size_t>(std::max(rank, 1.0)) - 1]);
        const auto value = static_cast<double>(found.percentile(percent));
        EXPECT_GE(value, exact) << percent;
        EXPECT_LE(value, exact * 1.001 + 1) << percent;
    }
}

void expect_same(const Level& level, const PlainSimulation& all) {
    EXPECT_EQ(level.counts.attempted, all.counts.attempted);
    EXPECT_EQ(level.counts.carried_in, all.counts.carried_in);
    EXPECT_EQ(level.counts.cut, all.counts.cut);
    EXPECT_EQ(level.counts.completed, all.counts.completed);
    EXPECT_EQ(level.counts.bounded, all.counts.bounded);
    EXPECT_EQ(level.counts.incomplete, all.counts.incomplete);
    EXPECT_EQ(level.counts.not_sent, all.counts.not_sent);
    EXPECT_EQ(level.counts.failed, all.counts.failed);
    EXPECT_EQ(level.counts.failed_due, all.counts.failed_due);
    EXPECT_EQ(level.counts.in_progress, all.counts.in_progress);
    EXPECT_EQ(level.counts.in_progress_due, all.counts.in_progress_due);
    EXPECT_EQ(level.counts.events, all.counts.events);
    EXPECT_EQ(level.counts.tokens, all.counts.tokens);
    EXPECT_EQ(level.counts.good, all.counts.successes());
    EXPECT_DOUBLE_EQ(level.achieved, static_cast<double>(all.due_successes) / level.seconds);
    expect_values(level.metrics[Metric::kDuration], all.durations);
    expect_values(level.metrics[Metric::kFailedDuration], all.failed_durations);
    expect_values(level.metrics[Metric::kGap], all.gaps);
    const double request_seconds = std::chrono::duration<double>(all.request_time).count();
    EXPECT_NEAR(level.request_seconds, request_seconds, 1e-6);
    EXPECT_NEAR(level.in_flight_mean * level.seconds, request_seconds, 1e-6) << "Little's law";
    EXPECT_NE(level.verdict, kUndercounted);
}

class WindowAccounting : public ::testing::TestWithParam<std::uint64_t> {
  protected:
    /// Runs a level and records what the server sees.
    Level drive(const LevelPlan& plan) {
        RandomService service(GetParam());
        FakeTransport transport(clock_, [&](std::uint64_t) {
            served_.push_back(service.next(clock_.now()));
            return response_to(served_.back());
        });
        const std::vector<SerializedRequest> requests(1);
        LevelEnvironment environment{transport, clock_, requests};
        environment.on_outcome = [&](const RequestOutcome& outcome, bool) {
            reported_.push_back(outcome.intended);
        };
        return drive_level(plan, environment);
    }
    /// Gives the requests of an open loop their due times, and adds those that were never sent.
    void set_due_times(const LevelPlan& plan, Instant started) {
        ArrivalSchedule arrivals({.arrival = plan.arrival,
                                  .shape = plan.shape,
                                  .per_second = plan.rate,
                                  .stages = plan.stages,
                                  .seed = plan.seed,
                                  .repetition = plan.repetition});
        const Instant end = started + plan.warmup + plan.window;
        std::size_t number = 0;
        for (Instant due = started + arrivals.next(); due < end;
             due = started + arrivals.next(), ++number) {
            if (number == served_.size()) {
                served_.emplace_back();
                served_.back().is_sent = false;
            }
            served_[number].due = due;
        }
        ASSERT_EQ(number, served_.size());
    }
    /// Drives a level and compares it with the simulation.
    void expect_as_simulated(const LevelPlan& plan) {
        const Instant started = clock_.now();
        const Level level = drive(plan);
        if (plan.rate > 0) set_due_times(plan, started);
        expect_all(level, plan, started);
    }

    void expect_all(const Level& level, const LevelPlan& plan, Instant started) const {
        PlainSimulation all(plan, started);
        std::vector<Instant> due;
        for (const ServedRequest& request : served_) {
            all.add(request);
            due.push_back(request.due);
        }
        expect_same(level, all);
        EXPECT_THAT(reported_, testing::UnorderedElementsAreArray(due)) << "each request once";
    }
    static LevelPlan short_plan() {
        LevelPlan plan;
        plan.warmup = seconds(2);
        plan.window = seconds(5);
        plan.drain = seconds(3);
        plan.max_duration = seconds(9);
        return plan;
    }

    ManualClock clock_{at_ms(1'000)};
    std::vector<ServedRequest> served_;
    std::vector<Instant> reported_;  ///< due times
};

TEST_P(WindowAccounting, OfAnOpenLoopIsThatOfAPlainSimulation) {
    LevelPlan plan = short_plan();
    plan.rate = 40;
    plan.arrival = ArrivalProcess::kPoisson;
    plan.seed = GetParam();
    plan.repetition = 3;
    expect_as_simulated(plan);
}

TEST_P(WindowAccounting, OfAnOpenLoopWithTooFewSlotsIsThatOfAPlainSimulation) {
    LevelPlan plan = short_plan();
    plan.rate = 40;
    plan.max_in_flight = 6;
    plan.seed = GetParam();
    expect_as_simulated(plan);
}

TEST_P(WindowAccounting, OfAClosedLoopIsThatOfAPlainSimulation) {
    LevelPlan plan = short_plan();
    plan.streams = 8;
    expect_as_simulated(plan);
}

TEST_P(WindowAccounting, OfBurstsInStagesIsThatOfAPlainSimulation) {
    LevelPlan plan = short_plan();
    plan.warmup = {};
    plan.stages = {{seconds(2), 60}, {seconds(2), 60}, {seconds(1), 10}};
    plan.rate = sum_of(plan.stages) / 5;
    plan.arrival = ArrivalProcess::kGamma;
    plan.shape = 0.3;
    plan.max_in_flight = 30;
    plan.seed = GetParam();
    expect_as_simulated(plan);
}

TEST_P(WindowAccounting, OfUsersWhoThinkIsThatOfAPlainSimulation) {
    LevelPlan plan = short_plan();
    plan.streams = 20;
    plan.think_time = milliseconds(300);
    plan.turns = 3;
    expect_as_simulated(plan);
}

INSTANTIATE_TEST_SUITE_P(Seeds, WindowAccounting, ::testing::Range<std::uint64_t>(0, 40));

}  // namespace
}  // namespace plumbline::load
