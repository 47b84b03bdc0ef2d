#pragma once
// One run of a graph, and who reads its stream.

#include "mock_server/engine/stream.hpp"
#include "mock_server/streaming/graph_play.hpp"

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

/// What a run may take and how time passes for it.
struct RunTerms {
    bool is_real = false;           ///< the workspace's clock is: paces take time
    double time_scale = 1;          ///< seconds of the workspace's clock for each real one
    bool is_resumable = false;      ///< what was told is kept for who comes back
    bool ends_with_reader = false;  ///< without its last reader it is cancelled
    bool joins_from_start = false;  ///< a fault: what was told before counts too
    bool deals_out = false;         ///< a fault: readers get the events in turn
    std::size_t max_kept = std::size_t{256} * 1024U;  ///< bytes that wait for the slowest reader
    std::chrono::milliseconds heartbeat{15'000};      ///< of silence, until a comment is sent
};

/// A run. It has no thread: how far it is follows from the time, and whoever reads it moves it on.
/// What is told is kept until all readers have got it. Thread: safe.
class Run : public std::enable_shared_from_this<Run> {
  public:
    /// It starts now. Events follow one another in absolute time, however late anybody looks.
    /// `machine` must outlive it.
    Run(Telling telling, GraphPlay play, RunTerms terms, const Clock& machine);
    ~Run();

    [[nodiscard]] const std::string& id() const { return teller_.about().run_id; }
    [[nodiscard]] const std::string& thread_id() const { return teller_.about().thread_id; }
    [[nodiscard]] const std::string& assistant_id() const { return teller_.about().assistant_id; }

    /// Returns a stream of what is told from now on; with `last_event_id`, if the run is resumable,
    /// of what was told after that event.
    [[nodiscard]] std::shared_ptr<Stream> join(std::optional<std::string> last_event_id);
    /// Returns the stream of who has started the run: all of it.
    [[nodiscard]] std::shared_ptr<Stream> open();
    /// Does what is due; says whether it has ended.
    bool catch_up();
    /// Says whether it has ended and nobody reads it any more.
    [[nodiscard]] bool is_over();
    /// Opens a gate for good; says whether the run waited there.
    bool open_gate(const std::string& gate);
    void cancel();
    /// Returns the state of the graph, as of the last step that ended.
    [[nodiscard]] Json state();

  private:
    class Reader;
    /// Who gets what is told without its being kept.
    struct Listener {
        StreamBuffer* buffer = nullptr;
        std::size_t enough = 0;

        [[nodiscard]] bool is_full() const { return buffer && buffer->size() >= enough; }
        [[nodiscard]] bool takes_more() const { return buffer && !is_full(); }
    };

    std::shared_ptr<Stream> read_from(std::uint64_t place);
    void expect_pull();
    Flow pull(Reader& reader, StreamBuffer& buffer, std::size_t enough, SteadyTime steady);
    Flow tell(Reader& reader, StreamBuffer& buffer, std::size_t enough, Instant now);
    void copy(Reader& reader, StreamBuffer& buffer, std::size_t enough) const;
    [[nodiscard]] bool is_alone(const Reader& reader) const;
    void hear(Parts event);
    void produce(std::size_t enough, Instant now);
    void take(const Beat& beat);
    void trim();
    void leave(const Reader& reader);
    void wake_all();
    [[nodiscard]] std::uint64_t end() const { return first_ + events_.size(); }

    const RunTerms terms_;
    const Clock* machine_;
    const Instant begun_;
    std::mutex mutex_;  ///< guards all below, and what the readers hold
    bool has_ended_ = false;
    Instant due_;  ///< of the next deed
    std::vector<Reader*> readers_;
    Listener listener_;        ///< takes what is told at once, if it is there
    std::uint64_t first_ = 0;  ///< number of the first event that is kept
    std::size_t told_ = 0;     ///< bytes so far
    std::size_t kept_ = 0;     ///< bytes of events_
    std::deque<std::string> events_;
    std::string waits_at_;  ///< a gate, "": none
    std::set<std::string> open_gates_;
    GraphPlay play_;
    Teller teller_;  ///< what it is about never changes, so that needs no guard
};

}  // namespace plumbline::mock
