#include "mock_server/transport/event_fds.hpp"

#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include <algorithm>
#include <unistd.h>

namespace plumbline::mock {
namespace {

/// Resets the counter; fails if it is already zero, which is fine.
void read_counter(int fd) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = ::read(fd, &count, sizeof count);
}

/// The steady clock of the standard library is CLOCK_MONOTONIC.
itimerspec absolute(SteadyTime due) {
    // A value of zero would disarm the timer instead of letting it expire immediately.
    const auto since = std::max(due.time_since_epoch(), SteadyTime::duration(1));
    const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(since);
    const auto rest = std::chrono::duration_cast<std::chrono::nanoseconds>(since - seconds);
    itimerspec spec{};
    spec.it_value.tv_sec = seconds.count();
    spec.it_value.tv_nsec = rest.count();
    return spec;
}

}  // namespace

EventFd::EventFd() : fd_(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)) {}

EventFd::~EventFd() {
    if (fd_ >= 0) ::close(fd_);
}

void EventFd::notify() const {
    ::eventfd_write(fd_, 1);
}

void EventFd::drain() const {
    read_counter(fd_);
}

TimerFd::TimerFd() : fd_(::timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC)) {}

TimerFd::~TimerFd() {
    if (fd_ >= 0) ::close(fd_);
}

void TimerFd::set(SteadyTime due) const {
    const itimerspec spec = absolute(due);
    ::timerfd_settime(fd_, TFD_TIMER_ABSTIME, &spec, nullptr);
}

void TimerFd::clear() const {
    read_counter(fd_);
}

}  // namespace plumbline::mock
