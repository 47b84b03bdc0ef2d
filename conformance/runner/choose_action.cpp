#include "conformance/runner/choose_action.hpp"

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

/// Returns the seconds of Retry-After; a date, or anything else, says nothing.
std::optional<std::chrono::seconds> retry_after_of(const http::Response* response) {
    const std::string* header = response ? response->headers.find("Retry-After") : nullptr;
    if (!header) return std::nullopt;
    std::uint32_t seconds = 0;
    const char* end = header->data() + header->size();
    const auto [stop, problem] = std::from_chars(header->data(), end, seconds);
    if (problem != std::errc() || stop != end) return std::nullopt;
    return std::chrono::seconds(seconds);
}

}  // namespace

bool RetryBook::may_retry(const std::string& step,
                          const workflow::Action& action,
                          const std::optional<Polling>& polling,
                          Instant now) {
    const auto [place, is_new] = entries_.try_emplace(step + '\n' + action.name, Entry{0, now});
    Entry& entry = place->second;
    const bool allowed =
        polling ? now - entry.first < polling->deadline : entry.tries < action.retry_limit;
    if (allowed) ++entry.tries;
    return allowed;
}

const workflow::Action* choose_action(const std::vector<workflow::Action>& actions,
                                      const std::string& step,
                                      const expressions::Scope& scope,
                                      RetryBook& retries,
                                      const std::optional<Polling>& polling,
                                      Instant now) {
    for (const workflow::Action& action : actions) {
        if (!applies(action, scope)) continue;
        // An exhausted retry hands over to the next action that applies.
        if (action.kind == workflow::ActionKind::kRetry &&
            !retries.may_retry(step, action, polling, now)) {
            continue;
        }
        return &action;
    }
    return nullptr;
}

Duration retry_delay(const workflow::Action& action,
                     const http::Response* response,
                     const std::optional<Polling>& polling,
                     std::chrono::seconds max_retry_after) {
    const Duration own = polling ? Duration(polling->interval) : Duration(action.retry_after);
    const auto told = retry_after_of(response);
    // The server may ask for more patience than ours, never for less.
    return told ? std::max(own, std::min(Duration(*told), Duration(max_retry_after))) : own;
}

}  // namespace plumbline::runner
