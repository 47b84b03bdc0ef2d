#pragma once
// Checks that no event of a stream is missing or doubled.

#include "benchmarks/load/drive/drive.hpp"
#include "spec/sse/decoder.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace plumbline::soak {

/// What a stream of the graph `pausing` in the mode `custom` has to contain: the event metadata,
/// then one event with the progress 1, 2, ... for each step. In a thread the ids of all events are
/// 0, 1, ... Source: docs/mock_server.md, "Agent runs". Not thread-safe: each stream has its own.
class EventSequence {
  public:
    EventSequence(std::uint64_t steps, bool has_ids) : steps_(steps), has_ids_(has_ids) {}

    /// Returns what is wrong with the next event, "" if nothing is.
    [[nodiscard]] std::string take(const sse::Event& event);
    /// Returns what is missing at the end of the stream, "" if nothing is.
    [[nodiscard]] std::string finish() const;

  private:
    std::uint64_t steps_;
    bool has_ids_;
    std::uint64_t taken_ = 0;
};

/// Returns an inspector that checks the sequence of a stream with this number of steps.
[[nodiscard]] std::unique_ptr<load::Inspector> make_sequence_inspector(std::uint64_t steps);

}  // namespace plumbline::soak
