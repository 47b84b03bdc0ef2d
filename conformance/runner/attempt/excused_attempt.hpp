#pragma once
// What excuses a failed attempt, and how that affects what is played next: a step that fails only
// by known deviations, or only in what the contract assumes, counts as succeeded, so that the rest
// of the scenario is checked. What needs a value that is missing for that reason cannot be checked.

#include "conformance/runner/attempt/attempt.hpp"

#include <set>
#include <string>
#include <string_view>

namespace plumbline::runner {

/// The expressions under which a value may be missing because a failed step was excused.
class MissingValues {
  public:
    [[nodiscard]] bool empty() const { return expressions_.empty(); }
    /// The outputs of a step, `$steps.ID.outputs`.
    void add_step(const std::string& id) { expressions_.insert("$steps." + id + ".outputs"); }
    /// The outputs of a workflow, `$workflows.ID.outputs`.
    void add_workflow(const std::string& id) {
        expressions_.insert("$workflows." + id + ".outputs");
    }
    /// The outputs of the workflow that the current step calls, `$outputs`, or not.
    void set_outputs(bool are_missing) {
        expressions_.erase("$outputs");
        if (are_missing) expressions_.insert("$outputs");
    }
    /// The value at a pointer of the response body, and all below it.
    void add_body_position(const std::string& pointer) {
        expressions_.insert(pointer.empty() ? "$response.body" : "$response.body#" + pointer);
    }
    /// The inputs of this workflow, `$inputs`.
    void add_inputs() { expressions_.insert("$inputs"); }
    /// Returns whether `message`, which says why an expression has no value, is about one of them.
    [[nodiscard]] bool explain(std::string_view message) const;

  private:
    std::set<std::string> expressions_;
};

/// Applies the run's known deviations to the findings of a complete attempt. Then skips the checks,
/// or the request, for which a value is missing because an earlier step was excused, or because the
/// response breaks a schema there that is only assumed; an attempt without request is marked as
/// aborted.
void apply_deviations(const RunContext& run,
                      const std::string& scenario,
                      const MissingValues& missing,
                      Attempt& attempt);

/// Returns whether the request of an attempt, or the call of its workflow, lacks a value.
[[nodiscard]] bool is_blocked(const Attempt& attempt);

/// Returns whether a check of an attempt, or the schema of a value, is excused, or a check was left
/// without its value by one that is: then its response may lack what later steps need.
[[nodiscard]] bool may_lack_outputs(const workflow::Step& step, const Attempt& attempt);

/// Why an attempt that did not succeed may count as succeeded.
enum class ExcuseLevel {
    kNone,     ///< a check failed without excuse, there was nothing to check, or the target's data
               ///< does not meet a precondition
    kExcused,  ///< every failed check is a known deviation or a broken assumption; a retry may
               ///< still avoid it
    kMissing,  ///< no check failed: values are missing, and no retry changes that
};
[[nodiscard]] ExcuseLevel excuse_of(const workflow::Step& step, const Attempt& attempt);

/// Counts an attempt with an excuse as succeeded; what its other criteria check is verified.
void accept_attempt(Attempt& attempt);

}  // namespace plumbline::runner
