#include "conformance/monitors/monitor_report.hpp"

#include "reports/reports.hpp"
#include "reports/result.hpp"

#include <algorithm>

namespace plumbline::monitors {
namespace {

constexpr std::string_view kAsReadCode = "history-matches_read";
constexpr std::size_t kMaxContradictions = 20;  ///< of one exchange; more add no information

}  // namespace

void MonitorReport::add_contradiction(Contradiction contradiction) {
    contradicted_ids_.insert(contradiction.requirements.begin(), contradiction.requirements.end());
    const HistoryRule* between = contradiction.as_read_rule;
    if (between)
        contradicted_ids_.insert(between->requirements.begin(), between->requirements.end());
    if (contradictions_.size() >= kMaxContradictions) return;
    checks::CheckFinding observation;
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
    finding.note = contradiction.earlier ? "earlier: " + contradiction.earlier->description +
                                               "; now: " + exchange_.description
                                         : "in " + exchange_.description;
    contradictions_.push_back(std::move(observation));
}

void MonitorReport::add_contradiction(const ValueRule& rule,
                                      std::string expected,
                                      std::string got,
                                      const ExchangeRef* earlier) {
    const HistoryRule* between = as_read_between(earlier);
    add_contradiction({between ? kAsReadCode : std::string_view(rule.code),
                       rule.basis,
                       rule.requirements,
                       std::move(expected),
                       std::move(got),
                       earlier,
                       between});
}

const HistoryRule* MonitorReport::as_read_between(const ExchangeRef* earlier) const {
    if (!earlier || earlier->type != exchange_.type) return nullptr;
    if (earlier->is_read) return exchange_.as_read_rule;
    return exchange_.is_read ? earlier->as_read_rule : nullptr;
}

void MonitorReport::add_observed(const ValueRule& rule, const std::string& expected, int number) {
    for (const std::string& id : rule.requirements)
        observed_.push_back(reports::max_observed_finding(id, expected, number, where_));
}

checks::CheckResult MonitorReport::take_result() {
    checks::CheckResult result;
    for (const std::string_view id : contradicted_ids_) verified_.erase(id);
    result.verified.assign(verified_.begin(), verified_.end());
    result.findings = std::move(contradictions_);
    result.observations = std::move(observed_);
    return result;
}

}  // namespace plumbline::monitors
