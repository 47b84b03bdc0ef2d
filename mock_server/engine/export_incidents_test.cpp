// What goes wrong with bulk exports: one test for each row of the failure table and more.

#include "mock_server/engine/export_fixture.hpp"
#include "spec/base/time_text.hpp"

namespace plumbline::mock {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

/// Returns the keys of a run's errors.
std::vector<std::string> retries(const Json& run) {
    std::vector<std::string> keys;
    for (const auto& [key, message] : run["errors"].items()) keys.push_back(key);
    return keys;
}

/// Returns the files of all runs of an export.
std::vector<std::string> files_of(const Json& runs) {
    std::vector<std::string> files;
    for (const Json& run : runs) {
        for (const Json& file : run["metadata"]["exported_files"]) files.push_back(file);
    }
    return files;
}

TEST(ExportIncident, OfTheInfrastructureRequeuesTheRun) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 1}});
    place.wait("PT2M31S");
    const Json before = place.run(id);
    ASSERT_THAT(place.strike("infrastructure_interruption", id), HasStatus(200));
    const Json interrupted = place.run(id);
    EXPECT_EQ(interrupted["status"], "CREATED");
    EXPECT_THAT(interrupted["errors"]["retry_0"].get<std::string>(), HasSubstr("WorkerLost"));
    EXPECT_EQ(interrupted["metadata"], before["metadata"]) << "what is written stays";
    EXPECT_EQ(place.status(id), "RUNNING");
    place.wait("PT29.9S");
    EXPECT_EQ(place.run(id)["status"], "CREATED");
    place.wait("PT0.2S");
    EXPECT_EQ(place.run(id)["status"], "RUNNING") << "after thirty seconds";
    EXPECT_EQ(place.run(id)["metadata"], before["metadata"]);
    place.wait("PT1M");
    EXPECT_EQ(place.run(id)["rows_exported"], 7500) << "it goes on from its last checkpoint";
    place.wait("PT1M");
    const Json run = place.run(id);
    EXPECT_EQ(run["status"], "COMPLETED");
    EXPECT_EQ(run["rows_exported"], 10000);
    EXPECT_EQ(run["metadata"]["exported_files"].size(), 4U);
    EXPECT_EQ(place.status(id), "COMPLETED");
}

TEST(ExportIncident, OfTheInfrastructureWritesNoFileTwice) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 3}});
    for (int run = 0; run < 3; ++run)
        ASSERT_THAT(place.strike("infrastructure_interruption", id, run, 5), HasStatus(200));
    place.wait("PT1H");
    EXPECT_EQ(place.status(id), "COMPLETED");
    std::vector<std::string> files = files_of(place.runs(id));
    EXPECT_EQ(files.size(), 12U);
    std::sort(files.begin(), files.end());
    EXPECT_EQ(std::adjacent_find(files.begin(), files.end()), files.end());
}

TEST(ExportIncident, OfARunThatHangsEndsItsAttemptAfterTheRunTimeout) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 1}});
    place.wait("PT1M1S");
    ASSERT_THAT(place.strike("run_timeout", id), HasStatus(200));
    place.wait("PT3H58M");
    EXPECT_EQ(place.run(id)["status"], "RUNNING");
    EXPECT_EQ(place.run(id)["rows_exported"], 2500);
    place.wait("PT1M");
    EXPECT_EQ(place.run(id)["status"], "CREATED");
    EXPECT_THAT(place.run(id)["errors"]["retry_0"].get<std::string>(), HasSubstr("run timeout"));
    place.wait("PT1H");
    EXPECT_EQ(place.status(id), "COMPLETED");
}

TEST(ExportIncident, OfAnExportThatHangsEndsItAfterTheWorkflowTimeout) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 2}});
    place.wait("PT1M1S");
    const Answer struck = place.strike("workflow_timeout", id);
    ASSERT_THAT(struck, HasStatus(200));
    EXPECT_TRUE(struck.body["run_id"].is_null());
    place.wait("PT71H58M");
    EXPECT_EQ(place.status(id), "RUNNING");
    place.wait("PT1M");
    EXPECT_EQ(place.status(id), "TIMEDOUT");
    EXPECT_THAT(place.run_statuses(id), Each("TIMEDOUT"));
    EXPECT_EQ(retries(place.run(id)).size(), 17U) << "attempts of four hours each";
    EXPECT_EQ(place.run(id)["rows_exported"], 2500);
    const Json runs = place.runs(id);
    place.wait("P10D");
    EXPECT_EQ(place.runs(id), runs) << "it is not retried";
    EXPECT_THAT(place.cancel(id), HasStatus(409));
}

TEST(ExportIncident, OfAnExportThatHangsMayEndItAfterTwoDays) {
    const ExportPlace place;
    place.limit({{"workflow_timeout", "PT48H"}});
    const std::string id = place.make();
    ASSERT_THAT(place.strike("workflow_timeout", id), HasStatus(200));
    place.wait("PT48H");
    EXPECT_EQ(place.status(id), "RUNNING");
    place.wait("PT1S");
    EXPECT_EQ(place.status(id), "TIMEDOUT");
}

TEST(ExportIncident, OfTheDestinationFailsTheExportAtOnce) {
    for (const char* incident : {"storage_or_destination_error", "destination_deleted"}) {
        const ExportPlace place;
        const std::string id = place.make({{"partitions", 3}});
        place.wait("PT1M1S");
        ASSERT_THAT(place.strike(incident, id, 1), HasStatus(200));
        EXPECT_EQ(place.status(id), "FAILED") << incident;
        EXPECT_THAT(place.run_statuses(id), ElementsAre("CANCELLED", "FAILED", "CANCELLED"));
        EXPECT_THAT(retries(place.run(id, 1)), ElementsAre("retry_0"));
        EXPECT_THAT(retries(place.run(id, 0)), ElementsAre());
        const Json runs = place.runs(id);
        place.wait("P10D");
        EXPECT_EQ(place.runs(id), runs) << "it is not retried";
    }
}

TEST(ExportIncident, OfProcessingIsRetriedUpToTheLimit) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 2}});
    ASSERT_THAT(place.strike("terminal_processing_error", id, 0, 1000), HasStatus(200));
    place.wait("PT20M");
    EXPECT_EQ(place.status(id), "FAILED");
    const Json run = place.run(id);
    EXPECT_EQ(run["status"], "FAILED");
    EXPECT_EQ(run["errors"].size(), 20U);
    for (int i = 0; i < 20; ++i)
        EXPECT_TRUE(run["errors"].contains("retry_" + std::to_string(i))) << i;
    EXPECT_EQ(run["rows_exported"], 0);
    EXPECT_EQ(place.run(id, 1)["status"], "COMPLETED") << "it was done before";
}

TEST(ExportIncident, OfProcessingIsGotOverBeforeTheLimit) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 1}});
    ASSERT_THAT(place.strike("terminal_processing_error", id, 0, 19), HasStatus(200));
    place.wait("PT1H");
    EXPECT_EQ(place.status(id), "COMPLETED");
    EXPECT_EQ(place.run(id)["errors"].size(), 19U);
    EXPECT_EQ(place.run(id)["metadata"]["exported_files"].size(), 4U);
}

TEST(ExportIncident, IsRetriedAfterAFixedTime) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 1}});
    ASSERT_THAT(place.strike("terminal_processing_error", id, 0, 5), HasStatus(200));
    place.wait("PT30M");
    std::vector<Instant> failed;
    std::vector<Duration> waited;
    const Json told = place.control("/changes");
    for (const Json& change : told["changes"]) {
        const Instant at = *parse_instant(change["at"].get<std::string>());
        if (change["cause"] == "attempt_failed") failed.push_back(at);
        if (change["from"] == "CREATED" && !failed.empty()) waited.push_back(at - failed.back());
    }
    EXPECT_EQ(waited.size(), 5U);
    EXPECT_THAT(waited, Each(Duration(std::chrono::seconds(30))));
}

TEST(ExportIncident, StrikesOnlyWhatThereIs) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 2}});
    EXPECT_THAT(place.strike("run_timeot", id), HasDetail(404, "did you mean \"run_timeout\"?"));
    EXPECT_THAT(place.strike("flood", id), HasDetail(404, "there are destination_deleted, infra"));
    EXPECT_THAT(place.strike("run_timeout", "none"), HasDetail(404, "Export none not found"));
    EXPECT_THAT(place.strike("run_timeout", id, 2), HasDetail(404, "has no run 2; it has 2"));
    EXPECT_THAT(place.control("/incidents", {{"incident", "run_timeout"}}), HasStatus(422));
    const Answer of_run = place.strike("workflow_timeout", id, 1);
    EXPECT_THAT(of_run, HasStatus(422));
    EXPECT_THAT(of_run.text, HasSubstr("strikes the whole Export: leave this out"));
    EXPECT_THAT(place.cancel(id), HasStatus(200));
    EXPECT_THAT(place.strike("run_timeout", id), HasDetail(409, "is CANCELLED"));
    EXPECT_THAT(place.strike("workflow_timeout", id), HasDetail(409, "is CANCELLED"));
}

TEST(ExportIncident, MayStandInTheScriptOfAWorld) {
    const FixtureFolder folder;
    folder.write("worlds/troubled.json", R"({"world":"troubled","summary":"s","hosting":"cloud",
        "start":"2026-01-05T09:00:00Z","tenants":["main"],"limits":{"retries":2,"retry_delay":"PT5S"},
        "incidents":[{"incident":"terminal_processing_error","child":0,"times":2}]})");
    Assembly assembly;
    assembly.fixtures = folder.path();
    const ExportPlace place(Json{{"world", "troubled"}}, assembly);
    const std::string id = place.make();
    place.wait("PT2M");
    EXPECT_EQ(place.status(id), "FAILED");
    EXPECT_THAT(retries(place.run(id)), ElementsAre("retry_0", "retry_1"));
}

}  // namespace
}  // namespace plumbline::mock
