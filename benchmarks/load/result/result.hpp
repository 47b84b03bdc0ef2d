#pragma once
// The result of a load run: one value that is written as JSON, rendered as HTML, merged, compared
// and checked. Schema: benchmarks/load/result/json/schema/.

#include "benchmarks/load/result/goodput.hpp"
#include "benchmarks/load/result/model/latency_counts.hpp"
#include "benchmarks/load/result/model/metric.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// Why a response is a failure.
enum class FailureClass : std::size_t {
    kConnect,      ///< no connection
    kStatus,       ///< the status is not a success
    kContentType,  ///< not declared as an event stream
    kFraming,      ///< invalid head, transfer coding or event framing
    kTruncated,    ///< the connection ended within the response
    kTimeout,      ///< the time limit was reached
    kJson,         ///< data is not valid JSON
    kContract,     ///< violates the contract
    kErrorEvent,   ///< the stream reported an error
    kClient,       ///< not sent: the client's own limit, e.g. of open files
};
inline constexpr std::size_t kFailureCount = 10;
[[nodiscard]] std::string_view to_text(FailureClass failure);
[[nodiscard]] std::optional<FailureClass> parse_failure(std::string_view text);

/// Outcomes of the requests of a level: those that were due in the window, and those that were due
/// before and had not ended at its begin. attempted = completed + bounded + incomplete + failed.
struct LevelCounts {
    std::uint64_t attempted = 0;
    std::uint64_t carried_in = 0;   ///< due before the window
    std::uint64_t cut = 0;          ///< not ended at the end of the window
    std::uint64_t reconnected = 0;  ///< sent again, because the kept connection was closed
    std::uint64_t completed = 0;    ///< complete successes
    std::uint64_t bounded =
        0;  ///< streams closed at a limit of the run (events, time); not `client-bound`
    std::uint64_t incomplete =
        0;  ///< requests in flight at the end of the drain period: neither success nor failure
    std::uint64_t not_sent = 0;  ///< incomplete requests that waited for a place in flight
    /// Incomplete requests whose stream went on until the end: longer than the drain, not stuck.
    std::uint64_t in_progress = 0;
    std::uint64_t in_progress_due = 0;  ///< those that were due in the window
    std::uint64_t late = 0;             ///< incomplete requests that already exceed a goodput limit
    std::array<std::uint64_t, kFailureCount> failed{};
    std::uint64_t failed_due = 0;    ///< failures of requests that were due in the window
    std::uint64_t events = 0;        ///< events read in the window
    std::uint64_t tokens = 0;        ///< those that are messages, from the first with content on
    std::uint64_t bytes = 0;         ///< bytes of bodies, as on the wire, read in the window
    std::uint64_t good = 0;          ///< successes within the goodput limits, all if there are none
    std::uint64_t gaps_of_zero = 0;  ///< gaps between events of one read
    std::uint64_t json_checked = 0;  ///< events whose data was parsed as JSON
    std::uint64_t contract_checked = 0;  ///< responses that were checked against the contract

    [[nodiscard]] std::uint64_t failures() const;
    [[nodiscard]] std::uint64_t successes() const { return completed + bounded; }
    /// Returns the requests that were due in the window.
    [[nodiscard]] std::uint64_t due() const { return attempted - carried_in; }
    void add(const LevelCounts& other);
    bool operator==(const LevelCounts&) const = default;
};

/// What happened in one slice of the window.
struct WindowSlice {
    double begin_s = 0;  ///< start within the window
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;
    std::uint64_t completed = 0;
    std::uint64_t failed = 0;
    Histogram gaps{};
    SliceLatencies latencies{};  ///< of the requests that were due in the slice and did not fail

    bool operator==(const WindowSlice&) const = default;
};

/// The load of the client itself: whether it measured the server or itself.
struct ClientHealth {
    double cpu = 0;           ///< cores used, 1 = one core all the time
    double waited_share = 0;  ///< share of the time in which it was runnable without a core
    double reads_per_wakeup = 0;
    std::int64_t loop_lag_p99 = 0;  ///< ns from when a timer was due to when it was handled
    /// ns from when some responses had bytes to read until these were handled.
    std::int64_t handling_p99 = 0;
    bool bound = false;          ///< the figures are those of the client, not of the server
    std::string bound_reason{};  ///< reason for `bound`
    /// The reason: the client got no core in time, although it needed little of one.
    bool host_busy = false;

    bool operator==(const ClientHealth&) const = default;
};

inline constexpr double kMinSustainedShare = 0.98;  ///< of the rate that was due
inline constexpr const char* kOk = "ok";            ///< the verdict of a level without a problem
/// A level that is not a measurement of all that happened.
inline constexpr const char* kUndercounted = "undercounted";
/// The verdicts of an aborted level.
inline constexpr const char* kInterrupted = "interrupted";
inline constexpr const char* kUnreachable = "unreachable";

/// One level of load, kept constant for a window.
struct Level {
    double target = 0;    ///< requests per second (open loop) or requests in flight (closed loop)
    double achieved = 0;  ///< successes of the requests that were due in the window, per second
    double seconds = 0;   ///< measured length of the window; shorter than planned if interrupted
    std::string window_began{};  ///< RFC 3339, by the client's clock; "" if it is not known
    /// Requests by which those in flight grow in the window because durations grow: a queue. 0 if
    /// the window is no measurement of it: too few requests, ended early, or the load itself
    /// changed.
    double in_flight_growth = 0;
    /// Seconds that the counted requests were in flight in the window, in all. Little's law: equals
    /// in_flight_mean * seconds if no request is missing.
    double request_seconds = 0;
    double in_flight_mean = 0;
    std::uint64_t in_flight_peak = 0;
    LevelCounts counts{};
    Metrics metrics{};
    std::vector<WindowSlice> slices{};
    ClientHealth client{};
    std::optional<double> server_cpu{};  ///< cores used by the server, if it is ours
    /// undercounted, client-bound, failing, saturated, ok; interrupted or unreachable
    std::string verdict{};
    std::vector<std::string> examples{};  ///< a few failures as text

    /// Returns the requests per second that were due.
    [[nodiscard]] double due_rate() const {
        return seconds > 0 ? static_cast<double>(counts.due()) / seconds : 0;
    }
    /// Returns what of the due rate the server sustains: at most what succeeded or is in progress
    /// after the drain, and not what adds to a growing queue.
    [[nodiscard]] double sustained_rate() const {
        if (seconds <= 0) return 0;
        return std::min(achieved + static_cast<double>(counts.in_progress_due) / seconds,
                        due_rate() - in_flight_growth / seconds);
    }
    /// Returns whether the server sustains what was due.
    [[nodiscard]] bool is_sustained() const {
        return sustained_rate() >= kMinSustainedShare * due_rate();
    }
    /// Returns whether no request ended and none is in progress, also if there was none.
    [[nodiscard]] bool is_stuck() const {
        return counts.successes() == 0 && counts.failures() == 0 && counts.in_progress == 0;
    }
    /// Returns whether it was interrupted or had no response.
    [[nodiscard]] bool is_aborted() const {
        return verdict == kInterrupted || verdict == kUnreachable;
    }
    bool operator==(const Level&) const = default;
};

/// The requests of the load.
struct Workload {
    std::string kind{};       ///< `stream` or `rest`
    std::string operation{};  ///< operation id
    std::string path{};
    std::vector<std::string> modes{};
    std::string body{};  ///< body of the requests, without secrets

    bool operator==(const Workload&) const = default;
};

struct LoadShape {
    std::string loop{};       ///< `closed` or `open`
    std::string arrival{};    ///< `constant`, `poisson`, `gamma SHAPE`, "" for a closed loop
    double think_s = 0;       ///< mean time of users between a response and their next request
    std::uint64_t turns = 0;  ///< requests of a conversation; 0 means no limit
    std::string stages{};     ///< `TIME:LOAD,...`, "" for a constant load
    std::uint64_t seed = 0;
    double warmup_s = 0;
    double window_s = 0;
    double drain_s = 0;
    std::uint64_t max_events = 0;     ///< maximum number of events of a stream; 0 means no limit
    double max_response_s = 0;        ///< maximum duration of a response
    std::uint64_t max_in_flight = 0;  ///< 0 means no limit; latency includes the wait for a slot
    std::string goodput{};            ///< conditions for one response, empty if there are none

    bool operator==(const LoadShape&) const = default;
};

struct ValidationSettings {
    bool framing = true;
    double json_sample = 0;      ///< share of the events, 0 to 1
    double contract_sample = 0;  ///< share of the responses that are checked

    bool operator==(const ValidationSettings&) const = default;
};

struct ClientHost {
    std::string cpu{};
    std::uint64_t cores = 0;
    std::string kernel{};
    std::string pinning{};  ///< cores that the client may use, e.g. `0-1`

    bool operator==(const ClientHost&) const = default;
};

/// A comparison of the client's clock with that of the server. All are RFC 3339.
struct ClockSample {
    std::string sent{};      ///< when the client sent a request
    std::string received{};  ///< when the first byte of its response arrived
    std::string server{};    ///< the Date of that response: whole seconds

    bool operator==(const ClockSample&) const = default;
};

/// Where the server is saturated.
struct Saturation {
    double load = 0;  ///< the largest target that the server sustained
    std::string reason{};
    bool found = false;  ///< false if the sweep ended before saturation

    bool operator==(const Saturation&) const = default;
};

/// Which shards of a load a result has.
struct ShardSet {
    std::vector<std::uint64_t> numbers{};  ///< from 1, ascending
    std::uint64_t of = 0;                  ///< shards of the whole load

    bool operator==(const ShardSet&) const = default;
};

struct LoadResult {
    static constexpr int kSchemaVersion = 2;

    std::string tool_version{};
    std::string build{};    ///< `release`, `debug`, ...
    std::string started{};  ///< RFC 3339, UTC
    std::string url{};
    std::string server{};  ///< its Server header, "" if it has none
    ClientHost host{};
    Workload workload{};
    LoadShape load{};
    ValidationSettings validation{};
    std::vector<Level> levels{};  ///< levels in run order; repetitions are adjacent
    std::optional<Saturation> saturation{};
    std::map<std::string, double, std::less<>>
        baselines{};  ///< figures of baseline programs, by name
    std::vector<std::string> notes{};
    std::optional<ClockSample> clock{};   ///< not set if the server sent no Date
    std::uint64_t shards = 1;             ///< machines or processes whose results were merged
    std::optional<ShardSet> shard_set{};  ///< not set if the load was not divided (--shard)

    bool operator==(const LoadResult&) const = default;
};

/// Converts to the JSON form of the schema, with the histograms, so that nothing is lost.
[[nodiscard]] Json to_json(const LoadResult& result);
/// Converts from JSON. Errors: kInvalid (violates the schema, with the location), kUnsupported
/// (another schema version).
[[nodiscard]] Result<LoadResult> parse_result(const Json& json);

/// Returns the differences between the loads (workload and load shape without the seed, which may
/// differ between repetitions) of two results, e.g. `load/window_s: 10 and 20`; empty if they are
/// the same.
[[nodiscard]] std::vector<std::string> load_differences(const LoadResult& a, const LoadResult& b);

/// Merges results of shards of one load, level by level: adds counts, histograms, slices, targets
/// and rates; times are those of the first shard's clock. Errors: kInvalid (no results, different
/// loads, with the differences, or a shard that is given twice).
[[nodiscard]] Result<LoadResult> merge(const std::vector<LoadResult>& shards);
/// Returns the numbers of the shards that a result lacks, at most ten; empty if the load was not
/// divided.
[[nodiscard]] std::vector<std::uint64_t> missing_shards(const LoadResult& result);

}  // namespace plumbline::load
