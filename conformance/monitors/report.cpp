#include "conformance/monitors/report.hpp"

#include <algorithm>

namespace plumbline::monitors {
namespace {

constexpr std::size_t kMaxContradictions = 20;  ///< of one exchange; more say no more

}  // namespace

void Report::broke(Contradiction contradiction) {
    broken_ids_.insert(contradiction.requirements.begin(), contradiction.requirements.end());
    if (broken_.size() >= kMaxContradictions) return;
    checks::Observation observation;
    observation.basis = contradiction.basis;
    reports::Finding& finding = observation.finding;
    finding.code = contradiction.code;
    finding.where = where_;
    finding.requirements = contradiction.requirements;
    finding.expected = std::move(contradiction.expected);
    finding.got = std::move(contradiction.got);
    finding.note = contradiction.earlier
                       ? "earlier: " + contradiction.earlier->text + "; now: " + moment_.text
                       : "in " + moment_.text;
    broken_.push_back(std::move(observation));
}

void Report::broke(const Statement& stated,
                   std::string expected,
                   std::string got,
                   const Moment* earlier) {
    broke({stated.code,
           stated.basis,
           stated.requirements,
           std::move(expected),
           std::move(got),
           earlier});
}

checks::Judged Report::take() {
    checks::Judged judged;
    for (const std::string_view id : broken_ids_) held_.erase(id);
    judged.verified.assign(held_.begin(), held_.end());
    judged.broken = std::move(broken_);
    return judged;
}

}  // namespace plumbline::monitors
