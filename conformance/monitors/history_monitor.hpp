#pragma once
// The history monitor receives every exchange of one environment (a workspace of a mock, or a whole
// run at a real target) and checks properties that span several exchanges. See
// docs/architecture.md, "Checks across exchanges".

#include "conformance/checks/contract_checks.hpp"
#include "conformance/monitors/history_rules.hpp"
#include "conformance/monitors/monitored_call.hpp"
#include "conformance/monitors/record_history.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"
#include "spec/json/json_fwd.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

namespace plumbline::monitors {

/// Compares each exchange with earlier ones. Two exchanges are compared only if the earlier one
/// ended before the later one began. Values that can change are compared only if the earlier
/// exchange ended at least `consistency_wait` before that. Thread-safe: a mutex guards the history.
class HistoryMonitor {
  public:
    HistoryMonitor(std::shared_ptr<HistoryRuleCache> rule_cache,
                   Duration consistency_wait,
                   TargetLimits limits = {})
        : rule_cache_(std::move(rule_cache)),
          consistency_wait_(consistency_wait),
          limits_(std::move(limits)) {}

    /// Announces a call before it is sent, so that concurrent reads are not compared with the state
    /// before it. Call `check` exactly once for each announced call.
    void announce(const MonitoredCall& call);
    /// Checks an exchange against earlier ones and adds its values to the history.
    [[nodiscard]] checks::CheckResult check(const MonitoredCall& call, const CallOutcome& outcome);
    /// Stops monitoring the resources that `owner` created: other scenarios may delete them from
    /// now on.
    void release_owner(std::uint64_t owner);

  private:
    void announce_write(const MonitoredCall& call, const HistoryRules& rules);
    /// Forgets every record, or the one in the path: a call may have changed it in any way.
    void forget_all();
    void forget_record(const MonitoredCall& call,
                       const HistoryRules& rules,
                       const CallOutcome& outcome);
    [[nodiscard]] checks::CheckResult check_known(const MonitoredCall& call,
                                                  const HistoryRules& rules,
                                                  const CallOutcome& outcome);

    std::shared_ptr<HistoryRuleCache> rule_cache_;
    Duration consistency_wait_;
    TargetLimits limits_;
    std::mutex mutex_;  ///< guards history_
    RecordHistory history_;
};

}  // namespace plumbline::monitors
