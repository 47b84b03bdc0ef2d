#include "conformance/runner/attempt/attempt_log.hpp"

#include "reports/reports.hpp"
#include "reports/result.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

using reports::Finding;
using reports::StepResult;

/// Returns whether two findings report the same failed check: the received value may differ between
/// attempts.
bool is_same_check(const Finding& a, const Finding& b) {
    return a.code == b.code && a.verdict == b.verdict && a.where == b.where &&
           a.requirements == b.requirements && a.expected == b.expected;
}

}  // namespace

void AttemptLog::add(StepResult attempt) {
    steps_.push_back(std::move(attempt));
    positions_.push_back(steps_.size() - 1);
    if (positions_.size() <= kMaxFirst + kMaxLast) return;
    const std::size_t oldest_of_last = positions_.size() - 1 - kMaxLast;
    if (has_no_new_finding(positions_[oldest_of_last])) drop(oldest_of_last);
}

void AttemptLog::replace_last(StepResult attempt) {
    steps_[positions_.back()] = std::move(attempt);
}

bool AttemptLog::has_no_new_finding(std::size_t position) const {
    const auto& findings = steps_[position].findings;
    return std::ranges::all_of(findings, [&](const Finding& finding) {
        if (reports::is_run_observation(finding)) return true;  // merged into the next attempt
        return std::ranges::any_of(positions_, [&](std::size_t other) {
            const auto& known = steps_[other].findings;
            return other != position && std::ranges::any_of(known, [&](const auto& one) {
                       return is_same_check(one, finding);
                   });
        });
    });
}

void AttemptLog::drop(std::size_t index) {
    const std::size_t position = positions_[index];
    StepResult& next = steps_[positions_[index + 1]];
    const StepResult& dropped = steps_[position];
    next.omitted_attempts += dropped.omitted_attempts + 1;
    reports::merge_run_observations(dropped, next);
    for (const std::string& id : dropped.verified) {
        auto& verified = next.verified;
        if (std::ranges::find(verified, id) == verified.end()) verified.push_back(id);
    }
    steps_.erase(steps_.begin() + static_cast<std::ptrdiff_t>(position));
    positions_.erase(positions_.begin() + static_cast<std::ptrdiff_t>(index));
    for (std::size_t i = index; i < positions_.size(); ++i) --positions_[i];
}

}  // namespace plumbline::runner
