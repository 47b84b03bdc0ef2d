// The same world with the same seed leads to identical results, byte by byte.

#include "mock_server/engine/testing.hpp"
#include "mock_server/invariants/random_scenario_fixture.hpp"
#include "mock_server/lifecycle/history/testing.hpp"

#include <string>

namespace plumbline::mock {
namespace {

/// Returns the log of a scenario, and its records at the end.
std::string log_of(const EngineDefinitions& definitions, std::uint64_t number) {
    RandomScenario scenario(definitions, number);
    for (int i = 0; i < 12; ++i) (void)scenario.step();
    (void)advance_clock(scenario.simulation(), std::chrono::hours(24 * 4));
    std::string log;
    for (const TransitionLogEntry& change : scenario.simulation().transition_log.entries())
        log += log_entry_text(change) + '\n';
    for (const char* collection : {"bulk_exports", "bulk_export_runs"}) {
        for (const Record* one : scenario.simulation().store.all(collection))
            log += one->body->dump() + '\n';
    }
    return log;
}

TEST(Reproducibility, OneSeedResultsInTheSameBytes) {
    const auto definitions = built_in_definitions();
    const std::string first = log_of(*definitions, 7);
    EXPECT_GT(std::count(first.begin(), first.end(), '\n'), 25);
    for (int i = 0; i < 1000; ++i) ASSERT_EQ(log_of(*definitions, 7), first) << "repetition " << i;
    EXPECT_NE(log_of(*definitions, 8), first);
}

/// The same through the control interface: workspaces with one seed, compared by requests.
TEST(Reproducibility, OneSeedResultsInTheSameChanges) {
    const TestMock mock;
    std::string first;
    for (int i = 0; i < 20; ++i) {
        const std::string path =
            "/workspaces/" + mock.make_workspace({{"seed", 7}}).at("id").get<std::string>();
        for (int run = 0; run < 3; ++run) {
            const TestResponse one = mock.control().post(path + "/bulk-exports", Json::object());
            (void)mock.control().post(path + "/incidents",
                                      {{"incident", "infrastructure_interruption"},
                                       {"export_id", one.body["export_id"]},
                                       {"run", run}});
            (void)mock.control().post(path + "/clock", {{"advance", "PT2M"}});
        }
        (void)mock.control().post(path + "/clock", {{"advance", "PT1H"}});
        const std::string text = mock.control().get(path + "/changes").text;
        if (first.empty()) first = text;
        ASSERT_EQ(text, first) << "workspace " << i;
    }
    EXPECT_NE(first.find("COMPLETED"), std::string::npos);
}

}  // namespace
}  // namespace plumbline::mock
