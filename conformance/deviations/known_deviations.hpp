#pragma once
// Applies the known deviations of a target to the findings of a step.

#include "conformance/verdicts/severity.hpp"
#include "reports/result.hpp"
#include "spec/base/clock.hpp"
#include "spec/contract/contract.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace plumbline::deviations {

/// What the scope of an entry is compared with.
struct TargetNames {
    std::string title;
    std::vector<std::string> urls;
};

/// Returns whether an entry covers the requirement `id` ("" for a finding without requirements) in
/// a finding with this code in this scenario.
[[nodiscard]] bool covers(const reports::DeviationEntry& entry,
                          std::string_view scenario,
                          std::string_view code,
                          std::string_view id);

/// Returns whether a deviation can excuse a finding: it failed or warned because of the target, not
/// because a check could not be made.
[[nodiscard]] bool may_deviate(const reports::Finding& finding);

/// The known deviations of one target on one day. Thread-safe: immutable.
class KnownDeviations {
  public:
    /// No known deviations.
    KnownDeviations() = default;
    /// `now` decides which entries have expired.
    KnownDeviations(const std::vector<reports::DeviationEntry>& entries,
                    const TargetNames& target,
                    Instant now);

    /// Turns what the entries cover into findings with the verdict deviated and determines the
    /// verdict of the step anew. A finding that names several requirements is split: it stays,
    /// rated by those that no entry covers. A finding that only an expired entry covers gets a
    /// note.
    void apply(std::string_view scenario,
               const Ledger& ledger,
               const verdicts::SeverityOptions& severity,
               reports::StepResult& step) const;

    /// Returns all entries before the run: expired, other_target, or else not_exercised.
    [[nodiscard]] const std::vector<reports::DeviationResult>& entries() const { return entries_; }

  private:
    std::vector<reports::DeviationResult> entries_;
};

}  // namespace plumbline::deviations
