#pragma once
// Holds one level of load for a window and tells what came of it.

#include "benchmarks/load/drive/arrivals.hpp"
#include "benchmarks/load/drive/recorder.hpp"
#include "benchmarks/load/drive/transport.hpp"
#include "benchmarks/load/result/result.hpp"
#include "spec/base/clock.hpp"

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::load {

/// How load is offered. Warm-up, window and drain follow one another; streams go on from one to the
/// next.
struct LevelPlan {
    std::uint64_t streams = 0;  ///< closed loop: so many requests are in flight; 0: open loop
    double rate = 0;            ///< open loop: requests per second
    Arrival arrival = Arrival::kConstant;
    std::uint64_t seed = 1;
    std::uint64_t shard = 0;
    std::uint64_t shards = 1;
    Duration warmup{};
    Duration window{};
    Duration drain{};
    Duration max_duration{};  ///< of an answer
    std::uint64_t max_in_flight =
        0;  ///< open loop; 0: no cap. Who waits for a place does so on the clock
    AnswerRules rules{};
    double contract_sample = 0;  ///< part of the answers
    std::vector<AnswerLimit> goodput{};
};

/// What a level is driven with; all is borrowed.
struct Driver {
    Transport& transport;
    Clock& clock;
    const std::vector<Prepared>&
        requests;  ///< each place in flight has one of its own, as far as they go; at least one
    /// Makes the judge of an answer by the contract; empty: there is none.
    std::function<std::unique_ptr<Inspector>()> inspector{};
    std::string server_process{};  ///< number of our own server's process, "" if it is not ours
    /// Called ten times a second with what is known so far.
    std::function<void(const Level&, Duration elapsed)> progress{};
    const std::atomic<bool>* is_interrupted = nullptr;
    std::string* server = nullptr;  ///< is set to the Server header of the first answer
};

/// Offers the load and returns what came of it, its verdict included. It ends early, with what it
/// has, if it is interrupted or if there is no connection at all.
[[nodiscard]] Level drive_level(const LevelPlan& plan, const Driver& driver);

}  // namespace plumbline::load
