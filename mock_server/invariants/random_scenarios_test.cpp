// Ten thousand random scenarios: the invariants are satisfied in any order of actions.

#include "mock_server/engine/testing.hpp"
#include "mock_server/invariants/export_invariants_fixture.hpp"
#include "mock_server/invariants/random_scenario_fixture.hpp"
#include "mock_server/store/testing.hpp"

#include <functional>

namespace plumbline::mock {
namespace {

constexpr std::uint64_t kShards = 10;
constexpr std::uint64_t kScenarios = 10'000;

/// Runs a scenario to its end; returns the first violated invariant and what led to it, "" if there
/// is none. `end` is called with every export.
std::string run_scenario(const FaultOverrides& overrides,
                         std::uint64_t number,
                         const std::function<void(const Record&)>& end) {
    constexpr int kSteps = 10;
    RandomScenario scenario(*built_in_definitions(), number, overrides);
    ExportInvariants invariants;
    std::string story = "scenario " + std::to_string(number) + ": ";
    for (int i = 0; i <= kSteps; ++i) {
        if (i < kSteps) {
            story += scenario.step() + "; ";
        } else {
            (void)advance_clock(scenario.simulation(), std::chrono::hours(24 * 100));
        }
        const auto violations = invariants.check(scenario.simulation());
        if (!violations.empty()) return story + violations.front();
    }
    for (const RecordNumber one : scenario.exports()) end(*scenario.simulation().store.find(one));
    return "";
}

class RandomScenarios : public testing::TestWithParam<std::uint64_t> {};

TEST_P(RandomScenarios, KeepTheInvariants) {
    std::map<std::string, int> ends;
    for (std::uint64_t number = GetParam(); number < kScenarios; number += kShards)
        ASSERT_EQ(
            run_scenario({}, number, [&](const Record& one) { ++ends[std::string(one.state)]; }),
            "");
    EXPECT_EQ(ends["CREATED"] + ends["RUNNING"], 0);
    for (const char* state : {"COMPLETED", "FAILED", "CANCELLED", "TIMEDOUT"})
        EXPECT_GT(ends[state], 50) << state << ": a state that is not reached is not tested";
}

INSTANTIATE_TEST_SUITE_P(BulkExport, RandomScenarios, testing::Range(std::uint64_t(0), kShards));

/// An override that breaks the simulation, and the violation it must cause.
struct BrokenSimulation {
    std::string name;
    std::function<void(FaultOverrides&)> breaks;
    std::string violation;
};

void PrintTo(const BrokenSimulation& broken, std::ostream* out) {
    *out << broken.name;
}

class BrokenSimulations : public testing::TestWithParam<BrokenSimulation> {};

TEST_P(BrokenSimulations, AreDetected) {
    FaultOverrides overrides;
    GetParam().breaks(overrides);
    std::string last;
    for (std::uint64_t number = 0; number < 1000; ++number) {
        last = run_scenario(overrides, number, [](const Record&) {});
        if (last.find(GetParam().violation) != std::string::npos) return;
    }
    FAIL() << "not detected in a thousand scenarios; the last one: " << last;
}

std::vector<Effect> effects_of(const char* text) {
    return *read_effects(FixtureValue(fixture(text)));
}

INSTANTIATE_TEST_SUITE_P(
    BulkExport,
    BrokenSimulations,
    testing::Values(
        BrokenSimulation{"restart",
                         [](FaultOverrides& all) {
                             all.transitions["bulk_export"] =
                                 *read_transitions(FixtureValue(fixture(
                                     R"([{"from":"CANCELLED","to":"RUNNING","after":"PT1H"}])")));
                         },
                         "a transition leaves a final state"},
        BrokenSimulation{"re_export",
                         [](FaultOverrides& all) {
                             all.on_enter["bulk_export_run/RUNNING"] =
                                 effects_of(R"([{"set":"/_files_done","to":0}])");
                         },
                         "the rows do not match the files"},
        BrokenSimulation{
            "runs_continue",
            [](FaultOverrides& all) { all.disabled_effects = {"stops_runs_of_cancelled"}; },
            "runs of a final export are not final"},
        BrokenSimulation{
            "failure_ignored",
            [](FaultOverrides& all) { all.event_replacements["bulk_export"]["run_failed"] = ""; },
            "export and runs disagree on FAILED"},
        BrokenSimulation{
            "completed_too_early",
            [](FaultOverrides& all) { all.disabled_conditions = {"only_if_all_runs_are"}; },
            "runs of a final export are not final"},
        BrokenSimulation{
            "runs_too_early",
            [](FaultOverrides& all) { all.disabled_conditions = {"only_of_a_running_export"}; },
            "a run of an export that is not running"},
        BrokenSimulation{"errors_not_listed",
                         [](FaultOverrides& all) { all.disabled_effects = {"reports_error"}; },
                         "a retry is not listed in errors"},
        BrokenSimulation{"no_run_timeout",
                         [](FaultOverrides& all) {
                             all.limits["run_timeout"] = Duration(std::chrono::hours(5)).count();
                         },
                         "it ran longer than its timeout"},
        BrokenSimulation{"no_delay",
                         [](FaultOverrides& all) {
                             all.limits["retry_delay"] = Duration(std::chrono::seconds(1)).count();
                         },
                         "a retry is too early"},
        BrokenSimulation{
            "idle",
            [](FaultOverrides& all) { all.timings["bulk_export/CREATED"] = std::chrono::hours(1); },
            "it waits although a slot is free"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::mock
