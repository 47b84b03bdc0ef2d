// Bulk exports: responses, progress, completion, cancellation, credentials.

#include "mock_server/engine/export_fixture.hpp"

#include <algorithm>

namespace plumbline::mock {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(BulkExport, CompletesWhileItIsPolled) {
    TestWorkspace setup;
    const TestResponse made = setup.mock.control().post(
        "/workspaces/" + setup.workspace["id"].get<std::string>() + "/bulk-exports",
        {{"partitions", 2}, {"files_per_partition", 2}});
    const std::string path = ExportWorkspace::path(made.body["export_id"].get<std::string>());
    std::vector<std::string> seen;
    for (int i = 0; i < 5; ++i)
        seen.push_back(setup.api.get(path).body["status"].get<std::string>());
    EXPECT_THAT(seen, ElementsAre("CREATED", "RUNNING", "RUNNING", "COMPLETED", "COMPLETED"));
}

TEST(BulkExport, ListsOneRunPerPartitionOldestFirst) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 3}});
    const Json exported = setup.api.get(ExportWorkspace::path(id)).body;
    EXPECT_EQ(
        exported,
        Json({{"id", id}, {"status", "CREATED"}, {"created_at", "2026-01-05T09:00:00.001000Z"}}));
    const Json runs = setup.runs(id);
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0]["status"], "CREATED");
    EXPECT_EQ(runs[0]["rows_exported"], 0);
    EXPECT_EQ(runs[0]["errors"], Json::object());
    EXPECT_EQ(runs[0]["created_at"], exported["created_at"]);
    EXPECT_EQ(
        runs[0]["metadata"],
        Json(
            {{"latest_cursor", nullptr}, {"rows_exported", 0}, {"exported_files", Json::array()}}));
    EXPECT_EQ(runs[0].size(), 6U) << "no internal member is returned";
}

TEST(BulkExport, MakesProgressFromCheckpointToCheckpoint) {
    const ExportWorkspace setup;
    const std::string id =
        setup.make({{"partitions", 1}, {"rows_per_partition", 100}, {"files_per_partition", 3}});
    std::vector<std::int64_t> rows;
    std::vector<std::size_t> files;
    std::vector<Json> cursors;
    setup.advance("PT1S");
    for (int i = 0; i < 4; ++i) {
        const Json run = setup.run(id);
        EXPECT_EQ(run["metadata"]["rows_exported"], run["rows_exported"]);
        rows.push_back(run["rows_exported"].get<long>());
        files.push_back(run["metadata"]["exported_files"].size());
        cursors.push_back(run["metadata"]["latest_cursor"]);
        setup.advance("PT1M");
    }
    EXPECT_THAT(rows, ElementsAre(0, 33, 66, 100));
    EXPECT_THAT(files, ElementsAre(0U, 1U, 2U, 3U));
    EXPECT_THAT(cursors, ElementsAre(Json(), "2023-04-11/33", "2023-04-11/66", "2023-04-11/100"));
    EXPECT_EQ(setup.status(id), "COMPLETED");
}

TEST(BulkExport, IsCompletedWhenItsLastRunIs) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 2}, {"files_per_partition", 1}});
    setup.set_limits({{"runs_per_export", 1}});
    setup.advance("PT1M1S");
    EXPECT_THAT(setup.run_statuses(id), ElementsAre("COMPLETED", "RUNNING"));
    EXPECT_EQ(setup.status(id), "RUNNING");
    setup.advance("PT1M");
    EXPECT_THAT(setup.run_statuses(id), Each("COMPLETED"));
    EXPECT_EQ(setup.status(id), "COMPLETED");
}

TEST(BulkExport, IsListedNewestFirst) {
    const ExportWorkspace setup;
    const std::string older = setup.make();
    const std::string newer = setup.make();
    const Json list = setup.api.get(kExportsPath).body;
    ASSERT_TRUE(list.is_array());
    EXPECT_EQ(list[0]["id"], newer);
    EXPECT_EQ(list[1]["id"], older);
    EXPECT_EQ(list[1], setup.api.get(ExportWorkspace::path(older)).body);
}

TEST(BulkExport, ListsAllItsRuns) {
    const ExportWorkspace setup;
    EXPECT_EQ(setup.runs(setup.make({{"partitions", 1000}})).size(), 1000U);
}

TEST(BulkExport, ExistsFromTheStartFinishedAndWaiting) {
    const ExportWorkspace setup;
    const Json& inputs = setup.workspace["inputs"];
    EXPECT_EQ(setup.status(inputs["export_id"].get<std::string>()), "COMPLETED");
    EXPECT_THAT(setup.run_statuses(inputs["export_id"].get<std::string>()), Each("COMPLETED"));
    setup.advance("P10D");
    EXPECT_EQ(setup.status(inputs["cancel_export_id"].get<std::string>()), "CREATED")
        << "it is never started";
    EXPECT_THAT(setup.cancel(inputs["cancel_export_id"].get<std::string>()), HasStatus(200));
    std::vector<std::string> statuses;
    for (const Json& one : setup.api.get(kExportsPath).body)
        statuses.push_back(one["status"].get<std::string>());
    EXPECT_THAT(statuses, ElementsAre("CANCELLED", "COMPLETED", "FAILED", "CANCELLED", "TIMEDOUT"));
}

TEST(BulkExport, CanBeCancelledBeforeItStarts) {
    const ExportWorkspace setup;
    const std::string id = setup.make();
    const TestResponse response = setup.cancel(id);
    EXPECT_THAT(response, HasStatus(200));
    EXPECT_EQ(response.body["status"], "CANCELLED");
    EXPECT_EQ(response.body["id"], id);
    EXPECT_THAT(setup.run_statuses(id), Each("CANCELLED"));
}

TEST(BulkExport, StopsWhereItIsWhenItIsCancelled) {
    const ExportWorkspace setup;
    const std::string id = setup.make({{"partitions", 2}});
    setup.set_limits({{"runs_per_export", 1}});
    setup.advance("PT1M1S");
    EXPECT_THAT(setup.cancel(id), HasStatus(200));
    const Json runs = setup.runs(id);
    EXPECT_EQ(runs[0]["rows_exported"], 2500);
    setup.advance("P10D");
    EXPECT_EQ(setup.runs(id), runs) << "nothing changes any more";
    EXPECT_EQ(setup.status(id), "CANCELLED");
}

TEST(BulkExport, CannotBeCancelledOnceItIsFinal) {
    const ExportWorkspace setup;
    const std::string completed = setup.workspace["inputs"]["export_id"].get<std::string>();
    EXPECT_THAT(setup.cancel(completed), HasDetail(409, "is COMPLETED and cannot be cancelled"));
    EXPECT_EQ(setup.status(completed), "COMPLETED");
    const std::string id = setup.make();
    EXPECT_THAT(setup.cancel(id), HasStatus(200));
    EXPECT_THAT(setup.cancel(id), HasDetail(409, "is CANCELLED"));
}

TEST(BulkExport, IsCancelledByExactlyOneStatus) {
    const ExportWorkspace setup;
    const std::string id = setup.make();
    EXPECT_THAT(setup.cancel(id, "CANCELLED"), HasProblemAt(R"(["body","status"])"));
    EXPECT_THAT(setup.cancel(id, "COMPLETED"), HasProblemAt(R"(["body","status"])"));
    EXPECT_THAT(setup.api.patch(ExportWorkspace::path(id), Json::object()), HasStatus(422));
    EXPECT_THAT(setup.api.send("PATCH", ExportWorkspace::path(id)), HasStatus(422));
    EXPECT_EQ(setup.status(id), "CREATED");
}

TEST(BulkExport, IsVisibleToItsOwnerOnly) {
    const ExportWorkspace setup;
    const std::string id = setup.make();
    const TestClient other = setup.mock.client(setup.workspace, setup.workspace["other_tenant"]);
    EXPECT_THAT(other.get(ExportWorkspace::path(id)),
                HasDetail(404, "Export " + id + " not found"));
    EXPECT_THAT(other.get(ExportWorkspace::path(id) + "/runs"), HasStatus(404));
    EXPECT_THAT(other.patch(ExportWorkspace::path(id), {{"status", "Cancelled"}}), HasStatus(404));
    const Json list = other.get(kExportsPath).body;
    EXPECT_EQ(list.size(), 1U) << "only its own";
    EXPECT_THAT(setup.api.get(ExportWorkspace::path(list[0]["id"].get<std::string>())),
                HasStatus(404));
    EXPECT_EQ(setup.status(id), "CREATED");
}

TEST(BulkExport, NeedsCredentials) {
    const ExportWorkspace setup;
    const std::string path = ExportWorkspace::path(setup.make());
    for (const std::string& one : {std::string(kExportsPath), path, path + "/runs"}) {
        EXPECT_THAT(setup.api.without("X-Api-Key").get(one), HasStatus(401));
        EXPECT_THAT(setup.api.with("X-API-Key", "unknown").get(one), HasStatus(401));
        EXPECT_THAT(setup.api.with("X-Tenant-Id", "00000000-0000-4000-8000-000000000000").get(one),
                    HasStatus(403));
    }
    EXPECT_THAT(setup.api.without("X-Api-Key").patch(path, {{"status", "Cancelled"}}),
                HasStatus(401));
}

TEST(BulkExport, IsNotFoundByAnUnknownId) {
    const ExportWorkspace setup;
    const std::string path = ExportWorkspace::path("00000000-0000-4000-8000-000000000000");
    EXPECT_THAT(setup.api.get(path), HasDetail(404, "not found"));
    EXPECT_THAT(setup.api.get(path + "/runs"), HasDetail(404, "not found"));
    EXPECT_THAT(setup.api.patch(path, {{"status", "Cancelled"}}), HasDetail(404, "not found"));
}

TEST(BulkExport, IsTheSameInEveryWorkspaceWithTheSameSeed) {
    const Json order{{"seed", 7}};
    const ExportWorkspace one(order);
    const ExportWorkspace two(order);
    for (const ExportWorkspace* setup : {&one, &two}) (void)setup->make();
    EXPECT_EQ(one.api.get(kExportsPath).body, two.api.get(kExportsPath).body);
}

}  // namespace
}  // namespace plumbline::mock
