#include "conformance/verdicts/severity.hpp"

#include <algorithm>
#include <array>

namespace plumbline::verdicts {
namespace {

using reports::Finding;
using reports::Verdict;

// Most severe first. Fixed ranks high because a stale list of deviations fails the run.
constexpr std::array<Verdict, reports::kVerdictCount> kBySeverity{{Verdict::kFailed,
                                                                   Verdict::kFixed,
                                                                   Verdict::kNotRun,
                                                                   Verdict::kWarned,
                                                                   Verdict::kDeviated,
                                                                   Verdict::kSkipped,
                                                                   Verdict::kObserved,
                                                                   Verdict::kPassed}};

std::size_t rank(Verdict verdict) {
    return static_cast<std::size_t>(std::find(kBySeverity.begin(), kBySeverity.end(), verdict) -
                                    kBySeverity.begin());
}

}  // namespace

std::string_view to_text(CheckSeverity severity) {
    switch (severity) {
        case CheckSeverity::kFail:
            return "fail";
        case CheckSeverity::kWarn:
            return "warn";
        case CheckSeverity::kIgnore:
            return "ignore";
    }
    return "";
}

std::optional<CheckSeverity> parse_check_severity(std::string_view text) {
    for (const CheckSeverity one :
         {CheckSeverity::kFail, CheckSeverity::kWarn, CheckSeverity::kIgnore}) {
        if (to_text(one) == text) return one;
    }
    return std::nullopt;
}

bool SeverityOptions::ignores(std::string_view code) const {
    const auto found = checks.find(code);
    return found != checks.end() && found->second == CheckSeverity::kIgnore;
}

bool SeverityOptions::ignores_any() const {
    return std::ranges::any_of(
        checks, [](const auto& one) { return one.second == CheckSeverity::kIgnore; });
}

Verdict changed_verdict(Verdict verdict, std::string_view code, const SeverityOptions& severity) {
    const auto found = severity.checks.find(code);
    if (found == severity.checks.end()) return verdict;
    if (verdict != Verdict::kFailed && verdict != Verdict::kWarned) return verdict;
    return found->second == CheckSeverity::kFail ? Verdict::kFailed : Verdict::kWarned;
}

Verdict verdict_for(Basis basis, const SeverityOptions& severity) {
    switch (basis) {
        case Basis::kStated:
        case Basis::kImplied:
            return Verdict::kFailed;
        case Basis::kAssumed:
            return severity.strict ? Verdict::kFailed : Verdict::kWarned;
        case Basis::kOpen:
            return Verdict::kObserved;
    }
    return Verdict::kFailed;
}

Verdict verdict_for(const std::vector<std::string>& requirements,
                    const Ledger& ledger,
                    const SeverityOptions& severity) {
    if (requirements.empty()) return Verdict::kFailed;
    Verdict verdict = Verdict::kPassed;
    for (const std::string& id : requirements) {
        const Requirement* requirement = ledger.find(id);
        verdict = worst(
            verdict,
            requirement == nullptr ? Verdict::kFailed : verdict_for(requirement->basis, severity));
    }
    return verdict;
}

Verdict worst(Verdict a, Verdict b) {
    return rank(a) <= rank(b) ? a : b;
}

Verdict worst_verdict(const std::vector<Finding>& findings) {
    Verdict verdict = Verdict::kPassed;
    for (const Finding& finding : findings) verdict = worst(verdict, finding.verdict);
    return verdict;
}

}  // namespace plumbline::verdicts
