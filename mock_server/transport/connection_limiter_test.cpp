#include "mock_server/transport/connection_limiter.hpp"

#include <gmock/gmock.h>

#include <atomic>
#include <thread>

namespace plumbline::mock {
namespace {

AdmissionResult next(ConnectionLimiter& limiter) {
    limiter.add_pending();
    return limiter.accept();
}

using std::chrono::milliseconds;

TEST(ConnectionLimiter, ServesUpToItsLimit) {
    ConnectionLimiter limiter(2);
    EXPECT_EQ(next(limiter), AdmissionResult::kServed);
    EXPECT_EQ(next(limiter), AdmissionResult::kServed);
    EXPECT_EQ(next(limiter), AdmissionResult::kFull);
}

TEST(ConnectionLimiter, AdmitsAConnectionAfterARelease) {
    ConnectionLimiter limiter(1);
    const AdmissionResult first = next(limiter);
    limiter.release(first);
    EXPECT_EQ(next(limiter), AdmissionResult::kServed);
}

TEST(ConnectionLimiter, DoesNotCountRejectedConnectionsAsServed) {
    ConnectionLimiter limiter(1);
    EXPECT_EQ(next(limiter), AdmissionResult::kServed);
    const AdmissionResult second = next(limiter);
    limiter.release(second);
    EXPECT_EQ(next(limiter), AdmissionResult::kFull);
}

TEST(ConnectionLimiter, DropsConnectionsBeyondTheRejectionLimit) {
    ConnectionLimiter limiter(0);
    for (int i = 0; i < 32; ++i) EXPECT_EQ(next(limiter), AdmissionResult::kFull);
    EXPECT_EQ(next(limiter), AdmissionResult::kDropped);
}

TEST(ConnectionLimiter, RejectsWhileDraining) {
    ConnectionLimiter limiter(1);
    limiter.set_stage(ServerStage::kDraining);
    EXPECT_EQ(next(limiter), AdmissionResult::kDraining);
    EXPECT_EQ(limiter.stage(), ServerStage::kDraining);
}

TEST(ConnectionLimiter, DropsWhileStopping) {
    ConnectionLimiter limiter(1);
    limiter.set_stage(ServerStage::kStopping);
    EXPECT_EQ(next(limiter), AdmissionResult::kDropped);
}

TEST(ConnectionLimiter, WaitsAtMostItsPatience) {
    ConnectionLimiter limiter(1);
    const AdmissionResult admission = next(limiter);
    limiter.wait_until_none_served(milliseconds(1));
    limiter.wait_until_empty(milliseconds(1));
    limiter.release(admission);
}

TEST(ConnectionLimiter, IsNotEmptyWhileAConnectionIsPending) {
    ConnectionLimiter limiter(1);
    limiter.add_pending();
    limiter.set_stage(ServerStage::kStopping);
    std::atomic<bool> is_released = false;
    std::jthread worker([&] {
        const AdmissionResult admission = limiter.accept();
        is_released = true;
        limiter.release(admission);
    });
    limiter.wait_until_empty(milliseconds(10'000));
    EXPECT_TRUE(is_released);
}

TEST(ConnectionLimiter, WaitsForTheLastServedConnection) {
    ConnectionLimiter limiter(1);
    const AdmissionResult served = next(limiter);
    const AdmissionResult rejected = next(limiter);
    limiter.set_stage(ServerStage::kDraining);
    std::jthread releaser([&] { limiter.release(served); });
    limiter.wait_until_none_served(milliseconds(10'000));
    limiter.release(rejected);
    limiter.wait_until_empty(milliseconds(10'000));
    EXPECT_EQ(next(limiter), AdmissionResult::kDraining);
}

}  // namespace
}  // namespace plumbline::mock
