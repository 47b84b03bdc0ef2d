#include "mock_server/transport/census.hpp"

namespace plumbline::mock {
namespace {

/// So many connections beyond the limit get an answer; each keeps its descriptor for a while.
constexpr std::size_t kMaxAnswered = 32;

}  // namespace

void Census::arrive() {
    const std::lock_guard lock(mutex_);
    ++arriving_;
}

Admission Census::admit() {
    const std::lock_guard lock(mutex_);
    --arriving_;
    if (stage_ == Stage::kServing && served_ < max_) {
        ++served_;
        return Admission::kServed;
    }
    ++others_;
    if (stage_ == Stage::kStopping || others_ > kMaxAnswered) return Admission::kDropped;
    return stage_ == Stage::kDraining ? Admission::kDraining : Admission::kFull;
}

void Census::leave(Admission admission) {
    const std::lock_guard lock(mutex_);
    --(admission == Admission::kServed ? served_ : others_);
    if (stage_ != Stage::kServing) changed_.notify_all();
}

Stage Census::stage() const {
    const std::lock_guard lock(mutex_);
    return stage_;
}

void Census::enter(Stage stage) {
    const std::lock_guard lock(mutex_);
    stage_ = stage;
}

void Census::wait_until_unused(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return served_ == 0; });
}

void Census::wait_until_empty(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [&] { return arriving_ + served_ + others_ == 0; });
}

}  // namespace plumbline::mock
