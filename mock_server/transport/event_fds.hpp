#pragma once
// The two descriptors a worker polls besides its sockets: a bell for other threads, and an alarm.

#include "mock_server/transport/deadlines.hpp"

namespace plumbline::mock {

/// Wakes a polling thread. Thread: `ring` any, the rest the polling one.
class Bell {
  public:
    Bell();
    ~Bell();
    Bell(const Bell&) = delete;
    Bell& operator=(const Bell&) = delete;

    void ring() const;
    /// Makes the descriptor unreadable until the next ring.
    void hush() const;
    [[nodiscard]] int fd() const { return fd_; }

  private:
    int fd_;
};

/// Becomes readable at a point of time. Thread: one.
class Alarm {
  public:
    Alarm();
    ~Alarm();
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    void set(SteadyTime due) const;
    /// Makes the descriptor unreadable until it goes off again.
    void hush() const;
    [[nodiscard]] int fd() const { return fd_; }

  private:
    int fd_;
};

}  // namespace plumbline::mock
