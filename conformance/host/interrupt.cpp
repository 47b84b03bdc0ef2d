#include "conformance/host/interrupt.hpp"

#include <csignal>

namespace plumbline::host {
namespace {

// A signal handler reaches nothing but a global.
std::atomic<bool> was_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler may set it");

void remember(int) {
    was_interrupted = true;
}

}  // namespace

const std::atomic<bool>& watch_interrupts() {
    struct sigaction action {};
    action.sa_handler = remember;
    action.sa_flags =
        static_cast<int>(SA_RESETHAND);  // the second signal kills, as it does by default
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    return was_interrupted;
}

}  // namespace plumbline::host
