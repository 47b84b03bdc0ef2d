#include "conformance/runner/attempt_log.hpp"

#include "reports/told_once.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

using reports::Finding;
using reports::StepResult;

/// The same check, broken again: what came may differ from attempt to attempt.
bool is_alike(const Finding& a, const Finding& b) {
    return a.code == b.code && a.verdict == b.verdict && a.where == b.where &&
           a.requirements == b.requirements && a.expected == b.expected;
}

}  // namespace

void AttemptLog::add(StepResult attempt) {
    steps_.push_back(std::move(attempt));
    kept_.push_back(steps_.size() - 1);
    if (kept_.size() <= kKeptFirst + kKeptLast) return;
    const std::size_t oldest_of_last = kept_.size() - 1 - kKeptLast;
    if (breaks_nothing_new(kept_[oldest_of_last])) leave_out(oldest_of_last);
}

void AttemptLog::replace_last(StepResult attempt) {
    steps_[kept_.back()] = std::move(attempt);
}

bool AttemptLog::breaks_nothing_new(std::size_t place) const {
    const auto& findings = steps_[place].findings;
    return std::all_of(findings.begin(), findings.end(), [&](const Finding& finding) {
        if (reports::is_told_once(finding)) return true;  // it is handed on
        return std::any_of(kept_.begin(), kept_.end(), [&](std::size_t other) {
            const auto& known = steps_[other].findings;
            return other != place && std::any_of(known.begin(), known.end(), [&](const auto& one) {
                       return is_alike(one, finding);
                   });
        });
    });
}

void AttemptLog::leave_out(std::size_t index) {
    const std::size_t place = kept_[index];
    StepResult& next = steps_[kept_[index + 1]];
    const StepResult& gone = steps_[place];
    next.left_out += gone.left_out + 1;
    reports::hand_on_what_is_told_once(gone, next);
    for (const std::string& id : gone.verified) {
        auto& verified = next.verified;
        if (std::find(verified.begin(), verified.end(), id) == verified.end())
            verified.push_back(id);
    }
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(place));
    kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(index));
    for (std::size_t i = index; i < kept_.size(); ++i) --kept_[i];
}

}  // namespace plumbline::runner
