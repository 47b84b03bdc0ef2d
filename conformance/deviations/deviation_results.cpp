#include "conformance/deviations/deviation_results.hpp"

#include "conformance/deviations/finding_codes.hpp"
#include "conformance/verdicts/severity.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace plumbline::deviations {
namespace {

using reports::DeviationEntry;
using reports::DeviationResult;
using reports::DeviationStatus;
using reports::Finding;
using reports::ScenarioResult;
using reports::StepResult;
using reports::Verdict;

constexpr const char* kFixedCode = "deviation";

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// Returns up to three names, and how many more there are.
std::string some_of(std::vector<std::string> names) {
    constexpr std::size_t kShown = 3;
    const std::size_t left = names.size() > kShown ? names.size() - kShown : 0;
    names.resize(names.size() - left);
    return join(names, ", ") + (left == 0 ? "" : fmt::format(" and {} more", left));
}

/// Returns how many findings were counted, and where.
std::string counted_findings(const DeviationResult& result) {
    return fmt::format("{} finding{}, in {}",
                       result.findings,
                       result.findings == 1 ? "" : "s",
                       some_of(result.scenarios));
}

bool is_named(const DeviationEntry& entry, const std::string& scenario) {
    return entry.scenario.empty() || matches_glob(reports::base_name(scenario), entry.scenario);
}

/// Returns whether the entry is among those that turned the finding into a deviation.
bool is_covered_by(const Finding& finding, const DeviationEntry& entry) {
    const auto& covering = finding.deviations;
    return finding.verdict == Verdict::kDeviated &&
           std::ranges::find(covering, entry) != covering.end();
}

/// Returns whether the finding fails because the entry has expired.
bool would_be_covered(const Finding& finding,
                      const DeviationEntry& entry,
                      const std::string& scenario) {
    if (!may_deviate(finding)) return false;
    const auto& ids = finding.requirements;
    if (ids.empty()) return covers(entry, scenario, finding.code, "");
    return std::ranges::any_of(
        ids, [&](const std::string& id) { return covers(entry, scenario, finding.code, id); });
}

/// Counts the findings that fit, and the scenarios with one.
template <typename Fits>
void count_findings(const std::vector<ScenarioResult>& scenarios,
                    const Fits& fits,
                    DeviationResult& result) {
    for (const ScenarioResult& scenario : scenarios) {
        const int before = result.findings;
        for (const StepResult& step : scenario.steps) {
            for (const Finding& finding : step.findings) {
                if (fits(finding, scenario.name)) ++result.findings;
            }
        }
        if (result.findings > before) result.scenarios.push_back(scenario.name);
    }
}

/// Returns whether a step ended its scenario before all checks were made: a failed criterion, or no
/// response.
bool is_decisive(const Finding& finding) {
    const bool is_broken =
        finding.verdict == Verdict::kFailed || finding.verdict == Verdict::kWarned;
    return finding.verdict == Verdict::kNotRun || (is_broken && finding.code == "criterion");
}

bool ended_early(const ScenarioResult& scenario) {
    if (scenario.verdict == Verdict::kNotRun) return true;
    if (scenario.verdict == Verdict::kDeviated && !scenario.reason.empty()) return true;
    return std::ranges::any_of(scenario.steps, [](const StepResult& step) {
        return !step.cleanup && std::ranges::any_of(step.findings, is_decisive);
    });
}

/// Returns whether the step made the check of an entry that covers none of its findings.
bool made_check(const StepResult& step, const DeviationEntry& entry) {
    if (!entry.requirement.empty()) return contains(step.verified, entry.requirement);
    const bool needs_stream = is_stream_code(entry.code);
    return std::ranges::any_of(step.exchanges, [&](const auto& exchange) {
        return needs_stream ? !exchange.streams.empty() : exchange.status > 0;
    });
}

bool mentions(const ScenarioResult& scenario, const std::string& requirement) {
    return std::ranges::any_of(scenario.steps, [&](const StepResult& step) {
        return contains(step.verified, requirement) ||
               std::ranges::any_of(step.findings, [&](const Finding& one) {
                   return contains(one.requirements, requirement);
               });
    });
}

/// Decides about one entry that covers no finding.
class UnusedEntry {
  public:
    UnusedEntry(const DeviationEntry& entry,
                const PlannedChecks& planned,
                std::vector<ScenarioResult>& scenarios)
        : entry_(entry), scenarios_(scenarios) {
        const auto found = planned.find(entry.requirement);
        if (found != planned.end()) planned_ = &found->second;
        for (ScenarioResult& scenario : scenarios) {
            if (!is_named(entry, scenario.name)) continue;
            named_.push_back(&scenario);
            const bool may_show = entry.requirement.empty() || is_planned(scenario.name) ||
                                  mentions(scenario, entry.requirement);
            if (may_show && ended_early(scenario)) {
                open_.push_back(&scenario);
            } else if (scenario.verdict != Verdict::kSkipped && find_check(scenario)) {
                held_.push_back(scenario.name);
            }
        }
    }

    void decide(RunPart part, DeviationResult& result) {
        const bool is_fixed = !held_.empty() && open_.empty();
        if (part == RunPart::kShard) {
            result.status = DeviationStatus::kUndecided;
            result.detail = "covers no finding of this shard: `plumbline report merge` decides";
            if (is_fixed) result.scenarios = {held_.front()};
            return;
        }
        result.status = is_fixed ? DeviationStatus::kFixed : DeviationStatus::kNotExercised;
        if (!is_fixed) {
            result.detail = why_not_exercised();
            return;
        }
        result.detail =
            fmt::format("{} in {}: remove the entry, or `plumbline deviations prune` it",
                        held_text(),
                        some_of(held_));
        report_fixed(result.detail);
    }

  private:
    [[nodiscard]] bool is_planned(const std::string& scenario) const {
        return planned_ && contains(*planned_, std::string(reports::base_name(scenario)));
    }

    /// Returns the first step that made the check, or null.
    StepResult* find_check(ScenarioResult& scenario) const {
        const auto found = std::ranges::find_if(
            scenario.steps, [&](const auto& step) { return made_check(step, entry_); });
        return found == scenario.steps.end() ? nullptr : &*found;
    }

    [[nodiscard]] std::string held_text() const {
        return entry_.requirement.empty() ? "nothing that it covers broke"
                                          : entry_.requirement + " held";
    }

    /// Returns how the requirement failed although the entry covers no finding; "" if it did not.
    [[nodiscard]] std::string other_failure() const {
        for (const ScenarioResult* scenario : named_) {
            for (const StepResult& step : scenario->steps) {
                for (const Finding& finding : step.findings) {
                    if (may_deviate(finding) && contains(finding.requirements, entry_.requirement))
                        return fmt::format(
                            "{} failed in {} with the code {}, which it does not cover",
                            entry_.requirement,
                            scenario->name,
                            finding.code);
                }
            }
        }
        return "";
    }

    [[nodiscard]] std::string why_not_exercised() const {
        const std::string check = entry_.requirement.empty() ? "" : ", which checks it,";
        if (const std::string failure = other_failure(); !failure.empty()) return failure;
        if (!open_.empty()) {
            const ScenarioResult& first = *open_.front();
            std::string text = fmt::format("{}{} ended early", first.name, check);
            if (!first.reason.empty()) text += ": " + first.reason;
            if (held_.empty()) return text;
            return fmt::format("{} in {}, but {}", held_text(), some_of(held_), text);
        }
        if (named_.empty()) return "no scenario that it names was selected for this run";
        for (const ScenarioResult* scenario : named_) {
            const bool is_skipped = scenario->verdict == Verdict::kSkipped;
            if (is_skipped && (entry_.requirement.empty() || is_planned(scenario->name)))
                return fmt::format("{}{} was skipped: {}", scenario->name, check, scenario->reason);
        }
        return "no check of this run reached it";
    }

    void report_fixed(const std::string& detail) {
        ScenarioResult& scenario = *std::ranges::find_if(
            scenarios_, [&](const auto& one) { return one.name == held_.front(); });
        StepResult& step = *find_check(scenario);
        Finding finding;
        finding.code = kFixedCode;
        finding.verdict = Verdict::kFixed;
        if (!entry_.requirement.empty()) finding.requirements = {entry_.requirement};
        finding.where = entry_.where;
        finding.expected = "the known deviation";
        finding.got = detail;
        finding.deviations = {entry_};
        step.findings.push_back(std::move(finding));
        step.verdict = verdicts::worst(step.verdict, Verdict::kFixed);
        scenario.verdict = verdicts::worst(scenario.verdict, Verdict::kFixed);
    }

    const DeviationEntry& entry_;
    std::vector<ScenarioResult>& scenarios_;
    const std::vector<std::string>* planned_ = nullptr;
    std::vector<const ScenarioResult*> named_;  ///< scenarios of the run that the entry names
    std::vector<const ScenarioResult*> open_;   ///< in which the deviation may still be
    std::vector<std::string> held_;             ///< in which it did not occur
};

void conclude_expired(const std::vector<ScenarioResult>& scenarios, DeviationResult& result) {
    const DeviationEntry& entry = result.entry;
    count_findings(
        scenarios,
        [&](const Finding& finding, const std::string& scenario) {
            return would_be_covered(finding, entry, scenario);
        },
        result);
    result.detail = fmt::format(
        "expired on {}: fix the target and remove the entry, or extend `until`", entry.until);
    if (result.findings > 0) result.detail += "; it covered " + counted_findings(result);
}

}  // namespace

std::vector<DeviationResult> deviation_results(std::vector<DeviationResult> entries,
                                               const PlannedChecks& planned,
                                               RunPart part,
                                               std::vector<ScenarioResult>& scenarios) {
    for (DeviationResult& result : entries) {
        if (result.status == DeviationStatus::kOtherTarget) continue;
        if (result.status == DeviationStatus::kExpired) {
            conclude_expired(scenarios, result);
            continue;
        }
        const DeviationEntry& entry = result.entry;
        count_findings(
            scenarios,
            [&](const Finding& finding, const std::string&) {
                return is_covered_by(finding, entry);
            },
            result);
        if (result.findings == 0) {
            UnusedEntry(entry, planned, scenarios).decide(part, result);
            continue;
        }
        result.status = DeviationStatus::kApplied;
        result.detail = "covers " + counted_findings(result);
    }
    return entries;
}

std::vector<DeviationResult> entries_before_run(std::vector<DeviationResult> results) {
    for (DeviationResult& one : results) {
        const bool is_open =
            one.status != DeviationStatus::kExpired && one.status != DeviationStatus::kOtherTarget;
        one = {one.entry, is_open ? DeviationStatus::kNotExercised : one.status, "", 0, {}};
    }
    return results;
}

}  // namespace plumbline::deviations
