#pragma once
// One run of a graph, and the readers of its stream.

#include "mock_server/response/response_stream.hpp"
#include "mock_server/streaming/graph_interpreter.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace plumbline::mock {

/// How a run is buffered and how time passes for it.
struct RunSettings {
    bool uses_real_time = false;      ///< delays of the workspace's clock take real time
    double time_scale = 1;            ///< seconds of the workspace's clock per real second
    bool is_resumable = false;        ///< events are kept for clients that reconnect
    bool ends_with_client = false;    ///< the run is cancelled when its last reader disconnects
    bool replays_on_join = false;     ///< a fault: a join also receives earlier events
    bool splits_events = false;       ///< a fault: the events are distributed over the readers
    bool empties_joins = false;       ///< a fault: a join gets nothing and ends at once
    bool loses_first_reader = false;  ///< a fault: a join ends the stream of the first reader
    bool ends_with_joiner = false;    ///< a fault: the run ends when any reader disconnects
    bool joins_stay_open = false;     ///< a fault: the stream of a join does not end
    bool repeats_last_step = false;   ///< a fault: the state has the last update twice
    bool starts_joins = false;        ///< a variant: a join has a first chunk of its own
    std::size_t max_buffered = std::size_t{256} * 1024U;  ///< bytes buffered for the slowest reader
    std::chrono::milliseconds start_delay{0};             ///< before the first event
    std::chrono::milliseconds end_delay{0};               ///< between the last event and the end
    std::chrono::milliseconds heartbeat{15'000};  ///< time of silence before a comment is sent
};

/// A run. It does not use a thread: its progress follows from the time, and each read advances it.
/// Events are buffered until all readers have received them. Thread-safe: a mutex guards its state.
class AgentRun : public std::enable_shared_from_this<AgentRun> {
  public:
    /// Starts now. Event times are absolute and do not depend on when the stream is read.
    /// `host_clock` must outlive it.
    AgentRun(StreamConfig config,
             GraphInterpreter interpreter,
             RunSettings settings,
             const Clock& host_clock);
    ~AgentRun();

    [[nodiscard]] const std::string& id() const { return emitter_.config().run_id; }
    [[nodiscard]] const std::string& thread_id() const { return emitter_.config().thread_id; }
    [[nodiscard]] const std::string& assistant_id() const { return emitter_.config().assistant_id; }

    /// Returns a stream of the events from now on; with `last_event_id`, if the run is resumable,
    /// of the events after that one.
    [[nodiscard]] std::shared_ptr<ResponseStream> join(
        const std::optional<std::string>& last_event_id);
    /// Returns the stream of all events, for the client that started the run.
    [[nodiscard]] std::shared_ptr<ResponseStream> stream_from_start();
    /// Executes what is due; returns whether the run has ended.
    bool advance();
    /// Returns whether the run has ended and has no readers.
    [[nodiscard]] bool is_finished_and_unread();
    /// Opens a gate permanently; returns whether the run was waiting there.
    bool open_gate(const std::string& gate);
    void cancel();
    /// Returns the state of the graph after the last completed step.
    [[nodiscard]] Json state();
    [[nodiscard]] bool has_failed();
    /// Returns whether a client left before the end.
    [[nodiscard]] bool was_left();

  private:
    class RunReader;

    /// The reader that receives new events without a copy in events_, while the run is produced.
    /// Measured for flood_coalesced (docs/performance.md): 7.4 instead of 6.2 million events/s.
    struct DirectReader {
        RunReader* reader = nullptr;
        StreamBuffer* buffer = nullptr;
        std::size_t enough = 0;  ///< size of `buffer` from which on events are stored
    };

    std::shared_ptr<ResponseStream> stream_from(std::uint64_t index, bool is_join);
    PullResult pull(RunReader& reader, StreamBuffer& buffer, std::size_t enough, SteadyTime steady);
    PullResult deliver(RunReader& reader, StreamBuffer& buffer, std::size_t enough, Instant now);
    /// Sends a comment if the reader has got nothing for as long as the heartbeat. Returns when the
    /// next comment is due.
    Instant add_heartbeat(RunReader& reader, StreamBuffer& buffer, Instant now) const;
    void copy_events(RunReader& reader, StreamBuffer& buffer, std::size_t enough) const;
    void on_event(std::string_view event);
    void produce(std::size_t enough, Instant now);
    void apply_wait(const GraphWait& wait);
    void trim();
    void remove_reader(const RunReader& reader);
    void wake_readers();
    [[nodiscard]] std::uint64_t end_index() const { return first_index_ + events_.size(); }
    /// Whether events remain buffered after all readers have received them.
    [[nodiscard]] bool stores_events() const {
        return settings_.is_resumable || settings_.replays_on_join;
    }

    const RunSettings settings_;
    const Clock* host_clock_;
    const Instant started_;
    std::mutex mutex_;  ///< guards everything below, and the readers' fields
    bool has_ended_ = false;
    bool was_left_ = false;
    bool waits_for_end_ = false;  ///< the graph has ended, `end_delay` has not passed
    Instant next_due_;            ///< time of the next instruction
    std::vector<RunReader*> readers_;
    std::uint64_t first_index_ = 0;   ///< index of the first buffered event
    std::size_t produced_bytes_ = 0;  ///< total number of bytes produced
    std::size_t buffered_bytes_ = 0;  ///< size of events_
    std::deque<std::string> events_;
    DirectReader direct_;
    std::string waiting_gate_;  ///< the gate at which the run waits, empty if there is none
    std::set<std::string> open_gates_;
    GraphInterpreter interpreter_;
    StreamEmitter emitter_;  ///< its config is constant and needs no guard
};

}  // namespace plumbline::mock
