#pragma once
// Exchanges that continue while later steps are played.

#include "conformance/runner/attempt/attempt.hpp"
#include "conformance/runner/player/scenario_context.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace plumbline::runner {

/// The background exchanges of one workflow. Each has its own thread and client and ends by its own
/// deadline; all end before this object. Not thread-safe: only the workflow's thread uses it.
class BackgroundExchanges {
  public:
    /// `context` is borrowed.
    explicit BackgroundExchanges(ScenarioContext& context);
    ~BackgroundExchanges();
    BackgroundExchanges(const BackgroundExchanges&) = delete;
    BackgroundExchanges& operator=(const BackgroundExchanges&) = delete;

    /// Starts the exchange of a prepared attempt and returns once the step is released, or the
    /// exchange has ended; returns whether it was released. `index` is that of the step in the
    /// workflow.
    bool start(std::size_t index, workflow::Step step, Attempt prepared, WorkflowValues values);
    /// Returns the outputs that the events of a running exchange have produced so far; null if it
    /// is not running.
    [[nodiscard]] Json outputs(std::size_t index) const;
    [[nodiscard]] bool has(std::size_t index) const { return running_.contains(index); }
    /// Waits for the end of a running exchange and checks it.
    [[nodiscard]] Attempt join(std::size_t index);
    /// Returns the step indexes of the running exchanges, in ascending order.
    [[nodiscard]] std::vector<std::size_t> indexes() const;
    /// Asks all running exchanges to end soon.
    void stop_all();

  private:
    struct RunningExchange;
    ScenarioContext& context_;
    std::map<std::size_t, std::unique_ptr<RunningExchange>> running_;
};

}  // namespace plumbline::runner
