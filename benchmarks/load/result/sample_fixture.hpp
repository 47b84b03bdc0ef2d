#pragma once
// Results for tests: one that resembles a run and is the same on every machine, and random ones.

#include "benchmarks/load/result/result.hpp"
#include "spec/base/ids.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace plumbline::load {

/// Random numbers that are identical on every machine: they use only + - * /.
class SampleRandom {
  public:
    explicit SampleRandom(std::uint64_t seed) : source_(seed) {}

    /// Returns a number from 0 to 1.
    double uniform() { return static_cast<double>(source_.next() >> 11U) / 9007199254740992.0; }
    /// Returns an integer from 0 to `most`.
    std::uint64_t at_most(std::uint64_t most) { return source_.next() % (most + 1); }
    /// Returns a time in ns near `usual`, often slightly and sometimes much longer.
    std::int64_t time(double usual) {
        const double tail = 0.02 / (0.02 + uniform());
        return static_cast<std::int64_t>(usual * (0.8 + 0.3 * uniform() + 4 * tail * tail));
    }

  private:
    IdSource source_;
};

/// Simulates one level of an open loop against a server that starts `capacity` streams a second.
class SampleLevel {
  public:
    static constexpr int kSlices = 20;
    static constexpr int kEvents = 20;

    SampleLevel(double target, double capacity, std::uint64_t seed)
        : random_(seed), capacity_(capacity) {
        level_.target = target;
        level_.seconds = 10;
        level_.slices.resize(kSlices);
        for (int i = 0; i < kSlices; ++i)
            level_.slices[static_cast<std::size_t>(i)].begin_s = i / 2.0;
    }

    Level simulate() {
        const int streams = static_cast<int>(std::min(level_.target, 50.0) * level_.seconds);
        const auto each = static_cast<std::uint64_t>(level_.target * level_.seconds) /
                          static_cast<std::uint64_t>(streams);
        for (int i = 0; i < streams; ++i) {
            add_streams(level_.seconds * i / streams, each);
        }
        level_.counts.attempted =
            level_.counts.completed + level_.counts.incomplete + level_.counts.failures();
        level_.achieved = static_cast<double>(level_.counts.completed) / level_.seconds;
        level_.in_flight_mean = level_.achieved * 0.45;
        level_.request_seconds = level_.in_flight_mean * level_.seconds;
        level_.in_flight_peak = static_cast<std::uint64_t>(level_.achieved * 0.62);
        level_.client = {.cpu = 0.05 + level_.target / 1000,
                         .waited_share = 0.004,
                         .reads_per_wakeup = 1 + level_.target / 200,
                         .loop_lag_p99 = 180'000};
        level_.server_cpu = std::min(0.01 + level_.achieved / 500, 0.98);
        level_.verdict = "ok";
        return level_;
    }

  private:
    /// Simulates `each` streams with the same outcome.
    void add_streams(double start, std::uint64_t each) {
        Metrics& metrics = level_.metrics;
        const double load = std::min(level_.target / capacity_, 0.97);
        const double behind =
            level_.target > capacity_ ? start * (level_.target / capacity_ - 1) : 0;
        // Most of the wait is for a free slot below max_in_flight.
        const std::int64_t send_delay =
            random_.time(60'000) + static_cast<std::int64_t>(behind * 0.8e9);
        const std::int64_t wait =
            random_.time(400'000 * load / (1 - load)) + static_cast<std::int64_t>(behind * 0.2e9);
        const std::int64_t head = random_.time(900'000) + wait;
        const std::int64_t chunk = head + random_.time(150'000);
        const std::int64_t token = chunk + random_.time(30'000'000);
        WindowSlice& slice = level_.slices[static_cast<std::size_t>(start * 2)];
        if (behind > 3 && random_.at_most(2) == 0) {
            level_.counts.failed[static_cast<std::size_t>(FailureClass::kTimeout)] += each;
            metrics[Metric::kFailedDuration].record(3'000'000'000, each);
            slice.failed += each;
            return;
        }
        metrics[Metric::kSendDelay].record(send_delay, each);
        add_latency(Metric::kTtfb, Metric::kTtfbSent, head, send_delay, each);
        add_latency(Metric::kTtfc, Metric::kTtfcSent, chunk, send_delay, each);
        add_latency(Metric::kTtft, Metric::kTtftSent, token, send_delay, each);
        const std::int64_t length = add_events(slice, each);
        add_latency(Metric::kDuration, Metric::kDurationSent, token + length, send_delay, each);
        metrics[Metric::kTokenTime].record(length / (kEvents - 1), each);
        metrics[Metric::kEventsPerStream].record(kEvents, each);
        metrics[Metric::kStreamRate].record(kEvents * 1'000'000'000'000 / (token + length), each);
        level_.counts.completed += each;
        level_.counts.good += token + send_delay < 100'000'000 ? each : 0;
        level_.counts.json_checked += each * kEvents;
        level_.counts.contract_checked += each / 10;
        slice.completed += each;
    }

    void add_latency(Metric metric,
                     Metric sent,
                     std::int64_t value,
                     std::int64_t send_delay,
                     std::uint64_t each) {
        level_.metrics[metric].record(value + send_delay, each);
        level_.metrics[sent].record(value, each);
    }

    std::int64_t add_events(WindowSlice& slice, std::uint64_t each) {
        std::int64_t sum = 0;
        std::int64_t longest = 0;
        for (int i = 1; i < kEvents; ++i) {
            const bool is_same_read = random_.at_most(9) == 0;
            const std::int64_t gap = is_same_read ? 0 : random_.time(18'000'000);
            level_.metrics[Metric::kGap].record(gap, each);
            level_.counts.gaps_of_zero += is_same_read ? each : 0;
            slice.gaps.record(gap, each);
            sum += gap;
            longest = std::max(longest, gap);
        }
        const std::uint64_t bytes = 300 + random_.at_most(80);
        level_.metrics[Metric::kEventBytes].record(static_cast<std::int64_t>(bytes),
                                                   each * kEvents);
        level_.metrics[Metric::kEventsPerRead].record(
            1 + static_cast<std::int64_t>(random_.at_most(1)), each * 16);
        level_.metrics[Metric::kStall].record(longest, each);
        level_.counts.events += each * kEvents;
        level_.counts.bytes += each * kEvents * bytes;
        slice.events += each * kEvents;
        slice.bytes += each * kEvents * bytes;
        return sum;
    }

    SampleRandom random_;
    double capacity_;
    Level level_;
};

/// Returns what all samples have in common: everything except the levels and what depends on them.
inline LoadResult result_without_levels() {
    LoadResult result;
    result.tool_version = "1.4.0";
    result.build = "release";
    result.started = "2026-03-01T09:30:00Z";
    result.url = "http://127.0.0.1:8080";
    result.server = "plumbline-mock/1.4.0";
    result.host = {"Example CPU 3000 at 2.5 GHz", 8, "6.1.0-18-amd64", "4-7"};
    result.workload = {"stream",
                       "createRunStream",
                       "/runs/stream",
                       {"messages", "updates"},
                       R"({"assistant_id":"agent","input":{"n":20}})"};
    result.load = {.loop = "open",
                   .arrival = "poisson",
                   .seed = 7,
                   .warmup_s = 2,
                   .window_s = 10,
                   .drain_s = 5,
                   .max_events = 0,
                   .max_response_s = 30,
                   .max_in_flight = 300,
                   .goodput = "ttft <= 100ms"};
    result.validation = {true, 1, 0.1};
    result.baselines = {{"writer_cpu_us_per_event", 8.4}};
    return result;
}

/// Returns a sweep of an open loop: one level with three repetitions, one at which the server is
/// saturated, one at which the client is the limit.
inline const LoadResult& sample_result() {
    static const LoadResult kResult = [] {
        LoadResult result = result_without_levels();
        std::uint64_t seed = 1;
        for (const double target : {50.0, 100.0, 200.0, 200.0, 200.0, 400.0, 600.0, 1000.0}) {
            result.levels.push_back(SampleLevel(target, 450, seed++).simulate());
        }
        Level& saturated = result.levels[6];
        saturated.verdict = "saturated";
        saturated.examples = {"timeout after 3 s, 4 events: POST /runs/stream <no \"end\" & more>"};
        Level& bound = result.levels[7];
        bound.verdict = "client-bound";
        bound.client.cpu = 0.97;
        bound.client.bound = true;
        bound.client.bound_reason = "client cpu 0.97 > 0.90";
        result.saturation = {400, "achieved 96% of the target", true};
        result.notes = {"the server runs on this host and shares its cores with the client"};
        return result;
    }();
    return kResult;
}

/// Returns the same with one small level.
inline LoadResult small_result(std::uint64_t seed = 1) {
    LoadResult result = result_without_levels();
    result.load.seed = seed;
    result.levels = {SampleLevel(5, 450, seed).simulate()};
    return result;
}

/// A result with random values in all members of its histograms, and texts that need escaping.
class RandomLoadResult {
  public:
    explicit RandomLoadResult(std::uint64_t seed) : random_(seed) {}

    LoadResult result() {
        LoadResult result = result_without_levels();
        result.url = text();
        result.load.seed = ~random_.at_most(1000);
        result.load.warmup_s = random_.uniform() / 3;
        for (auto left = random_.at_most(3); left > 0; --left) result.levels.push_back(level());
        if (random_.at_most(1) == 0)
            result.saturation = Saturation{random_.uniform(), text(), true};
        result.baselines = {{text(), random_.uniform()}, {"a/b~c", 1e300}};
        result.notes = {text(), text()};
        if (random_.at_most(1) == 0) result.clock = ClockSample{text(), text(), text()};
        result.shards = random_.at_most(9);
        if (random_.at_most(1) == 0)
            result.shard_set = ShardSet{{1, 2 + random_.at_most(9)}, 11 + random_.at_most(99)};
        return result;
    }

  private:
    std::string text() {
        constexpr std::string_view kFragments[] = {
            "a", "\"", "\\", "<", "&", "é", "漢", "\n", "/", "~"};
        std::string text;
        for (auto left = random_.at_most(6); left > 0; --left)
            text += kFragments[random_.at_most(std::size(kFragments) - 1)];
        return text;
    }

    Histogram histogram() {
        Histogram histogram;
        for (auto left = random_.at_most(30); left > 0; --left) {
            const std::uint64_t any = random_.at_most(~std::uint64_t{1}) >> random_.at_most(62);
            histogram.record(static_cast<std::int64_t>(any >> 1U), 1 + random_.at_most(5));
        }
        return histogram;
    }

    Level level() {
        Level level;
        level.target = random_.uniform() * 1e6;
        level.achieved = random_.uniform() * 1e-9;
        level.seconds = random_.uniform() + 1;
        level.window_began = text();
        level.in_flight_growth = random_.uniform();
        level.request_seconds = random_.uniform();
        level.in_flight_peak = random_.at_most(1000);
        level.counts.attempted = ~std::uint64_t{0} - random_.at_most(9);
        level.counts.bounded = random_.at_most(99);
        level.counts.carried_in = random_.at_most(99);
        level.counts.cut = random_.at_most(99);
        level.counts.reconnected = random_.at_most(99);
        level.client.host_busy = random_.at_most(1) == 1;
        level.counts.not_sent = random_.at_most(99);
        level.counts.incomplete = level.counts.not_sent + random_.at_most(99);
        level.counts.in_progress = random_.at_most(99);
        level.counts.in_progress_due = random_.at_most(99);
        level.counts.late = random_.at_most(99);
        for (std::uint64_t& count : level.counts.failed) count = random_.at_most(9);
        level.counts.failed_due = random_.at_most(level.counts.failures());
        for (const MetricRow& row : metric_rows()) level.metrics[row.metric] = histogram();
        level.slices.resize(random_.at_most(4));
        for (WindowSlice& slice : level.slices) {
            slice = {
                random_.uniform(), random_.at_most(99), random_.at_most(99), 3, 4, histogram(), {}};
            for (LatencyCounts& latencies : slice.latencies) {
                for (auto left = random_.at_most(5); left > 0; --left)
                    latencies.record(random_.time(1e6));
                latencies.not_ended = random_.at_most(3);
            }
        }
        level.client = {random_.uniform(), random_.uniform(), 2.5, 12345, 678, true, text()};
        if (random_.at_most(1) == 0) level.server_cpu = random_.uniform();
        level.verdict = text();
        level.examples = {text()};
        return level;
    }

    SampleRandom random_;
};

}  // namespace plumbline::load
