#include "reports/forms/finding_entries.hpp"

#include "reports/causes.hpp"
#include "reports/forms/case_entries.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <iterator>
#include <map>

namespace plumbline::reports {
namespace {

std::string fingerprint_of(const std::string& key) {
    return fmt::format("{:016x}", fingerprint(key));
}

bool is_listed(Verdict verdict) {
    return fails_run(verdict) || verdict == Verdict::kWarned || verdict == Verdict::kDeviated;
}

SourceRef position_of(const FindingOfStep& located) {
    return located.finding->where.line > 0 ? located.finding->where : located.step->where;
}

FindingEntry step_entry(const ScenarioResult& scenario, const FindingOfStep& located) {
    FindingEntry entry;
    const Finding& finding = *located.finding;
    entry.rule = finding.requirements.empty() ? finding.code : finding.requirements.front();
    entry.verdict = finding.verdict;
    entry.from_baseline = finding.known;
    entry.message = finding_line(finding);
    entry.where = position_of(located);
    entry.scenario = &scenario;
    entry.step = located.step;
    entry.finding = &finding;
    entry.fingerprint = fingerprint_of(
        fmt::format("{}\n{}\n{}\n{}", entry.rule, scenario.name, located.step->id, finding.code));
    return entry;
}

/// Returns one entry for each requirement, step and code: a step may be tried many times.
std::vector<FindingEntry> scenario_entries(const ScenarioResult& scenario) {
    std::vector<FindingEntry> entries;
    std::map<std::string, std::size_t> others;
    for (const FindingOfStep& located : findings_worst_first(scenario)) {
        if (!is_listed(located.finding->verdict)) continue;
        FindingEntry entry = step_entry(scenario, located);
        const auto [found, is_new] = others.try_emplace(entry.fingerprint, 0);
        if (is_new) {
            entries.push_back(std::move(entry));
        } else {
            ++found->second;
        }
    }
    for (FindingEntry& entry : entries) {
        if (const std::size_t more = others[entry.fingerprint]; more > 0)
            entry.message += fmt::format(" (and {} more in this step)", more);
    }
    return entries;
}

/// Returns an entry for scenarios without findings: they were not run for one reason.
FindingEntry reason_entry(const FailureCause& cause) {
    const ScenarioResult& first = *cause.scenarios.front();
    FindingEntry entry;
    entry.rule = to_text(cause.verdict);
    entry.verdict = cause.verdict;
    entry.from_baseline = cause.known;
    entry.message = one_line(first.reason, kMaxReason);
    if (cause.scenarios.size() > 1)
        entry.message += fmt::format(" ({} scenarios)", cause.scenarios.size());
    entry.where = first.where;
    entry.scenario = &first;
    entry.fingerprint = fingerprint_of(entry.rule + '\n' + without_values(first.reason));
    return entry;
}

/// Returns an entry for what fails a run beside its scenarios.
FindingEntry run_entry(const CaseEntry& failed) {
    FindingEntry entry;
    entry.rule = failed.area == "coverage" ? "coverage" : "expired";
    entry.message = failed.name + ": " + failed.message;
    entry.where = failed.where;
    entry.fingerprint = fingerprint_of(entry.rule + '\n' + failed.name);
    return entry;
}

}  // namespace

std::vector<FindingEntry> finding_entries(const RunResult& result) {
    std::vector<FindingEntry> entries;
    for (const CaseEntry& entry : case_entries(result)) {
        if (entry.scenario == nullptr && entry.fails()) entries.push_back(run_entry(entry));
    }
    for (const FailureCause& cause : failure_causes(result)) {
        if (findings_worst_first(*cause.scenarios.front()).empty()) {
            entries.push_back(reason_entry(cause));
            continue;
        }
        for (const ScenarioResult* scenario : cause.scenarios) {
            std::vector<FindingEntry> more = scenario_entries(*scenario);
            std::move(more.begin(), more.end(), std::back_inserter(entries));
        }
    }
    return entries;
}

}  // namespace plumbline::reports
