#pragma once
// The two descriptors that a worker polls besides its sockets: an event from other threads, and a
// timer.

#include "mock_server/transport/deadlines.hpp"

namespace plumbline::mock {

/// Wakes a polling thread. `notify` is thread-safe; only the polling thread may call the other
/// functions.
class EventFd {
  public:
    EventFd();
    ~EventFd();
    EventFd(const EventFd&) = delete;
    EventFd& operator=(const EventFd&) = delete;

    void notify() const;
    /// Makes the descriptor unreadable until the next `notify`.
    void drain() const;
    [[nodiscard]] int fd() const { return fd_; }

  private:
    int fd_;
};

/// A descriptor that becomes readable at a given time. Not thread-safe: each worker has its own.
class TimerFd {
  public:
    TimerFd();
    ~TimerFd();
    TimerFd(const TimerFd&) = delete;
    TimerFd& operator=(const TimerFd&) = delete;

    void set(SteadyTime due) const;
    /// Makes the descriptor unreadable until the timer expires again.
    void clear() const;
    [[nodiscard]] int fd() const { return fd_; }

  private:
    int fd_;
};

}  // namespace plumbline::mock
