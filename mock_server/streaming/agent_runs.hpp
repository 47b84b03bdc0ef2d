#pragma once
// The runs of a workspace, and the state that its threads keep.

#include "mock_server/response/engine_response.hpp"
#include "mock_server/streaming/agent_run.hpp"
#include "mock_server/streaming/run_faults.hpp"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::mock {

/// The limits and settings of a workspace's runs.
struct RunLimits {
    std::size_t max_runs = 21'000;  ///< a start is refused if so many are kept
    /// A run that has ended is removed when another one starts, the oldest first, while more runs
    /// than this are kept.
    std::size_t finished_runs = 1'000;
    std::size_t resumable_bytes = std::size_t{4} * 1024U * 1024U;  ///< kept per resumable run
    std::chrono::milliseconds heartbeat{15'000};
    bool pairs_in_data = false;  ///< the data of an event is [mode, chunk]
    RunFaults faults;
    std::vector<ValueChange> input_changes;  ///< by faults
};

/// How time passes in the workspace.
struct RunTime {
    Instant now{};  ///< current time of the workspace's clock
    bool uses_real_time = false;
    double time_scale = 1;
};

/// A request for a run.
struct RunRequest {
    std::string thread_id;  ///< empty for a stateless run
    SharedJson body;        ///< body of the request, validated
    RunTime time;
};

/// All runs of one workspace. Thread-safe: a mutex guards its state.
class AgentRuns {
  public:
    /// `host_clock` must outlive it.
    AgentRuns(std::shared_ptr<const Graphs> graphs,
              std::uint64_t seed,
              RunLimits limits,
              const Clock& host_clock);
    ~AgentRuns() { clear(); }
    AgentRuns(const AgentRuns&) = delete;
    AgentRuns& operator=(const AgentRuns&) = delete;

    /// Starts a run from the state that its thread's last run left. Refusals: 404 (unknown
    /// assistant), 422 (the thread is busy), 503 (too many runs).
    [[nodiscard]] ValueOrResponse<std::shared_ptr<AgentRun>> start(const RunRequest& request);
    /// Returns that run of that thread, or null.
    [[nodiscard]] std::shared_ptr<AgentRun> find(const std::string& run_id,
                                                 const std::string& thread_id) const;
    /// Opens a gate of one run, or of all runs ("" as id); returns how many runs were waiting
    /// there.
    std::size_t open_gate(const std::string& gate, const std::string& run_id);
    /// Cancels and removes all runs and the state of the threads.
    void clear();

  private:
    [[nodiscard]] std::shared_ptr<const Graph> find_graph(const std::string& assistant) const;
    [[nodiscard]] std::string state_key(const std::string& thread_id) const;
    [[nodiscard]] bool has_fault(RunFault fault) const { return limits_.faults.contains(fault); }
    [[nodiscard]] ValueOrResponse<Json> thread_state(const std::string& thread_id) const;
    [[nodiscard]] SharedJson input_for(const std::string& assistant, const Json& body);
    [[nodiscard]] std::optional<EngineResponse> refusal_by_fault(const Json& body) const;
    void remove_finished();

    std::shared_ptr<const Graphs> graphs_;
    std::uint64_t seed_;
    RunLimits limits_;
    const Clock* host_clock_;
    mutable std::mutex mutex_;  ///< guards everything below; locked before the mutex of a run
    IdSource ids_;
    std::map<std::string, std::shared_ptr<AgentRun>> runs_;
    std::deque<std::string> order_;  ///< keys of runs_, the oldest first
    std::map<std::string, std::shared_ptr<AgentRun>> last_run_of_thread_;
    std::map<std::string, SharedJson> input_of_assistant_;                 ///< for kSharesInput
    std::map<std::string, std::shared_ptr<const Graph>> graph_of_thread_;  ///< for kKeepsAssistant
};

}  // namespace plumbline::mock
