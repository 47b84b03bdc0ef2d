// Many threads use one engine; for the thread sanitizer as much as for the counts.

#include "mock_server/engine/testing.hpp"

#include <thread>

namespace plumbline::mock {
namespace {

constexpr int kThreads = 4;
constexpr int kRounds = 10;

template <typename Work>
void in_parallel(const Work& work) {
    std::vector<std::jthread> threads;
    for (int i = 0; i < kThreads; ++i) threads.emplace_back(work);
}

TEST(Engine, ServesOneWorkspaceToManyThreads) {
    TestWorkspace setup;
    const Json body = git_host_body(setup.workspace);
    in_parallel([&] {
        for (int i = 0; i < kRounds; ++i) {
            const std::string path =
                "/v2/deployments/" + setup.api.post("/v2/deployments", body).id();
            EXPECT_THAT(setup.api.patch(path, {{"secrets", Json::array()}}), HasStatus(200));
            EXPECT_THAT(setup.api.get(path + "/revisions"), HasStatus(200));
        }
    });
    EXPECT_EQ(new_records(setup.state()["collections"]["deployments"]).size(),
              static_cast<std::size_t>(kThreads * kRounds));
    EXPECT_EQ(new_records(setup.state()["collections"]["revisions"]).size(),
              static_cast<std::size_t>(2 * kThreads * kRounds));
}

TEST(Engine, CreatesAndRemovesWorkspacesInManyThreads) {
    const TestMock mock;
    in_parallel([&] {
        for (int i = 0; i < kRounds; ++i) {
            const Json workspace = mock.make_workspace();
            EXPECT_THAT(mock.client(workspace).post("/v2/deployments", git_host_body(workspace)),
                        HasStatus(201));
            EXPECT_THAT(mock.control().remove("/workspaces/" + workspace["id"].get<std::string>()),
                        HasStatus(204));
        }
    });
    EXPECT_EQ(mock.engine().config().registry->size(), 1U);
}

}  // namespace
}  // namespace plumbline::mock
