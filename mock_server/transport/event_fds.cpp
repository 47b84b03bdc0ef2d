#include "mock_server/transport/event_fds.hpp"

#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <unistd.h>

namespace plumbline::mock {
namespace {

/// Reads the counter away; an error means that it is zero already.
void read_counter(int fd) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = ::read(fd, &count, sizeof count);
}

/// The steady clock of the standard library is CLOCK_MONOTONIC.
itimerspec absolute(SteadyTime due) {
    // All zero would switch the alarm off instead of letting it go off at once.
    const auto since = std::max(due.time_since_epoch(), SteadyTime::duration(1));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
    const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(since - seconds);
    itimerspec spec{};
    spec.it_value.tv_sec = seconds.count();
    spec.it_value.tv_nsec = rest.count();
    return spec;
}

}  // namespace

Bell::Bell() : fd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

Bell::~Bell() {
    if (fd_ >= 0) ::close(fd_);
}

void Bell::ring() const {
    ::eventfd_write(fd_, 1);
}

void Bell::hush() const {
    read_counter(fd_);
}

Alarm::Alarm() : fd_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {}

Alarm::~Alarm() {
    if (fd_ >= 0) ::close(fd_);
}

void Alarm::set(SteadyTime due) const {
    const itimerspec spec = absolute(due);
    ::timerfd_settime(fd_, TFD_TIMER_ABSTIME, &spec, nullptr);
}

void Alarm::hush() const {
    read_counter(fd_);
}

}  // namespace plumbline::mock
