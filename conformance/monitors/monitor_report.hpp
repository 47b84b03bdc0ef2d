#pragma once
// The result of the monitors for one exchange.

#include "conformance/checks/contract_checks.hpp"
#include "conformance/monitors/record_history.hpp"

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::monitors {

/// Something that several exchanges contradict.
struct Contradiction {
    std::string_view code;
    Basis basis = Basis::kStated;
    const std::vector<std::string>& requirements;
    std::string expected;
    std::string got;
    const ExchangeRef* earlier =
        nullptr;  ///< the exchange that is contradicted; null if only this one is involved
    const HistoryRule* as_read_rule =
        nullptr;  ///< another rule that may be broken instead; null if there is none
};

/// Collects findings and verified requirements.
class MonitorReport {
  public:
    MonitorReport(const ExchangeRef& exchange, SourceRef where)
        : exchange_(exchange), where_(std::move(where)) {}

    void add_verified(const std::vector<std::string>& requirements) {
        verified_.insert(requirements.begin(), requirements.end());
    }
    void add_contradiction(Contradiction contradiction);
    /// If one of the two responses is a list that matches reads and the other is a read, either of
    /// them may be wrong: the finding names the list's rule as well.
    void add_contradiction(const ValueRule& rule,
                           std::string expected,
                           std::string got,
                           const ExchangeRef* earlier = nullptr);
    /// Reports a number where the description states two limits; this is never a failure.
    void add_observed(const ValueRule& rule, const std::string& expected, int number);
    /// Returns everything; of the verified requirements only those that nothing contradicts. Call
    /// it once, last.
    [[nodiscard]] checks::CheckResult take_result();

  private:
    [[nodiscard]] const HistoryRule* as_read_between(const ExchangeRef* earlier) const;

    const ExchangeRef& exchange_;
    SourceRef where_;
    std::vector<checks::CheckFinding> contradictions_;
    std::vector<reports::Finding> observed_;
    std::set<std::string_view> verified_;          ///< views into the rules, which outlive this
    std::set<std::string_view> contradicted_ids_;  ///< likewise
};

}  // namespace plumbline::monitors
