// Ten thousand lives by chance: whatever happens in whatever order, what must hold holds.

#include "mock_server/endurance/interleaving_fixture.hpp"
#include "mock_server/endurance/invariants_fixture.hpp"
#include "mock_server/engine/testing.hpp"
#include "mock_server/store/testing.hpp"

#include <functional>

namespace plumbline::mock {
namespace {

constexpr std::uint64_t kParts = 10;
constexpr std::uint64_t kLives = 10'000;

/// Lives a life to its end, as nothing lives for ever; returns what did not hold and when, "" for
/// nothing. `end` is called with every export that is left.
std::string live(const Switches& switches,
                 std::uint64_t number,
                 const std::function<void(const Record&)>& end) {
    constexpr int kSteps = 10;
    Interleaving lived(*built_in_stock(), number, switches);
    Invariants invariants;
    std::string story = "life " + std::to_string(number) + ": ";
    for (int i = 0; i <= kSteps; ++i) {
        if (i < kSteps) {
            story += lived.step() + "; ";
        } else {
            (void)lived.life().advance(std::chrono::hours(24 * 100));
        }
        const auto broken = invariants.look(lived.life());
        if (!broken.empty()) return story + broken.front();
    }
    for (const RecordNumber one : lived.exports()) end(*lived.life().store().find(one));
    return "";
}

class Interleavings : public testing::TestWithParam<std::uint64_t> {};

TEST_P(Interleavings, KeepWhatMustHold) {
    std::map<std::string, int> ends;
    for (std::uint64_t number = GetParam(); number < kLives; number += kParts)
        ASSERT_EQ(live({}, number, [&](const Record& one) { ++ends[std::string(one.state)]; }), "");
    EXPECT_EQ(ends["CREATED"] + ends["RUNNING"], 0);
    for (const char* state : {"COMPLETED", "FAILED", "CANCELLED", "TIMEDOUT"})
        EXPECT_GT(ends[state], 50) << state << ": what is not reached is not tested";
}

INSTANTIATE_TEST_SUITE_P(Endurance, Interleavings, testing::Range(std::uint64_t(0), kParts));

/// A way to break a life, and what is then noticed.
struct BrokenLife {
    std::string name;
    std::function<void(Switches&)> breaks;
    std::string noticed;
};

void PrintTo(const BrokenLife& broken, std::ostream* out) {
    *out << broken.name;
}

class BrokenLives : public testing::TestWithParam<BrokenLife> {};

TEST_P(BrokenLives, AreNoticed) {
    Switches switches;
    GetParam().breaks(switches);
    std::string noticed;
    for (std::uint64_t number = 0; number < 1000; ++number) {
        noticed = live(switches, number, [](const Record&) {});
        if (noticed.find(GetParam().noticed) != std::string::npos) return;
    }
    FAIL() << "not noticed in a thousand lives; the last: " << noticed;
}

std::vector<Effect> effects_of(const char* text) {
    return *read_effects(fixture(text), "");
}

INSTANTIATE_TEST_SUITE_P(
    Endurance,
    BrokenLives,
    testing::Values(
        BrokenLife{"restart",
                   [](Switches& all) {
                       all.transitions["bulk_export"] = *read_transitions(
                           fixture(R"([{"from":"CANCELLED","to":"RUNNING","after":"PT1H"}])"), "");
                   },
                   "a final state is left"},
        BrokenLife{"re_export",
                   [](Switches& all) {
                       all.on_enter["bulk_export_run/RUNNING"] =
                           effects_of(R"([{"set":"/_files_done","to":0}])");
                   },
                   "rows are not those of the files"},
        BrokenLife{"runs_go_on",
                   [](Switches& all) { all.disabled_effects = {"stops_runs_of_cancelled"}; },
                   "runs of a final export are not over"},
        BrokenLife{"failure_ignored",
                   [](Switches& all) { all.fire_instead["bulk_export"]["run_failed"] = ""; },
                   "one failed, the other not"},
        BrokenLife{"completed_too_early",
                   [](Switches& all) { all.disabled_conditions = {"only_if_all_runs_are"}; },
                   "runs of a final export are not over"},
        BrokenLife{"runs_too_early",
                   [](Switches& all) { all.disabled_conditions = {"only_of_a_running_export"}; },
                   "a run of no running export"},
        BrokenLife{"errors_not_told",
                   [](Switches& all) { all.disabled_effects = {"reports_error"}; },
                   "a retry is not told"},
        BrokenLife{"no_run_timeout",
                   [](Switches& all) {
                       all.limits["run_timeout"] = Duration(std::chrono::hours(5)).count();
                   },
                   "it ran longer than it may"},
        BrokenLife{"no_delay",
                   [](Switches& all) {
                       all.limits["retry_delay"] = Duration(std::chrono::seconds(1)).count();
                   },
                   "a retry too early"},
        BrokenLife{
            "idle",
            [](Switches& all) { all.timings["bulk_export/CREATED"] = std::chrono::hours(1); },
            "it waits though there is room"}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace plumbline::mock
