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
    /// Says whether `action` of `step` may be tried again, and counts the try. A target's polling
    /// replaces the suite's limit: then time decides.
    [[nodiscard]] bool may_retry(const std::string& step,
                                 const workflow::Action& action,
                                 const std::optional<Polling>& polling,
                                 Instant now);

  private:
    struct Entry {
        int tries = 0;
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

/// Returns how long to wait before a retry: the target's polling or else the suite's delay, longer
/// if the server's Retry-After (in seconds, capped) says so.
[[nodiscard]] Duration retry_delay(const workflow::Action& action,
                                   const http::Response* response,
                                   const std::optional<Polling>& polling,
                                   std::chrono::seconds max_retry_after);

}  // namespace plumbline::runner
