#include "reports/told_once.hpp"

#include "spec/base/text.hpp"

#include <algorithm>
#include <charconv>
#include <map>

namespace plumbline::reports {
namespace {

constexpr std::string_view kSaysSo = "contradiction: observed ";

/// What a finding is told of once; "": it is told each time.
std::string subject_of(const Finding& finding) {
    if (finding.code == kMostSeen) return join(finding.requirements, " ");
    if (finding.code == kContradiction) return join(finding.requirements, " ") + '\n' + finding.got;
    const bool is_told = finding.code == kAcceptedName || finding.code == kWayMet;
    return is_told ? finding.expected + '\n' + finding.got : "";
}

int number_in(const std::string& text) {
    int number = 0;
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

/// Of two findings of one subject.
bool tells_more(const Finding& a, const Finding& b) {
    return a.code == kMostSeen && number_in(a.got) > number_in(b.got);
}

template <typename Drops>
void drop(StepResult& step, const Drops& drops) {
    if (std::erase_if(step.findings, drops) > 0 && step.findings.empty())
        step.verdict = Verdict::kPassed;
}

}  // namespace

Finding contradiction(const std::string& requirement,
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

Finding most_seen(const std::string& requirement,
                  std::string expected,
                  int number,
                  SourceRef where) {
    Finding finding =
        contradiction(requirement, std::move(expected), std::to_string(number), std::move(where));
    finding.code = kMostSeen;
    return finding;
}

bool tells_contradiction(const Finding& finding) {
    return finding.code == kContradiction || finding.code == kMostSeen;
}

std::string contradiction_text(const std::vector<std::string>& values) {
    return std::string(kSaysSo) + join(values, ", ");
}

bool tells_contradiction(const RequirementResult& requirement) {
    return requirement.reason.starts_with(kSaysSo);
}

bool is_told_once(const Finding& finding) {
    return !subject_of(finding).empty();
}

void hand_on_what_is_told_once(const StepResult& gone, StepResult& next) {
    for (const Finding& told : gone.findings) {
        if (!is_told_once(told)) continue;
        const auto same =
            std::find_if(next.findings.begin(), next.findings.end(), [&](const Finding& one) {
                return subject_of(one) == subject_of(told);
            });
        if (same == next.findings.end()) {
            next.findings.push_back(told);
        } else if (!tells_more(*same, told)) {
            *same = told;
        }
    }
}

ScenarioResult without_told_once(ScenarioResult scenario) {
    for (StepResult& step : scenario.steps) drop(step, is_told_once);
    return scenario;
}

void tell_once(std::vector<ScenarioResult>& scenarios) {
    std::map<std::string, const Finding*> best;
    for (const ScenarioResult& scenario : scenarios) {
        for (const StepResult& step : scenario.steps) {
            for (const Finding& finding : step.findings) {
                const std::string subject = subject_of(finding);
                if (subject.empty()) continue;
                const Finding*& kept = best[subject];
                if (!kept || tells_more(finding, *kept)) kept = &finding;
            }
        }
    }
    for (ScenarioResult& scenario : scenarios) {
        for (StepResult& step : scenario.steps) {
            // Each is looked at where it stood before, so it is still known by its address.
            drop(step, [&](const Finding& finding) {
                const std::string subject = subject_of(finding);
                return !subject.empty() && best[subject] != &finding;
            });
        }
    }
}

}  // namespace plumbline::reports
