#include "benchmarks/load/result/model/windows.hpp"

#include "benchmarks/load/result/units.hpp"
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
    return ClockOffset{static_cast<double>((min + max).count()) / 2,
                       static_cast<double>((max - min).count()) / 2};
}

/// Returns the clock of a shard minus that of the first shard; nothing if it is unknown.
std::optional<ClockOffset> offset_to_first(const LoadResult& first, const LoadResult& shard) {
    const auto a = server_offset(first);
    const auto b = server_offset(shard);
    if (!a || !b) return std::nullopt;
    return ClockOffset{a->mean - b->mean, a->error + b->error};
}

/// The windows that the shards have for one level, by the clock of the first shard.
struct LevelWindows {
    std::size_t first = 0;  ///< the shard that began first
    std::size_t last = 0;
    Instant min_begin = Instant::max();
    Instant max_begin = Instant::min();
    Instant min_end = Instant::max();
    double longest_s = 0;

    void add(std::size_t shard, Instant begin, double seconds) {
        if (begin < min_begin) first = shard;
        if (begin > max_begin) last = shard;
        min_begin = std::min(min_begin, begin);
        max_begin = std::max(max_begin, begin);
        min_end = std::min(
            min_end, begin + std::chrono::round<Duration>(std::chrono::duration<double>(seconds)));
        longest_s = std::max(longest_s, seconds);
    }
    [[nodiscard]] double common_s() const {
        return std::chrono::duration<double>(min_end - max_begin).count();
    }
};

std::string time_of(Duration time) {
    return time_text(static_cast<double>(time.count()));
}

/// Collects what is noted.
class WindowComparison {
  public:
    explicit WindowComparison(const std::vector<LoadResult>& shards) : shards_(shards) {
        compare_clocks();
    }

    Result<void> compare_level(std::size_t index) {
        LevelWindows windows;
        for (std::size_t i = 0; i < shards_.size(); ++i) {
            const Level& level = shards_[i].levels[index];
            const auto begin = parse_instant(level.window_began);
            if (!begin) {
                notes.push_back(fmt::format(
                    "shard {} has no time for level {}: whether the shards measured at the same "
                    "time is unknown",
                    i + 1,
                    index + 1));
                return {};
            }
            windows.add(i + 1, *begin - corrections_[i], level.seconds);
        }
        const std::string apart = fmt::format("level {}: shard {} began {} after shard {}",
                                              index + 1,
                                              windows.last,
                                              time_of(windows.max_begin - windows.min_begin),
                                              windows.first);
        if (windows.common_s() <= 0) {
            return fail(ErrorCode::kInvalid,
                        apart + ", when the other window had ended: the shards are no common load",
                        {},
                        {"start the shards together, such as with --start-at"});
        }
        if (windows.common_s() < kMinCommonShare * windows.longest_s)
            notes.push_back(fmt::format("{}: the windows have only {} in common",
                                        apart,
                                        share_text(windows.common_s() / windows.longest_s)));
        distance_ = std::max(distance_.value_or(Duration()), windows.max_begin - windows.min_begin);
        return {};
    }

    void note_distance() {
        if (distance_)
            notes.push_back(
                fmt::format("the windows of the shards began within {}", time_of(*distance_)));
    }

    std::vector<std::string> notes;

  private:
    void compare_clocks() {
        double error = 0;
        bool is_known = true;
        bool agrees = true;
        for (std::size_t i = 0; i < shards_.size(); ++i) {
            corrections_.emplace_back();
            if (i == 0) continue;
            const auto offset = offset_to_first(shards_.front(), shards_[i]);
            if (!offset) {
                is_known = false;
                continue;
            }
            error = std::max(error, offset->error);
            if (!offset->is_significant()) continue;
            agrees = false;
            corrections_.back() = Duration(std::llround(offset->mean));
            notes.push_back(fmt::format("the clock of shard {} is {} {} that of shard 1 (+- {})",
                                        i + 1,
                                        time_text(std::abs(offset->mean)),
                                        offset->mean > 0 ? "ahead of" : "behind",
                                        time_text(offset->error)));
        }
        if (!is_known)
            notes.emplace_back(
                "the clocks of the shards are assumed to be equal: the server sent no Date");
        else if (agrees)
            notes.push_back(
                fmt::format("the clocks of the shards agree within {}", time_text(error)));
    }

    const std::vector<LoadResult>& shards_;
    std::vector<Duration> corrections_;  ///< of the shards' times, to those of the first shard
    std::optional<Duration> distance_;   ///< the largest one of a level's starts, if one is known
};

}  // namespace

Result<std::vector<std::string>> compare_windows(const std::vector<LoadResult>& shards) {
    WindowComparison comparison(shards);
    for (std::size_t i = 0; i < shards.front().levels.size(); ++i) {
        if (auto compared = comparison.compare_level(i); !compared) return fail(compared.error());
    }
    comparison.note_distance();
    return std::move(comparison.notes);
}

}  // namespace plumbline::load
