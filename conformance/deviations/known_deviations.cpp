#include "conformance/deviations/known_deviations.hpp"

#include "conformance/deviations/finding_codes.hpp"
#include "conformance/deviations/read_entries.hpp"
#include "spec/base/text.hpp"

#include <algorithm>

namespace plumbline::deviations {
namespace {

using reports::DeviationEntry;
using reports::DeviationResult;
using reports::DeviationStatus;
using reports::Finding;
using reports::Verdict;

bool is_in_scope(const DeviationEntry& entry, const TargetNames& target) {
    if (entry.scope.empty() || matches_glob(target.title, entry.scope)) return true;
    return std::ranges::any_of(
        target.urls, [&](const std::string& url) { return matches_glob(url, entry.scope); });
}

DeviationStatus initial_status(const DeviationEntry& entry,
                               const TargetNames& target,
                               const std::string& today) {
    if (!is_in_scope(entry, target)) return DeviationStatus::kOtherTarget;
    const bool is_over = !entry.until.empty() && entry.until < today;
    return is_over ? DeviationStatus::kExpired : DeviationStatus::kNotExercised;
}

Verdict less_severe(Verdict a, Verdict b) {
    return verdicts::worst(a, b) == a ? b : a;
}

/// Splits one finding by the entries that cover its requirements.
class FindingSplit {
  public:
    FindingSplit(const std::vector<DeviationResult>& entries,
                 std::string_view scenario,
                 const Finding& finding)
        : entries_(entries), scenario_(scenario), finding_(finding) {
        if (finding.requirements.empty()) add("");
        for (const std::string& id : finding.requirements) add(id);
    }

    /// Returns the findings to report instead: what is not covered first.
    std::vector<Finding> take(const Ledger& ledger, const verdicts::SeverityOptions& severity) {
        std::vector<Finding> parts;
        if (deviated_.empty() || !rest_.empty()) {
            Finding left = finding_;
            if (!deviated_.empty()) {
                left.requirements = rest_;
                // The step may have made it less severe, as a clean-up step does.
                left.verdict = less_severe(
                    finding_.verdict,
                    verdicts::changed_verdict(
                        verdicts::verdict_for(rest_, ledger, severity), finding_.code, severity));
            }
            add_expiry_note(left);
            parts.push_back(std::move(left));
        }
        for (Finding& one : deviated_) parts.push_back(std::move(one));
        return parts;
    }

  private:
    void add(const std::string& id) {
        std::vector<DeviationEntry> covering;
        for (const DeviationResult& one : entries_) {
            if (one.status != DeviationStatus::kNotExercised &&
                one.status != DeviationStatus::kExpired)
                continue;
            if (!covers(one.entry, scenario_, finding_.code, id)) continue;
            if (one.status == DeviationStatus::kExpired) {
                expired_ = &one.entry;
            } else {
                covering.push_back(one.entry);
            }
        }
        if (covering.empty()) {
            if (!id.empty()) rest_.push_back(id);
            return;
        }
        Finding& part = part_covered_by(covering);
        if (!id.empty()) part.requirements.push_back(id);
    }

    /// Returns the deviated part that exactly these entries cover; adds it if there is none.
    Finding& part_covered_by(const std::vector<DeviationEntry>& covering) {
        for (Finding& part : deviated_) {
            if (part.deviations == covering) return part;
        }
        Finding& part = deviated_.emplace_back(finding_);
        part.verdict = Verdict::kDeviated;
        part.requirements.clear();
        part.deviations = covering;
        return part;
    }

    void add_expiry_note(Finding& finding) const {
        if (!expired_) return;
        reports::add_note(finding,
                          "the known deviation at " + to_text(expired_->where) + " expired on " +
                              expired_->until);
    }

    const std::vector<DeviationResult>& entries_;
    std::string_view scenario_;
    const Finding& finding_;
    std::vector<std::string> rest_;  ///< requirements that no entry covers
    std::vector<Finding> deviated_;
    const DeviationEntry* expired_ = nullptr;
};

}  // namespace

bool covers(const DeviationEntry& entry,
            std::string_view scenario,
            std::string_view code,
            std::string_view id) {
    return (entry.requirement.empty() || entry.requirement == id) &&
           (entry.code.empty() || entry.code == code) &&
           (entry.scenario.empty() || matches_glob(reports::base_name(scenario), entry.scenario));
}

bool may_deviate(const Finding& finding) {
    return (finding.verdict == Verdict::kFailed || finding.verdict == Verdict::kWarned) &&
           !is_uncovered_code(finding.code);
}

KnownDeviations::KnownDeviations(const std::vector<DeviationEntry>& entries,
                                 const TargetNames& target,
                                 Instant now) {
    const std::string today = day_of(now);
    for (const DeviationEntry& entry : entries)
        entries_.push_back({entry, initial_status(entry, target, today), "", 0, {}});
}

void KnownDeviations::apply(std::string_view scenario,
                            const Ledger& ledger,
                            const verdicts::SeverityOptions& severity,
                            reports::StepResult& step) const {
    if (entries_.empty() || std::ranges::none_of(step.findings, may_deviate)) return;
    std::vector<Finding> findings;
    for (Finding& finding : step.findings) {
        if (!may_deviate(finding)) {
            findings.push_back(std::move(finding));
            continue;
        }
        for (Finding& part : FindingSplit(entries_, scenario, finding).take(ledger, severity))
            findings.push_back(std::move(part));
    }
    step.findings = std::move(findings);
    step.verdict = verdicts::worst_verdict(step.findings);
}

}  // namespace plumbline::deviations
