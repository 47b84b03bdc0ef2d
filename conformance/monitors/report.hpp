#pragma once
// What the monitors say of one exchange.

#include "conformance/checks/contract_checks.hpp"
#include "conformance/monitors/memory.hpp"

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
    const Moment* earlier = nullptr;  ///< the exchange that it contradicts; null: only this one
    const HistoryRule* as_read = nullptr;  ///< a statement that it may break instead; null: none
};

/// Gathers findings and what held.
class Report {
  public:
    Report(const Moment& moment, SourceRef where) : moment_(moment), where_(std::move(where)) {}

    void held(const std::vector<std::string>& requirements) {
        held_.insert(requirements.begin(), requirements.end());
    }
    void broke(Contradiction contradiction);
    /// Of two answers of which one is a list that shows what reads do and the other a read, nobody
    /// knows which is wrong: the finding names that statement, too.
    void broke(const Statement& stated,
               std::string expected,
               std::string got,
               const Moment* earlier = nullptr);
    /// Tells a number where the description gives two; that is never wrong.
    void observed(const Statement& stated, const std::string& expected, int number);
    /// Returns all, of what held only what nothing broke. Call it once, last.
    [[nodiscard]] checks::Judged take();

  private:
    [[nodiscard]] const HistoryRule* as_read_between(const Moment* earlier) const;

    const Moment& moment_;
    SourceRef where_;
    std::vector<checks::Observation> broken_;
    std::vector<reports::Finding> observed_;
    std::set<std::string_view> held_;        ///< of the statements, which live longer
    std::set<std::string_view> broken_ids_;  ///< likewise
};

}  // namespace plumbline::monitors
