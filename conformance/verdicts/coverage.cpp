#include "conformance/verdicts/coverage.hpp"

#include "reports/reports.hpp"
#include "reports/result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

namespace plumbline::verdicts {
namespace {

using reports::Finding;
using reports::RequirementResult;
using reports::ScenarioResult;
using reports::Verdict;

// What the run shows about one requirement.
struct RequirementEvidence {
    std::vector<std::string> scenarios;
    bool is_verified = false;
    Verdict worst_finding =
        Verdict::kPassed;          // the worst verdict of its findings, by its own basis
    std::string first_finding;     // the first finding with that verdict
    std::string deviation_reason;  // the reason of the known deviation that covers it
    std::vector<std::string> observed_values;  // if the description contradicts itself
    std::string not_checked_reason;            // why a check of it could not be made
    std::string missing;                       // what skipped a scenario that checks it
    bool is_prevented = false;                 // a broken assumption prevented a check of it
};

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (names.empty() || names.back() != name) names.push_back(name);
}

std::string quoted(const std::string& scenario, const Finding& finding) {
    if (finding.code == reports::kPrecondition)
        return scenario + ": " + reports::precondition_text(finding);
    std::string text = scenario + ": ";
    text += finding.expected.empty() ? finding.code : "expected " + finding.expected;
    if (!finding.got.empty()) text += ", got " + finding.got;
    return text;
}

bool is_problem(const Finding& finding) {
    return finding.verdict == Verdict::kFailed || finding.verdict == Verdict::kNotRun ||
           finding.verdict == Verdict::kWarned;
}

/// Returns whether a check was skipped because an earlier step left it without its value.
bool lacks_value(const Finding& finding) {
    return finding.verdict == Verdict::kSkipped && finding.code != reports::kPrecondition;
}

/// Returns whether a scenario that was played ended before its last step because of a problem.
bool ended_early(const ScenarioResult& scenario) {
    if (scenario.verdict == Verdict::kFailed || scenario.verdict == Verdict::kNotRun) return true;
    if (scenario.verdict != Verdict::kWarned || scenario.reason.empty()) return false;
    return std::ranges::any_of(scenario.steps, [](const reports::StepResult& step) {
        return std::ranges::any_of(step.findings, lacks_value);
    });
}

/// Returns why a scenario ended early: its first problem.
std::string first_problem(const ScenarioResult& scenario) {
    for (const reports::StepResult& step : scenario.steps) {
        const auto found = std::ranges::find_if(step.findings, is_problem);
        if (found != step.findings.end()) return quoted(scenario.name, *found);
    }
    return scenario.name;
}

// Collects evidence by requirement id.
class EvidenceCollector {
  public:
    EvidenceCollector(const Ledger& ledger, SeverityOptions severity)
        : ledger_(ledger), severity_(std::move(severity)) {}

    void add(const ScenarioResult& scenario) {
        for (const reports::StepResult& step : scenario.steps) {
            for (const std::string& id : step.verified) {
                RequirementEvidence& evidence = evidence_[id];
                evidence.is_verified = true;
                add_once(evidence.scenarios, scenario.name);
            }
            for (const Finding& finding : step.findings) {
                for (const std::string& id : finding.requirements) {
                    add(scenario.name, finding, id);
                    if (scenario.verdict == Verdict::kWarned && lacks_value(finding))
                        evidence_[id].is_prevented = true;
                }
            }
        }
    }

    [[nodiscard]] const RequirementEvidence& of(const std::string& id) { return evidence_[id]; }

    /// Records why scenarios that would check a requirement did not; `played` are the scenarios of
    /// the run.
    void add_planned(const std::string& id,
                     const std::vector<std::string>& planned,
                     const std::map<std::string, const ScenarioResult*>& played) {
        RequirementEvidence& evidence = evidence_[id];
        if (!evidence.not_checked_reason.empty()) return;
        bool are_left_out = !planned.empty();
        for (const std::string& name : planned) {
            const auto one = played.find(name);
            if (one == played.end()) continue;
            are_left_out = false;
            const ScenarioResult& scenario = *one->second;
            if (!scenario.steps.empty() && ended_early(scenario)) {
                evidence.is_prevented = scenario.verdict == Verdict::kWarned;
                evidence.not_checked_reason = "because of " + first_problem(scenario);
                return;
            }
            const bool is_skipped = scenario.verdict == Verdict::kSkipped;
            if ((!is_skipped && !scenario.steps.empty()) || scenario.reason.empty()) continue;
            evidence.missing = scenario.reason;
            evidence.not_checked_reason =
                (is_skipped ? "the scenario that checks it was skipped: "
                            : "the scenario that checks it was not run: ") +
                scenario.reason;
            return;
        }
        if (are_left_out)
            evidence.not_checked_reason =
                "the scenario that checks it was not selected for this run";
    }

  private:
    void add(const std::string& scenario, const Finding& finding, const std::string& id) {
        const Requirement* requirement = ledger_.find(id);
        if (requirement == nullptr) return;  // the lint of the suite reports it
        RequirementEvidence& evidence = evidence_[id];
        if (finding.verdict == Verdict::kNotRun || finding.verdict == Verdict::kSkipped) {
            if (evidence.not_checked_reason.empty())
                evidence.not_checked_reason = quoted(scenario, finding);
            return;
        }
        add_once(evidence.scenarios, scenario);
        if (finding.verdict == Verdict::kFixed) return;  // the requirement held
        if (reports::is_contradiction(finding)) add_once(evidence.observed_values, finding.got);
        const Verdict verdict = verdict_of(finding, *requirement);
        if (worst(verdict, evidence.worst_finding) == evidence.worst_finding) return;
        evidence.worst_finding = verdict;
        evidence.first_finding = quoted(scenario, finding);
        evidence.deviation_reason =
            finding.deviations.empty() ? "" : finding.deviations.front().reason;
    }

    [[nodiscard]] Verdict verdict_of(const Finding& finding, const Requirement& requirement) const {
        switch (finding.verdict) {
            case Verdict::kObserved:
                return finding.verdict;
            case Verdict::kDeviated:
                return requirement.basis == Basis::kOpen ? Verdict::kObserved : finding.verdict;
            default:
                return changed_verdict(
                    verdict_for(requirement.basis, severity_), finding.code, severity_);
        }
    }

    const Ledger& ledger_;
    SeverityOptions severity_;
    std::map<std::string, RequirementEvidence> evidence_;
};

std::string_view why_not_exercised(Checkability checkable) {
    switch (checkable) {
        case Checkability::kControl:
            return "no check of this run reached it; it needs the control interface";
        case Checkability::kPassive:
            return "nothing in this run showed it";
        case Checkability::kBlackBox:
        case Checkability::kNo:
            break;
    }
    return "no check of this run reached it";
}

void set_outcome(RequirementResult& row, std::string_view outcome, std::string_view reason) {
    row.outcome = outcome;
    row.reason = reason;
}

void set_result(RequirementResult& row,
                const Requirement& requirement,
                const RequirementEvidence& evidence) {
    const bool is_observed = evidence.is_verified || evidence.worst_finding != Verdict::kPassed;
    if (evidence.worst_finding == Verdict::kFailed)
        return set_outcome(row, "failed", evidence.first_finding);
    if (evidence.worst_finding == Verdict::kWarned)
        return set_outcome(row, "warned", evidence.first_finding);
    if (evidence.worst_finding == Verdict::kDeviated) {
        const std::string& reason = evidence.deviation_reason;
        return set_outcome(row,
                           "deviated",
                           "a known deviation" + (reason.empty() ? "" : ", " + reason) + ": " +
                               evidence.first_finding);
    }
    if (!evidence.observed_values.empty())
        return set_outcome(row, "observed", reports::contradiction_text(evidence.observed_values));
    if (is_observed && (requirement.basis == Basis::kOpen || !evidence.is_verified)) {
        return set_outcome(row, "observed", evidence.first_finding);
    }
    if (evidence.is_verified) return set_outcome(row, "verified", "");
    if (requirement.checkable == Checkability::kNo) {
        return set_outcome(row, "not_checkable", requirement.reason);
    }
    row.missing = evidence.missing;
    row.prevented = evidence.is_prevented;
    set_outcome(row,
                "not_exercised",
                evidence.not_checked_reason.empty()
                    ? why_not_exercised(requirement.checkable)
                    : std::string_view{evidence.not_checked_reason});
}

bool is_listed(const Requirement& requirement,
               const std::optional<std::vector<std::string>>& areas) {
    return !areas || std::find(areas->begin(), areas->end(), requirement.area) != areas->end();
}

}  // namespace

std::vector<RequirementResult> requirement_results(const Ledger& ledger,
                                                   const std::vector<ScenarioResult>& scenarios,
                                                   const CoverageOptions& options) {
    EvidenceCollector collector{ledger, options.severity};
    std::map<std::string, const ScenarioResult*> played;
    for (const ScenarioResult& scenario : scenarios) {
        collector.add(scenario);
        played[std::string(reports::base_name(scenario.name))] = &scenario;
    }
    for (const auto& [id, names] : options.planned) collector.add_planned(id, names, played);

    std::vector<RequirementResult> rows;
    for (const Requirement& requirement : ledger.requirements) {
        if (!is_listed(requirement, options.areas)) continue;
        const RequirementEvidence& evidence = collector.of(requirement.id);
        RequirementResult row;
        row.id = requirement.id;
        row.area = requirement.area;
        row.section = requirement.section;
        row.statement = requirement.statement;
        row.basis = to_text(requirement.basis);
        row.checkable = to_text(requirement.checkable);
        row.scenarios = evidence.scenarios;
        set_result(row, requirement, evidence);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace plumbline::verdicts
