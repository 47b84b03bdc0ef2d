#include "conformance/monitors/report.hpp"

#include "reports/told_once.hpp"

#include <algorithm>

namespace plumbline::monitors {
namespace {

constexpr std::string_view kAsReadCode = "history-as_read";
constexpr std::size_t kMaxContradictions = 20;  ///< of one exchange; more say no more

}  // namespace

void Report::broke(Contradiction contradiction) {
    broken_ids_.insert(contradiction.requirements.begin(), contradiction.requirements.end());
    const HistoryRule* between = contradiction.as_read;
    if (between) broken_ids_.insert(between->requirements.begin(), between->requirements.end());
    if (broken_.size() >= kMaxContradictions) return;
    checks::Observation observation;
    observation.basis = contradiction.basis;
    reports::Finding& finding = observation.finding;
    finding.code = contradiction.code;
    finding.where = where_;
    finding.requirements = contradiction.requirements;
    if (between) {
        const auto& ids = between->requirements;
        finding.requirements.insert(finding.requirements.end(), ids.begin(), ids.end());
    }
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
    const HistoryRule* between = as_read_between(earlier);
    broke({between ? kAsReadCode : std::string_view(stated.code),
           stated.basis,
           stated.requirements,
           std::move(expected),
           std::move(got),
           earlier,
           between});
}

const HistoryRule* Report::as_read_between(const Moment* earlier) const {
    if (!earlier) return nullptr;
    if (earlier->is_read) return moment_.as_read;
    return moment_.is_read ? earlier->as_read : nullptr;
}

void Report::observed(const Statement& stated, const std::string& expected, int number) {
    for (const std::string& id : stated.requirements)
        observed_.push_back(reports::most_seen(id, expected, number, where_));
}

checks::Judged Report::take() {
    checks::Judged judged;
    for (const std::string_view id : broken_ids_) held_.erase(id);
    judged.verified.assign(held_.begin(), held_.end());
    judged.broken = std::move(broken_);
    judged.observed = std::move(observed_);
    return judged;
}

}  // namespace plumbline::monitors
