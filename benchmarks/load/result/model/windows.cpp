#include "benchmarks/load/result/model/windows.hpp"

#include "benchmarks/load/result/units.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::load {
namespace {

/// Windows that have less of their length in common are noted.
constexpr double kMinCommonShare = 0.9;

/// A difference of two clocks, and by how much it may be wrong. Units: ns.
struct ClockOffset {
    double mean = 0;
    double error = 0;

    [[nodiscard]] bool is_significant() const { return std::abs(mean) > error; }
};

/// Returns the server's clock minus the client's; nothing if they were not compared.
std::optional<ClockOffset> server_offset(const LoadResult& result) {
    if (!result.clock) return std::nullopt;
    const auto sent = parse_instant(result.clock->sent);
    const auto received = parse_instant(result.clock->received);
    const auto server = parse_instant(result.clock->server);
    if (!sent || !received || !server) return std::nullopt;
    // Date has whole seconds, and was made between both times of the client.
    const Duration min = *server - *received;
    const Duration max = *server + std::chrono::seconds(1) - *sent;
    const auto low = static_cast<double>(min.count());
    const auto high = static_cast<double>(max.count());
    return ClockOffset{(low + high) / 2, (high - low) / 2};
}

/// Returns the clock of a shard minus that of the first shard; nothing if it is unknown.
std::optional<ClockOffset> offset_to_first(const LoadResult& first, const LoadResult& shard) {
    const auto a = server_offset(first);
    const auto b = server_offset(shard);
    if (!a || !b) return std::nullopt;
    return ClockOffset{a->mean - b->mean, a->error + b->error};
}

/// The window of a shard for one level, by the clock of the first shard.
struct ShardWindow {
    std::string shard{};  ///< its name
    Instant begin{};
    Instant end{};
};

std::string time_of(Duration time) {
    return time_text(static_cast<double>(time.count()));
}

/// Returns how much later the last window began, and how much earlier the first one ended.
std::string distances_text(const std::vector<ShardWindow>& windows) {
    const auto [first, last] = std::ranges::minmax_element(windows, {}, &ShardWindow::begin);
    const auto [shortest, longest] = std::ranges::minmax_element(windows, {}, &ShardWindow::end);
    return fmt::format("{} began {} after {}, and {} ended {} before {}",
                       last->shard,
                       time_of(last->begin - first->begin),
                       first->shard,
                       shortest->shard,
                       time_of(longest->end - shortest->end),
                       longest->shard);
}

/// Collects what is noted.
class WindowComparison {
  public:
    explicit WindowComparison(const std::vector<LoadResult>& shards)
        : shards_(shards), clocks_(compare_clocks(shards)), notes_(clocks_.notes) {}

    Result<void> compare_level(std::size_t index) {
        std::vector<ShardWindow> windows;
        for (std::size_t i = 0; i < shards_.size(); ++i) {
            const Level& level = shards_[i].levels[index];
            const auto clock = parse_instant(level.window_began);
            if (!clock) {
                notes_.push_back(fmt::format(
                    "{} has no time for level {}: whether the shards measured at the same "
                    "time is unknown",
                    shard_name(shards_[i], i),
                    index + 1));
                return {};
            }
            const Instant begin = *clock - clocks_.corrections[i];
            windows.push_back(
                {shard_name(shards_[i], i), begin, begin + duration_of(level.seconds)});
        }
        return compare(index, windows);
    }

    /// Returns the notes, with the distance of the windows.
    std::vector<std::string> take_notes() {
        note_distance();
        return std::move(notes_);
    }

  private:
    void note_distance() {
        if (!distance_) return;
        const std::string error =
            clocks_.error == Duration() ? "" : fmt::format(" (+- {})", time_of(clocks_.error));
        notes_.push_back(
            fmt::format("the windows of the shards began within {}{}", time_of(*distance_), error));
    }

    static Duration duration_of(double seconds) {
        constexpr double kMax = 1e9;  // of a result that a person changed
        return std::chrono::round<Duration>(std::chrono::duration<double>(std::min(seconds, kMax)));
    }

    Result<void> compare(std::size_t index, const std::vector<ShardWindow>& windows) {
        const auto [first, last] = std::ranges::minmax(windows, {}, &ShardWindow::begin);
        const Instant end = std::ranges::min(windows, {}, &ShardWindow::end).end;
        double longest_s = 0;
        for (const LoadResult& shard : shards_)
            longest_s = std::max(longest_s, shard.levels[index].seconds);
        const double common_s = std::chrono::duration<double>(end - last.begin).count();
        if (common_s <= 0) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("level {}: {}: the windows have no time in common, so the "
                                    "shards are no common load",
                                    index + 1,
                                    distances_text(windows)),
                        {},
                        {"start the shards together, such as with --start-at"});
        }
        if (common_s < kMinCommonShare * longest_s)
            notes_.push_back(fmt::format("level {}: {}: the windows have only {} in common",
                                         index + 1,
                                         distances_text(windows),
                                         share_text(common_s / longest_s)));
        distance_ = std::max(distance_.value_or(Duration()), last.begin - first.begin);
        return {};
    }

    const std::vector<LoadResult>& shards_;
    ClockComparison clocks_;
    std::vector<std::string> notes_;
    std::optional<Duration> distance_;  ///< the largest one of a level's starts, if one is known
};

}  // namespace

std::string shard_name(const LoadResult& shard, std::size_t index) {
    if (!shard.shard_set) return fmt::format("shard {}", index + 1);
    std::vector<std::string> numbers;
    for (const std::uint64_t number : shard.shard_set->numbers)
        numbers.push_back(fmt::to_string(number));
    return (numbers.size() == 1 ? "shard " : "shards ") + join(numbers, ", ");
}

ClockComparison compare_clocks(const std::vector<LoadResult>& shards) {
    ClockComparison comparison;
    comparison.corrections.resize(shards.size());
    double error = 0;
    bool is_known = true;
    for (std::size_t i = 1; i < shards.size(); ++i) {
        const auto offset = offset_to_first(shards.front(), shards[i]);
        if (!offset) {
            is_known = false;
            continue;
        }
        error = std::max(error, offset->error);
        if (!offset->is_significant()) continue;
        comparison.corrections[i] = Duration(std::llround(offset->mean));
        comparison.error = std::max(comparison.error, Duration(std::llround(offset->error)));
        comparison.notes.push_back(fmt::format("the clock of {} is {} {} that of {} (+- {})",
                                               shard_name(shards[i], i),
                                               time_text(std::abs(offset->mean)),
                                               offset->mean > 0 ? "ahead of" : "behind",
                                               shard_name(shards.front(), 0),
                                               time_text(offset->error)));
    }
    if (!is_known)
        comparison.notes.emplace_back(
            "the clocks of the shards are assumed to be equal: the server sent no Date");
    else if (comparison.notes.empty())
        comparison.notes.push_back(
            fmt::format("the clocks of the shards agree within {}", time_text(error)));
    return comparison;
}

Result<std::vector<std::string>> compare_windows(const std::vector<LoadResult>& shards) {
    WindowComparison comparison(shards);
    for (std::size_t i = 0; i < shards.front().levels.size(); ++i) {
        if (auto compared = comparison.compare_level(i); !compared) return fail(compared.error());
    }
    return comparison.take_notes();
}

}  // namespace plumbline::load
