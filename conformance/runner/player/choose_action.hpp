#pragma once
// Chooses what follows a step: the first action whose criteria are met, with a limit on retries.

#include "conformance/expressions/scope.hpp"
#include "conformance/runner/target.hpp"
#include "conformance/workflow/suite.hpp"
#include "spec/base/clock.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::runner {

/// Counts the retries of each action while one workflow is played.
class RetryCounters {
  public:
    /// Maximum number of tries in a row without a response, whatever the limit: waiting for a state
    /// makes no sense if the target is unreachable.
    static constexpr int kMaxUnansweredTries = 3;

    /// Returns whether `action` of `step` may be retried, and counts the try. A poll is limited by
    /// time (`polling`, if the target has one), any other retry by the suite's limit.
    [[nodiscard]] bool may_retry(const std::string& step,
                                 const workflow::Action& action,
                                 const std::optional<Polling>& polling,
                                 bool is_answered,
                                 Instant now);
    /// Returns how often `action` of `step` was retried.
    [[nodiscard]] int tries(const std::string& step, const workflow::Action& action) const;
    /// Returns how long the retries of `action` may continue; none if the number of tries is
    /// limited.
    [[nodiscard]] std::optional<Duration> time_left(const std::string& step,
                                                    const workflow::Action& action,
                                                    const std::optional<Polling>& polling,
                                                    Instant now) const;

  private:
    struct RetryCount {
        int tries = 0;
        int unanswered = 0;  ///< consecutive tries without a response
        Instant first{};
    };
    std::map<std::string, RetryCount> counts_;
};

/// Returns the first action that applies, polls only if `may_poll`. Null if none does: then the
/// workflow continues after a success and ends after a failure.
[[nodiscard]] const workflow::Action* choose_action(const std::vector<workflow::Action>& actions,
                                                    const std::string& step,
                                                    const expressions::Scope& scope,
                                                    RetryCounters& retries,
                                                    const std::optional<Polling>& polling,
                                                    bool may_poll,
                                                    Instant now);

/// Returns how long to wait before a retry, the number `tries` of them: for a poll the target's
/// interval, which grows after kSteadyPolls, else the suite's delay; longer if the server's
/// Retry-After (seconds or a date, capped) asks for it.
[[nodiscard]] Duration retry_delay(const workflow::Action& action,
                                   int tries,
                                   const http::Response* response,
                                   const std::optional<Polling>& polling,
                                   std::chrono::seconds max_retry_after,
                                   Instant now);

/// A poll that takes longer than this many tries is slowed down: what changes soon was seen by
/// then.
constexpr int kSteadyPolls = 100;

}  // namespace plumbline::runner
