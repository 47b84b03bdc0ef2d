// Incidents of bulk exports: at least one test for each row of the failure table.

#include "mock_server/engine/export_fixture.hpp"
#include "spec/base/time_text.hpp"

namespace plumbline::mock {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

/// Returns the keys of a run's errors.
std::vector<std::string> error_keys(const Json& run) {
    std::vector<std::string> keys;
    for (const auto& [key, message] : run["errors"].items()) keys.push_back(key);
    return keys;
}

/// Returns the files of all runs of an export.
std::vector<std::string> files_of(const Json& runs) {
    std::vector<std::string> files;
    for (const Json& run : runs) {
        for (const Json& file : run["metadata"]["exported_files"])
            files.push_back(file.get<std::string>());
    }
    return files;
}

TEST(InfrastructureInterruption, RequeuesTheRun) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 1}});
    setup.advance("PT2M31S");
    const Json before = setup.run(id);
    ASSERT_THAT(setup.inject("infrastructure_interruption", id), HasStatus(200));
    const Json interrupted = setup.run(id);
    EXPECT_EQ(interrupted["status"], "CREATED");
    EXPECT_THAT(interrupted["errors"]["retry_0"].get<std::string>(), HasSubstr("WorkerLost"));
    EXPECT_EQ(interrupted["metadata"], before["metadata"]) << "written files are kept";
    EXPECT_EQ(setup.status(id), "RUNNING");
    setup.advance("PT29.9S");
    EXPECT_EQ(setup.run(id)["status"], "CREATED");
    setup.advance("PT0.2S");
    EXPECT_EQ(setup.run(id)["status"], "RUNNING") << "after thirty seconds";
    EXPECT_EQ(setup.run(id)["metadata"], before["metadata"]);
    setup.advance("PT1M");
    EXPECT_EQ(setup.run(id)["rows_exported"], 7500) << "it continues from its last checkpoint";
    setup.advance("PT1M");
    const Json run = setup.run(id);
    EXPECT_EQ(run["status"], "COMPLETED");
    EXPECT_EQ(run["rows_exported"], 10000);
    EXPECT_EQ(run["metadata"]["exported_files"].size(), 4U);
    EXPECT_EQ(setup.status(id), "COMPLETED");
}

TEST(InfrastructureInterruption, WritesNoFileTwice) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 3}});
    for (int run = 0; run < 3; ++run)
        ASSERT_THAT(setup.inject("infrastructure_interruption", id, run, 5), HasStatus(200));
    setup.advance("PT1H");
    EXPECT_EQ(setup.status(id), "COMPLETED");
    std::vector<std::string> files = files_of(setup.runs(id));
    EXPECT_EQ(files.size(), 12U);
    std::sort(files.begin(), files.end());
    EXPECT_EQ(std::adjacent_find(files.begin(), files.end()), files.end());
}

TEST(RunTimeout, EndsTheAttempt) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 1}});
    setup.advance("PT1M1S");
    ASSERT_THAT(setup.inject("run_timeout", id), HasStatus(200));
    setup.advance("PT3H58M");
    EXPECT_EQ(setup.run(id)["status"], "RUNNING");
    EXPECT_EQ(setup.run(id)["rows_exported"], 2500);
    setup.advance("PT1M");
    EXPECT_EQ(setup.run(id)["status"], "CREATED");
    EXPECT_THAT(setup.run(id)["errors"]["retry_0"].get<std::string>(), HasSubstr("run timeout"));
    setup.advance("PT1H");
    EXPECT_EQ(setup.status(id), "COMPLETED");
}

TEST(WorkflowTimeout, EndsTheExport) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 2}});
    setup.advance("PT1M1S");
    const TestResponse response = setup.inject("workflow_timeout", id);
    ASSERT_THAT(response, HasStatus(200));
    EXPECT_TRUE(response.body["run_id"].is_null());
    setup.advance("PT71H58M");
    EXPECT_EQ(setup.status(id), "RUNNING");
    setup.advance("PT1M");
    EXPECT_EQ(setup.status(id), "TIMEDOUT");
    EXPECT_THAT(setup.run_statuses(id), Each("TIMEDOUT"));
    EXPECT_EQ(error_keys(setup.run(id)).size(), 17U) << "attempts of four hours each";
    EXPECT_EQ(setup.run(id)["rows_exported"], 2500);
    const Json runs = setup.runs(id);
    setup.advance("P10D");
    EXPECT_EQ(setup.runs(id), runs) << "it is not retried";
    EXPECT_THAT(setup.cancel(id), HasStatus(409));
}

TEST(WorkflowTimeout, CanBeTwoDays) {
    const ExportWorkspace setup;
    setup.set_limits({{"workflow_timeout", "PT48H"}});
    const std::string id = setup.make();
    ASSERT_THAT(setup.inject("workflow_timeout", id), HasStatus(200));
    setup.advance("PT48H");
    EXPECT_EQ(setup.status(id), "RUNNING");
    setup.advance("PT1S");
    EXPECT_EQ(setup.status(id), "TIMEDOUT");
}

TEST(DestinationError, FailsTheExportImmediately) {
    for (const char* incident : {"storage_or_destination_error", "destination_deleted"}) {
        const ExportWorkspace setup;
        const std::string id = setup.make({{"partitions", 3}});
        setup.advance("PT1M1S");
        ASSERT_THAT(setup.inject(incident, id, 1), HasStatus(200));
        EXPECT_EQ(setup.status(id), "FAILED") << incident;
        EXPECT_THAT(setup.run_statuses(id), ElementsAre("CANCELLED", "FAILED", "CANCELLED"));
        EXPECT_THAT(error_keys(setup.run(id, 1)), ElementsAre("retry_0"));
        EXPECT_THAT(error_keys(setup.run(id, 0)), ElementsAre());
        const Json runs = setup.runs(id);
        setup.advance("P10D");
        EXPECT_EQ(setup.runs(id), runs) << "it is not retried";
    }
}

TEST(ProcessingError, IsRetriedUpToTheLimit) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 2}});
    ASSERT_THAT(setup.inject("terminal_processing_error", id, 0, 1000), HasStatus(200));
    setup.advance("PT20M");
    EXPECT_EQ(setup.status(id), "FAILED");
    const Json run = setup.run(id);
    EXPECT_EQ(run["status"], "FAILED");
    EXPECT_EQ(run["errors"].size(), 20U);
    for (int i = 0; i < 20; ++i)
        EXPECT_TRUE(run["errors"].contains("retry_" + std::to_string(i))) << i;
    EXPECT_EQ(run["rows_exported"], 0);
    EXPECT_EQ(setup.run(id, 1)["status"], "COMPLETED") << "it was completed before";
}

TEST(ProcessingError, RecoversBeforeTheLimit) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 1}});
    ASSERT_THAT(setup.inject("terminal_processing_error", id, 0, 19), HasStatus(200));
    setup.advance("PT1H");
    EXPECT_EQ(setup.status(id), "COMPLETED");
    EXPECT_EQ(setup.run(id)["errors"].size(), 19U);
    EXPECT_EQ(setup.run(id)["metadata"]["exported_files"].size(), 4U);
}

TEST(ProcessingError, IsRetriedAfterAFixedTime) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 1}});
    ASSERT_THAT(setup.inject("terminal_processing_error", id, 0, 5), HasStatus(200));
    setup.advance("PT30M");
    std::vector<Instant> failed;
    std::vector<Duration> waited;
    const Json changes = setup.control("/changes");
    for (const Json& change : changes["changes"]) {
        const Instant at = *parse_instant(change["at"].get<std::string>());
        if (change["cause"] == "attempt_failed") failed.push_back(at);
        if (change["from"] == "CREATED" && !failed.empty()) waited.push_back(at - failed.back());
    }
    EXPECT_EQ(waited.size(), 5U);
    EXPECT_THAT(waited, Each(Duration(std::chrono::seconds(30))));
}

TEST(ExportIncident, IsRefusedForAnUnknownTarget) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 2}});
    EXPECT_THAT(setup.inject("run_timeot", id), HasDetail(404, "did you mean \"run_timeout\"?"));
    EXPECT_THAT(setup.inject("flood", id),
                HasDetail(404, "the incidents are destination_deleted, infra"));
    EXPECT_THAT(setup.inject("run_timeout", "none"), HasDetail(404, "Export none not found"));
    EXPECT_THAT(setup.inject("run_timeout", id, 2), HasDetail(404, "has no run 2; it has 2"));
    EXPECT_THAT(setup.control("/incidents", {{"incident", "run_timeout"}}), HasStatus(422));
    const TestResponse of_run = setup.inject("workflow_timeout", id, 1);
    EXPECT_THAT(of_run, HasStatus(422));
    EXPECT_THAT(of_run.text, HasSubstr("affects the whole Export: omit this"));
    EXPECT_THAT(setup.cancel(id), HasStatus(200));
    EXPECT_THAT(setup.inject("run_timeout", id), HasDetail(409, "is CANCELLED"));
    EXPECT_THAT(setup.inject("workflow_timeout", id), HasDetail(409, "is CANCELLED"));
}

TEST(ExportIncident, AffectsTheRunWithAnId) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 2}});
    const auto inject = [&](const Json& run) {
        return setup.control("/incidents",
                             {{"incident", "run_timeout"}, {"export_id", id}, {"run", run}});
    };
    const Json second = json_of(inject(1).text)["run_id"];
    EXPECT_EQ(json_of(inject(second).text)["run_id"], second);
    EXPECT_THAT(inject("none"), HasDetail(404, "has no run none"));
}

TEST(ExportIncident, CanBeScriptedInAWorld) {
    const FixtureFolder folder;
    folder.write("worlds/troubled.json", R"({"world":"troubled","summary":"s","hosting":"cloud",
        "start":"2026-01-05T09:00:00Z","tenants":["main"],"limits":{"retries":2,"retry_delay":"PT5S"},
        "incidents":[{"incident":"terminal_processing_error","child":0,"times":2}]})");
    EngineOptions options;
    options.fixtures = folder.path();
    const ExportWorkspace setup(Json{{"world", "troubled"}}, options);
    const std::string id = setup.make();
    setup.advance("PT2M");
    EXPECT_EQ(setup.status(id), "FAILED");
    EXPECT_THAT(error_keys(setup.run(id)), ElementsAre("retry_0", "retry_1"));
}

}  // namespace
}  // namespace plumbline::mock
