#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

/// Every fault can be activated and does not prevent the mock from responding.
TEST(EveryFault, CanBeActivated) {
    EngineOptions options;
    options.max_workspaces = 10'000;
    const TestMock mock(options);
    for (const Fault& fault :
         mock.engine().config().registry->config().faults->catalogue()->faults()) {
        const Json workspace = mock.make_workspace({{"faults", Json::array({fault.id})}});
        const TestResponse response =
            mock.client(workspace).post("/v2/deployments", git_host_body(workspace));
        EXPECT_LT(response.status, 500) << fault.id << ": " << response.text;
    }
}

}  // namespace
}  // namespace plumbline::mock
