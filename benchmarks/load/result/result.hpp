#pragma once
// The result of a load run: one value, which is written as JSON, shown as HTML, merged, compared
// and judged. Schema: benchmarks/load/result/schema/.

#include "benchmarks/load/result/metric.hpp"
#include "spec/base/result.hpp"
#include "spec/json/json_fwd.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::load {

/// Why an answer is no success.
enum class Failure : std::size_t {
    kConnect,      ///< no connection
    kStatus,       ///< another status than a success
    kContentType,  ///< a stream that does not call itself one
    kFraming,      ///< head, transfer coding or event framing broken
    kTruncated,    ///< the connection ended within the answer
    kTimeout,      ///< longer than a stream or an answer may take
    kJson,         ///< data that is no JSON
    kContract,     ///< not what the contract says
    kErrorEvent,   ///< the stream told of an error
};
inline constexpr std::size_t kFailureCount = 9;
[[nodiscard]] std::string_view to_text(Failure failure);
[[nodiscard]] std::optional<Failure> parse_failure(std::string_view text);

/// What became of the requests of a level. attempted = completed + bounded + incomplete + failed.
struct Counts {
    std::uint64_t attempted = 0;
    std::uint64_t completed = 0;  ///< successes that came to their end
    std::uint64_t bounded = 0;  ///< successes that were left at a bound: events or time of a stream
    std::uint64_t incomplete =
        0;  ///< still under way when the drain was over: neither success nor failure
    std::array<std::uint64_t, kFailureCount> failed{};
    std::uint64_t events = 0;  ///< read in the window
    std::uint64_t bytes = 0;   ///< of bodies, as on the wire, read in the window
    std::uint64_t good = 0;    ///< successes that met the goodput limits, all if there are none
    std::uint64_t gaps_of_zero = 0;      ///< gaps between events of one read
    std::uint64_t json_checked = 0;      ///< events whose data was read as JSON
    std::uint64_t contract_checked = 0;  ///< answers that were judged by the contract

    [[nodiscard]] std::uint64_t failures() const;
    [[nodiscard]] std::uint64_t successes() const { return completed + bounded; }
    void add(const Counts& other);
    bool operator==(const Counts&) const = default;
};

/// What happened in one slice of the window.
struct Slice {
    double second = 0;  ///< where it begins in the window
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;
    std::uint64_t completed = 0;
    std::uint64_t failed = 0;
    Histogram gaps{};

    bool operator==(const Slice&) const = default;
};

/// How the client itself fared: whether it measured the server or itself.
struct ClientHealth {
    double cpu = 0;     ///< cores used, 1 = one core all the time
    double waited = 0;  ///< part of the time that it could run and had no core
    double reads_per_wakeup = 0;
    std::int64_t loop_lag_p99 = 0;  ///< ns from when a timer was due to when it was handled
    bool bound = false;             ///< its figures are the client's, not the server's
    std::string why{};              ///< of `bound`

    bool operator==(const ClientHealth&) const = default;
};

/// One level of load, held for a window.
struct Level {
    double target = 0;    ///< requests per second (open loop) or requests in flight (closed loop)
    double achieved = 0;  ///< requests per second that came to a good end in the window
    double seconds = 0;   ///< length of the window
    double in_flight_mean = 0;
    std::uint64_t in_flight_peak = 0;
    Counts counts{};
    Metrics metrics{};
    std::vector<Slice> slices{};
    ClientHealth client{};
    std::optional<double> server_cpu{};  ///< cores that the server used, where it is ours
    std::string
        verdict{};  ///< ok, client-bound, saturated, failing; cut short: interrupted, unreachable
    std::vector<std::string> examples{};  ///< a few failures in words

    bool operator==(const Level&) const = default;
};

/// What was asked for.
struct Workload {
    std::string kind{};       ///< `stream` or `rest`
    std::string operation{};  ///< operation id
    std::string path{};
    std::vector<std::string> modes{};
    std::string body{};  ///< of the request, without secrets

    bool operator==(const Workload&) const = default;
};

struct LoadShape {
    std::string loop{};     ///< `closed` or `open`
    std::string arrival{};  ///< `constant` or `poisson`, "" for a closed loop
    std::uint64_t seed = 0;
    double warmup_s = 0;
    double window_s = 0;
    double drain_s = 0;
    std::uint64_t max_events = 0;     ///< of a stream, 0: none
    double max_seconds = 0;           ///< of an answer
    std::uint64_t max_in_flight = 0;  ///< 0: none; the wait for a free place counts
    std::string goodput{};            ///< conditions of one answer, "" for none

    bool operator==(const LoadShape&) const = default;
};

struct Validation {
    bool framing = true;
    double json_sample = 0;      ///< part of the events, 0 to 1
    double contract_sample = 0;  ///< part of the answers

    bool operator==(const Validation&) const = default;
};

struct Host {
    std::string cpu{};
    std::uint64_t cores = 0;
    std::string kernel{};
    std::string pinning{};  ///< cores that the client may use, e.g. `0-1`

    bool operator==(const Host&) const = default;
};

/// Where the server had enough.
struct Saturation {
    double load = 0;  ///< the largest target that was still met
    std::string reason{};
    bool found = false;  ///< false: the sweep ended below it

    bool operator==(const Saturation&) const = default;
};

struct LoadResult {
    static constexpr int kSchemaVersion = 1;

    std::string tool_version{};
    std::string build{};    ///< `release`, `debug`, ...
    std::string started{};  ///< RFC 3339, UTC
    std::string url{};
    std::string server{};  ///< its Server header, "" if it has none
    Host host{};
    Workload workload{};
    LoadShape load{};
    Validation validation{};
    std::vector<Level>
        levels{};  ///< in the order they were run; repetitions stand beside each other
    std::optional<Saturation> saturation{};
    std::map<std::string, double, std::less<>> floors{};  ///< figures of bare programs, by name
    std::vector<std::string> notes{};
    std::uint64_t shards = 1;  ///< machines or processes whose results were added

    bool operator==(const LoadResult&) const = default;
};

/// Converts to and from the form of the schema. Histograms go with it, so nothing is lost.
[[nodiscard]] Json to_json(const LoadResult& result);
/// Errors: kInvalid (not of the schema: says where), kUnsupported (another schema version).
[[nodiscard]] Result<LoadResult> parse_result(const Json& json);

/// Adds results of shards of one load, level by level: counts, histograms and slices add up,
/// targets and rates as well. Errors: kInvalid (none, or not of the same load: says in what they
/// differ).
[[nodiscard]] Result<LoadResult> merge(const std::vector<LoadResult>& shards);

}  // namespace plumbline::load
