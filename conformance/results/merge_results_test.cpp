#include "conformance/results/merge_results.hpp"

#include "conformance/results/complete_result.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/testing.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <functional>

namespace plumbline::results {
namespace {

using reports::DeviationEntry;
using reports::DeviationStatus;
using reports::Finding;
using reports::RunResult;
using reports::ScenarioResult;
using reports::Verdict;
using testing::HasSubstr;

const std::vector<std::string> kNames{"a/one", "a/two", "a/three", "a/four"};

Requirement requirement(const char* id, Checkability checkable = Checkability::kBlackBox) {
    Requirement one;
    one.id = id;
    one.area = "things";
    one.checkable = checkable;
    if (checkable == Checkability::kNo) one.reason = "it is not visible";
    return one;
}

Ledger ledger() {
    return {{requirement("R-1"),
             requirement("R-2"),
             requirement("R-3"),
             requirement("R-4", Checkability::kNo)}};
}

ScenarioResult verifying(const std::string& name, std::vector<std::string> verified) {
    ScenarioResult scenario;
    scenario.name = name;
    reports::StepResult& step = scenario.steps.emplace_back();
    step.id = "make";
    step.verified = std::move(verified);
    step.exchanges.emplace_back().status = 201;
    step.exchanges.back().curl = "curl http://a/" + name;
    return scenario;
}

void add_finding(ScenarioResult& scenario, Verdict verdict, const std::string& id) {
    Finding finding;
    finding.code = "criterion";
    finding.verdict = verdict;
    finding.requirements = {id};
    finding.where = {"a.arazzo.yaml", 12, 1};
    scenario.steps.front().findings.push_back(finding);
    scenario.verdict = scenario.steps.front().verdict = verdict;
}

/// Returns all scenarios: R-1 holds in one, R-2 fails in another, one was skipped.
std::vector<ScenarioResult> all_scenarios() {
    std::vector<ScenarioResult> all{verifying(kNames[0], {"R-1"}),
                                    verifying(kNames[1], {}),
                                    verifying(kNames[2], {"R-1"}),
                                    verifying(kNames[3], {})};
    add_finding(all[1], Verdict::kFailed, "R-2");
    all[3].verdict = Verdict::kSkipped;
    all[3].reason = "needs control";
    all[3].steps.clear();
    return all;
}

/// What all results of a test have in common.
struct RunOfTest {
    std::vector<ScenarioResult> scenarios = all_scenarios();
    std::vector<DeviationEntry> entries{};
    verdicts::CoverageGateOptions gates{};
};

RunResult completed(const RunOfTest& run, RunResult result) {
    std::vector<reports::DeviationResult> entries;
    for (const DeviationEntry& entry : run.entries)
        entries.push_back({entry, DeviationStatus::kNotExercised, "", 0, {}});
    const Ledger rows = ledger();
    complete_result({rows, {{}, {}, {{"R-3", {kNames[3]}}}}, entries, run.gates}, result);
    return result;
}

RunResult plain_result() {
    RunResult result;
    result.tool_version = "1";
    result.target = "target";
    result.started = "2026-01-01T00:00:00.000000Z";
    result.transitions = {{"thing", {{"A", "B", "timer", 2}}}};
    result.files = {{"a.arazzo.yaml", "tests/a.arazzo.yaml"}};
    return result;
}

RunResult whole(const RunOfTest& run) {
    RunResult result = plain_result();
    result.scenarios = run.scenarios;
    if (!run.scenarios[1].steps[0].findings.empty())
        result.sources = {{{"a.arazzo.yaml", 9, 1}, {"line"}}};
    return completed(run, std::move(result));
}

/// Returns two shards: every second scenario.
std::vector<ShardResult> shards_of(const RunOfTest& run) {
    std::vector<ShardResult> shards;
    for (const int number : {1, 2}) {
        RunResult result = plain_result();
        result.transitions[0].transitions[0].taken = 1;
        result.shard =
            reports::ShardRecord{number, 2, "f00d", false, kNames, {{"R-3", {kNames[3]}}}};
        for (std::size_t i = static_cast<std::size_t>(number) - 1; i < kNames.size(); i += 2)
            result.scenarios.push_back(run.scenarios[i]);
        if (number == 2) result.sources = {{{"a.arazzo.yaml", 9, 1}, {"line"}}};
        result = completed(run, std::move(result));
        reports::drop_details_of_passed(result);
        const auto back = reports::run_result_from_json(json_of(json_text(result)));
        EXPECT_THAT(back, IsOk());
        shards.push_back({"shard" + std::to_string(number), *back});
    }
    return shards;
}

std::string text_of(RunResult result) {
    reports::drop_details_of_passed(result);
    return json_text(result);
}

std::string merged_text(const RunOfTest& run) {
    auto merged = merge_results(shards_of(run));
    EXPECT_THAT(merged, IsOk());
    return text_of(std::move(*merged));
}

DeviationEntry listed(std::string id) {
    DeviationEntry entry;
    entry.requirement = std::move(id);
    entry.reason = "known";
    entry.where = {"d.yaml", 7, 3};
    return entry;
}

TEST(MergeResults, EqualsTheWholeRun) {
    EXPECT_EQ(merged_text({}), text_of(whole({})));
    EXPECT_EQ(whole({}).exit_code(), 1);
}

TEST(MergeResults, DoesNotDependOnTheOrderOfTheShards) {
    auto shards = shards_of({});
    std::swap(shards[0], shards[1]);
    const auto merged = merge_results(std::move(shards));
    ASSERT_THAT(merged, IsOk());
    EXPECT_EQ(text_of(*merged), text_of(whole({})));
}

TEST(MergeResults, JudgesGatesByAllScenarios) {
    RunOfTest run;
    run.gates.min_verified = verdicts::CoverageAmount{1, false};
    run.gates.required = {"R-3"};
    run.gates.fail_on_skipped = true;
    EXPECT_EQ(merged_text(run), text_of(whole(run)));
    for (const ShardResult& shard : shards_of(run))
        EXPECT_THAT(shard.result.gates,
                    testing::Each(testing::Field(&reports::CoverageGate::met, true)));
    EXPECT_FALSE(whole(run).gates[1].met);
}

TEST(MergeResults, DecidesThatADeviationIsFixed) {
    RunOfTest run;
    run.entries = {listed("R-1")};
    run.scenarios[1] = verifying(kNames[1], {});
    for (const ShardResult& shard : shards_of(run)) {
        EXPECT_EQ(shard.result.deviations[0].status, DeviationStatus::kUndecided);
        EXPECT_EQ(shard.result.exit_code(), 0);
    }
    const RunResult expected = whole(run);
    EXPECT_EQ(expected.deviations[0].status, DeviationStatus::kFixed);
    EXPECT_EQ(expected.scenarios[0].steps[0].exchanges[0].curl, "curl http://a/a/one");
    EXPECT_EQ(merged_text(run), text_of(expected));
}

TEST(MergeResults, KeepsADeviationThatAnotherShardShows) {
    RunOfTest run;
    run.entries = {listed("R-1")};
    add_finding(run.scenarios[1], Verdict::kDeviated, "R-1");
    run.scenarios[1].steps[0].findings[1].deviations = run.entries;
    EXPECT_EQ(whole(run).deviations[0].status, DeviationStatus::kApplied);
    EXPECT_EQ(merged_text(run), text_of(whole(run)));
}

struct RefusedCase {
    std::string_view name;
    std::function<void(std::vector<ShardResult>&)> change;
    std::string message;
};
class RefusedShards : public testing::TestWithParam<RefusedCase> {};

TEST_P(RefusedShards, AreNamed) {
    auto shards = shards_of({});
    GetParam().change(shards);
    const auto merged = merge_results(std::move(shards));
    EXPECT_THAT(merged, IsErrorCode(ErrorCode::kInvalid));
    EXPECT_THAT(merged, FailsWith(GetParam().message));
    EXPECT_EQ(merged.error().notes.size(), 1U);
}

using Shards = std::vector<ShardResult>;

INSTANTIATE_TEST_SUITE_P(
    Table,
    RefusedShards,
    testing::Values(
        RefusedCase{"None", [](Shards& all) { all.clear(); }, "no result is given"},
        RefusedCase{
            "Missing", [](Shards& all) { all.erase(all.begin()); }, "shard 1 of 2 is missing"},
        RefusedCase{"Twice",
                    [](Shards& all) { all.push_back(all[0]); },
                    "shard 1 of 2 is given twice: shard1 and shard1"},
        RefusedCase{"WholeRun",
                    [](Shards& all) { all[1].result.shard.reset(); },
                    "shard2: found the result of a whole run"},
        RefusedCase{"Version",
                    [](Shards& all) { all[1].result.tool_version = "2"; },
                    "shard1 and shard2 are not shards of one run: the version of plumbline is 1 "
                    "and 2"},
        RefusedCase{"Target",
                    [](Shards& all) { all[1].result.target = "other"; },
                    "the target is target and other"},
        RefusedCase{"Count",
                    [](Shards& all) { all[1].result.shard->count = 3; },
                    "the number of shards is 2 and 3"},
        RefusedCase{"Suites",
                    [](Shards& all) { all[1].result.shard->suites = "beef"; },
                    "the digest of suites and API documents is f00d and beef"},
        RefusedCase{"Gates",
                    [](Shards& all) {
                        all[1].result.gates = {{"--require R-1", "", true}};
                    },
                    "the list of coverage gates is"},
        RefusedCase{"Selection",
                    [](Shards& all) { all[1].result.shard->scenarios.pop_back(); },
                    "they select other scenarios"},
        RefusedCase{"Strict",
                    [](Shards& all) { all[1].result.shard->strict = true; },
                    "only one has --strict"},
        RefusedCase{"Severities",
                    [](Shards& all) { all[1].result.severity["status"] = "warn"; },
                    "their severities of checks (--severity) differ"},
        RefusedCase{"Deviations",
                    [](Shards& all) { all[1].result.deviations.emplace_back(); },
                    "their known deviations differ"},
        RefusedCase{"Ledger",
                    [](Shards& all) { all[1].result.requirements[0].statement = "other"; },
                    "their requirements differ"},
        RefusedCase{"OtherTimes",
                    [](Shards& all) { all[1].result.scenarios[0].name = "a/one"; },
                    "shard2: another shard has its scenario a/one"},
        RefusedCase{"NoScenario",
                    [](Shards& all) { all[1].result.scenarios.pop_back(); },
                    "no shard has the scenario a/four"},
        RefusedCase{"Basis",
                    [](Shards& all) {
                        for (ShardResult& one : all) one.result.requirements[0].basis = "x";
                    },
                    "shard1: R-1 has an unknown basis"}),
    [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace plumbline::results
