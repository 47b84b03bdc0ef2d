#pragma once
// The runs of a workspace, and what threads keep of them.

#include "mock_server/streaming/flaws.hpp"
#include "mock_server/streaming/run.hpp"
#include "mock_server/validation/answers.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace plumbline::mock {

/// What a workspace allows of runs.
struct RunLimits {
    std::size_t streams = 20'000;  ///< runs at work at once
    std::size_t runs = 1'000;      ///< that are kept when they have ended
    std::size_t resumable_bytes = std::size_t{4} * 1024U * 1024U;
    std::chrono::milliseconds heartbeat{15'000};
    bool pairs_in_data = false;
    RunFlaws flaws;
};

/// How time passes in the workspace.
struct RunTime {
    Instant start{};  ///< now, on the workspace's clock
    bool is_real = false;
    double time_scale = 1;
};

/// What starts a run.
struct RunOrder {
    std::string thread_id;  ///< "": nothing is kept
    SharedJson body;        ///< of the request, judged
    RunTime time;
};

/// Thread: safe.
class Runs {
  public:
    /// `machine` must outlive it.
    Runs(std::shared_ptr<const Graphs> graphs,
         std::uint64_t seed,
         RunLimits limits,
         const Clock& machine);
    ~Runs() { clear(); }
    Runs(const Runs&) = delete;
    Runs& operator=(const Runs&) = delete;

    /// Starts a run from where its thread's last one has ended. The refusals: 404 (no such
    /// assistant), 422 (the thread is busy), 503 (too many runs).
    [[nodiscard]] Answered<std::shared_ptr<Run>> start(const RunOrder& order);
    /// Returns the run of that thread, or null.
    [[nodiscard]] std::shared_ptr<Run> find(const std::string& run_id,
                                            const std::string& thread_id) const;
    /// Opens a gate of a run, or of all ("" for the id); says how many runs waited there.
    std::size_t open_gate(const std::string& gate, const std::string& run_id);
    /// Cancels all runs and forgets them and what threads keep.
    void clear();

  private:
    [[nodiscard]] std::shared_ptr<const Graph> graph_of(const std::string& assistant) const;
    [[nodiscard]] std::string place_of_state(const std::string& thread_id) const;
    [[nodiscard]] bool has(RunFlaw flaw) const { return limits_.flaws.contains(flaw); }
    [[nodiscard]] Answered<Json> state_of(const std::string& thread_id) const;
    void forget_ended();

    std::shared_ptr<const Graphs> graphs_;
    std::uint64_t seed_;
    RunLimits limits_;
    const Clock* machine_;
    mutable std::mutex mutex_;  ///< guards all below; it is taken before that of a run
    IdSource ids_;
    std::map<std::string, std::shared_ptr<Run>> runs_;
    std::deque<std::string> order_;  ///< of runs_, the oldest first
    std::map<std::string, std::shared_ptr<Run>> last_of_thread_;
};

}  // namespace plumbline::mock
