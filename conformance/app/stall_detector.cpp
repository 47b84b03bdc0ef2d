#include "conformance/app/stall_detector.hpp"

namespace plumbline::app {
namespace {

/// Short enough to measure a stall within a fifth of its length, and long enough to cost nothing.
constexpr Duration kTickInterval = runner::kMinStall / 5;

}  // namespace

StallDetector::StallDetector(const Clock& clock)
    : history_(clock), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void StallDetector::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        history_.tick();
        wakeup_.wait_for(lock, stop, kTickInterval, [] { return false; });
    }
}

}  // namespace plumbline::app
