#pragma once
// Runs one level of load for a window and returns its measurements.

#include "benchmarks/load/drive/arrival_schedule.hpp"
#include "benchmarks/load/drive/level_recorder.hpp"
#include "benchmarks/load/drive/transport.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace plumbline::load {

/// How load is generated. Warm-up, window and drain follow one another; streams continue across
/// them.
struct LevelPlan {
    std::uint64_t streams = 0;  ///< closed loop: number of requests in flight; 0 for an open loop
    double rate = 0;            ///< open loop: requests per second
    ArrivalProcess arrival = ArrivalProcess::kConstant;
    double shape = 1;  ///< of gamma intervals
    /// Rates of an open loop or requests in flight of a closed one; the window has their length,
    /// and there is no warm-up. `rate` is their mean, `streams` the largest of them.
    std::vector<LoadStage> stages{};
    std::uint64_t seed = 1;
    std::uint64_t repetition = 0;  ///< number of the level in a run, from 0; each has its own times
    std::uint64_t shard = 0;
    std::uint64_t shards = 1;
    Duration think_time{};    ///< closed loop: mean time from a response to the next request
    std::uint64_t turns = 0;  ///< requests of a slot before it gets another row; 0: no limit
    Duration warmup{};
    Duration window{};
    Duration drain{};
    Duration max_duration{};  ///< maximum duration of a response
    std::uint64_t max_in_flight =
        0;  ///< open loop; 0 means no limit. Latency includes the wait for a slot
    ResponseTrackerOptions response_options{};
    double contract_sample = 0;  ///< share of the responses that are checked against the contract
    std::vector<ResponseLimit> goodput{};
};

/// Everything that a level uses; borrowed.
struct LevelEnvironment {
    Transport& transport;
    Clock& clock;
    /// At least one. They are rows, assigned to slots by index, of one request for each weight.
    std::span<const SerializedRequest> requests;
    std::vector<double> weights{};  ///< of the requests of a row; without any a row has one
    /// Called with each request that has ended, or is incomplete at the end of the level.
    std::function<void(const RequestOutcome&, bool is_incomplete)> on_outcome{};
    /// Creates the contract inspector of a response; if empty, there are no contract checks.
    std::function<std::unique_ptr<Inspector>()> inspector_factory{};
    std::string server_process{};  ///< process id of our own server, "" for any other server
    /// Called ten times a second with the measurements so far.
    std::function<void(const Level&, Duration elapsed)> progress{};
    const std::atomic<bool>* is_interrupted = nullptr;
    std::string* server_header = nullptr;  ///< receives the Server header of the first response
    std::optional<ClockSample>* clock_sample = nullptr;  ///< is set from the first response
};

/// Generates the load and returns the measurements with the verdict. Ends early, with the
/// measurements so far, on an interrupt or if no connection succeeds.
[[nodiscard]] Level drive_level(const LevelPlan& plan, const LevelEnvironment& environment);

}  // namespace plumbline::load
