#include "reports/told_once.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

namespace plumbline::reports {
namespace {

std::optional<double> number_in(std::string_view text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [read_to, problem] = std::from_chars(text.data(), end, number);
    return problem == std::errc() && read_to == end ? std::optional(number) : std::nullopt;
}

constexpr std::string_view kSaysSo = "contradiction: observed ";

/// What a finding is told of once; "": it is told each time.
std::string subject_of(const Finding& finding) {
    if (finding.code == kContradiction && !finding.requirements.empty())
        return finding.code + ' ' + finding.requirements.front();
    if (finding.code == kAcceptedName)
        return finding.code + ' ' + finding.expected + '\n' + finding.got;
    return "";
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
    finding.note = std::string(kSaysSo) + value;
    finding.got = std::move(value);
    return finding;
}

bool tells_more(std::string_view value, std::string_view before) {
    const auto now = number_in(value);
    const auto then = number_in(before);
    return now && then ? *now > *then : value != before;
}

bool tells_contradiction(const RequirementResult& requirement) {
    return requirement.reason.starts_with(kSaysSo);
}

void tell_once(std::vector<ScenarioResult>& scenarios) {
    std::map<std::string, const Finding*> best;
    for (const ScenarioResult& scenario : scenarios) {
        for (const StepResult& step : scenario.steps) {
            for (const Finding& finding : step.findings) {
                const std::string subject = subject_of(finding);
                if (subject.empty()) continue;
                const Finding*& kept = best[subject];
                if (!kept || tells_more(finding.got, kept->got)) kept = &finding;
            }
        }
    }
    for (ScenarioResult& scenario : scenarios) {
        for (StepResult& step : scenario.steps) {
            // Each is looked at where it stood before, so it is still known by its address.
            const auto erased = std::erase_if(step.findings, [&](const Finding& finding) {
                const std::string subject = subject_of(finding);
                return !subject.empty() && best[subject] != &finding;
            });
            if (erased > 0 && step.findings.empty()) step.verdict = Verdict::kPassed;
        }
    }
}

}  // namespace plumbline::reports
