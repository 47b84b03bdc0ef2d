// Faults that mix up bulk exports, their runs and their workspaces.

#include "mock_server/engine/export_fixture.hpp"

namespace plumbline::mock {
namespace {

using testing::SizeIs;

Json broken_by(const char* fault) {
    return {{"faults", Json::array({fault})}};
}

TEST(ExportFault, CanListTheRunsOfAllExports) {
    const ExportWorkspace correct;
    const std::string id = correct.make({{"partitions", 2}});
    EXPECT_THAT(correct.runs(id), SizeIs(2));
    const ExportWorkspace faulty(broken_by("runs-of-all-exports"));
    const std::string first = faulty.make({{"partitions", 2}});
    const std::string second = faulty.make({{"partitions", 1}});
    EXPECT_EQ(faulty.runs(first), faulty.runs(second));
    EXPECT_GE(faulty.runs(first).size(), 3U);
}

TEST(ExportFault, CanListTheExportsOfAllWorkspaces) {
    const ExportWorkspace faulty(broken_by("list-shows-foreign-exports"));
    const std::string id = faulty.make();
    const TestClient other = faulty.mock.client(faulty.workspace, faulty.workspace["other_tenant"]);
    EXPECT_NE(other.get(kExportsPath).text.find(id), std::string::npos);
    EXPECT_THAT(other.get(ExportWorkspace::path(id)), HasStatus(404));
}

TEST(ExportFault, CanCancelAllSiblings) {
    const ExportWorkspace faulty(broken_by("cancel-hits-all-exports"));
    const std::string first = faulty.make();
    const std::string second = faulty.make();
    EXPECT_THAT(faulty.cancel(first), HasStatus(200));
    EXPECT_EQ(faulty.status(second), "CANCELLED");
}

TEST(ExportOrder, SetsTheMessageOfAllErrors) {
    const ExportWorkspace exports;
    const std::string id = exports.make({{"partitions", 1}, {"error", "no such bucket"}});
    exports.advance("PT2S");
    EXPECT_THAT(exports.inject("infrastructure_interruption", id), HasStatus(200));
    exports.advance("PT40S");
    EXPECT_THAT(exports.inject("storage_or_destination_error", id), HasStatus(200));
    EXPECT_EQ(exports.run(id)["errors"],
              (Json{{"retry_0", "no such bucket"}, {"retry_1", "no such bucket"}}));
}

}  // namespace
}  // namespace plumbline::mock
