#include "mock_server/app/end_signal.hpp"

#include <sys/signalfd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <poll.h>
#include <system_error>
#include <unistd.h>

namespace plumbline::mock {
namespace {

/// Says whether standard input has ended; what came is dropped.
bool input_ended() {
    std::array<char, 4096> dropped{};
    const ssize_t count = read(STDIN_FILENO, dropped.data(), dropped.size());
    return count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN);
}

}  // namespace

Result<EndSignal> EndSignal::make() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGTERM);
    sigaddset(&signals, SIGINT);
    const int trouble = pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::signal(SIGPIPE, SIG_IGN);
    const int fd = trouble == 0 ? signalfd(-1, &signals, SFD_CLOEXEC) : -1;
    if (fd < 0)
        return fail(ErrorCode::kIo,
                    "cannot watch signals: " + std::generic_category().message(errno));
    return EndSignal(fd);
}

EndSignal::~EndSignal() {
    if (fd_ >= 0) close(fd_);
}

EndSignal::EndSignal(EndSignal&& other) noexcept : fd_(other.fd_) {
    other.fd_ = -1;
}

void EndSignal::wait(bool watches_stdin) {
    // poll skips negative descriptors.
    std::array<pollfd, 2> watched{
        {{fd_, POLLIN, 0}, {watches_stdin ? STDIN_FILENO : -1, POLLIN, 0}}};
    while (true) {
        if (poll(watched.data(), watched.size(), -1) < 0 && errno != EINTR) return;
        if (watched[0].revents != 0) return;
        if (watched[1].revents != 0 && input_ended()) return;
    }
}

}  // namespace plumbline::mock
