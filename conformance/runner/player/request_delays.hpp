#pragma once
// How long limits of the request rate hold back the requests of a workflow: waits after a 429, and
// for a turn.

#include "conformance/runner/attempt/attempt.hpp"

#include <map>
#include <string>

namespace plumbline::runner {

/// Adds up the delays of the steps of one workflow.
class RequestDelays {
  public:
    /// Adds the delay of a step that has been sent; a step can be sent several times.
    void add(const std::string& step, Duration delay) { at_[step] = total_ += delay; }
    /// Returns by how much all steps after a step were delayed; 0 if it was not sent.
    [[nodiscard]] Duration since(const std::string& step) const;

  private:
    Duration total_{};
    std::map<std::string, Duration> at_;  ///< the total when a step was last sent
};

/// Excuses an attempt of a step that has to be sent soon after another one (x-ct-soon-after), if it
/// did not succeed and limits of the request rate delayed the requests between the two by 250 ms or
/// more in all. Removes the failed criteria, the observations and a missing response, adds one
/// finding `precondition` with the verdict not_run, and sets the attempt's `unmet`. Violations of
/// the contract stay.
void excuse_late_step(const workflow::Step& step, const RequestDelays& delays, Attempt& attempt);

/// Returns whether a scenario has a step that excuse_late_step has excused.
[[nodiscard]] bool has_late_step(const reports::ScenarioResult& scenario);

}  // namespace plumbline::runner
