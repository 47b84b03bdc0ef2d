#pragma once
// Steps whose exchange continues while later steps are played.

#include "conformance/runner/player/workflow_state.hpp"

#include <cstddef>
#include <map>
#include <memory>

namespace plumbline::runner {

/// The background steps of one workflow. The exchange of each has its own thread and client and
/// ends by its own deadline; all end before this object. Not thread-safe: only the workflow's
/// thread uses it.
class BackgroundSteps {
  public:
    /// `state` is borrowed.
    explicit BackgroundSteps(WorkflowState& state);
    ~BackgroundSteps();
    BackgroundSteps(const BackgroundSteps&) = delete;
    BackgroundSteps& operator=(const BackgroundSteps&) = delete;

    /// Starts the exchange of a step and returns once the step is released, or the exchange has
    /// ended; the step gets its verdict when it is joined. Returns whether the workflow continues.
    bool start(const workflow::Step& step, std::size_t index);
    /// Waits for the background steps that a step depends on, or that it would start again, and
    /// checks them; returns false if one of them ends the scenario.
    bool join_dependencies(const workflow::Step& step, std::size_t index);
    /// Completes an attempt as complete_attempt. If it lacks a value and there are known
    /// deviations, one of a background step may be the reason: stops and checks them before.
    void complete(const workflow::Step& step, Attempt& attempt);
    /// Waits for all exchanges to end and checks them; stops them if the workflow was aborted.
    void end();

  private:
    struct RunningStep;

    /// Waits for the end of a running exchange and checks it; returns whether its step succeeded.
    bool join(std::size_t index);
    void join_all();
    void stop_all();

    WorkflowState& state_;
    std::map<std::size_t, std::unique_ptr<RunningStep>> running_;  ///< by the index of the step
};

}  // namespace plumbline::runner
