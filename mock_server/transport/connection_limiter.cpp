#include "mock_server/transport/connection_limiter.hpp"

namespace plumbline::mock {
namespace {

/// Limits the rejected connections that receive a response; each occupies a descriptor for a while.
constexpr std::size_t kMaxRejected = 32;

}  // namespace

void ConnectionLimiter::add_pending() {
    const std::lock_guard lock(mutex_);
    ++pending_;
}

AdmissionResult ConnectionLimiter::accept() {
    const std::lock_guard lock(mutex_);
    --pending_;
    if (stage_ == ServerStage::kServing && served_ < max_connections_) {
        ++served_;
        return AdmissionResult::kServed;
    }
    ++rejected_;
    if (stage_ == ServerStage::kStopping || rejected_ > kMaxRejected)
        return AdmissionResult::kDropped;
    return stage_ == ServerStage::kDraining ? AdmissionResult::kDraining : AdmissionResult::kFull;
}

void ConnectionLimiter::release(AdmissionResult admission) {
    const std::lock_guard lock(mutex_);
    --(admission == AdmissionResult::kServed ? served_ : rejected_);
    if (stage_ != ServerStage::kServing) changed_.notify_all();
}

ServerStage ConnectionLimiter::stage() const {
    const std::lock_guard lock(mutex_);
    return stage_;
}

void ConnectionLimiter::set_stage(ServerStage stage) {
    const std::lock_guard lock(mutex_);
    stage_ = stage;
}

void ConnectionLimiter::wait_until_none_served(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout, [&] { return served_ == 0; });
}

void ConnectionLimiter::wait_until_empty(std::chrono::milliseconds timeout) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, timeout, [&] { return pending_ + served_ + rejected_ == 0; });
}

}  // namespace plumbline::mock
