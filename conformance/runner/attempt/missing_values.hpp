#pragma once
// Values that a workflow lacks because of a known deviation: what needs them cannot be checked.

#include <set>
#include <string>
#include <string_view>

namespace plumbline::runner {

/// The expressions under which a value may be missing because a step deviated in a known way.
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
    /// The inputs of this workflow, `$inputs`.
    void add_inputs() { expressions_.insert("$inputs"); }
    /// Returns whether `message`, which says why an expression has no value, is about one of them.
    [[nodiscard]] bool explain(std::string_view message) const;

  private:
    std::set<std::string> expressions_;
};

}  // namespace plumbline::runner
