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

/// Returns the first action that applies. Null if none does: then the workflow continues after a
/// success and ends after a failure.
[[nodiscard]] const workflow::Action* choose_action(const std::vector<workflow::Action>& actions,
                                                    const std::string& step,
                                                    const expressions::Scope& scope,
                                                    RetryCounters& retries,
                                                    const std::optional<Polling>& polling,
                                                    Instant now);

/// Returns how long to wait before a retry: for a poll the target's interval, else the suite's
/// delay; longer if the server's Retry-After (seconds or a date, capped) asks for it.
[[nodiscard]] Duration retry_delay(const workflow::Action& action,
                                   const http::Response* response,
                                   const std::optional<Polling>& polling,
                                   std::chrono::seconds max_retry_after,
                                   Instant now);

}  // namespace plumbline::runner
