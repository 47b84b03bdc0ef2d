#include "conformance/verdicts/coverage_gates.hpp"

#include "reports/reports.hpp"
#include "spec/base/name_hint.hpp"
#include "spec/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace plumbline::verdicts {
namespace {

using reports::CoverageGate;
using reports::RequirementResult;

constexpr int kWhole = 100;  ///< percent

// The texts of gates, with the value of the option.
constexpr std::string_view kMinVerified = "--min-verified ";
constexpr std::string_view kRequire = "--require ";
constexpr const char* kFailOnSkipped = "--fail-on-skipped";
constexpr const char* kStrictSchemas = "--strict-schemas";
constexpr const char* kNothingPrevented = "no warning prevents the check of a stated requirement";

/// `AREA=AMOUNT`, `AREA` or `ID`; without an amount, everything is required.
struct CoverageCondition {
    std::string name;
    std::optional<std::string> amount;
};

CoverageCondition condition_of(const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) return {text, std::nullopt};
    return {text.substr(0, equals), text.substr(equals + 1)};
}

bool is_covered(const RequirementResult& requirement) {
    return requirement.outcome == "verified" || requirement.outcome == "observed";
}

/// Returns whether `covered` of `checkable` requirements are enough.
bool is_enough(const CoverageAmount& amount, int covered, int checkable) {
    if (!amount.is_percent) return covered >= amount.number;
    return covered * kWhole >= amount.number * checkable;
}

std::string part_text(int covered, int checkable) {
    return fmt::format("{} of {} checkable requirements are verified ({} %)",
                       covered,
                       checkable,
                       checkable == 0 ? 0 : covered * kWhole / checkable);
}

CoverageGate min_verified_gate(const CoverageAmount& amount, const reports::RunResult& result) {
    const reports::CoverageCounts counts = result.coverage_counts();
    return {std::string(kMinVerified) + amount.to_text(),
            part_text(counts.verified, counts.checkable),
            is_enough(amount, counts.verified, counts.checkable)};
}

CoverageGate requirement_gate(const std::string& gate, const RequirementResult& requirement) {
    std::string got = requirement.id + " is " + replace_all(requirement.outcome, "_", " ");
    if (!requirement.reason.empty()) got += " (" + requirement.reason + ')';
    return {gate, std::move(got), is_covered(requirement)};
}

CoverageGate area_gate(const std::string& gate,
                       const CoverageCondition& condition,
                       const reports::RunResult& result) {
    int covered = 0;
    int checkable = 0;
    for (const RequirementResult& requirement : result.requirements) {
        if (requirement.area != condition.name || requirement.outcome == "not_checkable") continue;
        ++checkable;
        if (is_covered(requirement)) ++covered;
    }
    if (checkable == 0) return {gate, "the run does not test " + condition.name, false};
    const auto amount = parse_coverage_amount(condition.amount.value_or("100%"));
    return {gate,
            fmt::format("{} of {} checkable requirements of {} are verified or observed",
                        covered,
                        checkable,
                        condition.name),
            amount && is_enough(*amount, covered, checkable)};
}

CoverageGate required_gate(const std::string& text, const reports::RunResult& result) {
    const std::string gate = std::string(kRequire) + text;
    const CoverageCondition condition = condition_of(text);
    const auto found = std::find_if(
        result.requirements.begin(), result.requirements.end(), [&](const auto& requirement) {
            return requirement.id == condition.name;
        });
    if (found != result.requirements.end()) return requirement_gate(gate, *found);
    return area_gate(gate, condition, result);
}

CoverageGate skipped_gate(const reports::RunResult& result) {
    const int skipped = result.verdict_counts().of(reports::Verdict::kSkipped);
    return {kFailOnSkipped,
            fmt::format("{} scenario{} skipped", skipped, skipped == 1 ? " was" : "s were"),
            skipped == 0};
}

/// Returns the number of observations that a received value is not judged. Each is reported once
/// in a run.
std::size_t unjudged_values(const reports::RunResult& result) {
    std::size_t count = 0;
    for (const reports::ScenarioResult& scenario : result.scenarios) {
        for (const reports::StepResult& step : scenario.steps)
            count += static_cast<std::size_t>(
                std::ranges::count(step.findings, reports::kNotJudged, &reports::Finding::code));
    }
    return count;
}

CoverageGate schemas_gate(const reports::RunResult& result) {
    const std::size_t parts = result.unjudged.size();
    const std::size_t values = unjudged_values(result);
    std::vector<std::string> phrases;
    if (parts > 0 || values == 0)
        phrases.push_back(fmt::format("{} part{} of the schemas", parts, parts == 1 ? "" : "s"));
    if (values > 0)
        phrases.push_back(fmt::format("{} received value{}", values, values == 1 ? "" : "s"));
    return {
        kStrictSchemas,
        fmt::format("{} {} not judged", join(phrases, " and "), parts + values == 1 ? "is" : "are"),
        parts + values == 0};
}

/// Returns the stated and implied requirements whose check a broken assumption prevented.
std::vector<std::string> prevented_checks(const reports::RunResult& result) {
    std::vector<std::string> ids;
    for (const RequirementResult& requirement : result.requirements) {
        const bool is_firm = requirement.basis == to_text(Basis::kStated) ||
                             requirement.basis == to_text(Basis::kImplied);
        if (requirement.prevented && is_firm) ids.push_back(requirement.id);
    }
    return ids;
}

Result<void> check_required(const std::string& text, const Ledger& ledger) {
    const CoverageCondition condition = condition_of(text);
    std::vector<std::string> names;
    for (const Requirement& requirement : ledger.requirements) {
        names.push_back(requirement.id);
        names.push_back(requirement.area);
    }
    if (std::find(names.begin(), names.end(), condition.name) == names.end()) {
        return fail(ErrorCode::kUsage,
                    "--require " + text + ": unknown area or requirement" +
                        name_hint(condition.name, names),
                    {},
                    {"`plumbline list --requirements` prints all"});
    }
    const Requirement* requirement = ledger.find(condition.name);
    if (requirement && condition.amount) {
        return fail(ErrorCode::kUsage,
                    "--require " + text + ": an amount is for an area, and " + condition.name +
                        " is a requirement");
    }
    if (requirement && requirement->checkable == Checkability::kNo) {
        return fail(ErrorCode::kUsage,
                    "--require " + text + ": no run can check it: " + requirement->reason);
    }
    if (!condition.amount) return {};
    const auto amount = parse_coverage_amount(*condition.amount);
    if (!amount)
        return fail(ErrorCode::kUsage, "--require " + text + ": " + amount.error().message);
    return {};
}

}  // namespace

std::string CoverageAmount::to_text() const {
    return std::to_string(number) + (is_percent ? "%" : "");
}

Result<CoverageAmount> parse_coverage_amount(const std::string& text) {
    CoverageAmount amount;
    amount.is_percent = text.ends_with('%');
    const char* end = text.data() + text.size() - (amount.is_percent ? 1 : 0);
    const auto [stop, problem] = std::from_chars(text.data(), end, amount.number);
    const bool is_valid = problem == std::errc() && stop == end && amount.number >= 0 &&
                          (!amount.is_percent || amount.number <= kWhole);
    if (is_valid) return amount;
    return fail(ErrorCode::kUsage,
                "found \"" + text +
                    "\", expected a number of requirements such as 118, or a part such as 40%");
}

Result<void> check_coverage_gates(const CoverageGateOptions& options, const Ledger& ledger) {
    for (const std::string& text : options.required) {
        if (auto known = check_required(text, ledger); !known) return known;
    }
    return {};
}

std::vector<CoverageGate> coverage_gates(const CoverageGateOptions& options,
                                         const reports::RunResult& result) {
    std::vector<CoverageGate> gates;
    if (options.min_verified) gates.push_back(min_verified_gate(*options.min_verified, result));
    for (const std::string& text : options.required) gates.push_back(required_gate(text, result));
    if (options.fail_on_skipped) gates.push_back(skipped_gate(result));
    if (options.strict_schemas) gates.push_back(schemas_gate(result));
    if (const auto prevented = prevented_checks(result); !prevented.empty())
        gates.push_back({kNothingPrevented, "not exercised: " + join(prevented, ", "), false});
    return gates;
}

std::vector<CoverageGate> undecided_gates(const CoverageGateOptions& options) {
    std::vector<CoverageGate> gates = coverage_gates(options, {});
    for (CoverageGate& gate : gates) {
        gate.got = "`plumbline report merge` decides";
        gate.met = true;
    }
    return gates;
}

Result<CoverageGateOptions> gate_options_of(const std::vector<CoverageGate>& gates) {
    CoverageGateOptions options;
    for (const CoverageGate& gate : gates) {
        if (gate.gate.starts_with(kMinVerified)) {
            auto amount = parse_coverage_amount(gate.gate.substr(kMinVerified.size()));
            if (!amount) return fail(ErrorCode::kInvalid, amount.error().message);
            options.min_verified = *amount;
        } else if (gate.gate.starts_with(kRequire)) {
            options.required.push_back(gate.gate.substr(kRequire.size()));
        } else if (gate.gate == kFailOnSkipped) {
            options.fail_on_skipped = true;
        } else if (gate.gate == kStrictSchemas) {
            options.strict_schemas = true;
        } else if (gate.gate == kNothingPrevented) {
            continue;
        } else {
            return fail(ErrorCode::kInvalid,
                        fmt::format("found the gate \"{}\", expected {}, {}, {} or {}",
                                    gate.gate,
                                    kMinVerified,
                                    kRequire,
                                    kFailOnSkipped,
                                    kStrictSchemas));
        }
    }
    return options;
}

}  // namespace plumbline::verdicts
