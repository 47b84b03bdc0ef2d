// Limits of bulk exports, and what the control interface returns about them.

#include "mock_server/engine/export_fixture.hpp"

#include <map>

namespace plumbline::mock {
namespace {

using testing::Each;
using testing::ElementsAre;

/// Creates `count` exports and returns how many of them run at the same time.
std::size_t running_after_creating(const ExportWorkspace& setup, int count) {
    for (int i = 0; i < count; ++i) (void)setup.make({{"partitions", 1}});
    setup.advance("PT2S");
    return ExportWorkspace::count_running(setup.api.get(kExportsPath).body);
}

TEST(ExportLimit, OfExportsIsFifteenByDefault) {
    const ExportWorkspace setup;
    EXPECT_EQ(running_after_creating(setup, 17), 15U);
    const ExportWorkspace strict;
    strict.set_limits({{"exports_per_workspace", 3}});
    EXPECT_EQ(running_after_creating(strict, 5), 3U);
}

TEST(ExportLimit, OfRunsIsFortyFiveByDefault) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 50}});
    setup.advance("PT1S");
    EXPECT_EQ(ExportWorkspace::count_running(setup.runs(id)), 45U);
    const ExportWorkspace strict;
    strict.set_limits({{"runs_per_export", 5}});
    const std::string other = strict.make({{"partitions", 7}});
    strict.advance("PT1S");
    EXPECT_THAT(
        strict.run_statuses(other),
        ElementsAre("RUNNING", "RUNNING", "RUNNING", "RUNNING", "RUNNING", "CREATED", "CREATED"));
}

TEST(ExportLimit, AcceptsWholeNumbersInAnyNotation) {
    const ExportWorkspace setup;
    setup.set_limits({{"runs_per_export", 5.0}});
    const std::string id = setup.make({{"partitions", 7.0}, {"rows_per_partition", 1e3}});
    setup.advance("PT1S");
    EXPECT_EQ(setup.run_statuses(id).size(), 7U);
    EXPECT_EQ(ExportWorkspace::count_running(setup.runs(id)), 5U);
    setup.advance("PT1H");
    EXPECT_EQ(setup.runs(id)[0]["rows_exported"], 1000);
}

TEST(ExportLimit, StartsWaitingExportsInTheOrderOfCreation) {
    const ExportWorkspace setup;
    setup.set_limits({{"exports_per_workspace", 1}});
    const std::string first = setup.make({{"partitions", 1}});
    const std::string second = setup.make({{"partitions", 1}});
    const std::string third = setup.make({{"partitions", 1}});
    setup.advance("PT2S");
    EXPECT_THAT(setup.cancel(first), HasStatus(200));
    EXPECT_EQ(setup.status(second), "RUNNING");
    EXPECT_EQ(setup.status(third), "CREATED");
    EXPECT_THAT(setup.run_statuses(third), Each("CREATED"));
    setup.set_limits({{"exports_per_workspace", 2}});
    EXPECT_EQ(setup.status(third), "RUNNING");
}

TEST(ExportLimit, PutsARetriedRunAfterWaitingOnes) {
    const ExportWorkspace setup;
    setup.set_limits({{"runs_per_export", 1}});
    const std::string id = setup.make({{"partitions", 2}, {"files_per_partition", 1}});
    setup.advance("PT1S");
    ASSERT_THAT(setup.inject("infrastructure_interruption", id), HasStatus(200));
    EXPECT_THAT(setup.run_statuses(id), ElementsAre("CREATED", "RUNNING"));
    setup.advance("PT31S");
    EXPECT_THAT(setup.run_statuses(id), ElementsAre("CREATED", "RUNNING"));
    setup.advance("PT30S");
    EXPECT_THAT(setup.run_statuses(id), ElementsAre("RUNNING", "COMPLETED"));
}

TEST(ExportLimit, OfATenantDoesNotAffectOthers) {
    const ExportWorkspace setup;
    setup.set_limits({{"exports_per_workspace", 1}});
    EXPECT_EQ(running_after_creating(setup, 2), 1U);
    const TestClient other = setup.mock.client(setup.workspace, setup.workspace["other_tenant"]);
    EXPECT_EQ(other.get(kExportsPath).body[0]["status"], "COMPLETED");
}

TEST(ExportLimit, AppliesToDurations) {
    const ExportWorkspace setup;
    const TestResponse limits = setup.control("/limits",
                                              {{"run_timeout", "PT2M"},
                                               {"retry_delay", "PT10S"},
                                               {"retries", 2},
                                               {"workflow_timeout", "PT1H"}});
    EXPECT_EQ(limits.body,
              Json({{"exports_per_workspace", 15},
                    {"runs_per_export", 45},
                    {"run_timeout", "PT2M"},
                    {"retry_delay", "PT10S"},
                    {"retries", 2},
                    {"workflow_timeout", "PT1H"}}));
    const std::string id = setup.make({{"partitions", 1}, {"files_per_partition", 100}});
    setup.advance("PT2M1S");
    EXPECT_EQ(setup.run(id)["status"], "CREATED");
    setup.advance("PT2M10S");
    EXPECT_EQ(setup.run(id)["status"], "FAILED");
    EXPECT_EQ(setup.run(id)["errors"].size(), 2U);
}

TEST(ExportLimit, IsRefusedIfInvalid) {
    const ExportWorkspace setup;
    EXPECT_THAT(setup.control("/limits", {{"retry_delay", "soon"}, {"retries", 5}}),
                HasProblemAt(R"(["body","retry_delay"])"));
    EXPECT_THAT(setup.control("/limits", {{"retry_delay", "PT0S"}}), HasStatus(422));
    EXPECT_THAT(setup.control("/limits", {{"retries", 0}}), HasStatus(422));
    EXPECT_THAT(setup.control("/limits", {{"retires", 5}}), HasStatus(422));
    EXPECT_EQ(setup.control("/limits", Json::object()).body["retries"], 20)
        << "nothing has changed";
}

TEST(ExportLimit, CanBeSetByAWorld) {
    const FixtureFolder folder;
    const std::string head =
        R"("summary":"s","hosting":"cloud","start":"2026-01-05T09:00:00Z","tenants":["main"],"limits":)";
    folder.write(
        "worlds/strict.json",
        R"({"world":"strict",)" + head +
            R"({"exports_per_workspace":3,"runs_per_export":5,"workflow_timeout":"PT48H"}})");
    EngineOptions options;
    options.fixtures = folder.path();
    const ExportWorkspace setup(Json{{"world", "strict"}}, options);
    EXPECT_EQ(running_after_creating(setup, 4), 3U);
    EXPECT_EQ(setup.control("/limits", Json::object()).body["workflow_timeout"], "P2D");
    const ManualClock clock;
    for (const char* limits : {R"({"retires":3}})", R"({"retries":"PT3S"}})"}) {
        folder.write("worlds/strict.json", R"({"world":"strict",)" + head + limits);
        EXPECT_THAT(make_test_engine(options, clock), FailsWith("\"ret"));
    }
}

TEST(Control, RefusesInvalidExports) {
    const ExportWorkspace setup;
    EXPECT_THAT(setup.control("/bulk-exports", {{"partitions", 0}}), HasStatus(422));
    EXPECT_THAT(setup.control("/bulk-exports", {{"partitions", 1001}}), HasStatus(422));
    EXPECT_THAT(setup.control("/bulk-exports", {{"runs", 1}}), HasStatus(422));
    EXPECT_THAT(setup.mock.control().post("/workspaces/none/bulk-exports", Json::object()),
                HasDetail(404, "Workspace"));
    EXPECT_THAT(setup.mock.control().get("/workspaces/none/changes"), HasStatus(404));
    EXPECT_THAT(setup.mock.control().get("/workspaces/none/coverage"), HasStatus(404));
    EXPECT_THAT(setup.mock.control().post("/workspaces/none/limits", Json::object()),
                HasStatus(404));
}

TEST(Control, RefusesExportsBeyondTheRecordLimit) {
    const FixtureFolder folder;
    folder.write("worlds/small.json", R"({"world":"small","summary":"s","hosting":"cloud",
        "start":"2026-01-05T09:00:00Z","tenants":["main"],"limits":{"records":5}})");
    EngineOptions options;
    options.fixtures = folder.path();
    const ExportWorkspace setup(Json{{"world", "small"}}, options);
    (void)setup.make({{"partitions", 4}});
    const TestResponse refused = setup.control("/bulk-exports", Json::object());
    EXPECT_THAT(refused, HasDetail(429, "its limit of 5 records"));
    EXPECT_TRUE(refused.headers.has("Retry-After"));
}

TEST(Control, CountsTransitions) {
    const ExportWorkspace setup;
    const auto taken = [&] {
        std::map<std::string, std::int64_t> counts;
        const Json coverage = setup.control("/coverage");
        for (const Json& machine : coverage["machines"]) {
            for (const Json& step : machine["transitions"]) {
                const std::string to = step["to"].is_null() ? "" : step["to"].get<std::string>();
                counts[machine["machine"].get<std::string>() + ' ' +
                       step["from"].get<std::string>() + '>' + to] +=
                    step["taken"].get<std::int64_t>();
            }
        }
        return counts;
    };
    EXPECT_EQ(taken()["bulk_export CREATED>RUNNING"], 0) << "the history is not counted";
    const std::string id = setup.make({{"partitions", 2}});
    setup.advance("PT1S");
    EXPECT_THAT(setup.cancel(id), HasStatus(200));
    auto counts = taken();
    EXPECT_EQ(counts["bulk_export CREATED>RUNNING"], 1);
    EXPECT_EQ(counts["bulk_export RUNNING>CANCELLED"], 1);
    EXPECT_EQ(counts["bulk_export CREATED>CANCELLED"], 0);
    EXPECT_EQ(counts["bulk_export_run RUNNING>CANCELLED"], 2);
    EXPECT_TRUE(counts.contains("revision BUILDING>BUILD_FAILED"));
    EXPECT_TRUE(counts.contains("deployment AWAITING_DELETE>"));
}

TEST(Control, ListsChanges) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 1}});
    setup.advance("PT1S");
    const Json changes = setup.control("/changes");
    EXPECT_EQ(changes["dropped"], 0);
    ASSERT_EQ(changes["changes"].size(), 4U);
    EXPECT_EQ(changes["changes"][1],
              Json({{"at", "2026-01-05T09:00:00.001000Z"},
                    {"collection", "bulk_exports"},
                    {"id", id},
                    {"from", nullptr},
                    {"to", "CREATED"},
                    {"cause", "created"}}));
    EXPECT_EQ(changes["changes"][2]["cause"], "slot");
}

}  // namespace
}  // namespace plumbline::mock
