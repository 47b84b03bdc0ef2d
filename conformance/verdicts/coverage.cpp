#include "conformance/verdicts/coverage.hpp"

#include "reports/told_once.hpp"

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

// What the run shows of one requirement.
struct Evidence {
    std::vector<std::string> scenarios;
    bool held = false;
    Verdict broken = Verdict::kPassed;     // the worst of its findings, by its own basis
    std::string broken_by;                 // the first finding that is so bad
    std::vector<std::string> seen_values;  // where the description contradicts itself
    std::string kept_from;                 // why a check of it could not be judged
};

void add_once(std::vector<std::string>& names, const std::string& name) {
    if (names.empty() || names.back() != name) names.push_back(name);
}

std::string quoted(const std::string& scenario, const Finding& finding) {
    std::string text = scenario + ": ";
    text += finding.expected.empty() ? finding.code : "expected " + finding.expected;
    if (!finding.got.empty()) text += ", got " + finding.got;
    return text;
}

// Collects evidence by requirement id.
class Collector {
  public:
    Collector(const Ledger& ledger, const Severity& severity)
        : ledger_(ledger), severity_(severity) {}

    void add(const ScenarioResult& scenario) {
        for (const reports::StepResult& step : scenario.steps) {
            for (const std::string& id : step.verified) {
                Evidence& evidence = evidence_[id];
                evidence.held = true;
                add_once(evidence.scenarios, scenario.name);
            }
            for (const Finding& finding : step.findings) {
                for (const std::string& id : finding.requirements) add(scenario.name, finding, id);
            }
        }
    }

    [[nodiscard]] const Evidence& of(const std::string& id) { return evidence_[id]; }

    /// Notes why scenarios that would check a requirement did not; `played` are those of the run.
    void add_planned(const std::string& id,
                     const std::vector<std::string>& planned,
                     const std::map<std::string, const ScenarioResult*>& played) {
        Evidence& evidence = evidence_[id];
        if (!evidence.kept_from.empty()) return;
        bool are_left_out = !planned.empty();
        for (const std::string& name : planned) {
            const auto one = played.find(name);
            if (one == played.end()) continue;
            are_left_out = false;
            const ScenarioResult& scenario = *one->second;
            const bool is_skipped = scenario.verdict == Verdict::kSkipped;
            if ((!is_skipped && !scenario.steps.empty()) || scenario.reason.empty()) continue;
            evidence.kept_from =
                (is_skipped ? "what checks it was skipped: " : "what checks it was not run: ") +
                scenario.reason;
            return;
        }
        if (are_left_out) evidence.kept_from = "what checks it was left out of this run";
    }

  private:
    void add(const std::string& scenario, const Finding& finding, const std::string& id) {
        const Requirement* requirement = ledger_.find(id);
        if (requirement == nullptr) return;  // the lint of the suite reports it
        Evidence& evidence = evidence_[id];
        if (finding.verdict == Verdict::kNotRun || finding.verdict == Verdict::kSkipped) {
            if (evidence.kept_from.empty()) evidence.kept_from = quoted(scenario, finding);
            return;
        }
        add_once(evidence.scenarios, scenario);
        if (reports::tells_contradiction(finding)) add_once(evidence.seen_values, finding.got);
        const Verdict verdict = verdict_of(finding, *requirement);
        if (worst(verdict, evidence.broken) == evidence.broken) return;
        evidence.broken = verdict;
        evidence.broken_by = quoted(scenario, finding);
    }

    [[nodiscard]] Verdict verdict_of(const Finding& finding, const Requirement& requirement) const {
        switch (finding.verdict) {
            case Verdict::kDeviated:
            case Verdict::kObserved:
                return finding.verdict;
            default:
                return broken(requirement.basis, severity_);
        }
    }

    const Ledger& ledger_;
    Severity severity_;
    std::map<std::string, Evidence> evidence_;
};

std::string_view why_not_exercised(Checkable checkable) {
    switch (checkable) {
        case Checkable::kControl:
            return "no check of this run reached it; it needs the control interface";
        case Checkable::kPassive:
            return "nothing happened in this run that shows it";
        case Checkable::kBlackBox:
        case Checkable::kNo:
            break;
    }
    return "no check of this run reached it";
}

void set(RequirementResult& row, std::string_view outcome, std::string_view reason) {
    row.outcome = outcome;
    row.reason = reason;
}

void conclude(RequirementResult& row, const Requirement& requirement, const Evidence& evidence) {
    const bool seen = evidence.held || evidence.broken != Verdict::kPassed;
    if (evidence.broken == Verdict::kFailed) return set(row, "failed", evidence.broken_by);
    if (evidence.broken == Verdict::kWarned) return set(row, "warned", evidence.broken_by);
    if (evidence.broken == Verdict::kDeviated) {
        return set(row, "warned", "a known deviation: " + evidence.broken_by);
    }
    if (!evidence.seen_values.empty())
        return set(row, "observed", reports::contradiction_text(evidence.seen_values));
    if (seen && (requirement.basis == Basis::kOpen || !evidence.held)) {
        return set(row, "observed", evidence.broken_by);
    }
    if (evidence.held) return set(row, "verified", "");
    if (requirement.checkable == Checkable::kNo) {
        return set(row, "not_checkable", requirement.reason);
    }
    set(row,
        "not_exercised",
        evidence.kept_from.empty() ? why_not_exercised(requirement.checkable)
                                   : std::string_view{evidence.kept_from});
}

bool is_listed(const Requirement& requirement,
               const std::optional<std::vector<std::string>>& areas) {
    return !areas || std::find(areas->begin(), areas->end(), requirement.area) != areas->end();
}

}  // namespace

std::vector<RequirementResult> requirement_results(const Ledger& ledger,
                                                   const std::vector<ScenarioResult>& scenarios,
                                                   const CoverageOptions& options) {
    Collector collector{ledger, options.severity};
    std::map<std::string, const ScenarioResult*> played;
    for (const ScenarioResult& scenario : scenarios) {
        collector.add(scenario);
        played[scenario.name] = &scenario;
    }
    for (const auto& [id, names] : options.planned) collector.add_planned(id, names, played);

    std::vector<RequirementResult> rows;
    for (const Requirement& requirement : ledger.requirements) {
        if (!is_listed(requirement, options.areas)) continue;
        const Evidence& evidence = collector.of(requirement.id);
        RequirementResult row;
        row.id = requirement.id;
        row.area = requirement.area;
        row.section = requirement.section;
        row.statement = requirement.statement;
        row.basis = to_text(requirement.basis);
        row.checkable = to_text(requirement.checkable);
        row.scenarios = evidence.scenarios;
        conclude(row, requirement, evidence);
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace plumbline::verdicts
