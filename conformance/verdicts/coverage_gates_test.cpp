#include "conformance/verdicts/coverage_gates.hpp"

#include "reports/reports.hpp"
#include "spec/base/testing.hpp"

#include <gmock/gmock.h>

namespace plumbline::verdicts {
namespace {

using reports::RequirementResult;
using reports::RunResult;

RequirementResult requirement(const char* id, const char* area, const char* outcome) {
    RequirementResult row;
    row.id = id;
    row.area = area;
    row.outcome = outcome;
    return row;
}

/// Two of four checkable requirements are verified; one more is observed.
RunResult half_verified() {
    RunResult result;
    result.requirements = {requirement("CP-1", "control_plane", "verified"),
                           requirement("CP-2", "control_plane", "not_exercised"),
                           requirement("CP-3", "control_plane", "not_checkable"),
                           requirement("AS-1", "agent_streaming", "verified"),
                           requirement("AS-2", "agent_streaming", "observed")};
    result.requirements[1].reason = "it needs --allow-writes";
    return result;
}

Ledger ledger() {
    Ledger rows;
    for (const RequirementResult& row : half_verified().requirements) {
        Requirement one;
        one.id = row.id;
        one.area = row.area;
        if (row.outcome == "not_checkable") one.checkable = Checkability::kNo;
        one.reason = "it is not visible from outside";
        rows.requirements.push_back(one);
    }
    return rows;
}

bool is_met(const CoverageGateOptions& options, const RunResult& result = half_verified()) {
    const auto gates = coverage_gates(options, result);
    EXPECT_EQ(gates.size(), 1U);
    return gates.at(0).met;
}

CoverageGateOptions at_least(const char* amount) {
    CoverageGateOptions options;
    options.min_verified = *parse_coverage_amount(amount);
    return options;
}

CoverageGateOptions requires_all_of(const char* name) {
    CoverageGateOptions options;
    options.required = {name};
    return options;
}

TEST(CoverageGates, CompareTheNumberOfVerifiedRequirements) {
    EXPECT_TRUE(is_met(at_least("2")));
    EXPECT_FALSE(is_met(at_least("3")));
    EXPECT_TRUE(is_met(at_least("50%")));
    EXPECT_FALSE(is_met(at_least("51%")));
    EXPECT_EQ(coverage_gates(at_least("51%"), half_verified())[0].got,
              "2 of 4 checkable requirements are verified (50 %)");
}

TEST(CoverageGates, RequireARequirementWithTheReasonWhyItIsMissing) {
    EXPECT_TRUE(is_met(requires_all_of("CP-1")));
    EXPECT_TRUE(is_met(requires_all_of("AS-2")));
    EXPECT_FALSE(is_met(requires_all_of("CP-2")));
    EXPECT_EQ(coverage_gates(requires_all_of("CP-2"), half_verified())[0].got,
              "CP-2 is not exercised (it needs --allow-writes)");
}

TEST(CoverageGates, RequireAnAreaOrAPartOfIt) {
    EXPECT_TRUE(is_met(requires_all_of("agent_streaming")));
    EXPECT_FALSE(is_met(requires_all_of("control_plane")));
    EXPECT_TRUE(is_met(requires_all_of("control_plane=50%")));
    EXPECT_TRUE(is_met(requires_all_of("control_plane=1")));
    EXPECT_FALSE(is_met(requires_all_of("control_plane=2")));
    RunResult other = half_verified();
    other.requirements.resize(3);
    EXPECT_FALSE(is_met(requires_all_of("agent_streaming"), other));
}

TEST(CoverageGates, FailOnSkippedScenarios) {
    CoverageGateOptions options;
    options.fail_on_skipped = true;
    RunResult result = half_verified();
    EXPECT_TRUE(is_met(options, result));
    result.scenarios.emplace_back().verdict = reports::Verdict::kSkipped;
    EXPECT_FALSE(is_met(options, result));
    EXPECT_EQ(coverage_gates(options, result)[0].got, "1 scenario was skipped");
}

TEST(CoverageGates, FailOnSchemasThatAreNotJudged) {
    CoverageGateOptions options;
    options.strict_schemas = true;
    RunResult result = half_verified();
    EXPECT_TRUE(is_met(options, result));
    result.unjudged = {"api.yaml:1:1: the pattern uses lookbehind"};
    EXPECT_FALSE(is_met(options, result));
    EXPECT_EQ(coverage_gates(options, result)[0].got, "1 part of the schemas is not judged");
}

TEST(CoverageGates, FailOnReceivedValuesThatAreNotJudged) {
    CoverageGateOptions options;
    options.strict_schemas = true;
    RunResult result = half_verified();
    reports::Finding finding;
    finding.code = reports::kNotJudged;
    finding.verdict = reports::Verdict::kObserved;
    result.scenarios.emplace_back().steps.emplace_back().findings = {finding};
    EXPECT_FALSE(is_met(options, result));
    EXPECT_EQ(coverage_gates(options, result)[0].got, "1 received value is not judged");
    result.unjudged = {"api.yaml:1:1: the pattern uses lookbehind"};
    EXPECT_EQ(coverage_gates(options, result)[0].got,
              "1 part of the schemas and 1 received value are not judged");
}

TEST(CoverageGates, AreReadBackFromTheGatesOfAShard) {
    CoverageGateOptions options = at_least("51%");
    options.required = {"CP-1", "control_plane=2"};
    options.fail_on_skipped = true;
    options.strict_schemas = true;
    const auto undecided = undecided_gates(options);
    ASSERT_EQ(undecided.size(), 5U);
    EXPECT_TRUE(undecided[0].met);
    const auto back = gate_options_of(undecided);
    ASSERT_THAT(back, IsOk());
    EXPECT_EQ(back->min_verified->to_text(), "51%");
    EXPECT_EQ(back->required, options.required);
    EXPECT_TRUE(back->fail_on_skipped);
    EXPECT_TRUE(back->strict_schemas);
    EXPECT_THAT(gate_options_of({{"--min-verified x", "", true}}), FailsWith("found \"x\""));
    EXPECT_THAT(gate_options_of({{"--other", "", true}}), FailsWith("the gate \"--other\""));
}

TEST(CoverageGates, RefuseUnknownNamesAndAmounts) {
    for (const auto& [name, message] : {std::pair("CP-11", "did you mean CP-1"),
                                        std::pair("contol_plane", "did you mean control_plane"),
                                        std::pair("CP-3", "no run can check it"),
                                        std::pair("CP-1=40%", "an amount is for an area"),
                                        std::pair("control_plane=101%", "found \"101%\"")}) {
        EXPECT_THAT(check_coverage_gates(requires_all_of(name), ledger()), FailsWith(message));
    }
    EXPECT_THAT(check_coverage_gates(requires_all_of("control_plane=40%"), ledger()), IsOk());
    for (const char* wrong : {"", "%", "-1", "4.5", "40 %", "many"})
        EXPECT_THAT(parse_coverage_amount(wrong), IsErrorCode(ErrorCode::kUsage)) << wrong;
}

TEST(CoverageGates, FailIfAWarningPreventsAFirmCheck) {
    RunResult result = half_verified();
    result.requirements[1].prevented = true;
    for (const char* basis : {"stated", "implied"}) {
        result.requirements[1].basis = basis;
        const auto gates = coverage_gates({}, result);
        ASSERT_EQ(gates.size(), 1U);
        EXPECT_FALSE(gates[0].met);
        EXPECT_EQ(gates[0].got, "not exercised: CP-2");
        // A merge of shards decides it anew.
        const auto options = gate_options_of(gates);
        ASSERT_TRUE(options);
        EXPECT_TRUE(coverage_gates(*options, half_verified()).empty());
    }
    result.requirements[1].basis = "assumed";
    EXPECT_TRUE(coverage_gates({}, result).empty());
}

}  // namespace
}  // namespace plumbline::verdicts
