#include "conformance/runner/attempt/excused_attempt.hpp"

#include "conformance/deviations/deviations.hpp"
#include "conformance/verdicts/severity.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

using reports::Finding;
using reports::Verdict;

constexpr const char* kMissingNote =
    "not checked: this response, or that of an earlier step, lacks the value, but only breaks "
    "assumptions or has known deviations";

/// Skips the checks whose values are missing; returns whether there are any.
bool skip_unresolved(const MissingValues& missing, std::vector<Finding>& findings) {
    bool has_any = false;
    for (Finding& finding : findings) {
        const bool needs_value = finding.code == "criterion" || finding.code == "request";
        if (!needs_value || !missing.explain(finding.got)) continue;
        finding.verdict = Verdict::kSkipped;
        reports::add_note(finding, kMissingNote);
        has_any = true;
    }
    return has_any;
}

bool is_excused(const Finding& finding) {
    return finding.verdict == Verdict::kDeviated || finding.verdict == Verdict::kWarned;
}

/// Returns the missing values, with those that excused findings about the response explain.
MissingValues with_response(MissingValues missing, const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
        if (finding.body_position && is_excused(finding))
            missing.add_body_position(*finding.body_position);
    }
    return missing;
}

/// Returns whether a finding decides about the success of the step; see check_criteria.
bool is_decisive(const workflow::Step& step, const Finding& finding) {
    if (!step.success_criteria.empty() || step.sse) return finding.code == "criterion";
    return !finding.code.starts_with("history-");
}

bool is_failure(const Finding& finding) {
    return finding.verdict == Verdict::kFailed || finding.verdict == Verdict::kNotRun;
}

}  // namespace

bool MissingValues::explain(std::string_view message) const {
    constexpr std::string_view kUnresolved = "unresolved: ";  // see expressions::resolve
    if (!message.starts_with(kUnresolved)) return false;
    message.remove_prefix(kUnresolved.size());
    return std::ranges::any_of(expressions_, [&](const std::string& one) {
        if (!message.starts_with(one)) return false;
        const std::string_view rest = message.substr(one.size());
        return rest.empty() ||
               std::string_view(".#[:/").find(rest.front()) != std::string_view::npos;
    });
}

void apply_deviations(const RunContext& run,
                      const std::string& scenario,
                      const MissingValues& missing,
                      Attempt& attempt) {
    reports::StepResult& result = attempt.result;
    if (run.deviations) run.deviations->apply(scenario, run.ledger, run.severity, result);
    const MissingValues all = with_response(missing, result.findings);
    if (all.empty() || !skip_unresolved(all, result.findings)) return;
    result.verdict = verdicts::worst_verdict(result.findings);
    attempt.is_aborted = !attempt.is_judged && result.verdict == Verdict::kSkipped;
}

bool is_blocked(const Attempt& attempt) {
    return attempt.result.verdict == Verdict::kNotRun && !attempt.data.exchange;
}

bool may_lack_outputs(const workflow::Step& step, const Attempt& attempt) {
    return std::ranges::any_of(attempt.result.findings, [&](const Finding& finding) {
        // A broken assumption that does not decide about the step leaves its response usable.
        const bool is_about_value = is_decisive(step, finding) || finding.body_position;
        return finding.verdict == Verdict::kDeviated ||
               (finding.verdict == Verdict::kWarned && is_about_value) ||
               (finding.verdict == Verdict::kSkipped && finding.code == "criterion");
    });
}

ExcuseLevel excuse_of(const workflow::Step& step, const Attempt& attempt) {
    // An unmet precondition is no deviation: it skips the scenario.
    if (attempt.succeeded || !attempt.is_judged || attempt.unmet) return ExcuseLevel::kNone;
    bool has_excuse = false;
    bool is_missing = false;
    for (const Finding& finding : attempt.result.findings) {
        if (!is_decisive(step, finding)) continue;
        if (is_failure(finding)) return ExcuseLevel::kNone;
        has_excuse = has_excuse || is_excused(finding);
        is_missing = is_missing || finding.verdict == Verdict::kSkipped;
    }
    if (has_excuse) return ExcuseLevel::kExcused;
    return is_missing ? ExcuseLevel::kMissing : ExcuseLevel::kNone;
}

void accept_attempt(Attempt& attempt) {
    attempt.succeeded = true;
    auto& verified = attempt.result.verified;
    verified.insert(verified.end(), attempt.held.begin(), attempt.held.end());
    attempt.held.clear();
}

}  // namespace plumbline::runner
