#include "mock_server/app/shutdown_signal.hpp"

#include <sys/signalfd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace plumbline::mock {
namespace {

/// Returns whether standard input has ended; drops its content.
bool input_ended() {
    std::array<char, 4096> dropped{};
    const ssize_t count = read(STDIN_FILENO, dropped.data(), dropped.size());
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

}  // namespace

Result<ShutdownSignal> ShutdownSignal::create() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    const int error = pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    const int fd = error == 0 ? signalfd(-1, &signals, SFD_CLOEXEC) : -1;
    if (fd < 0)
        return fail(ErrorCode::kIo,
                    "cannot watch signals: " + std::generic_category().message(errno));
    return ShutdownSignal(fd);
}

ShutdownSignal::~ShutdownSignal() {
    if (fd_ >= 0) close(fd_);
}

ShutdownSignal::ShutdownSignal(ShutdownSignal&& other) noexcept : fd_(other.fd_) {
    other.fd_ = -1;
}

void ShutdownSignal::wait(bool watches_stdin) {
    // poll ignores negative descriptors.
    std::array<pollfd, 2> watched{
        {{fd_, POLLIN, 0}, {watches_stdin ? STDIN_FILENO : -1, POLLIN, 0}}};
    while (true) {
        if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
        if (watched[0].revents != 0) return;
        if (watched[1].revents != 0 && input_ended()) return;
    }
}

}  // namespace plumbline::mock
