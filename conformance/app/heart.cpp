#include "conformance/app/heart.hpp"

namespace plumbline::app {
namespace {

/// Often enough that a pause is known to a fifth, and far too seldom to cost anything.
constexpr Duration kBeat = runner::kNotedPause / 5;

}  // namespace

Heart::Heart(const Clock& clock)
    : pulse_(clock), thread_([this](const std::stop_token& stop) { beat(stop); }) {}

void Heart::beat(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!stop.stop_requested()) {
        pulse_.beat();
        ends_.wait_for(lock, stop, kBeat, [] { return false; });
    }
}

}  // namespace plumbline::app
