#include "conformance/host/interrupt.hpp"

#include <csignal>

namespace plumbline::host {
namespace {

// A signal handler can only access a global.
std::atomic<bool> was_interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler can set it");

void on_signal(int) {
    was_interrupted = true;
}

void watch(int signal, unsigned int flags) {
    struct sigaction action {};
    action.sa_handler = on_signal;
    action.sa_flags = static_cast<int>(flags);
    ::sigaction(signal, &action, nullptr);
}

/// Returns whether the signal is ignored, as nohup does with SIGHUP.
bool is_ignored(int signal) {
    struct sigaction action {};
    return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

}  // namespace

const std::atomic<bool>& watch_interrupts() {
    // The second signal of a type ends the process, as by default.
    constexpr unsigned int kOnce = SA_RESETHAND;
    watch(SIGINT, kOnce);
    watch(SIGTERM, kOnce);
    // A terminal that closes sends it, and then the shell of that terminal sends it again.
    if (!is_ignored(SIGHUP)) watch(SIGHUP, 0);
    return was_interrupted;
}

}  // namespace plumbline::host
