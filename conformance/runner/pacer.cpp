#include "conformance/runner/pacer.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

// Slower than this is standing still, and what a Duration can hold is bounded.
constexpr double kLongestDistanceS = 3'600;

}  // namespace

Pacer::Pacer(double per_second, Clock& clock)
    : clock_(clock),
      distance_(std::chrono::duration_cast<Duration>(
          std::chrono::duration<double>(std::min(1.0 / per_second, kLongestDistanceS)))) {}

void Pacer::wait_for_turn() {
    const Instant now = clock_.now();
    Instant turn;
    {
        const std::lock_guard lock(mutex_);
        turn = std::max(next_, now);
        next_ = turn + distance_;
    }
    if (turn > now) clock_.wait(turn - now);
}

Send paced(Send send, std::shared_ptr<Pacer> pacer) {
    if (!pacer) return send;
    return [send = std::move(send), pacer = std::move(pacer)](const client::Call& call) {
        pacer->wait_for_turn();
        return send(call);
    };
}

}  // namespace plumbline::runner
