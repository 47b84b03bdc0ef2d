// Limits of bulk exports, and what the control interface tells of them.

#include "mock_server/engine/export_fixture.hpp"

#include <map>

namespace plumbline::mock {
namespace {

using testing::Each;
using testing::ElementsAre;

/// Makes so many exports and returns how many of them run at once.
std::size_t running_of(const ExportPlace& place, int count) {
    for (int i = 0; i < count; ++i) (void)place.make({{"partitions", 1}});
    place.wait("PT2S");
    return ExportPlace::running(place.api.get(kExports).body);
}

TEST(ExportLimit, OfExportsIsFifteenOrWhatIsSet) {
    const ExportPlace place;
    EXPECT_EQ(running_of(place, 17), 15U);
    const ExportPlace strict;
    strict.limit({{"exports_per_workspace", 3}});
    EXPECT_EQ(running_of(strict, 5), 3U);
}

TEST(ExportLimit, OfRunsIsFortyFiveOrWhatIsSet) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 50}});
    place.wait("PT1S");
    EXPECT_EQ(ExportPlace::running(place.runs(id)), 45U);
    const ExportPlace strict;
    strict.limit({{"runs_per_export", 5}});
    const std::string other = strict.make({{"partitions", 7}});
    strict.wait("PT1S");
    EXPECT_THAT(
        strict.run_statuses(other),
        ElementsAre("RUNNING", "RUNNING", "RUNNING", "RUNNING", "RUNNING", "CREATED", "CREATED"));
}

TEST(ExportLimit, TakesWholeNumbersHoweverTheyAreWritten) {
    const ExportPlace place;
    place.limit({{"runs_per_export", 5.0}});
    const std::string id = place.make({{"partitions", 7.0}, {"rows_per_partition", 1e3}});
    place.wait("PT1S");
    EXPECT_EQ(place.run_statuses(id).size(), 7U);
    EXPECT_EQ(ExportPlace::running(place.runs(id)), 5U);
    place.wait("PT1H");
    EXPECT_EQ(place.runs(id)[0]["rows_exported"], 1000);
}

TEST(ExportLimit, LetsWhoWaitsGoOnInTheOrderOfCreation) {
    const ExportPlace place;
    place.limit({{"exports_per_workspace", 1}});
    const std::string first = place.make({{"partitions", 1}});
    const std::string second = place.make({{"partitions", 1}});
    const std::string third = place.make({{"partitions", 1}});
    place.wait("PT2S");
    EXPECT_THAT(place.cancel(first), HasStatus(200));
    EXPECT_EQ(place.status(second), "RUNNING");
    EXPECT_EQ(place.status(third), "CREATED");
    EXPECT_THAT(place.run_statuses(third), Each("CREATED"));
    place.limit({{"exports_per_workspace", 2}});
    EXPECT_EQ(place.status(third), "RUNNING");
}

TEST(ExportLimit, PutsARetriedRunBehindThoseThatWait) {
    const ExportPlace place;
    place.limit({{"runs_per_export", 1}});
    const std::string id = place.make({{"partitions", 2}, {"files_per_partition", 1}});
    place.wait("PT1S");
    ASSERT_THAT(place.strike("infrastructure_interruption", id), HasStatus(200));
    EXPECT_THAT(place.run_statuses(id), ElementsAre("CREATED", "RUNNING"));
    place.wait("PT31S");
    EXPECT_THAT(place.run_statuses(id), ElementsAre("CREATED", "RUNNING"));
    place.wait("PT30S");
    EXPECT_THAT(place.run_statuses(id), ElementsAre("RUNNING", "COMPLETED"));
}

TEST(ExportLimit, OfATenantLeavesOthersAlone) {
    const ExportPlace place;
    place.limit({{"exports_per_workspace", 1}});
    EXPECT_EQ(running_of(place, 2), 1U);
    const Caller other = place.mock.caller(place.workspace, place.workspace["other_tenant"]);
    EXPECT_EQ(other.get(kExports).body[0]["status"], "COMPLETED");
}

TEST(ExportLimit, AppliesToTimesToo) {
    const ExportPlace place;
    const Answer limits = place.control("/limits",
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
    const std::string id = place.make({{"partitions", 1}, {"files_per_partition", 100}});
    place.wait("PT2M1S");
    EXPECT_EQ(place.run(id)["status"], "CREATED");
    place.wait("PT2M10S");
    EXPECT_EQ(place.run(id)["status"], "FAILED");
    EXPECT_EQ(place.run(id)["errors"].size(), 2U);
}

TEST(ExportLimit, IsRefusedWhereItIsNone) {
    const ExportPlace place;
    EXPECT_THAT(place.control("/limits", {{"retry_delay", "soon"}, {"retries", 5}}),
                HasProblemAt(R"(["body","retry_delay"])"));
    EXPECT_THAT(place.control("/limits", {{"retry_delay", "PT0S"}}), HasStatus(422));
    EXPECT_THAT(place.control("/limits", {{"retries", 0}}), HasStatus(422));
    EXPECT_THAT(place.control("/limits", {{"retires", 5}}), HasStatus(422));
    EXPECT_EQ(place.control("/limits", Json::object()).body["retries"], 20)
        << "nothing has changed";
}

TEST(ExportLimit, MayBeAWorlds) {
    const FixtureFolder folder;
    const std::string head =
        R"("summary":"s","hosting":"cloud","start":"2026-01-05T09:00:00Z","tenants":["main"],"limits":)";
    folder.write(
        "worlds/strict.json",
        R"({"world":"strict",)" + head +
            R"({"exports_per_workspace":3,"runs_per_export":5,"workflow_timeout":"PT48H"}})");
    Assembly assembly;
    assembly.fixtures = folder.path();
    const ExportPlace place(Json{{"world", "strict"}}, assembly);
    EXPECT_EQ(running_of(place, 4), 3U);
    EXPECT_EQ(place.control("/limits", Json::object()).body["workflow_timeout"], "P2D");
    const ManualClock clock;
    for (const char* limits : {R"({"retires":3}})", R"({"retries":"PT3S"}})"}) {
        folder.write("worlds/strict.json", R"({"world":"strict",)" + head + limits);
        EXPECT_THAT(assemble(assembly, clock), FailsWith("\"ret"));
    }
}

TEST(Control, MakesNoExportThatIsNone) {
    const ExportPlace place;
    EXPECT_THAT(place.control("/bulk-exports", {{"partitions", 0}}), HasStatus(422));
    EXPECT_THAT(place.control("/bulk-exports", {{"partitions", 1001}}), HasStatus(422));
    EXPECT_THAT(place.control("/bulk-exports", {{"runs", 1}}), HasStatus(422));
    EXPECT_THAT(place.mock.control().post("/workspaces/none/bulk-exports", Json::object()),
                HasDetail(404, "Workspace"));
    EXPECT_THAT(place.mock.control().get("/workspaces/none/changes"), HasStatus(404));
    EXPECT_THAT(place.mock.control().get("/workspaces/none/coverage"), HasStatus(404));
    EXPECT_THAT(place.mock.control().post("/workspaces/none/limits", Json::object()),
                HasStatus(404));
}

TEST(Control, MakesNoExportBeyondTheRecordsOfAWorld) {
    const FixtureFolder folder;
    folder.write("worlds/small.json", R"({"world":"small","summary":"s","hosting":"cloud",
        "start":"2026-01-05T09:00:00Z","tenants":["main"],"limits":{"records":5}})");
    Assembly assembly;
    assembly.fixtures = folder.path();
    const ExportPlace place(Json{{"world", "small"}}, assembly);
    (void)place.make({{"partitions", 4}});
    const Answer refused = place.control("/bulk-exports", Json::object());
    EXPECT_THAT(refused, HasDetail(429, "holds 5 records"));
    EXPECT_TRUE(refused.headers.has("Retry-After"));
}

TEST(Control, CountsTransitions) {
    const ExportPlace place;
    const auto taken = [&] {
        std::map<std::string, std::int64_t> counts;
        const Json coverage = place.control("/coverage");
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
    EXPECT_EQ(taken()["bulk_export CREATED>RUNNING"], 0) << "the past does not count";
    const std::string id = place.make({{"partitions", 2}});
    place.wait("PT1S");
    EXPECT_THAT(place.cancel(id), HasStatus(200));
    auto counts = taken();
    EXPECT_EQ(counts["bulk_export CREATED>RUNNING"], 1);
    EXPECT_EQ(counts["bulk_export RUNNING>CANCELLED"], 1);
    EXPECT_EQ(counts["bulk_export CREATED>CANCELLED"], 0);
    EXPECT_EQ(counts["bulk_export_run RUNNING>CANCELLED"], 2);
    EXPECT_TRUE(counts.contains("revision BUILDING>BUILD_FAILED"));
    EXPECT_TRUE(counts.contains("deployment AWAITING_DELETE>"));
}

TEST(Control, TellsChanges) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 1}});
    place.wait("PT1S");
    const Json told = place.control("/changes");
    EXPECT_EQ(told["dropped"], 0);
    ASSERT_EQ(told["changes"].size(), 4U);
    EXPECT_EQ(told["changes"][1],
              Json({{"at", "2026-01-05T09:00:00.001000Z"},
                    {"collection", "bulk_exports"},
                    {"id", id},
                    {"from", nullptr},
                    {"to", "CREATED"},
                    {"cause", "created"}}));
    EXPECT_EQ(told["changes"][2]["cause"], "free");
}

}  // namespace
}  // namespace plumbline::mock
