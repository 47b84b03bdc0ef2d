// Merges the results of shards: machines or processes that generated one load together.

#include "benchmarks/load/result/load_output.hpp"
#include "benchmarks/load/result/model/windows.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::load {
namespace {

constexpr std::size_t kMaxExamples = 5;
constexpr std::size_t kMaxMissing = 10;  ///< numbers that are named

void add_missing(std::vector<std::string>& texts, const std::vector<std::string>& more) {
    for (const std::string& text : more) {
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
    }
}

std::string_view worse_verdict(std::string_view a, std::string_view b) {
    for (const std::string_view verdict :
         {kUnreachable, kInterrupted, kUndercounted, "failing", "client-bound", "saturated"}) {
        if (a == verdict || b == verdict) return verdict;
    }
    return a;
}

/// A level is client-bound as soon as one client is; the figures are those of the busiest client.
/// `prefix` names the shard in its reasons.
void add_client(ClientHealth& sum, const ClientHealth& shard, const std::string& prefix) {
    sum.cpu = std::max(sum.cpu, shard.cpu);
    sum.waited_share = std::max(sum.waited_share, shard.waited_share);
    sum.reads_per_wakeup = std::max(sum.reads_per_wakeup, shard.reads_per_wakeup);
    sum.loop_lag_p99 = std::max(sum.loop_lag_p99, shard.loop_lag_p99);
    sum.handling_p99 = std::max(sum.handling_p99, shard.handling_p99);
    if (shard.bound) {
        const std::string reason = prefix + shard.bound_reason;
        sum.bound_reason = sum.bound ? sum.bound_reason + "; " + reason : reason;
        // The host is the only reason if it is that of all client-bound shards.
        sum.host_busy = shard.host_busy && (sum.host_busy || !sum.bound);
        sum.bound = true;
    }
}

void add_slices(std::vector<WindowSlice>& sum, const std::vector<WindowSlice>& shard) {
    for (std::size_t i = 0; i < shard.size(); ++i) {
        if (i == sum.size()) {
            sum.push_back(shard[i]);
            continue;
        }
        sum[i].events += shard[i].events;
        sum[i].bytes += shard[i].bytes;
        sum[i].completed += shard[i].completed;
        sum[i].failed += shard[i].failed;
        sum[i].gaps.add(shard[i].gaps);
        for (std::size_t metric = 0; metric < kSliceMetrics.size(); ++metric)
            sum[i].latencies[metric].add(shard[i].latencies[metric]);
    }
}

/// Returns the sum of two rates of windows with their own lengths, over the longer window: a shard
/// that was interrupted offers nothing after its end.
double add_rates(double a, double a_seconds, double b, double b_seconds) {
    if (a_seconds == b_seconds) return a + b;
    return (a * a_seconds + b * b_seconds) / std::max(a_seconds, b_seconds);
}

/// Returns the earlier of two times: that of a shard is by its clock, and is corrected to the first
/// one's. A text that is no time stays as it is.
std::string earlier_time(const std::string& sum, const std::string& shard, Duration correction) {
    const auto instant = parse_instant(shard);
    const bool is_corrected = instant && correction != Duration();
    return std::min(sum, is_corrected ? plumbline::to_text(*instant - correction) : shard);
}

void add_level(Level& sum, const Level& shard, const std::string& prefix, Duration correction) {
    sum.target += shard.target;
    sum.achieved = add_rates(sum.achieved, sum.seconds, shard.achieved, shard.seconds);
    sum.in_flight_mean =
        add_rates(sum.in_flight_mean, sum.seconds, shard.in_flight_mean, shard.seconds);
    sum.seconds = std::max(sum.seconds, shard.seconds);
    sum.window_began = earlier_time(sum.window_began, shard.window_began, correction);
    sum.in_flight_growth += shard.in_flight_growth;
    sum.request_seconds += shard.request_seconds;
    sum.in_flight_peak += shard.in_flight_peak;
    sum.counts.add(shard.counts);
    sum.metrics.add(shard.metrics);
    add_slices(sum.slices, shard.slices);
    add_client(sum.client, shard.client, prefix);
    // All shards measure the same server, so its CPU time must not be counted twice.
    if (shard.server_cpu) sum.server_cpu = std::max(sum.server_cpu.value_or(0), *shard.server_cpu);
    sum.verdict = worse_verdict(sum.verdict, shard.verdict);
    add_missing(sum.examples, shard.examples);
    sum.examples.resize(std::min(sum.examples.size(), kMaxExamples));
}

void add_saturation(std::optional<Saturation>& sum, const std::optional<Saturation>& shard) {
    if (!sum || !shard) {
        sum.reset();
        return;
    }
    sum->load += shard->load;
    if (!sum->found && shard->found) sum->reason = shard->reason;
    sum->found = sum->found || shard->found;
}

/// Notes the values that are kept from the first shard only.
void note_differences(LoadResult& sum, const LoadResult& shard, const std::string& name) {
    const auto note = [&](std::string_view what, const std::string& kept, const std::string& got) {
        if (kept != got) {
            add_missing(
                sum.notes,
                {fmt::format("different {} in {}: {} instead of {}", what, name, got, kept)});
        }
    };
    note("tool version", sum.tool_version, shard.tool_version);
    note("build", sum.build, shard.build);
    note("URL", sum.url, shard.url);
    note("server", sum.server, shard.server);
    note("processor", sum.host.cpu, shard.host.cpu);
    note("checks", checks_text(sum.validation), checks_text(shard.validation));
}

/// Adds the numbers of a shard. Errors: kInvalid (of another division, or given twice).
Result<void> add_numbers(std::optional<ShardSet>& sum,
                         const std::optional<ShardSet>& shard,
                         std::size_t result) {
    if (sum.has_value() != shard.has_value() || (sum && sum->of != shard->of)) {
        const auto text = [](const std::optional<ShardSet>& set) {
            return set ? fmt::format("a shard of {}", set->of) : "not divided (--shard)";
        };
        return fail(ErrorCode::kInvalid,
                    fmt::format("results 1 and {} are of different loads: {} and {}",
                                result,
                                text(sum),
                                text(shard)));
    }
    if (!sum) return {};
    for (const std::uint64_t number : shard->numbers) {
        const auto place = std::ranges::lower_bound(sum->numbers, number);
        if (place != sum->numbers.end() && *place == number)
            return fail(ErrorCode::kInvalid,
                        fmt::format("shard {} of {} is given twice", number, sum->of));
        sum->numbers.insert(place, number);
    }
    return {};
}

/// Returns what precedes the reasons of a shard; a result that was merged before has it already.
std::string prefix_of(const LoadResult& shard, const std::string& name) {
    return shard.shards > 1 ? "" : name + ": ";
}

void add_shard(LoadResult& sum,
               const LoadResult& shard,
               const std::string& name,
               Duration correction) {
    for (std::size_t i = 0; i < sum.levels.size(); ++i)
        add_level(sum.levels[i], shard.levels[i], prefix_of(shard, name), correction);
    add_saturation(sum.saturation, shard.saturation);
    sum.baselines.insert(shard.baselines.begin(), shard.baselines.end());
    add_missing(sum.notes, shard.notes);
    note_differences(sum, shard, name);
    const bool is_bounded = sum.load.max_in_flight > 0 && shard.load.max_in_flight > 0;
    sum.load.max_in_flight = is_bounded ? sum.load.max_in_flight + shard.load.max_in_flight : 0;
    sum.started = earlier_time(sum.started, shard.started, correction);
    sum.shards += shard.shards;
}

}  // namespace

Result<LoadResult> merge(const std::vector<LoadResult>& shards) {
    if (shards.empty()) return fail(ErrorCode::kInvalid, "no results to merge; name at least one");
    if (shards.size() == 1) return shards.front();
    const std::vector<Duration> corrections = compare_clocks(shards).corrections;
    LoadResult sum = shards.front();
    for (Level& level : sum.levels) {
        if (level.client.bound)
            level.client.bound_reason =
                prefix_of(sum, shard_name(sum, 0)) + level.client.bound_reason;
    }
    for (std::size_t i = 1; i < shards.size(); ++i) {
        auto differences = load_differences(shards.front(), shards[i]);
        // The limit adds up like targets, so a result that was merged before has a larger one.
        std::erase_if(differences, [](const std::string& difference) {
            return difference.starts_with("load/max_in_flight");
        });
        if (shards[i].levels.size() != sum.levels.size()) {
            differences.push_back(fmt::format(
                "number of levels: {} and {}", sum.levels.size(), shards[i].levels.size()));
        }
        if (!differences.empty()) {
            return fail(
                ErrorCode::kInvalid,
                fmt::format("results 1 and {} are of different loads: {}; merge results of runs "
                            "with the same options",
                            i + 1,
                            join(differences, ", ")));
        }
        if (auto added = add_numbers(sum.shard_set, shards[i].shard_set, i + 1); !added)
            return fail(added.error());
        add_shard(sum, shards[i], shard_name(shards[i], i), corrections[i]);
    }
    return sum;
}

std::vector<std::uint64_t> missing_shards(const LoadResult& result) {
    std::vector<std::uint64_t> missing;
    if (!result.shard_set) return missing;
    for (std::uint64_t number = 1; number <= result.shard_set->of && missing.size() < kMaxMissing;
         ++number) {
        if (!std::ranges::binary_search(result.shard_set->numbers, number))
            missing.push_back(number);
    }
    return missing;
}

}  // namespace plumbline::load
