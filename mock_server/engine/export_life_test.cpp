// Bulk exports: what the endpoints show, progress, completion, cancellation, credentials.

#include "mock_server/engine/export_fixture.hpp"

#include <algorithm>

namespace plumbline::mock {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(BulkExport, GoesFromCreatedToCompletedAsItIsPolled) {
    Place place;
    const Answer made = place.mock.control().post(
        "/workspaces/" + place.workspace["id"].get<std::string>() + "/bulk-exports",
        {{"partitions", 2}, {"files_per_partition", 2}});
    const std::string path = ExportPlace::path(made.body["export_id"]);
    std::vector<std::string> seen;
    for (int i = 0; i < 5; ++i) seen.push_back(place.api.get(path).body["status"]);
    EXPECT_THAT(seen, ElementsAre("CREATED", "RUNNING", "RUNNING", "COMPLETED", "COMPLETED"));
}

TEST(BulkExport, ShowsOneRunForEachPartitionTheOldestFirst) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 3}});
    const Json exported = place.api.get(ExportPlace::path(id)).body;
    EXPECT_EQ(
        exported,
        Json({{"id", id}, {"status", "CREATED"}, {"created_at", "2026-01-05T09:00:00.001000Z"}}));
    const Json runs = place.runs(id);
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0]["status"], "CREATED");
    EXPECT_EQ(runs[0]["rows_exported"], 0);
    EXPECT_EQ(runs[0]["errors"], Json::object());
    EXPECT_EQ(runs[0]["created_at"], exported["created_at"]);
    EXPECT_EQ(
        runs[0]["metadata"],
        Json(
            {{"latest_cursor", nullptr}, {"rows_exported", 0}, {"exported_files", Json::array()}}));
    EXPECT_EQ(runs[0].size(), 6U) << "nothing of the mock's own is shown";
}

TEST(BulkExport, MakesProgressFromCheckpointToCheckpoint) {
    const ExportPlace place;
    const std::string id =
        place.make({{"partitions", 1}, {"rows_per_partition", 100}, {"files_per_partition", 3}});
    std::vector<std::int64_t> rows;
    std::vector<std::size_t> files;
    std::vector<Json> cursors;
    place.wait("PT1S");
    for (int i = 0; i < 4; ++i) {
        const Json run = place.run(id);
        EXPECT_EQ(run["metadata"]["rows_exported"], run["rows_exported"]);
        rows.push_back(run["rows_exported"]);
        files.push_back(run["metadata"]["exported_files"].size());
        cursors.push_back(run["metadata"]["latest_cursor"]);
        place.wait("PT1M");
    }
    EXPECT_THAT(rows, ElementsAre(0, 33, 66, 100));
    EXPECT_THAT(files, ElementsAre(0U, 1U, 2U, 3U));
    EXPECT_THAT(cursors, ElementsAre(Json(), "2023-04-11/33", "2023-04-11/66", "2023-04-11/100"));
    EXPECT_EQ(place.status(id), "COMPLETED");
}

TEST(BulkExport, IsCompletedWhenItsLastRunIs) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 2}, {"files_per_partition", 1}});
    place.limit({{"runs_per_export", 1}});
    place.wait("PT1M1S");
    EXPECT_THAT(place.run_statuses(id), ElementsAre("COMPLETED", "RUNNING"));
    EXPECT_EQ(place.status(id), "RUNNING");
    place.wait("PT1M");
    EXPECT_THAT(place.run_statuses(id), Each("COMPLETED"));
    EXPECT_EQ(place.status(id), "COMPLETED");
}

TEST(BulkExport, IsListedTheNewestFirst) {
    const ExportPlace place;
    const std::string older = place.make();
    const std::string newer = place.make();
    const Json list = place.api.get(kExports).body;
    ASSERT_TRUE(list.is_array());
    EXPECT_EQ(list[0]["id"], newer);
    EXPECT_EQ(list[1]["id"], older);
    EXPECT_EQ(list[1], place.api.get(ExportPlace::path(older)).body);
}

TEST(BulkExport, ListsAllItsRuns) {
    const ExportPlace place;
    EXPECT_EQ(place.runs(place.make({{"partitions", 1000}})).size(), 1000U);
}

TEST(BulkExport, IsThereFromTheStartFinishedAndWaiting) {
    const ExportPlace place;
    const Json& inputs = place.workspace["inputs"];
    EXPECT_EQ(place.status(inputs["export_id"]), "COMPLETED");
    EXPECT_THAT(place.run_statuses(inputs["export_id"]), Each("COMPLETED"));
    place.wait("P10D");
    EXPECT_EQ(place.status(inputs["cancel_export_id"]), "CREATED") << "nobody starts it";
    EXPECT_THAT(place.cancel(inputs["cancel_export_id"]), HasStatus(200));
    std::vector<std::string> statuses;
    for (const Json& one : place.api.get(kExports).body) statuses.push_back(one["status"]);
    EXPECT_THAT(statuses, ElementsAre("CANCELLED", "COMPLETED", "FAILED"));
}

TEST(BulkExport, CanBeCancelledBeforeItStarts) {
    const ExportPlace place;
    const std::string id = place.make();
    const Answer answer = place.cancel(id);
    EXPECT_THAT(answer, HasStatus(200));
    EXPECT_EQ(answer.body["status"], "CANCELLED");
    EXPECT_EQ(answer.body["id"], id);
    EXPECT_THAT(place.run_statuses(id), Each("CANCELLED"));
}

TEST(BulkExport, StopsWhereItIsWhenItIsCancelled) {
    const ExportPlace place;
    const std::string id = place.make({{"partitions", 2}});
    place.limit({{"runs_per_export", 1}});
    place.wait("PT1M1S");
    EXPECT_THAT(place.cancel(id), HasStatus(200));
    const Json runs = place.runs(id);
    EXPECT_EQ(runs[0]["rows_exported"], 2500);
    place.wait("P10D");
    EXPECT_EQ(place.runs(id), runs) << "nothing moves any more";
    EXPECT_EQ(place.status(id), "CANCELLED");
}

TEST(BulkExport, CannotBeCancelledOnceItIsFinal) {
    const ExportPlace place;
    const std::string completed = place.workspace["inputs"]["export_id"];
    EXPECT_THAT(place.cancel(completed), HasDetail(409, "is COMPLETED and cannot be cancelled"));
    EXPECT_EQ(place.status(completed), "COMPLETED");
    const std::string id = place.make();
    EXPECT_THAT(place.cancel(id), HasStatus(200));
    EXPECT_THAT(place.cancel(id), HasDetail(409, "is CANCELLED"));
}

TEST(BulkExport, IsCancelledByExactlyOneWord) {
    const ExportPlace place;
    const std::string id = place.make();
    EXPECT_THAT(place.cancel(id, "CANCELLED"), HasProblemAt(R"(["body","status"])"));
    EXPECT_THAT(place.cancel(id, "COMPLETED"), HasProblemAt(R"(["body","status"])"));
    EXPECT_THAT(place.api.patch(ExportPlace::path(id), Json::object()), HasStatus(422));
    EXPECT_THAT(place.api.send("PATCH", ExportPlace::path(id)), HasStatus(422));
    EXPECT_EQ(place.status(id), "CREATED");
}

TEST(BulkExport, IsShownToItsOwnerOnly) {
    const ExportPlace place;
    const std::string id = place.make();
    const Caller other = place.mock.caller(place.workspace, place.workspace["other_tenant"]);
    EXPECT_THAT(other.get(ExportPlace::path(id)), HasDetail(404, "Export " + id + " not found"));
    EXPECT_THAT(other.get(ExportPlace::path(id) + "/runs"), HasStatus(404));
    EXPECT_THAT(other.patch(ExportPlace::path(id), {{"status", "Cancelled"}}), HasStatus(404));
    const Json list = other.get(kExports).body;
    EXPECT_EQ(list.size(), 1U) << "its own";
    EXPECT_THAT(place.api.get(ExportPlace::path(list[0]["id"])), HasStatus(404));
    EXPECT_EQ(place.status(id), "CREATED");
}

TEST(BulkExport, NeedsCredentials) {
    const ExportPlace place;
    const std::string path = ExportPlace::path(place.make());
    for (const std::string& one : {std::string(kExports), path, path + "/runs"}) {
        EXPECT_THAT(place.api.without("X-Api-Key").get(one), HasStatus(401));
        EXPECT_THAT(place.api.with("X-API-Key", "nobody's").get(one), HasStatus(401));
        EXPECT_THAT(place.api.with("X-Tenant-Id", "00000000-0000-4000-8000-000000000000").get(one),
                    HasStatus(403));
    }
    EXPECT_THAT(place.api.without("X-Api-Key").patch(path, {{"status", "Cancelled"}}),
                HasStatus(401));
}

TEST(BulkExport, IsNotFoundByAnUnknownId) {
    const ExportPlace place;
    const std::string path = ExportPlace::path("00000000-0000-4000-8000-000000000000");
    EXPECT_THAT(place.api.get(path), HasDetail(404, "not found"));
    EXPECT_THAT(place.api.get(path + "/runs"), HasDetail(404, "not found"));
    EXPECT_THAT(place.api.patch(path, {{"status", "Cancelled"}}), HasDetail(404, "not found"));
}

TEST(BulkExport, IsTheSameInEveryWorkspaceOfOneSeed) {
    const Json order{{"seed", 7}};
    const ExportPlace one(order);
    const ExportPlace two(order);
    for (const ExportPlace* place : {&one, &two}) (void)place->make();
    EXPECT_EQ(one.api.get(kExports).body, two.api.get(kExports).body);
}

}  // namespace
}  // namespace plumbline::mock
