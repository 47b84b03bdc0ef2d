#pragma once
// What follows a step: the first action whose criteria hold, retries counted.

#include "conformance/expressions/scope.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/plan.hpp"
#include "spec/base/clock.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Counts the retries of each action of one workflow being played.
class RetryBook {
  public:
    /// So often in a row a call that nothing answers is tried again, whatever the limit: who waits
    /// for a state does not wait for a target that is gone.
    static constexpr int kMaxUnanswered = 3;

    /// Says whether `action` of `step` may be tried again, and counts the try. Of a poll the time
    /// decides (`polling`, if the target has one), of every other retry the suite's limit.
    [[nodiscard]] bool may_retry(const std::string& step,
                                 const workflow::Action& action,
                                 const std::optional<Polling>& polling,
                                 bool is_answered,
                                 Instant now);
    /// Returns how long the retries of `action` may still go on; nothing where tries are counted.
    [[nodiscard]] std::optional<Duration> time_left(const std::string& step,
                                                    const workflow::Action& action,
                                                    const std::optional<Polling>& polling,
                                                    Instant now) const;

  private:
    struct Entry {
        int tries = 0;
        int unanswered = 0;  ///< in a row
        Instant first{};
    };
    std::map<std::string, Entry> entries_;
};

/// Returns the first action that applies, or null: go on (after success) or stop (after failure).
[[nodiscard]] const workflow::Action* choose_action(const std::vector<workflow::Action>& actions,
                                                    const std::string& step,
                                                    const expressions::Scope& scope,
                                                    RetryBook& retries,
                                                    const std::optional<Polling>& polling,
                                                    Instant now);

/// Returns how long to wait before a retry: of a poll the target's interval, else the suite's
/// delay; longer if the server's Retry-After (seconds or a date, capped) says so.
[[nodiscard]] Duration retry_delay(const workflow::Action& action,
                                   const http::Response* response,
                                   const std::optional<Polling>& polling,
                                   std::chrono::seconds max_retry_after,
                                   Instant now);

}  // namespace plumbline::runner
