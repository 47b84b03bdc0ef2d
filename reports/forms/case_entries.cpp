#include "reports/forms/case_entries.hpp"

#include "reports/causes.hpp"
#include "reports/text_format.hpp"
#include "spec/base/text.hpp"
#include "spec/base/time_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace plumbline::reports {
namespace {

CaseEntry scenario_case(const ScenarioResult& scenario) {
    CaseEntry entry;
    entry.area = scenario.area;
    entry.suite = one_line(suite_name(scenario));
    entry.name = one_line(scenario.name);
    entry.verdict = scenario.verdict;
    entry.known = scenario.verdict == Verdict::kDeviated || scenario.known;
    if (scenario.verdict != Verdict::kPassed) entry.message = verdict_line(scenario);
    entry.took_ms = scenario.took_ms;
    entry.where = scenario.where;
    entry.scenario = &scenario;
    return entry;
}

/// Returns the start of the first request and the duration of all. Unit: milliseconds.
std::pair<double, double> requests_time(const std::vector<ExchangeRecord>& exchanges) {
    if (exchanges.empty()) return {0, 0};
    double stop = 0;
    for (const ExchangeRecord& each : exchanges)
        stop = std::max(stop, each.started_ms + each.took_ms);
    const double start = exchanges.front().started_ms;
    return {start, std::max(0.0, stop - start)};
}

EpochSpan span_of(std::int64_t origin, double start_ms, double took_ms) {
    const std::int64_t start = origin + std::llround(start_ms);
    return {start, start + std::llround(took_ms)};
}

}  // namespace

std::vector<CaseEntry> case_entries(const RunResult& result) {
    std::vector<CaseEntry> entries;
    entries.reserve(result.scenarios.size());
    for (const ScenarioResult& scenario : result.scenarios)
        entries.push_back(scenario_case(scenario));
    for (const CoverageGate& gate : result.gates) {
        CaseEntry entry;
        entry.area = "coverage";
        entry.name = one_line(gate.gate);
        entry.verdict = gate.met ? Verdict::kPassed : Verdict::kFailed;
        if (!gate.met) entry.message = one_line(gate.got, kMaxReason);
        entries.push_back(std::move(entry));
    }
    for (const DeviationResult& deviation : result.deviations) {
        if (deviation.status != DeviationStatus::kExpired) continue;
        CaseEntry entry;
        entry.area = "known deviations";
        entry.name = one_line(coverage_text(deviation.entry));
        entry.verdict = Verdict::kFailed;
        entry.message = one_line(deviation.detail, kMaxReason);
        entry.where = deviation.entry.where;
        entries.push_back(std::move(entry));
    }
    return entries;
}

std::string finding_line(const Finding& finding) {
    const std::string ids = join(finding.requirements, ", ");
    return fmt::format("{}{}expected {}, got {}",
                       ids,
                       ids.empty() ? "" : ": ",
                       one_line(finding.expected),
                       got_text(finding));
}

const Finding* deciding_finding(const ScenarioResult& scenario) {
    for (const StepResult& step : scenario.steps) {
        for (const Finding& finding : step.findings) {
            if (finding.verdict == scenario.verdict) return &finding;
        }
    }
    return nullptr;
}

std::string verdict_line(const ScenarioResult& scenario) {
    const std::string known = scenario.known ? "known from the baseline: " : "";
    const Finding* finding = deciding_finding(scenario);
    if (finding == nullptr) return known + one_line(scenario.reason, kMaxReason);
    std::string line = known + finding_line(*finding);
    if (!finding->deviations.empty())
        line +=
            "; known deviation: " + one_line(reason_text(finding->deviations.front()), kMaxReason);
    return line;
}

std::string_view suite_name(const ScenarioResult& scenario) {
    const std::string_view name = scenario.name;
    return name.substr(0, name.find('/'));
}

std::vector<std::string> requirement_ids(const ScenarioResult& scenario) {
    std::vector<std::string_view> ids;
    for (const StepResult& step : scenario.steps) {
        ids.insert(ids.end(), step.verified.begin(), step.verified.end());
        for (const Finding& finding : step.findings)
            ids.insert(ids.end(), finding.requirements.begin(), finding.requirements.end());
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    return {ids.begin(), ids.end()};
}

RequirementIndex index_requirements(const RunResult& result) {
    RequirementIndex index;
    for (const RequirementResult& requirement : result.requirements)
        index.emplace(requirement.id, &requirement);
    return index;
}

std::string_view basis_of(const RequirementIndex& index, const std::string& id) {
    const auto found = index.find(id);
    return found == index.end() ? std::string_view() : found->second->basis;
}

std::string repository_path(const RunResult& result, const SourceRef& where) {
    const auto found = result.files.find(where.file);
    return found == result.files.end() ? "" : found->second;
}

EpochSpan time_span(const RunResult& result) {
    const auto started = parse_instant(result.started);
    using std::chrono::milliseconds;
    const std::int64_t origin =
        started ? std::chrono::floor<milliseconds>(*started).time_since_epoch().count() : 0;
    return span_of(origin, 0, result.took_ms);
}

EpochSpan time_span(const EpochSpan& run, const CaseEntry& entry) {
    double start = 0;
    if (entry.scenario != nullptr) {
        for (const StepResult& step : entry.scenario->steps) {
            if (step.exchanges.empty()) continue;
            start = step.exchanges.front().started_ms;
            break;
        }
    }
    return span_of(run.start, start, entry.took_ms);
}

EpochSpan time_span(const EpochSpan& run, const StepResult& step) {
    const auto [start, took] = requests_time(step.exchanges);
    return span_of(run.start, start, took);
}

}  // namespace plumbline::reports
