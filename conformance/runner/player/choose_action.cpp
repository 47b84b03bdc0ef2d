#include "conformance/runner/player/choose_action.hpp"

#include "conformance/runner/attempt/attempt_context.hpp"
#include "conformance/runner/waiting.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

bool is_time_limited(const workflow::Action& action, const std::optional<Polling>& polling) {
    return polling && action.is_poll();
}

/// Returns the interval of a poll: the target's, then one interval more with each try, up to ten
/// times the target's (0.1 s, if that is shorter).
Duration poll_interval(const Polling& polling, int tries) {
    constexpr int kMostTimes = 10;
    constexpr Duration kLeastMaximum = std::chrono::milliseconds(100);
    const Duration interval = polling.interval;
    if (tries <= kSteadyPolls) return interval;
    return std::min(interval * (tries - kSteadyPolls + 1),
                    std::max(interval * kMostTimes, kLeastMaximum));
}

std::string key_of(const std::string& step, const workflow::Action& action) {
    return step + '\n' + action.name;
}

}  // namespace

bool RetryCounters::may_retry(const std::string& step,
                              const workflow::Action& action,
                              const std::optional<Polling>& polling,
                              bool is_answered,
                              Instant now) {
    RetryCount& entry =
        counts_.try_emplace(key_of(step, action), RetryCount{0, 0, now}).first->second;
    if (is_answered) entry.unanswered = 0;
    const bool in_bounds = is_time_limited(action, polling) ? now - entry.first < polling->deadline
                                                            : entry.tries < action.retry_limit;
    const bool allowed = in_bounds && entry.unanswered < kMaxUnansweredTries;
    if (allowed) ++entry.tries;
    if (allowed && !is_answered) ++entry.unanswered;
    return allowed;
}

int RetryCounters::tries(const std::string& step, const workflow::Action& action) const {
    const auto entry = counts_.find(key_of(step, action));
    return entry == counts_.end() ? 0 : entry->second.tries;
}

std::optional<Duration> RetryCounters::time_left(const std::string& step,
                                                 const workflow::Action& action,
                                                 const std::optional<Polling>& polling,
                                                 Instant now) const {
    const auto entry = counts_.find(key_of(step, action));
    if (!is_time_limited(action, polling) || entry == counts_.end()) return std::nullopt;
    return std::max(Duration::zero(), entry->second.first + polling->deadline - now);
}

const workflow::Action* choose_action(const std::vector<workflow::Action>& actions,
                                      const std::string& step,
                                      const expressions::Scope& scope,
                                      RetryCounters& retries,
                                      const std::optional<Polling>& polling,
                                      bool may_poll,
                                      Instant now) {
    const bool is_answered = !scope.request || scope.response;  // a called workflow sends nothing
    for (const workflow::Action& action : actions) {
        if (action.is_poll() && !may_poll) continue;
        if (!all_hold(action.criteria, scope)) continue;
        // After the last retry, the next action that applies is chosen.
        if (action.type == workflow::ActionType::kRetry &&
            !retries.may_retry(step, action, polling, is_answered, now)) {
            continue;
        }
        return &action;
    }
    return nullptr;
}

Duration retry_delay(const workflow::Action& action,
                     int tries,
                     const http::Response* response,
                     const std::optional<Polling>& polling,
                     std::chrono::seconds max_retry_after,
                     Instant now) {
    const Duration own = is_time_limited(action, polling) ? poll_interval(*polling, tries)
                                                          : Duration(action.retry_after);
    const auto requested = response ? retry_after_of(*response, now) : std::nullopt;
    // The server may ask for a longer delay than ours, but not for a shorter one.
    return requested ? std::max(own, std::min(*requested, Duration(max_retry_after))) : own;
}

}  // namespace plumbline::runner
