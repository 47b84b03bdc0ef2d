#include "reports/difference.hpp"

#include "reports/text_format.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <utility>

namespace plumbline::reports {
namespace {

constexpr std::string_view kVerified = "verified";

/// Scenario and requirement → what failed first.
using FailedPairs = std::map<std::pair<std::string, std::string>, std::string>;

FailedPairs failed_pairs(const RunResult& result) {
    FailedPairs pairs;
    for (Failure& one : failures_of(result))
        pairs.try_emplace({one.key.scenario, one.key.requirement}, std::move(one.text));
    return pairs;
}

template <typename Item, typename Name>
std::map<std::string, const Item*> by_name(const std::vector<Item>& items, Name Item::*name) {
    std::map<std::string, const Item*> found;
    for (const Item& one : items) found.emplace(one.*name, &one);
    return found;
}

bool has_verified(const ScenarioResult& scenario, const std::string& requirement) {
    return std::ranges::any_of(scenario.steps, [&](const StepResult& step) {
        return std::ranges::find(step.verified, requirement) != step.verified.end();
    });
}

bool is_deviation(const ScenarioResult& scenario, const std::string& requirement) {
    return std::ranges::any_of(scenario.steps, [&](const StepResult& step) {
        return std::ranges::any_of(step.findings, [&](const Finding& one) {
            return one.verdict == Verdict::kDeviated &&
                   std::ranges::find(one.requirements, requirement) != one.requirements.end();
        });
    });
}

/// Returns why a failure that is gone may still exist; "" if it does not.
std::string why_not_checked(const ScenarioResult* scenario, const std::string& requirement) {
    if (scenario == nullptr) return "the new run has no such scenario";
    if (is_deviation(*scenario, requirement)) return "it is a known deviation";
    if (scenario->verdict == Verdict::kSkipped) return "skipped: " + scenario->reason;
    if (!fails_run(scenario->verdict) || has_verified(*scenario, requirement)) return "";
    return "the scenario fails for another reason";
}

bool is_slower(double old_ms, double new_ms) {
    return new_ms >= old_ms * kSlowerFactor && new_ms >= old_ms + kSlowerByMs;
}

/// Returns the requirements that `verifying` verified and `other` did not.
std::vector<DifferentCoverage> coverage_changes(const RunResult& verifying,
                                                const RunResult& other) {
    const auto others = by_name(other.requirements, &RequirementResult::id);
    std::vector<DifferentCoverage> changes;
    for (const RequirementResult& row : verifying.requirements) {
        if (row.outcome != kVerified) continue;
        const auto found = others.find(row.id);
        if (found == others.end()) {
            changes.push_back({row.id, "not_exercised", "the run did not cover its area"});
        } else if (found->second->outcome != kVerified) {
            changes.push_back({row.id, found->second->outcome, found->second->reason});
        }
    }
    return changes;
}

std::string line_of(const DifferentFailure& one) {
    std::string line = one.scenario;
    if (!one.requirement.empty()) line += ": " + one.requirement;
    if (!one.text.empty()) line += ": " + one.text;
    return line;
}

std::string line_of(const DifferentCoverage& one) {
    return one.requirement + ": " + one.outcome + (one.reason.empty() ? "" : ", " + one.reason);
}

std::string line_of(const DifferentDuration& one) {
    return fmt::format(
        "{}: {}, was {}", one.scenario, duration_text(one.new_ms), duration_text(one.old_ms));
}

template <typename Item>
std::string lines_of_items(std::string_view title, const std::vector<Item>& changes) {
    if (changes.empty()) return "";
    std::string lines = fmt::format("{}:\n", title);
    for (const Item& one : changes) lines += wrapped("    ", one_line(line_of(one), kMaxReason), 6);
    return lines + '\n';
}

Json json_of_item(const DifferentFailure& one) {
    return {{"scenario", one.scenario}, {"requirement", one.requirement}, {"text", one.text}};
}
Json json_of_item(const DifferentCoverage& one) {
    return {{"requirement", one.requirement}, {"outcome", one.outcome}, {"reason", one.reason}};
}
Json json_of_item(const DifferentDuration& one) {
    return {{"scenario", one.scenario}, {"old_ms", one.old_ms}, {"new_ms", one.new_ms}};
}

/// Calls `visit` with title and list of each kind of change; the most important is last.
template <typename Visit>
void visit_lists(const ResultDifference& difference, const Visit& visit) {
    visit("slower", difference.slower);
    visit("newly verified", difference.newly_verified);
    visit("no longer failing", difference.no_longer_failing);
    visit("no longer checked", difference.no_longer_checked);
    visit("lost coverage", difference.lost_coverage);
    visit("newly failing", difference.newly_failing);
}

}  // namespace

ResultDifference compare_results(const RunResult& before, const RunResult& after) {
    ResultDifference difference;
    const FailedPairs old_failures = failed_pairs(before);
    const FailedPairs new_failures = failed_pairs(after);
    for (const auto& [pair, text] : new_failures) {
        if (!old_failures.contains(pair))
            difference.newly_failing.push_back({pair.first, pair.second, text});
    }
    const auto scenarios = by_name(after.scenarios, &ScenarioResult::name);
    const auto scenario_of = [&](const std::string& name) {
        const auto found = scenarios.find(name);
        return found == scenarios.end() ? nullptr : found->second;
    };
    for (const auto& [pair, text] : old_failures) {
        if (new_failures.contains(pair)) continue;
        std::string reason = why_not_checked(scenario_of(pair.first), pair.second);
        auto& list = reason.empty() ? difference.no_longer_failing : difference.no_longer_checked;
        list.push_back({pair.first, pair.second, std::move(reason)});
    }
    difference.lost_coverage = coverage_changes(before, after);
    difference.newly_verified = coverage_changes(after, before);
    for (const ScenarioResult& one : before.scenarios) {
        const ScenarioResult* now = scenario_of(one.name);
        if (now && is_slower(one.took_ms, now->took_ms) && !one.steps.empty())
            difference.slower.push_back({one.name, one.took_ms, now->took_ms});
    }
    return difference;
}

std::string render_difference(const ResultDifference& difference) {
    std::string text;
    std::string counts;
    visit_lists(difference, [&](std::string_view title, const auto& list) {
        text += lines_of_items(title, list);
        counts = fmt::format("{} {}{}{}", list.size(), title, counts.empty() ? "" : ", ", counts);
    });
    return text + wrapped_list("", counts, 4);
}

Json to_json(const ResultDifference& difference) {
    Json json{{"version", 1}};
    visit_lists(difference, [&](std::string name, const auto& list) {
        std::ranges::replace(name, ' ', '_');
        Json& items = json[name] = Json::array();
        for (const auto& one : list) items.push_back(json_of_item(one));
    });
    return json;
}

}  // namespace plumbline::reports
