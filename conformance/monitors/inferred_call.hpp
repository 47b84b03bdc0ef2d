#pragma once
// Calls of users' documents as monitors see them, and what they may have changed.

#include "conformance/monitors/inferred_operations.hpp"
#include "conformance/monitors/monitored_call.hpp"

namespace plumbline::monitors {

/// A call of a user's document as monitors see it.
class InferredCall {
  public:
    InferredCall(const MonitoredCall& given,
                 const InferredOperation& inferred,
                 const HistoryRules& rules)
        : path_(path_of(given, inferred, rules)),
          call_{inferred.operation, given.api, given.call, path_.get(), given.body, given.owner} {}
    InferredCall(const InferredCall&) = delete;
    InferredCall& operator=(const InferredCall&) = delete;

    [[nodiscard]] const MonitoredCall& call() const { return call_; }

  private:
    /// Operations of one type may have different names for the parameter of its id.
    static SharedJson path_of(const MonitoredCall& given,
                              const InferredOperation& inferred,
                              const HistoryRules& rules);

    SharedJson path_;
    MonitoredCall call_;
};

/// Returns the record in a response.
[[nodiscard]] SharedJson record_in(const SharedJson& response, const std::string& pointer);

/// Returns what a call of a user's document may have changed, as far as its response tells. Forgets
/// the writes of records that it may have changed.
[[nodiscard]] RecordEffect effect_of(RecordHistory& history,
                                     const MonitoredCall& call,
                                     const InferredOperation& inferred,
                                     const HistoryRules& rules,
                                     const CallOutcome& outcome);

}  // namespace plumbline::monitors
