#include "conformance/host/interrupt.hpp"

#include <csignal>
#include <string_view>
#include <unistd.h>

namespace plumbline::host {
namespace {

// A signal handler can only access a global.
std::atomic<bool> was_interrupted{false};
std::atomic<bool> exits_at_once{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler can set it");

/// Only functions that a signal handler may call.
void exit_interrupted() {
    constexpr int kInterruptedExit = 130;
    constexpr std::string_view kMessage =
        "plumbline: interrupted while the target was checked; nothing was tested, and no reports "
        "were written\n";
    const auto ignored = ::write(STDERR_FILENO, kMessage.data(), kMessage.size());
    static_cast<void>(ignored);
    ::_exit(kInterruptedExit);
}

void on_signal(int) {
    was_interrupted = true;
    if (exits_at_once) exit_interrupted();
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

ExitAtInterrupt::ExitAtInterrupt() {
    exits_at_once = true;
    if (was_interrupted) exit_interrupted();
}

ExitAtInterrupt::~ExitAtInterrupt() {
    exits_at_once = false;
}

}  // namespace plumbline::host
