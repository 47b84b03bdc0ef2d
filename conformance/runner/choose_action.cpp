#include "conformance/runner/choose_action.hpp"

#include "spec/http/date.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace plumbline::runner {
namespace {

bool applies(const workflow::Action& action, const expressions::Scope& scope) {
    return std::all_of(
        action.criteria.begin(),
        action.criteria.end(),
        [&](const expressions::Criterion& criterion) { return criterion.judge(scope).holds; });
}

/// Returns how long Retry-After asks to wait: seconds, or until a date. Anything else says nothing.
std::optional<Duration> retry_after_of(const http::Response* response, Instant now) {
    const std::string* header = response ? response->headers.find("Retry-After") : nullptr;
    if (!header) return std::nullopt;
    std::uint32_t seconds = 0;
    const char* end = header->data() + header->size();
    const auto [stop, problem] = std::from_chars(header->data(), end, seconds);
    if (problem == std::errc() && stop == end) return std::chrono::seconds(seconds);
    const auto date = http::parse_http_date(*header);
    if (!date) return std::nullopt;
    return std::max(Duration::zero(), *date - now);
}

bool counts_time(const workflow::Action& action, const std::optional<Polling>& polling) {
    return polling && action.is_poll();
}

std::string key_of(const std::string& step, const workflow::Action& action) {
    return step + '\n' + action.name;
}

}  // namespace

bool RetryBook::may_retry(const std::string& step,
                          const workflow::Action& action,
                          const std::optional<Polling>& polling,
                          bool is_answered,
                          Instant now) {
    Entry& entry = entries_.try_emplace(key_of(step, action), Entry{0, 0, now}).first->second;
    if (is_answered) entry.unanswered = 0;
    const bool in_bounds = counts_time(action, polling) ? now - entry.first < polling->deadline
                                                        : entry.tries < action.retry_limit;
    const bool allowed = in_bounds && entry.unanswered < kMaxUnanswered;
    if (allowed) ++entry.tries;
    if (allowed && !is_answered) ++entry.unanswered;
    return allowed;
}

std::optional<Duration> RetryBook::time_left(const std::string& step,
                                             const workflow::Action& action,
                                             const std::optional<Polling>& polling,
                                             Instant now) const {
    const auto entry = entries_.find(key_of(step, action));
    if (!counts_time(action, polling) || entry == entries_.end()) return std::nullopt;
    return std::max(Duration::zero(), entry->second.first + polling->deadline - now);
}

const workflow::Action* choose_action(const std::vector<workflow::Action>& actions,
                                      const std::string& step,
                                      const expressions::Scope& scope,
                                      RetryBook& retries,
                                      const std::optional<Polling>& polling,
                                      Instant now) {
    const bool is_answered = !scope.request || scope.response;  // a called workflow sends nothing
    for (const workflow::Action& action : actions) {
        if (!applies(action, scope)) continue;
        // An exhausted retry hands over to the next action that applies.
        if (action.kind == workflow::ActionKind::kRetry &&
            !retries.may_retry(step, action, polling, is_answered, now)) {
            continue;
        }
        return &action;
    }
    return nullptr;
}

Duration retry_delay(const workflow::Action& action,
                     const http::Response* response,
                     const std::optional<Polling>& polling,
                     std::chrono::seconds max_retry_after,
                     Instant now) {
    const Duration own =
        counts_time(action, polling) ? Duration(polling->interval) : Duration(action.retry_after);
    const auto told = retry_after_of(response, now);
    // The server may ask for more patience than ours, never for less.
    return told ? std::max(own, std::min(*told, Duration(max_retry_after))) : own;
}

}  // namespace plumbline::runner
