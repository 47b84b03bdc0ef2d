#include "conformance/runner/pacer.hpp"

#include "conformance/runner/waiting.hpp"

#include <algorithm>

namespace plumbline::runner {
namespace {

// Slower than this is standing still, and what a Duration can hold is bounded.
constexpr double kLongestDistanceS = 3'600;
// What is sent after an interrupt cleans up: the person who waits for it goes before the cap.
constexpr Duration kLongestLateWait = std::chrono::seconds(1);

}  // namespace

Pacer::Pacer(double per_second, Clock& clock, const std::atomic<bool>* stop)
    : clock_(clock),
      distance_(std::chrono::duration_cast<Duration>(
          std::chrono::duration<double>(std::min(1.0 / per_second, kLongestDistanceS)))),
      stop_(stop) {}

bool Pacer::wait_for_turn() {
    const bool is_late = stop_ && *stop_;
    const Instant latest = is_late ? clock_.now() + kLongestLateWait : Instant::max();
    for (bool has_waited = false;; has_waited = true) {
        Duration left{};
        {
            // Nobody holds a turn that is to come: who gives up leaves no hole.
            const std::lock_guard lock(mutex_);
            const Instant now = clock_.now();
            left = std::min(next_, latest) - now;
            if (left <= Duration::zero()) {
                next_ = (has_waited ? next_ : now) + distance_;
                return true;
            }
        }
        if (!wait_unless(is_late ? nullptr : stop_, clock_, left)) return false;
    }
}

Send paced(Send send, std::shared_ptr<Pacer> pacer) {
    if (!pacer) return send;
    return [send = std::move(send), pacer = std::move(pacer)](const client::Call& call) {
        if (pacer->wait_for_turn()) return send(call);
        return client::not_sent(call,
                                {ErrorCode::kUsage, "interrupted before it was sent", {}, {}});
    };
}

Send insisting(Send send, const std::atomic<bool>* stop) {
    if (!stop) return send;
    return [send = std::move(send), stop](const client::Call& call) {
        const bool was_stopped = *stop;
        client::Exchange exchange = send(call);
        const bool is_unsent = exchange.failure && exchange.failure->code == ErrorCode::kUsage;
        return is_unsent && *stop && !was_stopped ? send(call) : exchange;
    };
}

}  // namespace plumbline::runner
