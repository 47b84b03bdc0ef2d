#include "mock_server/engine/testing.hpp"

namespace plumbline::mock {
namespace {

/// Every fault of the catalogue starts, and leaves the mock able to answer.
TEST(EveryFault, CanBeStarted) {
    const Mock mock;
    const auto catalogue = mock.engine().parts().registry->parts().faults->get();
    ASSERT_THAT(catalogue, IsOk());
    for (const Fault& fault : (*catalogue)->faults()) {
        const Json workspace = mock.make({{"faults", Json::array({fault.id})}});
        const Answer made =
            mock.caller(workspace).post("/v2/deployments", git_host_body(workspace));
        EXPECT_LT(made.status, 500) << fault.id << ": " << made.text;
    }
}

}  // namespace
}  // namespace plumbline::mock
