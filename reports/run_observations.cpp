#include "reports/run_observations.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace plumbline::reports {
namespace {

constexpr std::string_view kContradictionPrefix = "contradiction: observed ";

/// Returns the key by which a finding is reported once, "" if it is reported each time.
std::string observation_key(const Finding& finding) {
    if (finding.code == kMaxObserved) return join(finding.requirements, " ");
    if (finding.code == kContradiction) return join(finding.requirements, " ") + '\n' + finding.got;
    const bool is_observation =
        finding.code == kAcceptedName || finding.code == kVariantSeen || finding.code == kNotJudged;
    return is_observation ? finding.expected + '\n' + finding.got : "";
}

int number_in(const std::string& text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Returns whether `a` has a greater number than `b`, for two findings with the same key.
bool exceeds(const Finding& a, const Finding& b) {
    return a.code == kMaxObserved && number_in(a.got) > number_in(b.got);
}

template <typename Drops>
void erase_findings(StepResult& step, const Drops& drops) {
    if (std::erase_if(step.findings, drops) > 0 && step.findings.empty())
        step.verdict = Verdict::kPassed;
}

}  // namespace

std::string precondition_text(const Finding& finding) {
    return "needs " + finding.expected + ", saw " + finding.got + "; " + finding.note;
}

Finding contradiction_finding(const std::string& requirement,
                              std::string expected,
                              std::string value,
                              SourceRef where) {
    Finding finding;
    finding.code = kContradiction;
    finding.verdict = Verdict::kObserved;
    finding.requirements = {requirement};
    finding.where = std::move(where);
    finding.expected = std::move(expected);
    finding.note = contradiction_text({value});
    finding.got = std::move(value);
    return finding;
}

Finding max_observed_finding(const std::string& requirement,
                             std::string expected,
                             int number,
                             SourceRef where) {
    Finding finding = contradiction_finding(
        requirement, std::move(expected), std::to_string(number), std::move(where));
    finding.code = kMaxObserved;
    return finding;
}

bool is_contradiction(const Finding& finding) {
    return finding.code == kContradiction || finding.code == kMaxObserved;
}

std::string contradiction_text(const std::vector<std::string>& values) {
    return std::string(kContradictionPrefix) + join(values, ", ");
}

bool is_contradiction(const RequirementResult& requirement) {
    return requirement.reason.starts_with(kContradictionPrefix);
}

bool is_run_observation(const Finding& finding) {
    return !observation_key(finding).empty();
}

void merge_run_observations(const StepResult& from, StepResult& into) {
    for (const Finding& observation : from.findings) {
        if (!is_run_observation(observation)) continue;
        const auto same =
            std::find_if(into.findings.begin(), into.findings.end(), [&](const Finding& one) {
                return observation_key(one) == observation_key(observation);
            });
        if (same == into.findings.end()) {
            into.findings.push_back(observation);
        } else if (!exceeds(*same, observation)) {
            *same = observation;
        }
    }
}

ScenarioResult without_run_observations(ScenarioResult scenario) {
    for (StepResult& step : scenario.steps) erase_findings(step, is_run_observation);
    return scenario;
}

void deduplicate_run_observations(std::vector<ScenarioResult>& scenarios) {
    std::map<std::string, const Finding*> best;
    for (const ScenarioResult& scenario : scenarios) {
        for (const StepResult& step : scenario.steps) {
            for (const Finding& finding : step.findings) {
                const std::string key = observation_key(finding);
                if (key.empty()) continue;
                const Finding*& greatest = best[key];
                if (!greatest || exceeds(finding, *greatest)) greatest = &finding;
            }
        }
    }
    for (ScenarioResult& scenario : scenarios) {
        for (StepResult& step : scenario.steps) {
            // erase_if calls this before it moves an element, so the address identifies the
            // finding.
            erase_findings(step, [&](const Finding& finding) {
                const std::string key = observation_key(finding);
                return !key.empty() && best[key] != &finding;
            });
        }
    }
}

}  // namespace plumbline::reports
